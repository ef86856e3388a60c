"""Scoresheets of a round as they were recorded, for the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from django.utils.translation import gettext as _

from scoring.levels import play
from scoring.rules import LevelTie, Rules, Side
from scoring.scoresheet import Deal, Outcome, Scoresheet
from tournament.exports.blank_sheet import BlankSheet, DealLine, FilledIn
from tournament.lists.papers.scoresheets import sheet_of, sheet_rules
from tournament.models import MatchKind, Result, ResultKind, Stage
from tournament.queries.hall import areas_of
from tournament.queries.penalties import NumberedPenalty, penalties_of
from tournament.queries.results import record_of
from tournament.queries.rounds import TableRow, table_rows
from tournament.wording.figures import clock, signed
from tournament.wording.rules import grade_name, level_text
from tournament.wording.scores import outcome_words, result_words, walkover_words


def filled_sheets(stage: Stage, number: int) -> list[BlankSheet]:
    """One scoresheet a table of the round, in table order, with what was entered; open tables stay blank."""
    rows = [row for row in table_rows(stage, number) if row.match.kind == MatchKind.PLAY]
    given, rules, rooms = penalties_of(stage.event), stage.scoring_rules, areas_of(stage.event)
    boxes = sheet_rules(rules)
    return [
        replace(sheet_of(stage, row.match, boxes, rooms), filled=_filled(row, rules, given)) for row in rows
    ]


def _filled(row: TableRow, rules: Rules, given: Sequence[NumberedPenalty]) -> FilledIn | None:
    result, outcome = row.result, row.outcome
    if result is None or outcome is None or row.ns_points is None or row.ew_points is None:
        return None
    deals = _deals(result, rules)
    return FilledIn(
        ns_level=_level(outcome, Side.NS),
        ew_level=_level(outcome, Side.EW),
        ended=outcome.ended.value if outcome.ended else "",
        passed=outcome.passed_a.value if outcome.passed_a else "",
        gain=_gain(outcome, deals, rules),
        tie=_tie(outcome, rules),
        minutes=clock(outcome.seconds) if outcome.seconds is not None else "",
        verdict=outcome_words(outcome, (row.ns_points, row.ew_points)),
        remarks=_("；").join(_remarks(row, result, given)),
        deals=deals,
    )


def _gain(outcome: Outcome, deals: Sequence[DealLine], rules: Rules) -> int | None:
    """By how many levels the last level was passed: told by the last deal, or by the levels beyond A where a
    side must stand there first."""
    if outcome.passed_a is None:
        return None
    if deals:
        return deals[-1].gain
    return outcome.passed_gain if rules.play.must_play_a else None


def _tie(outcome: Outcome, rules: Rules) -> Literal["", "ns", "ew"]:
    """Who was in play, or won, where that decided equal levels."""
    if outcome.ns_level is None or outcome.ns_level != outcome.ew_level or outcome.passed_a:
        return ""
    in_play = rules.play.level_tie is LevelTie.IN_PLAY_SIDE
    side = outcome.in_play if in_play else outcome.winner
    return side.value if side else ""


def _level(outcome: Outcome, side: Side) -> str:
    level = outcome.ns_level if side is Side.NS else outcome.ew_level
    return "" if level is None else level_text(level, outcome.passed_a is side)


def _deals(result: Result, rules: Rules) -> tuple[DealLine, ...]:
    """Every deal with the levels that it and the rulings after it left."""
    record = record_of(result)
    if not isinstance(record, Scoresheet):
        return ()
    lines: dict[int, DealLine] = {}
    number = 0
    for step in play(record.deals, rules).history:
        levels = (level_text(step.ns_level), level_text(step.ew_level))
        if step.deal is not None and isinstance(step.item, Deal):
            number = step.deal
            lines[number] = DealLine(step.item.winner.value, step.gain or 0, *levels)
        elif number:
            lines[number] = replace(lines[number], ns_level=levels[0], ew_level=levels[1])
    return tuple(lines.values())


def _remarks(row: TableRow, result: Result, given: Sequence[NumberedPenalty]) -> list[str]:
    """Walk-overs, the games of a series, and the penalties given in this match."""
    said = [result_words(result)] if result.kind == ResultKind.SERIES else [walkover_words(result)]
    return [*filter(None, said), *(_penalty(one) for one in given if _belongs(one, row))]


def _belongs(one: NumberedPenalty, row: TableRow) -> bool:
    penalty, match = one.penalty, row.match
    here = penalty.stage_id == match.round.group.stage_id and penalty.round_number == match.round.number
    return here and penalty.pair_id in (match.ns_id, match.ew_id)


def _penalty(one: NumberedPenalty) -> str:
    penalty = one.penalty
    words = {"number": penalty.pair.number, "grade": grade_name(penalty.grade), "ordinal": one.ordinal}
    text = _("判罚第 %(ordinal)s 号：%(number)s 号%(grade)s") % words
    if penalty.points:
        text = _("%(penalty)s，罚分 %(points)s") % {"penalty": text, "points": signed(penalty.points)}
    return _("%(penalty)s（已撤销）") % {"penalty": text} if penalty.cancelled else text
