"""Remove a whole event: only by typing its name; the demo event by one click."""

from __future__ import annotations

from tournament.actions.typed_name import refuse_other_name
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event


@action
def delete_event(*, event: Event, typed_name: str, by: Actor, submission: str = "") -> str:
    """Delete `event` with everything in it, and return its name. `typed_name` must be the name, spaces apart.

    Raises `ActionRefused`: `name_does_not_match`, `demo_is_read_only`.
    """
    fresh = locked(event)
    if fresh.is_demo:
        raise ActionRefused("demo_is_read_only")
    refuse_other_name(fresh, typed_name)
    name = fresh.name
    record(None, by, "delete_event", deleted=name)
    fresh.delete()
    return name


@action
def remove_demo(*, by: Actor, submission: str = "") -> int:
    """Delete the demo event, in which nothing is real, and return how many were there (0 or 1)."""
    demos = list(Event.objects.select_for_update().filter(is_demo=True))
    for demo in demos:
        demo.delete()
    if demos:
        record(None, by, "remove_demo")
    return len(demos)
