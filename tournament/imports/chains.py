"""Entries passed on in a group chat (接龙): one line each, in nobody's format, as a table to read.

    #接龙
    掼蛋比赛报名，格式：两人姓名 单位 电话
    1. 张三 李四 财务处 13800000001
    2、王五/赵六（工会）

What a line says is understood word by word (`chain_words`); what could be meant otherwise must be agreed to,
and a line that is no entry is named. The chain's own numbers only count the lines: they are no pair numbers.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournament.imports.chain_words import Words, plain_line, words_of
from tournament.imports.headers import Head
from tournament.imports.sheets import Cells, Remark, Sheet, quoted
from tournament.imports.tables import Table

_MARK: Final = re.compile(r"#\s*接龙")
_NUMBERED: Final = re.compile(
    r"[(\[【]?\s*(?:(\d{1,3})(?!\d)|([一二三四五六七八九十]{1,3})(?=\s*[、.)\]】]))\s*[)\]】]?\s*[.、,:;)]*\s*"
    r"(?![\d年月日点时人场轮个元天%])(.+)"
)
_EXAMPLE: Final = re.compile(
    r"(?:报名|填写|接龙)?\s*(?:格式|模板|样例|范例|示例|例如|例子|例)\s*(?:[:：;]|\s|\d|$)"
)
_SHOWN: Final = 60  # characters of a line that are repeated in a sentence
_FIELDS: Final = (
    ("player1", ""),
    ("player2", ""),
    ("unit", ""),
    ("phone", "1"),
    ("phone", "2"),
    ("name", ""),
    ("category", ""),
    ("status", ""),
    ("seed", ""),
    ("substitute", ""),
    ("note", ""),
)


@dataclass(slots=True)
class _Line:
    """One line that is not blank: what stands in it, behind its number where it has one."""

    row: int
    text: str
    number: int | None
    words: Words
    is_example: bool = False
    second: int | None = None  # the line on which the second player stands


def looks_like_chain(text: str) -> bool:
    """Whether a text is a chain of entries and no table: it says so, or most lines begin with a number.

    Lines that commas or tabs divide into equally many cells are a table without a head.
    """
    if _MARK.search(text):
        return True
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    numbered = [line for line in lines if _NUMBERED.match(plain_line(line))]
    if len(numbered) < 2 or len(numbered) * 2 < len(lines):
        return False
    return not any(_is_divided_by(sign, numbered) for sign in ",\t;")


def _is_divided_by(sign: str, lines: Sequence[str]) -> bool:
    counts = Counter(line.count(sign) for line in lines)
    most, times = counts.most_common(1)[0]
    return most >= 2 and times * 5 >= len(lines) * 4


def read_chain(text: str) -> Table:
    """Read a chain: a table of the lines from the first entry on, rows numbered as lines of the text.

    Lines before it are told in a notice. Two names make an entry; a second line without a number gives an
    entry its second player. Where every line has one name, the table has one row per person.
    """
    lines = _continued(list(_lines(text)))
    first = next((line.row for line in lines if _is_entry(line)), None)
    if first is None:
        return Table(Sheet(name="", rows={}), _head({}, 0), is_chain=True)
    before = [line for line in lines if line.row < first]
    entries = [line for line in lines if line.row >= first]
    singles = all(len(line.words.names) == 1 for line in entries if _is_entry(line))
    notices = [Remark("lines_before", {"text": _quoted(before)})] if before else []
    if any(line.number is not None for line in entries):
        notices.append(Remark("numbers_of_lines"))
    return Table(
        Sheet(name="", rows={line.row: _cells(line, singles) for line in entries}),
        _head(_columns(singles), first - 1),
        aside={line.row: aside for line in entries if (aside := _aside(line, singles))},
        doubts={line.row: doubts for line in entries if (doubts := tuple(_doubts(line)))},
        also={line.row: (line.second,) for line in entries if line.second is not None},
        notices=tuple(notices),
        is_chain=True,
    )


def _lines(text: str) -> Iterator[_Line]:
    is_after_label = False
    numbers = Counter(_number_of(plain_line(line)) for line in text.splitlines())
    for row, raw in enumerate(text.splitlines(), 1):
        plain = plain_line(raw)
        if not plain:
            continue
        number = _number_of(plain)
        rest = found[3] if (found := _NUMBERED.match(plain)) else plain
        label = _EXAMPLE.match(plain)
        # Below a bare “例：” stands the example, and its number comes again where the entries begin.
        is_example = bool(label) or (is_after_label and number is not None and numbers[number] > 1)
        is_after_label = label is not None and not plain[label.end() :].strip()
        yield _Line(row, plain, number, words_of(rest), is_example)


def _number_of(plain: str) -> int | None:
    found = _NUMBERED.match(plain)
    if found is None:
        return None
    return int(found[1]) if found[1] else 1000 + "一二三四五六七八九十".index(found[2][-1])


def _is_entry(line: _Line) -> bool:
    if line.is_example or _MARK.search(line.text) or line.words.is_off:
        return False
    # Without a number only two whole names, of which both are sure, are an entry.
    return (
        bool(line.words.names)
        if line.number is not None
        else len(line.words.names) == 2 and not line.words.unsure
    )


def _continued(lines: list[_Line]) -> list[_Line]:
    """Give an entry of one name the only name of the next line, when that has no number of its own."""
    found: list[_Line] = []
    for line in lines:
        above = found[-1] if found else None
        if (
            above is not None
            and above.number is not None
            and line.number is None
            and _is_entry(above)
            and len(above.words.names) == len(line.words.names) == 1
            and not line.is_example
            and line.row == above.row + 1
        ):
            _append(above.words, line.words)
            above.text, above.second = f"{above.text} / {line.text}", line.row
        else:
            found.append(line)
    return found


def _append(words: Words, more: Words) -> None:
    for name in ("names", "phones", "units", "rest", "unsure"):
        getattr(words, name).extend(one for one in getattr(more, name) if one not in getattr(words, name))
    words.is_off = words.is_off or more.is_off


def _columns(singles: bool) -> dict[str, tuple[int, ...]]:
    columns: dict[str, tuple[int, ...]] = {}
    for at, (name, _seat) in enumerate(_FIELDS):
        columns[name] = (*columns.get(name, ()), at)
    if singles:
        columns["players"] = columns.pop("player1")
        columns.pop("player2")
    return columns


def _head(columns: dict[str, tuple[int, ...]], last_row: int) -> Head:
    titles = {
        "players": _("选手"),
        "player1": _("选手1"),
        "player2": _("选手2"),
        "unit": _("单位"),
        "phone": _("手机"),
        "name": _("队名"),
        "category": _("组别"),
        "status": _("状态"),
        "seed": _("种子"),
        "substitute": _("替补"),
        "note": _("备注"),
    }
    return Head(
        0, last_row, columns, {at: titles[name] for name, ats in columns.items() for at in ats}, (), {}
    )


def _cells(line: _Line, singles: bool) -> Cells:
    words = line.words
    names = [*words.names, "", ""]
    phones = [*words.phones, "", ""]
    note = "；".join([*words.units[1:], *words.rest, *words.phones[2:]])
    texts = (*names[:2], *[*words.units, ""][:1], *phones[:2])
    return (*texts, words.team, words.category, words.status, words.seed, words.substitute, note)


def _aside(line: _Line, singles: bool) -> Remark | None:
    """Why a line is no entry, None where it is one."""
    shown = {"text": quoted(line.text, _SHOWN)}
    if line.is_example or _MARK.search(line.text):
        return Remark("example_line", shown)
    if line.words.is_off:
        return Remark("line_called_off", shown)
    if not _is_entry(line):
        return Remark("line_without_names", shown)
    if len(line.words.names) > 2:
        names = _("、").join(line.words.names)
        return Remark("line_of_many_names", {"count": len(line.words.names), "names": names[:_SHOWN]})
    if len(line.words.names) == 1 and not singles:
        return Remark("line_of_one_name", {"name": line.words.names[0][:30], **shown})
    return None


def _doubts(line: _Line) -> Iterator[Remark]:
    """What must be agreed to: words that may be read otherwise, and what nobody numbered."""
    if line.words.unsure:
        words = _("、").join(dict.fromkeys(line.words.unsure))
        yield Remark("line_unsure", {"text": quoted(line.text, _SHOWN), "words": words[:_SHOWN]})
    if line.number is None:
        yield Remark("line_without_number", {"text": quoted(line.text, _SHOWN)})


def _quoted(lines: Sequence[_Line]) -> str:
    shown = _("；").join(quoted(line.text, 30) for line in lines[:5])
    return f"{shown}…" if len(lines) > 5 else shown
