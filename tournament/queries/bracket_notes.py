"""What must be said about a drawn bracket before it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.bracket import lines
from pairing.bracket_draw import may_meet
from pairing.grouping import Entrant, SameUnit
from pairing.seating import Note
from tournament.models import Stage, StageEntry
from tournament.queries.entrants import Entering, bracket_seeding

FEWEST = 2  # places that make a bracket


def bracket_notes(stage: Stage, entries: Sequence[StageEntry], coming: Entering) -> tuple[Note, ...]:
    """Pairs of one unit, or of one group before, that may meet early in the bracket as it is drawn.

    `entries` hold everybody with place and unit. Nothing for a stage that is drawn afresh. No query.
    """
    places = {entry.position: entry.pair for entry in entries if entry.position}
    if stage.pairing.get("redraw") or len(places) < FEWEST:
        return ()
    bracket = lines({place: pair.number for place, pair in places.items()})
    field = [Entrant(pair.number, pair.unit.name if pair.unit else None) for pair in places.values()]
    mates = bracket_seeding(stage, coming)[1]
    same_unit: SameUnit = "ignore" if stage.same_unit == "ignore" else "apart"
    return may_meet(bracket, field, same_unit=same_unit, mates=mates)
