"""Papers of who sits where: a round by table, by number and by unit, and all rounds by table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Paper, Section, Size
from tournament.lists.papers.parts import (
    Places,
    group_cell,
    group_column,
    names_of,
    opponent_cells,
    opponent_columns,
    pair_cells,
    pair_columns,
    paper,
    pinyin_note,
    rows_of,
    scope,
    seat_name,
    unit_of,
)
from tournament.lists.papers.wanted import Wanted
from tournament.models import Match, MatchKind, Pair, RoundState, Stage
from tournament.names.pinyin import title_key
from tournament.queries.rounds import TableRow, round_numbers
from tournament.wording.knockout import round_name

MOST_SINGLE = 40  # pairs: a longer list by number stands in two columns, without units and opponents


def all_rounds(want: Wanted) -> Paper:
    """Every round's tables in order, each round on pages of its own; byes below their round.

    In large type for the wall while a round fits two sheets; a larger event hangs each round's own boards,
    and has all rounds as a list for the desk: 200 pairs' seven rounds on 28 pages and not on 77.
    """
    rows, stage = rows_of(want), want.the_stage
    places = Places(stage.event, rows)
    columns = round_columns(stage, places)
    numbers = sorted({row.match.round.number for row in rows}) if want.public_only else round_numbers(stage)
    sections = tuple(
        _round_section(
            stage, places, columns, number, [row for row in rows if row.match.round.number == number]
        )
        for number in numbers
    )
    empty = Section(columns, empty=_("%(stage)s还没有编排对阵。") % {"stage": stage.name})
    longest = max((len(section.rows) for section in sections), default=0)
    return paper(
        want,
        _("%(scope)s各轮对阵") % {"scope": scope(want)},
        subtitle=_("按桌号"),
        sections=sections or (empty,),
        notes=_draft_note(rows),
        size=Size.NORMAL if longest * 2 > MOST_SINGLE else Size.NOTICE_BOARD,
        landscape=True,
        break_between=True,
        section_title=_("轮次"),
    )


def remaining(want: Wanted, rows: list[TableRow]) -> Paper:
    """Those of `rows` (tables without a result) round by round: what there is to play."""
    places = Places(want.event, rows)
    columns = round_columns(want.the_stage, places)
    numbers = sorted({row.match.round.number for row in rows})
    sections = tuple(
        replace(
            _round_section(
                want.the_stage,
                places,
                columns,
                number,
                [row for row in rows if row.match.round.number == number],
            ),
            note="",
        )
        for number in numbers
    )
    empty = Section(columns, empty=_("%(stage)s没有还要打的对阵。") % {"stage": want.the_stage.name})
    return paper(
        want,
        _("%(scope)s还没有打的对阵") % {"scope": scope(want)},
        sections=sections or (empty,),
        notes=_draft_note(rows),
        landscape=True,
        section_title=_("轮次"),
    )


def _round_section(
    stage: Stage, places: Places, columns: tuple[Column, ...], number: int, rows: list[TableRow]
) -> Section:
    return Section(
        columns,
        tuple(_table_cells(places, stage, row.match) for row in rows if row.match.kind == MatchKind.PLAY),
        heading=round_name(number, stage),
        note="".join(byes_note(rows)),
        empty=_("这一轮没有比赛。"),
    )


def round_columns(stage: Stage, places: Places) -> tuple[Column, ...]:
    """Table and group, then 南北 left of 东西."""
    return (
        *places.columns,
        *group_column(stage),
        *pair_columns(stage.event, side="ns"),
        *pair_columns(stage.event, side="ew"),
    )


def pairings_by_table(want: Wanted) -> Paper:
    """The round's tables in order, 南北 left of 东西, byes below."""
    rows = rows_of(want)
    places = Places(want.event, rows)
    stage = want.the_stage
    tables = tuple(_table_cells(places, stage, row.match) for row in rows if row.match.kind == MatchKind.PLAY)
    section = Section(round_columns(want.the_stage, places), tables)
    made = _board(want, rows, _("按桌号"), section, landscape=True)
    return replace(made, notes=(*byes_note(rows), *made.notes))


def _table_cells(places: Places, stage: Stage, match: Match) -> tuple[Cell, ...]:
    return (*places.cells(match), *group_cell(stage, match), *pair_cells(match.ns), *pair_cells(match.ew))


def pairings_by_number(want: Wanted) -> Paper:
    """Every pair's table, seat and opponent, by the pair's number."""
    rows = rows_of(want)
    places = Places(want.event, rows)
    seats = sorted(_seats(rows), key=lambda seat: seat[0].number)
    named = [replace(one, roomy=one.title == want.event.unit_term) for one in pair_columns(want.event)]
    against = [replace(one, roomy=True) for one in opponent_columns(want.event)]
    columns = (*named, *_seat_columns(places), *against)
    cells = tuple(
        (*pair_cells(pair), *_seat_cells(places, pair, match), *opponent_cells(match, pair))
        for pair, match in seats
    )
    section = Section(columns, cells, beside=2 if len(cells) > MOST_SINGLE else 1)
    return _board(want, rows, _("按序号"), section, landscape=places.are_named)


def pairings_by_unit(want: Wanted) -> Paper:
    """Every pair's table, seat and opponent, unit by unit in pinyin order."""
    rows, event = rows_of(want), want.event
    places = Places(event, rows)
    by_unit: dict[str, list[tuple[Pair, Match]]] = defaultdict(list)
    for pair, match in _seats(rows):
        by_unit[unit_of(pair)].append((pair, match))
    columns = (
        Column(event.unit_term, weight=1, once=True),
        *pair_columns(event, unit=False),
        *_seat_columns(places),
        *opponent_columns(event),
    )
    cells: list[tuple[Cell, ...]] = []
    ends: list[int] = []
    for unit in sorted(by_unit, key=lambda name: (not name, title_key(name))):
        for pair, match in sorted(by_unit[unit], key=lambda seat: seat[0].number):
            seat = _seat_cells(places, pair, match)
            cells.append((unit, *pair_cells(pair, unit=False), *seat, *opponent_cells(match, pair)))
        ends.append(len(cells) - 1)
    section = Section(columns, tuple(cells), rule_after=tuple(ends[:-1]))
    order = _("按%(unit)s") % {"unit": event.unit_term}
    board = _board(want, rows, order, section, landscape=places.are_named)
    return replace(board, notes=(*board.notes, pinyin_note(event)))


def _seats(rows: list[TableRow]) -> list[tuple[Pair, Match]]:
    found = []
    for row in rows:
        match = row.match
        found += [(pair, match) for pair in (match.ns, match.ew) if pair is not None]
    return found


def _seat_columns(places: Places) -> tuple[Column, ...]:
    return (*places.columns, Column(_("方位"), weight=0))


def _seat_cells(places: Places, pair: Pair, match: Match) -> tuple[Cell, ...]:
    return (*places.cells(match), seat_name(match, pair))


def _board(
    want: Wanted, rows: list[TableRow], order: str, section: Section, *, landscape: bool = False
) -> Paper:
    stage = want.the_stage
    names = {"stage": stage.name, "scope": scope(want), "round": round_name(want.the_round, stage)}
    empty = _("%(stage)s%(round)s还没有编排。") % names
    return paper(
        want,
        _("%(scope)s%(round)s对阵") % names,
        subtitle=order,
        sections=(replace(section, empty=empty),),
        notes=_draft_note(rows),
        size=Size.NOTICE_BOARD,
        landscape=landscape,
    )


def _draft_note(rows: list[TableRow]) -> tuple[str, ...]:
    """Says on the paper that what stands on it is not public yet."""
    return (_("未公布"),) if any(row.match.round.state == RoundState.DRAFT for row in rows) else ()


def byes_note(rows: list[TableRow]) -> tuple[str, ...]:
    """All who have nobody to play against in one line; none where everybody plays."""
    byes = [without_opponent(row.match) for row in rows if row.match.kind != MatchKind.PLAY]
    return ("　".join(byes),) if byes else ()


def without_opponent(match: Match) -> str:
    """Who has nobody to play against, and why: 9 号 赵一鸣 钱小满：轮空."""
    return _("%(number)s 号 %(names)s：%(what)s") % {
        "number": match.ns.number,
        "names": names_of(match.ns),
        "what": seat_name(match, match.ns),
    }
