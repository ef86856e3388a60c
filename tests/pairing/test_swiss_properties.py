"""Rounds paired by the standing or by lot: what holds for every field, compared with all rounds there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.field import Contestant, Couple, Paired, Past, Wishes
from pairing.random_draw import random_round
from pairing.swiss import first_round, next_round
from tests.pairing.swiss_events import Hall, byes_in, everybody_once, met_in, note_codes

UNITS = st.sampled_from([None, None, "甲", "乙"])
POINTS = st.integers(0, 8).map(lambda halves: Fraction(halves, 2))


@st.composite
def standings(draw: st.DrawFn, most: int = 8) -> list[Contestant]:
    """A field whose ranks follow its points; numbers and units are anything."""
    size = draw(st.integers(2, most))
    numbers = draw(st.permutations(range(1, size + 1)))
    points = sorted(draw(st.lists(POINTS, min_size=size, max_size=size)), reverse=True)
    return [
        Contestant(number, one, rank, draw(UNITS))
        for rank, (number, one) in enumerate(zip(numbers, points, strict=True), start=1)
    ]


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[Contestant], Past, Wishes, int]:
    """A small field, anything that may have been played in it, and any wishes but forced meetings."""
    field = draw(standings())
    couples = [frozenset((one, two)) for one in range(1, len(field) + 1) for two in range(1, one)]
    met = draw(st.dictionaries(st.sampled_from(couples), st.integers(1, 3), max_size=len(couples)))
    byes = draw(st.dictionaries(st.integers(1, len(field)), st.integers(0, 2)))
    sides = draw(
        st.dictionaries(
            st.integers(1, len(field)), st.lists(st.sampled_from(["ns", "ew"]), max_size=4).map(tuple)
        )
    )
    forbidden = frozenset(draw(st.lists(st.sampled_from(couples), max_size=3)))
    soft = draw(st.sampled_from([None, None, 2]))
    same_unit = draw(st.sampled_from(["apart", "apart", "ignore"]))
    wishes = Wishes(same_unit, soft, forbidden)
    return field, Past(met, byes, sides), wishes, draw(st.integers(1, 3))


def all_rounds(pairs: list[int]) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Every way to seat an even number of pairs, or an odd one with one bye."""
    if len(pairs) % 2:
        for resting in pairs:
            for couples, _ in all_rounds([pair for pair in pairs if pair != resting]):
                yield couples, resting
    elif not pairs:
        yield [], None
    else:
        first, *others = pairs
        for other in others:
            for couples, _ in all_rounds([pair for pair in others if pair != other]):
                yield [(first, other), *couples], None


def worth(
    couples: list[tuple[int, int]],
    resting: int | None,
    field: list[Contestant],
    past: Past,
    wishes: Wishes,
    number: int,
) -> tuple[Fraction | int, ...]:
    """How far a round is from what is wished, the most important first: the aims told by their own counts."""
    by_number = {one.number: one for one in field}
    met = [past.met.get(frozenset(couple), 0) for couple in couples]
    mates = sum(
        by_number[one].unit is not None and by_number[one].unit == by_number[two].unit for one, two in couples
    )
    apart = wishes.same_unit == "apart"
    hard = apart and wishes.soft_rounds is None
    soft = apart and number <= (wishes.soft_rounds or 0)
    gaps = [abs(by_number[one].points - by_number[two].points) for one, two in couples]
    return (
        past.byes.get(resting, 0) if resting else 0,
        sum(frozenset(couple) in wishes.forbidden for couple in couples),
        sum(times > 0 for times in met),
        sum(met),
        mates if hard else 0,
        -by_number[resting].rank if resting else 0,
        sum(gaps),
        sum(gap * gap for gap in gaps),
        mates if soft else 0,
    )


def couples_of(paired: Paired) -> tuple[list[tuple[int, int]], int | None]:
    byes = byes_in(paired.round)
    return [(table.ns, table.ew) for table in paired.round.tables], byes[0] if byes else None


@settings(deadline=None, max_examples=150)
@given(situations())
def test_no_round_there_is_keeps_the_wishes_better(
    situation: tuple[list[Contestant], Past, Wishes, int],
) -> None:
    field, past, wishes, number = situation
    paired = next_round(field, past, wishes, number=number, seed=1)

    best = min(
        worth(couples, resting, field, past, wishes, number)
        for couples, resting in all_rounds([one.number for one in field])
    )

    assert everybody_once(paired, [one.number for one in field])
    assert worth(*couples_of(paired), field, past, wishes, number) == best


@settings(deadline=None, max_examples=100)
@given(situations(), st.integers(0, 10**6))
def test_every_wish_that_is_broken_is_said(
    situation: tuple[list[Contestant], Past, Wishes, int], seed: int
) -> None:
    field, past, wishes, number = situation
    for paired in (
        next_round(field, past, wishes, number=number, seed=seed),
        random_round(field, past, wishes, number=number, seed=seed),
    ):
        couples, resting = couples_of(paired)
        counts = worth(couples, resting, field, past, wishes, number)
        seconds, forbidden, rematches, _, hard, *_, soft = counts
        said = note_codes(paired)
        assert said.count("second_bye") == (1 if seconds else 0)
        assert said.count("forbidden_meets") == forbidden
        assert said.count("rematch") == rematches == sum(table.rematch for table in paired.round.tables)
        assert said.count("same_unit_meets") == int(hard) + int(soft)
        assert all(table.reasons for table in paired.round.tables)


@settings(deadline=None, max_examples=60)
@given(situations(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_given_does_not_matter(
    situation: tuple[list[Contestant], Past, Wishes, int], chance: random.Random
) -> None:
    field, past, wishes, number = situation
    mixed = list(field)
    chance.shuffle(mixed)
    turned = Past(
        dict(reversed(list(past.met.items()))),
        dict(reversed(list(past.byes.items()))),
        dict(reversed(list(past.sides.items()))),
    )

    for pair in (next_round, random_round):
        assert pair(field, past, wishes, number=number, seed=5) == pair(
            mixed, turned, wishes, number=number, seed=5
        )


@settings(deadline=None, max_examples=60)
@given(standings(12), st.integers(0, 10**6), st.sampled_from(["draw", "snake", "halves"]))
def test_a_first_round_seats_everybody_once(field: list[Contestant], seed: int, how: str) -> None:
    paired = first_round(field, how=how, seed=seed)

    assert everybody_once(paired, [one.number for one in field])
    if len(field) % 2 and how != "draw" and not paired.notes:
        assert byes_in(paired.round) == [field[-1].number]


@settings(deadline=None, max_examples=25)
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_nobody_meets_twice_while_rounds_are_few(size: int, seed: int) -> None:
    """After k rounds everybody has met at most k; a field more than twice as large always leaves a way."""
    hall = Hall(size, seed=seed)
    for _ in range(max(1, size // 2 - 1)):
        paired = hall.pair_next()
        assert everybody_once(paired, range(1, size + 1))
        assert "second_bye" not in note_codes(paired)

    assert max(hall.met.values()) == 1


@settings(deadline=None, max_examples=25)
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_drawn_opponents_are_others_every_round(size: int, seed: int) -> None:
    hall = Hall(size, seed=seed)
    for _ in range(max(1, size // 2 - 1)):
        assert everybody_once(hall.draw_next(), range(1, size + 1))

    assert max(hall.met.values()) == 1
    assert max(hall.byes.values(), default=1) == 1


def test_another_seed_draws_other_opponents() -> None:
    field = [Contestant(number, Fraction(0), number) for number in range(1, 9)]
    drawn = {frozenset(met_in(random_round(field, Past(), number=1, seed=seed).round)) for seed in range(30)}

    assert len(drawn) > 10


def test_every_opponent_is_drawn_alike() -> None:
    field = [Contestant(number, Fraction(0), number) for number in range(1, 5)]
    count: dict[Couple, int] = {}
    for seed in range(600):
        for one in met_in(random_round(field, Past(), number=1, seed=seed).round):
            count[one] = count.get(one, 0) + 1

    assert len(count) == 6
    assert all(150 <= times <= 250 for times in count.values())  # 200 each, and five times the spread


@pytest.mark.parametrize("part", ["points", "unit", "met", "wishes", "seed"])
def test_the_digest_tells_other_inputs_from_these_but_not_the_seed(part: str) -> None:
    field = [Contestant(number, Fraction(number % 2), number, "甲") for number in range(1, 5)]
    past, wishes, seed = Past(), Wishes(), 1
    before = next_round(field, past, wishes, number=2, seed=seed)
    if part == "points":
        field = [replace(field[0], points=Fraction(7, 2)), *field[1:]]
    if part == "unit":
        field = [replace(field[0], unit=None), *field[1:]]
    if part == "met":
        past = Past(met={frozenset((1, 2)): 1})
    if part == "wishes":
        wishes = Wishes(forbidden=frozenset([frozenset((1, 2))]))
    after = next_round(field, past, wishes, number=2, seed=2 if part == "seed" else 1)

    assert (before.inputs == after.inputs) == (part == "seed")
    assert before.algorithm == "guansai-swiss-next-1/guansai-chance-1"
