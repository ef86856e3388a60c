"""Where and how long: the area of a table, what is left of a round's time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils.translation import gettext as _

from pairing.areas import area_of
from tournament.models import Event, Round
from tournament.queries.hall import areas_of
from tournament.wording.hall import time_left
from tournament.wording.standings import group_name

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
def whose_clock(some: Sequence[Round], every: Sequence[Round]) -> str:
    """Who of `every` round plays by one clock: 上午 where it is a whole session, else group by group."""
    names = []
    for one in some:
        session = one.group.session
        whole = session and all(other in some for other in every if other.group.session == session)
        names.append(session if whole else group_name(one.group.name))
    return _("、").join(dict.fromkeys(names))


@register.filter
def left(ends_at: datetime, now: datetime) -> str:
    """剩余 23 分钟, or 时间到."""
    return time_left(ends_at, now)
