"""The paper of cross tables: everybody of a group against everybody, one cell a meeting."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section, Size
from tournament.lists.papers.parts import heading, paper, scope
from tournament.lists.papers.wanted import Wanted
from tournament.queries.cross_table import CrossRow, CrossTable, Meeting, cross_table
from tournament.queries.standing_sheets import live_sheets
from tournament.queries.standings import stage_standings
from tournament.queries.table_lines import live_lines
from tournament.wording.figures import plain
from tournament.wording.standings import as_of, group_in
from tournament.wording.table_lines import score_text

LARGEST = 40  # participants: more columns than a lying A4 page can hold
WITH_LEVELS = 10  # participants: up to here there is room for the levels beside the points
UPRIGHT = 5
ROOMY = 16  # participants: with more, columns are so narrow that type and margins have to be small
ONESELF = "—"


def cross(want: Wanted) -> Paper:
    """Every group's cross table as of the wanted round (None: now): the row's own points, and the levels.

    Groups above 40 are named instead of drawn; above 10 the cells hold the points alone.
    """
    stage, after = want.the_stage, want.round_number
    sheets = [
        sheet
        for sheet in live_sheets(stage_standings(stage, after))
        if want.group is None or sheet.group == want.group.name
    ]
    lines = [line for line in live_lines(stage) if after is None or line.round <= after]
    tables = [cross_table(sheet, lines) for sheet in sheets]
    sections = tuple(
        _section(want, table, heading(stage, sheet.group))
        for table, sheet in zip(tables, sheets, strict=True)
    )
    empty = Section(_columns(want, ()), empty=_("%(stage)s还没有抽签。") % {"stage": stage.name})
    drawn = max((len(table.rows) for table in tables if len(table.rows) <= LARGEST), default=0)
    return paper(
        want,
        _("%(scope)s对阵成绩表") % {"scope": scope(want)},
        subtitle=as_of(after, stage),
        sections=sections or (empty,),
        notes=(_("横行是本队，竖列是对手的序号；格内是本队的积分和双方级数，本队在前。"),) if drawn else (),
        landscape=drawn > UPRIGHT,
        size=Size.CROWDED if drawn > ROOMY else Size.NORMAL,
    )


def _section(want: Wanted, table: CrossTable, over: str) -> Section:
    if len(table.rows) > LARGEST:
        words = {"group": group_in(want.the_stage, table.group), "count": len(table.rows), "most": LARGEST}
        sentence = _("%(group)s有 %(count)s 队，对阵成绩表只印 %(most)s 队以内的组。") % words
        return Section(_columns(want, ()), heading=over, empty=sentence)
    with_levels = len(table.rows) <= WITH_LEVELS
    numbers = tuple(row.who.number for row in table.rows)
    rows = tuple(_cells(row, with_levels) for row in table.rows)
    return Section(
        _columns(want, numbers, bare=not with_levels and not _met_twice(table)),
        rows,
        heading=over,
        empty=_("这一组还没有参赛队。"),
    )


def _met_twice(table: CrossTable) -> bool:
    return any(cell and len(cell) > 1 for row in table.rows for cell in row.cells)


def _columns(want: Wanted, numbers: tuple[int, ...], *, bare: bool = False) -> tuple[Column, ...]:
    """In a line to paste only the totals are told: a cross table is read as a picture.

    `bare`: a cell holds one figure at most, which shrinks rather than break.
    """
    kind = Kind.INT if bare else Kind.TEXT
    return (
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(want.event.pair_term, Kind.NAME, weight=1),
        *(Column(str(number), kind, weight=1, align="center", text="") for number in numbers),
        Column(_("积分"), Kind.DECIMAL, weight=0, text=_("积分 {}")),
        Column(_("名次"), Kind.INT, weight=0, text=_("第 {} 名")),
    )


def _cells(row: CrossRow, with_levels: bool) -> tuple[Cell, ...]:
    met = (ONESELF if cell is None else _met(cell, with_levels) for cell in row.cells)
    return (row.who.number, row.who.text, *met, row.line.shown_points, row.line.rank)


def _met(meetings: tuple[Meeting, ...], with_levels: bool) -> str:
    return _("；").join(_meeting(meeting, with_levels) for meeting in meetings)


def _meeting(meeting: Meeting, with_levels: bool) -> str:
    points = plain(meeting.score.points_of(meeting.side))
    said = score_text(meeting.score, meeting.side) if with_levels else ""
    return _("%(points)s（%(levels)s）") % {"points": points, "levels": said} if said else points
