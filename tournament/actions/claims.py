"""What two pairs say at their table: one enters, the other accepts or disagrees; then it is a result."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from scoring.records import from_json, to_json
from scoring.rules import Side
from scoring.scoresheet import Scoresheet, Series, judge, series_score
from tournament.actions.enter_result import store_result
from tournament.actions.results import event_of, lock_match, place_of
from tournament.actions.signed_deals import refuse_contradiction
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Claim, ClaimState, Match, RoundState
from tournament.queries.claims import open_claim
from tournament.queries.recorded_deals import beside_deals
from tournament.queries.results import current_result, is_unfinished, series_of, standing_result
from tournament.wording.scores import result_words
from tournament.wording.tables import agreed_name


@action
def enter_claim(
    *,
    match: Match,
    sheet: Scoresheet,
    side: str,
    device: str,
    by: Actor,
    based_on: int | None = None,
    drop_deals: bool = False,
    submission: str = "",
) -> Claim:
    """Keep what the pair on `side` ("ns", "ew") says the match came to, until the other pair answers.

    `device` is the digest of the phone's mark. A side's earlier claim is taken back by its new one. Where the
    other side has said exactly this already, the two agree and it is the result; where it has said something
    else nothing is stored (`Conflict` `claim_of_other_side`, with its claim). Raises `table_result_stands`
    (words), `table_closed_meanwhile`, and what `enter_result` does for a sheet that cannot be true or says
    something else than the recorded deals; with `drop_deals` the pair leaves them out, the result too.
    """
    match = _open_match(match, based_on)
    _judge(match, sheet)
    sheet = _with_deals(match, sheet, drop_deals)
    standing, said = open_claim(match), to_json(sheet)
    if standing is not None and standing.side != side:
        if standing.record != said:
            raise Conflict("claim_of_other_side", current=standing)
        return _agree(match, standing, side, device)
    if standing is not None:
        _answer(standing, ClaimState.WITHDRAWN)
    claim = Claim.objects.create(
        match=match,
        side=side,
        record=said,
        based_on=match.version,
        device=device,
        at=timezone.now(),
    )
    _note(match, by, "enter_claim", side)
    return claim


@action
def accept_claim(
    *, match: Match, claim: int, side: str, device: str, by: Actor, submission: str = ""
) -> Claim:
    """Let the pair on `side` agree with what the other one says: that is the result.

    `claim` is the key of the claim that was on the page. Raises `claim_is_over`, `claim_needs_other_side`,
    and `claim_needs_other_phone` where the same phone entered it, or none is known.
    """
    match = _open_match(match, None)
    return _agree(match, _claim_on_page(match, claim), side, device)


@action
def dispute_claim(
    *,
    match: Match,
    claim: int,
    side: str,
    device: str,
    by: Actor,
    sheet: Scoresheet | None = None,
    note: str = "",
    drop_deals: bool = False,
    submission: str = "",
) -> Claim:
    """Let the pair on `side` disagree, with its own figures if it has any; a referee settles it.

    The same figures as the other side's are an agreement. Raises what `accept_claim` does.
    """
    match = _open_match(match, None)
    found = _claim_on_page(match, claim)
    if found.side == side or found.state != ClaimState.WAITING:
        raise ActionRefused("claim_needs_other_side" if found.side == side else "claim_is_over")
    if sheet is not None:
        _judge(match, sheet)
        sheet = _with_deals(match, sheet, drop_deals)
        if to_json(sheet) == found.record:
            return _agree(match, found, side, device)
        found.other_record = to_json(sheet)
    found.other_device, found.note = device, note.strip()
    _answer(found, ClaimState.DISPUTED)
    _note(match, by, "dispute_claim", side)
    return found


@action
def withdraw_claim(*, match: Match, claim: int, side: str, by: Actor, submission: str = "") -> Claim:
    """Take back what one's own side has entered. Raises `claim_is_over`, `claim_not_yours`."""
    match = _open_match(match, None)
    found = _claim_on_page(match, claim)
    if found.side != side:
        raise ActionRefused("claim_not_yours")
    _answer(found, ClaimState.WITHDRAWN)
    _note(match, by, "withdraw_claim", side)
    return found


def _open_match(match: Match, based_on: int | None) -> Match:
    """The match, locked, while its pairs may still say something about it."""
    fresh = lock_match(match)
    if fresh.round.state == RoundState.CLOSED:
        raise ActionRefused("claim_is_over")
    standing = standing_result(fresh)
    if standing is not None:
        raise ActionRefused("table_result_stands", words=result_words(standing))
    if based_on is not None and based_on != fresh.version:
        raise Conflict("table_changed", current=current_result(fresh))
    return fresh


def _claim_on_page(match: Match, key: int) -> Claim:
    found = open_claim(match)
    if found is None or found.pk != key:
        raise ActionRefused("claim_is_over")
    return found


def _judge(match: Match, sheet: Scoresheet) -> None:
    """Refuse figures that cannot be true, before the other side is asked about them."""
    stage = match.round.group.stage
    if stage.best_of == 1:
        judge(sheet, stage.scoring_rules, knockout=stage.is_knockout)
        return
    series_score(_with_earlier_games(match, sheet), stage.scoring_rules)


def _with_earlier_games(match: Match, sheet: Scoresheet) -> Series:
    current = current_result(match)
    earlier = series_of(current).games if current is not None and is_unfinished(current) else ()
    return Series((*earlier, sheet))


def _with_deals(match: Match, sheet: Scoresheet, drop_deals: bool) -> Scoresheet:
    """The sheet with the deals that were recorded; none can come after it while the claim is open."""
    whole = sheet if match.round.group.stage.best_of == 1 else _with_earlier_games(match, sheet)
    beside = beside_deals(match, whole, current_result(match))
    refuse_contradiction(match, beside, drop_deals)
    found = beside.record.games[-1] if isinstance(beside.record, Series) else beside.record
    assert isinstance(found, Scoresheet)  # a sheet stays one
    return found


def _agree(match: Match, claim: Claim, side: str, device: str) -> Claim:
    """Make the other side's figures the result, under both pairs' numbers."""
    figures, theirs = _figures_for(claim, side)
    if not device or device == theirs:
        raise ActionRefused("claim_needs_other_phone")
    sheet = from_json(figures)
    assert isinstance(sheet, Scoresheet)  # `enter_claim` keeps nothing else
    first, second = (match.ew, match.ns) if side == Side.NS else (match.ns, match.ew)
    by = Actor(name=agreed_name(first.number if first else 0, second.number if second else 0), source="table")
    _answer(claim, ClaimState.ACCEPTED)
    if match.round.group.stage.best_of == 1:
        store_result(match, sheet, by, claim.based_on, "", drop_deals=True)  # its pair has said so
    else:
        series = _with_earlier_games(match, sheet)
        store_result(match, series, by, claim.based_on, "", verb="enter_game", drop_deals=True)
    return claim


def _figures_for(claim: Claim, side: str) -> tuple[dict[str, Any], str]:
    """What the pair on `side` would agree with, and the phone it came from: the other side's figures."""
    if claim.side != side:
        return dict(claim.record), claim.device
    if claim.other_record is None:
        raise ActionRefused("claim_needs_other_side")
    return dict(claim.other_record), claim.other_device


def _answer(claim: Claim, state: ClaimState) -> None:
    claim.state, claim.answered_at = state, timezone.now()
    claim.save(update_fields=["state", "answered_at", "other_record", "other_device", "note"])


def _note(match: Match, by: Actor, verb: str, side: str) -> None:
    pair = match.ns if side == Side.NS else match.ew
    record(event_of(match), by, verb, **place_of(match), pair=pair.number if pair else 0)
