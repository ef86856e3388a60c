"""One table's page: corrections with reason and history, swapping, clearing, conflicts, deals."""

from __future__ import annotations

import re

import pytest

from scoring.levels import Deal
from scoring.rules import Side
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.entering.desk import BACKEND, Desk, read
from tests.tournament.factories import TEST, make_event, make_person, make_stage, passed, play_round
from tournament.actions.enter_result import enter_result
from tournament.actions.publish import publish_standings
from tournament.actions.run_round import close_round
from tournament.models import Membership, Result, Role, Stage
from tournament.queries.rounds import table_rows
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def correct(desk: Desk, table: int, ns: str, ew: str, *, based_on: int, reason: str = "", key: str = "c"):
    """Send the correction form of a table's page."""
    data = {"ns_level": ns, "ew_level": ew, "submission": key, "based_on": based_on, "reason": reason}
    return desk.client.post(desk.address("match", table), data)


@pytest.fixture
def played(stage: Stage) -> Desk:
    """Two rounds played; the first closed and announced."""
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    publish_standings(stage=stage, number=1, by=TEST)
    play_round(stage, 2)
    return Desk(stage, 1)


def test_f23_a_slip_read_from_the_wrong_side_is_corrected_after_the_next_round_has_begun(
    played: Desk,
) -> None:
    stage, match = played.stage, played.match(3)
    wrong = played.result(3)
    later = [(row.match.pk, row.match.version) for row in table_rows(stage, 2)]
    before = {row.pair: row.points for row in stage_standings(stage, 1).overall}
    page = read(played.client.get(played.address("match", 3)))
    assert "第 2 轮的对阵不看成绩，照旧有效" in page
    assert "成绩公告第 1 号是按旧成绩公布的" in page

    ns, ew = ("9", "A3") if wrong.passed_a == "ns" else ("A3", "9")
    assert "更正成绩请写明原因" in read(correct(played, 3, ns, ew, based_on=1))
    assert played.result(3).version == 1
    done = correct(played, 3, ns, ew, based_on=1, reason="南北东西抄反")
    assert done.status_code == 302

    assert {row.pair: row.points for row in stage_standings(stage, 1).overall} != before
    assert [(row.match.pk, row.match.version) for row in table_rows(stage, 2)] == later
    history = read(played.client.get(played.address("match", 3)))
    lines = history[history.index("改动记录") :]
    assert "李负责" in lines
    assert "测试员" in lines
    assert "南北东西抄反" in lines
    assert lines.index("2 ") < lines.index("1 ")
    assert played.result(3).ns_level == (9 if ns == "9" else 14)
    assert match.results.count() == 2


def test_a_correction_after_the_announcement_offers_the_corrected_announcement(played: Desk) -> None:
    wrong = played.result(1)
    assert "公布更正" not in played.page()
    ns, ew = ("9", "A3") if wrong.passed_a == "ns" else ("A3", "9")
    correct(played, 1, ns, ew, based_on=1, reason="核对计分表")
    assert "成绩公告第 1 号公布以后，成绩有更正" in played.page()
    address = played.address("round-act", "announce")
    done = played.client.post(address, {"submission": "a", "reason": "第 1 桌更正"}, follow=True)
    assert "已公布第 1 轮后的名次" in read(done)
    published = played.stage.publications.get(kind="standings", is_current=True)
    assert (published.number, published.reason) == (2, "第 1 桌更正")


def test_f25_a_correction_based_on_an_older_version_shows_both_and_may_then_be_forced(desk: Desk) -> None:
    desk.slip(2, "7", "A3")
    desk.slip(2, "8", "A3", overwrite="1")
    told = correct(desk, 2, "J", "6", based_on=1)
    assert told.status_code == 409
    page = read(told)
    assert "现在的： 8 : 过A" in page or "现在的：8 : 过A" in page
    html = told.content.decode()
    assert 'name="ns_level" value="J"' in html
    assert 'name="based_on" value="2"' in html
    assert "按我的改写" in page
    assert correct(desk, 2, "J", "6", based_on=2, key="c2").status_code == 302
    assert (desk.result(2).version, desk.result(2).ns_level) == (3, 11)


def test_f27_a_correction_that_cannot_be_keeps_what_was_typed(desk: Desk) -> None:
    desk.slip(2, "7", "A3")
    told = correct(desk, 2, "十", "6", based_on=1, reason="看错")
    assert told.status_code == 422
    assert "级数“十”看不懂" in read(told)
    assert 'value="看错"' in told.content.decode()
    assert desk.result(2).version == 1


def test_f37_swapped_sides_are_kept_and_the_levels_move_with_the_pairs(desk: Desk) -> None:
    match = desk.match(2)
    pairs = (match.ns, match.ew)
    desk.slip(2, "A3", "9")
    before = {row.pair: row.points for row in stage_standings(desk.stage).overall}
    page = desk.client.post(
        desk.address("match-act", 2, "swap"), {"submission": "s", "based_on": "1"}, follow=True
    )
    assert "第 2 桌南北、东西已互换" in read(page)
    assert "（互换南北东西之前）" in read(page)
    match = desk.match(2)
    assert (match.ew, match.ns) == pairs
    assert (desk.result(2).ns_level, desk.result(2).passed_a) == (9, "ew")
    assert {row.pair: row.points for row in stage_standings(desk.stage).overall} == before


def test_f37_a_cleared_table_is_missing_again_and_stops_the_round(desk: Desk) -> None:
    for table in (1, 2, 3, 4):
        desk.slip(table, "A3", "9")
    address = desk.address("match-act", 3, "clear")
    page = desk.client.post(address, {"submission": "k", "based_on": "1"}, follow=True)
    assert "这一桌又是未录" in read(page)
    assert "还没有成绩：第 3 桌" in desk.page()
    numbers = {desk.match(3).ns.number, desk.match(3).ew.number}
    assert {row.played for row in stage_standings(desk.stage).overall if row.pair in numbers} == {0}
    refused = desk.client.post(desk.address("round-act", "close"), {"submission": "c"})
    assert refused.status_code == 422
    assert "还有 1 桌没有成绩：3" in read(refused)


def test_a_stale_swap_is_refused_and_nothing_moves(desk: Desk) -> None:
    desk.slip(2, "A3", "9")
    told = desk.client.post(desk.address("match-act", 2, "swap"), {"submission": "s", "based_on": "0"})
    assert told.status_code == 409
    assert "别人已经改过" in read(told)
    assert desk.result(2).passed_a == "ns"


def test_an_awarded_loss_asks_for_the_levels_where_they_count() -> None:
    desk = Desk(make_stage(event=make_event(pairs=8, rules={"awarded_loss": "three_levels"})))
    address = desk.address("match-act", 1, "walkover")
    asked = desk.client.post(address, {"submission": "w", "based_on": "0", "kind": "award-ns"})
    assert asked.status_code == 422
    assert "请填写级数" in read(asked)
    levels = {"ns_level": "7", "ew_level": "Ｑ"}
    done = desk.client.post(address, {"submission": "w", "based_on": "0", "kind": "award-ns", **levels})
    assert done.status_code == 302
    assert (desk.result(1).ns_level, desk.result(1).ew_level) == (7, 12)
    assert "南北判负" in desk.page()


def test_a_result_with_deals_is_shown_deal_by_deal(desk: Desk) -> None:
    deals = (Deal(Side.NS, 2), Deal(Side.EW, 3), Deal(Side.EW, 4))
    sheet = Scoresheet(ns_level=5, ew_level=5, ended=Ended.TIME, deals=deals, seconds=3600)
    enter_result(match=desk.match(1), sheet=sheet, by=TEST)
    page = read(desk.client.get(desk.address("match", 1)))
    assert "逐副记录" in page
    assert "1 南北 3 5 2 南北 2 东西 2 5 4 东西 3 东西 1 5 5 东西" in page
    assert "用时 60:00" in page


def test_after_closing_a_scorer_corrects_nothing(played: Desk) -> None:
    scorer = make_person("scorer", name="周记录")
    Membership.objects.create(person=scorer, event=played.stage.event, role=Role.SCORER)
    played.client.force_login(scorer, backend=BACKEND)
    told = correct(played, 1, "9", "4", based_on=1, reason="看错")
    assert told.status_code == 422
    assert "要由裁判长或赛事负责人来做" in read(told)
    chief = make_person("chief", name="吴裁判长")
    Membership.objects.create(person=chief, event=played.stage.event, role=Role.CHIEF_REFEREE)
    played.client.force_login(chief, backend=BACKEND)
    assert correct(played, 1, "9", "4", based_on=1, reason="看错", key="c9").status_code == 302


def test_a_table_that_does_not_exist_has_no_page(desk: Desk) -> None:
    assert desk.client.get(desk.address("match", 99)).status_code == 404
    assert desk.client.post(desk.address("match-act", 1, "burn"), {"submission": "x"}).status_code == 404


def test_the_history_names_whoever_entered_even_when_the_account_is_gone(desk: Desk) -> None:
    desk.slip(1, "A3", "9")
    Result.objects.update(person=None)
    assert re.search(r"过A : 9（升 3 级） 现行 李负责", read(desk.client.get(desk.address("match", 1))))


def test_passed_is_the_same_written_either_way(desk: Desk) -> None:
    enter_result(match=desk.match(1), sheet=passed(Side.NS, loser_level=9), by=TEST)
    html = desk.client.get(desk.address("match", 1)).content.decode()
    assert 'value="A+3"' in html
