"""What python-calamine does not tell of an xlsx file: hidden rows, uncalculated formulas, error values.

One streaming pass over each sheet's XML. openpyxl's own reader cannot do it in one: it gives either the
formulas or their results, and in neither shows an uncalculated formula apart from one whose result is "".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import join, normpath
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from openpyxl.utils.cell import column_index_from_string, coordinate_from_string
from openpyxl.utils.exceptions import CellCoordinatesException
from openpyxl.xml.functions import fromstring, iterparse

from tournament.imports.packages import DAMAGE, MAX_UNPACKED, WORKBOOK, open_package, refuse_lies
from tournament.imports.sheets import UnreadableFile

MAX_ROWS = 20_000
MAX_COLUMNS = 200
MOST_ELEMENTS = 4_000_000  # of a sheet: 20,000 rows of 200 plain cells are as many, other lists far fewer
MOST_OF_A_ROW = 200_000  # elements of one row, or of what is no row: they stay in memory until it ends


@dataclass(frozen=True, slots=True)
class Marks:
    """Hidden row numbers (from 1), flaws by (row from 1, column from 0), and how many cells, empty ones
    included, reach from the first to the last that is filled."""

    hidden: frozenset[int]
    flaws: dict[tuple[int, int], str]
    area: int = 0


def marks_by_sheet(data: bytes) -> dict[str, Marks]:
    """Scan every worksheet of an xlsx file; returns the marks by sheet name.

    Raises UnreadableFile for what is damaged (`damaged`), unpacks to more than 80 MB or to millions of XML
    elements (`too_big_unpacked`), or has filled cells past row 20,000 or column 200 (`too_many_rows`,
    `too_many_columns`): all this before anything is unpacked into memory.
    """
    try:
        with open_package(data) as archive:
            refuse_lies(archive)
            return {name: _scan(archive, path) for name, path in _sheet_paths(archive)}
    except UnreadableFile:
        raise
    except (*DAMAGE, CellCoordinatesException) as error:
        raise UnreadableFile("damaged") from error


def _sheet_paths(archive: ZipFile) -> Iterator[tuple[str, str]]:
    targets = {
        link.get("Id"): link.get("Target", "")
        for link in fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    }
    names = set(archive.namelist())
    for node in fromstring(archive.read(WORKBOOK)).iter():
        if _local(node) == "sheet":
            link = next((value for key, value in node.attrib.items() if key.endswith("}id")), None)
            path = normpath(join("/xl", targets.get(link, ""))).lstrip("/")
            if path in names:
                yield node.get("name", ""), path


def _scan(archive: ZipFile, path: str) -> Marks:
    hidden: set[int] = set()
    flaws: dict[tuple[int, int], str] = {}
    row = count = of_row = height = width = 0
    with archive.open(path) as stream:
        for event, node in iterparse(stream, ("start", "end")):
            if event == "start":
                count, of_row = count + 1, of_row + 1
                if count > MOST_ELEMENTS or of_row > MOST_OF_A_ROW:
                    raise UnreadableFile("too_big_unpacked", limit=MAX_UNPACKED // 1024 // 1024)
                if _local(node) == "row":
                    row = int(node.get("r") or row + 1)
                    if node.get("hidden") in ("1", "true"):
                        hidden.add(row)
            elif _local(node) == "row":
                last_row, columns = _scan_cells(node, row, flaws)
                height, width = max(height, last_row), max(width, columns)
                node.clear()
                of_row = 0
    return Marks(frozenset(hidden), flaws, height * width)


def _scan_cells(row_node: Element, row: int, flaws: dict[tuple[int, int], str]) -> tuple[int, int]:
    """Note the flaws of one row; return the last row and how many columns its filled cells reach."""
    last_row = columns = 0
    column = -1
    for cell in row_node:
        if reference := cell.get("r"):
            # A cell's own row counts, as it does to calamine, whatever the row around it says.
            letters, row = coordinate_from_string(reference)
            column = column_index_from_string(letters) - 1
        else:
            column += 1
        parts = {_local(part): part for part in cell}
        if not parts:
            continue
        if row > MAX_ROWS:
            raise UnreadableFile("too_many_rows", limit=MAX_ROWS)
        if column >= MAX_COLUMNS:
            raise UnreadableFile("too_many_columns", limit=MAX_COLUMNS)
        last_row, columns = max(last_row, row), max(columns, column + 1)
        if cell.get("t") == "e":
            flaws[row, column] = "cell_error"
        elif "f" in parts and _is_uncalculated(cell, parts):
            flaws[row, column] = "formula_uncalculated"
    return last_row, columns


def _is_uncalculated(cell: Element, parts: dict[str, Element]) -> bool:
    # A formula whose result is "" is written with type "str"; one never calculated has no type.
    value = parts.get("v")
    return cell.get("t") != "str" and (value is None or not value.text)


def _local(node: Element) -> str:
    return str(node.tag).rpartition("}")[2]
