"""What a change of a player needs now, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from scoring.rules import Substitution
from tournament.models import Event, Match, Pair, Result, Round, RoundState
from tournament.queries.leaving import leaving


class SwapNeeds(StrEnum):
    """What the rules ask of changing a player now."""

    LEADER = "leader"
    CONSENT = "consent"
    FORFEIT = "forfeit"
    REFUSED = "refused"


class EntriesClosed(StrEnum):
    """What ended the time in which a change is free; `OPEN`: nothing yet."""

    OPEN = "open"
    CHECK_IN = "check_in"
    SHOWN = "shown"
    BEGUN = "begun"


@dataclass(frozen=True, slots=True)
class SwapRule:
    """What a change needs, by which rule of the event, and why that holds now."""

    needs: SwapNeeds
    rule: Substitution
    closed: EntriesClosed


def swap_rule(event: Event) -> SwapRule:
    """What a change of a player needs at this moment; four queries at most.

    Until check-in has closed it is free with the leader's word; where nobody keeps check-in, until the first
    tables are public (our choice). From then on the event's `substitution` holds: consent is enough only
    before the first started round or result, and a forfeit needs tables that are public.
    Rule: RULES section 4; library-rotation (`never`), devzone-26 (`as_forfeit`), school-grades
    (`before_start_with_consent`).
    """
    rule = event.scoring_rules.conduct.substitution
    rounds = Round.objects.filter(group__stage__event=event)
    is_public = rounds.exclude(state=RoundState.DRAFT).exists()
    closed = _closed(event, rounds, is_public)
    return SwapRule(_needs(rule, closed, is_public), rule, closed)


def _needs(rule: Substitution, closed: EntriesClosed, is_public: bool) -> SwapNeeds:
    if closed is EntriesClosed.OPEN:
        return SwapNeeds.LEADER
    if rule is Substitution.AS_FORFEIT:
        return SwapNeeds.FORFEIT if is_public else SwapNeeds.LEADER
    if rule is Substitution.BEFORE_START_WITH_CONSENT and closed is not EntriesClosed.BEGUN:
        return SwapNeeds.CONSENT
    return SwapNeeds.REFUSED


def _closed(event: Event, rounds: QuerySet[Round], is_public: bool) -> EntriesClosed:
    going = rounds.filter(state__in=[RoundState.PLAYING, RoundState.CLOSED])
    if going.exists() or Result.objects.filter(match__round__in=rounds).exists():
        return EntriesClosed.BEGUN
    if event.check_in_closed_at is not None:
        return EntriesClosed.CHECK_IN
    if is_public and not _keeps_check_in(event):
        return EntriesClosed.SHOWN
    return EntriesClosed.OPEN


def _keeps_check_in(event: Event) -> bool:
    return event.check_in_closes_at is not None or event.pairs.filter(checked_in_at__isnull=False).exists()


def next_open_match(pair: Pair) -> Match | None:
    """The pair's first table without a result in a stage that has begun: what a change as forfeit costs."""
    matches = [match for stage in leaving(pair) if stage.begun for match in stage.open]
    return matches[0] if matches else None
