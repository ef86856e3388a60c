"""What a round paired by the standing costs, and how good it is: `pytest tests/benchmarks/test_swiss.py`.

Each round follows some played ones; the figures beside the time tell the quality, the fewer the better.
"""

from __future__ import annotations

import time
from collections import Counter

import pytest

from pairing.field import Contestant, Paired, Past
from pairing.random_draw import random_round
from pairing.swiss import next_round
from tests.pairing.swiss_events import Hall


def hall(size: int, rounds: int) -> Hall:
    """A field in units of four after some rounds."""
    made = Hall(size, {pair: f"单位{pair // 4}" for pair in range(1, size + 1)})
    for _ in range(rounds):
        made.pair_next()
    return made


def quality(paired: Paired, field: list[Contestant], past: Past) -> dict[str, str]:
    """Rematches, summed and largest difference in points, meetings of one unit, sides, byes."""
    one = {each.number: each for each in field}
    met = [(one[table.ns], one[table.ew]) for table in paired.round.tables]
    gaps = [abs(ns.points - ew.points) for ns, ew in met]
    surplus: Counter[int] = Counter()
    for pair, sat in past.sides.items():
        surplus[pair] += sat.count("ns") - sat.count("ew")
    for table in paired.round.tables:
        surplus[table.ns] += 1
        surplus[table.ew] -= 1
    return {
        "rematches": str(sum(table.rematch for table in paired.round.tables)),
        "summed_gap": str(sum(gaps)),
        "largest_gap": str(max(gaps)),
        "same_unit": str(sum(ns.unit == ew.unit for ns, ew in met)),
        "sides_off_by_two": str(sum(abs(value) > 1 for value in surplus.values())),
        "byes": str([bye.who for bye in paired.round.byes]),
    }


@pytest.mark.parametrize("rounds", [1, 4])
@pytest.mark.parametrize("size", [30, 200, 300, 301, 1000, 1001])
def test_next_round(benchmark, size, rounds):
    played = hall(size, rounds)
    field, past = played.field_now(), played.past_now()
    paired = benchmark.pedantic(next_round, (field, past), {"number": rounds + 1, "seed": 1}, rounds=7)
    benchmark.extra_info.update(quality(paired, field, past))
    assert len(paired.round.tables) == size // 2


@pytest.mark.parametrize("rounds", [1, 4])
def test_next_round_of_5000_pairs(benchmark, rounds):
    played = hall(5000, rounds)
    field, past = played.field_now(), played.past_now()
    began = time.process_time()
    paired = benchmark.pedantic(next_round, (field, past), {"number": rounds + 1, "seed": 1}, rounds=1)
    benchmark.extra_info["process_seconds"] = f"{time.process_time() - began:.2f}"
    benchmark.extra_info.update(quality(paired, field, past))
    assert len(paired.round.tables) == 2500


@pytest.mark.parametrize("size", [200, 1000])
def test_drawn_opponents(benchmark, size):
    played = hall(size, 2)
    field, past = played.field_now(), played.past_now()
    paired = benchmark.pedantic(random_round, (field, past), {"number": 3, "seed": 1}, rounds=5)
    benchmark.extra_info.update(quality(paired, field, past))
    assert len(paired.round.tables) == size // 2


def test_a_unit_of_600_in_1000_pairs_still_ends(benchmark):
    field = [
        Contestant(one.number, one.points, one.rank, "大单位" if one.number % 5 < 3 else None)
        for one in hall(1000, 0).field_now()
    ]
    paired = benchmark.pedantic(next_round, (field, Past()), {"number": 2, "seed": 1}, rounds=1)
    benchmark.extra_info["same_unit"] = str([note.code for note in paired.notes].count("same_unit_meets"))
    assert len(paired.round.tables) == 500


@pytest.mark.parametrize("first", [0, 300, 1100])
def test_a_unit_of_900_side_by_side_in_2000_pairs(benchmark, first):
    field = [
        Contestant(one.number, one.points, one.rank, "大单位" if first < one.rank <= first + 900 else None)
        for one in hall(2000, 3).field_now()
    ]
    past = Past()
    paired = benchmark.pedantic(next_round, (field, past), {"number": 2, "seed": 1}, rounds=1)
    benchmark.extra_info.update(quality(paired, field, past))
    assert not [note for note in paired.notes if note.code == "same_unit_meets"]
    assert len(paired.round.tables) == 1000
