"""What the pure standings cost: 200 pairs × 5 rounds in 5 ms, 1,000 × 7 in 40 ms (2 cores)."""

from __future__ import annotations

import random

import pytest

from scoring.options import Ended, Side
from scoring.rulebooks import load
from scoring.rules import resolve
from scoring.scoresheet import Scoresheet
from scoring.standings import Entry, PlayedMatch, standings


def sheet(chance: random.Random) -> Scoresheet:
    other, seconds = chance.randrange(2, 15), chance.randrange(1200, 3000)
    if chance.random() < 0.4:
        return Scoresheet(
            ns_level=14, ew_level=other, passed_a=Side.NS, ended=Ended.PASSED_A, seconds=seconds
        )
    return Scoresheet(ns_level=chance.randrange(2, 15), ew_level=other, ended=Ended.TIME)


def hall(pairs: int, rounds: int) -> list[PlayedMatch]:
    chance = random.Random(20170101)
    matches = []
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, pairs + 1), pairs)
        matches += [
            PlayedMatch(number, ns, ew, sheet(chance)) for ns, ew in zip(order[::2], order[1::2], strict=True)
        ]
    return matches


@pytest.mark.parametrize(("pairs", "rounds"), [(200, 5), (1000, 7)])
def test_standings(benchmark, pairs: int, rounds: int) -> None:
    rules = resolve(load("devzone-26").values)
    entries = [Entry(pair) for pair in range(1, pairs + 1)]
    matches = hall(pairs, rounds)
    rows = benchmark(standings, entries, matches, rules=rules)
    assert len(rows) == pairs
