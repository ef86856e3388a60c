"""The bracket of a knock-out as it stands: the places that were drawn, and the trees made of them."""

from __future__ import annotations

from pairing.bracket import Lines, lines
from tournament.models import Stage
from tournament.queries.bracket_trees import Tree, trees
from tournament.queries.standing_sheets import Who, who
from tournament.queries.table_lines import live_lines

FEWEST = 2  # places that make a bracket


def drawn(stage: Stage) -> tuple[Lines, dict[int, Who]]:
    """The places of the drawn bracket, and who everybody is. Three queries."""
    entries = stage.entries.filter(position__isnull=False).select_related("pair__unit")
    by_place = {entry.position or 0: entry.pair for entry in entries.prefetch_related("pair__players")}
    names = {pair.number: who(pair) for pair in by_place.values()}
    return placed_lines(stage, {place: pair.number for place, pair in by_place.items()}), names


def placed_lines(stage: Stage, places: dict[int, int]) -> Lines:
    """From top to bottom; nothing for a stage that is drawn afresh, or while its lots are being typed."""
    if stage.pairing.get("redraw") or len(places) < FEWEST:
        return ()
    return lines(places)


def trees_now(stage: Stage) -> list[Tree]:
    """The main tree and those of the places played out, drafts included. Seven queries."""
    placed, names = drawn(stage)
    return trees(placed, names, live_lines(stage), redraw=bool(stage.pairing.get("redraw")))
