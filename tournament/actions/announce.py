"""Tell the whole hall something, on public pages and screens, and take it down again."""

from __future__ import annotations

from django.utils import timezone

from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Announcement, Event
from tournament.models.hall import ANNOUNCEMENT_LIMIT, ANNOUNCEMENT_LINES
from tournament.names.cleaning import tidy


@action
def announce(
    *, event: Event, text: str, by: Actor, interrupts: bool = False, submission: str = ""
) -> Announcement:
    """Put up `text` under the event's next number; with `interrupts` every screen shows it alone.

    Blank lines are left out. Raises `ActionRefused` `announcement_empty`, `announcement_too_long` (most,
    count), `announcement_too_many_lines` (most), each beside `text`.
    """
    lines = as_lines(text)
    said = "\n".join(lines)
    _refuse(said, len(lines))
    fresh = locked(event)
    last = fresh.announcements.order_by("-ordinal").values_list("ordinal", flat=True).first()
    made = Announcement.objects.create(
        event=fresh, ordinal=(last or 0) + 1, text=said, at=timezone.now(), interrupts=interrupts
    )
    verb = "announce_at_once" if interrupts else "announce"
    record(fresh, by, verb, public=True, number=made.ordinal)
    return made


def as_lines(text: str) -> list[str]:
    """The lines of what was typed, cleaned as names are, without blank ones."""
    return [line for part in text.splitlines() if (line := tidy(part))]


def _refuse(said: str, lines: int) -> None:
    if not said:
        raise ActionRefused("announcement_empty", field="text")
    if len(said) > ANNOUNCEMENT_LIMIT:
        raise ActionRefused("announcement_too_long", field="text", most=ANNOUNCEMENT_LIMIT, count=len(said))
    if lines > ANNOUNCEMENT_LINES:
        raise ActionRefused("announcement_too_many_lines", field="text", most=ANNOUNCEMENT_LINES)


@action
def withdraw_announcement(
    *, announcement: Announcement, by: Actor, based_on: int | None = None, submission: str = ""
) -> Announcement:
    """Take an announcement down; it stays in the desk's list.

    Raises `Conflict`, and `ActionRefused` `announcement_down_already` (number).
    """
    fresh = _up(announcement, based_on)
    fresh.withdrawn_at, fresh.interrupts = timezone.now(), False
    fresh.version += 1
    fresh.save(update_fields=["withdrawn_at", "interrupts", "version"])
    record(fresh.event, by, "withdraw_announcement", public=True, number=fresh.ordinal)
    return fresh


@action
def interrupt_screens(
    *,
    announcement: Announcement,
    interrupts: bool,
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Announcement:
    """Let every screen show this announcement alone, or go on with their pages. Raises as taking it down."""
    fresh = _up(announcement, based_on)
    fresh.interrupts = interrupts
    fresh.version += 1
    fresh.save(update_fields=["interrupts", "version"])
    verb = "interrupt_screens" if interrupts else "resume_screens"
    record(fresh.event, by, verb, public=True, number=fresh.ordinal)
    return fresh


def _up(announcement: Announcement, based_on: int | None) -> Announcement:
    fresh = current(announcement, based_on)
    if not fresh.is_up:
        raise ActionRefused("announcement_down_already", number=fresh.ordinal)
    return fresh
