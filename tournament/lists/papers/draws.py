"""The paper of the record of draws: the desk's own list."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Paper, Section
from tournament.lists.draws import DrawRecordTable
from tournament.lists.papers.parts import paper, signatures
from tournament.lists.papers.wanted import Wanted
from tournament.queries.draw_record import draw_lines


def draw_record(want: Wanted) -> Paper:
    """Every draw of the event, newest first, given up ones included and marked."""
    table = DrawRecordTable(draw_lines(want.event), event=want.event)
    rows = list(table.as_values())[1:]
    section = Section(
        table.paper_columns,
        tuple(tuple(None if cell == "" else cell for cell in row) for row in rows),
        empty=_("还没有抽过签。"),
    )
    return paper(want, _("抽签记录"), sections=(section,), signatures=signatures(), landscape=True)
