"""Papers of one round: who sits where (by table, number and unit), the results, the blank scoresheets."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.rules import AceFailure, LevelTie, Rules, Side
from tournament.exports.blank_sheet import BlankSheet, EqualLevels, Seat, SheetRules
from tournament.exports.paper import Cell, Column, Kind, Paper, Section, Size
from tournament.lists.papers.parts import (
    names_of,
    pair_cells,
    pair_columns,
    paper,
    seat_name,
    signatures,
    unit_of,
)
from tournament.models import Match, MatchKind, Pair, Stage
from tournament.names.pinyin import pinyin_key
from tournament.queries.papers import is_public
from tournament.queries.rounds import TableRow, table_rows
from tournament.wording import level_name
from tournament.wording.figures import plain
from tournament.wording.rules import level_text
from tournament.wording.standings import group_name


def pairings_by_table(stage: Stage, number: int, at: datetime) -> Paper:
    """The round's tables in order, 南北 left of 东西, byes below."""
    event, rows = stage.event, table_rows(stage, number)
    columns = (
        Column(_("桌"), Kind.INT, weight=0, text=_("{} 桌")),
        Column(_("组"), weight=0, text=""),
        *pair_columns(event, side="ns"),
        *pair_columns(event, side="ew"),
    )
    tables = tuple(_table_cells(row.match) for row in rows if row.match.kind == MatchKind.PLAY)
    return _board(stage, number, at, _("按桌号"), Section(columns, tables), rows, landscape=True)


def _table_cells(match: Match) -> tuple[Cell, ...]:
    group = match.round.group.name
    return (match.table, group, *pair_cells(match.ns), *pair_cells(match.ew))


def pairings_by_number(stage: Stage, number: int, at: datetime) -> Paper:
    """Every pair's table, seat and opponent, by the pair's number."""
    rows = table_rows(stage, number)
    seats = sorted(_seats(rows), key=lambda seat: seat[0].number)
    columns = (*pair_columns(stage.event), *_seat_columns(stage))
    cells = tuple((*pair_cells(pair), *_seat_cells(pair, match)) for pair, match in seats)
    return _board(stage, number, at, _("按序号"), Section(columns, cells), [])


def pairings_by_unit(stage: Stage, number: int, at: datetime) -> Paper:
    """Every pair's table, seat and opponent, unit by unit in pinyin order."""
    by_unit: dict[str, list[tuple[Pair, Match]]] = defaultdict(list)
    for pair, match in _seats(table_rows(stage, number)):
        by_unit[unit_of(pair)].append((pair, match))
    columns = (
        Column(stage.event.unit_term, weight=1),
        *pair_columns(stage.event, unit=False),
        *_seat_columns(stage),
    )
    cells: list[tuple[Cell, ...]] = []
    ends: list[int] = []
    for unit in sorted(by_unit, key=lambda name: (not name, pinyin_key(name))):
        for place, (pair, match) in enumerate(sorted(by_unit[unit], key=lambda seat: seat[0].number)):
            first = unit if place == 0 else ""
            cells.append((first, *pair_cells(pair, unit=False), *_seat_cells(pair, match)))
        ends.append(len(cells) - 1)
    section = Section(columns, tuple(cells), rule_after=tuple(ends[:-1]))
    title = _("按%(unit)s") % {"unit": stage.event.unit_term}
    return _board(stage, number, at, title, section, [])


def _seats(rows: list[TableRow]) -> list[tuple[Pair, Match]]:
    found = []
    for row in rows:
        match = row.match
        found += [(pair, match) for pair in (match.ns, match.ew) if pair is not None]
    return found


def _seat_columns(stage: Stage) -> tuple[Column, ...]:
    return (
        Column(_("桌"), Kind.INT, weight=0, text=_("{} 桌")),
        Column(_("方位"), weight=0),
        Column(_("对手"), Kind.NAME, weight=1.6, text=_("对 {}")),
    )


def _seat_cells(pair: Pair, match: Match) -> tuple[Cell, ...]:
    opponent = match.ew if match.ns_id == pair.pk else match.ns
    against = (
        _("%(number)s 号 %(names)s") % {"number": opponent.number, "names": names_of(opponent)}
        if (opponent and match.ew_id)
        else ""
    )
    return match.table, seat_name(match, pair), against


def _board(
    stage: Stage,
    number: int,
    at: datetime,
    order: str,
    section: Section,
    rows: list[TableRow],
    *,
    landscape: bool = False,
) -> Paper:
    empty = _("%(stage)s第 %(round)s 轮还没有编排。") % {"stage": stage.name, "round": number}
    section = Section(section.columns, section.rows, rule_after=section.rule_after, empty=empty)
    notes = [_without_opponent(row.match) for row in rows if row.match.kind != MatchKind.PLAY]
    if not is_public(stage, "pairings", number):
        notes.append(_("未公布"))
    return paper(
        stage.event,
        _("%(stage)s第 %(round)s 轮对阵") % {"stage": stage.name, "round": number},
        at,
        subtitle=order,
        sections=(section,),
        notes=tuple(notes),
        size=Size.NOTICE_BOARD,
        landscape=landscape,
    )


def _without_opponent(match: Match) -> str:
    return _("%(number)s 号 %(names)s：%(what)s") % {
        "number": match.ns.number,
        "names": names_of(match.ns),
        "what": seat_name(match, match.ns),
    }


def results(stage: Stage, number: int, at: datetime) -> Paper:
    """The round's results by table: levels, level difference, points. 南北 always stands first."""
    rows = table_rows(stage, number)
    columns = (
        Column(_("桌"), Kind.INT, weight=0, text=_("{} 桌")),
        Column(_("组"), weight=0, text=""),
        *pair_columns(stage.event, side="ns", unit=False),
        Column(_("级数"), weight=0, align="right", side="ns", group=_("南北")),
        *pair_columns(stage.event, side="ew", unit=False),
        Column(_("级数"), weight=0, align="right", side="ew", group=_("东西")),
        Column(_("级差"), Kind.DIFF, weight=0, text=_("级差 {}")),
        Column(_("积分"), weight=0, align="right", text=_("积分 {}")),
    )
    cells = tuple(_result_cells(row) for row in rows if row.match.kind == MatchKind.PLAY)
    missing = sum(row.is_missing for row in rows)
    notes = [_without_opponent(row.match) for row in rows if row.match.kind != MatchKind.PLAY]
    if missing:
        notes.append(_("还有 %(count)s 桌没有成绩。") % {"count": missing})
    empty = _("%(stage)s第 %(round)s 轮还没有编排。") % {"stage": stage.name, "round": number}
    return paper(
        stage.event,
        _("%(stage)s第 %(round)s 轮成绩") % {"stage": stage.name, "round": number},
        at,
        sections=(Section(columns, cells, empty=empty),),
        notes=tuple(notes),
        signatures=signatures(),
        landscape=True,
    )


def _result_cells(row: TableRow) -> tuple[Cell, ...]:
    match = row.match
    ns_level, ew_level = levels_of(row)
    return (
        match.table,
        match.round.group.name,
        *pair_cells(match.ns, unit=False),
        ns_level,
        *pair_cells(match.ew, unit=False),
        ew_level,
        row.outcome.level_diff if row.outcome and row.outcome.ns_level is not None else None,
        points_text(row),
    )


def levels_of(row: TableRow) -> tuple[str, str]:
    """Both sides' levels as people read them (过A, 弃权), empty while nothing is entered."""
    outcome, result = row.outcome, row.result
    if outcome is None or result is None:
        return "", ""
    if outcome.ns_level is None or outcome.ew_level is None:
        gave_up = [result.side in (side, "") for side in ("ns", "ew")]
        return _("弃权") if gave_up[0] else "", _("弃权") if gave_up[1] else ""
    return (
        level_text(outcome.ns_level, outcome.passed_a is Side.NS),
        level_text(outcome.ew_level, outcome.passed_a is Side.EW),
    )


def points_text(row: TableRow) -> str:
    """`108 : 7`, empty while nothing is entered."""
    if row.ns_points is None or row.ew_points is None:
        return ""

    return f"{plain(row.ns_points)} : {plain(row.ew_points)}"


def blank_sheets(stage: Stage, number: int) -> list[BlankSheet]:
    """One blank scoresheet a table of the round, with names, in table order."""
    rules = sheet_rules(stage.scoring_rules)
    tables = [row.match for row in table_rows(stage, number) if row.match.kind == MatchKind.PLAY]
    return [
        BlankSheet(
            event_name=stage.event.name,
            rules=rules,
            stage=stage.name,
            group=group_name(match.round.group.name),
            round=number,
            table=match.table,
            ns=seat_of(match.ns),
            ew=seat_of(match.ew),
        )
        for match in tables
    ]


def nameless_sheets(stage: Stage, count: int = 2) -> list[BlankSheet]:
    """Scoresheets with nothing filled in but the event and its rules."""
    rules = sheet_rules(stage.scoring_rules)
    return [BlankSheet(event_name=stage.event.name, rules=rules, stage=stage.name)] * count


def seat_of(pair: Pair | None) -> Seat | None:
    """A pair as it stands on a scoresheet."""
    if pair is None:
        return None
    return Seat(pair.number, tuple(player.name for player in pair.partners), unit_of(pair))


def sheet_rules(rules: Rules) -> SheetRules:
    """What the tick boxes of a scoresheet depend on."""
    play = rules.play
    equal: dict[LevelTie, EqualLevels] = {
        LevelTie.IN_PLAY_SIDE: "in_play",
        LevelTie.NEXT_LEADER: "winner",
        LevelTie.FIRST_TO_LEVEL: "winner",
        LevelTie.EXTRA_DEAL: "winner",
        LevelTie.LOTS: "winner",
    }
    return SheetRules(
        pass_condition=play.pass_condition.value,
        minutes=play.minutes,
        deals=play.deals,
        equal_levels=equal.get(play.level_tie, ""),
        third_failure=play.ace_failure is AceFailure.MATCH_LOST,
        finish=level_name(play.finish_level),
    )
