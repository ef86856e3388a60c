"""Cells that several lists draw alike."""

from __future__ import annotations

from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Pair
from tournament.queries.clocks import Clock
from tournament.queries.lateness import LatePair
from tournament.wording.clocks import late_text
from tournament.wording.general import side_name


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


def clock_data(clock: Clock, form: str = "minutes", key: str = "") -> SafeString:
    """The attributes by which clock.js keeps an element right: moments in milliseconds, pauses in seconds.

    `form` is `minutes` (剩余 23 分钟), `figures` (剩余 57:20) or `late` (迟到 8 分钟). Other elements name
    `key` to appear at this clock's time (`data-over`, `data-due-by`).
    """
    moments = (("starts", clock.starts_at), ("ends", clock.ends_at), ("paused", clock.paused_at))
    told = [(name, round(at.timestamp() * 1000)) for name, at in moments if at is not None]
    told += [("pauses", clock.paused_seconds)] if clock.paused_seconds else []
    named = format_html(' data-key="{}"', key) if key else ""
    return format_html('data-clock="{}"{}{}', form, named, format_html_join("", ' data-{}="{}"', told))


def late_chip(late: LatePair, now: datetime, *others: LatePair) -> SafeString:
    """A side that is awaited, counting up by itself: 南北 迟到 8 分钟; with `others` of its table, both."""
    side = _("、").join(side_name(one.side) for one in (late, *others))
    said = late_text(late, now)
    return format_html(
        '<span class="chip bad">{} <span role="timer" {}>{}</span></span>',
        side,
        clock_data(late.clock, "late"),
        said,
    )
