"""The paper of standings: the desk's own list, group by group, with what decided and who signs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.exports.paper import Paper, Section
from tournament.lists.papers.parts import paper, signatures
from tournament.lists.standings import StandingsTable
from tournament.models import Publication, PublicationKind, Stage
from tournament.queries.papers import current_publication
from tournament.queries.standing_sheets import StandingSheet, live_overall, live_sheets
from tournament.queries.standings import stage_standings
from tournament.wording.standings import as_of, ranking_order, sheet_name, tie_notes


def standings(stage: Stage, at: datetime, *, after_round: int | None = None, overall: bool = False) -> Paper:
    """Standings of every group, or of all together, as of `after_round` (None: now).

    The figures are today's; the announcement's number stands on it when the round's standings were published,
    with （更正） for a later one of the same round.
    """
    table = stage_standings(stage, after_round)
    sheets = [live_overall(table)] if overall else list(live_sheets(table))
    sections = tuple(_section(stage, sheet) for sheet in sheets)
    notes = [_("名次依据：%(order)s") % {"order": ranking_order(sheets[0])}] if sheets else []
    public = current_publication(stage, PublicationKind.STANDINGS, after_round)
    return paper(
        stage.event,
        _("%(stage)s%(what)s") % {"stage": stage.name, "what": _("总排名") if overall else _("名次")},
        at,
        subtitle=as_of(after_round),
        sections=sections,
        notes=tuple(notes),
        signatures=signatures(),
        number=announcement(public),
        landscape=any(len(section.columns) > 9 for section in sections),
        section_title=_("小组"),
    )


def announcement(publication: Publication | None) -> str:
    """成绩公告第 3 号（更正）; empty while it is not published."""
    if publication is None:
        return ""
    words = _("成绩公告第 %(number)s 号") % {"number": publication.number}
    return _("%(words)s（更正）") % {"words": words} if publication.reason else words


def _section(stage: Stage, sheet: StandingSheet) -> Section:
    table = StandingsTable(sheet, event=stage.event)
    values = list(table.as_values())
    rows = tuple(tuple(None if cell == "" else cell for cell in row) for row in values[1:])
    names = (bound.name for bound in table.columns.iterall())
    columns = tuple(
        replace(column, text=_in_chat(name)) for name, column in zip(names, table.paper_columns, strict=True)
    )
    return Section(
        columns,
        rows,
        heading=sheet_name(sheet),
        note="".join(tie_notes(sheet)),
        empty=_("这一组还没有参赛队。"),
    )


def _in_chat(name: str) -> str:
    """How a column reads in a line to paste; the figures behind the total stay on paper."""
    words = {
        "rank": _("第 {} 名"),
        "number": _("{} 号"),
        "names": "{}",
        "unit": _("（{}）"),
        "points": _("积分 {}"),
        "remark": "{}",
    }
    return words.get(name, "")
