"""The standings of a stage: facts read in a fixed number of queries, ranked by `scoring`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, FilteredRelation, Prefetch, Q

from scoring.knockout import knockout_rows
from scoring.records import Record
from scoring.rules import Grade, Rules
from scoring.standings import (
    Bye,
    Entry,
    Missed,
    PenaltyPoints,
    PlayedMatch,
    Row,
    missed_rounds,
    standings,
    without_head_to_head,
)
from tournament.models import (
    DrawKind,
    Group,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Penalty,
    Player,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.queries.bracket import places_played
from tournament.queries.draw_record import lots_in_force
from tournament.queries.results import ResultRow, is_unfinished, record_of, with_current


@dataclass(frozen=True, slots=True)
class GroupStandings:
    """One group's ranked rows."""

    group: Group
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class StageStandings:
    """All of a stage's rankings, the pairs behind the numbers (players and unit already read, unless it was
    made nameless), and all penalties, cancelled ones too."""

    stage: Stage
    rules: Rules
    groups: tuple[GroupStandings, ...]
    overall: tuple[Row, ...]
    pairs: Mapping[int, Pair]
    upto_round: int | None
    penalties: tuple[Penalty, ...]


@dataclass(frozen=True, slots=True)
class _Facts:
    groups: list[Group]
    entries: list[StageEntry]
    withdrawn: frozenset[int]
    played: dict[int, list[PlayedMatch]]
    byes: dict[int, list[Bye]]
    missed: dict[int, list[Missed]]
    penalties: list[Penalty]
    lots: dict[int | None, dict[int, int]]


def stage_standings(
    stage: Stage,
    upto_round: int | None = None,
    assumed: Mapping[int, Record] | None = None,
    *,
    nameless: bool = False,
    in_groups_only: bool = False,
) -> StageStandings:
    """Rank every group of `stage` and all its pairs together, as of `upto_round` (None: now).

    Five queries, one more where a pair withdrew and two for a knock-out, whatever the size. Overall ranks
    leave out head_to_head: pairs of different groups never met. `assumed` gives matches, by their key, that
    have no result yet the one they might end with. `nameless` leaves players and units unread, one query
    less, for whoever has the names; `in_groups_only` leaves `overall` empty, for whoever shows one group.
    Rule: RULES sections 4 (stages) and 5.
    """
    rules, facts = stage.scoring_rules, _facts(stage, assumed or {}, nameless=nameless)
    by_group: dict[int, list[StageEntry]] = defaultdict(list)
    for entry in facts.entries:
        if entry.group_id is not None:
            by_group[entry.group_id].append(entry)
    groups = tuple(
        GroupStandings(group, _rank(by_group[group.pk], [group.pk], rules, facts, upto_round, group.pk))
        for group in facts.groups
    )
    # Lots of one tie say nothing about another; where there is one group, its ties are those of the stage.
    lots_of = next(iter(by_group)) if len(by_group) == 1 and None not in facts.lots else None
    overall: tuple[Row, ...] = ()
    if not in_groups_only:
        without = without_head_to_head(rules)
        overall = _rank(facts.entries, list(by_group), without, facts, upto_round, lots_of)
    if stage.is_knockout:
        groups, overall = _by_bracket(stage, groups, overall, facts, upto_round, lots_of)
    pairs = {entry.pair.number: entry.pair for entry in facts.entries}
    return StageStandings(stage, rules, groups, overall, pairs, upto_round, tuple(facts.penalties))


def _by_bracket(
    stage: Stage,
    groups: tuple[GroupStandings, ...],
    overall: tuple[Row, ...],
    facts: _Facts,
    upto_round: int | None,
    lots_of: int | None,
) -> tuple[tuple[GroupStandings, ...], tuple[Row, ...]]:
    """The ranks of a knock-out: who met whom about what decides, not the points. Two queries."""
    played = places_played(stage, upto_round)

    def ranked(rows: tuple[Row, ...], key: int | None) -> tuple[Row, ...]:
        return knockout_rows(rows, played, lots=facts.lots.get(key), upto_round=upto_round)

    in_groups = tuple(GroupStandings(one.group, ranked(one.rows, one.group.pk)) for one in groups)
    return in_groups, ranked(overall, lots_of)


def _rank(
    entries: list[StageEntry],
    group_ids: Iterable[int],
    rules: Rules,
    facts: _Facts,
    upto_round: int | None,
    lots_of: int | None,
) -> tuple[Row, ...]:
    numbers = {entry.pair.number for entry in entries}
    return standings(
        [_entry(entry, facts.withdrawn) for entry in entries],
        [match for key in group_ids for match in facts.played[key]],
        [bye for key in group_ids for bye in facts.byes[key]],
        [missed for key in group_ids for missed in facts.missed[key]],
        rules,
        penalties=[_points_of(one) for one in facts.penalties if one.pair.number in numbers],
        lots=facts.lots.get(lots_of, {}),
        upto_round=upto_round,
    )


def _entry(entry: StageEntry, withdrawn: frozenset[int]) -> Entry:
    status = entry.pair.status
    return Entry(
        pair=entry.pair.number,
        carried=entry.carried,
        disqualified=status == PairStatus.DISQUALIFIED,
        house=status == PairStatus.HOUSE,
        withdrawn=entry.pair.number in withdrawn,
    )


def _withdrawn(entries: list[StageEntry]) -> frozenset[int]:
    """The pairs that withdrew from this stage: it says so, or the pair withdrew and no stage tells when.

    The results against a disqualified pair stand, so it never counts as withdrawn.
    """
    gone = {one.pair_id for one in entries if one.pair.status == PairStatus.WITHDRAWN and one.left is None}
    if gone:
        told = StageEntry.objects.filter(pair_id__in=gone, left__isnull=False)
        gone -= set(told.values_list("pair_id", flat=True))
    return frozenset(
        one.pair.number
        for one in entries
        if one.pair.status != PairStatus.DISQUALIFIED and (one.left is not None or one.pair_id in gone)
    )


def _facts(stage: Stage, assumed: Mapping[int, Record], *, nameless: bool) -> _Facts:
    entries, penalties = _entries(stage, nameless=nameless)
    groups, closed = _groups(stage)
    played, byes, missed = _matches(stage, closed, assumed)
    if not stage.is_knockout:
        for group, rows in _unnamed(closed, entries, played, byes, missed).items():
            missed[group] += rows
    return _Facts(groups, entries, _withdrawn(entries), played, byes, missed, penalties, _lots(stage))


# Of a pair, what no table of standings shows and takes its time to read.
SET_ASIDE: Final = ("own", "note", "checked_in_at")


def _entries(stage: Stage, *, nameless: bool) -> tuple[list[StageEntry], list[Penalty]]:
    """Who is in the stage, by number, and the penalties that they have there, the oldest first."""
    given = FilteredRelation("pair__penalties", condition=Q(pair__penalties__stage=stage))
    rows = stage.entries.annotate(penalty=given).select_related("pair", "penalty")  # type: ignore[misc]
    if nameless:
        rows = rows.defer(*(f"pair__{name}" for name in SET_ASIDE))
    else:
        players = Prefetch("pair__players", queryset=Player.objects.order_by("seat"), to_attr="seated")
        rows = rows.select_related("pair__unit").prefetch_related(players)
    found = list(rows.order_by("pair__number", "penalty__id"))  # a row a penalty, at least one an entry
    for row in found:
        if hasattr(row, "penalty"):
            row.penalty.pair = row.pair
    penalties = sorted((row.penalty for row in found if hasattr(row, "penalty")), key=lambda one: one.pk)
    return list({row.pk: row for row in found}.values()), penalties


def _groups(stage: Stage) -> tuple[list[Group], list[tuple[int, int]]]:
    """The groups in order, and group and number of every round that is closed."""
    closed = FilteredRelation("rounds", condition=Q(rounds__state=RoundState.CLOSED))
    rows = stage.groups.annotate(closed=closed).annotate(number=F("closed__number"))
    found = list(rows.order_by("ordinal", "number"))
    groups = {group.pk: group for group in found}
    return list(groups.values()), [(row.pk, row.number) for row in found if row.number is not None]


DRAWN: Final = ("round__group_id", "round__number", "kind", "ns__number", "ew__number")  # of a match


def _result_in(row: Sequence[Any]) -> ResultRow | None:
    """The result that counts, from its columns; None where there is none, or a series goes on."""
    result = ResultRow(*row) if row[0] is not None else None
    return None if result is None or is_unfinished(result) else result


def _matches(
    stage: Stage, closed: list[tuple[int, int]], assumed: Mapping[int, Record]
) -> tuple[dict[int, list[PlayedMatch]], dict[int, list[Bye]], dict[int, list[Missed]]]:
    """Matches, byes and missed rounds by group.

    Rounds are often drawn ahead: a bye or a missed round counts once its group has played there, that is with
    the round's first result, or when the round is closed.
    """
    results: dict[int, Record | None] = dict(assumed)
    played: dict[int, list[PlayedMatch]] = defaultdict(list)
    byes: dict[int, list[Bye]] = defaultdict(list)
    missed: dict[int, list[Missed]] = defaultdict(list)
    rows = with_current(Match.objects.filter(round__group__stage=stage)).values_list(
        "pk", *DRAWN, *(f"current__{name}" for name in ResultRow._fields)
    )
    drawn = list(rows.order_by("round__number", "table", "pk"))
    for key, *row in drawn:
        if (result := _result_in(row[len(DRAWN) :])) is not None:
            results[key] = record_of(result)
    begun = {(group, number) for key, group, number, *_rest in drawn if key in results} | set(closed)
    for key, group, number, kind, ns, ew, *_result in drawn:
        if kind == MatchKind.PLAY:
            played[group].append(PlayedMatch(round=number, ns=ns, ew=ew, record=results.get(key)))
        elif (group, number) not in begun:
            continue
        elif kind == MatchKind.BYE:
            byes[group].append(Bye(round=number, pair=ns))
        else:
            missed[group].append(Missed(round=number, pair=ns))
    return played, byes, missed


def _unnamed(
    closed: list[tuple[int, int]],
    entries: list[StageEntry],
    played: dict[int, list[PlayedMatch]],
    byes: dict[int, list[Bye]],
    missed: dict[int, list[Missed]],
) -> dict[int, tuple[Missed, ...]]:
    """Rounds that a group closed without naming a pair that had not left: it missed them (late entries)."""
    named: dict[int, dict[int, set[int]]] = defaultdict(dict)
    for group, number in closed:
        at_tables = {pair for one in played[group] if one.round == number for pair in (one.ns, one.ew)}
        sat_out = {one.pair for one in byes[group] if one.round == number}
        absent = {one.pair for one in missed[group] if one.round == number}
        named[group][number] = at_tables | sat_out | absent
    unnamed: dict[int, tuple[Missed, ...]] = defaultdict(tuple)
    for entry in entries:
        if entry.group_id and _takes_part(entry):
            rounds = named[entry.group_id].items()
            here = {number: pairs for number, pairs in rounds if _is_in(entry, number)}
            unnamed[entry.group_id] += missed_rounds([entry.pair.number], here)
    return unnamed


def _takes_part(entry: StageEntry) -> bool:
    """Whether a round can be missed: by who is active, or was so until it left."""
    status = entry.pair.status
    return status == PairStatus.ACTIVE or (status != PairStatus.HOUSE and entry.left is not None)


def _is_in(entry: StageEntry, number: int) -> bool:
    """Whether the pair had not left yet by this round."""
    return entry.left is None or number < entry.left


def _points_of(row: Penalty) -> PenaltyPoints:
    return PenaltyPoints(
        pair=row.pair.number,
        points=row.points,
        grade=Grade(row.grade),
        cancelled=bool(row.cancelled),
        round=row.round_number,
    )


def _lots(stage: Stage) -> dict[int | None, dict[int, int]]:
    """The place each pair drew, by group; each tie was drawn by itself, so two ties never compare places."""
    return {
        group: {number: place for place, number in enumerate(order, 1)}
        for group, order in lots_in_force(stage, DrawKind.LOTS).items()
    }
