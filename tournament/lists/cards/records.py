"""Scoresheets and reports of matches, sheet by sheet."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.rules import Side
from tournament.exports.cards.reports import MatchReport, ReportSide
from tournament.exports.cards.sheet import CardSet, Layout
from tournament.exports.scoresheets import BlankSheet, SheetSet
from tournament.lists.cards.parts import card_set, draft_note, table_words, where
from tournament.lists.papers.filled_sheets import filled_sheets
from tournament.lists.papers.parts import names_of, rows_of, scope, unit_of
from tournament.lists.papers.scoresheets import blank_sheets, nameless_sheets
from tournament.lists.papers.standings import announcement
from tournament.lists.papers.wanted import Wanted
from tournament.models import MatchKind, Pair, ResultKind
from tournament.queries.frozen import result_json
from tournament.queries.hall import areas_of
from tournament.queries.publications import announced_before_change
from tournament.queries.round_end import objections_until
from tournament.queries.rounds import TableRow
from tournament.queries.table_lines import Score, line_of
from tournament.wording.figures import plain
from tournament.wording.knockout import bracket_score, round_name
from tournament.wording.objections import objections_text
from tournament.wording.scores import outcome_words, result_words

EIGHT = Layout(columns=2, rows=4)


def blank(want: Wanted) -> SheetSet:
    """计分表 of a round with names, two to a sheet."""
    return SheetSet(_title(want), _of(want, blank_sheets(want.the_stage, want.the_round)))


def blank_single(want: Wanted) -> SheetSet:
    """The same, each on a page of A5."""
    title = _("%(sheets)s（A5）") % {"sheets": _title(want)}
    return SheetSet(title, _of(want, blank_sheets(want.the_stage, want.the_round)), single=True)


def filled(want: Wanted) -> SheetSet:
    """计分表 of a round as they were recorded, two to a sheet."""
    title = _("%(sheets)s（已填成绩）") % {"sheets": _title(want)}
    return SheetSet(title, _of(want, filled_sheets(want.the_stage, want.the_round)))


def nameless(want: Wanted) -> SheetSet:
    """计分表 without names, in reserve."""
    title = _("%(scope)s计分表（不写名字）") % {"scope": scope(want)}
    return SheetSet(title, tuple(nameless_sheets(want.the_stage)))


def _title(want: Wanted) -> str:
    return _("%(scope)s%(round)s计分表") % {
        "scope": scope(want),
        "round": round_name(want.the_round, want.the_stage),
    }


def _of(want: Wanted, sheets: list[BlankSheet]) -> tuple[BlankSheet, ...]:
    """Those of the wanted table, or of all."""
    return tuple(sheet for sheet in sheets if want.table in (None, sheet.table))


def reports(want: Wanted) -> CardSet:
    """成绩报告单 of a round or of one table: a copy for each pair, those of a table beside each other."""
    rows = [row for row in rows_of(want) if row.match.kind == MatchKind.PLAY]
    rows = [row for row in rows if want.table in (None, row.match.table)]
    maker = _Reports(want)
    stage = want.the_stage
    names = {"scope": scope(want), "round": round_name(want.the_round, stage), "stage": stage.name}
    return card_set(
        want,
        _("%(scope)s%(round)s成绩报告单") % names,
        EIGHT,
        [copy for row in rows for copy in maker.copies(row)],
        note=draft_note(rows),
        empty=_("%(stage)s%(round)s还没有编排。") % names,
    )


class _Reports:
    """Makes the copies of one round's tables: what all of them share is read once."""

    def __init__(self, want: Wanted) -> None:
        self.want, self.stage = want, want.the_stage
        self.rooms = areas_of(want.event)
        self.until = objections_until(self.stage, want.the_round)
        self.minutes = self.stage.scoring_rules.conduct.appeal_minutes
        self.numbers: dict[str, str] = {}

    def copies(self, row: TableRow) -> list[MatchReport]:
        """The copy of 南北 and that of 东西."""
        match, score = row.match, line_of(result_json(row), {}).score
        ns = MatchReport(
            event_name=self.want.event.name,
            copy=_("南北联"),
            place=f"{round_name(match.round.number, self.stage)} {table_words(match.table)}",
            below=where(self.want, match, self.rooms),
            ns=_side(match.ns, score, Side.NS),
            ew=_side(match.ew or match.ns, score, Side.EW),
            verdict=_verdict(row),
            objections=objections_text(self.until.get(match.round.group_id), self.minutes),
            number=self._number(match.round.group.session),
        )
        return [ns, replace(ns, copy=_("东西联"))]

    def _number(self, session: str) -> str:
        """The notice that has the standings with this result, while nothing was changed since."""
        if session not in self.numbers:
            up, has_changed = announced_before_change(self.stage, self.want.the_round, session)
            self.numbers[session] = "" if has_changed else announcement(up)
        return self.numbers[session]


def _side(pair: Pair, score: Score | None, side: Side) -> ReportSide:
    if score is None:
        return ReportSide(pair.number, names_of(pair), unit_of(pair))
    points = plain(score.points_of(side))
    return ReportSide(pair.number, names_of(pair), unit_of(pair), bracket_score(score, side), points)


def _verdict(row: TableRow) -> str:
    if row.outcome is None or row.result is None or row.ns_points is None or row.ew_points is None:
        return ""
    if row.result.kind == ResultKind.SERIES:
        return result_words(row.result)
    return outcome_words(row.outcome, (row.ns_points, row.ew_points))
