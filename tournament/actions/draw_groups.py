"""Draw the groups of a stage by computer, or open it for lots drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from pairing.grouping import Entrant, SameUnit, group_names, sizes
from pairing.lots import digest
from pairing.rerun import Inputs, group_inputs, run_groups
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Draw, DrawKind, Group, Pair, Round, Stage, StageEntry
from tournament.queries.draw_record import open_commitments
from tournament.queries.drawing import (
    KNOWN,
    draw_count,
    group_sizes,
    known_entrants,
    lots_are_open,
    sizes_of_entering,
    what_fixes_draw,
)
from tournament.queries.entrants import Entering, bracket_seeding, entering
from tournament.queries.who_drew import GROUPS, who_drew

NAME_LIMIT = 40  # of a group
COMPUTED = ("one", "draw", "snake", *KNOWN)
BESIDE_OTHERS = (DrawKind.LOTS, DrawKind.CUT, DrawKind.AWARD)


@action
def draw_groups(
    *, stage: Stage, seed: int, by: Actor, based_on: int | None = None, submission: str = ""
) -> Draw:
    """Draw the groups by the stage's own method with `seed`, replacing an earlier, unpublished draw.

    Every draw is kept and counted; `based_on` is the count that the person saw. Raises `Conflict` when it is
    another by now, or lots are being typed in; `ActionRefused`: `groups_published`, `rounds_have_begun`,
    `cut_tied` (lots first), `source_not_finished`, `grouping_by_hand`; and `PairingError` `too_few_pairs`,
    `units_of_one`, `grades_of_one`, `grades_need_a_source`.
    """
    locked(stage.event)
    refuse_after_start(stage)
    refuse_other_draw(stage, based_on)
    refuse_open_lots(stage, based_on)
    if stage.grouping.get("method", "one") not in COMPUTED:
        raise ActionRefused("grouping_by_hand")
    coming = entrants_or_refuse(stage)
    inputs = inputs_of_groups(stage, coming)
    grouping = run_groups(inputs, seed)
    start_over(stage, coming, len(grouping.groups), names_of_groups(stage, coming, grouping.groups))
    place(stage, grouping.places)
    made = keep_draw(
        stage,
        DrawKind.GROUPS,
        [list(group) for group in grouping.places],
        seed="" if grouping.seed is None else str(grouping.seed),
        inputs=inputs,
        algorithm=grouping.algorithm,
    )
    record(stage.event, by, "draw_groups", stage=stage.name, count=made.ordinal)
    return made


def entrants_or_refuse(stage: Stage) -> Entering:
    """Who enters, or a refusal while a tie across the cut is open."""
    coming = entering(stage)
    if coming.ties:
        raise ActionRefused("cut_tied", count=sum(len(tie.numbers) for tie in coming.ties))
    return coming


def inputs_of_groups(stage: Stage, coming: Entering) -> Inputs:
    """What the stage's own method of grouping depends on, as it is kept, published and run again.

    Places in an earlier stage are the seeding of a snake, ranks in its groups that of grades; a knock-out is
    drawn as a bracket. Raises `PairingError` `too_few_pairs`, `grades_need_a_source` and whatever the sizes
    refuse.
    """
    if stage.is_knockout and not stage.pairing.get("redraw"):
        return _inputs_of_bracket(stage, coming)
    method = stage.grouping.get("method", "one")
    ranked = method == "snake" and stage.source_name is not None
    entrants = [entrant(pair, place if ranked else None) for place, pair in enumerate(coming.pairs, 1)]
    same_unit: SameUnit = "ignore" if stage.same_unit == "ignore" else "apart"
    if method in KNOWN:
        field, parts = known_entrants(stage, coming), sizes_of_entering(stage, coming)
        return group_inputs(field, method=method, sizes=parts, same_unit="ignore")
    parts = group_sizes(stage, len(entrants))
    return group_inputs(entrants, method=method, sizes=parts, same_unit=same_unit)


def names_of_groups(stage: Stage, coming: Entering, groups: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """What the groups are called: by their units where they are units, else A, B, C …

    A pair without unit stands for itself: its group is called by its number.
    """
    if stage.grouping.get("method") != "unit":
        return group_names(len(groups))
    pairs = {pair.number: pair for pair in coming.pairs}
    firsts = [pairs[group[0]] for group in groups]
    return distinct([pair.unit.name if pair.unit else f"{pair.number} 号" for pair in firsts])


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Names that fit into a group's column, each once: a long one is cut, an equal one gets a figure."""
    taken: list[str] = []
    for name in names:
        short = name if len(name) <= NAME_LIMIT else name[: NAME_LIMIT - 1] + "…"
        figure = 2
        free = short
        while free in taken:
            tail = f" {figure}"
            free, figure = short[: NAME_LIMIT - len(tail)] + tail, figure + 1
        taken.append(free)
    return tuple(taken)


def _inputs_of_bracket(stage: Stage, coming: Entering) -> Inputs:
    """A knock-out: seeds from the stage before, where there is one, whose groups are kept apart too.

    Those who were the same place of their groups are seeded alike: lots put them in order.
    """
    seeding, mates = bracket_seeding(stage, coming)
    return group_inputs(
        [entrant(pair, seeding.get(pair.number)) for pair in coming.pairs],
        method="bracket",
        sizes=sizes(len(coming.pairs), count=1),
        same_unit="ignore" if stage.same_unit == "ignore" else "apart",
        mates=mates,
    )


def entrant(pair: Pair, seed: int | None) -> Entrant:
    """A pair as the pure package sees it; units are told apart by their folded name."""
    return Entrant(pair.number, pair.unit.key if pair.unit else None, seed if seed is not None else pair.seed)


def refuse_after_start(stage: Stage) -> None:
    """The groups of a stage stand still once they or a round are public, or a result is there."""
    if code := what_fixes_draw(stage):
        raise ActionRefused(code)


def refuse_other_draw(stage: Stage, based_on: int | None) -> None:
    """Nobody redraws, seats or publishes groups that he has not seen: they were drawn again meanwhile."""
    if based_on is not None and based_on != (count := draw_count(stage)):
        who = who_drew(stage.event, *GROUPS, stage=stage.name)
        raise Conflict("drawn_by_another", current=count, count=count, by=who.by, at=who.at)


def refuse_open_lots(stage: Stage, based_on: int | None) -> None:
    """Nobody's page offers a draw while lots are being typed in: another opened them since it was made."""
    if based_on is not None and lots_are_open(stage):
        who = who_drew(stage.event, *GROUPS, stage=stage.name)
        raise Conflict("lots_opened_by_another", by=who.by, at=who.at)


def start_over(stage: Stage, coming: Entering, group_count: int, names: Sequence[str] = ()) -> list[Group]:
    """Empty the stage of drafts and lay it out anew: entries without a place, groups by `names`, else A, B …

    Draws about the groups that were there are given up and stay in the record under the groups' names. Raises
    `commitment_stands` while a digest is public whose seed is not told yet.
    """
    if open_commitments(stage, DrawKind.GROUPS).exists():
        raise ActionRefused("commitment_stands")
    stage.draws.update(is_current=False)
    Round.objects.filter(group__stage=stage).delete()
    stage.entries.all().delete()
    stage.groups.all().delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, pair=pair, carried=coming.carried.get(pair.number, 0))
        for pair in coming.pairs
    )
    names = names or group_names(group_count)
    return Group.objects.bulk_create(
        Group(stage=stage, ordinal=ordinal, name=name) for ordinal, name in enumerate(names, 1)
    )


def place(stage: Stage, groups: tuple[tuple[int | None, ...], ...]) -> None:
    """Write every pair's group and 签号; where nobody stands a bracket has a bye."""
    entries = {entry.pair.number: entry for entry in stage.entries.select_related("pair")}
    for group, numbers in zip(stage.groups.order_by("ordinal"), groups, strict=True):
        for position, number in enumerate(numbers, 1):
            if number is not None:
                entries[number].group, entries[number].position = group, position
    StageEntry.objects.bulk_update(entries.values(), ["group", "position"], batch_size=500)


def keep_draw(
    stage: Stage,
    kind: DrawKind,
    result: object,
    *,
    seed: str = "",
    inputs: Inputs | None = None,
    algorithm: str = "",
    group: Group | None = None,
    round_number: int | None = None,
) -> Draw:
    """Store a draw as the current one of its kind (and round); the earlier ones stay, and are counted, also
    those of a former group of that name.

    Lots and awards are about some pairs only: earlier ones stand beside them, and the caller says which are
    given up. `inputs` (`pairing.rerun`) are kept with their digest.
    """
    name = group.name if group else ""
    with transaction.atomic():
        earlier = Draw.objects.filter(stage=stage, kind=kind, group_name=name)
        ordinal = earlier.count() + 1
        if kind not in BESIDE_OTHERS:
            earlier.filter(round_number=round_number).update(is_current=False)
        return Draw.objects.create(
            stage=stage,
            group=group,
            group_name=name,
            round_number=round_number,
            kind=kind,
            ordinal=ordinal,
            seed=seed,
            inputs=inputs,
            inputs_digest="" if inputs is None else digest(inputs),
            algorithm=algorithm,
            result=result,
            at=timezone.now(),
        )
