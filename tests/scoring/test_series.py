"""Best of three games."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scoring.errors import InvalidScoresheet
from scoring.outcome import OutcomeKind
from scoring.records import AwardedLoss, Forfeit, Scoresheet, Series, from_json, result_schema, to_json
from scoring.rulebooks import load
from scoring.rules import resolve
from scoring.scoresheet import Ended, Side, judge, series_score
from scoring.standings import Entry, PlayedMatch, standings
from scoring.walkovers import match_points

RULES = resolve(load("national-2017").values, {"level_tie": "extra_deal"})
NS, EW = Side.NS, Side.EW


def game(winner: Side, loser_level: int = 9, **more) -> Scoresheet:
    levels = (14, loser_level) if winner is NS else (loser_level, 14)
    return Scoresheet(ns_level=levels[0], ew_level=levels[1], passed_a=winner, ended=Ended.PASSED_A, **more)


@pytest.mark.parametrize(
    ("games", "score", "winner"),
    [
        pytest.param([game(NS)], (1, 0), None, id="1:0"),
        pytest.param([game(NS), game(EW)], (1, 1), None, id="1:1"),
        pytest.param([game(NS), game(NS)], (2, 0), NS, id="2:0"),
        pytest.param([game(EW), game(NS), game(EW)], (1, 2), EW, id="1:2"),
        pytest.param([Forfeit(EW), game(EW), game(NS)], (2, 1), NS, id="first game forfeited"),
        pytest.param([game(NS), AwardedLoss(EW)], (2, 0), NS, id="second game awarded"),
        pytest.param([game(NS), Forfeit(EW)], (2, 0), NS, id="gives up when behind"),
        pytest.param([game(NS), Forfeit(NS)], (1, 1), EW, id="gives up when ahead"),
    ],
)
def test_how_a_series_stands(games, score, winner) -> None:
    found = series_score(Series(tuple(games)), RULES)
    assert ((found.ns_wins, found.ew_wins), found.winner) == (score, winner)


@pytest.mark.parametrize(
    ("games", "code", "params"),
    [
        pytest.param([], "series_without_games", {}, id="no game"),
        pytest.param([game(NS)] * 3, "series_is_over", {"game": 3}, id="a third game after 2:0"),
        pytest.param([game(NS)], "series_unfinished", {"ns": 1, "ew": 0}, id="1:0 is no result"),
        pytest.param([game(NS), game(EW)], "series_unfinished", {"ns": 1, "ew": 1}, id="1:1 neither"),
        pytest.param([game(NS), Forfeit(None)], "knockout_without_winner", {"game": 2}, id="both left"),
        pytest.param(
            [game(NS), Scoresheet(ns_level=9, ew_level=9, ended=Ended.TIME)],
            "winner_needed",
            {"game": 2},
            id="a game never ends drawn",
        ),
    ],
)
def test_what_is_refused(games, code, params) -> None:
    with pytest.raises(InvalidScoresheet) as refused:
        judge(Series(tuple(games)), RULES)
    assert refused.value.code == code
    assert {key: refused.value.params.get(key) for key in params} == params


def test_the_difference_is_the_sum_over_the_games() -> None:
    outcome = judge(
        Series((game(NS, 9, seconds=60), game(EW, 12, seconds=90), game(NS, 13, seconds=30))), RULES
    )
    assert (outcome.winner, outcome.level_diff) == (NS, 6 - 3 + 2)
    assert (outcome.kind, outcome.ns_level, outcome.ew_level) == (OutcomeKind.PLAYED, 14, 13)
    assert (outcome.passed_a, outcome.seconds) == (NS, 180)
    assert outcome.levels_climbed(NS) == 13 + 10 + 13
    assert outcome.levels_climbed(EW) == 7 + 13 + 11


def test_a_series_won_with_a_negative_difference_takes_the_first_row() -> None:
    outcome = judge(Series((game(NS, 13), game(EW, 2), game(NS, 13))), RULES)
    assert (outcome.winner, outcome.level_diff, outcome.lead) == (NS, 2 - 13 + 2, 0)
    assert match_points(outcome, RULES) == (Decimal(2), Decimal(0))


def test_who_gives_up_when_ahead_wins_nothing() -> None:
    outcome = judge(Series((game(NS, 2), Forfeit(NS))), RULES)
    assert (outcome.winner, outcome.level_diff, outcome.passed_a) == (EW, 0, None)
    assert outcome.ended is Ended.RULING


def test_only_forfeits_are_no_played_match() -> None:
    outcome = judge(Series((Forfeit(EW), Forfeit(EW))), RULES)
    assert (outcome.kind, outcome.winner, outcome.is_played) == (OutcomeKind.FORFEIT, NS, False)


def test_gains_are_summed_where_every_game_knows_them() -> None:
    deals = from_json({"deals": [["ns", 2]] * 5, "ended": "passed_a"})
    assert isinstance(deals, Scoresheet)
    outcome = judge(Series((deals, deals)), RULES)
    assert (outcome.ns_gains, outcome.ew_gains) == (30, 0)
    assert judge(Series((deals, game(NS))), RULES).ns_gains is None


def test_swapped_seats_swap_every_game() -> None:
    outcome = judge(Series((game(NS), game(NS))), RULES).seats_swapped()
    assert (outcome.winner, outcome.games[0].winner, outcome.level_diff) == (EW, EW, -12)


def test_a_series_as_json_and_back() -> None:
    series = Series((game(NS, 9, seconds=60), Forfeit(NS), AwardedLoss(EW)))
    written = to_json(series)
    assert written["games"][1] == {"forfeit": "ns"}  # type: ignore[index]
    assert from_json(written) == series


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        ({"games": [], "winner": "ns"}, "unknown_key", "result.winner"),
        ({"games": "no"}, "wrong_type", "result.games"),
        ({"games": [3]}, "wrong_type", "result.games[0]"),
        ({"games": [{"games": []}]}, "unknown_key", "result.games[0].games"),
        ({"games": [{"ns_level": "X", "ended": "time"}]}, "unknown_choice", "result.games[0].ns_level"),
    ],
)
def test_what_is_no_series_in_a_file(raw, code, path) -> None:
    with pytest.raises(InvalidScoresheet) as refused:
        from_json(raw)
    assert (refused.value.code, refused.value.params["path"]) == (code, path)


def test_the_schema_knows_series() -> None:
    assert any("games" in one.get("properties", {}) for one in result_schema()["anyOf"])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("games", "seconds"),
    [((game(NS, seconds=60), game(NS, seconds=30)), True), ((game(NS), game(NS, seconds=30)), False)],
)
def test_standings_count_a_series_as_one_match(games, seconds) -> None:
    rows = standings([Entry(1), Entry(2)], [PlayedMatch(1, 1, 2, Series(games))], rules=RULES)
    assert [(row.pair, row.played, row.wins, row.level_diff_sum) for row in rows] == [
        (1, 1, 1, 12),
        (2, 1, 0, -12),
    ]
