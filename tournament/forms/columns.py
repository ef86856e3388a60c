"""Telling the columns of an unknown entry list apart by hand."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.imports.column_roles import ROLES, SKIP, digest_at, guessed_roles, wrong_roles
from tournament.imports.finding import filled_rows
from tournament.imports.headers import SEARCHED_ROWS, Head
from tournament.imports.messages import sentence
from tournament.imports.sheets import Sheet
from tournament.names.cleaning import tidy

SHOWN_ROWS: Final = 8
MOST_COLUMNS: Final = 60
HEAD_ROWS: Final = 15  # as many rows may be chosen as the head


class ColumnsForm(WritingForm):
    """Which row is the head, and for each column what it holds; `roles` and `digest` once it is valid."""

    head = forms.TypedChoiceField(label=_("表头在哪一行"), coerce=int)

    def __init__(self, *args: Any, sheet: Sheet, found: Head | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        rows = [row for row, _cells in filled_rows(sheet)]
        first = rows[0] if rows else 1
        # Without a head the columns' last row stands before the first one.
        at = found.last_row if found and found.last_row >= first else 0
        self._field("head").choices = [(0, gettext("没有表头"))] + [
            (row, gettext("第 %(row)s 行") % {"row": row}) for row in rows[:HEAD_ROWS]
        ]
        self.fields["head"].initial = at
        self.width = min(_width(sheet), MOST_COLUMNS)
        for column, role in enumerate(guessed_roles(sheet, found, at, self.width)):
            self.fields[f"c{column}"] = forms.ChoiceField(
                label=gettext("第 %(number)s 列") % {"number": column + 1},
                choices=list(ROLES.items()),
                initial=role,
            )

    def _field(self, name: str) -> Any:
        return self.fields[name]

    @property
    def columns(self) -> list[forms.BoundField]:
        """The fields of the columns, from left to right."""
        return [self[f"c{column}"] for column in range(self.width)]

    @property
    def shown(self) -> list[tuple[int, list[str]]]:
        """The first rows of the list with their numbers."""
        rows = filled_rows(self.sheet)[:SHOWN_ROWS]
        return [
            (row, [tidy(cells[at])[:30] if at < len(cells) else "" for at in range(self.width)])
            for row, cells in rows
        ]

    def clean(self) -> dict[str, Any]:
        """Both players are needed, by two columns or by one; what there is once can be chosen once."""
        values = super().clean() or {}
        self.roles = [values.get(f"c{column}", SKIP) for column in range(self.width)]
        if self.errors:
            return values
        for remark in wrong_roles(self.roles):
            self.add_error(None, sentence(remark))
        self.digest = digest_at(self.sheet, values["head"])
        return values


def _width(sheet: Sheet) -> int:
    return max((len(cells) for _row, cells in filled_rows(sheet)[:SEARCHED_ROWS]), default=0)
