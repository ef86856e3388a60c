"""Somebody else takes the place of a pair that has not come: a reserve, or a house pair."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F, Max, QuerySet
from django.utils import timezone

from tournament.actions.pair_values import PairValues, store_pairs
from tournament.actions.publish_again import publish_again
from tournament.actions.results import lock_matches
from tournament.actions.take_apart import take_apart
from tournament.actions.work import Actor, action, current, locked, locked_row, record
from tournament.errors import ActionRefused
from tournament.models import (
    Absence,
    Claim,
    ClaimState,
    Match,
    Pair,
    PairStatus,
    Result,
    Round,
    Running,
    Stage,
    StageEntry,
)
from tournament.queries.claims import OPEN
from tournament.queries.leaving import GONE
from tournament.queries.replacing import Seat, matches_of, seats_of, successor_of


@action
def replace_by_reserve(
    *, pair: Pair, reserve: Pair, by: Actor, based_on: int | None = None, submission: str = ""
) -> Pair:
    """Give a pair's group, position and tables to a reserve, which takes part from now on; the reserve.

    The replaced pair is withdrawn. Rounds that stand keep their tables with the other names; what is public
    is published again. In a stage under way the reserve takes the tables that have no result yet and joins
    there: the rounds before count as missed by the event's score, and what the pair played stays its own
    (our choice: tables handed over are not among those it was drawn for). Where nothing is drawn only the two
    change their parts. Refused (nothing changed): `pair_is_gone`, `nothing_to_hand_over`, `not_a_reserve`,
    `reserve_has_place` (number each).
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
    _replace(pair, reserve, by)
    record(pair.event, by, "replace_by_reserve", public=True, number=pair.number, reserve=reserve.number)
    return reserve


@action
def replace_by_house_pair(
    *, pair: Pair, names: tuple[str, str], by: Actor, based_on: int | None = None, submission: str = ""
) -> Pair:
    """Let a house pair of these two (names already cleaned) play at a pair's tables; the house pair.

    It is never ranked. The replaced pair is withdrawn. Refused: `pair_is_gone`, `nothing_to_hand_over`.
    Rule: RULES section 4, entries: the second of the remedies; house pairs, section 1.
    """
    pair = _replaceable(pair, based_on)
    (house,) = store_pairs(pair.event, [PairValues(players=names, status=PairStatus.HOUSE)])
    house.checked_in_at = timezone.now()
    house.save(update_fields=["checked_in_at"])
    _replace(pair, house, by)
    record(pair.event, by, "replace_by_house_pair", public=True, number=pair.number, house=house.number)
    return house


@action
def give_back_place(*, pair: Pair, by: Actor, based_on: int | None = None, submission: str = "") -> Pair:
    """Take a replacement back: the pair has come after all and gets its places and tables again.

    The reserve is a reserve again, a house pair withdraws. Refused: `nobody_took_place` (number) unless the
    pair is gone and its whole place was given away; `place_cannot_return` (number, other) once the other one
    has a result.
    """
    lock_matches(matches_of(pair))
    event = locked(pair.event)
    pair = current(pair, based_on)
    pair.event = event
    other = successor_of(pair)
    if other is None:
        raise ActionRefused("nobody_took_place", number=pair.number)
    other.event = event
    if Result.objects.filter(match__in=matches_of(other)).exists():
        raise ActionRefused("place_cannot_return", number=pair.number, other=other.number)
    stages = _hand_over(other, pair)
    pair.status, pair.checked_in_at = PairStatus.ACTIVE, pair.checked_in_at or timezone.now()
    other.status = PairStatus.WITHDRAWN if other.status == PairStatus.HOUSE else PairStatus.RESERVE
    for one in (pair, other):
        one.version += 1
        one.save(update_fields=["status", "checked_in_at", "version"])
    for stage in stages:
        publish_again(stage, by, f"{other.number} → {pair.number}")
    record(event, by, "give_back_place", public=True, number=pair.number, other=other.number)
    return pair


def _replaceable(pair: Pair, based_on: int | None) -> Pair:
    lock_matches(matches_of(pair))
    event = locked(pair.event)
    pair = current(pair, based_on)
    pair.event = event
    if pair.status in GONE:
        raise ActionRefused("pair_is_gone", number=pair.number)
    if pair.stage_entries.exists() and not any(seat.is_open for seat in seats_of(pair)):
        raise ActionRefused("nothing_to_hand_over", number=pair.number)
    return pair


def _replace(pair: Pair, other: Pair, by: Actor) -> None:
    stages = _hand_over(pair, other)
    pair.status = PairStatus.WITHDRAWN
    pair.version += 1
    pair.save(update_fields=["status", "version"])
    for stage in stages:
        publish_again(stage, by, f"{pair.number} → {other.number}")


def _hand_over(pair: Pair, other: Pair) -> list[Stage]:
    """Give `other` the pair's part of every stage; the stages."""
    Absence.objects.filter(pair=pair).delete()  # whoever comes instead is here
    seats = seats_of(pair)
    for seat in seats:
        if seat.has_played:
            _hand_over_rest(seat, pair, other)
        else:
            _seat(matches_of(pair).filter(round__group__stage=seat.entry.stage), pair, other)
            StageEntry.objects.filter(pk=seat.entry.pk).update(pair=other)
    return [seat.entry.stage for seat in seats]


def _hand_over_rest(seat: Seat, pair: Pair, other: Pair) -> None:
    """A stage under way: what was played stays the pair's own, what is still open is played by `other`.

    Drafts of single rounds are dissolved, as when a pair leaves: they were paired by the other one's points.
    """
    if not seat.is_open:
        return
    take_apart(seat.loose, pair)
    _seat(matches_of(pair).filter(pk__in=[match.pk for match in seat.open]), pair, other)
    entry = seat.entry
    last = StageEntry.objects.filter(group=entry.group).aggregate(last=Max("position"))["last"] or 0
    StageEntry.objects.create(
        stage=entry.stage, pair=other, group=entry.group, position=last + 1, joined=seat.from_round
    )
    entry.left = seat.from_round
    entry.save(update_fields=["left"])


def _seat(matches: QuerySet[Match], pair: Pair, other: Pair) -> None:
    matches = Match.objects.filter(pk__in=list(matches.values_list("pk", flat=True)))
    _forget_notes(pair.number, Round.objects.filter(matches__in=matches).distinct())
    _forget_what_was_said(matches)
    matches.filter(ns=pair).update(ns=other, version=F("version") + 1)
    matches.filter(ew=pair).update(ew=other, version=F("version") + 1)


def _forget_what_was_said(matches: QuerySet[Match]) -> None:
    """What the former pair entered or had written down is not the other one's. Versions move, so that a page
    that still names it, or a phone that still has its deals, is told before it stores anything."""
    now = timezone.now()
    open_claims = Claim.objects.filter(match__in=matches, state__in=OPEN)
    open_claims.update(state=ClaimState.WITHDRAWN, answered_at=now)
    written = Running.objects.filter(match__in=matches)
    written.update(deals=[], note="", version=F("version") + 1, at=now)


def _forget_notes(number: int, rounds: Iterable[Round]) -> None:
    """What was said of a pair when the round was made is not true of who comes instead."""
    for one in rounds:
        kept = [note for note in one.notes if number not in (note.get("a"), note.get("b"), note.get("pair"))]
        if kept != one.notes:
            Round.objects.filter(pk=one.pk).update(notes=kept)
