"""Keep the deals of a match that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.utils import timezone

from scoring.deals import Item
from scoring.levels import play
from scoring.records import DealsCodec
from scoring.scoresheet import Record, Scoresheet
from tournament.actions.results import event_of, lock_match
from tournament.actions.work import Actor, action, move_counters
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, Result, RoundState, Running
from tournament.queries.claims import open_claim
from tournament.queries.results import standing_result
from tournament.queries.running import fixed_items, game_of
from tournament.wording.scores import result_words

MOST_ITEMS = 200  # of one match: three hours hold sixty deals


@action
def save_running(
    *,
    match: Match,
    deals: Sequence[Item],
    by: Actor,
    based_on: int | None = None,
    game: int | None = None,
    note: str = "",
    device: str = "",
    may_rule: bool = True,
    submission: str = "",
) -> Running:
    """Store the deals of a match as far as it has come, all of them each time, and return the row.

    `based_on` is the `Running.version` that the phone went on from (0: from nothing): where another phone has
    sent different deals meanwhile it raises `Conflict` (`deals_by_another`, with the row); the same deals are
    accepted quietly. `game` is the game of a best of three that they belong to. Without `may_rule` nothing up
    to the last ruling may differ from what is stored, and none be added (`rulings_are_referees`).

    Raises `running_not_open` unless the round is published or played, `running_has_result` (words) once a
    result stands, `running_has_claim` while a pair has to answer, `running_other_game`, `deals_too_many`, and
    what `scoring.levels.play` refuses. It is a draft: the event's `revision` moves, the journal gets no line
    for a deal.
    """
    match = lock_match(match)
    _refuse_closed(match)
    if game is not None and game != game_of(match):
        raise ActionRefused("running_other_game", game=game)
    if len(deals) > MOST_ITEMS:
        raise ActionRefused("deals_too_many", most=MOST_ITEMS)
    play(deals, match.round.group.stage.scoring_rules)
    row = Running.objects.select_for_update().filter(match=match).first()
    if row is not None and _is_settled(row, deals, note, based_on):
        return row
    if not may_rule:
        _refuse_rulings(row, deals)
    return store_running(match, row, deals, by, note, device)


def _refuse_closed(match: Match) -> None:
    if match.round.state not in (RoundState.PUBLISHED, RoundState.PLAYING):
        raise ActionRefused("running_not_open")
    if (standing := standing_result(match)) is not None:
        raise ActionRefused("running_has_result", words=result_words(standing))
    if open_claim(match) is not None:
        raise ActionRefused("running_has_claim")


def _is_settled(row: Running, deals: Sequence[Item], note: str, based_on: int | None) -> bool:
    """Whether the row says this already; another list than the phone went on from is a conflict, and so is
    another remark. A phone that knows of no remark takes none away."""
    same = row.deals == DealsCodec().write(tuple(deals))
    is_older = based_on is not None and based_on != row.version
    if same and (row.note == note or (is_older and not note)):
        return True
    if is_older and (not same or row.note):
        raise Conflict("deals_by_another", current=row, name=row.actor_name)
    return False


def _refuse_rulings(row: Running | None, deals: Sequence[Item]) -> None:
    stored = fixed_items(DealsCodec().read(row.deals, "deals")) if row is not None else ()
    if fixed_items(deals) != stored:
        raise ActionRefused("rulings_are_referees")


def store_running(
    match: Match, row: Running | None, deals: Sequence[Item], by: Actor, note: str, device: str
) -> Running:
    """Write the next version of a locked match's deals, which were judged."""
    row = row or Running(match=match)
    row.deals = DealsCodec().write(tuple(deals))
    row.note, row.actor_name, row.device = note, by.name, device
    row.version, row.at = row.version + 1, timezone.now()
    row.save()
    move_counters(event_of(match))  # no public page shows deals: 500 phones need not ask for theirs again
    return row


def remark_of(match: Match, sheet: Record) -> str:
    """What was remarked beside the deals that are now signed: it stays with the result, whoever enters it."""
    if not isinstance(sheet, Scoresheet) or not sheet.deals:
        return ""
    row = Running.objects.filter(match=match).first()
    return row.note if row is not None and row.deals == DealsCodec().write(sheet.deals) else ""


def begin_next_game(match: Match) -> None:
    """The deals written down belong to a game that has been entered: the next one begins without."""
    Running.objects.filter(match=match).update(deals=[], note="", version=F("version") + 1, at=timezone.now())


def play_on(match: Match, undone: Result, by: Actor) -> None:
    """A result was taken back: play goes on from the deals that it came from, if they were written down."""
    games: list[dict[str, Any]] = undone.games[game_of(match) - 1 :]
    deals = games[0].get("deals", []) if games else undone.deals
    if not deals:
        return
    row = Running.objects.select_for_update().filter(match=match).first() or Running(match=match)
    row.deals, row.actor_name = deals, by.name
    row.version, row.at = row.version + 1, timezone.now()
    row.save()
