"""The papers of winners and of the ranking of units: the desk's own lists."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.paper import Column, Paper, Section
from tournament.lists.awards import GivenTable, UnitsRankedTable, WinnersTable
from tournament.lists.papers.parts import paper, signatures
from tournament.lists.papers.wanted import Wanted
from tournament.queries.awards import PrizeList, awards_desk
from tournament.queries.unit_ranks import live_unit_sheet, unit_ranking_of, unit_stage
from tournament.wording.awards import edge_text, list_name, prize_text, rounding, settled_text, unit_rule


def awards(want: Wanted) -> Paper:
    """Who gets which award as things stand; what is still open is said below the list."""
    desk = awards_desk(want.event)
    sections = [_winners(want, one) for one in desk.lists]
    if desk.given:
        sections.append(_section(GivenTable(desk.given), heading=_("其他奖项")))
    empty = Section((Column(_("奖项")),), empty=_("还没有设奖项。"))
    open_note = _("还有 %(count)s 桌没有成绩，名单会随成绩变动。") % {"count": desk.open_count}
    return paper(
        want,
        _("获奖名单"),
        sections=tuple(sections) or (empty,),
        notes=(open_note,) if desk.open_count else (),
        signatures=signatures(),
        section_title=_("范围"),
    )


def _winners(want: Wanted, one: PrizeList) -> Section:
    open_edges = [edge_text(result) for result in one.prizes if result.edge]
    settled = [settled_text(result) for result in one.prizes if result.settled]
    counts = _("，").join(prize_text(result) for result in one.prizes)
    return _section(
        WinnersTable(one, event=want.event),
        heading=f"{list_name(one)} {counts}",
        note="".join([*open_edges, *settled, *rounding(one)]),
    )


def unit_ranks(want: Wanted) -> Paper:
    """The units as they stand."""
    ranking, _problem = unit_ranking_of(want.event)
    stage = unit_stage(want.event, ranking) if ranking else None
    title = _("%(unit)s排名") % {"unit": want.event.unit_term}
    if ranking is None or stage is None:
        empty = Section((Column(_("名次")),), empty=_("还没有可以排名的成绩。"))
        return paper(want, title, sections=(empty,))
    sheet = live_unit_sheet(stage, ranking)
    section = _section(UnitsRankedTable(sheet, event=want.event))
    tied = any(line.tied for line in sheet.lines)
    return paper(
        want,
        title,
        subtitle=stage.name,
        sections=(section,),
        notes=(
            unit_rule(ranking, want.event.unit_term),
            *([_("得分相同的名次并列，不再判定。")] if tied else []),
        ),
        signatures=signatures(),
    )


def _in_chat(name: str) -> str:
    """How a column reads in a line to paste; the others stay on paper."""
    words = {
        "prize": "{}",
        "rank": _("第 {} 名"),
        "number": _("{} 号"),
        "names": "{}",
        "unit": _("（{}）"),
        "name": "{}",
        "to": "{}",
        "score": _("{} 分"),
    }
    return words.get(name, "")


def _section(
    table: WinnersTable | GivenTable | UnitsRankedTable, *, heading: str = "", note: str = ""
) -> Section:
    rows = tuple(tuple(None if cell == "" else cell for cell in row) for row in list(table.as_values())[1:])
    names = [bound.name for bound in table.columns.iterall()]
    columns = tuple(
        replace(column, text=_in_chat(name)) for name, column in zip(names, table.paper_columns, strict=True)
    )
    return Section(columns, rows, heading=heading, note=note, empty=_("还没有可以评奖的名次。"))
