"""What went wrong for other tournament software on entering results, by the cases' numbers."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import InvalidScoresheet
from scoring.options import Side
from scoring.rulebooks import load
from scoring.rules import resolve
from scoring.scoresheet import Outcome, complete, judge, parse_level

RULES = resolve(load("devzone-26").values)


def enter(ns: str, ew: str, **told: Any) -> Outcome:
    """Type two levels as a referee does and judge the sheet."""
    ns_level, ew_level = parse_level(ns, "ns_level"), parse_level(ew, "ew_level")
    return judge(complete(ns_level, ew_level, RULES, **told), RULES)


@pytest.mark.parametrize(
    ("ns", "ew", "told", "code", "field"),
    [
        pytest.param("过A", "过A", {}, "both_passed_a", "passed_a", id="both past A"),
        pytest.param(
            "9", "5", {"winner": Side.EW}, "winner_disagrees", "winner", id="the lower side named winner"
        ),
        pytest.param("1", "5", {}, "level_out_of_range", "ns_level", id="level 1"),
        pytest.param("5", "15", {}, "level_out_of_range", "ew_level", id="level 15"),
        pytest.param("-2", "5", {}, "level_out_of_range", "ns_level", id="level -2"),
        pytest.param("5", "0", {}, "level_out_of_range", "ew_level", id="level 0"),
        pytest.param("十", "5", {}, "level_unknown", "ns_level", id="level 十"),
        pytest.param("2.5", "5", {}, "level_not_whole", "ns_level", id="level 2.5"),
        pytest.param("", "5", {}, "level_blank", "ns_level", id="blank"),
        pytest.param("", "", {}, "level_blank", "ns_level", id="both blank"),
        pytest.param(
            "8", "8", {"winner": Side.NS}, "winner_on_draw", "winner", id="equal and a winner named"
        ),
    ],
)
def test_f27_impossible_results_name_their_field(
    ns: str, ew: str, told: dict[str, object], code: str, field: str
) -> None:
    with pytest.raises(InvalidScoresheet) as caught:
        enter(ns, ew, **told)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_f27_k_is_k() -> None:
    assert enter("k", "5") == enter("K", "5")


def test_f28_the_winner_that_the_levels_show_is_accepted_on_either_side() -> None:
    first = enter("过A", "8", winner=Side.NS)
    second = enter("8", "过A", winner=Side.EW)
    assert (first.winner, first.level_diff) == (Side.NS, 7)
    assert (second.winner, second.level_diff) == (Side.EW, -7)
    assert second == first.seats_swapped()
