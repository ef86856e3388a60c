"""What was recorded, on paper: scoresheets, reports, the check sheet, penalties and appeals."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.utils import timezone
from openpyxl import load_workbook

from scoring.deals import Deal, Ruling
from scoring.levels import play
from scoring.rules import Grade, Side
from scoring.scoresheet import Ended, Forfeit, Scoresheet
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.publish import publish_standings
from tournament.exports.blank_sheet import BlankSheet, DealLine
from tournament.exports.cards.reports import MatchReport
from tournament.exports.cards.sheet import CardSet
from tournament.exports.pdf import to_pdf
from tournament.exports.scoresheets import SheetSet
from tournament.exports.xlsx import to_xlsx
from tournament.lists.cards.catalogue import CARDS
from tournament.lists.papers.catalogue import PAPERS, Needs, Wanted
from tournament.lists.papers.filled_sheets import filled_sheets
from tournament.models import Appeal, Match, Round, Stage

pytestmark = pytest.mark.django_db
NS, EW = Side.NS, Side.EW


def built(stage: Stage, what: str, number: int | None = None, **asked: Any) -> Any:
    kind = CARDS.get(what) or PAPERS[what]
    if kind.needs is Needs.EVENT:
        return kind.build(Wanted(stage.event, timezone.now()))
    return kind.build(Wanted(stage.event, timezone.now(), stage, number, **asked))


def pages_of(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        return ["".join(page.get_textpage().get_text_range().split()) for page in document]


def text_of(data: bytes) -> str:
    return "".join(pages_of(data))


def table(stage: Stage, number: int = 1, table: int = 1) -> Match:
    matches = Match.objects.select_related("ns", "ew", "round")
    return matches.get(round__group__stage=stage, round__number=number, table=table)


def sheet_of(stage: Stage, number: int = 1) -> BlankSheet:
    return next(sheet for sheet in filled_sheets(stage, 1) if sheet.table == number)


# -- filled scoresheets


def test_a_recorded_sheet_has_levels_ending_winner_and_points() -> None:
    stage = make_stage(pairs=8)
    enter_result(match=table(stage), sheet=passed(EW, loser_level=9, gain=2), by=TEST)
    filled = sheet_of(stage).filled
    assert filled is not None
    assert (filled.ns_level, filled.ew_level, filled.ended, filled.passed, filled.gain) == (
        "9",
        "过A",
        "passed_a",
        "ew",
        2,
    )
    assert filled.verdict == "东西过A升 2 级，胜 · 级差 −7 · 积分 7 : 107"
    text = text_of(SheetSet("计分表", (sheet_of(stage),)).to_pdf())
    assert "东西过A升2级，胜·级差−7·积分7:107" in text
    assert "没有逐副记录" in text


def test_a_recorded_sheet_tells_every_deal_with_the_levels_after_it() -> None:
    stage = make_stage(pairs=8)
    deals = (Deal(NS, 2), Deal(EW, 3), Deal(NS, 4), Ruling(ew=-1), Deal(EW, 2))
    state = play(deals, stage.scoring_rules)
    sheet = Scoresheet(
        ns_level=state.ns_level, ew_level=state.ew_level, ended=Ended.TIME, seconds=3552, deals=deals
    )
    enter_result(match=table(stage), sheet=sheet, by=TEST)
    filled = sheet_of(stage).filled
    assert filled is not None
    assert filled.deals == (
        DealLine("ns", 3, "5", "2"),
        DealLine("ew", 2, "5", "4"),
        DealLine("ns", 1, "6", "3"),
        DealLine("ew", 3, "6", "6"),
    )
    assert (filled.ended, filled.minutes, filled.passed, filled.gain) == ("time", "59:12", "", None)


def test_equal_levels_tick_who_was_in_play_where_that_decides() -> None:
    stage = make_stage(make_event(pairs=4, rulebook="school-grades"))
    sheet = Scoresheet(ns_level=9, ew_level=9, in_play=EW, ended=Ended.TIME)
    enter_result(match=table(stage), sheet=sheet, by=TEST)
    filled = sheet_of(stage).filled
    assert filled is not None
    assert filled.tie == "ew"
    assert "东西胜" in filled.verdict


def test_walkovers_and_penalties_are_remarked_and_open_tables_stay_blank() -> None:
    stage = make_stage(pairs=8)
    match = table(stage)
    enter_result(match=match, sheet=Forfeit(EW), by=TEST)
    first = give_penalty(
        event=stage.event, stage=stage, round_number=1, number=match.ns.number, grade=Grade.WARNING,
        points=Decimal(-2), by=TEST,
    )  # fmt: skip
    cancel_penalty(penalty=first, reason="认错人", by=TEST)
    give_penalty(event=stage.event, number=match.ns.number, grade=Grade.ORAL_WARNING, by=TEST)
    filled = sheet_of(stage).filled
    assert filled is not None
    assert filled.remarks == f"东西弃权；判罚第 1 号：{match.ns.number} 号警告，罚分 −2（已撤销）"
    assert (filled.ns_level, filled.ended, filled.deals) == ("", "", ())
    assert sheet_of(stage, 2).filled is None


def test_scoresheets_come_two_to_a4_or_one_to_a5_or_for_one_table() -> None:
    stage = make_stage(pairs=12, rounds_played=1)
    assert len(pages_of(built(stage, "scoresheets", 1).to_pdf())) == 3
    single = built(stage, "scoresheets-a5", 1).to_pdf()
    with pypdfium2.PdfDocument(single) as document:
        found = [(round(page.get_width()), round(page.get_height())) for page in document]
    assert found == [(595, 421)] * 6
    assert [sheet.table for sheet in built(stage, "scoresheets-filled", 1, table=3).sheets] == [3]
    assert built(stage, "nameless").sheets[0].ns is None
    assert built(stage, "scoresheets", 1).missing() == set()


# -- reports and the check sheet


def reports(stage: Stage, **asked: Any) -> list[MatchReport]:
    made = built(stage, "reports", 1, **asked)
    assert isinstance(made, CardSet)
    return [card for card in made.cards if isinstance(card, MatchReport)]


def test_both_pairs_get_a_copy_with_levels_points_and_verdict() -> None:
    stage = make_stage(pairs=8)
    match = table(stage)
    enter_result(match=match, sheet=passed(NS, loser_level=7, gain=2), by=TEST)
    ns, ew = reports(stage, table=1)
    assert (ns.copy, ew.copy) == ("南北联", "东西联")
    assert ns.ns == ew.ns
    assert (ns.ns.number, ns.ns.level, ns.ns.points) == (match.ns.number, "过A", "109")
    assert match.ew is not None
    assert (ns.ew.number, ns.ew.level, ns.ew.points) == (match.ew.number, "7", "5")
    assert ns.verdict == "南北过A升 2 级，胜 · 级差 +9 · 积分 109 : 5"
    open_table = reports(stage, table=2)[0]
    assert (open_table.verdict, open_table.ns.points) == ("", "")


def test_a_report_names_the_announcement_until_a_result_is_corrected() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    assert {one.number for one in reports(stage)} == {""}
    publish_standings(stage=stage, number=1, by=TEST)
    assert {one.number for one in reports(stage)} == {"成绩公告第 1 号"}
    enter_result(match=table(stage), sheet=Forfeit(NS), by=TEST, reason="抄反")
    assert {one.number for one in reports(stage)} == {""}


@pytest.mark.parametrize(
    ("minutes", "clock", "expected"),
    [
        pytest.param(30, True, "请在 04-28 11:30 以前书面提出", id="30 minutes after the clock ran out"),
        pytest.param(None, True, "请在＿＿＿＿以前书面提出", id="the rules say nothing: room for a time"),
        pytest.param(30, False, "请在本轮结束后 30 分钟内书面提出", id="not over yet: the rule"),
    ],
)
def test_objections_are_heard_until_the_rules_minutes_after_the_round(
    minutes: int | None, clock: bool, expected: str
) -> None:
    stage = make_stage(make_event(pairs=8, rules={"appeal_minutes": minutes}))
    if clock:
        Round.objects.filter(group__stage=stage, number=1).update(
            ends_at=datetime(2013, 4, 28, 3, 0, tzinfo=UTC)
        )
    assert expected in reports(stage)[0].objections
    assert expected in built(stage, "check-results", 1).notes[-1]


def test_without_a_clock_the_round_ends_with_the_last_first_result() -> None:
    stage = make_stage(make_event(pairs=8, rules={"appeal_minutes": 30}), rounds_played=1)
    last = max(match.results.get().at for match in Match.objects.filter(round__number=1))
    enter_result(match=table(stage), sheet=Forfeit(NS), by=TEST, reason="抄反")
    until = timezone.localtime(last + timedelta(minutes=30))
    assert f"{until:%m-%d %H:%M}" in built(stage, "check-results", 1).notes[-1]


def test_the_check_sheet_has_every_pair_once_by_unit_with_its_own_level_first() -> None:
    stage = make_stage(pairs=15, rounds_played=1)
    made = built(stage, "check-results", 1)
    rows = made.sections[0].rows
    assert sorted(row[1] for row in rows) == list(range(1, 16))
    match = table(stage)
    by_number = {row[1]: row for row in rows}
    assert match.ew is not None
    own, other = by_number[match.ns.number][7], by_number[match.ew.number][7]
    assert own.split(" : ") == other.split(" : ")[::-1]
    assert by_number[match.ns.number][4] == "南北"
    bye = next(row for row in rows if row[4] == "轮空")
    assert bye[5:8] == (None, None, "")
    assert "领队签名" in text_of(to_pdf(made))


# -- penalties and appeals


def test_cancelled_penalties_are_struck_out_and_counts_add_up() -> None:
    stage = make_stage(pairs=8)
    event = stage.event
    give_penalty(event=event, stage=stage, number=2, grade=Grade.WARNING, points=Decimal(-2), by=TEST)
    second = give_penalty(
        event=event, stage=stage, number=3, grade=Grade.WARNING, points=Decimal(-1), by=TEST
    )
    give_penalty(event=event, number=4, grade=Grade.VIOLATION, by=TEST)
    cancel_penalty(penalty=second, reason="认错人", by=TEST)
    made = built(stage, "penalties")
    assert made.sections[0].struck == {1}
    assert [column.title for column in made.sections[0].columns if column.kept] == ["撤销原因"]
    counted = "共 3 项：有效 2 项（警告 1、记违例 1），撤销 1 项。"
    assert made.notes[:3] == ("仅供赛事工作人员使用。", "有效的罚分合计 −2。", counted)
    booked = load_workbook(BytesIO(to_xlsx(made))).active
    filled = [[cell for cell in row if cell.value is not None] for row in booked.iter_rows()]
    struck = [[bool(cell.font.strike) for cell in cells] for cells in filled]
    row = next(n for n, cells in enumerate(booked.iter_rows(values_only=True)) if "认错人" in cells)
    assert struck[row] == [True] * (len(struck[row]) - 1) + [False]
    assert sum(any(cells) for cells in struck) == 1


def test_penalties_that_were_all_cancelled_say_so() -> None:
    stage = make_stage(pairs=8)
    only = give_penalty(event=stage.event, number=2, grade=Grade.WARNING, by=TEST)
    cancel_penalty(penalty=only, reason="认错人", by=TEST)
    assert "共 1 项，全部撤销。" in built(stage, "penalties").notes


def test_appeals_stand_behind_the_penalties_with_votes_and_outcome() -> None:
    stage = make_stage(pairs=8)
    pair = table(stage).ns
    Appeal.objects.create(
        event=stage.event, stage=stage, round_number=1, table=1, pair=pair, text="少报牌张数",
        filed_at=datetime(2013, 4, 28, 3, 0, tzinfo=UTC), votes_for=3, votes_against=1,
        decision="该副作废", outcome="upheld",
    )  # fmt: skip
    Appeal.objects.create(event=stage.event, pair=pair, outcome="另行通知")
    made = built(stage, "penalties")
    assert [section.heading for section in made.sections] == ["申诉"]
    first, second = made.sections[0].rows
    assert first[0] == 1
    assert first[3:] == (
        "预赛 第 1 轮 第 1 桌",
        "04-28 11:00",
        "少报牌张数",
        "3 : 1",
        "该副作废",
        "申诉成立",
    )
    assert second[3:] == ("", "", "", "", "", "另行通知")
    give_penalty(event=stage.event, number=2, grade=Grade.WARNING, by=TEST)
    assert [section.heading for section in built(stage, "penalties").sections] == ["判罚", "申诉"]
