"""What the pages of a round share about checking its slips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.models import Checking, RoundState
from tournament.queries.checking import UncheckedTable, unchecked_upto
from tournament.queries.round_desk import RoundDesk
from tournament.wording.checking import unchecked_text

LISTED = 100  # slips on one page; the largest usual hall, 65 tables, is one page


def open_checks(desk: RoundDesk) -> list[UncheckedTable]:
    """On what closing the round goes on unchecked; of a closed one, on what announcing its standings does."""
    if desk.stage.event.checking == Checking.NONE or desk.state != RoundState.CLOSED:
        return desk.unchecked
    return unchecked_upto(desk.stage, desk.number, desk.session)


def unchecked_parts(tables: Sequence[UncheckedTable]) -> dict[str, Any]:
    """The tick that agrees to go on with exactly these tables unchecked."""
    return {
        "unchecked": tables,
        "unchecked_words": unchecked_text(tables),
        "unchecked_keys": " ".join(one.key for one in tables),
    }


def agreed_to(data: Mapping[str, Any]) -> list[str]:
    """The keys of the tables that a form agrees to leave unchecked."""
    return str(data.get("unchecked", "")).split()
