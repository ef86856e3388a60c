"""What several kinds of cards share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.areas import Area, area_of
from tournament.exports.cards.sheet import Card, CardSet, Layout
from tournament.exports.cards.ways import Owner
from tournament.lists.papers.parts import heading, names_of, seat_name, unit_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Match, Pair, RoundState, StageEntry
from tournament.queries.rounds import TableRow
from tournament.wording.standings import place_text


def card_set(want: Wanted, title: str, layout: Layout, cards: Iterable[Card], **facts: Any) -> CardSet:
    """Cards of the wanted event, made at the wanted time."""
    return CardSet(want.event.name, title, layout, tuple(cards), printed_at=want.at, **facts)


def owner_of(want: Wanted, entry: StageEntry) -> Owner:
    """Whose card it is, and the lot that was drawn."""
    group = entry.group
    drawn = group is not None and entry.position is not None
    place = place_text(want.the_stage, group.name, entry.position) if drawn and group else ""
    return Owner(entry.pair.number, names_of(entry.pair), unit_of(entry.pair), place)


def lot_words(position: int) -> str:
    """3 号签."""
    return _("%(position)s 号签") % {"position": position}


def table_words(table: int | None) -> str:
    """第 3 桌; nothing without a table."""
    return _("第 %(table)s 桌") % {"table": table} if table else ""


def where(want: Wanted, match: Match, rooms: Sequence[Area]) -> str:
    """The group and the room of a match."""
    words = (heading(want.the_stage, match.round.group.name), area_of(tuple(rooms), match.table))
    return " · ".join(filter(None, words))


def seat_word(match: Match, pair: Pair) -> str:
    """南北 or 东西 as short as the language has it, since a card is narrow; 轮空 without an opponent."""
    if match.ew_id is None:
        return seat_name(match, pair)
    return pgettext("short", "南北") if match.ns_id == pair.pk else pgettext("short", "东西")


def draft_note(rows: Iterable[TableRow]) -> str:
    """Says that something on the cards is not public yet; "" when all is."""
    return _("未公布") if any(row.match.round.state == RoundState.DRAFT for row in rows) else ""
