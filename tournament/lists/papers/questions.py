"""The paper of what is to be asked, unit by unit."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.imports.questions import open_questions
from tournament.lists.papers.parts import paper, pinyin_note, staff_note
from tournament.lists.papers.wanted import Wanted


def questions(want: Wanted) -> Paper:
    """Every open question with room for the answer; names, no phone numbers."""
    units = open_questions(want.event)
    columns = (
        Column(want.event.unit_term, Kind.TEXT, weight=0.8, once=True),
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(want.event.pair_term, Kind.NAME, weight=1),
        Column(_("请核实"), weight=1.6),
        Column(_("答复"), Kind.BLANK, weight=1),
    )
    rows: list[tuple[Cell, ...]] = []
    ends = []
    for unit in units:
        rows += [(unit.unit, one.number, one.who, one.text, None) for one in unit.questions]
        ends.append(len(rows) - 1)
    section = Section(
        columns, tuple(rows), rule_after=tuple(ends[:-1]), roomy=True, empty=_("没有要核实的。")
    )
    count = _("共 %(count)s 处") % {"count": len(rows)}
    return paper(
        want,
        _("待领队核实"),
        subtitle=count,
        sections=(section,),
        notes=(staff_note(), pinyin_note(want.event)),
    )
