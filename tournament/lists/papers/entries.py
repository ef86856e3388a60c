"""Papers about who takes part: the entry list and the check-in list."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import names_of, pair_cells, pair_columns, paper, state_of, unit_of
from tournament.models import Event, Pair, PairStatus
from tournament.names.pinyin import pinyin_key
from tournament.queries.pair_lists import pairs_of

NOT_COMING = (PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED)


def entry_list(event: Event, at: datetime) -> Paper:
    """Everybody who entered, by number, with what sets somebody apart. No phone numbers."""
    pairs = list(pairs_of(event).order_by("number"))
    columns = [*pair_columns(event)]
    if any(pair.category for pair in pairs):
        columns.append(Column(_("组别"), weight=0))
    if any(state_of(pair) for pair in pairs):
        columns.append(Column(_("状态"), weight=0))
    rows = tuple((*pair_cells(pair), *_extras(pair, len(columns) - 3, pairs)) for pair in pairs)
    section = Section(tuple(columns), rows, empty=_("还没有人报名。"))
    playing = sum(pair.status not in NOT_COMING for pair in pairs)
    count = _("共 %(count)s 队") % {"count": playing}
    return paper(event, _("参赛名单"), at, subtitle=count, sections=(section,))


def _extras(pair: Pair, count: int, pairs: list[Pair]) -> tuple[Cell, ...]:
    extras: list[Cell] = []
    if any(one.category for one in pairs):
        extras.append(pair.category)
    if len(extras) < count:
        extras.append(state_of(pair))
    return tuple(extras)


def check_in(event: Event, at: datetime) -> Paper:
    """签到表 by unit in pinyin order, with room for two signatures a pair; who left is not on it."""
    pairs = [pair for pair in pairs_of(event).order_by("number") if pair.status not in NOT_COMING]
    pairs.sort(key=lambda pair: (not unit_of(pair), pinyin_key(unit_of(pair)), pair.number))
    columns = (
        Column(event.unit_term, Kind.TEXT, weight=1.2),
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(event.pair_term, Kind.NAME, weight=1.4),
        Column(_("签到一"), Kind.BLANK, weight=1),
        Column(_("签到二"), Kind.BLANK, weight=1),
        Column(_("备注"), weight=0.6),
    )
    rows: list[tuple[Cell, ...]] = []
    ends: list[int] = []
    for unit, members in groupby(pairs, key=unit_of):
        for place, pair in enumerate(members):
            rows.append((unit if place == 0 else "", pair.number, names_of(pair), None, None, state_of(pair)))
        ends.append(len(rows) - 1)
    section = Section(
        columns, tuple(rows), rule_after=tuple(ends[:-1]), roomy=True, empty=_("还没有人报名。")
    )
    return paper(
        event,
        _("签到表"),
        at,
        subtitle=_("共 %(count)s 队") % {"count": len(pairs)},
        sections=(section,),
        notes=(_("开赛前 10 分钟到场签到。"),),
    )
