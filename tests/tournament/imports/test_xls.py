"""Old workbooks: what xlrd tells of them reaches the rows."""

from types import SimpleNamespace

import pytest
import xlrd

from tests.tournament.imports.files import FIELD, HEAD, codes
from tournament.imports import reading, xls_book
from tournament.imports.entries import read_entries

TEXT, ERROR, BLANK = xlrd.XL_CELL_TEXT, xlrd.XL_CELL_ERROR, xlrd.XL_CELL_EMPTY
ROWS: list[list[tuple[object, int]]] = [
    [(title, TEXT) for title in HEAD],
    [("001", TEXT), ("", BLANK), ("赵一鸣", TEXT), ("钱小满", TEXT), ("甲", TEXT), (0x2A, ERROR)],
    [("002", TEXT), ("", BLANK), ("孙志远", TEXT), ("李若兰", TEXT)],
    [],
]
OLD = (FIELD / "33_old_biff.xls").read_bytes()


def old_sheet(**more):
    facts = {
        "name": "报名表",
        "visibility": 0,
        "nrows": len(ROWS),
        "merged_cells": [(1, 3, 4, 5)],
        "rowinfo_map": {2: SimpleNamespace(hidden=1), 3: SimpleNamespace(hidden=1)},
        "row_values": lambda row: [value for value, _kind in ROWS[row]],
        "row_types": lambda row: [kind for _, kind in ROWS[row]],
    }
    return SimpleNamespace(**{**facts, **more})


def opened(monkeypatch, *sheets):
    monkeypatch.setattr(xls_book, "_open", lambda data: SimpleNamespace(sheets=lambda: list(sheets)))


def test_merges_hidden_rows_and_error_cells(monkeypatch):
    opened(monkeypatch, old_sheet(name="旧", visibility=1), old_sheet())
    entries = read_entries(OLD)

    assert [(row.row, row.unit, row.phones[0]) for row in entries.good] == [(2, "甲", ""), (3, "甲", "")]
    assert [codes(row.warnings) for row in entries.good] == [["cell_error"], ["hidden_row"]]
    assert (entries.hidden_rows, entries.other_sheets) == ((3,), ())


@pytest.mark.parametrize(("size", "code"), [((20_001, 1), "too_many_rows"), ((1, 201), "too_many_columns")])
def test_too_large_a_sheet_is_refused(monkeypatch, size, code):
    height, width = size
    huge = old_sheet(
        nrows=height,
        row_values=lambda row: ["x"] * width,
        row_types=lambda row: [TEXT] * width,
        rowinfo_map={},
    )
    opened(monkeypatch, huge)

    assert codes(read_entries(OLD).problems) == [code]


def test_formats_that_cannot_be_read_cost_no_pair(monkeypatch):
    real = xls_book._open_with

    def without_formats(data, *, formatting):
        if formatting:
            raise AssertionError("a format that xlrd refuses")
        return real(data, formatting=False)

    monkeypatch.setattr(xls_book, "_open_with", without_formats)

    assert len(read_entries(OLD).good) == 4


def test_an_old_password_is_named(monkeypatch):
    def locked(data, *, formatting):
        raise xlrd.XLRDError("Workbook is encrypted")

    monkeypatch.setattr(xls_book, "_open_with", locked)

    assert codes(read_entries(OLD).problems) == ["encrypted"]


def test_half_an_old_workbook_is_one_problem():
    assert codes(read_entries(OLD[: len(OLD) // 2]).problems) == ["damaged"]


def test_no_more_sheets_are_read_than_a_workbook_may_have(monkeypatch):
    opened(monkeypatch, *[old_sheet(name=f"表{n}") for n in range(40)])

    assert len(read_entries(OLD).other_sheets) == reading.MAX_SHEETS - 1
