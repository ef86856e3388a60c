"""Answers to the questions of a new event, as a browser would send them."""

from __future__ import annotations

from typing import Any

from tournament.forms.new_event import EventForm, PlanForm
from tournament.forms.rules import RulesForm
from tournament.queries.rule_basis import RuleBasis

PLAN = {
    "plan": "rotation_final",
    "group_by": "size",
    "group_number": "4",
    "rounds": "3",
    "top_per_group": "1",
    "final_rounds": "3",
}
ANSWERS = {
    "pass_condition": "partner_not_last",
    "must_play_a": "true",
    "ace_failure": "carry_on",
    "demotion_at_ace": "levels",
    "time_mode": "minutes",
    "minutes": "50",
    "deal_in_progress": "finish",
    "level_tie": "in_play_side",
    "passed_a_value": "one_level",
    "scheme": "table-26",
    "leader_at_time": "levels_only",
    "walkovers_bye": "17",
    "walkovers_opponent": "17",
    "walkovers_forfeiter": "0",
    "walkovers_double": "0",
    "walkovers_missed": "0",
    "awarded_loss": "as_forfeit",
    "tiebreaks": ["head_to_head", "wins", "lots"],
    "head_to_head": "two",
    "withdrawal": "forfeit_rest",
    "substitution": "never",
}


def shown_values(form: Any) -> dict[str, Any]:
    """What the inputs of an untouched form would send; empty ones send "", unchosen radios nothing."""
    sent: dict[str, Any] = {}
    for name in form.fields:
        value = form[name].value()
        if value is not None and value != []:
            sent[name] = value
    return sent


def untouched(basis: RuleBasis) -> dict[str, Any]:
    """Everything that the page sends while nobody has answered anything."""
    rules = RulesForm(resolved=basis.resolved, asked=basis.asked)
    return {**shown_values(EventForm()), **shown_values(PlanForm()), **shown_values(rules)}


def answered(basis: RuleBasis, **typed: Any) -> dict[str, Any]:
    """The whole page filled in: a name, a plan, and an answer to every open question."""
    names = {key.replace(".", "_") for key in basis.asked} | (
        {"time_mode"} if "minutes" in basis.asked else set()
    )
    asked = {name: value for name, value in ANSWERS.items() if name in names}
    return {**untouched(basis), "name": "中秋掼蛋赛", **PLAN, **asked, **typed}
