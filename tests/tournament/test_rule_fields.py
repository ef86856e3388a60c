"""Small parts of the forms about rules: moving tie-breaks, figures in any width."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.options import Tiebreak
from tournament.forms.rule_fields import (
    USUAL_TIEBREAKS,
    FiguresField,
    WholeField,
    move_tiebreaks,
    moved,
    plain,
)
from tournament.wording.tiebreaks import tiebreak_example

ORDER = ["wins", "lots", "progressive"]


@pytest.mark.parametrize(
    ("move", "order"),
    [
        pytest.param("up:lots", ["lots", "wins", "progressive"], id="up"),
        pytest.param("down:lots", ["wins", "progressive", "lots"], id="down"),
        pytest.param("up:wins", ORDER, id="the first one up"),
        pytest.param("down:progressive", ORDER, id="the last one down"),
        pytest.param("off:lots", ["wins", "progressive"], id="away"),
        pytest.param("add:best_round", [*ORDER, "best_round"], id="one more"),
        pytest.param("add:wins", ORDER, id="one that is there"),
        pytest.param("add:nonsense", ORDER, id="one that does not exist"),
        pytest.param("sideways:wins", ORDER, id="a move that does not exist"),
        pytest.param("up:best_round", ORDER, id="one that is not in the list"),
        pytest.param("", ORDER, id="nothing"),
        pytest.param("take:usual", list(USUAL_TIEBREAKS), id="the usual five"),
        pytest.param(
            "take:swiss",
            ["progressive_cut1", "wins", "level_diff_sum", "levels_sum", "lots"],
            id="a union event, five Swiss rounds",
        ),
        pytest.param(
            "take:best", ["head_to_head", "wins", "best_round", "second_best_round"], id="best rounds"
        ),
        pytest.param("take:club", ["opponents_points", "wins", "levels_sum", "lots"], id="a club"),
        pytest.param("take:nonsense", ORDER, id="an order that nobody knows"),
    ],
)
def test_a_tie_break_moves_one_place_or_not_at_all(move: str, order: list[str]) -> None:
    assert moved(ORDER, move) == order


@pytest.mark.parametrize(
    ("move", "head_to_head"), [("take:best", "two"), ("take:club", "any"), ("up:lots", "any")]
)
def test_a_known_order_brings_its_way_of_head_to_head_along(move: str, head_to_head: str) -> None:
    data = QueryDict(mutable=True)
    data.update({"move": move, "head_to_head": "any"})
    data.setlist("tiebreaks", ORDER)
    move_tiebreaks(data)
    assert data["head_to_head"] == head_to_head
    assert data.getlist("tiebreaks") == moved(ORDER, move)


@pytest.mark.parametrize("key", list(Tiebreak))
def test_every_tie_break_is_explained_by_an_example_in_figures(key: Tiebreak) -> None:
    assert tiebreak_example(key).startswith("例：")


def test_what_was_sent_twice_or_is_unknown_falls_out_when_something_moves() -> None:
    assert moved(["wins", "wins", "nonsense", "lots"], "up:lots") == ["lots", "wins"]


@pytest.mark.parametrize(
    ("typed", "figure"), [("１７", "17"), ("−2", "-2"), ("－２", "-2"), (" 0．5 ", "0.5"), ("–1", "-1")]
)
def test_figures_are_read_in_any_width_and_with_any_minus(typed: str, figure: str) -> None:
    assert plain(typed) == figure


@pytest.mark.parametrize(("typed", "number"), [("", None), ("４５", 45), ("-3", -3), ("+2", 2)])
def test_whole_numbers(typed: str, number: int | None) -> None:
    assert WholeField(required=False).clean(typed) == number


@pytest.mark.parametrize("typed", ["一", "4.5", "45 分", "1234567"])
def test_what_is_no_whole_number_is_told(typed: str) -> None:
    with pytest.raises(ValidationError, match="请填整数"):
        WholeField(required=False).clean(typed)


def test_a_row_of_figures_may_be_parted_in_any_way() -> None:
    assert FiguresField().clean("13，14、15;16\n17　18") == ["13", "14", "15", "16", "17", "18"]
