"""The drawn places of a knock-out, as its bracket is drawn from them."""

from __future__ import annotations

from collections.abc import Mapping

from pairing.bracket import Lines, lines
from tournament.models import Stage
from tournament.queries.standing_sheets import Who, who

FEWEST = 2  # places that make a bracket


def drawn_places(stage: Stage) -> tuple[Lines, dict[int, Who]]:
    """The places of the drawn bracket from top to bottom, and who everybody is. Three queries."""
    entries = stage.entries.filter(position__isnull=False).select_related("pair__unit")
    by_place = {entry.position or 0: entry.pair for entry in entries.prefetch_related("pair__players")}
    names = {pair.number: who(pair) for pair in by_place.values()}
    return lines_of(stage, {place: pair.number for place, pair in by_place.items()}), names


def lines_of(stage: Stage, places: Mapping[int, int]) -> Lines:
    """From top to bottom; nothing for a stage that is drawn afresh, or while its lots are being typed."""
    if stage.pairing.get("redraw") or len(places) < FEWEST:
        return ()
    return lines(places)
