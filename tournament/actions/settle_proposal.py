"""Confirm what the ladder or lateness proposes, or waive it: either way it is in the list, once."""

from __future__ import annotations

from typing import Any

from scoring.sanctions import NOTHING
from tournament.actions.give_penalty import match_of, store_penalty
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked
from tournament.errors import ActionRefused
from tournament.models import Event, Lateness, Match, Penalty
from tournament.queries.penalties import penalties_of
from tournament.queries.proposals import Proposed, proposed

WAIVED = "免予处罚"  # stored where no reason was typed; it has a translation


@action
def confirm_proposal(
    *, event: Event, key: str, by: Actor, article: str = "", referee: str = "", submission: str = ""
) -> Penalty:
    """Give the penalty that the proposal `key` names, with what it does to the match or the pair.

    Somebody else may have settled it, or cancelled a part of it, since the page was opened: then it is
    refused with `proposal_is_settled`.
    Rule: devzone-26, 十一 第3条; three-fouls, 十 第3条; library-rotation, (六)4: proposed, never by itself.
    """
    one = _proposal(event, key)
    made = _penalty(event, one, article=article, referee=referee)
    made.set_sanction(one.sanction)
    made.loses_match, made.takes_out = one.loses_match, one.takes_out
    if one.kind == "levels":
        made.after_deal = 0
    store_penalty(made, one.pair.number, by, "confirm_proposal")
    _settle(one)
    return made


@action
def waive_proposal(
    *, event: Event, key: str, by: Actor, reason: str = "", referee: str = "", submission: str = ""
) -> Penalty:
    """Let a pair off what the proposal `key` names: listed, struck out, with the reason.

    Its parts are used up: two warnings that were let off make no violation with a third.
    Refuses `proposal_is_settled`.
    """
    one = _proposal(event, key)
    made = _penalty(event, one, referee=referee)
    made.waived, made.cancelled = True, reason or WAIVED
    store_penalty(made, one.pair.number, by, "waive_proposal")
    _settle(one)
    return made


def _proposal(event: Event, key: str) -> Proposed:
    """The proposal as it stands with the event locked; its matches first, as results lock them."""
    lock_matches(Match.objects.filter(pk__in=_matches(event, key)))
    event = locked(event)
    found = next((one for one in proposed(event, penalties_of(event)) if one.key == key), None)
    if found is None:
        raise ActionRefused("proposal_is_settled")
    return found


def _matches(event: Event, key: str) -> list[int]:
    """The matches that carrying it out will touch, read before the event is locked."""
    found = next((one for one in proposed(event, penalties_of(event)) if one.key == key), None)
    if found is None:
        raise ActionRefused("proposal_is_settled")
    if found.takes_out:
        pair = found.pair
        return [*pair.matches_ns.values_list("pk", flat=True), *pair.matches_ew.values_list("pk", flat=True)]
    match = match_of(_penalty(event, found)) if found.loses_match or found.sanction != NOTHING else None
    return [match.pk] if match else []


def _penalty(event: Event, one: Proposed, **told: Any) -> Penalty:
    return Penalty(
        event=event,
        pair=one.pair,
        stage=one.stage,
        round_number=one.round_number,
        grade=one.grade,
        made_of=list(one.made_of),
        **told,
    )


def _settle(one: Proposed) -> None:
    if one.lateness is not None:
        Lateness.objects.filter(pk=one.lateness).update(levels_settled=True)
