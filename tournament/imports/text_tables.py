"""Tables in text: CSV in whatever character set and with whatever delimiter, and web tables called .xls."""

import codecs
import csv
from collections.abc import Callable, Mapping
from io import StringIO

from lxml.etree import HTMLParser, XMLSyntaxError

from tournament.imports.sheets import Cells, Sheet, UnreadableFile
from tournament.imports.xlsx_marks import MAX_COLUMNS, MAX_ROWS

_DELIMITERS = (",", "\t", ";", "，")
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LONGEST_RECORD = 20  # lines; a record of more has a quotation mark that was never closed


def decode(data: bytes) -> str:
    """Decode text: by its byte order mark, else as strict UTF-8, else as GB18030 (what Chinese Excel saves).

    No guessing beyond that: guessing libraries call a short Chinese file Korean. Raises UnreadableFile
    (`unknown_encoding`) when none of the three fits.
    """
    marked = next((name for mark, name in _BOMS if data.startswith(mark)), None)
    for encoding in (marked,) if marked else ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UnreadableFile("unknown_encoding")


def read_csv(text: str, score: Callable[[list[Cells]], int]) -> Sheet:
    """Read delimited text; of the usual delimiters the one whose first 30 rows `score` highest is taken.

    `score` tells how much rows look like the head of a list. Equal scores go by the most columns, then to
    the comma. Row numbers are the lines on which records begin, also after a line break in quotes.
    """
    samples = {delimiter: list(_records(text, delimiter, 30).values()) for delimiter in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda sign: (score(samples[sign]), max(map(len, samples[sign]), default=0)))
    return Sheet(name="", rows=_records(text, best, MAX_ROWS + 1), is_text=True, text=text)


def _records(text: str, delimiter: str, limit: int) -> dict[int, Cells]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    records: dict[int, Cells] = {}
    begins = 1
    longest = _LONGEST_RECORD if text.count('"') % 2 == 0 else 1
    try:
        for record in reader:
            if reader.line_num - begins >= longest:
                raise UnreadableFile("unclosed_quote", row=begins)
            records[begins] = tuple(record)
            begins = reader.line_num + 1
            if len(records) >= limit:
                break
    except csv.Error as error:
        raise UnreadableFile("unclosed_quote", row=begins) from error
    _refuse_excess(records)
    return records


def _refuse_excess(rows: dict[int, Cells]) -> None:
    if len(rows) > MAX_ROWS:
        raise UnreadableFile("too_many_rows", limit=MAX_ROWS)
    if max(map(len, rows.values()), default=0) > MAX_COLUMNS:
        raise UnreadableFile("too_many_columns", limit=MAX_COLUMNS)


def looks_like_html(text: str) -> bool:
    """Whether text is a web page: many registration systems export one and call it .xls."""
    start = text[:2000].lstrip().casefold()
    return start.startswith(("<!doctype html", "<html", "<table", "<meta", "<head", "<body")) or (
        start.startswith("<") and "<table" in start
    )


def read_html(text: str) -> Sheet:
    """Read the only table of a web page; anything more intricate is refused (`html_table`).

    libxml2 reads it: Python's own parser takes minutes for a few kilobytes of unfinished tags.
    """
    found = _Cells()
    parser = HTMLParser(target=found, encoding="utf-8")
    try:
        parser.feed(text.encode(errors="replace"))
        parser.close()
    except XMLSyntaxError as error:
        raise UnreadableFile("html_table") from error
    if found.tables != 1 or found.is_intricate or not found.rows:
        raise UnreadableFile("html_table")
    rows: dict[int, Cells] = {
        number: tuple("".join(pieces) for pieces in cells) for number, cells in enumerate(found.rows, 1)
    }
    _refuse_excess(rows)
    return Sheet(name="", rows=rows)


class _Cells:
    """Collects the cells of plain tables, each as the pieces of its text."""

    def __init__(self) -> None:
        self.rows: list[list[list[str]]] = []
        self.tables = 0
        self.is_intricate = False
        self._in_cell = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "table":
            self.tables += 1
        elif tag == "tr":
            self.rows.append([])
            self._in_cell = False
        elif tag in ("td", "th") and self.rows:
            self.is_intricate |= any(attributes.get(name, "1") != "1" for name in ("rowspan", "colspan"))
            self.rows[-1].append([])
            self._in_cell = True
            if len(self.rows[-1]) > MAX_COLUMNS:
                raise UnreadableFile("too_many_columns", limit=MAX_COLUMNS)
        elif tag == "br" and self._in_cell:
            self.rows[-1][-1].append("\n")

    def end(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._in_cell = False

    def data(self, text: str) -> None:
        if self._in_cell:
            self.rows[-1][-1].append(text)

    def close(self) -> None:
        """Nothing is built: what was collected is read from here."""
