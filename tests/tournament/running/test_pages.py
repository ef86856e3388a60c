"""Deals from phones: what is stored, what is refused in words, and how the end is signed."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.deals import Ruling
from tests.tournament.entering.desk import read
from tests.tournament.factories import TEST, passed
from tests.tournament.running.phones import EW, NS, ZHOU, deals, match_at
from tests.tournament.running.table_phone import TablePhone, hall, link_of
from tournament.actions.enter_result import enter_result
from tournament.actions.run_round import close_round, start_round
from tournament.actions.save_running import save_running
from tournament.models import Running, Stage

pytestmark = pytest.mark.django_db
TO_A = "N3 N3 N3 N3"
PASSED = "N3 N3 N3 N3 N3"


@pytest.fixture
def stage() -> Stage:
    return hall()


@pytest.fixture
def phone(stage: Stage) -> TablePhone:
    return TablePhone(stage).as_referee()


# -- taps --


def test_a_tap_is_stored_and_answered_with_what_stands(phone: TablePhone) -> None:
    answer = phone.send("N3 E1")
    assert answer.status_code == 200
    said = answer.json()
    assert (said["version"], said["items"]) == (1, [["ns", 2], ["ew", 4]])
    assert said["steps"] == [[5, 2, 1, 0, 0], [5, 3, 2, 0, 0]]
    assert said["lines"][1] == "第 2 副：东西 头游末游，5 : 3"
    assert Running.objects.get().actor_name == "周裁判"
    assert answer["Cache-Control"] == "no-store"


def test_another_phone_goes_on_where_it_stood(phone: TablePhone, stage: Stage) -> None:
    phone.send("N3 E1", note="东西口头警告")
    other = TablePhone(stage, name="other").as_referee("吴裁判")
    page = other.page()
    assert "第 3 副 · 打 3" in page
    assert "升 3 → 打 8" in page
    sheet = other.sheet()
    assert (sheet["version"], sheet["note"], sheet["by"]) == (1, "东西口头警告", "周裁判")
    assert other.send("N3 E1 N2", 1).json()["version"] == 2


def test_while_nothing_has_changed_a_look_costs_next_to_nothing(phone: TablePhone) -> None:
    stamp = phone.send("N3").json()["stamp"]
    assert phone.look(stamp).status_code == 204
    phone.send("N3 E1", 1)
    assert phone.look(stamp).json()["version"] == 2


def test_f25_the_second_phone_gets_both_lists_and_overwrites_on_purpose(
    phone: TablePhone, stage: Stage
) -> None:
    phone.send("N3")
    other = TablePhone(stage, name="other").as_referee("吴裁判")
    answer = other.send("E3 E1", 0)
    said = answer.json()
    assert answer.status_code == 409
    assert "周裁判用另一部手机记了不同的内容" in said["conflict"]
    assert (said["items"], said["by"], said["version"]) == ([["ns", 2]], "周裁判", 1)
    assert other.send("E3 E1", 1).json()["items"] == [["ew", 2], ["ew", 4]]


def test_f31_cut_after_the_server_stored_it_the_same_sending_again_has_one_effect(phone: TablePhone) -> None:
    for _again in range(3):
        said = phone.send("N3", submission="the-same").json()
    assert (said["version"], Running.objects.get().version) == (1, 1)


def test_the_page_of_the_round_before_is_refused_naming_both(phone: TablePhone, stage: Stage) -> None:
    then = phone.match
    for match in stage.groups.get(ordinal=1).rounds.get(number=1).matches.filter(kind="play"):
        enter_result(match=match, sheet=passed(NS), by=TEST)
    group = stage.groups.get(ordinal=1)
    close_round(stage=stage, number=1, by=TEST, groups=[group])
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST, groups=[group])
    answer = phone.send("N3", match=then.pk)
    said = answer.json()
    assert answer.status_code == 409
    assert said["is_old"] is True
    assert "第 1 轮" in said["refused"]
    assert "第 2 轮" in said["refused"]
    assert not Running.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({"deals": "不是 JSON"}, id="no JSON"),
        pytest.param({"deals": "[" * 5000}, id="endless brackets"),
        pytest.param({"deals": '[["ns", 5]]'}, id="a fifth place"),
        pytest.param({"deals": '{"ns": 2}'}, id="no list"),
        pytest.param({"match": "9" * 30}, id="a match that no database has"),
        pytest.param({"based_on": "-1"}, id="a version before the first"),
        pytest.param({"submission": ""}, id="no submission"),
        pytest.param({"note": "长" * 201}, id="a note too long"),
    ],
)
def test_what_no_script_of_ours_sends_is_refused_and_changes_nothing(
    phone: TablePhone, sent: dict[str, str]
) -> None:
    answer = phone.send("N3", **sent)
    assert answer.status_code == 422
    assert "记录读不懂" in answer.json()["refused"]
    assert not Running.objects.exists()


def test_deals_after_the_end_are_refused_in_words(phone: TablePhone) -> None:
    answer = phone.send(PASSED + " E1")
    assert (answer.status_code, answer.json()["refused"]) == (422, "第 6 副记在比赛结束之后，请核对。")


def test_who_may_not_write_is_told_why(stage: Stage) -> None:
    stranger = TablePhone(stage)
    assert "请先输入裁判员口令" in stranger.send("N3").json()["refused"]
    pairs = TablePhone(hall("pairs"))
    assert "请先选您是南北还是东西" in pairs.send("N3").json()["refused"]
    shown = TablePhone(hall("read_only"))
    assert shown.send("N3").status_code == 409
    assert not Running.objects.exists()


def test_a_link_that_is_off_or_renewed_takes_nothing(phone: TablePhone, stage: Stage) -> None:
    link = link_of(stage)
    link.is_on = False
    link.save()
    assert "已停用" in phone.send("N3").json()["refused"]
    link.is_on, link.is_current = True, False
    link.save()
    assert phone.send("N3").status_code == 410
    assert phone.look().status_code == 410
    assert not Running.objects.exists()


def test_a_result_from_the_desk_ends_the_taps(phone: TablePhone) -> None:
    phone.send("N3")
    enter_result(match=phone.match, sheet=passed(EW, loser_level=9), by=TEST, drop_deals=True)
    said = phone.send("N3 E1", 1).json()
    assert "这一桌已有成绩：9 : 过A" in said["refused"]
    assert said["may_tap"] is False


# -- the page without script --


def test_without_script_the_keys_are_a_form(phone: TablePhone) -> None:
    assert phone.tap("ns2", 0).status_code == 302
    assert phone.tap("ew4", 1).status_code == 302
    assert Running.objects.get().deals == [["ns", 2], ["ew", 4]]
    assert phone.tap("undo", 2).status_code == 302
    assert Running.objects.get().deals == [["ns", 2]]
    assert "第 2 副 · 打 5" in phone.page()


def test_without_script_an_older_page_is_told(phone: TablePhone) -> None:
    phone.tap("ns2", 0)
    answer = phone.tap("ew2", 0)
    assert answer.status_code == 409
    assert "用另一部手机记了不同的内容" in read(answer)
    for no_key in ("xx", "ns", "ns" + "9" * 5000):
        assert phone.tap(no_key, 1).status_code == 422
    assert Running.objects.get().deals == [["ns", 2]]


@pytest.mark.parametrize("key", ["ns2", "undo", "xx"])
def test_without_script_a_key_after_the_result_is_told_what_stands(phone: TablePhone, key: str) -> None:
    """Two phones at one table: the other one signed, and this page still shows its keys."""
    phone.tap("ns2", 0)
    enter_result(match=phone.match, sheet=passed(EW, loser_level=9), by=TEST, drop_deals=True)
    answer = phone.tap(key, 1)
    assert answer.status_code == 409
    assert "这一桌已有成绩：9 : 过A" in read(answer)
    assert Running.objects.get().deals == [["ns", 2]]


def test_whoever_only_looks_sees_levels_and_chart_and_no_key(phone: TablePhone, stage: Stage) -> None:
    phone.send("N3 E1")
    page = TablePhone(stage, name="onlooker").page()
    assert "第 3 副 · 打 3" in page
    assert "撤销上一副" not in page
    assert "台上" in page


# -- what the keys say --


def test_failures_at_a_are_said_before_they_happen() -> None:
    """school-grades: past A by a double down only, the third failure falls to 2 and keeps the gain."""
    phone = TablePhone(hall(rulebook="school-grades")).as_referee()
    phone.send(f"{TO_A} N1 N2")
    page = phone.page()
    assert "过A，本局结束" in page
    assert "打A不过，退回 4" in page
    assert "升 2 → 打 4，南北打A不过，退回 2" in page
    assert "打A不过 2 次" in page


def test_a_match_that_is_finished_at_10_says_so() -> None:
    stage = hall()
    stage.resolved_rules |= {"finish_level": "10"}
    stage.save()
    phone = TablePhone(stage).as_referee()
    phone.send("N3 N3 N3")
    assert "过 10，本局结束" in phone.page()


# -- the table to look up --


def test_the_table_of_moves_is_kept_for_ever_under_its_key(phone: TablePhone) -> None:
    address = phone.sheet()["ladder"]
    answer = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 20_000
    assert phone.client.get(phone.address("table-ladder", "0" * 20)).status_code == 404


def test_after_a_ruling_the_table_begins_where_it_left_the_match(phone: TablePhone) -> None:
    before = phone.sheet()["ladder"]
    save_running(match=phone.match, deals=[*deals("N3"), Ruling(in_play=EW)], by=ZHOU)
    sheet = phone.sheet()
    assert sheet["ladder"] != before
    assert phone.client.get(sheet["ladder"]).json()["positions"][0] == [5, 2, 2, 0]
    assert (sheet["fixed"], sheet["lines"][1]) == (2, "判罚：5 : 2")


# -- rulings --


@pytest.mark.parametrize(
    ("told", "levels", "line"),
    [
        pytest.param({"kind": "down", "side": "ns", "steps": "3"}, (2, 3), "判罚：2 : 3", id="three down"),
        pytest.param({"kind": "up", "side": "ew", "steps": "2"}, (5, 5), "判罚：5 : 5", id="two up"),
        pytest.param({"kind": "off", "side": "ew"}, (5, 3), "判罚：5 : 3", id="off the table"),
        pytest.param({"kind": "cancel"}, (5, 2), "判罚：5 : 2", id="the gain cancelled"),
        pytest.param({"kind": "award", "side": "ns"}, (8, 3), "判给 双下", id="a deal awarded"),
    ],
)
def test_a_referee_rules_between_two_deals_and_takes_it_back(
    phone: TablePhone, told: dict[str, str], levels: tuple[int, int], line: str
) -> None:
    phone.send("N3 E1")
    data = {"match": phone.match.pk, "based_on": 1, "submission": phone.key(), **told}
    assert phone.client.post(phone.address("table-rule"), data).status_code == 302
    sheet = phone.sheet()
    assert tuple(sheet["steps"][-1][:2]) == levels
    assert line in sheet["lines"][-1]
    assert (sheet["fixed"], sheet["version"]) == (3, 2)
    assert "撤销上一项判罚" in phone.page()
    assert phone.tap("undo", 2).status_code == 302
    assert phone.sheet()["items"] == [["ns", 2], ["ew", 4]]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        pytest.param({"kind": "down"}, "请选是哪一方。", id="no side"),
        pytest.param({"kind": "down", "side": "ns", "steps": "13"}, "12", id="too many levels"),
        pytest.param({"side": "ns"}, "这个字段是必填项。", id="no kind"),
        pytest.param({"kind": "cancel"}, "这一副没有升级，不能取消升级。", id="nothing to cancel"),
    ],
)
def test_a_ruling_that_cannot_be_is_said_beside_its_field(
    phone: TablePhone, told: dict[str, str], said: str
) -> None:
    data = {"match": phone.match.pk, "based_on": 0, "submission": phone.key(), **told}
    answer = phone.client.post(phone.address("table-rule"), data)
    assert answer.status_code == 422
    assert said in read(answer)
    assert not Running.objects.exists()


def test_a_pair_rules_nothing() -> None:
    phone = TablePhone(hall("pairs")).as_pair("ns")
    data = {"match": phone.match.pk, "based_on": 0, "submission": "x", "kind": "up", "side": "ns"}
    assert phone.client.post(phone.address("table-rule"), data).status_code == 403
    assert "记判罚" not in phone.page()
    assert not Running.objects.exists()


# -- what it costs --


def test_a_look_and_a_tap_take_a_fixed_number_of_queries(
    phone: TablePhone, stage: Stage, django_assert_num_queries: Any
) -> None:
    phone.send("N3 E1 " * 3)
    stamp = phone.sheet()["stamp"]
    with django_assert_num_queries(4):
        phone.look(stamp)
    assert match_at(stage).running.version == 1


def test_the_worker_may_answer_for_every_table(phone: TablePhone) -> None:
    answer = phone.client.get("/t/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
