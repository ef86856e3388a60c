"""Somebody else takes the place of a pair that has not come: a reserve, or a house pair."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from tournament.actions.pair_values import PairValues, store_pairs
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, current, locked, locked_row, record
from tournament.errors import ActionRefused
from tournament.models import Absence, Pair, PairStatus, PublicationKind, Result, Round, RoundState, Stage
from tournament.queries.leaving import GONE
from tournament.queries.replacing import matches_of


@action
def replace_by_reserve(
    *, pair: Pair, reserve: Pair, by: Actor, based_on: int | None = None, submission: str = ""
) -> Pair:
    """Give a pair's group, position and tables to a reserve, which takes part from now on; the reserve.

    The replaced pair is withdrawn. Rounds that stand keep their tables with the other names; what is public
    is published again. Where nothing is drawn only the two change their parts. Refused (nothing changed):
    `pair_is_gone`, `replaced_has_results`, `not_a_reserve`, `reserve_has_place` (number each).
    Rule: RULES section 4, entries: the first of the remedies when a pair is short.
    """
    pair = _replaceable(pair, based_on)
    reserve = locked_row(Pair.objects.filter(event=pair.event), reserve)
    if reserve.status != PairStatus.RESERVE:
        raise ActionRefused("not_a_reserve", field="reserve", number=reserve.number)
    if reserve.stage_entries.exists() or matches_of(reserve).exists():
        raise ActionRefused("reserve_has_place", field="reserve", number=reserve.number)
    reserve.event, reserve.status = pair.event, PairStatus.ACTIVE
    reserve.checked_in_at = reserve.checked_in_at or timezone.now()
    reserve.version += 1
    reserve.save(update_fields=["status", "checked_in_at", "version"])
    _hand_over(pair, reserve, by)
    record(pair.event, by, "replace_by_reserve", public=True, number=pair.number, reserve=reserve.number)
    return reserve


@action
def replace_by_house_pair(
    *, pair: Pair, names: tuple[str, str], by: Actor, based_on: int | None = None, submission: str = ""
) -> Pair:
    """Let a house pair of these two (names already cleaned) play at a pair's tables; the house pair.

    It is never ranked. The replaced pair is withdrawn. Refused: `pair_is_gone`, `replaced_has_results`.
    Rule: RULES section 4, entries: the second of the remedies; house pairs, section 1.
    """
    pair = _replaceable(pair, based_on)
    (house,) = store_pairs(pair.event, [PairValues(players=names, status=PairStatus.HOUSE)])
    house.checked_in_at = timezone.now()
    house.save(update_fields=["checked_in_at"])
    _hand_over(pair, house, by)
    record(pair.event, by, "replace_by_house_pair", public=True, number=pair.number, house=house.number)
    return house


def _replaceable(pair: Pair, based_on: int | None) -> Pair:
    lock_matches(matches_of(pair))
    event = locked(pair.event)
    pair = current(pair, based_on)
    pair.event = event
    if pair.status in GONE:
        raise ActionRefused("pair_is_gone", number=pair.number)
    if Result.objects.filter(match__in=matches_of(pair)).exists():
        raise ActionRefused("replaced_has_results", number=pair.number)
    return pair


def _hand_over(pair: Pair, other: Pair, by: Actor) -> None:
    stages = [entry.stage for entry in pair.stage_entries.select_related("stage__event")]
    Absence.objects.filter(pair=pair).delete()  # whoever comes instead is here
    matches = matches_of(pair)
    _forget_notes(pair.number, Round.objects.filter(matches__in=matches).distinct())
    matches.filter(ns=pair).update(ns=other)
    matches.filter(ew=pair).update(ew=other)
    pair.stage_entries.update(pair=other)
    pair.status = PairStatus.WITHDRAWN
    pair.version += 1
    pair.save(update_fields=["status", "version"])
    _publish_again(stages, by, f"{pair.number} → {other.number}")


def _forget_notes(number: int, rounds: Iterable[Round]) -> None:
    """What was said of a pair when the round was made is not true of who comes instead."""
    for one in rounds:
        kept = [note for note in one.notes if number not in (note.get("a"), note.get("b"), note.get("pair"))]
        if kept != one.notes:
            Round.objects.filter(pk=one.pk).update(notes=kept)


def _publish_again(stages: Iterable[Stage], by: Actor, reason: str) -> None:
    """What people have read names somebody who does not come: it goes up again as it stands now."""
    for stage in stages:
        public = list(stage.publications.filter(is_current=True).values_list("kind", "round_number"))
        if (PublicationKind.GROUPS, None) in public:
            publish_groups(stage=stage, by=by, reason=reason)
        for kind, number in public:
            if kind == PublicationKind.PAIRINGS and number is not None:
                _publish_round_again(stage, number, by, reason)


def _publish_round_again(stage: Stage, number: int, by: Actor, reason: str) -> None:
    shown = Round.objects.filter(group__stage=stage, number=number).exclude(state=RoundState.DRAFT)
    groups = [one.group for one in shown.select_related("group")]
    publish_pairings(stage=stage, number=number, groups=groups, by=by, reason=reason)
