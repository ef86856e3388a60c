"""Rounds paired by the standing: wishes by hand, sides, reasons, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pairing.errors import PairingError
from pairing.field import Contestant, Paired, Past, Wishes
from pairing.seating import Table, note, reason
from pairing.swiss import first_round, next_round
from pairing.why_met import points_text
from tests.pairing.swiss_events import byes_in, everybody_once, met_in, note_codes
from tests.pairing.test_swiss_cases import couple, standing


def second(field: list[Contestant], wishes: Wishes | None = None, **played: object) -> Paired:
    return next_round(field, Past(**played), wishes, number=2, seed=1)


def table_of(paired: Paired, pair: int) -> Table:
    return next(table for table in paired.round.tables if pair in (table.ns, table.ew))


def test_a_forced_meeting_is_held_and_the_others_are_paired_round_it() -> None:
    paired = second(standing(4, 4, 2, 2, 0, 0), Wishes(forced=frozenset([couple(6, 1)])))

    assert met_in(paired.round) == {couple(1, 6), couple(2, 3), couple(4, 5)}
    assert table_of(paired, 1).reasons[0] == reason("forced")
    assert table_of(paired, 1).table == 1


def test_two_forced_meetings_may_be_the_whole_round() -> None:
    forced = frozenset([couple(1, 4), couple(2, 3)])
    assert met_in(second(standing(3, 2, 1, 0), Wishes(forced=forced)).round) == forced


def test_a_forced_meeting_again_is_held_and_said_to_be_a_rematch() -> None:
    paired = second(standing(3, 2, 1, 0), Wishes(forced=frozenset([couple(1, 2)])), met={couple(1, 2): 1})

    assert note("rematch", a=1, b=2, times=1) in paired.notes
    assert table_of(paired, 1).rematch


def test_a_forced_meeting_with_somebody_who_is_not_here_is_said() -> None:
    paired = second(standing(1, 0), Wishes(forced=frozenset([couple(1, 9)])))

    assert met_in(paired.round) == {couple(1, 2)}
    assert note("forced_not_here", a=1, b=9) in paired.notes


def test_a_forbidden_meeting_with_somebody_who_is_not_here_asks_nothing() -> None:
    assert second(standing(1, 0), Wishes(forbidden=frozenset([couple(1, 9)]))).notes == ()


def test_a_forbidden_meeting_is_kept_apart_even_at_the_price_of_a_rematch() -> None:
    paired = second(
        standing(3, 2, 1, 0),
        Wishes(forbidden=frozenset([couple(1, 2), couple(1, 3)])),
        met={couple(1, 4): 1},
    )
    assert met_in(paired.round) == {couple(1, 4), couple(2, 3)}
    assert note_codes(paired) == ["rematch"]


def test_a_forbidden_meeting_is_held_when_nothing_else_is_left() -> None:
    paired = second(standing(1, 0), Wishes(forbidden=frozenset([couple(1, 2)])))

    assert note("forbidden_meets", a=1, b=2) in paired.notes
    assert table_of(paired, 1).reasons == (reason("only_way_left"),)


def test_byes_by_hand_may_be_several_and_leave_the_rest_even_or_odd() -> None:
    paired = second(standing(5, 4, 3, 2, 1, 0), Wishes(byes=(2, 4)))
    assert sorted(byes_in(paired.round)) == [2, 4]
    paired = second(standing(5, 4, 3, 2, 1, 0), Wishes(byes=(2,)))
    assert byes_in(paired.round) == [2, 6]


def test_the_bye_passes_the_lowest_where_that_spares_a_rematch_and_it_is_said() -> None:
    paired = second(standing(2, 1, 0), met={couple(1, 2): 1})

    assert byes_in(paired.round) == [2]
    assert paired.notes[0] == note("bye_not_lowest", pair=2, lowest=3)


def test_a_second_bye_by_hand_is_said() -> None:
    paired = second(standing(2, 1, 0), Wishes(byes=(3,)), byes={3: 1})
    assert note("second_bye", pair=3, times=1) in paired.notes


@pytest.mark.parametrize(
    ("soft_rounds", "number", "meet"),
    [
        pytest.param(2, 2, True, id="a preference gives way to nearer points"),
        pytest.param(2, 3, True, id="after its rounds units play no part"),
        pytest.param(None, 2, False, id="hard: apart whatever the points"),
    ],
)
def test_units_apart_hard_or_soft(soft_rounds: int | None, number: int, meet: bool) -> None:
    field = standing(9, 9, 0, 0, units="甲甲乙丙")
    paired = next_round(field, Past(), Wishes(soft_rounds=soft_rounds), number=number, seed=1)

    assert (couple(1, 2) in met_in(paired.round)) is meet
    assert ("same_unit_meets" in note_codes(paired)) is (meet and number == 2)


def test_units_apart_as_a_preference_holds_among_equal_points() -> None:
    field = standing(5, 5, 5, 5, units="甲甲乙乙")
    assert couple(1, 2) not in met_in(
        next_round(field, Past(), Wishes(soft_rounds=3), number=2, seed=1).round
    )


def test_differences_in_points_are_even_where_their_sum_is_equal() -> None:
    """2–0 and 1–1 differ by two as 2–1 and 1–0 do; two neighbours each is the fairer round."""
    assert met_in(second(standing(2, 1, 1, 0)).round) == {couple(1, 2), couple(3, 4)}


def test_why_the_nearer_ones_were_passed_over_is_said() -> None:
    paired = second(
        standing(9, 8, 7, 6, 1, 0, units="甲丙甲丁戊己"),
        Wishes(forbidden=frozenset([couple(1, 4)])),
        met={couple(1, 2): 1},
    )
    assert table_of(paired, 1).reasons == (
        reason("nearest_points", a=1, a_points="9", b=5, b_points="1"),
        reason("nearer_met", a=1, b=2),
        reason("nearer_same_unit", a=1, b=3),
        reason("nearer_forbidden", a=1, b=4),
    )


def test_equal_points_are_the_reason() -> None:
    paired = second(standing(5, 5))
    assert table_of(paired, 1).reasons == (reason("same_points", points="5"),)


@pytest.mark.parametrize(
    ("how", "met"),
    [
        pytest.param("snake", {couple(1, 6), couple(2, 5), couple(3, 4)}, id="snake: first and last"),
        pytest.param("halves", {couple(1, 4), couple(2, 5), couple(3, 6)}, id="halves"),
    ],
)
@pytest.mark.parametrize("size", [6, 7], ids=["even", "odd: the lowest has the bye"])
def test_first_rounds_by_seeding(how: str, met: set[frozenset[int]], size: int) -> None:
    paired = first_round(standing(*[0] * size), how=how, seed=3)

    assert met_in(paired.round) == met
    assert byes_in(paired.round) == [7] * (size == 7)
    assert [table.reasons for table in paired.round.tables] == [(reason(how),)] * 3
    assert paired.notes == ()


def test_first_rounds_by_seeding_move_for_units_as_little_as_they_can() -> None:
    paired = first_round(standing(0, 0, 0, 0, 0, 0, units="甲乙丙甲丁戊"), how="halves", seed=3)

    assert met_in(paired.round) == {couple(1, 5), couple(2, 4), couple(3, 6)}
    assert table_of(paired, 3).reasons == (reason("halves"),)
    assert table_of(paired, 1).reasons == (reason("moved_for_wishes"),)


SIDES = [
    pytest.param(("ns",), ("ew",), (2, 1), id="each to the other side"),
    pytest.param(("ns", "ns"), ("ew", "ns"), (2, 1), id="the one with the surplus gives it back"),
    pytest.param(("ew", "ns"), ("ns", "ew"), (2, 1), id="even: change against the last match"),
    pytest.param(("ns", "ew"), ("ew", "ns"), (1, 2), id="even: change against the last match, turned"),
    pytest.param(
        ("ns", "ew", "ew", "ns", "ns", "ns", "ew", "ew"), ("ew", "ns") * 4, (1, 2), id="not a third time"
    ),
    pytest.param(
        ("ns", "ew", "ew", "ns"), ("ew", "ns", "ew", "ns"), (1, 2), id="equal lasts: the one before"
    ),
]


@pytest.mark.parametrize(("mine", "theirs", "seated"), SIDES)
def test_who_sits_where(mine: tuple[str, ...], theirs: tuple[str, ...], seated: tuple[int, int]) -> None:
    table = table_of(second(standing(1, 0), sides={1: mine, 2: theirs}), 1)
    assert (table.ns, table.ew) == seated


def test_sides_are_drawn_where_nothing_speaks() -> None:
    seen = {next_round(standing(1, 0), Past(), number=1, seed=seed).round.tables[0].ns for seed in range(20)}
    assert seen == {1, 2}


def test_sides_that_cannot_be_even_are_said() -> None:
    paired = second(standing(1, 0), sides={1: ("ns",), 2: ("ns",)})
    assert note_codes(paired) == ["sides_uneven"]
    assert paired.notes[0].values["more"] == 2
    paired = second(standing(1, 0), sides={1: ("ew", "ns", "ns"), 2: ("ew", "ns", "ns")})
    assert note_codes(paired) == ["third_same_side"]


def test_among_equals_those_meet_whose_sides_fit() -> None:
    paired = second(standing(5, 5, 5, 5), sides={1: ("ns",), 2: ("ns",), 3: ("ew",), 4: ("ew",)})
    assert met_in(paired.round) == {couple(1, 3), couple(2, 4)}


REFUSED = [
    pytest.param(standing(1), Wishes(), 2, "too_few_pairs", {"pairs": 1}, id="one pair"),
    pytest.param([*standing(1, 1), *standing(1)], Wishes(), 2, "pair_twice", {"pair": 1}, id="a pair twice"),
    pytest.param(
        [Contestant(1, Fraction(0), 1), Contestant(2, Fraction(0), 1)],
        Wishes(), 2, "rank_twice", {"rank": 1}, id="a rank twice",
    ),
    pytest.param(standing(1, 0), Wishes(), 0, "round_not_positive", {"number": 0}, id="round 0"),
    pytest.param(standing(1, 0), Wishes(byes=(9,)), 2, "bye_not_here", {"pair": 9}, id="a bye for nobody"),
    pytest.param(standing(2, 1, 0), Wishes(byes=(1, 1)), 2, "pair_twice", {"pair": 1}, id="a bye twice"),
    pytest.param(standing(2, 1, 0), Wishes(byes=(1, 2)), 2, "nobody_to_meet", {"byes": 2}, id="nobody left"),
    pytest.param(
        standing(2, 1, 0), Wishes(forced=frozenset([couple(1, 2), couple(1, 3)])),
        2, "forced_twice", {"pair": 1}, id="two forced opponents",
    ),
    pytest.param(
        standing(2, 1, 0), Wishes(forced=frozenset([couple(1, 2)]), byes=(2,)),
        2, "forced_and_bye", {"pair": 2}, id="forced to meet with a bye",
    ),
    pytest.param(
        standing(2, 1, 0), Wishes(forced=frozenset([couple(1, 2)]), forbidden=frozenset([couple(1, 2)])),
        2, "forced_and_forbidden", {"a": 1, "b": 2}, id="forced and forbidden",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("field", "wishes", "number", "code", "params"), REFUSED)
def test_what_cannot_be_paired_is_refused_with_the_reason(
    field: list[Contestant], wishes: Wishes, number: int, code: str, params: dict[str, int]
) -> None:
    with pytest.raises(PairingError) as refused:
        next_round(field, Past(), wishes, number=number, seed=1)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_an_unknown_way_of_the_first_round_is_refused() -> None:
    with pytest.raises(PairingError) as refused:
        first_round(standing(0, 0), how="alphabet", seed=1)
    assert refused.value.code == "first_round_how"


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(12), "12"),
        (Fraction(15, 2), "7.5"),
        (Fraction(-1, 10), "-0.1"),
        (Fraction(1, 3), "1/3"),
        (Fraction(0), "0"),
    ],
)
def test_points_are_written_as_they_are(points: Fraction, text: str) -> None:
    assert points_text(points) == text


def test_points_of_any_exact_kind_are_compared() -> None:
    field = [
        Contestant(number, points, number)
        for number, points in enumerate(
            [Fraction(1, 3), Fraction(1, 3), Fraction(-1, 10), Fraction(-1, 7)], 1
        )
    ]
    assert everybody_once(second(field), range(1, 5))
    assert met_in(second(field).round) == {couple(1, 2), couple(3, 4)}
