"""成绩核对单: a round's results pair by pair, for the leaders to check and sign."""

from __future__ import annotations

from itertools import groupby

from django.utils.translation import gettext as _

from scoring.rules import Side
from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import (
    opponent_cells,
    opponent_columns,
    pair_cells,
    pair_columns,
    paper,
    rows_of,
    scope,
    seat_name,
    signatures,
    unit_of,
)
from tournament.lists.papers.standings import announcement
from tournament.lists.papers.wanted import Wanted
from tournament.models import Checking, Match, Pair
from tournament.names.pinyin import title_key
from tournament.queries.frozen import result_json
from tournament.queries.publications import announced_before_change
from tournament.queries.round_end import objections_until
from tournament.queries.rounds import TableRow
from tournament.queries.table_lines import Score, line_of
from tournament.wording.knockout import bracket_score, round_name
from tournament.wording.objections import objections_text


def check_results(want: Wanted) -> Paper:
    """Every pair's result of the round, unit by unit in pinyin order, with room for the leader's signature
    and until when objections are heard."""
    event, rows = want.event, rows_of(want)
    columns = (
        Column(event.unit_term, Kind.TEXT, weight=1, once=True),
        *pair_columns(event, unit=False),
        Column(_("桌"), Kind.INT, weight=0, text=_("{} 桌")),
        Column(_("方位"), weight=0),
        *opponent_columns(event),
        Column(_("级数"), weight=0, align="center", text="{}"),
        Column(_("积分"), Kind.DECIMAL, weight=0, text=_("积分 {}")),
        Column(_("领队签名"), Kind.BLANK, weight=5),
    )
    seats = [(pair, row) for row in rows for pair in (row.match.ns, row.match.ew) if pair is not None]
    seats.sort(key=lambda seat: (not unit_of(seat[0]), title_key(unit_of(seat[0])), seat[0].number))
    cells: list[tuple[Cell, ...]] = []
    ends: list[int] = []
    for _unit, members in groupby(seats, key=lambda seat: unit_of(seat[0])):
        cells += [_line(pair, row) for pair, row in members]
        ends.append(len(cells) - 1)
    stage = want.the_stage
    names = {"scope": scope(want), "round": round_name(want.the_round, stage), "stage": stage.name}
    empty = _("%(stage)s%(round)s还没有编排。") % names
    return paper(
        want,
        _("%(scope)s%(round)s成绩核对单") % names,
        subtitle=_("按%(unit)s") % {"unit": event.unit_term},
        sections=(Section(columns, tuple(cells), rule_after=tuple(ends[:-1]), roomy=True, empty=empty),),
        notes=tuple(_notes(want, rows)),
        signatures=signatures(),
        number=_number(want),
        landscape=True,
    )


def _line(pair: Pair, row: TableRow) -> tuple[Cell, ...]:
    match, score = row.match, line_of(result_json(row), {}).score
    side = Side(match.side_of(pair))
    points = score.points_of(side) if score else None
    seat = (match.table, seat_name(match, pair), *opponent_cells(match, pair))
    return (unit_of(pair), *pair_cells(pair, unit=False), *seat, _levels(match, score, side), points, None)


def _levels(match: Match, score: Score | None, side: Side) -> str:
    """The pair's own level first (过A : 9), 弃权 where it did not play."""
    if score is None or match.ew_id is None:
        return ""
    own, other = bracket_score(score, side), bracket_score(score, side.other)
    return " : ".join(filter(None, (own, other)))


def _notes(want: Wanted, rows: list[TableRow]) -> list[str]:
    """Open tables, and until when objections are heard: the latest of the groups that are listed."""
    until = objections_until(want.the_stage, want.the_round)
    shown = {row.match.round.group_id for row in rows}
    last = max((moment for group, moment in until.items() if group in shown), default=None)
    missing = sum(row.is_missing for row in rows)
    notes = [objections_text(last, want.the_stage.scoring_rules.conduct.appeal_minutes)]
    if want.event.checking != Checking.NONE and (checked := _checked(rows)):
        notes.insert(0, checked)
    if missing:
        notes.insert(0, _("还有 %(count)s 桌没有成绩。") % {"count": missing})
    return notes


def _checked(rows: list[TableRow]) -> str:
    """Who has checked the slips, or whose nobody has; nothing before anything is entered."""
    results = [row.result for row in rows if row.result is not None]
    if open_ := [row.match.table for row in rows if row.is_unchecked]:
        told = {"count": len(open_), "tables": _("、").join(map(str, open_))}
        return _("还有 %(count)s 桌没有复核：第 %(tables)s 桌。") % told
    names = _("、").join(dict.fromkeys(one.checked_name for one in results if one.checked_name))
    if not names:
        return _("已录的成绩都已复核。") if results else ""
    return _("已录的成绩都已复核（%(names)s）。") % {"names": names}


def _number(want: Wanted) -> str:
    """The notice of the standings after this round, while no result was changed since."""
    up, has_changed = announced_before_change(want.the_stage, want.the_round)
    return "" if has_changed else announcement(up)
