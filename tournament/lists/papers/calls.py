"""催交名单: the tables whose result the desk waits for, to be walked to or called out."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Paper, Section
from tournament.lists.papers.parts import (
    Places,
    group_cell,
    group_column,
    pair_cells,
    pair_columns,
    paper,
    scope,
)
from tournament.lists.papers.wanted import Wanted
from tournament.queries.call_list import Called, calls_of
from tournament.queries.round_desk import RoundDesk, round_desk
from tournament.wording.calls import called_state, over_text
from tournament.wording.knockout import round_name


def calls(want: Wanted) -> Paper:
    """Every table without a result of the groups that play: names, units, and since when its time is up."""
    stage, event = want.the_stage, want.event
    stage.event = event
    found = calls_of(_desk(want), want.at)
    places = Places(event, found.tables)
    columns = (
        *places.columns,
        *group_column(stage),
        *pair_columns(event, side="ns"),
        *pair_columns(event, side="ew"),
        Column(_("状态"), weight=0),
        Column(_("时间"), weight=0, text=""),
    )
    rows = tuple(_cells(places, want, one) for one in found.missing)
    names = {"scope": scope(want), "round": round_name(want.the_round, stage)}
    empty = _("%(scope)s%(round)s没有要催的桌。") % names
    note = _("%(count)s 桌，名单按场地和桌号排列。") % {"count": len(rows)}
    return paper(
        want,
        _("%(scope)s%(round)s催交名单") % names,
        sections=(Section(columns, rows, roomy=True, empty=empty),),
        notes=(note,) if rows else (),
        landscape=True,
    )


def _desk(want: Wanted) -> RoundDesk:
    only = want.group.ordinal if want.group else None
    return round_desk(want.the_stage, want.the_round, want.session, only)


def _cells(places: Places, want: Wanted, one: Called) -> tuple[Cell, ...]:
    match = one.match
    where = (*places.cells(match), *group_cell(want.the_stage, match))
    state = (called_state(one, want.at), over_text(one.over) or None)
    return (*where, *pair_cells(match.ns), *pair_cells(match.ew), *state)
