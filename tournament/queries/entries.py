"""The entry list as it stands: its stamp, and what hangs on a pair."""

from __future__ import annotations

import hashlib
from enum import StrEnum

from django.db.models import Q

from scoring.rules import Substitution
from tournament.models import Event, Match, Pair, Publication, Round, RoundState, Submission


def entries_stamp(event: Event) -> str:
    """A short digest that changes whenever a pair, a player or a unit of the event does; two queries.

    What was judged beside one state of the list is not carried out on another.
    """
    pairs = event.pairs.order_by("pk").values_list("pk", "number", "version")
    units = event.units.order_by("pk").values_list("pk", "version")
    return hashlib.sha256(repr((list(pairs), list(units))).encode()).hexdigest()[:16]


def was_answered(submission: str) -> bool:
    """Whether a write with this key has been done: pressed twice, the second press has nothing left to do.

    Views ask before a form has looked at the key, and PostgreSQL takes no text with a NUL in it.
    """
    return "\x00" not in submission and Submission.objects.filter(key=submission).exists()


def is_drawn(pair: Pair) -> bool:
    """Whether the pair has a place in a stage: then its number and its taking part stand still."""
    return pair.stage_entries.exists()


def is_shown(pair: Pair) -> bool:
    """Whether the public may see the pair's name: something of a stage that it is in is public."""
    stages = pair.stage_entries.values("stage")
    return Publication.objects.filter(stage__in=stages, is_current=True).exists()


def has_results(pair: Pair) -> bool:
    """Whether any version of a result, also a cleared one, speaks of the pair."""
    return Match.objects.filter(Q(ns=pair) | Q(ew=pair), version__gt=0).exists()


def has_rulings(pair: Pair) -> bool:
    """Whether a penalty or an appeal speaks of the pair."""
    return pair.penalties.exists() or pair.appeals.exists()


class SwapNeeds(StrEnum):
    """What the rules ask of changing a player now."""

    NOTHING = "nothing"
    CONSENT = "consent"
    FORFEIT = "forfeit"
    REFUSED = "refused"


def swap_needs(event: Event) -> SwapNeeds:
    """What a change of a player needs at this moment.

    Free until check-in has closed; where check-in is not used, until the first tables are public. From then
    on the event's rule holds: consent is enough only before the first started round or result, and a forfeit
    needs tables that are public.
    Rule: library-rotation (`never`), devzone-26 (`as_forfeit`), school-grades (`before_start_with_consent`).
    """
    rule = event.scoring_rules.conduct.substitution
    rounds = Round.objects.filter(group__stage__event=event)
    begun = (
        rounds.filter(state__in=[RoundState.PLAYING, RoundState.CLOSED]).exists()
        or Match.objects.filter(round__in=rounds, version__gt=0).exists()
    )
    public = begun or rounds.exclude(state=RoundState.DRAFT).exists()
    if not begun and not _check_in_is_closed(event, public):
        return SwapNeeds.NOTHING
    if rule is Substitution.AS_FORFEIT:
        return SwapNeeds.FORFEIT if public else SwapNeeds.NOTHING
    if rule is Substitution.BEFORE_START_WITH_CONSENT and not begun:
        return SwapNeeds.CONSENT
    return SwapNeeds.REFUSED


def _check_in_is_closed(event: Event, is_public: bool) -> bool:
    """Whether check-in has closed; an event that does not use it has closed it with its first tables."""
    if event.check_in_closed_at is not None:
        return True
    in_use = event.check_in_closes_at is not None or event.pairs.filter(checked_in_at__isnull=False).exists()
    return is_public and not in_use
