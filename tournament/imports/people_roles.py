"""Who in a list of people is a substitute or leads by column, status, note or name."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from tournament.imports.headers import Head
from tournament.imports.sheets import Cells
from tournament.names.cleaning import tidy


class Role(Enum):
    """What a person is besides a player."""

    SUBSTITUTE = auto()
    LEADER = auto()


_SUBSTITUTES: Final = "替补 替补队员 替补选手 替补运动员 替补人员 候补 候补队员 候补选手 substitute sub"
_LEADERS: Final = "领队 教练 教练员 领队兼教练 联系人 随队 随队人员 leader coach"
_PLAYERS: Final = (
    "队长 副队长 队员 选手 运动员 牌手 参赛 参赛队员 参赛选手 正式 正式队员 正选 主力 主力队员 首发 "
    "captain player member"
)
_ROLES: Final[Mapping[str, Role | None]] = {
    **dict.fromkeys(_SUBSTITUTES.split(), Role.SUBSTITUTE),
    **dict.fromkeys(_LEADERS.split(), Role.LEADER),
    **dict.fromkeys(_PLAYERS.split(), None),
}
_AFTER_NAME: Final = re.compile(r"\s*[（(\[【〔](替补|候补|领队|教练)(队员|选手|员)?[）)\]】〕]$")


@dataclass(frozen=True, slots=True)
class Line:
    """One person's row."""

    row: int
    cells: Cells

    def text(self, column: int | None) -> str:
        """What stands in a column, tidied; "" beyond the row's end."""
        return "" if column is None or column >= len(self.cells) else tidy(self.cells[column])


@dataclass(frozen=True, slots=True)
class Roles:
    """The role of each row that has one, as it is written, and the columns that hold nothing but roles."""

    by_row: Mapping[int, Role]
    said: Mapping[int, str]
    columns: frozenset[int]

    def of(self, line: Line) -> Role | None:
        """A row's role; None for a player and for whom nothing is said of."""
        return self.by_row.get(line.row)


def plain_name(text: str) -> str:
    """A name without the role in brackets behind it: 周国庆（替补） is 周国庆."""
    return _AFTER_NAME.sub("", text)


def roles_in(head: Head, lines: Sequence[Line], people: int) -> Roles:
    """Read the roles of a list of people; `people` is the column of their names.

    A column that the reader does not know holds roles where every cell is one and at least one says more
    than player. In 状态 and 备注 a cell counts that is nothing but a role.
    """
    columns = frozenset(column for column in head.extra.values() if _holds_roles(column, lines))
    beside = [column for name in ("status", "note") for column in head.columns.get(name, ())]
    by_row: dict[int, Role] = {}
    said: dict[int, str] = {}
    for line in lines:
        behind = _AFTER_NAME.search(line.text(people))
        words = [*(line.text(column) for column in (*columns, *beside)), behind[1] if behind else ""]
        for word, role in ((word, _role(word)) for word in words):
            if role:
                by_row[line.row], said[line.row] = role, word
    return Roles(by_row, said, columns)


def is_role(word: str) -> bool:
    """Whether a text says who somebody is among the people of a pair, and nothing else."""
    return _folded(word) in _ROLES


def _role(word: str) -> Role | None:
    return _ROLES.get(_folded(word))


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold().strip()


def _holds_roles(column: int, lines: Iterable[Line]) -> bool:
    words = {_folded(text) for line in lines if (text := line.text(column))}
    return bool(words) and words <= _ROLES.keys() and any(_ROLES[word] for word in words)
