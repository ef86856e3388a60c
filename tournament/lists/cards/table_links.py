"""The sheets with the codes that lie on the tables all day: one for the hall's Wi-Fi, one for the open net.

They are no part of the catalogue of cards: who holds one may enter results, so only the director prints them.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.exports.cards.codes import CodesOfTable
from tournament.exports.cards.sheet import CardSet, Layout
from tournament.lists.cards.parts import card_set, table_words
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, TableEntry
from tournament.queries.table_links import table_codes


def table_link_codes(want: Wanted) -> CardSet:
    """Every table's codes, eight to a sheet; those that are switched off too, for they may be on again.

    They lead to the event's stored addresses; while none is stored, to where the site is reached now.
    """
    event = want.event
    sites = _sites(want)
    cards = [
        CodesOfTable(
            event_name=event.name,
            head=table_words(code.table),
            words=_words(event),
            below=code.area,
            codes=tuple((label, site + _path(code.link.token)) for label, site in sites),
        )
        for code in table_codes(event)
        if code.link is not None
    ]
    empty = _("还没有生成桌上的二维码。")
    return card_set(want, _("桌上填报二维码"), Layout(2, 4), cards, empty=empty)


def _path(token: str) -> str:
    return reverse("table-page", args=[token])


def _sites(want: Wanted) -> list[tuple[str, str]]:
    """Where the codes lead, each with what it is for; one alone needs no telling apart."""
    event = want.event
    stored = [(_("场内 Wi-Fi"), event.lan_address), (_("手机流量"), event.public_address)]
    return [one for one in stored if one[1]] or [("", want.site)]


def _words(event: Event) -> str:
    if event.table_entry == TableEntry.READ_ONLY:
        return _("扫码看本桌对阵")
    return _("扫码填本桌成绩")
