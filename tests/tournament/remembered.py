"""Steps that many tests begin with, taken once by the actions and then by writing the same rows.

A step starts from an event that is like another one down to its last row, does there what it did before, and
so leaves the same rows behind; only keys, the event's address and the time of day are new. What is not alike
is done by the actions again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec

from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import get_language

from tests.tournament.event_rows import Rows, Table, free_keys, insert, remove, rows_of, tables, update
from tournament.models import Event, Stage

P = ParamSpec("P")
RECENTLY, MINUTE = (
    timedelta(minutes=10),
    timedelta(minutes=1),
)  # since then, and ahead, times count by minutes
PLAIN = (int, str, type(None))


class Ref(NamedTuple):
    """A key, told by the table and the row's place in it: the rows there were before come first."""

    table: str
    place: int


class Fresh(NamedTuple):
    """A time that passed during the step: the how manieth."""

    order: int


@dataclass
class Change:
    """What a step did to one table, in places instead of keys."""

    new: list[list[Any]] = field(default_factory=list)
    changed: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


_known: dict[str, dict[str, Change]] = {}
_by_actions = False


def go_by_actions(*, always: bool) -> None:
    """Take every step by the actions until told otherwise: what a test has patched is not in the rows."""
    global _by_actions
    _by_actions = always


def remembered(
    step: Callable[Concatenate[Stage, P], None],
) -> Callable[Concatenate[Stage, P], None]:
    """Let `step` change the event of its stage by the actions once, and like that ever after in this process.

    `step` may read and write rows of the event and nothing else, and must leave its stage as it is.
    """
    name = f"{step.__module__}.{step.__qualname__}"

    @wraps(step)
    def taken(stage: Stage, *args: P.args, **kwargs: P.kwargs) -> None:
        if _by_actions or not _are_plain([*args, *kwargs.values()]):
            step(stage, *args, **kwargs)
            return
        with transaction.atomic():
            before = rows_of(stage.event_id)
            known = _fingerprint(stage, before, (name, args, sorted(kwargs.items())))
            if (changes := _known.get(known)) is not None:
                _replay(changes, before)
                return
            began = timezone.now()
            step(stage, *args, **kwargs)
            _known[known] = changes_between(before, rows_of(stage.event_id), began)

    return taken


def _are_plain(values: Iterable[object]) -> bool:
    """Whether these are told apart by how they are written: not so functions, whose addresses come again."""
    return all(
        _are_plain(one) if isinstance(one, tuple | list | set) else isinstance(one, PLAIN) for one in values
    )


def places(rows: Rows) -> dict[str, dict[int, Ref]]:
    """The place of every key."""
    return {name: {key: Ref(name, place) for place, key in enumerate(found)} for name, found in rows.items()}


def _fingerprint(stage: Stage, before: Rows, asked: object) -> str:
    """The same for two events only when all rows are alike, and the objects that the step is given."""
    at, now = places(before), timezone.now()
    alike = [
        [_alike(table, _placed(table, row, at), now) for row in before[table.name].values()]
        for table in tables()
    ]
    given = [_given(one) for one in (stage, stage.event)]
    whole = repr((connection.vendor, get_language(), asked, given, alike))
    return hashlib.sha256(whole.encode()).hexdigest()


def _alike(table: Table, row: list[Any], now: datetime) -> list[Any]:
    """A row without its key and the event's address; when the test made it is told in whole minutes from now,
    so that a round that began eight minutes ago is not taken for one that begins."""
    for column in table.times:
        if row[column] is not None and _time(row[column]) > now - RECENTLY:
            row[column] = (_time(row[column]) - now) // MINUTE
    if table.name == Event._meta.db_table:
        row[table.columns.index("slug")] = ""
    return row[1:]


def _given(one: models.Model) -> list[Any]:
    """What an object in memory says, which may not be what the database says."""
    return [
        repr(getattr(one, field.attname))
        for field in one._meta.concrete_fields
        if not field.is_relation
        and not isinstance(field, models.DateTimeField)
        and field.name not in ("id", "slug")
    ]


def _placed(table: Table, row: tuple[Any, ...], at: dict[str, dict[int, Ref]]) -> list[Any]:
    """A row with places for keys."""
    values = list(row)
    for column, other in table.keys:
        if values[column] is not None:
            values[column] = at[other][values[column]]
    return values


def _time(kept: datetime) -> datetime:
    """SQLite keeps times without saying that they are of Greenwich."""
    return kept if kept.tzinfo else kept.replace(tzinfo=UTC)


def _written(kept: Any) -> Any:
    """A value as the database wants it back; SQLite has words for dates."""
    return str(kept) if connection.vendor == "sqlite" and isinstance(kept, date) else kept


def changes_between(before: Rows, after: Rows, began: datetime) -> dict[str, Change]:
    """What has happened to the rows, told without keys, and without the times since it `began`."""
    # New rows stand behind those that were there, also behind those that are gone.
    at = places({name: before[name] | after[name] for name in before})
    orders = _orders(after, began)
    found = {table: Change() for table in tables()}
    for table, change in found.items():
        old, new = before[table.name], after[table.name]
        change.gone = [at[table.name][key].place for key in old if key not in new]
        for key, row in new.items():
            told = _placed(table, row, at)
            for column in table.times:
                told[column] = orders.get(row[column], told[column])
            if key not in old:
                change.new.append(told)
            elif row != old[key]:
                change.changed.append((at[table.name][key].place, _differing(table, told, old[key], row)))
    return {table.name: change for table, change in found.items() if change != Change()}


def _differing(table: Table, told: list[Any], old: tuple[Any, ...], new: tuple[Any, ...]) -> dict[str, Any]:
    """What is told of the columns that have changed."""
    columns = zip(table.columns, told, old, new, strict=True)
    return {name: one for name, one, was, now in columns if was != now}


def _orders(after: Rows, began: datetime) -> dict[Any, Fresh]:
    """The times since the step began, in their order."""
    passed = {
        row[column]
        for table in tables()
        for row in after[table.name].values()
        for column in table.times
        if row[column] is not None and began <= _time(row[column]) <= timezone.now()
    }
    return {time: Fresh(order) for order, time in enumerate(sorted(passed, key=_time))}


def _replay(changes: dict[str, Change], before: Rows) -> None:
    """Make the same changes to the rows of another event."""
    touched = [(table, changes[table.name]) for table in tables() if table.name in changes]
    keys = {name: list(rows) for name, rows in before.items()}
    with connection.cursor() as cursor:
        for table, change in touched:
            keys[table.name] += free_keys(cursor, table.name, len(change.new))
        value = _values(keys)
        for table, change in touched:
            remove(cursor, table, [keys[table.name][place] for place in change.gone])
            for place, differing in change.changed:
                named = {column: value(kept) for column, kept in differing.items()}
                update(cursor, table, keys[table.name][place], named)
        for table, change in touched:  # after the updates: one row is the current one
            fresh = keys[table.name][len(before[table.name]) :]
            rows = zip(fresh, change.new, strict=True)
            insert(cursor, table, [[key, *map(value, row[1:])] for key, row in rows])


def _values(keys: dict[str, list[int]]) -> Callable[[Any], Any]:
    """Turns what is told of a value into the value: places into these keys, times into those of now."""
    now = timezone.now()

    def value(told: Any) -> Any:
        if isinstance(told, Ref):
            return keys[told.table][told.place]
        if isinstance(told, Fresh):
            return connection.ops.adapt_datetimefield_value(now + timedelta(microseconds=told.order))
        return _written(told)

    return value
