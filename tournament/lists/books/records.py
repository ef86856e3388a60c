"""Chapters of a 成绩册 that are records: penalties, appeals, announcements."""

from __future__ import annotations

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.exports.book import Chapter
from tournament.exports.paper import Cell, Column, Kind, Section
from tournament.lists.papers.parts import names_of, paper
from tournament.lists.papers.wanted import Wanted
from tournament.models import Appeal, Penalty
from tournament.queries.appeals import appeals_of
from tournament.queries.penalties import penalties_of, points_in_force
from tournament.queries.public import public_event
from tournament.wording.appeals import against_text, filed_text, result_text
from tournament.wording.figures import signed
from tournament.wording.knockout import round_name
from tournament.wording.notices import notice_name, notice_what
from tournament.wording.rules import grade_name


def penalties(want: Wanted) -> Chapter | None:
    """Every penalty: who, where, which grade by which article; the book is for all, so nobody's story."""
    listed = penalties_of(want.event)
    if not listed:
        return None
    columns = (
        Column(_("编号"), Kind.INT, weight=0),
        Column(_("序号"), Kind.INT, weight=0),
        Column(want.event.pair_term, Kind.NAME, weight=1.4),
        Column(_("场次"), weight=0.6),
        Column(_("判罚"), weight=0),
        Column(_("依据条款"), weight=0.4),
        Column(_("罚分"), Kind.DIFF, weight=0),
        Column(_("备注"), weight=0.4),
    )
    rows = tuple(
        (
            one.ordinal,
            one.penalty.pair.number,
            names_of(one.penalty.pair),
            _where(one.penalty),
            grade_name(one.penalty.grade),
            one.penalty.article,
            one.penalty.points or None,
            "" if one.counts else _("已撤销"),
        )
        for one in listed
    )
    total = _("有效的罚分合计 %(total)s。") % {"total": signed(points_in_force(listed))}
    made = paper(want, _("判罚"), sections=(Section(columns, rows),), notes=(total,))
    return Chapter(_("判罚"), (made,))


def appeals(want: Wanted) -> Chapter | None:
    """Every appeal and what the jury answered."""
    rows = tuple(_appeal(number, appeal) for number, appeal in appeals_of(want.event))
    columns = (
        Column(_("编号"), Kind.INT, weight=0),
        Column(_("序号"), Kind.INT, weight=0),
        Column(want.event.pair_term, Kind.NAME, weight=1),
        Column(_("场次"), weight=0.5),
        Column(_("提出时间"), weight=0),
        Column(_("裁决"), weight=2),
        Column(_("结果"), weight=0),
    )
    if not rows:
        return None
    made = paper(want, _("申诉"), sections=(Section(columns, rows),))
    return Chapter(_("申诉"), (made,), new_page=False)


def _appeal(number: int, one: Appeal) -> tuple[Cell, ...]:
    return (
        number,
        one.pair.number,
        names_of(one.pair),
        against_text(one),
        filed_text(one),
        one.decision,
        result_text(one),
    )


def _where(one: Penalty) -> str:
    """预赛第 2 轮第 3 桌, as far as it is told."""
    parts = [one.stage.name if one.stage else ""]
    if one.round_number is not None:
        parts.append(round_name(one.round_number, one.stage))
    if one.table is not None:
        parts.append(_("第 %(table)s 桌") % {"table": one.table})
    return " ".join(filter(None, parts))


def notices(want: Wanted) -> Chapter | None:
    """Every announcement in the order in which they went up, with what became of it."""
    found = tuple(reversed(public_event(want.event).notices))
    if not found:
        return None
    columns = (
        Column(_("公告"), weight=0.5),
        Column(_("内容"), weight=1.5),
        Column(_("时间"), weight=0),
        Column(_("备注"), weight=0.8),
    )
    rows = tuple(
        (
            notice_name(one.kind, one.number, is_correction=one.is_correction),
            notice_what(one.kind, one.stage, one.round_number, one.session),
            f"{localtime(one.at):%m-%d %H:%M}",
            _("；").join(filter(None, (_state(one.is_current, one.is_withdrawn), one.reason))),
        )
        for one in found
    )
    made = paper(want, _("公告一览"), sections=(Section(columns, rows),))
    return Chapter(_("公告一览"), (made,), new_page=False)


def _state(is_current: bool, is_withdrawn: bool) -> str:
    return "" if is_current else _("已撤下") if is_withdrawn else _("已被更正")
