"""Facts about a stage's draw: what still lets it be drawn anew, its sizes, who has come or gone since."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.errors import PairingError
from pairing.grouping import Entrant, sizes
from pairing.grouping_known import by_grade, by_unit
from pairing.lots_board import Lot, LotsBoard
from tournament.models import (
    DrawKind,
    Pair,
    Publication,
    PublicationKind,
    Result,
    Round,
    RoundState,
    Stage,
)
from tournament.queries.entrants import Entering

KNOWN = ("unit", "previous_rank")
"""The ways of grouping that say by themselves who plays together: no number of groups is asked for."""


def draw_count(stage: Stage) -> int:
    """How often the groups of `stage` have been drawn, drafts that were given up included."""
    return stage.draws.filter(kind=DrawKind.GROUPS).count()


def lots_are_open(stage: Stage) -> bool:
    """Whether places are laid out and no draw has filled them: lots are being typed in."""
    if stage.draws.filter(kind=DrawKind.GROUPS, is_current=True).exists():
        return False
    return stage.groups.exists() and not Round.objects.filter(group__stage=stage).exists()


def what_fixes_draw(stage: Stage) -> str:
    """Why the groups stand still, as the code of a refusal; empty while they may be drawn again.

    `rounds_have_begun`: a round is public or a result was ever entered. `groups_published`: the groups are.
    """
    if Round.objects.filter(group__stage=stage).exclude(state=RoundState.DRAFT).exists():
        return "rounds_have_begun"
    if Result.objects.filter(match__round__group__stage=stage).exists():
        return "rounds_have_begun"
    public = Publication.objects.filter(stage=stage, kind=PublicationKind.GROUPS, is_current=True)
    return "groups_published" if public.exists() else ""


def group_sizes(stage: Stage, pair_count: int) -> tuple[int, ...]:
    """The sizes of the groups that `pair_count` pairs would be drawn into, larger ones first.

    One group where the plan names neither how many nor how large. Raises `PairingError` as
    `pairing.grouping.sizes`.
    """
    grouping = stage.grouping
    count, size = grouping.get("count"), grouping.get("size")
    if grouping.get("method", "one") == "one" or (count is None and size is None):
        return sizes(pair_count, count=1)
    return sizes(pair_count, count=count, size=size)


def sizes_of_entering(stage: Stage, coming: Entering) -> tuple[int, ...]:
    """The sizes of the groups that those who enter would be put into, in the groups' order where it is known.

    Raises `PairingError` as `group_sizes`, and `units_of_one`, `grades_of_one`, `grades_need_a_source`.
    """
    method = stage.grouping.get("method", "one")
    if method not in KNOWN:
        return group_sizes(stage, len(coming.pairs))
    field = known_entrants(stage, coming)
    return tuple(map(len, by_unit(field) if method == "unit" else by_grade(field, 0)))


def known_entrants(stage: Stage, coming: Entering) -> list[Entrant]:
    """Those who enter a stage grouped by `KNOWN`, with what it depends on: the unit, or the earlier rank.

    Raises `PairingError` `grades_need_a_source` where there is no earlier stage to be ranked in.
    """
    if stage.grouping["method"] == "unit":
        return [Entrant(pair.number, pair.unit.key if pair.unit else None) for pair in coming.pairs]
    if stage.source_name is None:
        raise PairingError("grades_need_a_source")
    return [Entrant(pair.number, seed=coming.grades.get(pair.number)) for pair in coming.pairs]


def lots_board_of(stage: Stage) -> LotsBoard:
    """The lots of a stage that was opened for them: who drew what, in the order of groups and positions.

    One query. A stage that a file laid out otherwise than its plan allows keeps the file's groups. Raises
    `PairingError` when fewer than two pairs entered.
    """
    rows = list(stage.entries.values_list("pair__number", "group__ordinal", "position"))
    drawn = sorted((Lot(group - 1, position), number) for number, group, position in rows if position)
    return LotsBoard(
        sizes=_laid_out(stage, len(rows), [lot for lot, _number in drawn]),
        pairs=tuple(sorted(number for number, _, _ in rows)),
        drawn=tuple((number, lot) for lot, number in drawn),
    )


def _laid_out(stage: Stage, pair_count: int, drawn: list[Lot]) -> tuple[int, ...]:
    """The sizes that the plan asks for, or those of a file's groups where the lots do not fit into them: they
    are laid out otherwise, or a bracket has places that stay empty."""
    try:
        planned = group_sizes(stage, pair_count)
    except PairingError:
        if pair_count < 2 or not stage.groups.exists():
            raise
        planned = ()
    if planned and all(lot.group < len(planned) and lot.position <= planned[lot.group] for lot in drawn):
        return planned
    count = stage.groups.count()
    small, larger = divmod(pair_count, count)
    even = [small + (group < larger) for group in range(count)]
    highest = [
        max((lot.position for lot in drawn if lot.group == group), default=0) for group in range(count)
    ]
    return tuple(map(max, even, highest))


@dataclass(frozen=True, slots=True)
class RosterChange:
    """What has changed since the draw: `added` pairs should play and have no place, `gone` ones left."""

    added: tuple[Pair, ...] = ()
    gone: tuple[Pair, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.gone)


def roster_change(stage: Stage, coming: Entering) -> RosterChange:
    """Compare a drawn stage with who would enter it now. Two queries."""
    entries = stage.entries.select_related("pair__unit").prefetch_related("pair__players")
    drawn = {entry.pair_id: entry.pair for entry in entries}
    now = {pair.pk for pair in coming.pairs}
    added = tuple(pair for pair in coming.pairs if pair.pk not in drawn)
    gone = tuple(pair for key, pair in drawn.items() if key not in now)
    return RosterChange(added, gone)
