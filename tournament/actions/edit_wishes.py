"""Ask that two pairs never meet, or that they meet in a certain round."""

from __future__ import annotations

from typing import Any

from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Pair, Round, Stage, StageEntry, Wish, WishKind
from tournament.queries.paired_rounds import keeps_wishes

VERBS: dict[str, str] = {WishKind.FORBID: "wish_forbid", WishKind.FORCE: "wish_force"}


@action
def add_wish(
    *,
    stage: Stage,
    kind: WishKind,
    first: int,
    second: int,
    by: Actor,
    round_number: int | None = None,
    submission: str = "",
) -> Wish:
    """Forbid pairs `first` and `second` to meet (in any round, or one), or make them meet in a round.

    Raises `ActionRefused` with the field: `wish_needs_two`, `pair_not_in_stage`, `wish_of_two_groups`,
    `wish_needs_round` (a forced meeting), `wish_round_is_made` (round), `wish_exists`, and for a forced one
    `wish_contradicts` (it is forbidden) or `forced_already` (number: it must meet somebody else there).
    `not_by_wishes` for a stage whose pairing would take no notice.
    """
    event = locked(stage.event)
    if not keeps_wishes(stage):
        raise ActionRefused("not_by_wishes")
    if first == second:
        raise ActionRefused("wish_needs_two", field="second")
    pairs = _pairs(stage, first, second)
    if kind == WishKind.FORCE and round_number is None:
        raise ActionRefused("wish_needs_round", field="round_number")
    _refuse_made_round(stage, round_number)
    low, high = sorted(pairs, key=lambda pair: pair.number)
    _refuse_others(stage, kind, low, high, round_number)
    made = Wish.objects.create(stage=stage, kind=kind, first=low, second=high, round_number=round_number)
    record(event, by, VERBS[kind], stage=stage.name, **_told(made))
    return made


@action
def remove_wish(*, stage: Stage, wish: int, by: Actor, submission: str = "") -> Stage:
    """Take back a wish, by its key. Rounds that were paired under it stay. Raises `gone_meanwhile`."""
    event = locked(stage.event)
    found = stage.wishes.filter(pk=wish).select_related("first", "second").first()
    if found is None:
        raise ActionRefused("gone_meanwhile")
    told = _told(found)
    found.delete()
    record(event, by, "remove_wish", stage=stage.name, **told)
    return stage


def _told(wish: Wish) -> dict[str, Any]:
    return {
        "first": wish.first.number,
        "second": wish.second.number,
        **({"round": wish.round_number} if wish.round_number else {}),
    }


def _pairs(stage: Stage, first: int, second: int) -> list[Pair]:
    """Both pairs, of one group of the stage."""
    found: list[StageEntry] = []
    for field, number in (("first", first), ("second", second)):
        entry = stage.entries.filter(pair__number=number).select_related("pair").first()
        if entry is None:
            raise ActionRefused("pair_not_in_stage", field=field, number=number)
        found.append(entry)
    if found[0].group_id != found[1].group_id:
        raise ActionRefused("wish_of_two_groups", field="second")
    return [entry.pair for entry in found]


def _refuse_made_round(stage: Stage, round_number: int | None) -> None:
    if round_number is None:
        return
    made = Round.objects.filter(group__stage=stage, number=round_number)
    if made.count() == stage.groups.count():
        raise ActionRefused("wish_round_is_made", field="round_number", round=round_number)


def _refuse_others(stage: Stage, kind: WishKind, low: Pair, high: Pair, round_number: int | None) -> None:
    """Refuse what is asked already, and what contradicts it."""
    for other in stage.wishes.select_related("first", "second"):
        same_couple = (other.first_id, other.second_id) == (low.pk, high.pk)
        same_time = None in (other.round_number, round_number) or other.round_number == round_number
        if same_couple and other.kind == kind and other.round_number == round_number:
            raise ActionRefused("wish_exists", field="second")
        if same_couple and same_time and other.kind != kind:
            raise ActionRefused("wish_contradicts", field="second")
        if kind == other.kind == WishKind.FORCE and other.round_number == round_number:
            taken = {low.number, high.number} & {other.first.number, other.second.number}
            if taken:
                raise ActionRefused("forced_already", field="second", number=min(taken), round=round_number)
