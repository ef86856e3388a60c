"""The paper of penalties: the desk's own list, cancelled ones included and marked."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Paper, Section
from tournament.lists.papers.parts import paper, signatures
from tournament.lists.papers.wanted import Wanted
from tournament.lists.penalties import PenaltyTable
from tournament.queries.penalties import penalties_of, points_in_force
from tournament.wording.figures import signed

ALWAYS = ("ordinal", "number", "names", "grade", "points")


def penalties(want: Wanted) -> Paper:
    """Every penalty of the event in the order in which they were given, without columns that stay empty."""
    listed = penalties_of(want.event)
    table = PenaltyTable(listed, slug=want.event.slug)
    rows: list[list[Cell]] = [
        [None if cell == "" else cell for cell in row] for row in list(table.as_values())[1:]
    ]
    names = [bound.name for bound in table.columns.iterall() if not bound.column.exclude_from_export]
    kept = [n for n, name in enumerate(names) if name in ALWAYS or any(row[n] is not None for row in rows)]
    columns = table.paper_columns
    section = Section(
        tuple(_column(want, names[n], columns[n]) for n in kept),
        tuple(tuple(row[n] for n in kept) for row in rows),
        empty=_("还没有判罚。"),
    )
    total = _("有效的罚分合计 %(total)s。") % {"total": signed(points_in_force(listed))}
    cancelled = _("填有撤销原因的判罚已经撤销，不计分。")
    notes = ((total, cancelled) if "cancelled" in [names[n] for n in kept] else (total,)) if listed else ()
    return paper(
        want,
        _("判罚"),
        sections=(section,),
        notes=notes,
        signatures=(signatures()[0],),
        landscape=True,
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
    return replace(column, title=title, text=words.get(name, ""))
