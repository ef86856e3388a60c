"""What pairs have entered at their tables and not yet agreed on."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import Claim, ClaimState, Match, Round

OPEN = (ClaimState.WAITING, ClaimState.DISPUTED)


def open_claim(match: Match) -> Claim | None:
    """What one of the pairs at this match has entered, while it waits for an answer or for a referee."""
    return match.claims.filter(state__in=OPEN).first()


def open_claims(rounds: Iterable[Round]) -> dict[int, Claim]:
    """Every open claim of these rounds by its match's key, in the order of tables; one query."""
    found = Claim.objects.filter(match__round__in=list(rounds), state__in=OPEN)
    ordered = found.select_related("match__round__group").order_by("match__table", "pk")
    return {claim.match_id: claim for claim in ordered}
