"""Check-in on the day: who has come, and the moment after which the others count as absent."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Pair
from tournament.queries.leaving import GONE


@action
def check_in(*, event: Event, numbers: Sequence[int], by: Actor, submission: str = "") -> list[int]:
    """Note that the pairs with these numbers have come; the numbers that were not in before.

    Doing it again changes nothing and keeps the first time. Reserves and house pairs may be checked in too.
    Refused (whole): `check_in_is_closed`; `nobody_to_check_in`; `no_such_pair` and `pair_is_gone` (number).
    Rule: RULES section 4, entries (check-in before the start).
    """
    event = _open(event)
    if not numbers:
        raise ActionRefused("nobody_to_check_in", field="numbers")
    pairs = {pair.number: pair for pair in event.pairs.filter(number__in=numbers)}
    for number in numbers:
        _judge(pairs.get(number), number)
    new = sorted(number for number, pair in pairs.items() if pair.checked_in_at is None)
    event.pairs.filter(number__in=new).update(checked_in_at=timezone.now())
    if new:
        record(event, by, "check_in", numbers=new)
    return new


@action
def undo_check_in(*, event: Event, number: int, by: Actor, submission: str = "") -> int:
    """Take back a check-in made by mistake. A pair that is not checked in stays so.

    Refused: `check_in_is_closed`, `no_such_pair` (number).
    """
    event = _open(event)
    pair = event.pairs.filter(number=number).first()
    if pair is None:
        raise ActionRefused("no_such_pair", field="numbers", number=number)
    if pair.checked_in_at is not None:
        event.pairs.filter(pk=pair.pk).update(checked_in_at=None)
        record(event, by, "undo_check_in", number=number)
    return number


@action
def close_check_in(*, event: Event, by: Actor, submission: str = "") -> Event:
    """End check-in: whoever takes part and is not in counts as absent. Refused: `check_in_is_closed`."""
    event = _open(event)
    event.check_in_closed_at = timezone.now()
    event.save(update_fields=["check_in_closed_at"])
    record(event, by, "close_check_in")
    return event


@action
def reopen_check_in(*, event: Event, by: Actor, submission: str = "") -> Event:
    """Let check-in go on. What was done for absent pairs meanwhile stays. Refused: `check_in_is_open`."""
    event = locked(event)
    if event.check_in_closed_at is None:
        raise ActionRefused("check_in_is_open")
    event.check_in_closed_at = None
    event.save(update_fields=["check_in_closed_at"])
    record(event, by, "reopen_check_in")
    return event


def _open(event: Event) -> Event:
    event = locked(event)
    if event.check_in_closed_at is not None:
        raise ActionRefused("check_in_is_closed")
    return event


def _judge(pair: Pair | None, number: int) -> None:
    if pair is None:
        raise ActionRefused("no_such_pair", field="numbers", number=number)
    if pair.status in GONE:
        raise ActionRefused("pair_is_gone", field="numbers", number=number)
