"""Where a pair that was entered after the draw can still come in, and from which round on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournament.errors import ActionRefused
from tournament.models import Group, Pair, PairStatus, Stage
from tournament.queries.drawing import what_fixes_draw
from tournament.queries.paired_rounds import OPEN_METHODS, rounds_planned, turns_of


@dataclass(frozen=True, slots=True)
class LatePlace:
    """A group that a pair may come into: `joined` is the first round it plays, `size` how many are there."""

    group: Group
    joined: int
    size: int

    @property
    def missed(self) -> tuple[int, ...]:
        """The rounds before, which count as missed."""
        return tuple(range(1, self.joined))

    @property
    def key(self) -> str:
        """The group and the round that was promised, as the page sends them back."""
        return f"{self.group.ordinal}.{self.joined}"


@dataclass(frozen=True, slots=True)
class LateStage:
    """A stage that a pair is not in: its `places`, smallest group first, or why there are none (`stop`)."""

    stage: Stage
    places: tuple[LatePlace, ...]
    stop: ActionRefused | None


def late_stages(pair: Pair) -> list[LateStage]:
    """The stages that `pair` is not in and that take pairs from the entry list, each with its answer.

    Stages that an earlier one sends its pairs to are left out.
    """
    others = pair.event.stages.exclude(entries__pair=pair)
    return [late_stage(pair, stage) for stage in others if stage.source_name is None]


def has_joinable(pair: Pair) -> bool:
    """Whether a stage is drawn without `pair` that takes pairs from the entry list. One query."""
    drawn = pair.event.stages.filter(groups__isnull=False).exclude(entries__pair=pair)
    return any(stage.source_name is None for stage in drawn.distinct())


def late_stage(pair: Pair, stage: Stage) -> LateStage:
    """Whether `pair` can come into `stage` now, and where.

    Rule: a pair entered after the draw plays from the next round that is not yet paired. The reasons against
    it: `late_not_active` (number), `late_is_in` (number, stage), `late_has_source` (stage),
    `late_other_category` (stage, category), `late_not_drawn` (stage), `late_must_redraw` (stage),
    `late_rounds_are_made` (stage), `late_no_round_left` (stage).
    """
    stop = _refusal_of_pair(pair, stage) or _refusal_of_stage(stage)
    places = () if stop else _places(stage)
    if stop is None and not places:
        stop = ActionRefused("late_no_round_left", stage=stage.name)
    return LateStage(stage, places, stop)


def _refusal_of_pair(pair: Pair, stage: Stage) -> ActionRefused | None:
    if stage.entries.filter(pair=pair).exists():
        return ActionRefused("late_is_in", number=pair.number, stage=stage.name)
    if pair.status not in (PairStatus.ACTIVE, PairStatus.HOUSE):
        return ActionRefused("late_not_active", number=pair.number)
    if stage.source_name is not None:
        return ActionRefused("late_has_source", stage=stage.name)
    category = stage.entry.get("category") if isinstance(stage.entry, dict) else None
    if category is not None and category != pair.category:
        return ActionRefused("late_other_category", stage=stage.name, category=category)
    return None


def _refusal_of_stage(stage: Stage) -> ActionRefused | None:
    if not stage.groups.exists() or stage.entries.filter(position__isnull=True).exists():
        return ActionRefused("late_not_drawn", stage=stage.name)
    if stage.pairing.get("method") not in OPEN_METHODS:
        code = "late_rounds_are_made" if what_fixes_draw(stage) else "late_must_redraw"
        return ActionRefused(code, stage=stage.name)
    return None


def _places(stage: Stage) -> tuple[LatePlace, ...]:
    planned = rounds_planned(stage)
    sizes = Counter(stage.entries.filter(left__isnull=True).values_list("group_id", flat=True))
    places = [LatePlace(turn.group, turn.next, sizes[turn.group.pk]) for turn in turns_of(stage)]
    open_ = [place for place in places if planned is None or place.joined <= planned]
    return tuple(sorted(open_, key=lambda place: (place.size, place.group.ordinal)))
