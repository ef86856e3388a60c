"""The list of standings: its columns, its figures for people and for files, how it sorts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from scoring.rules import Side, Tiebreak
from tests.tournament.factories import TEST, make_event, make_stage, passed, play_round
from tournament.actions.enter_result import enter_result
from tournament.exports.paper import Kind
from tournament.lists.standings import StandingsTable
from tournament.models import Event, Match, Penalty, Stage
from tournament.queries.frozen import standings_json
from tournament.queries.standing_sheets import (
    StandingLine,
    StandingSheet,
    Who,
    frozen_overall,
    frozen_sheets,
    live_overall,
    live_sheets,
)
from tournament.queries.standings import stage_standings
from tournament.wording.standings import remarks, sheet_notes, tie_notes

EVENT = Event(name="中秋赛", pair_word="组合", unit_word="分工会")


def line(number: int, points: str | None, rank: int | None = 1, **fields: Any) -> StandingLine:
    """A line with one round, or with none."""
    total = Decimal(points or 0)
    given = {
        "rank": rank,
        "tied": False,
        "who": Who(number, (f"甲{number}", f"乙{number}"), "数学系"),
        "points": total,
        "penalty_points": Decimal(0),
        "carried": Decimal(0),
        "level_diff_sum": 0,
        "by_round": {} if points is None else {1: total},
        "tiebreaks": {Tiebreak.WINS: 0, Tiebreak.LEVEL_DIFF_SUM: number - 2},
    }
    return StandingLine(**(given | fields))


def sheet(*lines: StandingLine, **fields: Any) -> StandingSheet:
    given = {"group": "A", "after_round": None, "tiebreaks": ("wins", "level_diff_sum"), "rounds": (1,)}
    return StandingSheet(lines=lines, **(given | fields))


def table(one: StandingSheet, **kwargs: Any) -> StandingsTable:
    return StandingsTable(one, event=EVENT, **kwargs)


def numbers(one: StandingsTable) -> list[int]:
    return [row.record.number for row in one.rows]


def test_columns_are_the_rounds_the_tiebreaks_and_the_events_own_words() -> None:
    heads = next(table(sheet(line(1, "2"))).as_values())
    assert heads == ["名次", "序号", "组合", "分工会", "第 1 轮", "积分", "胜场", "净级差", "名次判定"]


def test_penalty_and_carried_points_have_a_column_where_somebody_has_any() -> None:
    one = line(1, "2", penalty_points=Decimal("-0.50"), carried=Decimal(3))
    heads, row = table(sheet(one)).as_values()
    assert heads[5:8] == ["带入积分", "罚分", "积分"]
    assert row[5:7] == [3, Decimal("-0.5")]


def test_values_for_files_are_numbers_and_none() -> None:
    _heads, played, unplayed = table(sheet(line(1, "108.50"), line(2, None))).as_values()
    assert played == [1, 1, "甲1 乙1", "数学系", Decimal("108.5"), Decimal("108.5"), 0, -1, ""]
    assert unplayed[4:8] == [None, None, None, None]


def test_page_shows_exact_figures_with_a_real_minus_sign() -> None:
    cells = dict(table(sheet(line(1, "108.50"))).rows[0].items())
    shown = {column.name: cell for column, cell in cells.items()}
    assert (shown["points"], shown["by_level_diff_sum"]) == ("108.5", "−1")


def test_paper_columns_say_what_each_value_is() -> None:
    one = table(sheet(line(1, "2")))
    kinds = [column.kind for column in one.paper_columns]
    assert kinds[:4] == [Kind.INT, Kind.INT, Kind.NAME, Kind.TEXT]
    assert kinds[-2:] == [Kind.DIFF, Kind.TEXT]
    assert [column.title for column in one.paper_columns] == next(one.as_values())


@pytest.mark.parametrize(
    ("sort", "wanted"),
    [
        pytest.param("points", [11, 2, 1, 3, 4], id="F49: fewest points first, nothing played last"),
        pytest.param("-points", [1, 2, 11, 3, 4], id="F49: most points first, nothing played last"),
        pytest.param("number", [1, 2, 3, 4, 11], id="F49: 2 before 11"),
        pytest.param("-number", [11, 4, 3, 2, 1], id="F49: 11 before 4"),
        pytest.param("-by_wins", [1, 2, 11, 3, 4], id="equals keep the ranking's order"),
    ],
)
def test_f49_empties_last_and_numbers_as_numbers(sort: str, wanted: list[int]) -> None:
    lines = [line(1, "10"), line(2, "9.5"), line(11, "-2"), line(3, None), line(4, None)]
    one = table(sheet(*lines), order_by=sort)
    assert numbers(one) == wanted
    assert [row[1] for row in one.as_values()][1:] == wanted


def test_f50_names_sort_by_their_surnames_readings() -> None:
    people = [("曾", 1), ("沈", 2), ("单", 3), ("陈", 4)]
    lines = [line(number, "1", who=Who(number, (f"{name}一", "乙"))) for name, number in people]
    assert numbers(table(sheet(*lines), order_by="names")) == [4, 3, 2, 1]


@pytest.mark.parametrize("sort", ["rank", "-rank"])
def test_disqualified_pair_without_a_rank_comes_last(sort: str) -> None:
    lines = [line(1, "3", 1), line(2, "2", 2), line(3, "9", None, disqualified=True)]
    one = table(sheet(*lines), order_by=sort)
    assert numbers(one)[-1] == 3
    assert list(one.as_values())[-1][-1] == "取消资格"


def test_f41_equal_lines_share_a_rank_and_are_named_below_with_what_was_compared() -> None:
    points = [24, 20, 20, 17, 17, 17, 10]
    ranks = [1, 2, 2, 4, 4, 4, 7]
    lines = [
        line(number, str(total), rank, tied=ranks.count(rank) > 1)
        for number, (total, rank) in enumerate(zip(points, ranks, strict=True), start=1)
    ]
    one = sheet(*lines)
    assert [row[0] for row in table(one).as_values()][1:] == ranks
    assert tie_notes(one) == [
        "第 2 名并列：2 号、3 号；第 4 名并列：4 号、5 号、6 号。已依次比较积分、胜场、净级差，都相同。"
    ]


def test_lots_that_nobody_has_drawn_were_not_compared() -> None:
    one = sheet(line(1, "20", 1, tied=True), line(2, "20", 1, tied=True), tiebreaks=("wins", "lots"))
    assert tie_notes(one) == ["第 1 名并列：1 号、2 号。已依次比较积分、胜场，都相同，还没有抽签。"]


def test_f72_script_in_names_and_units_is_text() -> None:
    evil = "<script>alert(1)</script>"
    one = table(sheet(line(1, "2", who=Who(1, (evil, "乙"), evil))), url_of=lambda number: f"/p/{number}")
    cells = {column.name: str(cell) for column, cell in one.rows[0].items()}
    assert evil not in cells["names"]
    assert "&lt;script&gt;" in cells["names"]
    assert list(one.as_values())[1][2] == f"{evil} 乙"


@pytest.fixture
def stage(db: None) -> Stage:
    return make_stage(pairs=8, rounds_played=2)


def test_live_and_frozen_sheets_are_the_same(stage: Stage) -> None:
    Penalty.objects.create(
        event=stage.event, stage=stage, pair=stage.event.pairs.get(number=1), grade="warning", points=-2
    )
    live = stage_standings(stage, 2)
    rows = standings_json(stage, 2)
    assert frozen_sheets(rows) == live_sheets(live)
    assert frozen_overall(rows) == live_overall(live)


def test_names_of_a_frozen_sheet_are_those_of_today(stage: Stage) -> None:
    rows = standings_json(stage, 1)
    today = frozen_sheets(rows, {1: Who(1, ("新名", "旧名"), "工会")})
    found = {one.number: one.who.text for part in today for one in part.lines}
    assert found[1] == "新名 旧名"
    assert found[2] != "新名 旧名"


@pytest.mark.django_db
def test_deciding_tiebreak_is_said_in_words() -> None:
    stage = make_stage(make_event(rulebook="devzone-26", pairs=4), pairs=4, group_size=4)
    for number in (1, 2, 3):
        play_round(stage, number)
    one = live_sheets(stage_standings(stage))[0]
    said = [row[-1] for row in StandingsTable(one, event=stage.event).as_values()][1:]
    assert [bool(text) for text in said] == [bool(each.decided_by or each.tied) for each in one.lines]


@pytest.mark.django_db
def test_rounds_without_a_result_have_no_column() -> None:
    stage = make_stage(pairs=4)
    assert live_sheets(stage_standings(stage))[0].rounds == ()
    match = Match.objects.filter(round__number=2).first()
    enter_result(match=match, sheet=passed(Side.NS), by=TEST)
    assert live_sheets(stage_standings(stage))[0].rounds == (2,)


def test_both_of_two_that_were_separated_say_by_what() -> None:
    one = sheet(
        line(7, "4", 1),
        line(12, "4", 2, decided_by="wins"),
        line(5, "4", 3, decided_by="level_diff_sum"),
        line(8, "4", 4, decided_by="level_diff_sum"),
        line(9, "1", 5),
    )

    assert remarks(one) == {
        7: "按胜场在 12 号前",
        12: "按胜场在 7 号后，按净级差在 5 号前",
        5: "按净级差在 12 号后、8 号前",
        8: "按净级差在 5 号后",
        9: "",
    }
    assert sheet_notes(one) == ["“按…在几号前（后）”：与那一队积分相同，由这一项分出先后。"]
    cells = [row.get_cell("remark") for row in table(one).rows]
    assert cells == list(remarks(one).values())


def test_all_who_share_a_rank_say_whom_they_stand_before_and_behind() -> None:
    one = sheet(
        line(1, "4", 1, tied=True),
        line(2, "4", 1, tied=True),
        line(3, "4", 3, tied=True, decided_by="wins"),
        line(4, "4", 3, tied=True),
        line(6, "0", None, disqualified=True),
    )

    assert remarks(one) == {
        1: "按胜场在 3 号前，并列",
        2: "按胜场在 3 号前，并列",
        3: "按胜场在 2 号后，并列",
        4: "按胜场在 2 号后，并列",
        6: "取消资格",
    }


def test_where_points_tell_all_there_is_nothing_to_explain() -> None:
    assert sheet_notes(sheet(line(1, "4", 1), line(2, "2", 2))) == []
