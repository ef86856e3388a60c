"""Who drew last, and when: said to whoever pressed the same button a moment later."""

from __future__ import annotations

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.models import Event

GROUPS = ("draw_groups", "open_lots", "type_lot", "finish_lots", "set_groups")
ROUNDS = ("pair_round",)
LOTS = ("settle_tie", "settle_award")
PARTNERS = ("draw_partners", "type_partners")


def who_drew(event: Event, *verbs: str, stage: str = "") -> dict[str, str]:
    """The last person who did one of `verbs` (in `stage`), as `by` and `at` of a refusal. One query."""
    lines = event.journal.filter(verb__in=verbs)
    last = (lines.filter(codes__stage=stage) if stage else lines).first()
    if last is None:  # the journal of a loaded event begins with its loading
        return {"by": _("别人"), "at": _("刚才")}
    return {"by": last.actor_name, "at": localtime(last.at).strftime("%H:%M")}
