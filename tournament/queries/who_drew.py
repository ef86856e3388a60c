"""Who drew last, and when: said to whoever pressed the same button a moment later."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.models import Event

GROUPS = ("draw_groups", "open_lots", "type_lot", "finish_lots", "set_groups")
ROUNDS = ("pair_round",)
LOTS = ("settle_tie", "settle_award")
PARTNERS = ("draw_partners", "type_partners")


class Drawer(NamedTuple):
    """Who drew, and at what time of day, in words."""

    by: str
    at: str


def who_drew(event: Event, *verbs: str, stage: str = "") -> Drawer:
    """The last person who did one of `verbs` (in `stage`). One query."""
    lines = event.journal.filter(verb__in=verbs)
    last = (lines.filter(codes__stage=stage) if stage else lines).first()
    if last is None:  # the journal of a loaded event begins with its loading
        return Drawer(by=_("别人"), at=_("刚才"))
    return Drawer(by=last.actor_name, at=localtime(last.at).strftime("%H:%M"))
