"""Entry lists for the tests: the field's own files, and small ones made on the spot."""

from io import BytesIO
from pathlib import Path

from openpyxl import Workbook

from tournament.imports.doubles import ExistingPair, Fate, JudgedRow, compare, rows_to_enter
from tournament.imports.entries import EntryList, read_entries
from tournament.imports.report import ImportReport, import_report

FIELD = Path(__file__).resolve().parents[2] / "field"
FIELD_FILES = sorted(
    path.name
    for path in FIELD.iterdir()
    if path.name[:2].isdigit() and path.suffix in (".xlsx", ".xls", ".csv")
)
HEAD = ("对号", "队名", "选手1", "选手2", "单位", "手机")


def field_file(number: str) -> EntryList:
    """The field file whose name begins with `number`, read."""
    (name,) = [name for name in FIELD_FILES if name.startswith(f"{number}_")]
    return read_entries((FIELD / name).read_bytes(), name)


def workbook(*rows: tuple[object, ...], **sheets: tuple[tuple[object, ...], ...]) -> bytes:
    """An xlsx file with `rows` in its first sheet, and more sheets by name."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for title, more in sheets.items():
        sheet = book.create_sheet(title)
        for row in more:
            sheet.append(row)
    return saved(book)


def saved(book: Workbook) -> bytes:
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def csv(*lines: str) -> bytes:
    """A text file of lines, UTF-8 without a mark."""
    return "\r\n".join(lines).encode()


def codes(remarks) -> list[str]:
    return [remark.code for remark in remarks]


def problems_by_row(entries: EntryList) -> dict[int, list[str]]:
    return {row.row: codes(row.problems) for row in entries.rows if row.problems}


def warnings_by_row(entries: EntryList) -> dict[int, list[str]]:
    return {row.row: codes(row.warnings) for row in entries.rows if row.warnings}


def as_entered(judged: tuple[JudgedRow, ...]) -> list[ExistingPair]:
    """The pairs that an event has once the rows that need no confirmation went in."""
    return [
        ExistingPair(
            one.number, one.row.players, one.row.unit, one.row.phones, one.row.name, one.row.substitute
        )
        for one in rows_to_enter(judged)
    ]


def fates(entries: EntryList, existing=()) -> dict[int, Fate]:
    return {one.row.row: one.fate for one in compare(entries.rows, existing)}


def report_of(entries: EntryList, existing=()) -> ImportReport:
    judged = compare(entries.rows, existing)
    return import_report(entries, judged, [one.row.mark for one in rows_to_enter(judged)])
