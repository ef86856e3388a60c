"""Who is not seated yet: marked at the desk, counted from the round's start, ended when the pair has come."""

from __future__ import annotations

from datetime import datetime

from tournament.actions.results import event_of, lock_match, place_of
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Lateness, Match, Pair, RoundState
from tournament.queries.clocks import clock_of
from tournament.queries.results import standing_result


@action
def note_lateness(
    *, match: Match, pair: Pair, by: Actor, is_excused: bool = False, submission: str = ""
) -> Match:
    """Mark a pair of `match` as not complete at its table (both partners must sit: devzone-26, late).

    It may be marked before the start; the time counts from there. `is_excused` says that leave was asked
    beforehand, so that `late_minutes_excused` is its limit. Marked again with the same words nothing happens.
    Refuses `late_pair_not_at_table`, `round_over_already`, `late_table_has_result` (table). No result
    comes of a mark: a forfeit is entered by a person.
    """
    fresh = _seated(match, pair)
    if standing_result(fresh) is not None:
        raise ActionRefused("late_table_has_result", table=fresh.table)
    event = locked(event_of(fresh))
    mark = Lateness.objects.filter(round=fresh.round, pair=pair).first()
    if mark is not None and mark.seconds is None and mark.is_excused == is_excused:
        return fresh
    told = {"is_excused": is_excused, "seconds": None}
    Lateness.objects.update_or_create(round=fresh.round, pair=pair, defaults=told)
    verb = "note_excused" if is_excused else "note_lateness"
    record(event, by, verb, number=pair.number, **place_of(fresh))
    return fresh


@action
def note_arrival(*, match: Match, pair: Pair, at: datetime, by: Actor, submission: str = "") -> Match:
    """A pair that was marked is complete at `at`: how late it came is kept.

    Where the round has not begun, nobody was late, and the mark goes. Refuses `pair_not_marked` where there
    is no mark or somebody else has ended it already.
    """
    fresh = _seated(match, pair)
    event = locked(event_of(fresh))
    mark = _open_mark(fresh, pair)
    seconds = int(clock_of(fresh.round).played(at).total_seconds())
    if fresh.round.state == RoundState.PLAYING and seconds > 0:
        mark.seconds = seconds
        mark.save(update_fields=["seconds"])
    else:
        mark.delete()
    record(event, by, "note_arrival", number=pair.number, minutes=seconds // 60, **place_of(fresh))
    return fresh


@action
def forget_lateness(*, match: Match, pair: Pair, by: Actor, submission: str = "") -> Match:
    """Take back a mark that was a mistake. Refuses `pair_not_marked`."""
    fresh = _seated(match, pair)
    event = locked(event_of(fresh))
    _open_mark(fresh, pair).delete()
    record(event, by, "forget_lateness", number=pair.number, **place_of(fresh))
    return fresh


@action
def waive_forfeit(*, match: Match, pair: Pair, by: Actor, submission: str = "") -> Match:
    """Let a pair that is due to forfeit play after all: nothing is proposed for it in this round any more.

    It stays marked, and how late it comes is kept. Refuses `pair_not_marked`.
    Rule: RULES section 6: the forfeit is proposed, a referee confirms or waives it.
    """
    fresh = _seated(match, pair)
    event = locked(event_of(fresh))
    mark = _open_mark(fresh, pair)
    mark.forfeit_waived = True
    mark.save(update_fields=["forfeit_waived"])
    record(event, by, "waive_forfeit", number=pair.number, **place_of(fresh))
    return fresh


def _seated(match: Match, pair: Pair) -> Match:
    """The match, locked, if `pair` sits there and the round is not over."""
    fresh = lock_match(match)
    if pair.pk not in (fresh.ns_id, fresh.ew_id):
        raise ActionRefused("late_pair_not_at_table", table=fresh.table)
    if fresh.round.state == RoundState.CLOSED:
        raise ActionRefused("round_over_already")
    return fresh


def _open_mark(match: Match, pair: Pair) -> Lateness:
    mark = Lateness.objects.filter(round=match.round, pair=pair, seconds__isnull=True).first()
    if mark is None:
        raise ActionRefused("pair_not_marked", number=pair.number)
    return mark
