"""Where in the hall: the numbers of real tables for the matches of one round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pairing.errors import PairingError
from pairing.seating import Note, note

Others = Literal["in_order", "swap"]


def assign(
    matches: Sequence[tuple[int, int]],
    tables: Sequence[int],
    fixed: Mapping[int, int],
    *,
    others: Others = "in_order",
) -> tuple[tuple[int, ...], tuple[Note, ...]]:
    """Give every match of one round its table of the hall.

    `matches` are couples of pair numbers in the order in which they are to be seated (leaders or groups
    first); `tables` the hall's free numbers in the order in which they are filled, gaps left out, at least as
    many as matches; `fixed` the table at which a pair must play, by pair number. Returns a table for each
    match, no table twice, and what could not be kept.

    Matches with a fixed table get theirs first. The others: `in_order` takes the free numbers one after the
    other, so that leaders stay at the front; `swap` leaves everybody at the table of his place in the list,
    and only whoever sits at a fixed table changes with the match that needs it, so that groups keep theirs.

    When both pairs of a match have a fixed table, that of the lower pair number is kept; of two matches that
    want the same table the earlier one gets it. Notes: `fixed_table_lost` (pair, table, other) for the pair
    whose opponent's table was kept; `fixed_table_taken` (pair, table, other) when `other`, a pair of an
    earlier match, has it; `fixed_table_not_free` (pair, table) when the table is not among `tables`.
    Raises `PairingError` `not_enough_tables` (needed, have).
    """
    if len(tables) < len(matches):
        raise PairingError("not_enough_tables", needed=len(matches), have=len(tables))
    claims, notes = _claims(matches, frozenset(tables), fixed)
    owner = {table: place for place, (table, _pair) in claims.items()}
    kept = {place: table for place, (table, _pair) in claims.items()}
    if others == "swap":
        return tuple(_swapped(place, kept, owner, tables) for place in range(len(matches))), notes
    free = (table for table in tables if table not in owner)
    return tuple(kept[place] if place in kept else next(free) for place in range(len(matches))), notes


def _claims(
    matches: Sequence[tuple[int, int]], free: frozenset[int], fixed: Mapping[int, int]
) -> tuple[dict[int, tuple[int, int]], tuple[Note, ...]]:
    """Table and pair by the place of the match, for who keeps a fixed table; notes for who does not."""
    claims: dict[int, tuple[int, int]] = {}
    holder: dict[int, int] = {}
    notes: list[Note] = []
    for place, couple in enumerate(matches):
        for pair in sorted(pair for pair in couple if pair in fixed):
            table = fixed[pair]
            if place in claims:
                if table != claims[place][0]:
                    notes.append(note("fixed_table_lost", pair=pair, table=table, other=claims[place][1]))
            elif table in holder:
                notes.append(note("fixed_table_taken", pair=pair, table=table, other=holder[table]))
            elif table not in free:
                notes.append(note("fixed_table_not_free", pair=pair, table=table))
            else:
                claims[place], holder[table] = (table, pair), pair
    return claims, tuple(notes)


def _swapped(place: int, kept: Mapping[int, int], owner: Mapping[int, int], tables: Sequence[int]) -> int:
    """The table of a match that stays where it is unless another needs that table: then it goes there."""
    if place in kept:
        return kept[place]
    table = tables[place]
    while table in owner:  # whoever came here has left a table, unless that one is needed again
        table = tables[owner[table]]
    return table


def split_sessions(counts: Sequence[int], sessions: int) -> tuple[int, ...]:
    """Divide groups into sessions that play one after the other, the fullest as small as can be.

    `counts` are the tables of every group, in the groups' order, which stays: the first session has the first
    groups. Returns the session of every group, counted from 0; each session has at least one. Raises
    `PairingError` `sessions_too_many` (groups, sessions) and `sessions_too_few`.
    """
    if sessions < 1:
        raise PairingError("sessions_too_few")
    if sessions > len(counts):
        raise PairingError("sessions_too_many", groups=len(counts), sessions=sessions)
    low, high = max(counts), sum(counts)
    while low < high:
        middle = (low + high) // 2
        if _sessions_needed(counts, middle) <= sessions:
            high = middle
        else:
            low = middle + 1
    return _filled(counts, low, sessions)


def _sessions_needed(counts: Sequence[int], room: int) -> int:
    """How many sessions there must be when none has more than `room` tables."""
    return _filled(counts, room, 1)[-1] + 1


def _filled(counts: Sequence[int], room: int, least: int) -> tuple[int, ...]:
    """Groups one after the other until the room is full; a new session too where only so many groups are
    left as sessions, of `least`, that still have none."""
    found: list[int] = []
    session, used = 0, 0
    for at, count in enumerate(counts):
        left = len(counts) - at
        if at and (used + count > room or left == least - session - 1):
            session, used = session + 1, 0
        used += count
        found.append(session)
    return tuple(found)
