"""The rows of one event as the database keeps them, read and written without the models."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, models

from tournament.models import Event

AT_ONCE = 500  # rows in one statement
Rows = dict[str, dict[int, tuple[Any, ...]]]  # by table and key, in the order of keys


@dataclass(frozen=True)
class Table:
    """One table of an event: how its rows are found, which columns hold keys and times."""

    name: str
    columns: tuple[str, ...]
    select: str
    arguments: int  # how often `select` asks for the event's key
    keys: tuple[tuple[int, str], ...]  # column -> the table it leads to, all within the event
    times: tuple[int, ...]


@cache
def tables() -> tuple[Table, ...]:
    """All tables whose rows belong to one event, the event's own first."""
    found: dict[type[models.Model], str] = {Event: "id = %s"}
    others = [one for one in apps.get_app_config("tournament").get_models() if one is not Event]
    for sure in (True, False):  # first by keys that are always there, then by any that may be
        while owned := {one: by for one in others if one not in found and (by := _by(one, found, sure))}:
            found |= owned
    return tuple(_table(model, condition, found) for model, condition in found.items())


def _by(model: type[models.Model], found: dict[type[models.Model], str], sure: bool) -> str:
    """The condition that tells the rows of an event from others; "" where no key leads to it yet."""
    keys = [one for one in model._meta.concrete_fields if one.related_model in found]
    ways = [one for one in keys if not one.null][:1] if sure else keys
    return " OR ".join(
        f"{one.column} IN (SELECT id FROM {other._meta.db_table} WHERE {found[other]})"
        for one in ways
        if (other := one.related_model)
    )


def _table(model: type[models.Model], condition: str, found: dict[type[models.Model], str]) -> Table:
    fields = model._meta.concrete_fields
    name, columns = model._meta.db_table, tuple(one.column or "" for one in fields)
    assert columns[0] == "id"
    names = ", ".join(f'"{column}"' for column in columns)
    return Table(
        name=name,
        columns=columns,
        select=f"SELECT {names} FROM {name} WHERE {condition} ORDER BY id",
        arguments=condition.count("%s"),
        keys=tuple(
            (at, one.related_model._meta.db_table)
            for at, one in enumerate(fields)
            if one.related_model in found
        ),
        times=tuple(at for at, one in enumerate(fields) if isinstance(one, models.DateTimeField)),
    )


def rows_of(event: int) -> Rows:
    """Every row of the event with this key, as the database keeps it."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in tables():
            cursor.execute(table.select, [event] * table.arguments)
            found[table.name] = {row[0]: row for row in cursor.fetchall()}
    return found


def free_keys(cursor: Any, table: str, count: int) -> list[int]:
    """Keys that the database gives for `count` rows, ascending."""
    if not count:
        return []
    if connection.vendor == "postgresql":
        sequence = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
        cursor.execute(sequence, [table, count])
        return sorted(key for (key,) in cursor.fetchall())
    # SQLite moves its counter along when a row comes with a key.
    cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    last = (cursor.fetchone() or [0])[0]
    return list(range(last + 1, last + 1 + count))


def remove(cursor: Any, table: Table, keys: list[int]) -> None:
    """Delete the rows with these keys."""
    if keys:
        cursor.execute(f"DELETE FROM {table.name} WHERE id IN ({', '.join(map(str, keys))})")


def update(cursor: Any, table: Table, key: int, named: dict[str, Any]) -> None:
    """Set the named columns of one row."""
    settings = ", ".join(f'"{column}" = %s' for column in named)
    cursor.execute(f"UPDATE {table.name} SET {settings} WHERE id = %s", [*named.values(), key])


def insert(cursor: Any, table: Table, rows: list[list[Any]]) -> None:
    """Write whole rows, keys and all."""
    names = ", ".join(f'"{column}"' for column in table.columns)
    one = f"({', '.join(['%s'] * len(table.columns))})"
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        cursor.execute(
            f"INSERT INTO {table.name} ({names}) VALUES {', '.join([one] * len(some))}",
            [value for row in some for value in row],
        )
