"""Choose what a screen in the hall shows."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Event, Screen, ScreenPage
from tournament.models.hall import LEAST_SECONDS, MOST_SCREENS, MOST_SECONDS
from tournament.queries.hall import areas_of


@action
def set_screen(
    *,
    event: Event,
    number: int,
    shows: Sequence[ScreenPage],
    seconds: int,
    by: Actor,
    name: str = "",
    areas: Sequence[str] = (),
    based_on: int | None = None,
    submission: str = "",
) -> Screen:
    """Let screen `number` show the pages `shows` in their order, `seconds` each, of all rooms or of `areas`.

    A number that is not there yet is made. `based_on` is the version that was seen, 0 for one without a row.
    Raises `Conflict`; `ActionRefused` `screen_shows_nothing`, `screen_seconds` (least, most), each beside its
    field, `screen_area_unknown` (name), `screens_too_many` (most).
    """
    fresh = locked(event)
    _refuse(fresh, number, shows, seconds, areas)
    screen = fresh.screens.filter(ordinal=number).first() or Screen(event=fresh, ordinal=number, version=0)
    if based_on is not None and screen.version != based_on:
        raise Conflict(current=screen)
    screen.name, screen.seconds = name.strip(), seconds
    screen.shows, screen.areas = [one.value for one in shows], list(areas)
    screen.version += 1
    screen.save()
    record(fresh, by, "set_screen", public=True, number=number)
    return screen


def _refuse(
    event: Event, number: int, shows: Sequence[ScreenPage], seconds: int, areas: Sequence[str]
) -> None:
    if not 1 <= number <= MOST_SCREENS:
        raise ActionRefused("screens_too_many", most=MOST_SCREENS)
    if not shows:
        raise ActionRefused("screen_shows_nothing", field="shows")
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise ActionRefused("screen_seconds", field="seconds", least=LEAST_SECONDS, most=MOST_SECONDS)
    known = {one.name for one in areas_of(event)}
    for name in areas:
        if name not in known:
            raise ActionRefused("screen_area_unknown", field="areas", name=name)


@action
def add_screen(*, event: Event, by: Actor, submission: str = "") -> Screen:
    """One more screen, under the lowest number that is free, with the usual pages. Raises `screens_too_many`
    (most)."""
    fresh = locked(event)
    taken = {1, *fresh.screens.values_list("ordinal", flat=True)}
    number = next(number for number in range(1, MOST_SCREENS + 2) if number not in taken)
    if number > MOST_SCREENS:
        raise ActionRefused("screens_too_many", most=MOST_SCREENS)
    made = Screen.objects.create(event=fresh, ordinal=number)
    record(fresh, by, "set_screen", public=True, number=number)
    return made


@action
def remove_screen(*, event: Event, number: int, by: Actor, submission: str = "") -> int:
    """Take screen `number` away; its address answers 404 then. Returns the number.

    Raises `first_screen_stays`, `gone_meanwhile`.
    """
    if number == 1:
        raise ActionRefused("first_screen_stays")
    fresh = locked(event)
    deleted, _rows = fresh.screens.filter(ordinal=number).delete()
    if not deleted:
        raise ActionRefused("gone_meanwhile")
    record(fresh, by, "remove_screen", public=True, number=number)
    return number
