"""Columns and cells that several papers share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.exports.paper import Cell, Column, Kind, Paper, Side
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Match, Pair, PairStatus, RoundState, Stage
from tournament.queries.hall import areas_of
from tournament.queries.rounds import TableRow, table_rows
from tournament.wording.standings import group_name, stage_and_group


def signatures() -> tuple[str, str]:
    """Who signs a result: chief referee and chief scorer."""
    return _("裁判长"), _("编排记录长")


def paper(want: Wanted, title: str, **facts: Any) -> Paper:
    """A paper of the wanted event, made at the wanted time."""
    return Paper(event_name=want.event.name, title=title, printed_at=want.at, **facts)


def scope(want: Wanted) -> str:
    """What a paper speaks of, for its title: 预赛, 预赛 A 组, 预赛甲组, 预赛（上午）."""
    stage = want.the_stage
    if want.group:
        return stage_and_group(stage, want.group.name)
    names = {"stage": stage.name, "session": want.session}
    return _("%(stage)s（%(session)s）") % names if want.session else stage.name


def group_column(stage: Stage) -> tuple[Column, ...]:
    """The head over a table's group; none where the stage has no groups."""
    return (Column(_("组"), weight=0, text=""),) if stage.has_groups else ()


def group_cell(stage: Stage, match: Match) -> tuple[Cell, ...]:
    """What stands under it."""
    return (match.round.group.name,) if stage.has_groups else ()


def heading(stage: Stage, name: str) -> str:
    """What stands over a group's part of a paper; nothing where the whole stage is one part."""
    return group_name(name) if stage.has_groups else ""


def rows_of(want: Wanted) -> list[TableRow]:
    """The wanted tables: of one round or of all, of one group, one session or of all; two queries."""
    rows = table_rows(want.the_stage, want.round_number)
    if want.public_only:
        rows = [row for row in rows if row.match.round.state != RoundState.DRAFT]
    if want.session:
        rows = [row for row in rows if row.match.round.group.session == want.session]
    return [row for row in rows if want.group is None or row.match.round.group_id == want.group.pk]


class Places:
    """Where the matches of a paper are played: the table's number, before it the session and the area where
    there are several sessions, or any areas."""

    def __init__(self, event: Event, rows: Iterable[TableRow]) -> None:
        self.areas = areas_of(event)
        self.has_sessions = len({row.match.round.group.session for row in rows}) > 1

    @property
    def are_named(self) -> bool:
        """Whether more than the table's number stands there; a list of people then needs a lying page."""
        return self.has_sessions or bool(self.areas)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The heads."""
        session = (Column(_("场次"), weight=0),) if self.has_sessions else ()
        area = (Column(_("场地"), weight=0),) if self.areas else ()
        return (*session, *area, Column(_("桌"), Kind.INT, weight=0, text=_("{} 桌")))

    def cells(self, match: Match) -> tuple[Cell, ...]:
        """What stands under them."""
        session = (match.round.group.session,) if self.has_sessions else ()
        area = (area_of(self.areas, match.table),) if self.areas else ()
        return (*session, *area, match.table)


def names_of(pair: Pair) -> str:
    """Both partners, and the team's own name behind them where it has one."""
    return _("%(names)s（%(name)s）") % {"names": pair.names, "name": pair.name} if pair.name else pair.names


def pinyin_note(event: Event) -> str:
    """How a list that stands by unit is ordered, said on its paper (field F50)."""
    return _("%(unit)s按拼音和声调排列，没有填写的在最后。") % {"unit": event.unit_term}


def staff_note() -> str:
    """That a paper is not meant for others."""
    return _("仅供赛事工作人员使用。")


def unit_of(pair: Pair) -> str:
    """The unit's name, empty for pairs that entered alone."""
    return pair.unit.name if pair.unit else ""


def pair_columns(event: Event, *, side: Side = "", unit: bool = True) -> tuple[Column, ...]:
    """Number, names and unit of a pair; with `side` under the head 南北 or 东西."""
    group = {"ns": _("南北"), "ew": _("东西"), "": ""}[side]
    columns = (
        Column(_("序号"), Kind.INT, weight=0, side=side, group=group, text=_("{} 号")),
        Column(event.pair_term, Kind.NAME, weight=1.6, side=side, group=group),
    )
    more = (Column(event.unit_term, Kind.TEXT, weight=1, side=side, group=group, text=_("（{}）")),)
    return columns + more if unit else columns


def pair_cells(pair: Pair | None, *, unit: bool = True) -> tuple[Cell, ...]:
    """The cells of `pair_columns`; all empty without a pair."""
    if pair is None:
        return (None,) * (3 if unit else 2)
    cells: tuple[Cell, ...] = (pair.number, names_of(pair))
    return (*cells, unit_of(pair)) if unit else cells


def opponent_columns(event: Event) -> tuple[Column, ...]:
    """Number and names of whom a pair meets, under one head: the number does not stand on a line of its own
    before long names."""
    group = _("对手")
    return (
        Column(_("序号"), Kind.INT, weight=0, group=group, text=_("对 {} 号")),
        Column(event.pair_term, Kind.NAME, weight=1.6, group=group),
    )


def opponent_cells(match: Match, pair: Pair) -> tuple[Cell, ...]:
    """The cells of `opponent_columns`; empty without an opponent."""
    other = match.ew if match.ns_id == pair.pk else match.ns
    return pair_cells(other if match.ew_id else None, unit=False)


def state_of(pair: Pair) -> str:
    """What sets a pair apart from those that play: 候补, 退赛 …"""
    return "" if pair.status == PairStatus.ACTIVE else str(PairStatus(pair.status).label)


def seat_name(match: Match, pair: Pair) -> str:
    """南北 or 东西; 轮空 without an opponent."""
    if match.ew_id is None:
        return _("轮空") if match.kind == "bye" else _("未参赛")
    return _("南北") if match.ns_id == pair.pk else _("东西")
