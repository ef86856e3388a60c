"""Remember how the columns of an entry list were told apart by hand, and forget it again."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.actions.work import Actor, action, locked, record
from tournament.models import ColumnMapping, Event


@action
def map_columns(
    *, event: Event, digest: str, roles: Sequence[str], by: Actor, submission: str = ""
) -> ColumnMapping:
    """Keep the role of each column for lists whose head has this digest, in the place of a former choice."""
    event = locked(event)
    mapping, _made = ColumnMapping.objects.update_or_create(
        event=event, digest=digest, defaults={"roles": list(roles)}
    )
    record(event, by, "map_columns", count=len(roles))
    return mapping


@action
def forget_columns(*, event: Event, digest: str, by: Actor, submission: str = "") -> int:
    """Read lists whose head has this digest by their titles again; returns how many choices were dropped."""
    event = locked(event)
    count, _kinds = event.column_mappings.filter(digest=digest).delete()
    if count:
        record(event, by, "forget_columns")
    return count
