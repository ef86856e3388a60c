"""Every pair's own card: its way through all rounds, and the card on which its results are written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from pairing.areas import Area, area_of
from scoring.rules import Side
from tournament.exports.cards.sheet import CardSet
from tournament.exports.cards.ways import WayCard, layout_for, layout_to_write
from tournament.exports.paper import Cell, Column, Kind
from tournament.lists.cards.parts import card_set, draft_note, owner_of, seat_word, table_words
from tournament.lists.papers.parts import names_of, rows_of, scope
from tournament.lists.papers.results import levels_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Match, Pair, StageEntry
from tournament.queries.hall import areas_of
from tournament.queries.papers import entries_by_group
from tournament.queries.rounds import TableRow, round_numbers
from tournament.queries.rounds_to_come import rounds_to_pair

SIDE_AT = 2  # the column of 方位


def movement_cards(want: Wanted) -> CardSet:
    """移位卡: where each pair sits in every round, against whom, and where it goes after it."""
    rows, rooms = _rows_by_pair(want), areas_of(want.event)
    cards = [
        _movement_card(want, entry, rows[entry.pair_id], rooms)
        for entry in _entries(want)
        if rows[entry.pair_id]
    ]
    most = max((len(card.rows) for card in cards), default=1)
    return card_set(
        want,
        _("%(scope)s移位卡") % {"scope": scope(want)},
        layout_for(most),
        cards,
        note=draft_note(row for own in rows.values() for row in own),
        empty=_("%(stage)s还没有编排对阵。") % {"stage": want.the_stage.name},
    )


def _entries(want: Wanted) -> list[StageEntry]:
    """Everybody with a place, by number."""
    found = [entry for _group, entries in entries_by_group(want.the_stage, want.group) for entry in entries]
    return sorted(found, key=lambda entry: entry.pair.number)


def _rows_by_pair(want: Wanted) -> dict[int, list[TableRow]]:
    """Every pair's matches in the order of rounds."""
    found: dict[int, list[TableRow]] = defaultdict(list)
    for row in rows_of(want):
        for pair in (row.match.ns, row.match.ew):
            if pair is not None:
                found[pair.pk].append(row)
    return found


def _movement_card(want: Wanted, entry: StageEntry, rows: list[TableRow], rooms: tuple[Area, ...]) -> WayCard:
    pair, matches = entry.pair, [row.match for row in rows]
    onward = [_onward(pair, before, after) for before, after in pairwise(matches)]
    columns = (
        Column(_("轮"), Kind.INT, weight=0, align="center"),
        Column(_("桌"), weight=0, align="center"),
        Column(_("方位"), weight=0, align="center"),
        Column(_("对手"), Kind.NAME, weight=1),
        Column(_("打完之后"), weight=0.6),
    )
    cells = tuple(
        (match.round.number, _table(match, rooms), seat_word(match, pair), _opponent(match, pair), then)
        for match, then in zip(matches, [*onward, ""], strict=True)
    )
    return WayCard(
        want.event.name,
        _("移位卡"),
        owner_of(want, entry),
        columns,
        cells,
        tuple(_side(match, pair) for match in matches),
        SIDE_AT,
    )


def _side(match: Match, pair: Pair) -> str:
    return "" if match.ew_id is None else match.side_of(pair)


def _table(match: Match, rooms: Sequence[Area]) -> str:
    """The table's number, with the room where the hall has rooms."""
    if match.table is None:
        return ""
    return " ".join(filter(None, (str(match.table), area_of(rooms, match.table))))


def _opponent(match: Match, pair: Pair) -> str:
    other = match.ew if match.ns_id == pair.pk else match.ns
    if match.ew_id is None or other is None:
        return ""
    return _("%(number)s 号 %(names)s") % {"number": other.number, "names": names_of(other)}


def _onward(pair: Pair, before: Match, after: Match) -> str:
    """Where a pair goes after a match: nowhere, to the other side, to another table, or it sits out."""
    if after.table is None:
        return seat_word(after, pair)
    if before.table != after.table:
        return _("去%(table)s%(side)s") % {"table": table_words(after.table), "side": seat_word(after, pair)}
    if before.side_of(pair) == after.side_of(pair):
        return _("不动")
    return _("本桌换到%(side)s") % {"side": seat_word(after, pair)}


def pair_cards(want: Wanted) -> CardSet:
    """对局卡: a line a round with table, side, opponent, levels, points and room for a signature.

    Rounds that are known are filled in, results that are entered too; the others are lines to write on.
    """
    rows, rooms, numbers = _rows_by_pair(want), areas_of(want.event), _rounds(want)
    cards = [_pair_card(want, entry, rows[entry.pair_id], numbers, rooms) for entry in _entries(want)]
    return card_set(
        want,
        _("%(scope)s对局卡") % {"scope": scope(want)},
        layout_to_write(len(numbers)),
        cards,
        note=draft_note(row for own in rows.values() for row in own),
        empty=_("%(stage)s还没有抽签分组。") % {"stage": want.the_stage.name},
    )


def _rounds(want: Wanted) -> list[int]:
    """The rounds that there are, and those that are still to be paired."""
    stage, made = want.the_stage, round_numbers(want.the_stage)
    sizes = [len(entries) for _group, entries in entries_by_group(stage, want.group)]
    planned = rounds_to_pair(stage, max(sizes, default=0), len(made))
    return list(range(1, max([*made, planned or 0, 1]) + 1))


def _pair_card(
    want: Wanted, entry: StageEntry, rows: list[TableRow], numbers: list[int], rooms: Sequence[Area]
) -> WayCard:
    pair, own = entry.pair, {row.match.round.number: row for row in rows}
    columns = (
        Column(_("轮"), Kind.INT, weight=0, align="center"),
        Column(_("桌"), weight=0, align="center"),
        Column(_("方位"), weight=0, align="center"),
        Column(_("对手"), Kind.BLANK, weight=2.4),
        Column(_("级数"), Kind.BLANK, weight=0.8),
        Column(_("积分"), Kind.BLANK, weight=0.6),
        Column(_("对手签名"), Kind.BLANK, weight=1.4),
    )
    cells = tuple((number, *_line(own.get(number), pair, rooms)) for number in numbers)
    sides = tuple(_side(own[number].match, pair) if number in own else "" for number in numbers)
    return WayCard(
        want.event.name,
        _("对局卡"),
        owner_of(want, entry),
        columns,
        cells,
        sides,
        SIDE_AT,
        note=_("级数、积分由本队填写，对手签名认可；成绩以计分表为准。"),
    )


def _line(row: TableRow | None, pair: Pair, rooms: Sequence[Area]) -> tuple[Cell, ...]:
    if row is None:
        return (None,) * 6
    match = row.match
    levels, points = _result(row, Side(match.side_of(pair)))
    return (_table(match, rooms), seat_word(match, pair), _opponent(match, pair), levels, points, None)


def _result(row: TableRow, side: Side) -> tuple[str, Cell]:
    """The pair's own level first, and its points; empty while nothing is entered."""
    if row.outcome is None:
        return "", None
    levels = levels_of(row) if side is Side.NS else levels_of(row)[::-1]
    return " : ".join(filter(None, levels)), row.ns_points if side is Side.NS else row.ew_points
