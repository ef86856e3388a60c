"""Workbooks with several lists, as one sheet for each unit: which sheets are read, and why others are not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from tournament.imports.column_roles import Layouts
from tournament.imports.finding import filled_rows, head_of
from tournament.imports.headers import Head
from tournament.imports.sheets import EXAMPLE_SHEET, Remark, Sheet

# What people keep beside the list that counts; read only where it is the only one.
_NOT_NOW: Final = re.compile(
    r"去年|前年|往年|往届|上届|旧|备份|作废|示例|样例|样表|模板|example|sample|backup|old", re.I
)


def sheets_with_lists(sheets: Sequence[Sheet], layouts: Layouts) -> list[tuple[Sheet, Head]]:
    """The sheets of a workbook that are lists of their own: a whole head, and something below it.

    Names like 去年 and 示例 say that a sheet is not meant. Word documents and texts are one list: none.
    """
    found: list[tuple[Sheet, Head]] = []
    for one in sheets:
        if one.is_document or one.is_text or _NOT_NOW.search(one.name):
            continue
        head = head_of(one, layouts)
        if head and not head.missing and any(row > head.last_row for row, _cells in filled_rows(one)):
            found.append((one, head))
    return found


def passed_over_sheets(sheets: Sequence[Sheet], read: Collection[str], layouts: Layouts) -> Iterator[Remark]:
    """Why each other sheet was not read, those of one reason in one remark."""
    by_reason: dict[str, list[str]] = {}
    for one in sheets:
        if one.name not in read and filled_rows(one):
            by_reason.setdefault(_reason(one, layouts).code, []).append(one.name)
    for code, names in by_reason.items():
        yield Remark(code, {"sheets": _("、").join(names)})


def _reason(sheet: Sheet, layouts: Layouts) -> Remark:
    if sheet.name == EXAMPLE_SHEET or _NOT_NOW.search(sheet.name):
        return Remark("sheet_not_meant")
    head = head_of(sheet, layouts)
    if head is None:
        return Remark("sheet_without_head")
    if head.missing:
        return Remark("sheet_without_players")
    if all(row <= head.last_row for row, _cells in filled_rows(sheet)):
        return Remark("sheet_without_rows")
    return Remark("sheet_beside")
