"""Check entered slips: what was read back is confirmed by name, and a confirmation can be taken back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.utils import timezone

from tournament.actions.results import event_of, lock_match, lock_matches, place_of
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Checking, Event, Match, Result, ResultKind, Stage
from tournament.queries.checking import UncheckedTable, is_by_deals, is_only_scorer, numbers_of, typed_by
from tournament.queries.results import current_result, is_unfinished
from tournament.wording.scores import result_words

Seen = tuple[Match, int]  # a table and the version of its result that was in sight


@action
def check_results(*, stage: Stage, seen: Sequence[Seen], by: Actor, submission: str = "") -> int:
    """Confirm these versions of one round's results as `by` has seen them; returns how many are new.

    What was confirmed already stays as it was, with who was first. All or nothing: raises `Conflict`
    `changed_before_check` (table, seen, now, name) when another version stands at one of the tables;
    `nothing_to_check` (table), `checking_is_off`, and where slips are typed a second time
    `checking_by_typing`, unless points are counted deal by deal: such a slip is read by another person
    (`second_by_same`).
    """
    if not seen:
        raise ActionRefused("nothing_chosen_to_check")
    lock_matches(Match.objects.filter(pk__in=[match.pk for match, _version in seen]))
    _refuse_typing(stage, checking := checking_of(stage.event))
    standing = _standing([match for match, _version in seen])
    for match, version in seen:
        refuse_unseen(match, standing.get(match.pk), version)
    fresh = [match for match, _version in seen if standing[match.pk].checked_at is None]
    if checking == Checking.TWICE:  # read back, two people sit together, whatever the account
        for match in fresh:
            refuse_same_person(match, standing[match.pk], stage.event, by)
    keys = [standing[match.pk].pk for match in fresh]
    Result.objects.filter(pk__in=keys).update(checked_at=timezone.now(), checked_name=by.name)
    if fresh:
        _note(stage, fresh, by)
    return len(fresh)


def _note(stage: Stage, matches: Sequence[Match], by: Actor) -> None:
    tables = [match.table for match in matches]
    told: dict[str, Any] = {"round": matches[0].round.number, "count": len(tables), "tables": tables}
    record(stage.event, by, "check_results", stage=stage.name, **told)


def _standing(matches: Sequence[Match]) -> dict[int, Result]:
    current = Result.objects.filter(match__in=matches, is_current=True)
    return {one.match_id: one for one in current}


def checking_of(event: Event) -> str:
    """How slips are checked now: the page may have been opened before the setting was changed."""
    return Event.objects.values_list("checking", flat=True).get(pk=event.pk)


def _refuse_typing(stage: Stage, checking: str) -> None:
    if checking == Checking.NONE:
        raise ActionRefused("checking_is_off")
    if checking == Checking.TWICE and not is_by_deals(stage):
        raise ActionRefused("checking_by_typing")


def refuse_same_person(match: Match, standing: Result, event: Event, by: Actor) -> None:
    """The second reading is somebody else's, unless nobody else enters results in this event."""
    if by.person is None or not typed_by(standing, by.person) or is_only_scorer(by.person, event):
        return
    raise ActionRefused("second_by_same", table=match.table)


def refuse_unseen(
    match: Match, standing: Result | None, version: int | None, code: str = "changed_before_check"
) -> None:
    """Nobody checks what he has not seen: another version than `version` stands, or nothing does."""
    if standing is not None and version is not None and standing.version != version:
        seen = match.results.filter(version=version).first()
        told = {"seen": result_words(seen), "now": result_words(standing), "name": standing.actor_name}
        raise Conflict(code, current=standing, table=match.table, **told)
    if standing is None or standing.kind == ResultKind.CLEARED or is_unfinished(standing):
        raise ActionRefused("nothing_to_check", table=match.table)


@action
def uncheck_result(*, match: Match, by: Actor, based_on: int | None = None, submission: str = "") -> Result:
    """Take the confirmation of the standing result back, which stays; quiet where there is none.

    Raises `Conflict` `changed_before_check`, and `nothing_to_check`.
    """
    match = lock_match(match)
    standing = current_result(match)
    refuse_unseen(match, standing, based_on)
    assert standing is not None  # refused above
    if standing.checked_at is None:
        return standing
    standing.checked_at, standing.checked_name = None, ""
    standing.save(update_fields=["checked_at", "checked_name"])
    record(event_of(match), by, "uncheck_result", **place_of(match))
    return standing


def refuse_unchecked(tables: Sequence[UncheckedTable], agreed: Collection[str] | None) -> None:
    """Going on with unchecked tables wants a word for exactly these (`agreed`: their keys); None asks nobody.

    Raises `tables_unchecked` (count, tables) when one of them was not agreed to.
    """
    if agreed is not None and any(one.key not in agreed for one in tables):
        raise ActionRefused("tables_unchecked", count=len(tables), tables=numbers_of(tables))
