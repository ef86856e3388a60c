"""What a penalty does to the match in which it is given, and how that is taken back."""

from __future__ import annotations

from typing import Any

from scoring.deals import Item
from scoring.levels import play
from scoring.records import DealsCodec
from scoring.rules import Side
from scoring.sanctions import deal_count, times_there, with_items, without_items
from scoring.scoresheet import AwardedLoss, Forfeit, Record, Series
from tournament.actions.enter_result import write_result
from tournament.actions.results import columns_of, copy_of, write_version
from tournament.actions.save_running import play_on, store_running
from tournament.actions.signed_deals import dropped_codes
from tournament.actions.work import Actor
from tournament.models import Match, Penalty, ResultKind, RoundState, Running, TableEntry
from tournament.queries.claims import open_claim
from tournament.queries.results import current_result, series_of, standing_result, unfinished_series

# Stored beside a result, to be read as its cause and found again when the penalty is cancelled.
RULED, LIFTED = "判罚", "撤销判罚"


def given_away(match: Match, record: Record) -> Record:
    """A forfeit or an awarded loss in the middle of a series belongs behind its games."""
    running = unfinished_series(match) if match.round.group.stage.best_of > 1 else None
    if running is None or isinstance(record, Series) or record == Forfeit(None):
        return record
    return Series((*series_of(running).games, record))


def enter_sanction(match: Match, penalty: Penalty, by: Actor) -> int | None:
    """Write the ruling into the record of a locked match that is being played, at its place between deals.

    Returns the number of the deal after which it stands. None, and nothing is written, where no record is
    kept (the slip on paper has it), where a result or what a pair has said stands already: levels that were
    signed have it in them, and nothing is counted twice. Raises what `scoring.levels.play` refuses.

    Rule: RULES sections 2.5 and 6.
    """
    row = Running.objects.select_for_update().filter(match=match).first()
    items = penalty.sanction.items(Side(match.side_of(penalty.pair)))
    if not items or not _is_written_down(match, row):
        return None
    stored = _items_of(row)
    after = deal_count(stored) if penalty.after_deal is None else min(penalty.after_deal, deal_count(stored))
    if times_there(stored, after, items) <= _given_there(
        penalty, after
    ):  # else the table has written it down
        _store(match, row, with_items(stored, after, items), by)
    return after


def _given_there(penalty: Penalty, after: int) -> int:
    """How many penalties that count say the same of the same pair at the same place."""
    same = Penalty.objects.filter(pair=penalty.pair, stage=penalty.stage, cancelled="", after_deal=after)
    rows = same.filter(round_number=penalty.round_number).exclude(pk=penalty.pk)
    return sum(row.sanction == penalty.sanction for row in rows)


def lift_sanction(match: Match, penalty: Penalty, by: Actor) -> bool:
    """Take the ruling out of a running record again; False where it is not there (any more)."""
    row = Running.objects.select_for_update().filter(match=match).first()
    if row is None or penalty.after_deal is None or not _is_written_down(match, row):
        return False
    items = penalty.sanction.items(Side(match.side_of(penalty.pair)))
    left = without_items(_items_of(row), penalty.after_deal, items)
    if left is None:
        return False
    _store(match, row, left, by)
    return True


def _is_written_down(match: Match, row: Running | None) -> bool:
    """Whether a match is open and its deals are, or can be, written down at the table."""
    is_open = match.round.state in (RoundState.PUBLISHED, RoundState.PLAYING)
    kept = (row is not None and row.deals) or (
        match.round.group.stage.event.table_entry != TableEntry.READ_ONLY
    )
    return bool(is_open and kept) and standing_result(match) is None and open_claim(match) is None


def _items_of(row: Running | None) -> tuple[Item, ...]:
    return DealsCodec().read(row.deals, "deals") if row is not None else ()


def _store(match: Match, row: Running | None, items: tuple[Item, ...], by: Actor) -> None:
    play(items, match.round.group.stage.scoring_rules)
    store_running(match, row, items, by, row.note if row else "", "")


def lose_match(match: Match, penalty: Penalty, by: Actor) -> dict[str, Any]:
    """Enter the awarded loss of a locked match as its next version, whatever stood. What the table recorded
    and the loss leaves out is given back for the journal.

    Rule: devzone-26, 十一 第3条 5 (判负).
    """
    loss = given_away(match, AwardedLoss(Side(match.side_of(penalty.pair))))
    return dropped_codes(write_result(match, loss, by, None, RULED, drop_deals=True).left)


def give_match_back(match: Match, penalty: Penalty, by: Actor) -> bool:
    """Put back what stood before the awarded loss, if that still stands; a match that was on is played on."""
    current = current_result(match)
    is_ours = current is not None and current.reason == RULED
    if current is None or not is_ours or current.kind not in (ResultKind.AWARDED_LOSS, ResultKind.SERIES):
        return False
    before = match.results.filter(version=current.version - 1).first()
    columns = copy_of(before, mirrored=before.ns_id != match.ns_id) if before else columns_of(None)
    write_version(match, columns, by, LIFTED, repeats=before)
    play_on(match, current, by)
    return True
