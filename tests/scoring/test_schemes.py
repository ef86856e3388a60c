"""How an outcome becomes points, walk-overs included."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidRules
from scoring.options import Ended, Side
from scoring.outcome import Outcome, OutcomeKind
from scoring.rules import Rules, resolve, to_json
from scoring.schemes import KINDS, SCHEMES, DealPoints, Table
from scoring.walkovers import level_diffs, match_points, secondary_points, walkover_table

NS, EW = Side.NS, Side.EW


def points(outcome: Outcome, **settings: object) -> tuple[str, str]:
    ns, ew = match_points(outcome, resolve({"level_tie": "in_play_side"}, settings))
    return str(ns), str(ew)


def played(winner: Side | None, diff: int = 0, **facts: object) -> Outcome:
    return Outcome(OutcomeKind.PLAYED, winner, level_diff=diff, **({"ended": Ended.TIME} | facts))


def won_by(lead: int) -> Outcome:
    return played(NS, lead)


@pytest.mark.parametrize(
    ("d", "winner"), list(enumerate(range(13, 27))), ids=[f"级差 {d}" for d in range(14)]
)
def test_devzone_26_the_whole_table(d: int, winner: int) -> None:
    assert points(won_by(d), scheme="table-26") == (str(winner), str(26 - winner))
    assert points(won_by(d).seats_swapped(), scheme="table-26") == (str(26 - winner), str(winner))


def test_devzone_26_a_draw_is_13_each() -> None:
    assert points(played(None), scheme="table-26") == ("13", "13")


@pytest.mark.parametrize(
    ("d", "expected"), [(0, ("14", "14")), (7, ("21", "7")), (14, ("28", "0")), (15, ("28", "0"))]
)
def test_casual_28_table(d: int, expected: tuple[str, str]) -> None:
    assert points(won_by(d), scheme="table-28") == expected


def test_larger_differences_earn_the_last_row() -> None:
    assert points(won_by(15), scheme="table-26") == ("26", "0")


@pytest.mark.parametrize("scheme", ["table-26", "win-plus-diff"])
def test_a_match_won_from_behind_takes_row_0(scheme: str) -> None:
    behind = played(NS, -3)
    assert points(behind, scheme=scheme) == points(won_by(0), scheme=scheme)


def test_an_organisers_own_table() -> None:
    own = {"kind": "table", "winner": ["3", "5"], "loser": ["2", "0"], "draw": ["2.5", "2.5"]}
    assert points(won_by(0), scheme=own) == ("3", "2")
    assert points(won_by(9), scheme=own) == ("5", "0")
    assert points(played(None), scheme=own) == ("2.5", "2.5")


def test_a_draw_left_out_is_half_of_row_0_each() -> None:
    own = {"kind": "table", "winner": ["3"], "loser": ["2"]}
    assert points(played(None), scheme=own) == ("2.5", "2.5")


def passed_a(d: int, loser_level: int) -> Outcome:
    return played(NS, d, ns_level=14, ew_level=loser_level, passed_a=NS, ended=Ended.PASSED_A)


@pytest.mark.parametrize(
    ("outcome", "settings", "expected"),
    [
        pytest.param(passed_a(15, 2), {}, ("115", "0"), id="by 15: 115, the others never left 2"),
        pytest.param(passed_a(14, 3), {}, ("114", "1"), id="by 14"),
        pytest.param(passed_a(1, 14), {}, ("101", "12"), id="the others at A: 12 at most"),
        pytest.param(passed_a(16, 2), {}, ("115", "0"), id="at most 15"),
        pytest.param(
            played(NS, 4, ns_level=9, ew_level=5), {}, ("7", "3"), id="nobody past A: what was climbed"
        ),
        pytest.param(
            played(NS, 4, ns_level=9, ew_level=5),
            {"leader_at_time": "bonus"},
            ("107", "3"),
            id="the leader's bonus on top",
        ),
        pytest.param(
            played(None, ns_level=9, ew_level=9),
            {"leader_at_time": "bonus"},
            ("7", "7"),
            id="no leader in a draw",
        ),
        pytest.param(
            played(NS, 0, ns_level=5, ew_level=9, ended=Ended.RULING), {}, ("100", "7"), id="won by ruling"
        ),
        pytest.param(
            played(NS, 3, ns_level=5, ew_level=14, ended=Ended.ACE_FAILED),
            {},
            ("103", "0"),
            id="third failure",
        ),
        pytest.param(
            Outcome(OutcomeKind.AWARDED, NS, level_diff=3, ns_level=8, ew_level=5, ended=Ended.RULING),
            {},
            ("103", "3"),
            id="awarded loss",
        ),
    ],
)
def test_library_rotation_hundred_plus(
    outcome: Outcome, settings: dict[str, object], expected: tuple[str, str]
) -> None:
    assert points(outcome, **({"scheme": "hundred-plus"} | settings)) == expected


def test_hundred_plus_with_an_organisers_figures() -> None:
    own = {"kind": "hundred-plus", "bonus": "50", "diff_cap": 5, "level_cap": 3}
    assert points(passed_a(9, 8), scheme=own) == ("55", "3")


@pytest.mark.parametrize(
    ("scheme", "won", "drawn"),
    [
        pytest.param("win-loss-2-1-0", ("2", "1"), None, id="school-grades"),
        pytest.param("match-points", ("2", "0"), ("1", "1"), id="national-2017"),
        pytest.param(
            {"kind": "match-points", "win": "1", "draw": "0.5", "loss": "0"},
            ("1", "0"),
            ("0.5", "0.5"),
            id="1/½/0",
        ),
        pytest.param(
            {"kind": "match-points", "win": "3", "draw": "2", "loss": "1"}, ("3", "1"), ("2", "2"), id="3/2/1"
        ),
        pytest.param("ace-time", ("1", "0"), None, id="school-grades-final"),
        pytest.param("deal-points", ("0", "0"), ("0", "0"), id="no deals, no points"),
    ],
)
def test_fixed_points(scheme: object, won: tuple[str, str], drawn: tuple[str, str] | None) -> None:
    assert points(won_by(3), scheme=scheme) == won
    assert points(won_by(3).seats_swapped(), scheme=scheme) == won[::-1]
    assert resolve({"scheme": scheme, "level_tie": "lots"}).scheme.allows_draw is (drawn is not None)
    if drawn is not None:
        assert points(played(None), scheme=scheme) == drawn


def test_win_plus_diff_the_loser_may_fall_below_0() -> None:
    assert points(won_by(5), scheme="win-plus-diff") == ("2.5", "-0.5")
    assert points(played(None), scheme="win-plus-diff") == ("1", "1")


def test_deal_points_are_the_sums_of_gains() -> None:
    assert points(played(EW, ns_gains=4, ew_gains=9), scheme="deal-points") == ("4", "9")


def test_a_draw_under_a_scheme_without_draws_is_worth_nothing() -> None:
    assert points(played(None), scheme="ace-time") == ("0", "0")
    assert points(played(None), scheme="win-loss-2-1-0") == ("0", "0")


FORFEIT = Outcome(OutcomeKind.FORFEIT, NS)
DOUBLE = Outcome(OutcomeKind.DOUBLE_FORFEIT, None)


@pytest.mark.parametrize(
    ("scheme", "win"),
    [
        ("table-26", "17"),
        ("table-28", "18"),
        ({"kind": "table", "winner": ["3", "5"], "loser": ["2", "0"]}, "5"),
        ("hundred-plus", "100"),
        ("win-loss-2-1-0", "2"),
        ("match-points", "2"),
        ("win-plus-diff", "2"),
        ("deal-points", "0"),
        ("ace-time", "1"),
    ],
    ids=str,
)
def test_walk_overs_default_to_a_win_of_the_scheme_and_0(scheme: object, win: str) -> None:
    table = walkover_table(resolve({"scheme": scheme, "level_tie": "lots"}))
    assert str(table.bye.points) == str(table.opponent.points) == win
    assert [table.forfeiter.points, table.double.points, table.missed.points] == [0, 0, 0]
    assert points(FORFEIT, scheme=scheme) == (win, "0")
    assert points(FORFEIT.seats_swapped(), scheme=scheme) == ("0", win)
    assert points(DOUBLE, scheme=scheme) == ("0", "0")


def test_every_walk_over_is_a_number_of_its_own() -> None:
    own = {"bye": "12", "opponent": "15", "forfeiter": "-1", "double": "-2", "missed": "0.5"}
    table = walkover_table(resolve({"walkovers": own}))
    figures = [table.bye, table.opponent, table.forfeiter, table.double, table.missed]
    assert [str(figure.points) for figure in figures] == ["12", "15", "-1", "-2", "0.5"]
    assert points(FORFEIT, walkovers=own) == ("15", "-1")
    assert points(DOUBLE, walkovers=own) == ("-2", "-2")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, (4, 4, -13, -13, -13), id="devzone-26: 17 is the row of +4, 0 the row of −13"),
        pytest.param({"walkovers": {"bye": "13"}}, (0, 4, -13, -13, -13), id="13 is row 0"),
        pytest.param(
            {"walkovers": {"bye": "9"}}, (-4, 4, -13, -13, -13), id="a bye that pays a loser's figure"
        ),
        pytest.param(
            {"walkovers": {"double": "20"}}, (4, 4, -13, 7, -13), id="a double that pays a winner's"
        ),
        pytest.param({"walkovers": {"bye": "17.5"}}, (0, 4, -13, -13, -13), id="no row pays it"),
        pytest.param({"scheme": "hundred-plus"}, (0, 0, 0, 0, 0), id="no rows"),
        pytest.param(
            {"walkover_level_diff": {"bye": 2, "missed": 0, "forfeiter": "-5"}}, (2, 4, -5, -13, 0), id="set"
        ),
    ],
)
def test_level_differences_of_walk_overs(settings: dict[str, object], expected: tuple[int, ...]) -> None:
    rules = resolve(settings)
    table = walkover_table(rules)
    figures = [table.bye, table.opponent, table.forfeiter, table.double, table.missed]
    assert tuple(figure.level_diff for figure in figures) == expected
    assert level_diffs(FORFEIT, rules) == (expected[1], expected[2])
    assert level_diffs(DOUBLE, rules) == (expected[3], expected[3])
    assert level_diffs(won_by(3), rules) == (3, -3)


def test_a_second_scheme_beside_the_first() -> None:
    rules = resolve({"scheme": "match-points", "secondary_scheme": "table-26"})
    assert match_points(won_by(5), rules) == (2, 0)
    assert secondary_points(won_by(5), rules) == (18, 8)
    assert secondary_points(FORFEIT, rules) == (17, 0)
    assert secondary_points(DOUBLE, rules) == (0, 0)
    assert secondary_points(won_by(5), Rules()) is None


OUTCOMES = st.builds(
    lambda diff, tie: played(NS if diff > 0 else EW if diff < 0 else tie, diff, ns_gains=3, ew_gains=4),
    st.integers(-15, 15),
    st.sampled_from([NS, EW, None]),
)


@given(outcome=OUTCOMES, scheme=st.sampled_from([key for key in SCHEMES if SCHEMES[key].allows_draw]))
def test_points_swap_with_the_seats(outcome: Outcome, scheme: str) -> None:
    assert points(outcome.seats_swapped(), scheme=scheme) == points(outcome, scheme=scheme)[::-1]


@given(outcome=OUTCOMES, scheme=st.sampled_from(["table-26", "table-28", "match-points", "win-plus-diff"]))
def test_both_sides_share_a_constant_sum(outcome: Outcome, scheme: str) -> None:
    sums = {"table-26": 26, "table-28": 28, "match-points": 2, "win-plus-diff": 2}
    assert sum(match_points(outcome, resolve({"scheme": scheme}))) == sums[scheme]


@pytest.mark.parametrize("key", SCHEMES)
def test_ready_made_schemes_are_written_as_their_key_and_read_back(key: str) -> None:
    rules = resolve({"scheme": key, "level_tie": "lots"})
    assert to_json(rules)["scheme"] == key


def test_a_table_equal_to_a_ready_made_one_is_written_as_its_key() -> None:
    rows = [str(13 + d) for d in range(14)]
    same = {"kind": "table", "winner": rows, "loser": [str(13 - d) for d in range(14)]}
    assert to_json(resolve({"scheme": same}))["scheme"] == "table-26"


def test_an_own_scheme_is_written_whole() -> None:
    own = {"kind": "match-points", "win": "3.50"}
    written = {"kind": "match-points", "win": "3.5", "draw": "1", "loss": "0"}
    assert to_json(resolve({"scheme": own}))["scheme"] == written


@pytest.mark.parametrize(
    ("scheme", "code", "path"),
    [
        ("table-27", "unknown_choice", "scheme"),
        (26, "wrong_type", "scheme"),
        ({}, "unknown_choice", "scheme.kind"),
        ({"kind": ["table"]}, "unknown_choice", "scheme.kind"),
        ({"kind": "table", "winner": ["1"]}, "missing_key", "scheme.loser"),
        ({"kind": "table", "winner": [], "loser": []}, "wrong_length", "scheme.winner"),
        ({"kind": "table", "winner": ["1", "2"], "loser": ["1"]}, "rows_differ", "scheme.loser"),
        ({"kind": "table", "winner": ["1", 2], "loser": ["1", "0"]}, "wrong_type", "scheme.winner[1]"),
        ({"kind": "table", "winner": ["x"], "loser": ["1"]}, "not_points", "scheme.winner[0]"),
        ({"kind": "table", "winner": "1", "loser": ["1"]}, "wrong_type", "scheme.winner"),
        ({"kind": "table", "winner": ["1"], "loser": ["1"], "draw": ["1"]}, "wrong_length", "scheme.draw"),
        ({"kind": "deal-points", "win": "1"}, "unknown_key", "scheme.win"),
        ({"kind": "hundred-plus", "diff_cap": -1}, "out_of_range", "scheme.diff_cap"),
    ],
)
def test_schemes_that_cannot_be(scheme: object, code: str, path: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        resolve({"scheme": scheme})
    assert (caught.value.code, caught.value.path) == (code, path)


def test_every_kind_has_a_class_of_its_own_name() -> None:
    assert set(KINDS) == {"table", "hundred-plus", "match-points", "win-plus-diff", "deal-points", "ace-time"}
    assert KINDS["deal-points"]() == DealPoints()
    assert Table(winner=(Decimal(2),), loser=(Decimal(1),)).draw == (Decimal("1.5"), Decimal("1.5"))
