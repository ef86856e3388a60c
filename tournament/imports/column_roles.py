"""Columns that a person has told apart by hand, remembered by what the head looks like.

A layout's digest is that of its titles, or of a list without a head that of its shape: how many columns,
and which of them hold figures, phones or words. The same form from the next unit is then read the same way.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.imports.headers import SEARCHED_ROWS, Head, field_of, plain_head
from tournament.imports.sheets import Cells, Remark, Sheet, is_blank
from tournament.names.cleaning import clean_phone, tidy

Layouts = Mapping[str, Sequence[str]]  # the roles of the columns by the digest of their head

OWN: Final = "own"
SKIP: Final = "skip"
ROLES: Final[Mapping[str, str | Promise]] = {
    "player1": gettext_lazy("队员1"),
    "player2": gettext_lazy("队员2"),
    "players": gettext_lazy("姓名（两人同格，或每行一人）"),
    "unit": gettext_lazy("单位"),
    "phone": gettext_lazy("手机"),
    "phone1": gettext_lazy("队员1手机"),
    "phone2": gettext_lazy("队员2手机"),
    "phone3": gettext_lazy("替补手机"),
    "number": gettext_lazy("序号"),
    "name": gettext_lazy("队名"),
    "category": gettext_lazy("组别"),
    "seed": gettext_lazy("种子"),
    "status": gettext_lazy("候补、状态"),
    "substitute": gettext_lazy("替补"),
    "note": gettext_lazy("备注"),
    OWN: gettext_lazy("本赛事自有列"),
    SKIP: gettext_lazy("不要"),
}
_MANY: Final = {OWN, SKIP}
_TWICE: Final = {"phone"}
_FIGURE: Final = re.compile(r"[\d.]{1,6}")


def heads_digest(cells: Cells) -> str:
    """The digest of a row of titles as they are compared, so that spaces and stars do not count."""
    titles = [plain_head(cell) if not is_blank(cell) else "" for cell in cells]
    while titles and not titles[-1]:
        titles.pop()
    return hashlib.sha256("\x1f".join(["head", *titles]).encode()).hexdigest()


def shape_digest(sheet: Sheet) -> str:
    """The digest of a list without a head: of what kind most cells of each column are."""
    rows = [cells for cells in list(sheet.rows.values())[:SEARCHED_ROWS] if not all(map(is_blank, cells))]
    width = max((len(cells) for cells in rows), default=0)
    kinds = [_kind(cells[column] for cells in rows if column < len(cells)) for column in range(width)]
    while kinds and not kinds[-1]:
        kinds.pop()
    return hashlib.sha256("\x1f".join(["shape", *kinds]).encode()).hexdigest()


def _kind(cells: Iterable[object]) -> str:
    kinds = Counter(_kind_of_cell(cell) for cell in cells if not is_blank(cell))
    return kinds.most_common(1)[0][0] if kinds else ""


def _kind_of_cell(cell: object) -> str:
    if clean_phone(cell)[0]:
        return "phone"
    return "figure" if _FIGURE.fullmatch(tidy(cell)) else "text"


def digest_at(sheet: Sheet, head_row: int) -> str:
    """The digest under which the layout is remembered whose head stands in `head_row`, 0 for none."""
    return heads_digest(sheet.rows[head_row]) if head_row else shape_digest(sheet)


def remembered_head(sheet: Sheet, layouts: Layouts) -> Head | None:
    """The head of a sheet whose titles somebody has told apart before."""
    if not layouts:
        return None
    for row, cells in list(sheet.rows.items())[:SEARCHED_ROWS]:
        roles = layouts.get(heads_digest(cells))
        if roles is not None and not all(map(is_blank, cells)):
            return head_of_roles(sheet, row, roles)
    return None


def remembered_shape(sheet: Sheet, layouts: Layouts) -> Head | None:
    """The columns of a sheet without a head that looks like one somebody has told apart before."""
    roles = layouts.get(shape_digest(sheet)) if layouts else None
    return head_of_roles(sheet, 0, roles) if roles is not None else None


def head_of_roles(sheet: Sheet, head_row: int, roles: Sequence[str]) -> Head:
    """The head that a person has given: each column's role, titles from `head_row` (0: there are none)."""
    cells = sheet.rows.get(head_row, ()) if head_row else ()
    titles = {
        column: (tidy(cells[column]) if column < len(cells) else "")
        or _("第 %(number)s 列") % {"number": column + 1}
        for column in range(len(roles))
    }
    columns: dict[str, tuple[int, ...]] = {}
    for column, role in enumerate(roles):
        if role not in _MANY:
            columns[role] = (*columns.get(role, ()), column)
    own = {titles[column]: column for column, role in reversed(list(enumerate(roles))) if role == OWN}
    ignored = (titles[column] for column, role in enumerate(roles) if role == SKIP and column < len(cells))
    last = head_row or next(iter(sheet.rows), 1) - 1
    extra = dict(sorted(own.items(), key=lambda item: item[1]))
    return Head(head_row or last, last, columns, titles, tuple(title for title in ignored if title), extra)


def guessed_roles(sheet: Sheet, head: Head | None, head_row: int, width: int) -> list[str]:
    """What the form proposes: what the titles name; unknown titles are the event's own columns."""
    cells = sheet.rows.get(head_row, ())
    by_head = {column: role for role, places in head.columns.items() for column in places} if head else {}
    guessed = []
    for column in range(width):
        cell = cells[column] if column < len(cells) else ""
        known = by_head.get(column) or (field_of(cell) if head_row else None)
        unknown = SKIP if is_blank(cell) or not head_row else OWN
        guessed.append(known if known and known in ROLES else unknown)
    return guessed


def wrong_roles(roles: Sequence[str]) -> tuple[Remark, ...]:
    """What is wrong with a choice: no players, both ways at once, a role twice."""
    counts = Counter(role for role in roles if role not in _MANY)
    two, one = {"player1", "player2"} <= counts.keys(), "players" in counts
    found = [] if two or one else [Remark("roles_lack_players")]
    if one and {"player1", "player2"} & counts.keys():
        found.append(Remark("roles_two_ways"))
    if any(count > (2 if role in _TWICE else 1) for role, count in counts.items()):
        found.append(Remark("roles_twice"))
    return tuple(found)
