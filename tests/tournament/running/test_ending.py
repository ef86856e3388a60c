"""The end of a match that was written down: read aloud, asked for what the rules need, signed once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.deals import Ruling
from scoring.scoresheet import Ended
from tests.tournament.entering.desk import read
from tests.tournament.factories import TEST
from tests.tournament.running.phones import ZHOU, deals
from tests.tournament.running.table_phone import TablePhone, hall
from tournament.actions.run_round import start_round
from tournament.actions.save_running import save_running
from tournament.models import Claim, Entry, Result, Stage

pytestmark = pytest.mark.django_db
TO_A = "N3 N3 N3 N3"
PASSED = "N3 N3 N3 N3 N3"


@pytest.fixture
def stage() -> Stage:
    return hall()


@pytest.fixture
def phone(stage: Stage) -> TablePhone:
    return TablePhone(stage).as_referee()


def test_the_end_is_read_aloud_and_signed_with_its_deals(phone: TablePhone) -> None:
    version = phone.send(f"{TO_A} E2 E1 N1 N3", note="第 6 副重洗").json()["version"]
    shown = read(phone.ending())
    assert "过A : 5" in shown
    assert "共 8 副 · 过A" in shown
    assert "南北过A升 3 级，胜 · 级差 +10 · 积分 23 : 3" in shown
    assert version == 1
    assert phone.end_as_shown().status_code == 302
    result = Result.objects.get()
    assert (result.ns_level, result.ew_level, result.passed_a, len(result.deals)) == (14, 5, "ns", 8)
    assert (result.actor_name, result.source, result.reason) == ("周裁判", "table", "第 6 副重洗")
    assert Entry.objects.filter(verb="enter_result").count() == 1


def test_at_time_the_rules_are_told_about_the_deal_in_progress(phone: TablePhone) -> None:
    phone.send("N3 E1")
    shown = read(phone.ending())
    assert "本局是怎样结束的？" in shown
    assert "时间到时正在打的一副：打完这一副" in shown
    assert phone.end(1, ended="time").status_code == 302
    result = Result.objects.get()
    assert (result.ended, result.ns_level, result.ew_level) == (Ended.TIME, 5, 3)


def test_an_end_by_time_with_minutes_left_is_meant_twice() -> None:
    stage = hall(entry="pairs")
    start_round(stage=stage, number=1, at=timezone.now() - timedelta(minutes=27), by=TEST)
    phone = TablePhone(stage).as_pair("ns")
    phone.send("N3 E1")
    ask = "计时还剩 23 分钟，本桌确实已按时间到结束"
    assert ask not in read(phone.ending())  # nobody has said yet that it was the time
    assert ask in read(phone.ending(ended="time"))
    refused = phone.end(1, ended="time")
    assert (refused.status_code, ask in read(refused)) == (422, True)
    assert "计时还剩 23 分钟。确实已按时间到结束的，请打勾再登记。" in read(refused)
    assert not Claim.objects.exists()
    assert phone.end(1, ended="time", early="1").status_code == 302
    assert Claim.objects.get().record["ended"] == "time"


def test_in_the_middle_nothing_is_signed_without_saying_how_it_ended(phone: TablePhone) -> None:
    phone.send("N3 E1")
    answer = phone.end(1)
    assert answer.status_code == 422
    assert "本局是怎样结束的？" in read(answer)
    assert not Result.objects.exists()


def test_a_ruling_asks_for_the_winner(phone: TablePhone) -> None:
    phone.send("N3 E1")
    assert "按裁定写明胜方" in read(phone.ending(ended="ruling"))
    assert phone.end(1, ended="ruling").status_code == 422
    assert phone.end(1, ended="ruling", winner="ew").status_code == 302
    assert Result.objects.get().winner == "ew"


def test_equal_levels_ask_what_the_rules_need() -> None:
    stage = hall()
    stage.resolved_rules |= {"level_tie": "extra_deal"}
    stage.save()
    phone = TablePhone(stage).as_referee()
    phone.send("N3 E3")
    assert "级数相同，按规程" in read(phone.ending(ended="time"))
    assert phone.end(1, ended="time").status_code == 422
    assert phone.end(1, ended="time", winner="ns").status_code == 302


def test_the_time_played_is_taken_from_the_clock_where_it_ranks() -> None:
    stage = hall(rulebook="school-grades-final")
    phone = TablePhone(stage).as_referee()
    start_round(stage=stage, number=1, at=timezone.now() - timedelta(minutes=41), by=TEST)
    phone.send(PASSED)
    assert 'value="41:0' in phone.ending().content.decode()
    assert phone.end(1, seconds="41:05").status_code == 302
    assert Result.objects.get().seconds == 41 * 60 + 5


def test_other_deals_meanwhile_are_not_signed(phone: TablePhone, stage: Stage) -> None:
    phone.send(PASSED)
    TablePhone(stage, name="other").as_referee("吴裁判").send("N3 N3 N3 N3 E1", 1)
    answer = phone.end(1)
    assert answer.status_code == 409
    assert "吴裁判刚才改了逐副记录，没有登记" in read(answer)
    assert not Result.objects.exists()


def test_f33_a_double_tap_on_the_end_is_one_result(phone: TablePhone) -> None:
    phone.send(PASSED)
    for _again in range(2):
        phone.end(1, based_on=0, submission="the-same")
    assert Result.objects.count() == 1


def test_final_levels_that_the_deals_do_not_give_are_refused_with_both_figures(phone: TablePhone) -> None:
    phone.send("N3 E1")
    told = {"match": phone.match.pk, "based_on": 0, "ended": "time"}
    answer = phone.act("enter", ns_level="5", ew_level="4", **told)
    assert answer.status_code == 422
    assert "逐副记录是 5 : 3（2 副，东西台上，周裁判记），与要登记的 5 : 4 不同" in read(answer)
    assert phone.act("enter", ns_level="5", ew_level="3", **told).status_code == 302
    assert Result.objects.get().deals == [["ns", 2], ["ew", 4]]


def test_a_game_of_a_best_of_three_begins_the_next_one_anew() -> None:
    stage = hall(pairing={"method": "rotation", "rounds": 3, "best_of": 3})
    phone = TablePhone(stage).as_referee()
    phone.send(PASSED)
    assert phone.end(1).status_code == 302
    sheet = phone.sheet()
    assert (sheet["game"], sheet["items"], sheet["version"]) == (2, [], 2)
    assert "不是这一局" in phone.send("N3", 2).json()["refused"]
    assert phone.send("N3", 2, game=2).status_code == 200


# -- two pairs --


def test_a_pairs_deals_wait_for_the_other_pair_and_become_the_result() -> None:
    stage = hall("pairs")
    ns, ew = TablePhone(stage, name="ns").as_pair("ns"), TablePhone(stage, name="ew").as_pair("ew")
    ns.send("N3")
    assert ew.sheet()["by"] == f"{ns.match.ns.number} 号"
    version = ew.send(PASSED, 1).json()["version"]
    assert "填报，请对方确认" in read(ns.ending())
    assert ns.end(version).status_code == 302
    assert not Result.objects.exists()
    assert "待对方确认，逐副记录不再改动" in ew.send("N3", 2).json()["refused"]

    ew.act("accept", match=ew.match.pk, claim=Claim.objects.get().pk)
    result = Result.objects.get()
    assert (result.passed_a, len(result.deals)) == ("ns", 5)
    assert "号填报" in result.actor_name


def test_a_pair_cannot_touch_a_ruling() -> None:
    stage = hall("pairs")
    phone = TablePhone(stage).as_pair("ns")
    save_running(match=phone.match, deals=[*deals("N3"), Ruling(ew=2)], by=ZHOU)
    assert phone.send("N3 E1", 1).json()["refused"] == "判罚由裁判员记，请裁判员改动。"
    assert phone.tap("undo", 1).status_code == 409
