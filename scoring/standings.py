"""The ranking of a stage or group: total points, then the tie-breaks, each only among those still equal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

from scoring.options import Tiebreak
from scoring.rules import Rules
from scoring.tally import (
    Bye,
    Entry,
    Missed,
    PenaltyPoints,
    PlayedMatch,
    RoundScore,
    Tally,
    collect,
    missed_rounds,
)
from scoring.tiebreaks import BY_TALLY, Field, SortKey, Value, head_to_head, make_field, sort_keys

__all__ = [
    "Bye",
    "Entry",
    "Missed",
    "PenaltyPoints",
    "PlayedMatch",
    "RoundScore",
    "Row",
    "missed_rounds",
    "shared_ranks",
    "standings",
    "without_head_to_head",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One pair in the table.

    `rank` is None for a disqualified pair; `tied` is true when the rank is shared after all tie-breaks.
    `points` is the total that ranks: stage points + carried + penalty points. `played` counts real matches
    (awarded losses with levels among them), `forfeits` the matches that this pair itself forfeited (a double
    one and an awarded loss that counts as a forfeit, too); `wins`, `draws` and `losses` have
    forfeits but no byes. `tiebreaks` has every key of the stage's list, None where it does not apply.

    `decided_by` is the tie-break that separated this pair from the one listed right above it; None when their
    totals differ, when the two share a rank, and for the first row.

    `void` marks a withdrawn pair whose matches count nowhere.
    """

    pair: int
    rank: int | None
    tied: bool
    points: Decimal
    stage_points: Decimal
    carried: Decimal
    penalty_points: Decimal
    played: int
    byes: int
    missed: int
    forfeits: int
    wins: int
    draws: int
    losses: int
    level_diff_sum: int
    tiebreaks: Mapping[Tiebreak, Value]
    decided_by: Tiebreak | None
    by_round: tuple[RoundScore, ...]
    withdrawn: bool = False
    disqualified: bool = False
    void: bool = False

    @property
    def points_per_round(self) -> Fraction:
        """The total divided by the rounds that have a result, exactly; 0 before the first one."""
        return Fraction(self.points) / len(self.by_round) if self.by_round else Fraction(0)


def standings(
    entries: Iterable[Entry],
    matches: Iterable[PlayedMatch],
    byes: Iterable[Bye] = (),
    missed: Iterable[Missed] = (),
    rules: Rules | None = None,
    penalties: Iterable[PenaltyPoints] = (),
    lots: Mapping[int, int] | None = None,
    upto_round: int | None = None,
) -> tuple[Row, ...]:
    """Rank the pairs of one stage or group.

    Rows come in ranking order, equal ranks by pair number; shared ranks go 1, 2, 2, 4. House pairs have no
    row, disqualified pairs come last without a rank, and the results against either stand. The order in which
    anything is given does not matter. `lots` has the place drawn by pair number. Raises InvalidScoresheet for
    a record that the rules refuse.
    """
    rules = rules or Rules()
    tallies, void = collect(entries, matches, byes, missed, rules, penalties, upto_round)
    field = make_field(tallies, rules, lots or {})
    listed = [tally for tally in tallies.values() if not tally.entry.house]
    values = _values(field, listed)
    ranked = sorted(tally.entry.pair for tally in listed if not tally.entry.disqualified)
    rows = []
    for rank, decided_by, group in _ranked_groups(field, ranked, values):
        for index, pair in enumerate(group):
            place = _Place(rank, len(group) > 1, decided_by if index == 0 else None)
            rows.append(_row(tallies[pair], values[pair], place, void))
    unranked = _Place(None, False, None)
    out = sorted(tally.entry.pair for tally in listed if tally.entry.disqualified)
    rows += [_row(tallies[pair], values[pair], unranked, void) for pair in out]
    return tuple(rows)


def without_head_to_head(rules: Rules) -> Rules:
    """The same rules for ranking pairs of several groups against each other, who could not meet."""
    keys = tuple(key for key in rules.ranking.tiebreaks if key is not Tiebreak.HEAD_TO_HEAD)
    return dataclasses.replace(rules, ranking=dataclasses.replace(rules.ranking, tiebreaks=keys))


@dataclass(frozen=True, slots=True)
class _Place:
    rank: int | None
    tied: bool
    decided_by: Tiebreak | None


def _values(field: Field, listed: Sequence[Tally]) -> dict[int, dict[Tiebreak, Value]]:
    """Every pair's value under every key of the list; head_to_head is filled in when a set is tied."""
    keys = field.rules.ranking.tiebreaks
    return {
        tally.entry.pair: {key: BY_TALLY[key](field, tally) if key in BY_TALLY else None for key in keys}
        for tally in listed
    }


_Group = tuple[Tiebreak | None, list[int]]


def _ranked_groups(
    field: Field, pairs: list[int], values: dict[int, dict[Tiebreak, Value]]
) -> Iterable[tuple[int, Tiebreak | None, list[int]]]:
    """The sets of pairs that share a rank, in order, each with what separated it from the set above."""
    totals = {pair: (-field.tallies[pair].total,) for pair in pairs}
    groups: list[_Group] = [(None, group) for group in _split(pairs, totals.__getitem__)]
    for key in field.rules.ranking.tiebreaks:
        if len(groups) == len(pairs):
            break
        parts: list[_Group] = []
        for one in groups:
            parts += [one] if len(one[1]) == 1 else _separate(field, key, one, values)
        groups = parts
    rank = 1
    for decided_by, group in groups:
        yield rank, decided_by, group
        rank += len(group)


def _separate(
    field: Field, key: Tiebreak, group: _Group, values: dict[int, dict[Tiebreak, Value]]
) -> list[_Group]:
    """Apply one tie-break to one set of equals; the first part keeps what separated the set from above."""
    decided_by, pairs = group
    if key is Tiebreak.HEAD_TO_HEAD:
        for pair, value in head_to_head(field, pairs).items():
            values[pair][key] = value
    keys = sort_keys(key, field, pairs, {pair: values[pair][key] for pair in pairs})
    parts = _split(pairs, keys.__getitem__)
    return [(key if index else decided_by, part) for index, part in enumerate(parts)]


def _split(pairs: Sequence[int], key: Callable[[int], SortKey]) -> list[list[int]]:
    """The pairs in sets of equal keys, ascending; the order inside a set stays."""
    return [list(group) for _, group in groupby(sorted(pairs, key=key), key=key)]


def _row(tally: Tally, values: Mapping[Tiebreak, Value], place: _Place, void: frozenset[int]) -> Row:
    entry = tally.entry
    return Row(
        pair=entry.pair,
        rank=place.rank,
        tied=place.tied,
        points=tally.total,
        stage_points=tally.stage_points,
        carried=entry.carried,
        penalty_points=tally.penalty_points,
        played=tally.played,
        byes=tally.byes,
        missed=tally.misses,
        forfeits=tally.forfeits,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        level_diff_sum=tally.level_diff,
        tiebreaks=values,
        decided_by=place.decided_by,
        by_round=tuple(tally.running_totals()),
        withdrawn=entry.withdrawn,
        disqualified=entry.disqualified,
        void=entry.pair in void,
    )


Number = TypeVar("Number", Decimal, Fraction, int)


def shared_ranks(values: Sequence[Number]) -> list[int]:
    """The rank of each value, the highest first, equals sharing theirs: 24, 20, 20, 17 → 1, 2, 2, 4."""
    order = sorted(values, reverse=True)
    first_place: dict[Number, int] = {}
    for place, value in enumerate(order, start=1):
        first_place.setdefault(value, place)
    return [first_place[value] for value in values]
