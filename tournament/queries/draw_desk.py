"""All that the draw page of a stage shows, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pairing.errors import PairingError
from pairing.grouping import Clash, clashes
from pairing.rotation import rotation_notes
from pairing.seating import Note
from tournament.errors import ActionRefused
from tournament.models import (
    Draw,
    DrawKind,
    Group,
    Pair,
    PairStatus,
    Publication,
    PublicationKind,
    Result,
    Round,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.names.pinyin import title_key
from tournament.queries.bracket_notes import bracket_notes
from tournament.queries.drawing import (
    RosterChange,
    draw_count,
    roster_change,
    sizes_of_entering,
    what_fixes_draw,
)
from tournament.queries.entrants import Entering, entering
from tournament.queries.rounds import round_numbers


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A group with its entries in position order and the clashes of units in it."""

    group: Group
    entries: tuple[StageEntry, ...]
    clashes: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True)
class Public:
    """One thing that goes up and comes down by itself: the groups (`number` None) or a round's pairings.

    `has_draft`: of some groups the round is still a draft.
    """

    number: int | None
    publication: Publication | None
    has_results: bool = False
    has_draft: bool = False


@dataclass(frozen=True, slots=True)
class DrawDesk:
    """The state of a stage's draw.

    `stop` says why nobody can enter yet; `misfit` why the plan does not suit the number of pairs; `fixed`
    is the code of what holds the groups, empty while they may be drawn again.
    """

    stage: Stage
    coming: Entering
    stop: ActionRefused | None
    sizes: tuple[int, ...]
    misfit: PairingError | None
    fixed: str
    count: int
    draw: Draw | None
    groups: tuple[DrawnGroup, ...]
    waiting_count: int
    change: RosterChange
    round_numbers: tuple[int, ...]
    public: tuple[Public, ...] = ()
    set_aside: dict[str, int] = field(default_factory=dict)

    @property
    def lots_are_open(self) -> bool:
        """Whether lots are being typed in: places are laid out, and no draw is finished."""
        return bool(self.groups) and self.draw is None and not self.round_numbers and not self.fixed

    @property
    def is_drawn(self) -> bool:
        """Whether everybody has a place."""
        return bool(self.groups) and not self.waiting_count and not self.lots_are_open

    @property
    def groups_wait(self) -> bool:
        """Whether the groups are still to be published: they go up with the first round."""
        return any(one.number is None and not one.publication for one in self.public)

    @property
    def is_all_public(self) -> bool:
        """Whether the groups and all rounds are public."""
        return bool(self.round_numbers) and all(one.publication and not one.has_draft for one in self.public)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What must be said about groups of these sizes, each size once, larger ones first."""
        if self.stage.is_knockout and self.is_drawn:
            return bracket_notes(self.stage, self.groups[0].entries, self.coming)
        if self.stage.pairing.get("method") != "rotation":
            return ()
        asked = int(self.stage.pairing.get("rounds", 3))
        parts = [len(one.entries) for one in self.groups] if self.is_drawn else self.sizes
        return tuple(
            note
            for size in sorted(set(parts), reverse=True)
            if size > 1
            for note in rotation_notes(size, asked)
        )

    @property
    def units(self) -> list[tuple[str, int]]:
        """How many pairs each unit has of those who enter, most first, then by pinyin; "" for no unit."""
        counted = Counter(pair.unit.name if pair.unit else "" for pair in self.coming.pairs)
        return sorted(counted.items(), key=lambda item: (-item[1], not item[0], title_key(item[0])))


def draw_desk(stage: Stage) -> DrawDesk:
    """Read the draw of `stage`. A fixed number of queries, more by a fixed number with an earlier stage."""
    coming, stop = _coming(stage)
    parts, misfit = _sizes(stage, coming)
    fixed = what_fixes_draw(stage)
    groups = drawn_groups(stage)
    placed = [entry for one in groups for entry in one.entries]
    waiting = stage.entries.filter(position__isnull=True).count()
    change = roster_change(stage, coming) if groups and not fixed and stop is None else RosterChange()
    numbers = tuple(round_numbers(stage))
    return DrawDesk(
        stage=stage,
        coming=coming,
        stop=stop,
        sizes=parts,
        misfit=misfit if stop is None and not placed else None,
        fixed=fixed,
        count=draw_count(stage),
        draw=stage.draws.filter(kind=DrawKind.GROUPS, is_current=True).first(),
        groups=groups,
        waiting_count=waiting,
        change=change,
        round_numbers=numbers,
        public=_public(stage, numbers),
        set_aside=_set_aside(stage),
    )


def _coming(stage: Stage) -> tuple[Entering, ActionRefused | None]:
    try:
        return entering(stage), None
    except ActionRefused as stop:
        return Entering((), {}), stop


def _sizes(stage: Stage, coming: Entering) -> tuple[tuple[int, ...], PairingError | None]:
    if coming.ties:
        return (), None  # who goes where is not known yet
    try:
        return sizes_of_entering(stage, coming), None
    except PairingError as misfit:
        return (), misfit


def drawn_groups(stage: Stage) -> tuple[DrawnGroup, ...]:
    """The groups with whoever has a place in them. Three queries."""
    groups = list(stage.groups.all())
    entries = stage.entries.filter(group__isnull=False).select_related("pair__unit")
    by_group: dict[int, list[StageEntry]] = {group.pk: [] for group in groups}
    for entry in entries.prefetch_related("pair__players").order_by("position", "pair__number"):
        by_group[entry.group_id or 0].append(entry)
    is_told = stage.same_unit == "ignore" or stage.grouping.get("method") == "unit"
    found = () if is_told else _clashes([by_group[group.pk] for group in groups])
    return tuple(
        DrawnGroup(group, tuple(by_group[group.pk]), tuple(clash for clash in found if clash.group == index))
        for index, group in enumerate(groups)
    )


def _clashes(groups: Sequence[Sequence[StageEntry]]) -> tuple[Clash, ...]:
    pairs = [entry.pair for entries in groups for entry in entries]
    units = {pair.number: pair.unit.name if pair.unit else None for pair in pairs}
    return clashes([[entry.pair.number for entry in entries] for entries in groups], units)


def _public(stage: Stage, numbers: Sequence[int]) -> tuple[Public, ...]:
    kinds = [PublicationKind.GROUPS, PublicationKind.PAIRINGS]
    up = {
        (one.kind, one.round_number): one
        for one in stage.publications.filter(is_current=True, kind__in=kinds).defer("rows")
    }
    results = Result.objects.filter(match__round__group__stage=stage).order_by()
    played = set(results.values_list("match__round__number", flat=True).distinct())
    states = set(Round.objects.filter(group__stage=stage).order_by().values_list("number", "state"))
    played |= {number for number, state in states if state == RoundState.PLAYING}
    drafts = {number for number, state in states if state == RoundState.DRAFT}
    groups = Public(None, up.get((PublicationKind.GROUPS, None)))
    rounds = [
        Public(one, up.get((PublicationKind.PAIRINGS, one)), one in played, one in drafts) for one in numbers
    ]
    return (groups, *rounds)


def _set_aside(stage: Stage) -> dict[str, int]:
    """Pairs of the event that are not drawn, by status."""
    others = [PairStatus.RESERVE, PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED]
    statuses = Pair.objects.filter(event_id=stage.event_id, status__in=others).values_list(
        "status", flat=True
    )
    return {str(PairStatus(status).label): count for status, count in sorted(Counter(statuses).items())}
