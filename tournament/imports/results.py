"""A round's results as rows: a file or pasted text in, what is written about each table out. No judging."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournament.imports.headers import SEARCHED_ROWS, plain_head
from tournament.imports.reading import read_sheets
from tournament.imports.sheets import Cells, Remark, Sheet, UnreadableFile, is_blank
from tournament.names.cleaning import text_of, tidy

NEEDED: Final = ("table", "ns_level", "ew_level")
EXPECTED: Final = ("桌", "南北级数", "东西级数")

_OTHERS: Final = {
    "table": "桌 桌号 桌次 台 台号 table tableno tablenumber",
    "session": "场次 session",
    "ended": "结束方式 结束 怎样结束 ended ending",
    "seconds": "用时 用时分钟 时长 time minutes",
    "winner": "胜方 胜者 winner",
    "in_play": "台上方 台上 inplay",
}
_OF_SIDE: Final = {
    "level": "级数 级 方级数 方级 成绩 等级 打到 level levels",
    "number": "序号 号 对号 编号 队号 方序号 签号 number no pair pairno pairnumber",
}
_SIDES: Final = {"ns": ("南北", "ns", "northsouth"), "ew": ("东西", "ew", "eastwest")}
_FIELDS: Final = {
    **{word: name for name, words in _OTHERS.items() for word in words.split()},
    **{side: f"{key}_level" for key, sides in _SIDES.items() for side in sides},
    **{
        f"{side}{word}": f"{key}_{what}"
        for key, sides in _SIDES.items()
        for side in sides
        for what, words in _OF_SIDE.items()
        for word in words.split()
    },
}
_PARTS = re.compile(r"[\s,，、;；:：|｜/]+")  # between the figures of a pasted line
_TABLE = re.compile(r"第?([0-9]{1,6})[桌台]?")


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One row as it was written, every value a text ("" for nothing); `row` as the user counts it.

    `flaws` are what is wrong with its cells: a formula without a result, an error value.
    """

    row: int
    table: str = ""
    session: str = ""
    ns_level: str = ""
    ew_level: str = ""
    ns_number: str = ""
    ew_number: str = ""
    ended: str = ""
    seconds: str = ""
    winner: str = ""
    in_play: str = ""
    flaws: tuple[Remark, ...] = ()
    text: str = ""  # the whole row, for one that names no table

    @property
    def table_number(self) -> int | None:
        """The table: 17, １７, 第17桌; None for anything else."""
        plain = "".join(unicodedata.normalize("NFKC", self.table).split())
        found = _TABLE.fullmatch(plain)
        return int(found[1]) if found else None

    @property
    def has_levels(self) -> bool:
        """Whether a level is written on either side."""
        return bool(self.ns_level or self.ew_level)


@dataclass(frozen=True, slots=True)
class ResultList:
    """The rows of a file below its head; `problems` mean that nothing could be read."""

    lines: tuple[ResultLine, ...] = ()
    problems: tuple[Remark, ...] = ()
    sheet: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)


def read_results(data: bytes) -> ResultList:
    """Read a round's results from an uploaded file (xlsx, xls, CSV, text), or from pasted text.

    The head needs the table and both levels and may stand anywhere in the first 30 rows. Text without a head
    is read as lines of table, 南北 and 东西 (`3 A3 9`). Never raises for what a person sends.
    """
    try:
        sheets = read_sheets(data, _score)
    except UnreadableFile as error:
        return ResultList(problems=(error.remark,))
    heads = [(sheet, head) for sheet in sheets if (head := _find_head(sheet)) is not None]
    if heads:
        return _read(*heads[0])
    plain = [(sheet, lines) for sheet in sheets if sheet.is_text and (lines := _plain_lines(sheet))]
    if plain:
        return ResultList(lines=tuple(plain[0][1]), sheet=plain[0][0].name)
    return ResultList(problems=(_no_head(sheets),))


def _score(rows: list[Cells]) -> int:
    return max((len(_fields(cells)) for cells in rows), default=0)


def _fields(cells: Cells) -> dict[str, int]:
    """The column of each field in a row of titles; of two equal titles the first."""
    found: dict[str, int] = {}
    for column, cell in enumerate(cells):
        name = None if is_blank(cell) else _FIELDS.get(plain_head(cell))
        if name:
            found.setdefault(name, column)
    return found


def _find_head(sheet: Sheet) -> tuple[int, dict[str, int]] | None:
    for row, cells in list(sheet.rows.items())[:SEARCHED_ROWS]:
        fields = _fields(cells)
        if all(name in fields for name in NEEDED):
            return row, fields
    return None


def _no_head(sheets: Sequence[Sheet]) -> Remark:
    rows = [cells for sheet in sheets for cells in sheet.rows.values() if not all(map(is_blank, cells))]
    found = [text for text in map(tidy, rows[0][:12]) if text] if rows else []
    return Remark("no_result_head", {"expected": "、".join(EXPECTED), "found": "、".join(found)[:80]})


def _read(sheet: Sheet, head: tuple[int, dict[str, int]]) -> ResultList:
    row, fields = head
    titles = {name: tidy(sheet.rows[row][column]) for name, column in fields.items()}
    lines = [
        _line(sheet, number, cells, fields, titles)
        for number, cells in sheet.rows.items()
        if number > row and not all(map(is_blank, cells)) and _fields(cells).keys() < set(NEEDED)
    ]
    problems = () if lines else (Remark("no_rows"),)
    return ResultList(lines=tuple(lines), problems=problems, sheet=sheet.name, titles=titles)


def _line(
    sheet: Sheet, row: int, cells: Cells, fields: Mapping[str, int], titles: Mapping[str, str]
) -> ResultLine:
    values = {name: tidy(cells[column]) for name, column in fields.items() if column < len(cells)}
    flaws = tuple(
        Remark(sheet.flaws[(row, column)], column=titles[name])
        for name, column in fields.items()
        if (row, column) in sheet.flaws
    )
    whole = " ".join(text for text in map(tidy, cells) if text)
    return ResultLine(row=row, flaws=flaws, text=whole[:60], **values)


def _plain_lines(sheet: Sheet) -> list[ResultLine]:
    """Lines of three: table, 南北, 东西; all of them, or it is another kind of text."""
    lines = []
    for row, cells in sheet.rows.items():
        written = " ".join(text_of(cell) for cell in cells)
        parts = [part for part in _PARTS.split(unicodedata.normalize("NFKC", written)) if part]
        if not parts:
            continue
        if len(parts) != 3:
            return []
        lines.append(ResultLine(row, table=parts[0], ns_level=parts[1], ew_level=parts[2], text=written[:60]))
    return lines if any(line.table_number is not None for line in lines) else []
