"""Public pages of awards and of the ranking of units."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.lists.awards import counted_text, winners_of
from tournament.models import Event
from tournament.queries.awards import PrizeList
from tournament.queries.public import public_event
from tournament.queries.public_awards import public_awards, public_units
from tournament.views.public import facts_of
from tournament.views.public_page import Body, answer, public_page
from tournament.wording.awards import list_name, prize_text, rounding, settled_text, unit_rule
from tournament.wording.standings import as_of


@public_page
def awards(request: HttpRequest, event: Event) -> HttpResponse:
    """Who has which award, once the final standings are published."""

    def make() -> Body | None:
        shown = public_event(event)
        found = public_awards(shown)
        if found is None:
            return None
        facts = facts_of(shown, here="awards") | {
            "lists": [_list(one) for one in found.lists],
            "given": found.given,
            "notices": found.notices,
        }
        return Body(_("获奖名单"), "tournament/public/awards.html", facts)

    return answer(request, event, make)


def _list(one: PrizeList) -> dict[str, Any]:
    return {
        "name": list_name(one),
        "prizes": [prize_text(result) for result in one.prizes],
        "winners": winners_of(one),
        "pair_count": one.pair_count,
        "rounding": rounding(one),
        "settled": [settled_text(result) for result in one.prizes if result.settled],
    }


@public_page
def units(request: HttpRequest, event: Event) -> HttpResponse:
    """The units, ranked by the newest standings that are published."""

    def make() -> Body | None:
        shown = public_event(event)
        found = public_units(shown)
        if found is None:
            return None
        sheet = found.sheet
        facts = facts_of(shown, here="units") | {
            "sheet": sheet,
            "lines": [(line, counted_text(line)) for line in sheet.lines],
            "notice": found.notice,
            "as_of": as_of(sheet.after_round),
            "rule": unit_rule(sheet.ranking, event.unit_term),
        }
        title = _("%(unit)s排名") % {"unit": event.unit_term}
        return Body(title, "tournament/public/units.html", facts)

    return answer(request, event, make)
