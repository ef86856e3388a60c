"""How lists of values are sorted: by value, empties last whichever way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django_tables2.data import TableListData
from django_tables2.utils import Accessor, OrderBy


class EmptiesLast(TableListData):
    """Rows of a list that is sorted here, not by the database.

    A cell without a value comes last in both directions; equal cells keep the order of the rows as they were
    given (standings: the ranking's).
    """

    def __init__(self, rows: Iterable[Any]) -> None:
        super().__init__(list(rows))
        self.given = list(self.data)

    def order_by(self, aliases: Iterable[str]) -> None:
        """Sort by the given columns, the first one strongest."""
        rows = list(self.given)
        for alias in reversed(list(aliases)):
            column = self.table.columns[OrderBy(alias).bare]
            rows = _sorted(rows, Accessor(OrderBy(column.order_by[0]).bare), OrderBy(alias).is_descending)
        self.data[:] = rows


def _sorted(rows: list[Any], accessor: Accessor, is_descending: bool) -> list[Any]:
    values = [(accessor.resolve(row, quiet=True), row) for row in rows]
    filled = [pair for pair in values if pair[0] is not None]
    filled.sort(key=lambda pair: pair[0], reverse=is_descending)
    return [row for _value, row in filled] + [row for value, row in values if value is None]
