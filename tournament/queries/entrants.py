"""Who enters a stage: everybody, a category, or those whom an earlier stage sends on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import cast

from django.db.models import QuerySet

from scoring.standings import Row
from tournament.errors import ActionRefused
from tournament.models import (
    Draw,
    DrawKind,
    Group,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Stage,
)
from tournament.queries.draw_record import lots_in_force
from tournament.queries.results import standing_results
from tournament.queries.standings import StageStandings, stage_standings


@dataclass(frozen=True, slots=True)
class CutTie:
    """Pairs equal across a qualifying cut: `places` of `numbers` go on. `group` None: across groups.

    `grades`: all of them go on, but the next stage puts every rank of a group into another grade.
    """

    group: Group | None
    numbers: tuple[int, ...]
    places: int
    grades: bool = False


@dataclass(frozen=True, slots=True)
class Entering:
    """Who enters, in seeding order, what each carries, and the ties that still stop it.

    `standings` are those of the earlier stage, where there is one; `grades` has every pair's place among
    those of its earlier group that enter, where they are grouped by it (equal pairs share one).
    """

    pairs: tuple[Pair, ...]
    carried: dict[int, Decimal]
    ties: tuple[CutTie, ...] = ()
    standings: StageStandings | None = None
    grades: dict[int, int] = field(default_factory=dict)


def source_of(stage: Stage) -> Stage | None:
    """The earlier stage that `stage` is filled from, or None."""
    name = stage.source_name
    return (
        None
        if name is None
        else Stage.objects.select_related("event").get(event_id=stage.event_id, name=name)
    )


def entering(stage: Stage) -> Entering:
    """Who enters `stage` now.

    Only active pairs enter; a qualifier who withdrew gives the place to the next. Raises `ActionRefused`
    `source_not_drawn` or `source_not_finished` while the earlier stage is still open.
    Rule: library-rotation 一、1 and 三 (heats, final); ways of entry are our own list.
    """
    source = source_of(stage)
    if source is None:
        return Entering(tuple(_active(stage)), {})
    _refuse_unfinished(source)
    return _from_stage(stage, source)


def _active(stage: Stage) -> list[Pair]:
    pairs = Pair.objects.filter(event_id=stage.event_id, status__in=[PairStatus.ACTIVE, PairStatus.HOUSE])
    if isinstance(stage.entry, dict) and "category" in stage.entry:
        pairs = pairs.filter(category=stage.entry["category"])
    return list(pairs.select_related("unit").prefetch_related("players"))


def _refuse_unfinished(source: Stage) -> None:
    if not Match.objects.filter(round__group__stage=source, kind=MatchKind.PLAY).exists():
        raise ActionRefused("source_not_drawn", stage=source.name)
    if open_count := open_matches(source).count():
        raise ActionRefused("source_not_finished", stage=source.name, count=open_count)


def open_matches(stage: Stage) -> QuerySet[Match]:
    """The tables of a stage that have no result yet, or only a cleared one."""
    counting = standing_results()
    matches = Match.objects.filter(round__group__stage=stage, kind=MatchKind.PLAY)
    return matches.exclude(pk__in=counting.values("match_id"))


def _from_stage(stage: Stage, source: Stage) -> Entering:
    entry = stage.entry
    table = stage_standings(source)
    still_here = set(
        Pair.objects.filter(event_id=stage.event_id, status=PairStatus.ACTIVE).values_list(
            "number", flat=True
        )
    )
    cuts = lots_in_force(source, DrawKind.CUT)
    chosen, ties = _choose(entry, table, still_here, cuts)
    by_number = Pair.objects.filter(event_id=stage.event_id, number__in=[row.pair for row in chosen])
    pairs = {pair.number: pair for pair in by_number.select_related("unit").prefetch_related("players")}
    carried = {row.pair: carried_points(row.points, entry.get("carry", "none")) for row in chosen}
    grades: dict[int, int] = {}
    if stage.grouping.get("method") == "previous_rank" and not ties:
        grades, ties = _grades(table, {row.pair for row in chosen}, cuts, entry.get("cut_tie") == "all")
    return Entering(tuple(pairs[row.pair] for row in chosen), carried, tuple(ties), table, grades)


def _grades(
    table: StageStandings, entering: set[int], cuts: dict[int | None, list[int]], all_through: bool
) -> tuple[dict[int, int], list[CutTie]]:
    """The grade of everybody who enters, and the equal pairs that lots must still part.

    A place is counted among those of a group that enter: who withdrew leaves it to the next. Where all equal
    pairs go through, they share the better grade and the next one stays empty.
    """
    grades: dict[int, int] = {}
    ties: list[CutTie] = []
    for part in table.groups:
        rows = [row for row in part.rows if row.pair in entering]
        drawn = cuts.get(part.group.pk, [])
        for rank in sorted({row.rank for row in rows if row.rank is not None}):
            equal = [row.pair for row in rows if row.rank == rank]
            above = sum(row.rank is not None and row.rank < rank for row in rows)
            if all_through or len(equal) == 1:
                grades |= dict.fromkeys(equal, above + 1)
            elif set(drawn) >= set(equal):
                grades |= {pair: above + at for at, pair in enumerate(sorted(equal, key=drawn.index), 1)}
            else:
                ties.append(CutTie(part.group, tuple(equal), len(equal), grades=True))
    return grades, ties


def carried_points(points: Decimal, carry: str) -> Decimal:
    """What a pair brings along: nothing, all or half of its points, exactly."""
    return {"none": Decimal(0), "all": points, "half": points / 2}[carry]


def _choose(
    entry: dict[str, object], table: StageStandings, still_here: set[int], cuts: dict[int | None, list[int]]
) -> tuple[list[Row], list[CutTie]]:
    all_through = entry.get("cut_tie") == "all"
    overall = [row for row in table.overall if row.pair in still_here and row.rank is not None]
    if "top" in entry:
        taken, tie = cut(overall, int(str(entry["top"])), cuts.get(None, []), all_through)
        return taken, [tie] if tie else []
    if "ranks" in entry:
        low, high = (int(rank) for rank in cast("list[int]", entry["ranks"]))
        before, tie_low = cut(overall, low - 1, cuts.get(None, []), False)
        taken, tie = cut(overall, high, cuts.get(None, []), all_through)
        ties = [one for one in (tie_low, tie) if one]
        return [row for row in taken if row not in before], ties
    if "top_per_group" not in entry:
        return overall, []
    return _per_group(entry, table, still_here, cuts, all_through)


def _per_group(
    entry: dict[str, object],
    table: StageStandings,
    still_here: set[int],
    cuts: dict[int | None, list[int]],
    all_through: bool,
) -> tuple[list[Row], list[CutTie]]:
    taken, rest, ties = [], [], []
    for part in table.groups:
        rows = [row for row in part.rows if row.pair in still_here and row.rank is not None]
        through, tie = cut(rows, int(str(entry["top_per_group"])), cuts.get(part.group.pk, []), all_through)
        taken.append(through)
        rest += [row for row in rows if row not in through]
        if tie:
            ties.append(CutTie(part.group, tie.numbers, tie.places))
    # Group winners first, then all seconds …: the order in which a snake would seed them.
    longest = max((len(rows) for rows in taken), default=0)
    in_order = [rows[place] for place in range(longest) for rows in taken if place < len(rows)]
    if ties or not (best_next := int(str(entry.get("best_next", 0)))):
        return in_order, ties
    extra, tie = cut(_by_points_per_round(rest, table), best_next, cuts.get(None, []), all_through)
    return in_order + extra, [tie] if tie else []


def _by_points_per_round(rows: list[Row], table: StageStandings) -> list[Row]:
    """Pairs of different groups, by points per round and then by the overall order; equals keep one rank."""
    overall = {row.pair: row.rank for row in table.overall}

    def key(row: Row) -> tuple[Fraction, int]:
        return (-row.points_per_round, overall[row.pair] or 0)

    ordered, keys = sorted(rows, key=key), sorted(key(row) for row in rows)
    return [replace(row, rank=keys.index(key(row)) + 1) for row in ordered]


def cut(rows: list[Row], places: int, drawn: list[int], all_through: bool) -> tuple[list[Row], CutTie | None]:
    """The first `places` of ranked `rows`, and the tie across the edge if lots have not settled it.

    `drawn` lists pair numbers in the order the lots gave. With `all_through` everybody equal to the last
    place goes on. While a tie is open, those surely through are returned.
    """
    if places >= len(rows) or places <= 0:
        return (rows if places > 0 else []), None
    edge = rows[places - 1].rank
    if rows[places].rank != edge:
        return rows[:places], None
    above = [row for row in rows if row.rank is not None and edge is not None and row.rank < edge]
    equal = [row for row in rows if row.rank == edge]
    if all_through:
        return above + equal, None
    if set(drawn) >= {row.pair for row in equal}:
        return above + sorted(equal, key=lambda row: drawn.index(row.pair))[: places - len(above)], None
    return above, CutTie(None, tuple(row.pair for row in equal), places - len(above))


def cut_draws(stage: Stage) -> list[Draw]:
    """The lots that settled this stage's cuts, oldest first."""
    return list(stage.draws.filter(kind=DrawKind.CUT).select_related("group").order_by("pk"))


def bracket_seeding(stage: Stage, coming: Entering) -> tuple[dict[int, int], dict[int, str]]:
    """How those who come from an earlier stage are seeded in a bracket, and the group each comes from.

    By place in their group where a number of each group goes on (all winners are 1: lots put them in order),
    else by the order in which they go on. Groups matter only where there were several. Nothing for a stage
    without an earlier one: then the pairs' own seeds count.
    """
    if coming.standings is None:
        return {}, {}
    of_group = {row.pair: part.group.name for part in coming.standings.groups for row in part.rows}
    several = len(coming.standings.groups) > 1
    mates = {pair.number: of_group[pair.number] for pair in coming.pairs if several}
    by_group = isinstance(stage.entry, dict) and "top_per_group" in stage.entry
    seeding: dict[int, int] = {}
    seen: Counter[str] = Counter()
    for place, pair in enumerate(coming.pairs, 1):
        seen[of_group[pair.number]] += 1
        seeding[pair.number] = seen[of_group[pair.number]] if by_group else place
    return seeding, mates
