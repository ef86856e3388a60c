"""The lines of a 秩序册 as people type them or paste them from Word: offices, leaders, timetable.

A line may have columns (a tab from a Word table, ｜ or |) or be written freely (`主任：张三、李四`). What
cannot be read is a problem with its line's number; nothing is guessed away. `…_text` writes rows so that they
are read back as the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from tournament.models.booklet import Appointment, Leaders, Office
from tournament.names.cleaning import clean_name, tidy
from tournament.names.pinyin import COMPOUND_SURNAMES

Row = TypeVar("Row")

BAR = "｜"
_BARS = re.compile(r"[\t|｜]")
_COLON = re.compile(r"[：:]")
_BETWEEN_NAMES = re.compile(r"[、，,;；/／]+")
_OPEN_END = re.compile(r"[、，,;；：:]\s*$")
# A part of the hall: it has a figure or ends in such a word, which 市场部 and 区工会 do not.
_IN_BRACKETS = re.compile(r"\s*[（(]([^（()）]*(?:\d[^（()）]*|[桌场厅室区]\s*))[)）]\s*")
_OFFICE_WORD = re.compile(r".*(?:[长员任席人书问导管]|裁判)$")
_HAN = re.compile("[\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003fffd·]+")
_LABEL = re.compile(r"(领队|教练员?)\s*[：:]?\s*")
_CLOCK = r"\d{1,2}\s*[:：点时]\s*(?:\d{1,2}\s*分?|半)?"
_PART_OF_DAY = "上午|下午|中午|晚上|早上|全天"
_TIME = re.compile(rf"(?:(?:{_PART_OF_DAY})?\s*{_CLOCK}(?:\s*[-–—~～至到]+\s*(?:{_CLOCK})?)?|{_PART_OF_DAY})")
_DAY = re.compile(
    r"(?:\d{4}\s*[-年./]\s*\d{1,2}\s*[-月./]\s*\d{1,2}\s*日?|\d{1,2}\s*月\s*\d{1,2}\s*日"
    r"|\d{1,2}[./-]\d{1,2}|\d{1,2}\s*日|第.天|周.|星期.)(?:\s*[（(][^（()）]*[)）])?"
)
_PLACE = re.compile(r"\s*(?:[@＠]|地点\s*[：:])\s*")
_HEADS = {"姓名", "名单", "人员", "领队", "内容", "项目", "地点"}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line was not read: a code, and the line's number and text."""

    code: str
    line: int
    text: str = ""

    @property
    def params(self) -> dict[str, Any]:
        """What fills its sentence."""
        return {"line": self.line, "text": self.text}


@dataclass(slots=True)
class Read(Generic[Row]):
    """Rows in their order, and the lines that could not be read."""

    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_houses(text: str) -> tuple[str, ...]:
    """Organisations, one a line; a label before them (主办单位：) is left out."""
    lines = (
        re.sub(r"^(?:主办|承办|协办|支持)(?:单位)?\s*[：:]", "", tidy(line)) for line in text.splitlines()
    )
    return tuple(tidy(line) for line in lines if tidy(line))


def read_offices(text: str) -> Read[Office]:
    """`主任：张三、李四`, `临场裁判员｜王五、赵六｜1–10 桌`; names may go on in indented lines.

    Problems: `booklet_office_not_read`, `booklet_office_without_names`.
    """
    found: Read[Office] = Read()
    goes_on = False
    for number, line in _lines(text):
        rows = _offices(line, goes_on=goes_on or line[0].isspace())
        goes_on = bool(_OPEN_END.search(line))
        if not rows:
            found.problems.append(Problem("booklet_office_not_read", number, tidy(line)))
        for row in rows:
            _add(found.rows, row)
    empty = [row for row in found.rows if not row.names]
    found.problems += [Problem("booklet_office_without_names", 0, row.office) for row in empty]
    return found


def _add(rows: list[Office], row: Office) -> None:
    """Put `row` after `rows`; without an office it goes on with the one before, whose tables stay its own."""
    if row.office or not rows:
        rows.append(row)
    elif rows[-1].tables:
        rows.append(replace(row, office=rows[-1].office))
    else:
        rows[-1] = replace(rows[-1], names=(*rows[-1].names, *row.names), tables=row.tables)


def _offices(line: str, *, goes_on: bool) -> list[Office]:
    """One line; without an office it goes on with the line before; empty for what is neither."""
    if cells := _cells(line):
        office, names, *more = [*cells, ""]
        return [Office(_joined(office), names_in(names), " ".join(filter(None, more)))]
    before, _sign, after = _parted(line)
    if after is None:
        return _spaced_offices(line, goes_on=goes_on)
    return _with_tables(_joined(before), after)


def _spaced_offices(line: str, *, goes_on: bool) -> list[Office]:
    words = tidy(line).split(" ")
    if len(words) > 1 and _OFFICE_WORD.fullmatch(words[0]):
        return _with_tables(words[0], " ".join(words[1:]))
    return _with_tables("", line) if goes_on else []


def _with_tables(office: str, text: str) -> list[Office]:
    """The people of an office: tables in brackets are those of the names since the last ones."""
    *assigned, rest = _IN_BRACKETS.split(tidy(text))
    rows = [
        Office(office, names_in(names), tables.strip())
        for names, tables in zip(assigned[::2], assigned[1::2], strict=True)
    ]
    return [*rows, Office(office, names_in(rest))] if names_in(rest) or not rows else rows


def names_in(text: str) -> tuple[str, ...]:
    """The people of a text: parted by 、 or spaces; 张　三 is one, as is Li Wei."""
    words = [word for part in _BETWEEN_NAMES.split(text) for word in _people(part)]
    return tuple(name for name in (clean_name(word).text for word in words) if name)


def _people(part: str) -> Iterator[str]:
    """The people of a part between two signs."""
    held = ""
    for word in tidy(part).split(" "):
        if held and not _belong(held, word):
            yield held
            held = word
        else:
            held = f"{held} {word}" if held else word
    yield held


def _belong(held: str, word: str) -> bool:
    """Whether two words are one name: 张 三, 欧阳 娜, Li Wei; not 张三 李四."""
    if not _HAN.fullmatch(held) and not _HAN.fullmatch(word):
        return True
    return len(word) == 1 and (len(held) == 1 or held in COMPOUND_SURNAMES)


def read_leaders(text: str) -> Read[Leaders]:
    """`历史系｜张三｜李四`, `历史系：领队 张三；教练 李四`, `历史系 张三`.

    Problems: `booklet_leader_not_read`.
    """
    found: Read[Leaders] = Read()
    for number, line in _lines(text):
        row = _leaders(line)
        if row is None or not row.unit or not (row.leaders or row.coaches):
            found.problems.append(Problem("booklet_leader_not_read", number, tidy(line)))
        else:
            found.rows.append(row)
    return found


def _leaders(line: str) -> Leaders | None:
    if cells := _cells(line):
        unit, leaders, coaches, *_more = [*cells, "", ""]
        return Leaders(unit, names_in(_LABEL.sub("", leaders)), names_in(_LABEL.sub("", coaches)))
    words = _LABEL.split(line)
    if len(words) > 1:
        said = dict(zip((label[:2] for label in words[1::2]), words[2::2], strict=True))
        unit = _COLON.sub("", tidy(words[0]))
        return Leaders(unit, names_in(said.get("领队", "")), names_in(said.get("教练", "")))
    unit, _sign, after = _parted(line)
    if after is None:
        unit, _space, after = tidy(line).partition(" ")
    leaders, _sign, coaches = re.sub("[;；]", "；", after).partition("；")
    return Leaders(tidy(unit), names_in(leaders), names_in(coaches))


def read_timetable(text: str) -> Read[Appointment]:
    """`4月28日｜8:30–9:00｜报到｜一楼大厅`, `4月28日 8:30 报到 一楼大厅`; a day holds for the lines below it.

    Problems: `booklet_appointment_not_read`.
    """
    found: Read[Appointment] = Read()
    for number, line in _lines(text):
        row = _appointment(_cells(line), line)
        if row is None:
            found.problems.append(Problem("booklet_appointment_not_read", number, tidy(line)))
            continue
        day = row.day or (found.rows[-1].day if found.rows else "")
        found.rows.append(replace(row, day=day))
    return found


def _appointment(cells: list[str], line: str) -> Appointment | None:
    """One line: the day and the time lead, the place ends."""
    if len(cells) >= 4:
        day, time, what, *more = cells
        return _appointed(day, time, what, " ".join(filter(None, more)))
    day, rest = _led_by(_DAY, line if not cells else BAR.join(cells))
    time, rest = _led_by(_TIME, rest)
    what, _bar, place = rest.partition(BAR) if cells else _what_and_where(rest)
    return _appointed(day, time, what, place.replace(BAR, " "))


def _appointed(day: str, time: str, what: str, place: str) -> Appointment | None:
    return Appointment(tidy(what), tidy(day), tidy(time), tidy(place)) if tidy(what) else None


def _led_by(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    """What `text` begins with, and the rest."""
    read = pattern.match(text.lstrip(f"{BAR} \u3000，,"))
    if read is None:
        return "", text.lstrip(f"{BAR} \u3000，,")
    return read[0], text.lstrip(f"{BAR} \u3000，,")[read.end() :].lstrip(f"{BAR} \u3000，,：:")


def _what_and_where(text: str) -> tuple[str, str, str]:
    """The place after @ or 地点：, else the last word of several."""
    if len(parts := _PLACE.split(tidy(text), maxsplit=1)) == 2:
        return parts[0], "", parts[1]
    return tidy(text).rpartition(" ") if " " in tidy(text) else (tidy(text), "", "")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines that say something, numbered from 1; a row of heads from a table is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if tidy(line) and not _HEADS.intersection(_cells(line)[1:]):
            yield number, line


def _cells(line: str) -> list[str]:
    """The columns of a line that has any."""
    return [tidy(cell) for cell in _BARS.split(line)] if _BARS.search(line.strip()) else []


def _parted(line: str) -> tuple[str, str, str | None]:
    """What stands before and after the first colon; None behind where there is none."""
    found = _COLON.search(line)
    return (line, "", None) if found is None else (line[: found.start()], "：", line[found.end() :])


def _joined(text: str) -> str:
    """An office's name without the spaces that stretch it: 主　任."""
    return clean_name(text).text or tidy(text)


def offices_text(rows: Iterable[Office]) -> str:
    """Offices as lines that read the same, with the signs of the reader's language."""
    return "\n".join(map(_office_text, rows))


def _office_text(row: Office) -> str:
    names = _("、").join(row.names)
    if row.tables:
        return _("｜").join((row.office, names, row.tables))
    plain = not _COLON.search(row.office) and not _IN_BRACKETS.search(names)
    return (_("%s：") % row.office if plain else row.office + _("｜")) + names


def leaders_text(rows: Iterable[Leaders]) -> str:
    """Leaders as lines that read the same."""
    parts = ((row.unit, _("、").join(row.leaders), _("、").join(row.coaches)) for row in rows)
    return "\n".join(_("｜").join(cells if cells[2] else cells[:2]) for cells in parts)


def timetable_text(rows: Iterable[Appointment]) -> str:
    """A timetable as lines that read the same: always four columns."""
    return "\n".join(_("｜").join((row.day, row.time, row.what, row.place)) for row in rows)
