"""Papers about who takes part: the entry list, who waits for a partner, and the check-in list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.entry_columns import (
    EntryColumn,
    columns_named,
    entry_columns,
    entry_section,
    filled_columns,
    own_column,
)
from tournament.lists.papers.parts import (
    names_of,
    pair_cells,
    pair_columns,
    paper,
    pinyin_note,
    state_of,
    unit_of,
)
from tournament.lists.papers.wanted import Wanted
from tournament.models import Pair, PairStatus
from tournament.names.pinyin import title_key
from tournament.queries.individuals import waiting_people
from tournament.queries.pair_lists import pairs_of

NOT_COMING = (PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED)


def entry_list(want: Wanted) -> Paper:
    """Everybody who entered, by number, with what sets somebody apart. No phone numbers."""
    pairs = list(pairs_of(want.event).order_by("number"))
    columns, rows = list(pair_columns(want.event)), [pair_cells(pair) for pair in pairs]
    for title, texts in (
        (_("组别"), [pair.category for pair in pairs]),
        (_("状态"), [state_of(pair) for pair in pairs]),
    ):
        if any(texts):
            columns.append(Column(title, weight=0))
            rows = [(*row, text) for row, text in zip(rows, texts, strict=True)]
    section = Section(tuple(columns), tuple(rows), empty=_("还没有人报名。"))
    playing = sum(pair.status == PairStatus.ACTIVE for pair in pairs)
    count = _("参赛 %(count)s 队") % {"count": playing}
    return paper(want, _("参赛名单"), subtitle=count, sections=(section,))


def waiting_list(want: Wanted) -> Paper:
    """Who entered alone and waits for a partner, in the order of entry. No phone numbers."""
    people = waiting_people(want.event)
    columns = [
        Column(_("序"), Kind.INT, weight=0),
        Column(_("姓名"), Kind.NAME),
        Column(want.event.unit_term),
    ]
    rows: list[tuple[Cell, ...]] = [
        (at, one.name, one.unit.name if one.unit else None) for at, one in enumerate(people, 1)
    ]
    if any(one.category for one in people):
        columns.append(Column(_("组别"), weight=0))
        rows = [(*row, one.category or None) for row, one in zip(rows, people, strict=True)]
    section = Section(tuple(columns), tuple(rows), empty=_("还没有人等待搭档。"))
    count = _("等待搭档 %(count)s 人") % {"count": len(people)}
    return paper(want, _("单独报名名单"), subtitle=count, sections=(section,))


ALWAYS = ("number", "players", "unit")
WIDE = 7  # columns that fit on an upright page


def chosen_list(want: Wanted, pairs: Sequence[Pair], own: Sequence[str], *, by_pinyin: bool) -> Paper:
    """The given pairs in the given order, with these of the event's own columns. No phone numbers.

    `by_pinyin` says that they are ordered by names or units; the paper says so too.
    """
    columns = [*columns_named(want.event, ALWAYS), *_filled(want, pairs), *map(own_column, own)]
    section = entry_section(columns, pairs, _("没有符合条件的参赛队。"))
    count = _("共 %(count)s 队") % {"count": len(pairs)}
    return paper(
        want,
        _("参赛名单"),
        subtitle=count,
        sections=(section,),
        notes=(_("姓名和单位按拼音和声调排列，多音的姓按姓氏读音，外文名排在最后。"),) if by_pinyin else (),
        landscape=len(columns) > WIDE,
    )


def _filled(want: Wanted, pairs: Sequence[Pair]) -> list[EntryColumn]:
    """What only some lists have: a team's name, category, status."""
    return filled_columns(columns_named(want.event, ("name", "category", "status")), pairs)


def full_list(want: Wanted) -> Paper:
    """报名资料表: everything that was entered about each pair but phones, the event's own columns included.

    For staff: own columns may hold personal things (meals, invoices).
    """
    pairs = list(pairs_of(want.event).order_by("number"))
    rest = [one for one in entry_columns(want.event) if one.key not in ALWAYS and not one.is_personal]
    wanted = [one for one in rest if one.key not in ("player1", "player2")]
    columns = [*columns_named(want.event, ALWAYS), *filled_columns(wanted, pairs)]
    section = entry_section(columns, pairs, _("还没有人报名。"))
    return paper(
        want,
        _("报名资料表"),
        subtitle=_("共 %(count)s 队") % {"count": len(pairs)},
        sections=(section,),
        notes=(_("含报名资料，仅供赛事工作人员使用。"),),
        landscape=len(columns) > WIDE,
    )


def check_in(want: Wanted) -> Paper:
    """签到表 by unit in pinyin order, with room for two signatures a pair; who left is not on it."""
    event = want.event
    pairs = [pair for pair in pairs_of(event).order_by("number") if pair.status not in NOT_COMING]
    pairs.sort(key=lambda pair: (not unit_of(pair), title_key(unit_of(pair)), pair.number))
    columns = (
        Column(event.unit_term, Kind.TEXT, weight=1.2, once=True),
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(event.pair_term, Kind.NAME, weight=1.4),
        Column(_("签到一"), Kind.BLANK, weight=1),
        Column(_("签到二"), Kind.BLANK, weight=1),
        Column(_("备注"), weight=0.6),
    )
    rows: list[tuple[Cell, ...]] = []
    ends: list[int] = []
    for unit, members in groupby(pairs, key=unit_of):
        rows += [(unit, pair.number, names_of(pair), None, None, state_of(pair)) for pair in members]
        ends.append(len(rows) - 1)
    section = Section(
        columns, tuple(rows), rule_after=tuple(ends[:-1]), roomy=True, empty=_("还没有人报名。")
    )
    return paper(
        want,
        _("签到表"),
        subtitle=_("共 %(count)s 队") % {"count": len(pairs)},
        sections=(section,),
        notes=(_("开赛前 10 分钟到场签到。"), pinyin_note(event)),
    )
