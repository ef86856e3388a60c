"""应急包: everything with which an event can be finished by hand, in one PDF."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.kit import Bound, Kit
from tournament.exports.scoresheets import SheetSet
from tournament.lists.papers.by_hand import how_to_go_on, points_paper, results_form, totals_form
from tournament.lists.papers.entries import entry_list
from tournament.lists.papers.rounds import remaining
from tournament.lists.papers.scoresheets import nameless_sheets
from tournament.lists.papers.standings import by_group
from tournament.lists.papers.wanted import Wanted
from tournament.models import Stage
from tournament.queries.progress import StageProgress, event_progress
from tournament.queries.rounds import TableRow, table_rows

FEWEST_SHEETS, MOST_SHEETS = 2, 24  # blank ones are all alike: more are copied


def emergency_kit(want: Wanted) -> Kit:
    """Standings, pairings that are left, lists, forms, scoresheets and how to count, as of now.

    Standings and pairings are those of the stage that was played last, forms those of the stage at hand.
    """
    progress = event_progress(want.event)
    played, at_hand = progress.stage_of_rounds, progress.stage_at_hand
    missing = [row for row in table_rows(played.stage) if row.is_missing] if played else []
    parts = [Bound(how_to_go_on(want, progress, missing), _("先看这一页"))]
    if played:
        of_played = replace(want, stage=played.stage)
        parts.append(Bound(by_group(of_played), _("到打印时为止的名次")))
        parts.append(Bound(remaining(of_played, missing), _("还要打的各桌，按这个排座")))
    parts.append(Bound(entry_list(want), _("按序号查是谁")))
    if at_hand:
        parts += _forms(want, at_hand, missing)
    note = _("打印以后录入的成绩不在里面。每一轮结束后重新打印一份，放在裁判长手边。")
    return Kit(want.event.name, _("应急包"), tuple(parts), want.at, notes=(note,))


def _forms(want: Wanted, one: StageProgress, missing: list[TableRow]) -> list[Bound]:
    stage = one.stage
    points = points_paper(want, stage)
    sheets = SheetSet(_("计分表（不写名字）"), tuple(nameless_sheets(stage, _sheet_count(one))))
    return [
        *([Bound(points, _("查每一局的积分"))] if points.sections else []),
        Bound(totals_form(want, stage, _rounds_left(one)), _("每轮把积分抄进来，加出合计")),
        Bound(results_form(want, _of(stage, missing)), _("一桌一行，抄计分表")),
        Bound(sheets, _("空白的，不够再复印")),
    ]


def _of(stage: Stage, rows: list[TableRow]) -> list[TableRow]:
    return [row for row in rows if row.match.round.group.stage_id == stage.pk]


def _rounds_left(one: StageProgress) -> list[int]:
    """The rounds that lack results, and those that are still to be paired."""
    open_rounds = [turn.number for turn in one.rounds if turn.missing_count]
    first = len(one.rounds) + 1
    return [*open_rounds, *range(first, (one.planned or 0) + 1)] or [first]


def _sheet_count(one: StageProgress) -> int:
    """As many as a round has tables, in a small hall."""
    tables = max((turn.table_count for turn in one.rounds), default=one.entrant_count // 2)
    return min(max(tables, FEWEST_SHEETS), MOST_SHEETS)
