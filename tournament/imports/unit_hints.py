"""The unit of a list that has no column for it: from a line like 单位：历史系, or from the files' names.

One list per unit says its unit once, above or below the table, or in the name of the file. What is taken
for the unit is told on the preview, where it can be changed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from tournament.imports.headers import Head, field_of
from tournament.imports.sheets import Cells, Sheet, is_blank
from tournament.names.cleaning import clean_unit, is_placeholder, tidy

_LABEL: Final = re.compile(r"([^\s:：]{1,12}(?:\s*[(（][^()（）]{1,8}[)）])?)\s*[:：]\s*(.*)")
_END: Final = re.compile(r"\s{2,}|\s(?=[^\s:：]{1,10}[:：])|[_＿]{2,}")
_PIECES: Final = re.compile(r"[\s\-_—–+·.,，、:：()（）\[\]【】《》“”]+")
_NOISE: Final = re.compile(
    r"报名(?:汇总)?表?|参赛|名单|统计表|登记表|汇总|掼蛋|比赛|大赛|邀请赛|联赛|竞赛|附件|最终版?|终稿|定稿|最新|修改版?|新版|副本"
    r"|第?[\d一二三四五六七八九十]+[届次号版]?|年|月|日|v\d+|copy|final|xlsx?|docx?",
    re.IGNORECASE,
)


def unit_in_heading(sheets: Iterable[tuple[Sheet, Head]]) -> str:
    """The unit named outside the table (单位：历史系, or 单位 beside 历史系); "" for none or several."""
    found = [unit for sheet, head in sheets for unit in _units_of(sheet, head)]
    keys = {clean_unit(unit).key: unit for unit in reversed(found)}
    return next(iter(keys.values())) if len(keys) == 1 else ""


def _units_of(sheet: Sheet, head: Head) -> Iterator[str]:
    for line in sheet.around:
        yield from _labelled(line)
    for row, cells in sheet.rows.items():
        if row < head.first_row or row > head.last_row:
            yield from _in_row(cells, is_above=row < head.first_row)


def _in_row(cells: Cells, *, is_above: bool) -> Iterator[str]:
    texts = [tidy(cell) for cell in cells if not is_blank(cell)]
    for at, text in enumerate(texts):
        yield from _labelled(text)
        if is_above and field_of(text) == "unit" and at + 1 < len(texts) and not _LABEL.match(texts[at + 1]):
            yield from _usable(texts[at + 1])


def _labelled(line: str) -> Iterator[str]:
    for part in re.split(r"[\t\n]|\s{2,}", line):
        found = _LABEL.match(part.strip())
        if found and field_of(found[1]) == "unit":
            yield from _usable(_END.split(found[2])[0])


def _usable(text: str) -> Iterator[str]:
    cleaned = clean_unit(text)
    if cleaned.text and not cleaned.problem and not is_placeholder(cleaned.text) and field_of(text) is None:
        yield cleaned.text


def units_in_names(names: Sequence[str]) -> list[str]:
    """What the files' names say of their units, "" where they say nothing: what not all of them have.

    报名表-历史系.xlsx and 报名表-数学系.xlsx are 历史系 and 数学系. A single file's name says nothing.
    """
    pieces = [_PIECES.split(PurePosixPath(name).stem) for name in names]
    if len(names) < 2:
        return [""] * len(names)
    common = Counter(piece for one in pieces for piece in set(one))
    return [_named([piece for piece in one if common[piece] < len(names)]) for one in pieces]


def units_in_sheets(names: Sequence[str]) -> list[str]:
    """What the names of a workbook's sheets say of their units; Sheet1 and 男子组 say nothing."""
    usual = [re.sub(r"(?i)sheet|工作表", "", name) for name in names]
    return [
        "" if name.endswith("组") else unit for name, unit in zip(names, units_in_names(usual), strict=True)
    ]


def _named(pieces: Sequence[str]) -> str:
    left = [text for piece in pieces if len(text := _NOISE.sub("", piece)) >= 2]
    cleaned = clean_unit("".join(left))
    return "" if cleaned.problem else cleaned.text
