"""The paper of a round's results."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.rules import Side
from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import (
    Places,
    group_cell,
    group_column,
    pair_cells,
    pair_columns,
    paper,
    rows_of,
    scope,
    signatures,
)
from tournament.lists.papers.rounds import byes_note
from tournament.lists.papers.wanted import Wanted
from tournament.models import MatchKind, Stage
from tournament.queries.rounds import TableRow
from tournament.wording.figures import plain
from tournament.wording.knockout import round_name
from tournament.wording.rules import level_text
from tournament.wording.scores import walkover_words, winner_words


def results(want: Wanted) -> Paper:
    """The round's results by table: levels, level difference, points. 南北 always stands first."""
    stage, number, rows = want.the_stage, want.the_round, rows_of(want)
    places = Places(stage.event, rows)
    columns = (
        *places.columns,
        *group_column(stage),
        *pair_columns(stage.event, side="ns", unit=False),
        Column(_("级数"), weight=0, align="right", side="ns", group=_("南北"), text=_("（{}）")),
        *pair_columns(stage.event, side="ew", unit=False),
        Column(_("级数"), weight=0, align="right", side="ew", group=_("东西"), text=_("（{}）")),
        Column(_("级差"), Kind.DIFF, weight=0, text=_("级差 {}")),
        Column(_("积分"), weight=0, align="right", text=_("积分 {}")),
    )
    played = [row for row in rows if row.match.kind == MatchKind.PLAY]
    cells: tuple[tuple[Cell, ...], ...] = tuple(_result_cells(places, stage, row) for row in played)
    remarks = [_remark(row) for row in played]
    if any(remarks):
        columns = (*columns, Column(_("备注"), weight=0.4))
        cells = tuple((*row, remark) for row, remark in zip(cells, remarks, strict=True))
    missing = sum(row.is_missing for row in rows)
    notes = [*byes_note(rows)]
    if missing:
        notes.append(_("还有 %(count)s 桌没有成绩。") % {"count": missing})
    empty = _("%(stage)s%(round)s还没有编排。") % {"stage": stage.name, "round": round_name(number, stage)}
    return paper(
        want,
        _("%(scope)s%(round)s成绩") % {"scope": scope(want), "round": round_name(number, stage)},
        sections=(Section(columns, cells, empty=empty),),
        notes=tuple(notes),
        signatures=signatures(),
        landscape=True,
    )


def _result_cells(places: Places, stage: Stage, row: TableRow) -> tuple[Cell, ...]:
    match = row.match
    ns_level, ew_level = levels_of(row)
    return (
        *places.cells(match),
        *group_cell(stage, match),
        *pair_cells(match.ns, unit=False),
        ns_level,
        *pair_cells(match.ew, unit=False),
        ew_level,
        row.outcome.level_diff if row.outcome and row.outcome.ns_level is not None else None,
        points_text(row),
    )


def levels_of(row: TableRow) -> tuple[str, str]:
    """Both sides' levels as people read them (过A, 9); empty while nothing is entered or was played."""
    outcome = row.outcome
    if outcome is None or outcome.ns_level is None or outcome.ew_level is None:
        return "", ""
    return (
        level_text(outcome.ns_level, outcome.passed_a is Side.NS),
        level_text(outcome.ew_level, outcome.passed_a is Side.EW),
    )


def _remark(row: TableRow) -> str:
    """南北弃权, 东西判负; who won where the levels do not say it; else nothing."""
    if row.result is None:
        return ""
    return walkover_words(row.result) or winner_words(row.outcome)


def points_text(row: TableRow) -> str:
    """`108 : 7`, empty while nothing is entered."""
    if row.ns_points is None or row.ew_points is None:
        return ""
    return f"{plain(row.ns_points)} : {plain(row.ew_points)}"
