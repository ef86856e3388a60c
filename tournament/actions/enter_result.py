"""Enter or correct what two pairs signed."""

from __future__ import annotations

from typing import NamedTuple

from scoring.records import Game
from scoring.scoresheet import Record, Scoresheet, Series, judge
from tournament.actions.results import (
    columns_of,
    copy_of,
    event_of,
    lock_match,
    place_of,
    refuse_stale,
    result_change,
    same_or_stale,
    write_version,
)
from tournament.actions.save_running import begin_next_game, play_on, remark_of
from tournament.actions.signed_deals import dropped_codes, refuse_contradiction
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import Match, Result, ResultKind, RoundState, Stage
from tournament.queries.recorded_deals import LeftDeals, beside_deals
from tournament.queries.results import current_result, is_unfinished, series_of
from tournament.queries.running import game_of


class Written(NamedTuple):
    """The version that counts now, what stood before, and the recorded deals left out on purpose."""

    result: Result
    before: Result | None
    left: tuple[LeftDeals, ...] = ()


@action
def enter_result(
    *,
    match: Match,
    sheet: Record,
    by: Actor,
    based_on: int | None = None,
    reason: str = "",
    drop_deals: bool = False,
    submission: str = "",
) -> Result:
    """Store `sheet` as the match's current result and return that version.

    `based_on` is the match version the person saw. Another value entered meanwhile raises `Conflict`
    (`result_entered_by_another`, with the standing result); the same value is accepted quietly, without a
    second version. A sheet that cannot be true raises `InvalidScoresheet`. Correcting a result of a closed
    round needs a `reason` (`reason_needed`); later rounds keep their tables, only standings change.
    Where a match is best of three `sheet` is a `Series` (`series_wanted`), elsewhere never (`single_game`);
    one that is not over is kept and counts for nothing yet.
    Deals that the table recorded become part of the result where they come to the same; others raise
    `DealsDiffer` (`deals_differ`), unless `drop_deals` says that they are left out on purpose. The journal
    keeps those.
    """
    return store_result(lock_match(match), sheet, by, based_on, reason, drop_deals=drop_deals)


@action
def enter_game(
    *,
    match: Match,
    game: Game,
    by: Actor,
    based_on: int | None = None,
    drop_deals: bool = False,
    submission: str = "",
) -> Result:
    """Add the next game to a series: 1:0, 1:1, 2:1. The version with the deciding game is the result.

    A forfeit gives the series away. Raises what `enter_result` does, and `series_is_decided` (table) when it
    is over already: a game is then corrected with the whole series.
    """
    match = lock_match(match)
    standing = current_result(match)
    so_far = series_of(standing).games if standing is not None and is_unfinished(standing) else ()
    if not so_far and standing is not None and standing.kind != ResultKind.CLEARED:
        raise ActionRefused("series_is_decided", table=match.table)
    series = Series((*so_far, game))
    return store_result(match, series, by, based_on, "", verb="enter_game", drop_deals=drop_deals)


def store_result(
    match: Match,
    sheet: Record,
    by: Actor,
    based_on: int | None,
    reason: str,
    *,
    verb: str = "",
    drop_deals: bool = False,
) -> Result:
    """Check and store a record of a locked match; `verb` is for the journal where it is not a correction."""
    version = match.version
    result, before, left = write_result(match, sheet, by, based_on, reason, drop_deals=drop_deals)
    if match.version != version:
        _note(match, by, verb or _verb(match, result), result, before, left)
    return result


def _verb(match: Match, result: Result) -> str:
    """Sides that were swapped and pairs that were replaced count as versions of the match, not as entries."""
    is_first = result.version == 1 or not match.results.filter(version__lt=result.version).exists()
    return "enter_result" if is_first else "correct_result"


def write_result(
    match: Match,
    sheet: Record,
    by: Actor,
    based_on: int | None,
    reason: str,
    *,
    drop_deals: bool = False,
) -> Written:
    """Check and store a record of a locked match, without a line in the journal; what stands already is
    answered with the standing version. Recorded deals are put beside it as `enter_result` says."""
    stage = match.round.group.stage
    _refuse_other_kind(stage, sheet)
    if not isinstance(sheet, Series):
        judge(sheet, stage.scoring_rules, knockout=stage.is_knockout)
    current = current_result(match) if match.version else None
    beside = beside_deals(match, sheet, current)
    columns = columns_of(beside.record, stage.scoring_rules)
    if (standing := same_or_stale(match, current, based_on, columns)) is not None:
        return Written(standing, current)
    refuse_without_reason(match, reason)
    refuse_contradiction(match, beside, drop_deals)
    reason = reason or remark_of(match, beside.record)
    if isinstance(sheet, Series) and len(sheet.games) >= game_of(match):
        begin_next_game(match)
    return Written(write_version(match, columns, by, reason), current, beside.left)


def _refuse_other_kind(stage: Stage, sheet: Record) -> None:
    """One game is no match of three, and three are no single match; who never came forfeits either."""
    if isinstance(sheet, Series) and stage.best_of == 1:
        raise ActionRefused("single_game")
    if isinstance(sheet, Scoresheet) and stage.best_of > 1:
        raise ActionRefused("series_wanted")


@action
def clear_result(
    *, match: Match, by: Actor, based_on: int | None = None, reason: str = "", submission: str = ""
) -> Result:
    """Say that the match has no result after all, as a version of its own; standings drop it."""
    match = lock_match(match)
    columns = columns_of(None)
    if (cleared := refuse_stale(match, based_on, columns)) is not None:
        return cleared
    standing = current_result(match)
    if standing is None:
        raise ActionRefused("nothing_to_clear")
    refuse_without_reason(match, reason)
    result = write_version(match, columns, by, reason)
    play_on(match, standing, by)
    _note(match, by, "clear_result", result, standing)
    return result


@action
def undo_result(*, match: Match, by: Actor, based_on: int | None = None, submission: str = "") -> Result:
    """Put back what stood before the current version, as a new version (cleared, if nothing did)."""
    match = lock_match(match)
    standing = current_result(match)
    if standing is None:
        raise ActionRefused("nothing_to_undo")
    before = match.results.filter(version=standing.version - 1).first()
    columns = copy_of(before, mirrored=before.ns_id != match.ns_id) if before else columns_of(None)
    if (same := refuse_stale(match, based_on, columns)) is not None:
        return same
    refuse_without_reason(match, "")
    result = write_version(match, columns, by, "", repeats=before)
    play_on(match, standing, by)
    _note(match, by, "undo_result", result, standing)
    return result


def _note(
    match: Match,
    by: Actor,
    verb: str,
    result: Result,
    before: Result | None,
    left: tuple[LeftDeals, ...] = (),
) -> None:
    """The journal's line; the public sees it at once where the event shows results live."""
    event = event_of(match)
    told = place_of(match) | {"version": result.version, "changes": result_change(match, before, result)}
    told |= {"reason": result.reason} if result.reason and verb != "enter_result" else {}
    record(event, by, verb, public=event.is_live, **told, **dropped_codes(left))


def refuse_without_reason(match: Match, reason: str) -> None:
    """A closed round's results are corrected with a reason; a first entry there cannot exist."""
    if match.round.state != RoundState.CLOSED or reason.strip():
        return
    if match.results.exclude(kind=ResultKind.CLEARED).exists():
        raise ActionRefused("reason_needed", field="reason")
