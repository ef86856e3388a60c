"""A stage's rounds as 移位表: by positions and by pairs, who moves where, and whether it all fits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from pairing.movements import Change, Stop, byes, card, moves
from pairing.seating import Bye, Movement, Round, Table
from tournament.models import Group, Match, MatchKind, Pair, Stage

Couple = tuple[int, int]  # positions: (南北, 东西)


@dataclass(frozen=True, slots=True)
class TableLine:
    """One hall table: who sits there in each round, by position; None where the group does not use it."""

    table: int
    cells: tuple[Couple | None, ...]


@dataclass(frozen=True, slots=True)
class PairLine:
    """One pair's way: where and against whom, round by round; `stays[i]`: same table as the round before."""

    position: int
    pair: Pair
    stops: tuple[tuple[Stop, Pair | None, bool], ...]


@dataclass(frozen=True, slots=True)
class GroupMovement:
    """The rounds of one group as they are stored. `movement` speaks of positions and hall tables."""

    group: Group
    movement: Movement
    pairs: dict[int, Pair]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its rounds."""
        return tuple(one.number for one in self.movement.rounds)

    @property
    def lines(self) -> tuple[TableLine, ...]:
        """The movement table by positions, a line per table."""
        by_round = [
            {table.table: (table.ns, table.ew) for table in one.tables} for one in self.movement.rounds
        ]
        tables = sorted({table for one in by_round for table in one})
        return tuple(TableLine(table, tuple(one.get(table) for one in by_round)) for table in tables)

    @property
    def byes(self) -> tuple[tuple[int, ...], ...]:
        """Per round the positions that sit out."""
        return byes(self.movement)

    @property
    def has_byes(self) -> bool:
        """Whether anybody sits out in any round."""
        return any(self.byes)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Who moves where after each round but the last."""
        return moves(self.movement)

    @property
    def pair_lines(self) -> tuple[PairLine, ...]:
        """The same by pairs, in position order."""
        return tuple(self._line(position) for position in sorted(self.pairs))

    def _line(self, position: int) -> PairLine:
        stops = card(self.movement, position)
        stays = [False] + [
            before.place is not None and after.place is not None and before.place.table == after.place.table
            for before, after in pairwise(stops)
        ]
        met = [self.pairs.get(stop.opponent or 0) for stop in stops]
        return PairLine(position, self.pairs[position], tuple(zip(stops, met, stays, strict=True)))


def stage_movements(stage: Stage) -> list[GroupMovement]:
    """Every group's movement, from the stored rounds. Four queries; a group without rounds is left out."""
    entries = stage.entries.filter(group__isnull=False).select_related("pair__unit")
    places: dict[int, dict[int, Pair]] = defaultdict(dict)
    for entry in entries.prefetch_related("pair__players"):
        places[entry.group_id or 0][entry.position or 0] = entry.pair
    rounds: dict[int, dict[int, list[Match]]] = defaultdict(lambda: defaultdict(list))
    matches = Match.objects.filter(round__group__stage=stage).select_related("round")
    for match in matches.order_by("round__number", "table", "pk"):
        rounds[match.round.group_id][match.round.number].append(match)
    return [
        GroupMovement(group, _movement(places[group.pk], rounds[group.pk]), places[group.pk])
        for group in stage.groups.all()
        if group.pk in rounds
    ]


def _movement(places: dict[int, Pair], rounds: dict[int, list[Match]]) -> Movement:
    position = {pair.pk: place for place, pair in places.items()}
    return Movement(
        size=max(places, default=0),
        rounds=tuple(_round(number, matches, position) for number, matches in sorted(rounds.items())),
    )


def _round(number: int, matches: Iterable[Match], position: dict[int, int]) -> Round:
    """One round by positions; a match of somebody who has no place in the group is left out."""
    tables, sitting_out = [], []
    for match in matches:
        ns, ew = position.get(match.ns_id), position.get(match.ew_id or 0)
        if match.kind == MatchKind.PLAY and ns and ew:
            tables.append(Table(ns, ew, match.table or 0))
        elif match.kind == MatchKind.BYE and ns:
            sitting_out.append(Bye(ns))
    return Round(number, tuple(tables), tuple(sitting_out))


@dataclass(frozen=True, slots=True)
class Check:
    """One promise of the movement, looked up in what is stored; `numbers`: pairs or tables that break it."""

    code: str
    numbers: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nobody breaks it."""
        return not self.numbers


def movement_checks(groups: Iterable[GroupMovement], *, legs: int = 1) -> list[Check]:
    """Look through the stored rounds of all groups for what a movement promises.

    `once_a_round` (nobody twice), `nobody_twice` (with two legs: nobody a third time), `sides_even` (南北 and
    东西 differ by at most one), `one_bye_each`, `tables_apart` (no table twice in a round of one session).
    """
    groups = list(groups)
    return [
        Check("once_a_round", _broken(groups, _twice_a_round)),
        Check("nobody_twice", _broken(groups, lambda one: _met_too_often(one, legs))),
        Check("sides_even", _broken(groups, _uneven)),
        Check("one_bye_each", _broken(groups, lambda one: _sat_out_too_often(one, legs))),
        Check("tables_apart", _tables_twice(groups)),
    ]


def _broken(
    groups: Iterable[GroupMovement], find: Callable[[GroupMovement], Iterable[int]]
) -> tuple[int, ...]:
    return tuple(sorted(one.pairs[place].number for one in groups for place in find(one)))


def _seated(one: Round) -> list[int]:
    return [who for table in one.tables for who in (table.ns, table.ew)] + [bye.who for bye in one.byes]


def _twice_a_round(group: GroupMovement) -> set[int]:
    """Those who are named twice in a round; one who came late or left is in fewer rounds, rightly."""
    return {
        place for one in group.movement.rounds for place, times in Counter(_seated(one)).items() if times > 1
    }


def _met_too_often(group: GroupMovement, legs: int) -> set[int]:
    met = Counter(frozenset((t.ns, t.ew)) for one in group.movement.rounds for t in one.tables)
    return {place for couple, times in met.items() if times > legs for place in couple}


def _uneven(group: GroupMovement) -> set[int]:
    tables = [table for one in group.movement.rounds for table in one.tables]
    ns, ew = Counter(table.ns for table in tables), Counter(table.ew for table in tables)
    return {place for place in group.pairs if abs(ns[place] - ew[place]) > 1}


def _sat_out_too_often(group: GroupMovement, legs: int) -> set[int]:
    out = Counter(bye.who for one in group.movement.rounds for bye in one.byes)
    return {place for place, times in out.items() if times > legs}


def _tables_twice(groups: Iterable[GroupMovement]) -> tuple[int, ...]:
    used = Counter(
        (group.group.session, one.number, table.table)
        for group in groups
        for one in group.movement.rounds
        for table in one.tables
    )
    return tuple(sorted({table for (_, _, table), times in used.items() if times > 1}))
