"""Cards for the tables: numbers that stand on them, and who sits at which side."""

from __future__ import annotations

from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.exports.cards.sheet import CardSet, Layout
from tournament.exports.cards.tables import SeatCard, TableCard
from tournament.lists.cards.parts import card_set, draft_note, table_words, where
from tournament.lists.papers.parts import rows_of, scope, seat_name, unit_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Match, MatchKind, Pair
from tournament.queries.hall import areas_of
from tournament.queries.tables import tables_of
from tournament.wording.knockout import round_name

EIGHT = Layout(columns=2, rows=4)


def table_cards(want: Wanted) -> CardSet:
    """桌牌: a tent for every table of the event, one to a sheet."""
    return _tents(want, _("桌牌"), Layout())


def small_table_cards(want: Wanted) -> CardSet:
    """The same, two to a sheet."""
    return _tents(want, _("桌牌（小）"), Layout(columns=2, landscape=True))


def _tents(want: Wanted, title: str, layout: Layout) -> CardSet:
    rooms = areas_of(want.event)
    cards = [
        TableCard(want.event.name, table, table_words(table), area_of(rooms, table))
        for table in tables_of(want.event)
    ]
    return card_set(want, title, layout, cards, empty=no_tables())


def no_tables() -> str:
    """What brings tables."""
    return _("还没有桌号：先录入报名，或在“场地”里写明各区的桌号。")


def seat_cards(want: Wanted) -> CardSet:
    """座位卡 of a round: both sides of a table beside each other, eight to a sheet."""
    rows, rooms = rows_of(want), areas_of(want.event)
    matches = [row.match for row in rows if row.match.kind == MatchKind.PLAY]
    cards = [
        _seat(want, match, pair, where(want, match, rooms))
        for match in matches
        for pair in (match.ns, match.ew)
        if pair is not None
    ]
    stage = want.the_stage
    names = {"scope": scope(want), "round": round_name(want.the_round, stage), "stage": stage.name}
    empty = _("%(stage)s%(round)s还没有编排。") % names
    title = _("%(scope)s%(round)s座位卡") % names
    return card_set(want, title, EIGHT, cards, note=draft_note(rows), empty=empty)


def _seat(want: Wanted, match: Match, pair: Pair, below: str) -> SeatCard:
    return SeatCard(
        event_name=want.event.name,
        side=match.side_of(pair),
        side_name=seat_name(match, pair),
        number=pair.number,
        players=tuple(player.name for player in pair.partners),
        unit=unit_of(pair),
        place=f"{round_name(match.round.number, want.the_stage)} {table_words(match.table)}",
        below=below,
    )
