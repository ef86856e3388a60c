"""The event's own columns of the entry list: add, rename, move and delete them."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.actions.work import Actor, action, current, record
from tournament.errors import ActionRefused
from tournament.models import Event, Pair
from tournament.names.own_columns import MOST_COLUMNS, TITLE_LIMIT, clean_own_title, known_title


@action
def add_own_column(
    *, event: Event, title: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> Event:
    """Add a column at the end. Refused: `own_title_needed`, `own_title_too_long`, `own_title_taken`,
    `too_many_own_columns`."""
    event = current(event, based_on)
    add_columns(event, [_good_title(event, title)])
    record(event, by, "add_own_column", column=event.own_columns[-1])
    return event


def add_columns(event: Event, titles: Sequence[str]) -> None:
    """Append new titles to a locked event; refused: `too_many_own_columns` (limit). No journal line."""
    if not titles:
        return
    wanted = [*event.own_columns, *titles]
    if len(wanted) > MOST_COLUMNS:
        raise ActionRefused("too_many_own_columns", limit=MOST_COLUMNS)
    _store(event, wanted)


def _store(event: Event, columns: list[str]) -> None:
    event.own_columns = columns
    event.version += 1
    event.save(update_fields=["own_columns", "version"])


def _good_title(event: Event, typed: str, but: str = "") -> str:
    """The cleaned title, unless it is none or another column has it."""
    cleaned = clean_own_title(typed)
    if cleaned.problem:
        code = "own_title_needed" if cleaned.problem == "missing" else "own_title_too_long"
        raise ActionRefused(code, field="title", limit=TITLE_LIMIT)
    others = [title for title in event.own_columns if title != but]
    if (taken := known_title(others, cleaned.text)) is not None:
        raise ActionRefused("own_title_taken", field="title", column=taken)
    return cleaned.text


def _there(event: Event, column: str) -> int:
    """Where a column stands; somebody else may have renamed or deleted it."""
    if column not in event.own_columns:
        raise ActionRefused("own_column_gone")
    return event.own_columns.index(column)


@action
def rename_own_column(
    *, event: Event, column: str, title: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> Event:
    """Give a column another title; what stands below it stays. Refused as `add_own_column`, and
    `own_column_gone`."""
    event = current(event, based_on)
    place, new = _there(event, column), _good_title(event, title, column)
    if new == column:
        return event
    _store(event, [*event.own_columns[:place], new, *event.own_columns[place + 1 :]])
    _rewrite(event, column, new)
    record(event, by, "rename_own_column", column=column, title=new)
    return event


def _rewrite(event: Event, column: str, title: str | None) -> int:
    """Move every pair's text from `column` to `title`, or drop it; returns how many had one.

    Forms that are open now hold the old columns: the versions move, so that they meet a conflict.
    """
    pairs = [pair for pair in event.pairs.only("own", "version") if column in pair.own]
    for pair in pairs:
        text = pair.own.pop(column)
        if title is not None:
            pair.own[title] = text
        pair.version += 1
    Pair.objects.bulk_update(pairs, ["own", "version"], batch_size=500)
    return len(pairs)


@action
def move_own_column(
    *, event: Event, column: str, by: Actor, up: bool, based_on: int | None = None, submission: str = ""
) -> Event:
    """Exchange a column with its neighbour; at the edge nothing happens. Refused: `own_column_gone`."""
    event = current(event, based_on)
    place = _there(event, column)
    other = place - 1 if up else place + 1
    if not 0 <= other < len(event.own_columns):
        return event
    columns = list(event.own_columns)
    columns[place], columns[other] = columns[other], columns[place]
    _store(event, columns)
    record(event, by, "move_own_column", column=column)
    return event


@action
def delete_own_column(
    *, event: Event, column: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> int:
    """Delete a column and everything below it; returns how many pairs had something there.

    Refused: `own_column_gone`.
    """
    event = current(event, based_on)
    place = _there(event, column)
    _store(event, [*event.own_columns[:place], *event.own_columns[place + 1 :]])
    count = _rewrite(event, column, None)
    record(event, by, "delete_own_column", column=column, count=count)
    return count
