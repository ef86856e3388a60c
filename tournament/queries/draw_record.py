"""Every draw of an event, and the commitments that went before some: for the desk's record and the public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from pairing.lots import commitment as commitment_of
from pairing.lots import digest, joined_lots
from pairing.rerun import UNREADABLE
from tournament.models import Commitment, Draw, DrawKind, Event, Group, Stage
from tournament.queries.counted_stage import counted_stage, stage_with_groups


@dataclass(frozen=True, slots=True)
class DrawLine:
    """One draw in the record. `count` is the how-manieth it was of its stage, group, kind and round."""

    draw: Draw
    count: int
    commitment: Commitment | None

    @property
    def is_computed(self) -> bool:
        """Whether the computer made it; otherwise lots were drawn by hand and typed in."""
        return bool(self.draw.algorithm)

    @property
    def place(self) -> tuple[int, str, int, int]:
        """Its address: the stage's ordinal (0: before all stages), kind, the group's ordinal (0: none), and
        its own ordinal among those."""
        draw = self.draw
        stage, group = draw.stage, draw.group
        return (stage.ordinal if stage else 0, draw.kind, group.ordinal if group else 0, draw.ordinal)


@dataclass(frozen=True, slots=True)
class CommitmentLine:
    """One commitment: `ordinal` counts the event's from 1, `is_open` while its seed is not told."""

    ordinal: int
    commitment: Commitment

    @property
    def is_open(self) -> bool:
        """Whether it still waits for its seed."""
        return self.commitment.is_current and self.commitment.revealed_at is None


def open_commitments(stage: Stage, kind: DrawKind) -> QuerySet[Commitment]:
    """The commitments of `stage` that still wait for their seed."""
    return Commitment.objects.filter(stage=stage, kind=kind, is_current=True, revealed_at=None)


def draw_lines(event: Event) -> list[DrawLine]:
    """Every draw of `event`, newest first, without inputs and results, its stage with its groups. Three
    queries."""
    rows = Draw.objects.filter(Q(stage__event=event) | Q(event=event))
    rows = (
        rows.prefetch_related(stage_with_groups())
        .select_related("group", "commitment")
        .defer("inputs", "result", "commitment__inputs")
    )
    return list(reversed(list(_counted(rows.order_by("pk")))))


def _counted(rows: Iterable[Draw]) -> Iterable[DrawLine]:
    seen: Counter[object] = Counter()
    for draw in rows:
        key = (draw.stage_id, draw.group_name, draw.kind, draw.round_number)
        seen[key] += 1
        yield DrawLine(draw, seen[key], getattr(draw, "commitment", None))


def commitment_lines(event: Event) -> list[CommitmentLine]:
    """Every commitment of `event`, newest first. Two queries."""
    rows = (
        Commitment.objects.filter(stage__event=event)
        .prefetch_related(counted_stage())
        .select_related("group", "draw")
    )
    return [CommitmentLine(ordinal, one) for ordinal, one in enumerate(rows.order_by("pk"), 1)][::-1]


def lots_count(stage: Stage, kind: DrawKind) -> int:
    """How often lots of `kind` were drawn in `stage`: a stamp of what they have decided. One query."""
    return stage.draws.filter(kind=kind).count()


def lots_in_force(stage: Stage, kind: DrawKind) -> dict[int | None, list[int]]:
    """The order that lots of a stage gave, by group (None: across groups). One query."""
    drawn: dict[int | None, list[list[int]]] = {}
    for draw in Draw.objects.filter(stage=stage, kind=kind, is_current=True).order_by("pk"):
        drawn.setdefault(draw.group_id, []).append(draw.result)
    return {group: joined_lots(orders) for group, orders in drawn.items()}


def successor(line: CommitmentLine, lines: Iterable[CommitmentLine]) -> CommitmentLine | None:
    """The newest later commitment to the same draw; None while this is the newest."""
    mine = line.commitment
    later = (
        one
        for one in lines
        if one.ordinal > line.ordinal
        and (one.commitment.stage_id, one.commitment.group_id, one.commitment.kind)
        == (mine.stage_id, mine.group_id, mine.kind)
        and one.commitment.round_number == mine.round_number
    )
    return max(later, key=lambda one: one.ordinal, default=None)


def digest_holds(draw: Draw, commitment: Commitment | None) -> bool:
    """Whether the kept inputs still give the digests that were kept, or published, with them."""
    if commitment is not None and commitment_of(draw.inputs) != commitment.digest:
        return False
    return draw.inputs is not None and digest(draw.inputs) == draw.inputs_digest


def was_changed_since(draw: Draw) -> bool:
    """Whether the groups, or the round, are no longer as this draw gave them: somebody moved pairs."""
    try:
        if draw.kind == DrawKind.GROUPS and draw.stage is not None:
            return _groups_now(draw.stage) != [without_end(group) for group in draw.result]
        if draw.kind == DrawKind.PAIRINGS and draw.group is not None:
            drawn = {frozenset(table) for table in draw.result["tables"]}
            return not drawn <= _tables_now(draw.group, draw.round_number or 0)
    except UNREADABLE:  # a result of a file in another shape says nothing about places
        return False
    return False


def without_end(places: list[int | None]) -> list[int | None]:
    """A group without the free places at its end: nobody stands after them."""
    kept = list(places)
    while kept and kept[-1] is None:
        kept.pop()
    return kept


def _groups_now(stage: Stage) -> list[list[int | None]]:
    placed: dict[int, dict[int, int]] = {group.pk: {} for group in stage.groups.all()}
    rows = stage.entries.filter(position__isnull=False).values_list("group_id", "position", "pair__number")
    for group, position, number in rows:
        placed[group or 0][position or 0] = number
    return [[seats.get(place) for place in range(1, max(seats, default=0) + 1)] for seats in placed.values()]


def _tables_now(group: Group, number: int) -> set[frozenset[int]]:
    rounds = group.rounds.filter(number=number)
    seats = rounds.filter(matches__ew__isnull=False).values_list("matches__ns__number", "matches__ew__number")
    return {frozenset(seat) for seat in seats}
