"""What pairs have entered at their tables and not yet agreed on."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Claim, ClaimState, Event, Match, Round

OPEN = (ClaimState.WAITING, ClaimState.DISPUTED)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """One open claim with its match; `stage`, `round` and people are read."""

    claim: Claim
    match: Match

    @property
    def is_disputed(self) -> bool:
        """Whether a referee has to settle it."""
        return self.claim.state == ClaimState.DISPUTED


def open_claim(match: Match) -> Claim | None:
    """What one of the pairs at this match has entered, while it waits for an answer or for a referee."""
    return match.claims.filter(state__in=OPEN).first()


def claims_of_rounds(rounds: list[Round] | tuple[Round, ...]) -> list[OpenClaim]:
    """The open claims of these rounds by table, disputes first; three queries, whatever their number."""
    return _listed(Claim.objects.filter(match__round__in=rounds))


def disputes_of(event: Event) -> list[OpenClaim]:
    """Every open dispute of an event, by stage, round and table; three queries."""
    found = Claim.objects.filter(match__round__group__stage__event=event, state=ClaimState.DISPUTED)
    return _listed(found)


def _listed(claims: QuerySet[Claim]) -> list[OpenClaim]:
    read = claims.filter(state__in=OPEN).select_related(
        "match__round__group__stage", "match__ns__unit", "match__ew__unit"
    )
    read = read.prefetch_related("match__ns__players", "match__ew__players")
    read = read.order_by("match__round__group__stage__ordinal", "match__round__number", "match__table")
    found = [OpenClaim(claim, claim.match) for claim in read]
    return sorted(found, key=lambda one: not one.is_disputed)
