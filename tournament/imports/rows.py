"""One row of an entry list: which cell is what, cleaned, and what is wrong with it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from tournament.imports.headers import Head, plain_head
from tournament.imports.passed_over import NOBODY, passed_over
from tournament.imports.sheets import Cells, Remark, Sheet, is_blank
from tournament.imports.tables import Table
from tournament.names.cleaning import (
    CATEGORY_LIMIT,
    PAIR_NAME_LIMIT,
    PERSON_LIMIT,
    UNIT_LIMIT,
    CleanName,
    clean_category,
    clean_name,
    clean_number,
    clean_phone,
    clean_team_name,
    clean_unit,
    names_in,
    text_of,
    tidy,
)

EXTRA_LIMIT: Final = 200  # characters of a cell in a column that the reader does not know

_LIMITS = {"players": PERSON_LIMIT, "name": PAIR_NAME_LIMIT, "unit": UNIT_LIMIT, "category": CATEGORY_LIMIT}
_STATUS_WORDS = {
    "reserve": ("候补", "候补队", "备选", "替补队", "reserve", "waiting"),
    "house": ("陪打", "陪打队", "house"),
    "withdrawn": ("退赛", "已退赛", "退出", "withdrawn"),
    "active": ("正式", "参赛", "正常", "已报名", "active", "ok"),
}
_YES = ("是", "√", "✓", "✔", "有", "y", "yes", "1")
_NO = ("否", "×", "✗", "无", "不是", "n", "no", "0")
_STATUS = {word: status for status, words in _STATUS_WORDS.items() for word in words}
_FILLED_DOWN = ("unit", "category")  # what a merged cell says of all its rows
_DITTO = frozenset({"同上", "〃", "″", '"', "''", "同左"})
_PHONE_SPLIT = re.compile(r"[/／、，,;；\r\n]+|(?<=\d{11}) +(?=1\d{10})")


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row of the list that is not blank, cleaned.

    `row` is the number the user sees in Excel, or the line in a text file. `number` and `seed` are None and
    texts "" where nothing usable was given. `phones` belong to the two players; the pair's only phone
    stands with the first; the substitute has his own. `status` is `active`, `reserve`, `house` or
    `withdrawn`. `extra` has what stands in columns that the reader does not know, as (title, text), blank
    ones left out. `also` are the rows of the other people where each has one. `problems` keep the row out,
    `doubts` until somebody agrees; `warnings` do not. Of several files each has its number (`file`, from 1)
    and name (`source`).
    """

    row: int
    number: int | None = None
    name: str = ""
    unit: str = ""
    players: tuple[str, str] = ("", "")
    substitute: str = ""
    phones: tuple[str, str] = ("", "")
    substitute_phone: str = ""
    category: str = ""
    seed: int | None = None
    status: str = "active"
    note: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    hidden: bool = False
    warnings: tuple[Remark, ...] = ()
    problems: tuple[Remark, ...] = ()
    doubts: tuple[Remark, ...] = ()
    also: tuple[int, ...] = ()
    file: int = 0
    source: str = ""

    @property
    def mark(self) -> str:
        """What tells the row from all others that are read with it."""
        return f"{self.file}-{self.row}" if self.file else str(self.row)

    @property
    def lines(self) -> int:
        """How many rows of the list it takes up."""
        return 1 + len(self.also)

    @property
    def all_rows(self) -> str:
        """The numbers of the rows it takes up, as a sentence may say them."""
        return _("、").join(map(str, (self.row, *self.also)))

    @property
    def is_good(self) -> bool:
        """Whether the row by itself is a pair that can be entered."""
        return not self.problems

    @property
    def is_about_people(self) -> bool:
        """Whether it names people, be they a pair or not: no total, no note."""
        return not any(problem.code in NOBODY for problem in self.problems)


@dataclass(slots=True)
class RowReader:
    """Reads the rows below one head; remembers what the row above said."""

    table: Table
    number_width: int = 1
    _filled: dict[tuple[int, int], object] = field(default_factory=dict)
    _above: dict[str, str] = field(default_factory=dict)

    @property
    def sheet(self) -> Sheet:
        """The cells."""
        return self.table.sheet

    @property
    def head(self) -> Head:
        """What the columns are."""
        return self.table.head

    def rows(self) -> Iterator[EntryRow]:
        """Every row below the head that is not blank, in order."""
        self._filled = _fill_down(self.sheet, self.head)
        for row, cells in self.sheet.rows.items():
            if row in self.table.aside or (row > self.head.last_row and not all(map(is_blank, cells))):
                yield self._read(row, cells)

    def _read(self, row: int, cells: Cells) -> EntryRow:
        hidden = row in self.sheet.hidden
        aside = self.table.aside.get(row) or passed_over(cells, self.head)
        if aside:
            return EntryRow(row, unit=self._unit_of(row, cells, aside), hidden=hidden, problems=(aside,))
        reading = _Reading(self, row, cells)
        entry = EntryRow(
            row,
            number=reading.number(),
            name=reading.title("name", clean_team_name),
            unit=reading.title("unit", clean_unit),
            players=reading.players(),
            substitute=reading.substitute(),
            phones=reading.phones(),
            substitute_phone=reading.substitute_phone(),
            category=reading.title("category", clean_category),
            seed=reading.seed(),
            status=reading.status(),
            note=tidy(reading.value("note"))[:200],
            extra=reading.extra(),
            hidden=hidden,
        )
        if hidden:
            reading.warn("hidden_row")
        if self.sheet.is_text and len(cells) < (self.table.width or len(self.head.titles)):
            reading.warn("short_row")
        return replace(
            entry,
            warnings=(*self.table.told.get(row, ()), *reading.warnings),
            problems=tuple(reading.problems),
            doubts=self.table.doubts.get(row, ()),
            also=self.table.also.get(row, ()),
        )

    def _unit_of(self, row: int, cells: Cells, aside: Remark) -> str:
        """Whose leader knows more about a row that is no pair."""
        return "" if aside.code in NOBODY else _Reading(self, row, cells).title("unit", clean_unit)

    def value_at(self, row: int, column: int, cells: Cells) -> object:
        value = cells[column] if column < len(cells) else ""
        return self._filled.get((row, column), "") if is_blank(value) else value

    def above(self, name: str, text: str) -> str:
        """The text of a field, or for 同上 that of the row before."""
        if text not in _DITTO:
            self._above[name] = text
        return self._above.get(name, "")


def _fill_down(sheet: Sheet, head: Head) -> dict[tuple[int, int], object]:
    """What merged cells say of their lower rows: real merges only, and only unit and category."""
    columns = {column for name in _FILLED_DOWN for column in head.columns.get(name, ())}
    filled: dict[tuple[int, int], object] = {}
    for top, left, bottom, right in sheet.merges:
        if left == right and left in columns and top > head.last_row:
            cells = sheet.rows.get(top, ())
            value = cells[left] if left < len(cells) else ""
            filled |= {(row, left): value for row in range(top + 1, bottom + 1)}
    return filled


class _Reading:
    """One row while it is being read: hands out the fields' values and collects what is wrong with them."""

    def __init__(self, reader: RowReader, row: int, cells: Cells) -> None:
        self._reader, self._row, self._cells = reader, row, cells
        self.warnings: list[Remark] = []
        self.problems: list[Remark] = []

    def warn(self, code: str, column: str = "", **params: str | int) -> None:
        self.warnings.append(Remark(code, params, column))

    def refuse(self, code: str, column: str = "", **params: str | int) -> None:
        self.problems.append(Remark(code, params, column))

    def column(self, name: str) -> str:
        places = self._reader.head.columns.get(name, ())
        return self._reader.head.titles[places[0]] if places else ""

    def value(self, name: str, place: int = 0) -> object:
        """The field's value, "" where a formula has no result or shows an error, which is told."""
        places = self._reader.head.columns.get(name, ())
        if place >= len(places):
            return ""
        return self._value_at(places[place])

    def _value_at(self, column: int) -> object:
        flaw = self._reader.sheet.flaws.get((self._row, column))
        if flaw:
            self.warn(flaw, self._reader.head.titles[column])
            return ""
        return self._reader.value_at(self._row, column, self._cells)

    def extra(self) -> tuple[tuple[str, str], ...]:
        """What the unknown columns hold, one line each, cut at `EXTRA_LIMIT` characters."""
        read = [(title, tidy(self._value_at(column))) for title, column in self._reader.head.extra.items()]
        for title, text in read:
            if len(text) > EXTRA_LIMIT:
                self.warn("extra_cut", title, limit=EXTRA_LIMIT)
        return tuple((title, text[:EXTRA_LIMIT]) for title, text in read if text)

    def number(self) -> int | None:
        value = self.value("number")
        number, problem = clean_number(value)
        if problem:
            self.warn("number_unreadable", self.column("number"), text=tidy(value)[:20])
        written = tidy(value) if isinstance(value, str) else ""
        if number is not None and written.startswith(("0", "\uff10")):
            self._reader.number_width = max(self._reader.number_width, min(len(written), 5))
        return number

    def seed(self) -> int | None:
        value = self.value("seed")
        written = value.replace("种子", "").strip() if isinstance(value, str) else value
        seed, problem = clean_number(written or value)
        if problem:
            self.warn("seed_unreadable", self.column("seed"), text=tidy(value)[:20])
        return seed

    def title(self, name: str, clean: Callable[[object], CleanName]) -> str:
        value = self.value(name)
        text = self._reader.above(name, tidy(value)) if name in _FILLED_DOWN else text_of(value)
        cleaned = clean(text)
        self._tell(cleaned, name, name)
        if name == "unit" and not cleaned.text and self.column("unit"):
            self.warn("unit_missing", self.column("unit"))
        return cleaned.text

    def players(self) -> tuple[str, str]:
        if self.column("players"):
            return self._both_players()
        first, second = clean_name(self.value("player1")), clean_name(self.value("player2"))
        # "冯小川 陈大山" beside an empty cell is two people; beside a partner one name with a space.
        if "maybe_two_names" in first.warnings + second.warnings and "missing" in (
            first.problem,
            second.problem,
        ):
            first, second = (
                replace(one, problem="two_names") if "maybe_two_names" in one.warnings else one
                for one in (first, second)
            )
        lacking = [
            self.column(name) for name, one in (("player1", first), ("player2", second)) if not one.text
        ]
        if "two_names" not in (first.problem, second.problem) and lacking:
            self.refuse("player_missing", _("、").join(lacking))
        for name, one in (("player1", first), ("player2", second)):
            self._tell(one, name, "players")
        return first.text, second.text

    def _both_players(self) -> tuple[str, str]:
        raw = text_of(self.value("players"))
        parts = names_in(raw)
        if len(parts) != 2:
            self.refuse("not_two_names", self.column("players"), count=len(parts))
            return (clean_name(raw).text, "")
        first, second = map(clean_name, parts)
        if not (first.text and second.text):
            self.refuse("player_missing", self.column("players"))
        self._tell(first, "players", "players")
        self._tell(second, "players", "players")
        return first.text, second.text

    def substitute(self) -> str:
        cleaned = clean_name(self.value("substitute"))
        self._tell(cleaned, "substitute", "players")
        return cleaned.text

    def substitute_phone(self) -> str:
        return self._phone("phone3", self.value("phone3"))

    def phones(self) -> tuple[str, str]:
        own = [self._phone("phone1", self.value("phone1")), self._phone("phone2", self.value("phone2"))]
        shared = [
            self._phone("phone", part)
            for place in (0, 1)
            for part in _split_phone(self.value("phone", place))
        ]
        for digits in (one for one in shared if one and one not in own):
            if "" in own:
                own[own.index("")] = digits
        return own[0], own[1]

    def _phone(self, name: str, value: object) -> str:
        digits, problem = clean_phone(value)
        if problem:
            self.warn(problem, self.column(name), count=sum(sign.isdigit() for sign in text_of(value)))
        return digits or ""

    def status(self) -> str:
        text = plain_head(self.value("status"))
        if "候补" in self.column("status") and text in (*_YES, *_NO):
            return "reserve" if text in _YES else "active"
        if text and text not in _STATUS:
            self.warn("status_unknown", self.column("status"), text=text[:20])
        return _STATUS.get(text, "active")

    def _tell(self, cleaned: CleanName, name: str, limit: str) -> None:
        """Pass on what cleaning found; a missing name is the caller's to judge."""
        shown = {"text": cleaned.text[:30]}
        for code in cleaned.warnings:
            if code != "placeholder" and not (code == "maybe_two_names" and cleaned.problem):
                self.warn(code, self.column(name), **shown)
        if cleaned.problem and cleaned.problem != "missing":
            self.refuse(cleaned.problem, self.column(name), limit=_LIMITS[limit], **shown)


def _split_phone(value: object) -> list[object]:
    """A cell's phone, or several: 13800000001/13800000002."""
    parts: list[object] = [part for part in _PHONE_SPLIT.split(text_of(value)) if tidy(part)]
    return (
        parts if len(parts) > 1 and all(len(re.sub(r"\D", "", str(part))) >= 7 for part in parts) else [value]
    )
