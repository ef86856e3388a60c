"""Where: the area of a table."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.models import Event
from tournament.queries.hall import areas_of
from tournament.wording import screens

register = template.Library()


@register.filter
def area(event: Event, table: int | None) -> str:
    """The area in which a table of the event stands; "" where the event has none."""
    return area_of(areas_of(event), table)


@register.filter
def seat_place(event: Event, table: int | None) -> str:
    """三楼会议室 · 5 桌; 5 桌 where the event has no areas."""
    room = area_of(areas_of(event), table)
    told = _("%(table)s 桌") % {"table": table}
    return _("%(area)s · %(table)s") % {"area": room, "table": told} if room else told


@register.filter
def announcement_name(number: int) -> str:
    """现场公告第 3 号."""
    return screens.announcement_name(number)
