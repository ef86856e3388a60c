"""Tables in text: CSV in whatever character set and with whatever delimiter, and web tables called .xls."""

import codecs
import csv
from collections.abc import Callable
from html.parser import HTMLParser
from io import StringIO

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
    """Read the only table of a web page; anything more intricate is refused (`html_table`)."""
    parser = _TableParser()
    parser.feed(text)
    parser.close()
    if parser.tables != 1 or parser.is_intricate or not parser.rows:
        raise UnreadableFile("html_table")
    rows: dict[int, Cells] = {number: tuple(cells) for number, cells in enumerate(parser.rows, 1)}
    _refuse_excess(rows)
    return Sheet(name="", rows=rows)


class _TableParser(HTMLParser):
    """Collects the cells of plain tables as text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self.tables = 0
        self.is_intricate = False
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables += 1
        elif tag == "tr":
            self.rows.append([])
            self._in_cell = False
        elif tag in ("td", "th") and self.rows:
            self.is_intricate |= any(name in ("rowspan", "colspan") and value != "1" for name, value in attrs)
            self.rows[-1].append("")
            self._in_cell = True
        elif tag == "br" and self._in_cell:
            self.rows[-1][-1] += "\n"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data
