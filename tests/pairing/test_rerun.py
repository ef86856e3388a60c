"""A draw from its written inputs gives what it gave when it was drawn."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.bracket_draw import draw_bracket
from pairing.errors import PairingError
from pairing.field import Contestant, Past, Wishes
from pairing.grouping import SNAKE, Entrant, draw, one, sizes, snake
from pairing.lots import ALGORITHM, draw_lots, seed_from_text
from pairing.random_draw import random_round
from pairing.rerun import (
    contestants_in,
    group_inputs,
    lots_inputs,
    past_in,
    round_inputs,
    run,
    run_groups,
    seed_of,
    told_part,
    wishes_in,
)
from pairing.swiss import first_round, next_round

UNITS = ["历史系", "数学系", None, "图书馆"]
FIELD = [Entrant(number, UNITS[number % 4], 30 - number if number < 6 else None) for number in range(1, 15)]
SIZES = sizes(14, size=4)


def stored(inputs):
    """Inputs as they come back from the database or a file."""
    return json.loads(json.dumps(inputs))


@pytest.mark.parametrize(
    ("method", "drawn"),
    [
        pytest.param("draw", lambda seed: draw(FIELD, SIZES, seed=seed), id="drawn, units apart"),
        pytest.param("snake", lambda seed: snake(FIELD, SIZES), id="snake, no chance"),
        pytest.param("one", lambda seed: one(FIELD, seed), id="one group"),
    ],
)
@pytest.mark.parametrize("seed", [1, 2**62])
def test_groups_run_again_are_the_groups_that_were_drawn(method, drawn, seed):
    parts = (14,) if method == "one" else SIZES
    inputs = stored(group_inputs(reversed(FIELD), method=method, sizes=parts))
    assert run_groups(inputs, seed) == drawn(seed)
    assert run(inputs, seed) == [list(group) for group in drawn(seed).groups]


@pytest.mark.parametrize("count", [5, 8, 13])
def test_a_bracket_runs_again_with_its_byes_in_place(count):
    field, mates = FIELD[:count], {one.number: "AB"[one.number % 2] for one in FIELD[:count]}
    drawn = draw_bracket(field, seed=9, mates=mates)
    inputs = stored(group_inputs(field, method="bracket", sizes=(count,), mates=mates))
    assert run(inputs, 9) == [list(drawn.lines)]
    assert [one for one in drawn.lines if one is not None] == list(run_groups(inputs, 9).groups[0])


@given(seed=st.integers(0, 2**63 - 1), same_unit=st.sampled_from(["apart", "ignore"]))
def test_groups_run_again_from_any_seed(seed, same_unit):
    inputs = stored(group_inputs(FIELD, method="draw", sizes=SIZES, same_unit=same_unit))
    assert run_groups(inputs, seed).groups == draw(FIELD, SIZES, seed=seed, same_unit=same_unit).groups


def test_lots_run_again():
    assert run(stored(lots_inputs([7, 3, 12])), 5) == list(draw_lots([3, 7, 12], 5))


SEATED = [Contestant(one.number, Fraction(one.number % 4), one.number, one.unit) for one in FIELD[:7]]
BEFORE = Past({frozenset((1, 2)): 1}, {7: 1}, {1: ("ns",), 2: ("ew",)})
WISHED = Wishes(forbidden=frozenset({frozenset((3, 4))}))


@pytest.mark.parametrize(
    ("method", "how", "number", "past", "paired"),
    [
        pytest.param(
            "swiss",
            "draw",
            1,
            Past(),
            lambda seed: first_round(SEATED, how="draw", wishes=WISHED, seed=seed),
            id="first round, drawn",
        ),
        pytest.param(
            "swiss",
            "halves",
            1,
            Past(),
            lambda seed: first_round(SEATED, how="halves", wishes=WISHED, seed=seed),
            id="first round, halves",
        ),
        pytest.param(
            "swiss",
            "",
            2,
            BEFORE,
            lambda seed: next_round(SEATED, BEFORE, WISHED, number=2, seed=seed),
            id="by the standings",
        ),
        pytest.param(
            "random",
            "",
            2,
            BEFORE,
            lambda seed: random_round(SEATED, BEFORE, WISHED, number=2, seed=seed),
            id="drawn opponents",
        ),
    ],
)
def test_a_round_runs_again_as_it_was_paired(method, how, number, past, paired):
    made = paired(11)
    inputs = stored(
        round_inputs(SEATED, past, WISHED, method=method, number=number, algorithm=made.algorithm, how=how)
    )
    tables = [[table.ns, table.ew] for table in made.round.tables]
    result = {"tables": tables, "byes": [bye.who for bye in made.round.byes]}
    assert run(inputs, 11) == result
    assert told_part(inputs, result | {"missed": [9]}) == result


def test_what_lots_told_is_read_out_of_longer_records():
    tied = lots_inputs([3, 7])
    assert told_part(tied, [5, 7, 3]) == [7, 3]
    assert told_part(tied, [{"order": [7, 3]}, {"all": [1, 2]}]) == [7, 3]
    assert told_part(group_inputs(FIELD, method="one", sizes=(14,)), [[1, 2]]) == [[1, 2]]


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param(
            {"draw": "groups", "algorithm": "guansai-spread-0", "method": "draw"}, id="older version"
        ),
        pytest.param({"draw": "groups", "algorithm": "", "method": "manual"}, id="by hand"),
        pytest.param({"draw": "lots", "algorithm": "coins", "tied": [1, 2]}, id="lots of another version"),
        pytest.param({"draw": "weather"}, id="nothing we draw"),
        pytest.param({}, id="nothing at all"),
        pytest.param({"draw": "lots", "algorithm": ALGORITHM}, id="lots among nobody"),
        pytest.param({"draw": "groups", "algorithm": SNAKE, "method": "snake"}, id="groups of nobody"),
        pytest.param(
            {"draw": "groups", "algorithm": SNAKE, "method": "snake", "entrants": [[1]], "sizes": "x"},
            id="entrants of another shape",
        ),
        pytest.param(
            round_inputs([], Past(), Wishes(), method="swiss", number=2, algorithm="guansai-swiss-next-0"),
            id="a round of an older version",
        ),
    ],
)
def test_another_version_is_not_taken_for_this_one(inputs):
    with pytest.raises(PairingError, match=r"^draw_not_known"):
        run(inputs, 1)


@pytest.mark.parametrize(
    ("typed", "seed"),
    [
        pytest.param("27", 27, id="a number is itself"),
        pytest.param(" ２７ ", 27, id="full width"),
        pytest.param("福彩 3D：５ 2 7", seed_from_text("福彩 3D：5 2 7"), id="a sentence is hashed"),
        pytest.param("-5", seed_from_text("-5"), id="a sign is text"),
    ],
)
def test_a_typed_seed(typed, seed):
    assert seed_of(typed) == seed


def test_nothing_typed_is_no_seed():
    with pytest.raises(PairingError, match=r"^seed_empty"):
        seed_of(" 　")


numbers = st.integers(1, 40)
couples = st.sets(st.frozensets(numbers, min_size=2, max_size=2), max_size=6)


@given(
    field=st.dictionaries(
        numbers, st.tuples(st.fractions(max_denominator=30), st.sampled_from(UNITS)), max_size=12
    ),
    met=st.dictionaries(st.frozensets(numbers, min_size=2, max_size=2), st.integers(1, 3), max_size=8),
    byes=st.dictionaries(numbers, st.integers(1, 3), max_size=5),
    sides=st.dictionaries(
        numbers, st.lists(st.sampled_from(["ns", "ew"]), min_size=1, max_size=5).map(tuple), max_size=5
    ),
    forbidden=couples,
    forced=couples,
    soft=st.none() | st.integers(1, 5),
)
def test_a_round_s_field_comes_back_as_it_was_written(field, met, byes, sides, forbidden, forced, soft):
    contestants = [
        Contestant(number, points, rank, unit)
        for rank, (number, (points, unit)) in enumerate(field.items(), 1)
    ]
    past = Past(met, byes, sides)
    wishes = Wishes("apart", soft, frozenset(forbidden), frozenset(forced), tuple(sorted(byes)))
    inputs = stored(round_inputs(contestants, past, wishes, method="swiss", number=3, algorithm="x"))
    assert contestants_in(inputs) == contestants
    assert past_in(inputs) == past
    assert wishes_in(inputs) == wishes


@settings(max_examples=40)
@given(
    points=st.lists(st.integers(0, 6).map(lambda n: Fraction(n, 2)), min_size=2, max_size=11),
    unit=st.integers(1, 4),
    met=st.dictionaries(
        st.frozensets(st.integers(1, 9), min_size=2, max_size=2), st.integers(1, 2), max_size=6
    ),
    rested=st.dictionaries(st.integers(1, 9), st.just(1), max_size=3),
    seed=st.integers(0, 2**63 - 1),
    way=st.sampled_from(["random", "draw", "snake", "halves", "next"]),
)
def test_a_round_runs_again_from_what_is_kept_of_it(points, unit, met, rested, seed, way):
    field = [
        Contestant(number, worth, rank=len(points) + 1 - number, unit=f"单位{number % unit}")
        for number, worth in enumerate(points, 1)
    ]
    here = {one.number for one in field}
    past = Past({couple: times for couple, times in met.items() if couple <= here}, rested, {})
    if way == "random":
        made = random_round(field, past, number=2, seed=seed)
    elif way == "next":
        made = next_round(field, past, number=2, seed=seed)
    else:
        past, made = Past(), first_round(field, how=way, seed=seed)
    number, how = (1, way) if way in ("draw", "snake", "halves") else (2, "")
    inputs = stored(
        round_inputs(field, past, Wishes(), method="any", number=number, algorithm=made.algorithm, how=how)
    )

    again = run(inputs, seed)

    assert again["tables"] == [[table.ns, table.ew] for table in made.round.tables]
    assert again["byes"] == [bye.who for bye in made.round.byes]
