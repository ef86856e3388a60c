"""Standings for commands: the JSON of the contract, and the paper that all other formats draw."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.codecs import decimal_text
from scoring.standings import Row
from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.queries.standings import GroupStandings, StageStandings
from tournament.wording.rules import tiebreak_name

DIFFERENCES = ("level_diff_sum",)


def standings_rows(table: StageStandings) -> list[dict[str, Any]]:
    """The rows of all groups in ranking order, the groups in the stage's order; figures as decimal text."""
    return [_json(part.group.name, row) for part in table.groups for row in part.rows]


def _json(group: str, row: Row) -> dict[str, Any]:
    return {
        "group": group,
        "rank": row.rank,
        "tied": row.tied,
        "pair": row.pair,
        "points": decimal_text(row.points),
        "played": row.played,
        "byes": row.byes,
        "forfeits": row.forfeits,
        "tiebreaks": {
            str(key): None if value is None else decimal_text(value) for key, value in row.tiebreaks.items()
        },
        "decided_by": None if row.decided_by is None else str(row.decided_by),
    }


def standings_paper(table: StageStandings) -> Paper:
    """One section a group: rank, number, names, unit, points, every tie-break, and which one decided."""
    columns = _columns(table)
    return Paper(
        event_name=table.stage.event.name,
        title=_("%(stage)s名次") % {"stage": table.stage.name},
        sections=tuple(_section(part, table, columns) for part in table.groups),
        signatures=(_("裁判长"), _("编排记录长")),
        printed_at=timezone.localtime(),
        section_title=_("组别"),
    )


def _columns(table: StageStandings) -> tuple[Column, ...]:
    keys = [str(key) for key in table.rules.ranking.tiebreaks]
    return (
        Column(_("名次"), Kind.INT),
        Column(_("序号"), Kind.INT),
        Column(table.stage.event.pair_term, Kind.NAME),
        Column(table.stage.event.unit_term),
        Column(_("积分"), Kind.DECIMAL),
        Column(_("局数"), Kind.INT),
        *(Column(tiebreak_name(key), Kind.DIFF if key in DIFFERENCES else Kind.DECIMAL) for key in keys),
        Column(_("名次判定")),
    )


def _section(part: GroupStandings, table: StageStandings, columns: tuple[Column, ...]) -> Section:
    return Section(
        columns=columns,
        rows=tuple(_row(row, table) for row in part.rows),
        heading=_group_name(part.group.name),
        empty=_("这一组还没有参赛队。"),
    )


def _group_name(name: str) -> str:
    """A reads A 组; a name that ends in 组 already stays as it is."""
    return name if name.endswith(_("组")) else _("%(group)s 组") % {"group": name}


def _row(row: Row, table: StageStandings) -> tuple[Cell, ...]:
    pair = table.pairs[row.pair]
    return (
        row.rank,
        row.pair,
        pair.names,
        pair.unit.name if pair.unit else "",
        Decimal(decimal_text(row.points)),  # without the zeros that the database's column adds
        row.played,
        *row.tiebreaks.values(),
        _decided(row),
    )


def _decided(row: Row) -> str:
    if row.disqualified:
        return _("取消资格")
    if row.decided_by is not None:
        return tiebreak_name(row.decided_by)
    return _("并列") if row.tied else ""
