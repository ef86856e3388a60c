"""The record of penalties and appeals: the desk's own list, cancelled penalties struck out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import paper, signatures, staff_note
from tournament.lists.papers.wanted import Wanted
from tournament.lists.penalties import PenaltyTable
from tournament.models import Appeal, PenaltyGrade
from tournament.queries.appeals import appeals_of
from tournament.queries.penalties import NumberedPenalty, penalties_of, points_in_force
from tournament.queries.standing_sheets import who
from tournament.wording.appeals import (
    against_text,
    filed_text,
    filer_text,
    moment_text,
    result_text,
    votes_text,
)
from tournament.wording.figures import signed
from tournament.wording.rules import grade_name

BY_WHOM = 4  # the column that stays out while nobody is written there
ALWAYS = ("ordinal", "number", "names", "grade", "points")


def penalties(want: Wanted) -> Paper:
    """判罚与申诉记录: both in the order in which they came, without columns that stay empty."""
    listed = penalties_of(want.event)
    given, appeals = _penalties(want, listed), _appeals(want)
    return paper(
        want,
        _("判罚与申诉记录"),
        sections=tuple(section for section in (given, appeals) if section.rows) or (given,),
        notes=(staff_note(), *_notes(listed)),
        signatures=signatures(),
        landscape=True,
    )


def _penalties(want: Wanted, listed: list[NumberedPenalty]) -> Section:
    table = PenaltyTable(listed, slug=want.event.slug)
    rows: list[list[Cell]] = [
        [None if cell == "" else cell for cell in row] for row in list(table.as_values())[1:]
    ]
    names = [bound.name for bound in table.columns.iterall() if not bound.column.exclude_from_export]
    kept = [n for n, name in enumerate(names) if name in ALWAYS or any(row[n] is not None for row in rows)]
    columns = table.paper_columns
    return Section(
        tuple(_column(want, names[n], columns[n]) for n in kept),
        tuple(tuple(row[n] for n in kept) for row in rows),
        heading=_("判罚"),
        empty=_("还没有判罚。"),
        struck=frozenset(n for n, one in enumerate(listed) if not one.counts),
    )


def _notes(listed: list[NumberedPenalty]) -> Iterator[str]:
    """How many of each grade count, how many were cancelled, and the points: the counts add up to all."""
    if not listed:
        return
    standing = Counter(one.penalty.grade for one in listed if one.counts)
    cancelled = len(listed) - standing.total()
    counts = _("、").join(
        _("%(grade)s %(count)s") % {"grade": grade_name(grade), "count": standing[grade]}
        for grade in PenaltyGrade.values
        if standing[grade]
    )
    words = {"all": len(listed), "standing": standing.total(), "cancelled": cancelled, "counts": counts}
    yield _("有效的罚分合计 %(total)s。") % {"total": signed(points_in_force(listed))}
    if counts:
        yield _("共 %(all)s 项：有效 %(standing)s 项（%(counts)s），撤销 %(cancelled)s 项。") % words
    else:
        yield _("共 %(all)s 项，全部撤销。") % words
    if cancelled:
        yield _("划去的判罚已经撤销，不计分，原因写在“撤销原因”一栏。")


def _appeals(want: Wanted) -> Section:
    columns = (
        Column(_("编号"), Kind.INT, weight=0),
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(want.event.pair_term, Kind.NAME, weight=1),
        Column(_("申诉对象"), weight=1, text=""),
        Column(_("递交人"), weight=0, text=""),
        Column(_("递交时间"), weight=0, text=""),
        Column(_("申诉内容"), weight=2, text=""),
        Column(_("表决（赞成 : 反对）"), weight=0, text=""),
        Column(_("裁定"), weight=2, text=""),
        Column(_("结果"), weight=0),
    )
    rows = [_appeal(number, appeal) for number, appeal in appeals_of(want.event)]
    kept = [n for n, column in enumerate(columns) if n != BY_WHOM or any(row[n] for row in rows)]
    return Section(
        tuple(columns[n] for n in kept),
        tuple(tuple(row[n] for n in kept) for row in rows),
        heading=_("申诉"),
        empty=_("还没有申诉。"),
    )


def _appeal(number: int, appeal: Appeal) -> tuple[Cell, ...]:
    return (
        number,
        appeal.pair.number,
        who(appeal.pair).text,
        against_text(appeal),
        filer_text(appeal),
        filed_text(appeal),
        appeal.text,
        votes_text(appeal.votes_for, appeal.votes_against),
        "　".join(filter(None, (appeal.decision, moment_text(appeal.decided_at)))),
        result_text(appeal),
    )


def _column(want: Wanted, name: str, column: Column) -> Column:
    """How a column reads in a line to paste; who complained about what stays on paper."""
    words = {
        "number": _("{} 号"),
        "names": "{}",
        "grade": "{}",
        "points": _("罚分 {}"),
        "round": _("第 {} 轮"),
        "cancelled": _("已撤销（{}）"),
    }
    title = want.event.pair_term if name == "names" else column.title
    return replace(column, title=title, text=words.get(name, ""), kept=name == "cancelled")
