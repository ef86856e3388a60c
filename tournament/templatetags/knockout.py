"""Participants in the lists below a bracket."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.queries.standing_sheets import Who
from tournament.wording.knockout import bracket_round

register = template.Library()


@register.filter
def match_name(places: tuple[int, int]) -> str:
    """What a match about these ranks is called: 半决赛, 三四名决赛."""
    return bracket_round(places)


@register.simple_tag
def bracket_pair(who: Who, base: str) -> SafeString:
    """Number, names and unit; a link to the participant's page where pages are below `base`."""
    names = format_html_join(" ", '<span class="name">{}</span>', ((name,) for name in who.names))
    unit = format_html(' <span class="unit">{}</span>', who.unit) if who.unit else ""
    number = _("%(number)s 号") % {"number": who.number}
    told = format_html('<span class="number">{}</span> {}{}', number, names, unit)
    if not base:
        return format_html('<span class="pair">{}</span>', told)
    return format_html('<a class="pair" href="{}{}/">{}</a>', base, who.number, told)
