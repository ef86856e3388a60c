"""How many rounds a stage that is paired round by round will have had when it is over."""

from __future__ import annotations

from pairing.bracket import round_count
from tournament.models import Stage
from tournament.queries.bracket import is_played_out
from tournament.queries.paired_rounds import is_by_rounds, rounds_planned


def rounds_to_pair(stage: Stage, entrant_count: int, played: int = 0) -> int | None:
    """How many rounds will have been paired, one by one, when the stage is over; None where they are not.

    A knock-out goes on until one is left. It ends earlier, with the `played` rounds (all that it has, each
    with every result), where nobody is left to meet, and later where a file has the third place in a round
    of its own before the final.
    """
    if not is_by_rounds(stage):
        return None
    if stage.is_knockout:
        rounds = round_count(entrant_count) if entrant_count > 1 else 0
        if played >= rounds:
            return played if is_played_out(stage) else played + 1
        return played if played and is_played_out(stage) else rounds
    return rounds_planned(stage)
