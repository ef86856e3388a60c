"""What the rule book promises of every movement, as counts that a test can compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pairing.seating import Movement, Round


def met_counts(rounds: Sequence[Round]) -> Counter[frozenset[int]]:
    return Counter(frozenset((table.ns, table.ew)) for one in rounds for table in one.tables)


def side_counts(rounds: Sequence[Round]) -> tuple[Counter[int], Counter[int]]:
    ns = Counter(table.ns for one in rounds for table in one.tables)
    ew = Counter(table.ew for one in rounds for table in one.tables)
    return ns, ew


def bye_counts(rounds: Sequence[Round]) -> Counter[int]:
    return Counter(bye.who for one in rounds for bye in one.byes)


def everybody_once_a_round(movement: Movement) -> bool:
    everybody = list(range(1, movement.size + 1))
    return all(
        sorted([who for table in one.tables for who in (table.ns, table.ew)] + [bye.who for bye in one.byes])
        == everybody
        and [table.table for table in one.tables] == list(range(1, movement.size // 2 + 1))
        for one in movement.rounds
    )


def sides_even(movement: Movement, rounds: Sequence[Round]) -> bool:
    """Differing by one where the number of matches is odd, not at all where it is even."""
    ns, ew = side_counts(rounds)
    return all(abs(ns[who] - ew[who]) == (ns[who] + ew[who]) % 2 for who in range(1, movement.size + 1))


def mates_by_round(movement: Movement, units: Sequence[str | None]) -> list[int]:
    """Matches between pairs of one unit, round by round."""
    return [
        sum(
            units[table.ns - 1] is not None and units[table.ns - 1] == units[table.ew - 1]
            for table in one.tables
        )
        for one in movement.rounds
    ]
