"""What pairs have entered at their tables and not yet agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.records import from_json
from scoring.scoresheet import Scoresheet
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


def sheet_of(record: Mapping[str, Any]) -> Scoresheet:
    """A claim's figures as a sheet again."""
    found = from_json(record)
    assert isinstance(found, Scoresheet)  # actions.claims keeps nothing else
    return found


def sheet_said_by(claim: Claim, side: str) -> Scoresheet | None:
    """What the pair on `side` says; None where it has said no figures."""
    return sheets_said(claim).get(side)


def sheets_said(claim: Claim) -> dict[str, Scoresheet]:
    """What the sides of a table say, 南北 first; a side that has said no figures is left out."""
    other = "ew" if claim.side == "ns" else "ns"
    said = {claim.side: claim.record, other: claim.other_record}
    return {side: sheet_of(record) for side in ("ns", "ew") if (record := said[side]) is not None}
