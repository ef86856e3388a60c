"""Who really played whom in a round, told afterwards: what changes and what follows from it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.errors import ActionRefused
from tournament.models import Group, Match, MatchKind, Pair, RoundState, Stage
from tournament.queries.results import standing_results

Seats = tuple[int, int]
"""The numbers of 南北 and 东西 at one table."""


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """One table whose opponents were others; `has_result` says that what was entered there is cleared."""

    match: Match
    ns: Pair
    ew: Pair
    has_result: bool

    @property
    def old(self) -> Seats:
        """Who was to play here."""
        return self.match.ns.number, (self.match.ew.number if self.match.ew else 0)

    @property
    def new(self) -> Seats:
        """Who did."""
        return self.ns.number, self.ew.number


@dataclass(frozen=True, slots=True)
class Rematch:
    """Two pairs who meet at this table for another time, or no more."""

    round: int
    table: int
    state: RoundState
    numbers: Seats
    is_now: bool


@dataclass(frozen=True, slots=True)
class Reality:
    """What recording the real opponents of a round would change."""

    tables: tuple[ChangedTable, ...]
    rematches: tuple[Rematch, ...]

    @property
    def cleared(self) -> list[int]:
        """The tables whose results no longer count."""
        return [one.match.table or 0 for one in self.tables if one.has_result]


def matches_of_round(stage: Stage, number: int) -> list[Match]:
    """The real tables of a round in order, pairs and players read; four queries."""
    found = Match.objects.filter(round__group__stage=stage, round__number=number, kind=MatchKind.PLAY)
    found = found.select_related("round__group", "ns__unit", "ew__unit")
    return list(found.prefetch_related("ns__players", "ew__players").order_by("table", "pk"))


def reality(stage: Stage, number: int, seats: Mapping[int, Seats]) -> Reality:
    """What it means that these pairs sat at these tables (by match key) in round `number`.

    Raises `ActionRefused`: `played_in_knockout`, `no_such_round`, `round_not_published`,
    `nobody_sat_otherwise`,
    `played_himself` (number, table), `played_twice` (number), `not_at_these_tables` (number),
    `played_in_other_group` (number, table).
    """
    if stage.is_knockout:
        raise ActionRefused("played_in_knockout")
    matches = matches_of_round(stage, number)
    if not matches:
        raise ActionRefused("no_such_round", round=number)
    changed = _changed(matches, seats)
    _refuse_drafts(changed)
    pairs = {pair.number: pair for match in changed for pair in (match.ns, match.ew) if pair}
    _refuse_impossible(changed, seats, pairs)
    entered = set(standing_results().filter(match__in=changed).values_list("match_id", flat=True))
    tables = tuple(
        ChangedTable(match, pairs[seats[match.pk][0]], pairs[seats[match.pk][1]], match.pk in entered)
        for match in changed
    )
    groups = {match.round.group_id: match.round.group for match in changed}
    rematches = tuple(one for group in groups.values() for one in changed_rematches(stage, group, seats))
    return Reality(tables, rematches)


def _changed(matches: Iterable[Match], seats: Mapping[int, Seats]) -> list[Match]:
    changed = [
        match
        for match in matches
        if match.pk in seats and match.ew and seats[match.pk] != (match.ns.number, match.ew.number)
    ]
    if not changed:
        raise ActionRefused("nobody_sat_otherwise")
    return changed


def _refuse_drafts(changed: Iterable[Match]) -> None:
    if any(match.round.state == RoundState.DRAFT for match in changed):
        raise ActionRefused("round_not_published")


def _refuse_impossible(changed: list[Match], seats: Mapping[int, Seats], pairs: Mapping[int, Pair]) -> None:
    """The pairs of the tables that differ change places among themselves, each once."""
    told: Counter[int] = Counter()
    for match in changed:
        ns, ew = seats[match.pk]
        if ns == ew:
            raise ActionRefused("played_himself", number=ns, table=match.table)
        told.update((ns, ew))
    for number, count in told.items():
        if number not in pairs:
            raise ActionRefused("not_at_these_tables", number=number)
        if count > 1:
            raise ActionRefused("played_twice", number=number)
    groups = {pair.number: match.round.group_id for match in changed for pair in (match.ns, match.ew) if pair}
    for match in changed:
        for number in seats[match.pk]:
            if groups[number] != match.round.group_id:
                raise ActionRefused("played_in_other_group", number=number, table=match.table)


def changed_rematches(stage: Stage, group: Group, seats: Mapping[int, Seats]) -> list[Rematch]:
    """The tables of a group whose mark 再次相遇 is another when these pairs sat there; one query."""
    rows = Match.objects.filter(round__group=group, kind=MatchKind.PLAY).order_by("round__number", "table")
    matches = list(rows.select_related("round", "ns", "ew"))
    told = {
        match.pk: seats.get(match.pk) or (match.ns.number, match.ew.number if match.ew else 0)
        for match in matches
    }
    now = rematch_flags(stage, [(match.pk, told[match.pk]) for match in matches])
    return [
        Rematch(
            match.round.number, match.table or 0, RoundState(match.round.state), told[match.pk], now[match.pk]
        )
        for match in matches
        if match.rematch != now[match.pk]
    ]


def rematch_flags(stage: Stage, meetings: Iterable[tuple[int, Seats]]) -> dict[int, bool]:
    """Whether each meeting, in the order of the rounds, is one too many.

    Two pairs meet once, in a double round robin once a leg.
    """
    legs = int(stage.pairing.get("legs", 1))
    met: dict[frozenset[int], int] = defaultdict(int)
    flags = {}
    for key, seats in meetings:
        couple = frozenset(seats)
        flags[key] = met[couple] >= legs
        met[couple] += 1
    return flags
