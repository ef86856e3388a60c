"""Columns and cells that several papers share."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Side
from tournament.models import Event, Match, Pair, PairStatus


def signatures() -> tuple[str, str]:
    """Who signs a result: chief referee and chief scorer."""
    return _("裁判长"), _("编排记录长")


def paper(event: Event, title: str, at: datetime, **facts: Any) -> Paper:
    """A paper of this event, made at `at`."""
    return Paper(event_name=event.name, title=title, printed_at=at, **facts)


def names_of(pair: Pair) -> str:
    """Both partners, and the team's own name behind them where it has one."""
    return _("%(names)s（%(name)s）") % {"names": pair.names, "name": pair.name} if pair.name else pair.names


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


def state_of(pair: Pair) -> str:
    """What sets a pair apart from those that play: 候补, 退赛 …"""
    return "" if pair.status == PairStatus.ACTIVE else str(PairStatus(pair.status).label)


def seat_name(match: Match, pair: Pair) -> str:
    """南北 or 东西; 轮空 without an opponent."""
    if match.ew_id is None:
        return _("轮空") if match.kind == "bye" else _("未参赛")
    return _("南北") if match.ns_id == pair.pk else _("东西")
