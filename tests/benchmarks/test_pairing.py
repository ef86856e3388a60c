"""What grouping and movements cost; run by hand: `pytest tests/benchmarks/test_pairing.py`."""

from __future__ import annotations

import pytest

from pairing.grouping import Entrant, draw, sizes, snake
from pairing.movements import moves
from pairing.rotation import rotation
from pairing.round_robin import round_robin

FIELD = [Entrant(number, f"单位{number % 300}", number) for number in range(1, 2001)]
UNITS_OF_FOUR = [f"单位{place // 4}" for place in range(130)]


@pytest.mark.parametrize("count", [8, 125, 500])
def test_draw_2000_pairs(benchmark, count):
    drawn = benchmark(draw, FIELD, sizes(2000, count=count), seed=1)
    assert len(drawn.groups) == count


@pytest.mark.parametrize("count", [8, 125, 500])
def test_snake_2000_pairs(benchmark, count):
    assert len(benchmark(snake, FIELD, sizes(2000, count=count)).groups) == count


@pytest.mark.parametrize("rounds", [3, 129])
def test_rotation_130_pairs(benchmark, rounds):
    assert len(benchmark(rotation, 130, rounds).rounds) == rounds


@pytest.mark.parametrize("rounds", [3, 129])
def test_rotation_130_pairs_own_unit_first(benchmark, rounds):
    assert len(benchmark(rotation, 130, rounds, same_unit=UNITS_OF_FOUR).rounds) == rounds


def test_double_round_robin_130_pairs(benchmark):
    assert len(benchmark(round_robin, 130, legs=2).rounds) == 258


def test_moves_of_130_pairs(benchmark):
    assert len(benchmark(moves, rotation(130, 129))) == 128
