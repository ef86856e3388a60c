"""What the two pairs of a table say, as its page shows it: whose figures, and who may do what about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.scoresheet import Scoresheet, judge
from scoring.walkovers import match_points
from tournament.actions.results import columns_of
from tournament.models import Claim, ClaimState, Match, Pair, Result
from tournament.queries.claims import sheet_of
from tournament.queries.table_now import TableNow
from tournament.views.table_guard import Phone
from tournament.wording.scores import outcome_words, result_words


def claim_parts(now: TableNow, phone: Phone) -> dict[str, Any]:
    """The open claim in words, and what this phone may do: accept, disagree, take back, settle."""
    claim, match = now.claim, now.match
    if claim is None or match is None:
        return {"claim": None}
    is_mine, waits = phone.seat == claim.side, claim.state == ClaimState.WAITING
    takes = now.takes and now.standing is None
    theirs = bool(phone.seat) and (not is_mine or claim.other_record is not None)
    return {
        "claim": claim,
        "claim_waits": waits,
        "claim_is_mine": is_mine,
        "claim_pair": pair_at(match, claim.side),
        "figures": figures(claim, match),
        "may_accept": takes and theirs and not phone.referee,
        "may_dispute": takes and bool(phone.seat) and not is_mine and waits and not phone.referee,
        "may_withdraw": takes and is_mine and not phone.referee,
        "may_settle": takes and bool(phone.referee),
    }


def figures(claim: Claim, match: Match) -> list[dict[str, Any]]:
    """Both sides' figures, 南北 first; `words` "" where the other only disagrees. While it has not answered,
    those of the side that entered alone."""
    other = "ew" if claim.side == "ns" else "ns"
    said: dict[str, Mapping[str, Any] | None] = {claim.side: claim.record}
    if claim.state == ClaimState.DISPUTED:
        said[other] = claim.other_record
    return [_figure(side, said[side], match) for side in ("ns", "ew") if side in said]


def _figure(side: str, record: Mapping[str, Any] | None, match: Match) -> dict[str, Any]:
    told = {"side": side, "pair": pair_at(match, side), "is_there": record is not None}
    if record is None:
        return told | {"words": "", "worth": ""}
    return told | {"words": record_words(record), "worth": sheet_worth(sheet_of(record), match)}


def sheet_worth(sheet: Scoresheet, match: Match) -> str:
    """What figures come to under the rules: 南北胜 · 级差 +5 · 积分 12 : 7."""
    stage = match.round.group.stage
    outcome = judge(sheet, stage.scoring_rules, knockout=stage.is_knockout)
    return outcome_words(outcome, match_points(outcome, stage.scoring_rules))


def pair_at(match: Match, side: str) -> Pair | None:
    """Who sits there."""
    return match.ns if side == "ns" else match.ew


def record_words(record: Mapping[str, Any]) -> str:
    """Figures of a claim in short, 南北 first: 过A : 9; 8 : 8（时间到，南北在台上）."""
    return result_words(Result(**columns_of(sheet_of(record))))
