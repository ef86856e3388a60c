"""Codes to scan: the event's public page for the wall, one for each table and each pair.

`want.site` is where others in the hall reach the site. A table's code opens what `table_address` says: the
event's public page, unless another address is given for it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.exports.cards.codes import CodeCard, CodePoster
from tournament.exports.cards.sheet import CardSet, Layout
from tournament.lists.cards.parts import card_set, table_words
from tournament.lists.cards.tables import no_tables
from tournament.lists.papers.entries import NOT_COMING
from tournament.lists.papers.parts import names_of, unit_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.queries.hall import areas_of
from tournament.queries.pair_lists import pairs_of
from tournament.queries.tables import tables_of

TableAddress = Callable[[Event, int], str]


def event_code(want: Wanted) -> CardSet:
    """One large code for the wall: the event's public page."""
    poster = CodePoster(
        want.event.name,
        _("扫码看对阵、成绩和名次"),
        want.site + want.event.get_absolute_url(),
    )
    return card_set(want, _("赛事二维码"), Layout(), [poster])


def public_page(event: Event, _table: int) -> str:
    """Where a table's code leads: the event's public page, whichever table it lies on."""
    return event.get_absolute_url()


def table_codes(want: Wanted, address_of: TableAddress = public_page) -> CardSet:
    """A code for every table, eight to a sheet; `address_of` gives the path that it opens."""
    rooms = areas_of(want.event)
    cards = [
        CodeCard(
            event_name=want.event.name,
            head=table_words(table),
            words=_("扫码看对阵和成绩"),
            address=want.site + address_of(want.event, table),
            below=area_of(rooms, table),
        )
        for table in tables_of(want.event)
    ]
    return card_set(want, _("桌上查询码"), Layout(2, 4), cards, empty=no_tables())


def pair_codes(want: Wanted) -> CardSet:
    """A code for every pair's own public page, eight to a sheet."""
    return _of_pairs(want, _("各队二维码"), "pair")


def check_in_codes(want: Wanted) -> CardSet:
    """A code for every pair that staff scan at the door to check it in; players come to their own page."""
    return _of_pairs(want, _("签到码"), "pair-here")


def _of_pairs(want: Wanted, title: str, page: str) -> CardSet:
    pairs = [pair for pair in pairs_of(want.event).order_by("number") if pair.status not in NOT_COMING]
    cards = [
        CodeCard(
            event_name=want.event.name,
            head=_("%(number)s 号") % {"number": pair.number},
            words=names_of(pair),
            address=want.site + reverse(page, args=[want.event.slug, pair.number]),
            below=unit_of(pair),
        )
        for pair in pairs
    ]
    return card_set(want, title, Layout(2, 4), cards, empty=_("还没有人报名。"))
