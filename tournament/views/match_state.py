"""How far a table has come before anything is entered: what its pairs say, or the deals so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.errors import ScoringError
from scoring.scoresheet import judge
from tournament.forms.scoresheet import EntryForm
from tournament.models import Claim, ClaimState, Match, Result, TableEntry
from tournament.queries.claims import open_claim
from tournament.queries.results import standing_result
from tournament.queries.running import running_match
from tournament.views.table_claims import figures
from tournament.wording.running import levels_words, sender_words


def state_parts(match: Match, standing: Result | None) -> dict[str, Any]:
    """What the page of one table says while nothing is entered; read where tables may enter at all."""
    is_paper = match.round.group.stage.event.table_entry == TableEntry.READ_ONLY
    if is_paper or standing is not None:
        return {"claim": None}
    if (claim := open_claim(match)) is not None:
        return _claimed(claim, match)
    return {"claim": None, "deals_now": _deals_now(match)}


def deals_beside(form: EntryForm, match: Match) -> dict[str, Any] | None:
    """What the deals at the table come to where the typed levels are others, for the scorer to choose; None
    where there are none, or he has chosen. Deals that agree become part of the sheet."""
    is_paper = match.round.group.stage.event.table_entry == TableEntry.READ_ONLY
    if is_paper or form.sheet is None or form.cleaned_data["overwrite"] is not None:
        return None
    if match.version and standing_result(match) is not None:
        return None  # the two results are what is asked about
    found = running_match(getattr(match, "running", None), form.rules)
    if not found.state.deal_count:  # a ruling before the first deal is no record of the match
        return None
    whole = replace(form.sheet, deals=found.items)
    try:
        judge(whole, form.rules, knockout=form.knockout)
    except ScoringError:
        return _deals_now(match)
    form.sheet = whole
    return None


def _claimed(claim: Claim, match: Match) -> dict[str, Any]:
    disputed = claim.state == ClaimState.DISPUTED
    return {"claim": claim, "disputed": disputed, "figures": figures(claim, match)}


def _deals_now(match: Match) -> dict[str, Any] | None:
    """The deals so far: the one that is being played, the levels, who sent the last one and when."""
    found = running_match(getattr(match, "running", None), match.round.group.stage.scoring_rules)
    if not found.items:
        return None
    return {
        "deal": found.next_deal,
        "levels": levels_words(found.state),
        "name": sender_words(found.name),
        "at": found.at,
    }
