"""A pair leaves the event, by its own will or by a ruling, and may come back."""

from __future__ import annotations

from django.db.models import Q

from scoring.rules import Side
from scoring.scoresheet import Forfeit
from tournament.actions.results import columns_of, lock_matches, write_version
from tournament.actions.take_apart import take_apart
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Match, MatchKind, Pair, PairStatus
from tournament.queries.leaving import GONE, StageBack, StageLeft, coming_back, leaving

# Stored beside the forfeits, to be read as their cause and found again when the pair comes back.
REASONS = {PairStatus.WITHDRAWN: "退赛", PairStatus.DISQUALIFIED: "取消资格"}


@action
def withdraw_pair(*, pair: Pair, by: Actor, based_on: int | None = None, submission: str = "") -> Pair:
    """Take a pair out by its own will. It stays in every list, marked.

    In stages that have begun its open matches become forfeits and its byes missed rounds, and the stage
    knows from which round on it is gone; whether its earlier results then stand is the event's `withdrawal`
    rule, applied by the standings. Stages of which nothing is public are left to be drawn again.
    Refused: `pair_is_gone`.
    Rule: RULES section 4, entries (`forfeit_rest`, `void_if_under_half`).
    """
    pair = _still_here(pair, based_on)
    stages = leaving(pair)
    for one in stages:
        one.entry.left = one.left
        one.entry.save(update_fields=["left"])
    count = _leave_tables(pair, stages, PairStatus.WITHDRAWN, by)
    _set_status(pair, PairStatus.WITHDRAWN)
    record(pair.event, by, "withdraw_pair", public=True, number=pair.number, count=count)
    return pair


@action
def disqualify_pair(*, pair: Pair, by: Actor, based_on: int | None = None, submission: str = "") -> Pair:
    """Take a pair out by a ruling: it stands last without a rank, the opponents' results stand.

    Open matches become forfeits. Refused: `pair_is_gone` (for one disqualified already).
    Rule: RULES section 4, entries; library-rotation on lateness, devzone-26's ladder (停赛).
    """
    pair = _fresh(pair, based_on)
    count = put_out(pair, by)
    record(pair.event, by, "disqualify_pair", public=True, number=pair.number, count=count)
    return pair


def put_out(pair: Pair, by: Actor) -> int:
    """Write what a disqualification does, without a line in the journal; how many matches became forfeits.

    The pair's matches and the event must be locked. Refused: `pair_is_gone` (for one disqualified already).
    """
    if pair.status == PairStatus.DISQUALIFIED:
        raise ActionRefused("pair_is_gone", number=pair.number)
    # A withdrawn pair's results may be void; those of a disqualified one stand.
    pair.stage_entries.update(left=None)
    count = _leave_tables(pair, leaving(pair), PairStatus.DISQUALIFIED, by)
    _set_status(pair, PairStatus.DISQUALIFIED)
    return count


@action
def reinstate_pair(*, pair: Pair, by: Actor, based_on: int | None = None, submission: str = "") -> Pair:
    """Let a pair that left take part again. Forfeits that its leaving wrote are cleared where the round is
    still open; closed rounds stay. Refused: `pair_is_here`."""
    pair = _fresh(pair, based_on)
    if pair.status not in GONE:
        raise ActionRefused("pair_is_here", number=pair.number)
    count = take_back(pair, by)
    record(pair.event, by, "reinstate_pair", public=True, number=pair.number, count=count)
    return pair


def take_back(pair: Pair, by: Actor) -> int:
    """Write what letting a pair back does, without a line in the journal, everything locked; how many
    forfeits went."""
    count = sum(_come_back(pair, one, by) for one in coming_back(pair, tuple(REASONS.values())))
    _set_status(pair, PairStatus.ACTIVE)
    return count


def _fresh(pair: Pair, based_on: int | None) -> Pair:
    lock_matches(Match.objects.filter(Q(ns=pair) | Q(ew=pair)))
    event = locked(pair.event)
    pair = current(pair, based_on)
    pair.event = event
    return pair


def _still_here(pair: Pair, based_on: int | None) -> Pair:
    pair = _fresh(pair, based_on)
    if pair.status in GONE:
        raise ActionRefused("pair_is_gone", number=pair.number)
    return pair


def _set_status(pair: Pair, status: PairStatus) -> None:
    pair.status = status
    pair.version += 1
    pair.save(update_fields=["status", "version"])


def _leave_tables(pair: Pair, stages: list[StageLeft], status: PairStatus, by: Actor) -> int:
    """Write the forfeits of stages that have begun; how many."""
    count = 0
    for one in stages:
        take_apart(one.unmade, pair)
        if not one.begun:
            continue
        for match in one.open:
            _forfeit(match, Side(match.side_of(pair)), REASONS[status], by)
        for match in one.lost_by_other:
            _forfeit(match, None, REASONS[status], by)
        _turn(one.byes, MatchKind.MISSED)
        count += len(one.open) + len(one.lost_by_other)
    return count


def _come_back(pair: Pair, back: StageBack, by: Actor) -> int:
    for match in back.cleared:
        write_version(match, columns_of(None), by, "")
    for match in back.shared:
        other = match.ew if match.ns_id == pair.pk else match.ns
        if other is not None:
            _forfeit(match, Side(match.side_of(other)), REASONS.get(PairStatus(other.status), ""), by)
    _turn(back.byes, MatchKind.BYE)
    back.entry.left = None
    back.entry.save(update_fields=["left"])
    return len(back.cleared) + len(back.shared)


def _forfeit(match: Match, side: Side | None, reason: str, by: Actor) -> None:
    write_version(match, columns_of(Forfeit(side=side)), by, reason)


def _turn(matches: tuple[Match, ...], kind: MatchKind) -> None:
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(kind=kind)
