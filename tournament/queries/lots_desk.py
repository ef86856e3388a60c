"""All that the page for typing lots shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pairing.grouping import group_name
from pairing.lots_board import Lot, LotsBoard
from tournament.models import DrawKind, Pair, Stage
from tournament.queries.drawing import draw_count, lots_board_of, what_fixes_draw

FULL_SIZE = 40  # lots that fit on one screen with letters for the back rows


@dataclass(frozen=True, slots=True)
class LotsDesk:
    """The lots of a stage. `board` is None while they are not open; `pairs` are those who draw, by number."""

    stage: Stage
    board: LotsBoard | None
    pairs: Mapping[int, Pair]
    count: int
    fixed: str
    is_finished: bool

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Who drew which lot, in the order of the lots, for the list."""
        board = self.board
        return [
            {
                "lot": lot.name,
                "order": (lot.group, lot.position),
                "number": number,
                "names": self.pairs[number].names,
                "unit": unit.name if (unit := self.pairs[number].unit) else "",
                "pair": self.pairs[number],
            }
            for number, lot in (board.drawn if board else ())
        ]

    @property
    def boxes(self) -> list[tuple[str, list[tuple[Lot, int | None]]]]:
        """Every group with its lots and who holds each, for the wall."""
        groups = self.board.groups if self.board else ()
        return [
            (group_name(index), [(Lot(index, place), number) for place, number in enumerate(group, 1)])
            for index, group in enumerate(groups)
        ]

    @property
    def waiting(self) -> list[Pair]:
        """Who has not drawn yet, by number."""
        return [self.pairs[number] for number in (self.board.waiting if self.board else ())]

    @property
    def last(self) -> tuple[Pair, Lot] | None:
        """The pair and the lot that are left over when everything else is drawn."""
        if self.board is None or len(self.board.left) != 1:
            return None
        return self.pairs[self.board.waiting[0]], self.board.left[0]

    @property
    def is_large(self) -> bool:
        """Whether there are more lots than a wall shows at full size."""
        return len(self.pairs) > FULL_SIZE

    @property
    def done_count(self) -> int:
        """How many have drawn."""
        return len(self.board.drawn) if self.board else 0


def lots_desk(stage: Stage) -> LotsDesk:
    """Read the lots of `stage`. A fixed number of queries."""
    pairs = Pair.objects.filter(stage_entries__stage=stage).select_related("unit").prefetch_related("players")
    by_number = {pair.number: pair for pair in pairs}
    finished = stage.draws.filter(kind=DrawKind.GROUPS, is_current=True).exists()
    opened = bool(by_number) and not finished
    return LotsDesk(
        stage=stage,
        board=lots_board_of(stage) if opened else None,
        pairs=by_number,
        count=draw_count(stage),
        fixed=what_fixes_draw(stage),
        is_finished=finished,
    )
