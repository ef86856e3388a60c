"""One pair at the door: whether it is in, and the lot that it still has to draw."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.errors import PairingError
from tournament.models import DrawKind, Event, Pair, Stage, StageEntry
from tournament.queries.counted_stage import counted_stage
from tournament.queries.drawing import lots_board_of
from tournament.queries.leaving import GONE
from tournament.queries.pair_lists import pairs_of


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """A pair whose card was scanned. `lots_of` is the stage whose lots are being drawn by hand and in which
    this pair has none yet, `left` how many are in the box; `places` are those it has."""

    pair: Pair
    places: tuple[StageEntry, ...]
    lots_of: Stage | None
    left: int

    @property
    def is_gone(self) -> bool:
        """Whether it does not take part any more."""
        return self.pair.status in GONE


def at_the_door(event: Event, number: int) -> AtTheDoor | None:
    """Pair `number` with what is to be done; None where there is none. Six queries at most."""
    pair = pairs_of(event).filter(number=number).first()
    if pair is None:
        return None
    entries = StageEntry.objects.filter(pair=pair).select_related("group").prefetch_related(counted_stage())
    places = tuple(entries.order_by("stage__ordinal"))
    lots_of = next((one.stage for one in places if one.position is None and _is_open(one.stage)), None)
    return AtTheDoor(pair, places, lots_of, _left(lots_of))


def _is_open(stage: Stage) -> bool:
    return not stage.draws.filter(kind=DrawKind.GROUPS, is_current=True).exists()


def _left(stage: Stage | None) -> int:
    if stage is None:
        return 0
    try:
        return len(lots_board_of(stage).left)
    except PairingError:  # one pair alone has nothing to draw
        return 0
