"""Matches against a house pair (陪打): counted, or worth a bye to who met it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.outcome import Outcome, OutcomeKind
from scoring.rules import HouseResults, resolve
from scoring.scoresheet import AwardedLoss
from scoring.standings import Row, standings
from scoring.walkovers import counts_as_bye, match_points
from tests.scoring.hall import EW, NS, Bye, Entry, Forfeit, at_time, decimal, row_of, table, won

COUNT = resolve({"minutes": 50, "scheme": "table-26"})
AS_BYE = resolve({"minutes": 50, "scheme": "table-26", "house_results": "as_bye"})
HOUSE = 99


def guest(record: object, rules: object = AS_BYE, *, house_sits: str = "ew") -> Row:
    """The row of pair 1 after one match against the house pair."""
    seats = (1, HOUSE) if house_sits == "ew" else (HOUSE, 1)
    rows = standings([Entry(1), Entry(HOUSE, house=True)], table((1, *seats, record)), rules=rules)
    return row_of(1, rows)


def test_by_default_the_result_counts() -> None:
    assert resolve({}).conduct.house_results is HouseResults.COUNT
    assert (guest(won(NS, 9), COUNT).points, guest(won(EW, 9), COUNT).points) == (decimal("22"), decimal("4"))


@pytest.mark.parametrize("house_sits", ["ns", "ew"])
@pytest.mark.parametrize("record", [won(NS, 9), won(EW, 9), won(None), at_time(8, 5)], ids=repr)
def test_as_a_bye_it_is_17_whatever_was_played(record: object, house_sits: str) -> None:
    row = guest(record, house_sits=house_sits)

    assert (row.points, row.played, row.byes) == (decimal("17"), 0, 1)
    assert row.level_diff_sum == 4


@pytest.mark.parametrize(
    ("record", "points"),
    [
        pytest.param(Forfeit(EW), "17", id="the house pair did not come: a bye"),
        pytest.param(Forfeit(NS), "0", id="the opponent did not come: its own forfeit"),
        pytest.param(Forfeit(None), "0", id="nobody came"),
        pytest.param(AwardedLoss(NS), "0", id="lost by a ruling: it stands"),
        pytest.param(AwardedLoss(EW), "17", id="the house pair lost by a ruling: a bye"),
    ],
)
def test_what_the_opponent_itself_lost_without_playing_stands(record: object, points: str) -> None:
    assert guest(record).points == decimal(points)


def test_a_loss_by_ruling_with_levels_stands_too() -> None:
    rules = resolve({"minutes": 50, "house_results": "as_bye", "awarded_loss": "three_levels"})
    row = guest(AwardedLoss(NS, ns_level=9, ew_level=8), rules)

    assert (row.byes, row.losses, row.points) == (0, 1, decimal("11"))


def test_between_two_house_pairs_nothing_counts_and_nothing_falls_over() -> None:
    pairs = [Entry(1), Entry(98, house=True), Entry(99, house=True)]
    rows = standings(pairs, table((1, 98, 99, won(NS, 3))), [Bye(1, 1)], rules=AS_BYE)

    assert row_of(1, rows).points == decimal("17")


def test_other_tables_count_as_ever() -> None:
    pairs = [Entry(1), Entry(2), Entry(HOUSE, house=True)]
    matches = table((1, 1, 2, won(NS, 3)), (2, 2, HOUSE, won(EW, 13)))
    rows = standings(pairs, matches, rules=AS_BYE)

    assert [(row.pair, row.points) for row in rows] == [(2, decimal("27")), (1, decimal("16"))]


def test_an_unplayed_table_gives_nothing() -> None:
    assert guest(None).points == decimal("0")


OUTCOMES = st.builds(
    Outcome,
    kind=st.sampled_from(OutcomeKind),
    winner=st.sampled_from([NS, EW]),
    level_diff=st.integers(-13, 13),
)


@given(outcome=OUTCOMES, house=st.sampled_from([NS, EW]))
def test_one_table_pays_what_the_standings_count(outcome: Outcome, house: object) -> None:
    side = NS if house is NS else EW
    points = match_points(outcome, AS_BYE, side)

    assert points[side is NS] == guest(outcome, house_sits=side.value).points
    if counts_as_bye(outcome, side, AS_BYE):
        assert points[side is EW] == 0
    assert match_points(outcome, COUNT, side) == match_points(outcome, COUNT)
