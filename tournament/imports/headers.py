"""Finding the head of an entry list: which row it is, and which column holds what, by name."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.imports.head_words import EXPECTED, FIELD_BY_HEAD, PARTNER_WORDS
from tournament.imports.sheets import Cells, Sheet, is_blank
from tournament.names.cleaning import is_placeholder, tidy

SEARCHED_ROWS: Final = 30
MOST_LINES: Final = 4  # of a head

__all__ = ["EXPECTED", "Head", "field_of", "find_head", "head_score", "is_partner_title", "plain_head"]


_PLAYER_FIELDS: Final = frozenset({"player1", "player2", "players"})
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|【[^】]*】|〔[^〕]*〕|<[^<>]*>")
_SIGNS = re.compile(r"[\s*:：.。、_·'\"\-]+")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a list: its last row, the columns (from 0) of each field, and all titles by column.

    `columns` has a tuple for each field found: a field may stand over several columns, as 姓名 does over
    both players'. `ignored` are titles of columns that are not known.
    """

    first_row: int
    last_row: int
    columns: Mapping[str, tuple[int, ...]]
    titles: Mapping[int, str]
    ignored: tuple[str, ...]
    extra: Mapping[str, int]

    @property
    def missing(self) -> tuple[str, ...]:
        """Which of the two players' columns are not there; one column for both will do."""
        if "players" in self.columns:
            return ()
        return tuple(
            title for key, title in (("player1", "选手1"), ("player2", "选手2")) if key not in self.columns
        )


def plain_head(value: object) -> str:
    """A column's title as it is compared: no spaces, line breaks, stars, brackets; case and width folded."""
    text = unicodedata.normalize("NFKC", tidy(value)).casefold()
    short = _SIGNS.sub("", _BRACKETED.sub("", text))
    return short or _SIGNS.sub("", text)


def field_of(value: object) -> str | None:
    """The field that a title names, None for one that is not known."""
    return FIELD_BY_HEAD.get(plain_head(value))


def names_players(value: object) -> bool:
    """Whether a title stands over players."""
    return field_of(value) in _PLAYER_FIELDS


def is_partner_title(value: object) -> bool:
    """Whether a title asks everybody for the partner's name."""
    return plain_head(value) in PARTNER_WORDS


def head_score(rows: Sequence[Cells]) -> int:
    """How much the best of some rows looks like a head.

    One for each field whose title is there, and ten more when players are among them.
    """
    return max((_row_score(cells) for cells in rows), default=0)


def _row_score(cells: Cells) -> int:
    fields = {field for field in map(field_of, cells) if field}
    return len(fields) + (10 if fields & _PLAYER_FIELDS else 0)


def find_head(sheet: Sheet) -> Head | None:
    """Find the head among a sheet's first 30 rows: the row with the most known titles, at least two.

    Title rows above are passed over. A second line (选手1 and 选手2 below 参赛选手) is taken along when cells
    of the first are merged with it, or when it holds nothing but known titles. Up to four lines are one head
    where a cell such as 序号 is merged over all of them.
    """
    candidates = list(sheet.rows.items())[:SEARCHED_ROWS]
    if not candidates:
        return None
    row, cells = max(candidates, key=lambda item: _row_score(item[1]))
    if _row_score(cells) < 2:
        return None
    top, bottom = _block(sheet, row)
    if top < row or bottom > row + 1:
        return _many_lines(sheet, top, bottom)
    upper = _spread(sheet, row, cells)
    below = sheet.rows.get(row + 1, ())
    if _is_second_line(sheet, row, below):
        return _two_lines(row, upper, below)
    return _head(row, row, {column: (field_of(cell), tidy(cell)) for column, cell in upper.items()})


def _block(sheet: Sheet, row: int) -> tuple[int, int]:
    """The first and last line of a head whose best line is `row`, as merged cells tell; four at most."""
    top, bottom = row, row
    for first, _left, last, _right in sorted(sheet.merges, reverse=True):
        if first < top <= last and top - first < MOST_LINES and _is_line(sheet, first):
            top = first
    for first, _left, last, _right in sorted(sheet.merges):
        if top <= first <= bottom < last < top + MOST_LINES:
            bottom = last
    return top, bottom


def _is_line(sheet: Sheet, row: int) -> bool:
    """Whether a row above may be a line of the head: a title over the whole list stands alone in its row."""
    return sum(not is_blank(cell) for cell in sheet.rows.get(row, ())) > 1


def _many_lines(sheet: Sheet, top: int, bottom: int) -> Head:
    """A head of several lines: each column is called by what stands above it, from the top to the bottom."""
    texts: dict[int, list[str]] = {}
    for row in range(top, bottom + 1):
        for column, cell in _spread(sheet, row, sheet.rows.get(row, ())).items():
            texts.setdefault(column, []).append(tidy(cell))
    return _head(top, bottom, {column: _called(texts[column]) for column in sorted(texts)})


def _called(texts: Sequence[str]) -> tuple[str | None, str]:
    """The field and title of a column by the lines above it: together if known, else the lowest known."""
    joined = ["".join(texts[at:]) for at in range(len(texts))]
    pairs = [f"{upper}{texts[-1]}" for upper in texts[:-1]]
    for title in (*joined[:-1], *pairs, *reversed(texts)):
        if field := field_of(title):
            return field, title
    return None, texts[-1]


def _spread(sheet: Sheet, row: int, cells: Cells) -> dict[int, object]:
    """The cells of a head row by column, a merged one over all its columns."""
    spread = {column: cell for column, cell in enumerate(cells) if not is_blank(cell)}
    for top, left, _bottom, right in sheet.merges:
        if top == row and left in spread:
            spread |= dict.fromkeys(range(left, right + 1), spread[left])
    return spread


def _is_second_line(sheet: Sheet, row: int, below: Cells) -> bool:
    filled = [cell for cell in below if not is_blank(cell)]
    # The same titles once more are a head that is repeated on every page.
    if not filled or any(
        plain_head(cell) == plain_head(under) and not is_blank(cell)
        for cell, under in zip(sheet.rows[row], below, strict=False)
    ):
        return False
    merged = any(top <= row < bottom for top, _left, bottom, _right in sheet.merges)
    return merged or all(field_of(cell) for cell in filled)


def _two_lines(row: int, upper: Mapping[int, object], below: Cells) -> Head:
    lower = {column: cell for column, cell in enumerate(below) if not is_blank(cell)}
    titles: dict[int, tuple[str | None, str]] = {}
    group: object = ""
    for column in range(max((*upper, *lower)) + 1):
        # Without merges (xls saved as text) the upper title stands over the first of its columns only.
        if column in upper:
            group = upper[column]
        head, sub = upper.get(column, group if column in lower else ""), lower.get(column, "")
        if not (is_blank(head) and is_blank(sub)):
            both = f"{tidy(head)}{tidy(sub)}"
            field = (field_of(both) if not is_blank(sub) else None) or field_of(sub) or field_of(head)
            titles[column] = (field, both if is_blank(sub) or field == field_of(both) else tidy(sub))
    return _head(row, row + 1, titles)


def _head(first_row: int, last_row: int, titles: Mapping[int, tuple[str | None, str]]) -> Head:
    columns: dict[str, tuple[int, ...]] = {}
    for column, (field, _title) in titles.items():
        if field:
            columns[field] = (*columns.get(field, ()), column)
    columns, spare = _settle_players(columns)
    named = {column: title for column, (_field, title) in titles.items()}
    unknown = [column for column, (key, title) in titles.items() if not key and not is_placeholder(title)]
    return Head(
        first_row,
        last_row,
        columns,
        named,
        tuple(dict.fromkeys(named[column] for column in sorted({*unknown, *spare}))),
        _first_of_each(unknown, named),
    )


def _first_of_each(columns: Iterable[int], titles: Mapping[int, str]) -> dict[str, int]:
    """The columns by title; of titles that compare equal the first."""
    found: dict[str, int] = {}
    for column in columns:
        found.setdefault(plain_head(titles[column]), column)
    return {titles[column]: column for column in found.values()}


def _settle_players(columns: Mapping[str, tuple[int, ...]]) -> tuple[dict[str, tuple[int, ...]], list[int]]:
    """Give each field one column (phones up to two), and two equal titles for players to the two players.

    Returns the columns and those left over: a second 单位 is not read, and said to be ignored.
    """
    settled = dict(columns)
    both = settled.get("players", ())
    if "player1" in settled and "player2" in settled:
        spare = list(settled.pop("players", ()))
    elif len(both) == 2 and not settled.keys() & {"player1", "player2"}:
        settled |= {"player1": both[:1], "player2": both[1:]}
        spare = list(settled.pop("players")[2:])
    elif len(both) == 1 and ("player1" in settled) != ("player2" in settled):
        settled["player2" if "player1" in settled else "player1"] = settled.pop("players")
        spare = []
    else:
        spare = []
    for field, places in settled.items():
        keep = 2 if field == "phone" else 1
        settled[field] = places[:keep]
        spare += places[keep:]
    return settled, spare
