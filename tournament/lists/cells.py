"""Cells that several lists draw alike."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Pair


def pair_cell(pair: Pair, side: str = "", *, unit: bool = False) -> SafeString:
    """A participant as `components/pair.html` draws it, without a template a cell: 3 号 周子衿 吴晓岚."""
    number = _("%(number)s 号") % {"number": pair.number}
    names = format_html_join(" ", '<span class="name">{}</span>', ((one.name,) for one in pair.partners))
    told = format_html(' <span class="unit">{}</span>', pair.unit.name) if unit and pair.unit else ""
    return format_html(
        '<span class="pair {}"><span class="number">{}</span> {}{}</span>', side, number, names, told
    )


def pair_text(pair: Pair) -> str:
    """The same as plain text, for exports."""
    return f"{_('%(number)s 号') % {'number': pair.number}} {pair.names}"


def chip(text: str, kind: str = "quiet") -> SafeString:
    """A state in words with its colour."""
    return format_html('<span class="chip {}">{}</span>', kind, text)
