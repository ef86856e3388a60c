"""One table's slip, confirmed or taken back on the table's own page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from tournament.actions.check_results import check_results, uncheck_result
from tournament.forms.base import WritingForm
from tournament.forms.scoresheet import ReasonForm
from tournament.models import Checking, Match
from tournament.queries.checking import is_by_deals
from tournament.queries.results import current_result
from tournament.views.round_places import check_url


def check_parts(match: Match) -> dict[str, Any]:
    """Where slips are checked, and whether this one may be confirmed here: a second typing is blind, so it
    has no place beside what stands."""
    stage = match.round.group.stage
    here = stage.event.checking == Checking.READ_BACK or is_by_deals(stage)
    return {"check_here": here, "check_url": check_url(match)}


def _check(match: Match, form: ReasonForm, **who: Any) -> Any:
    version = form.claims["based_on"] or 0
    check_results(stage=match.round.group.stage, seen=[(match, version)], submission=form.key, **who)
    return current_result(match)


def _uncheck(match: Match, form: ReasonForm, **who: Any) -> Any:
    return uncheck_result(match=match, **form.claims, **who)


# Nothing of the result changes: allowed after closing too, to whoever enters results.
OF_CHECKING: dict[str, tuple[type[WritingForm], Callable[..., Any]]] = {
    "check": (ReasonForm, _check),
    "uncheck": (ReasonForm, _uncheck),
}


def check_words(step: str, match: Match) -> str:
    """What was done."""
    sentence = _("第 %(table)s 桌复核无误。") if step == "check" else _("已撤回第 %(table)s 桌的复核。")
    return sentence % {"table": match.table}
