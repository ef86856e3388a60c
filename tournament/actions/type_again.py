"""Type a slip a second time without seeing the first: what agrees is checked, what differs is decided."""

from __future__ import annotations

from typing import Literal

from django.utils import timezone

from scoring.scoresheet import Record
from tournament.actions.check_results import checking_of, refuse_same_person, refuse_unseen
from tournament.actions.enter_result import write_result
from tournament.actions.results import event_of, lock_match, place_of
from tournament.actions.signed_deals import dropped_codes
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Checking, Match, Result
from tournament.queries.checking import agrees
from tournament.queries.recorded_deals import LeftDeals
from tournament.queries.results import current_result

Keep = Literal["", "first", "second"]


@action
def type_again(
    *,
    match: Match,
    sheet: Record,
    by: Actor,
    based_on: int | None = None,
    keep: Keep = "",
    reason: str = "",
    submission: str = "",
) -> Result:
    """Compare a second reading with the standing result, and return the version that is checked now.

    Where both agree the standing version carries the second person's name. Where they differ nothing is
    stored: `Conflict` `second_differs` has the standing result, until the person chooses what to `keep`: the
    `first` is checked as it stands, the `second` becomes a new version, entered and checked by who chose;
    deals that the first was recorded with then stay in the journal.
    Refused: `second_by_same` for who typed the first, unless nobody else enters results in this event;
    `changed_before_typing` (`Conflict`, which tells no figures), `nothing_to_check`, `checking_is_off`,
    `checking_by_reading`; a reading that cannot be true; in a closed round a second one without a `reason`.
    """
    match = lock_match(match)
    standing = current_result(match)
    _refuse_other_checking(match)
    refuse_unseen(match, standing, based_on, "changed_before_typing")
    assert standing is not None  # refused above
    refuse_same_person(match, standing, event_of(match), by)
    if agrees(standing, sheet, match.round.group.stage):
        return _checked(match, standing, by, "check_results")
    if not keep:
        raise Conflict("second_differs", current=standing, table=match.table)
    if keep == "first":
        return _checked(match, standing, by, "keep_first")
    result, _before, left = write_result(match, sheet, by, None, reason, drop_deals=True)
    return _checked(match, result, by, "take_second", left)


def _refuse_other_checking(match: Match) -> None:
    checking = checking_of(event_of(match))
    if checking == Checking.NONE:
        raise ActionRefused("checking_is_off")
    if checking != Checking.TWICE:
        raise ActionRefused("checking_by_reading")


def _checked(match: Match, result: Result, by: Actor, verb: str, left: tuple[LeftDeals, ...] = ()) -> Result:
    """Sign this version, unless it was signed before; a new version is public where results are live."""
    if result.checked_at is not None:
        return result
    result.checked_at, result.checked_name = timezone.now(), by.name
    result.save(update_fields=["checked_at", "checked_name"])
    event, place = event_of(match), place_of(match)
    told = {"count": 1, "tables": [match.table], "version": result.version, **dropped_codes(left)}
    record(event, by, verb, public=verb == "take_second" and event.is_live, **place, **told)
    return result
