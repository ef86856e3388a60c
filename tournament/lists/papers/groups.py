"""Papers about the draw: groups, and the movement of a rotation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import (
    heading,
    names_of,
    pair_cells,
    pair_columns,
    paper,
    rows_of,
    scope,
    seat_name,
)
from tournament.lists.papers.wanted import Wanted
from tournament.models import Group, Match, RoundState, Stage, StageEntry
from tournament.queries.hall import areas_of
from tournament.queries.papers import entries_by_group
from tournament.queries.publications import public_sessions
from tournament.queries.rounds import round_numbers
from tournament.wording.movement import movement_name

UPRIGHT_ROUNDS = 4  # with more, the page lies


def groups(want: Wanted) -> Paper:
    """Who is in which group at which 签号."""
    stage = want.the_stage
    up = public_sessions(stage, "groups")
    position = Column(_("签号"), Kind.INT, weight=0, text=_("{} 号签"))
    columns = (position, *pair_columns(stage.event))
    sections = tuple(
        Section(
            columns,
            tuple((entry.position, *pair_cells(entry.pair)) for entry in entries),
            heading=_heading(stage, group),
            empty=_("还没有人抽到这一组。"),
        )
        for group, entries in entries_by_group(stage, want.group)
        if not want.public_only or up & {"", group.session}
    )
    empty = Section(columns, empty=_("%(stage)s还没有抽签。") % {"stage": stage.name})
    return paper(
        want,
        (_("%(scope)s分组表") if stage.has_groups else _("%(scope)s签号表")) % {"scope": scope(want)},
        sections=sections or (empty,),
        notes=() if up else (_("未公布"),),
        section_title=_("小组"),
    )


def draw_confirmation(want: Wanted) -> Paper:
    """抽签结果确认表: who drew which 签号 of which group, with room for the leader's signature beside it."""
    stage = want.the_stage
    columns = (
        Column(_("签号"), Kind.INT, weight=0, text=_("{} 号签")),
        *pair_columns(stage.event),
        Column(_("领队签名"), Kind.BLANK, weight=4),
    )
    sections = tuple(
        Section(
            columns,
            tuple((entry.position, *pair_cells(entry.pair), None) for entry in entries),
            heading=_heading(stage, group),
            empty=_("还没有人抽到这一组。"),
            roomy=True,
        )
        for group, entries in entries_by_group(stage, want.group)
    )
    empty = Section(columns, empty=_("%(stage)s还没有抽签分组。") % {"stage": stage.name})
    return paper(
        want,
        _("%(scope)s抽签结果确认表") % {"scope": scope(want)},
        sections=sections or (empty,),
        notes=(_("以上签号由各队当场抽得，领队签名确认后不再更改。"),) if sections else (),
        signatures=(_("裁判长"), _("编排记录长"), _("监督人")),
        section_title=_("小组"),
    )


def _heading(stage: Stage, group: Group) -> str:
    name = heading(stage, group.name)
    return (
        _("%(group)s（%(session)s）") % {"group": name, "session": group.session} if group.session else name
    )


def movement(want: Wanted) -> Paper:
    """移位表 or 轮次对阵表: each group's tables round by round, and where every pair goes.

    The first-named sits 南北.
    """
    stage, numbers, rows = want.the_stage, round_numbers(want.the_stage), rows_of(want)
    by_group: dict[int, list[Match]] = defaultdict(list)
    for row in rows:
        by_group[row.match.round.group_id].append(row.match)
    sections: list[Section] = []
    for group, entries in entries_by_group(stage, want.group):
        if matches := by_group[group.pk]:
            own = [number for number in numbers if any(match.round.number == number for match in matches)]
            sections.append(_tables(stage, group, matches, own))
            sections.append(_ways(stage, group, entries, matches, own))
    empty = Section((Column(_("桌")),), empty=_("%(stage)s还没有编排对阵。") % {"stage": stage.name})
    notes = [_("每格前一个序号坐南北，后一个坐东西。标“不动”的留在原座。")] if sections else []
    if any(row.match.round.state == RoundState.DRAFT for row in rows):
        notes.append(_("未公布"))
    return paper(
        want,
        _("%(scope)s%(what)s") % {"scope": scope(want), "what": movement_name(stage)},
        sections=tuple(sections) or (empty,),
        notes=tuple(notes),
        landscape=len(numbers) > UPRIGHT_ROUNDS,
    )


def _tables(stage: Stage, group: Group, matches: list[Match], numbers: list[int]) -> Section:
    tables = sorted({match.table for match in matches if match.table is not None})
    seated = {(match.round.number, match.table): match for match in matches}
    rows: list[tuple[Cell, ...]] = [
        (table, *(_against(seated.get((number, table))) for number in numbers)) for table in tables
    ]
    byes = [_byes(match for match in matches if match.round.number == number) for number in numbers]
    if any(byes):
        rows.append((None, *byes))
    columns = (Column(_("桌"), Kind.INT, weight=0, text=_("{} 桌")), *_round_columns(numbers))
    rooms = dict.fromkeys(area_of(areas_of(stage.event), table) for table in tables)
    names = filter(None, [heading(stage, group.name), *rooms])
    return Section(columns, tuple(rows), heading=" · ".join(names))


def _round_columns(numbers: list[int]) -> tuple[Column, ...]:
    return tuple(Column(_("第 %(round)s 轮") % {"round": number}, align="center") for number in numbers)


def _against(match: Match | None) -> str:
    return f"{match.ns.number} – {match.ew.number}" if match and match.ew else ""


def _byes(matches: Iterable[Match]) -> str:
    out = [str(match.ns.number) for match in matches if match.kind == "bye"]
    return _("%(numbers)s 轮空") % {"numbers": _("、").join(out)} if out else ""


def _ways(
    stage: Stage, group: Group, entries: list[StageEntry], matches: list[Match], numbers: list[int]
) -> Section:
    columns = (
        Column(_("签号"), Kind.INT, weight=0, text=""),
        Column(_("序号"), Kind.INT, weight=0, text=_("{} 号")),
        Column(stage.event.pair_term, Kind.NAME, weight=1.4),
        *_round_columns(numbers),
    )
    rows = tuple(
        (entry.position, entry.pair.number, names_of(entry.pair), *_way(entry, matches, numbers))
        for entry in entries
    )
    return Section(columns, rows, heading=_seats_of(heading(stage, group.name)))


def _seats_of(group: str) -> str:
    return _("%(group)s各队座位") % {"group": group} if group else _("各队座位")


def _way(entry: StageEntry, matches: list[Match], numbers: list[int]) -> list[Cell]:
    own = {match.round.number: match for match in matches if entry.pair_id in (match.ns_id, match.ew_id)}
    cells: list[Cell] = []
    before = ""
    for number in numbers:
        match = own.get(number)
        seat = _seat(match, entry) if match else ""
        cells.append(_("%(seat)s（不动）") % {"seat": seat} if seat and seat == before else seat)
        before = seat
    return cells


def _seat(match: Match, entry: StageEntry) -> str:
    side = seat_name(match, entry.pair)
    return _("%(table)s 桌 %(side)s") % {"table": match.table, "side": side} if match.table else side
