"""The paper of standings: the desk's own list, group by group, with what decided and who signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.paper import Column, Paper, Section
from tournament.lists.papers.parts import heading, paper, scope, signatures
from tournament.lists.papers.wanted import Wanted
from tournament.lists.standing_columns import ROUND
from tournament.lists.standings import StandingsTable
from tournament.models import Publication, PublicationKind, Stage
from tournament.queries.public import names_now
from tournament.queries.publications import current_publication
from tournament.queries.standing_sheets import (
    StandingSheet,
    Who,
    frozen_overall,
    frozen_sheets,
    live_overall,
    live_sheets,
    who,
)
from tournament.queries.standings import StageStandings, stage_standings
from tournament.wording.notices import notice_name, notice_what
from tournament.wording.standings import (
    as_of,
    ranking_order,
    separation_notes,
    sheet_name,
    tie_notes,
    withdrawal_notes,
)

UPRIGHT_COLUMNS = 9  # with more, the page lies
MANY_ROUNDS = 4  # more stand under one common head, as bare numbers: names and words need the room


def by_group(want: Wanted) -> Paper:
    """Standings of every group, or of the wanted one, as of the wanted round (None: now)."""
    table = stage_standings(want.the_stage, want.round_number)
    return _standings(want, table, live_sheets(table), frozen_sheets, pgettext("page", "名次"))


def overall(want: Wanted) -> Paper:
    """All pairs of the stage in one ranking, as of the wanted round (None: now)."""
    table = stage_standings(want.the_stage, want.round_number)
    return _standings(
        replace(want, group=None),
        table,
        (live_overall(table),),
        lambda rows, names: (frozen_overall(rows, names),),
        _("总排名"),
    )


def _standings(
    want: Wanted,
    table: StageStandings,
    live: tuple[StandingSheet, ...],
    frozen: Callable[[Mapping[str, Any], Mapping[int, Who]], tuple[StandingSheet, ...]],
    what: str,
) -> Paper:
    """The figures are today's. The announcement's number stands on them while they are what it announced."""
    public = current_publication(want.the_stage, PublicationKind.STANDINGS, want.round_number)
    names = {number: who(pair) for number, pair in table.pairs.items()}
    stands = public is not None and frozen(public.rows, names) == live
    sheets = [sheet for sheet in live if want.group is None or sheet.group == want.group.name]
    sections = tuple(_section(want.the_stage, sheet, sheets) for sheet in sheets)
    empty = Section((Column(_("名次")),), empty=_("%(stage)s还没有抽签。") % {"stage": want.the_stage.name})
    return paper(
        want,
        _("%(scope)s%(what)s") % {"scope": scope(want), "what": what},
        subtitle=as_of(want.round_number, want.the_stage),
        sections=sections or (empty,),
        notes=(*_ranked(sheets), *(_corrected(public) if stands else [_unannounced(public)])),
        signatures=signatures(),
        number=announcement(public) if stands else "",
        landscape=any(len(section.columns) > UPRIGHT_COLUMNS for section in sections),
        section_title=_("小组"),
    )


def announced(
    want: Wanted, public: Publication, *, more_notes: Sequence[str] = (), signed: bool = True
) -> Paper:
    """Standings as `public` announced them, the names as they are spelt now; one ranking more where the stage
    has several groups. Two queries."""
    stage, names = want.the_stage, names_now(want.event)
    sheets = frozen_sheets(public.rows, names)
    sections = [_section(stage, sheet, sheets) for sheet in sheets]
    if len(sheets) > 1 and not public.session:
        sections.append(_section(stage, frozen_overall(public.rows, names)))
    what = notice_what(public.kind, stage, public.round_number, public.session)
    return paper(
        want,
        what,
        sections=tuple(sections),
        notes=(*_ranked(sheets), *more_notes),
        signatures=signatures() if signed else (),
        number=announcement(public),
        landscape=any(len(section.columns) > UPRIGHT_COLUMNS for section in sections),
    )


def _ranked(sheets: Sequence[StandingSheet]) -> list[str]:
    """By what all groups are ranked, and what the words beside a rank mean, told once for all of them."""
    if not sheets:
        return []
    meant = dict.fromkeys(note for sheet in sheets for note in separation_notes(sheet))
    return [*meant, _("名次依据：%(order)s") % {"order": ranking_order(sheets[0])}]


def best_of(stage: Stage, most: int) -> list[tuple[int, str]]:
    """The first `most` ranks of the stage as it stands, names and units; of shared ranks all are there."""
    lines = live_overall(stage_standings(stage)).lines
    return [
        (line.rank, f"{line.who.text}（{line.who.unit}）" if line.who.unit else line.who.text)
        for line in lines
        if line.rank is not None and line.rank <= most
    ]


def _corrected(public: Publication | None) -> list[str]:
    """Why the announcement is a correction."""
    if public is None or not public.reason:
        return []
    return [_("更正原因：%(reason)s") % {"reason": public.reason}]


def _unannounced(public: Publication | None) -> str:
    if public is None:
        return _("未公布")
    return _("成绩公告第 %(number)s 号公布以后有更正，更正未公布。") % {"number": public.number}


def announcement(publication: Publication | None) -> str:
    """成绩公告第 3 号（更正）; empty while it is not published."""
    if publication is None:
        return ""
    return notice_name(publication.kind, publication.number, is_correction=bool(publication.reason))


def _section(stage: Stage, sheet: StandingSheet, among: Sequence[StandingSheet] = ()) -> Section:
    table = StandingsTable(sheet, event=stage.event, among=among)
    values = list(table.as_values())
    rows = tuple(tuple(None if cell == "" else cell for cell in row) for row in values[1:])
    names = [bound.name for bound in table.columns.iterall()]
    many = sum(name.startswith(ROUND) for name in names) > MANY_ROUNDS
    columns = tuple(
        _column(name, column, many=many) for name, column in zip(names, table.paper_columns, strict=True)
    )
    return Section(
        columns,
        rows,
        heading=heading(stage, sheet.group) if sheet.group else sheet_name(sheet, stage),
        note="".join(tie_notes(sheet) + withdrawal_notes(sheet)),
        empty=_("这一组还没有参赛队。"),
    )


def _column(name: str, column: Column, *, many: bool) -> Column:
    """A column of the list on paper; 第 1 轮, 第 2 轮 … of `many` rounds are 1, 2 … below one head."""
    column = replace(column, text=_in_chat(name))
    number = name.removeprefix(ROUND)
    if not many or number == name:
        return column
    return replace(column, title=number, group=_("各轮积分"), alone=column.title)


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
