"""A knock-out as trees to be drawn: the main bracket and one for each set of places that is played out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.bracket import Lines, Places, winners_places
from scoring.rules import Side
from tournament.queries.standing_sheets import Who
from tournament.queries.table_lines import TableLine

Slots = Mapping[tuple[Places, int], TableLine]


@dataclass(frozen=True, slots=True)
class Seat:
    """One half of a box: who stands there (None: not known yet), and how it ended as far as it is shown."""

    who: Who | None = None
    side: Side | None = None
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match of the tree: its two seats from the top; `line` None while it is not made (or not shown).

    `is_bye`: the lower seat stays empty. `winner` is whoever is seen to go on.
    """

    slot: int
    upper: Seat
    under: Seat
    line: TableLine | None = None
    is_bye: bool = False

    @property
    def winner(self) -> Who | None:
        """Who goes on, as far as that is shown."""
        if self.is_bye:
            return self.upper.who
        return next((seat.who for seat in (self.upper, self.under) if seat.won), None)


@dataclass(frozen=True, slots=True)
class Column:
    """One round of a tree: what it is about, and its boxes from the top; None where nobody plays."""

    places: Places
    boxes: tuple[Box | None, ...]
    round: int | None = None
    is_draft: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """Columns from left to right. `is_drawn_afresh`: no line leads from one to the next."""

    places: Places
    columns: tuple[Column, ...]
    is_drawn_afresh: bool = False

    @property
    def winner(self) -> Who | None:
        """Who has won the last match, as far as that is shown."""
        last = self.columns[-1]
        box = last.boxes[0]
        return box.winner if box is not None and last.places[1] - last.places[0] == 1 else None


def trees(
    bracket: Lines, names: Mapping[int, Who], lines: Iterable[TableLine], *, redraw: bool
) -> list[Tree]:
    """The main tree first, then those of the places played out, the better ones first.

    `bracket` are the drawn places (empty: not shown, or drawn afresh), `lines` the matches that may be seen.
    """
    shown = sorted((line for line in lines if line.places), key=lambda line: (line.round, line.slot))
    slots: Slots = {(line.places or (1, 2), line.slot): line for line in shown}
    main = _afresh(shown) if redraw else _main(bracket, names, slots)
    return [*([main] if main else []), *_places_played(slots)]


def _main(bracket: Lines, names: Mapping[int, Who], slots: Slots) -> Tree | None:
    size = max([len(bracket), *(places[1] for places, _slot in slots if places[0] == 1)], default=0)
    if not size:
        return None
    first = []
    for slot in range(1, size // 2 + 1):
        line = slots.get(((1, size), slot))
        ends = [names[pair] if pair else None for pair in bracket[2 * slot - 2 : 2 * slot]]
        order = [who.number for who in ends if who]
        first.append(_made(line, slot, order) if line else _due(slot, ends))
    return Tree((1, size), tuple(_onward((1, size), first, slots)))


def _due(slot: int, ends: Sequence[Who | None]) -> Box | None:
    """A first-round box of the drawn bracket that is no match yet."""
    known = [who for who in ends if who is not None]
    if not known:
        return None
    if len(known) == 1:
        return Box(slot, Seat(known[0]), Seat(), is_bye=True)
    return Box(slot, Seat(known[0]), Seat(known[1]))


def _places_played(slots: Slots) -> list[Tree]:
    roots: dict[int, int] = {}
    for (low, high), _slot in slots:
        if low > 1:
            roots[low] = max(high, roots.get(low, 0))
    found = []
    for low, high in sorted(roots.items()):
        first = [
            _made(slots[(low, high), slot], slot, ()) if ((low, high), slot) in slots else None
            for slot in range(1, (high - low + 1) // 2 + 1)
        ]
        found.append(Tree((low, high), tuple(_onward((low, high), first, slots))))
    return found


def _onward(places: Places, first: list[Box | None], slots: Slots) -> Iterable[Column]:
    """The first column and all that follow from it, up to one match."""
    boxes = first
    while True:
        yield _column(places, boxes)
        if len(boxes) == 1:
            return
        places = winners_places(places)
        boxes = [
            _next(places, slot, boxes[2 * slot - 2], boxes[2 * slot - 1], slots)
            for slot in range(1, len(boxes) // 2 + 1)
        ]


def _next(places: Places, slot: int, upper: Box | None, under: Box | None, slots: Slots) -> Box | None:
    line = slots.get((places, slot))
    coming = [one.winner if one else None for one in (upper, under)]
    if line is not None:
        from_above = [seat.who.number for seat in _seats_of(upper) if seat.who]
        return _made(line, slot, from_above)
    if upper is None and under is None:
        return None
    return Box(slot, Seat(coming[0]), Seat(coming[1]))


def _seats_of(box: Box | None) -> tuple[Seat, ...]:
    return (box.upper, box.under) if box else ()


def _made(line: TableLine, slot: int, from_above: Sequence[int]) -> Box:
    """A box of a match that is made. Whoever comes first in `from_above` stands above, else 南北."""
    if line.ew is None:
        return Box(slot, Seat(line.ns), Seat(), line, is_bye=True)
    seats = [_seat(line, Side.NS, line.ns), _seat(line, Side.EW, line.ew)]
    order = {number: at for at, number in enumerate(from_above)}
    seats.sort(key=lambda seat: order.get(seat.who.number if seat.who else 0, len(order)))
    return Box(slot, seats[0], seats[1], line)


def _seat(line: TableLine, side: Side, who: Who) -> Seat:
    winner = line.score.winner if line.score else ""
    return Seat(who, side, won=winner == side, lost=bool(winner) and winner != side)


def _column(places: Places, boxes: Sequence[Box | None]) -> Column:
    lines = [box.line for box in boxes if box and box.line]
    return Column(
        places,
        tuple(boxes),
        lines[0].round if lines else None,
        any(line.state == "draft" for line in lines),
    )


def _afresh(lines: Sequence[TableLine]) -> Tree | None:
    """Rounds drawn afresh, one column each."""
    rounds: dict[int, list[TableLine]] = {}
    for line in lines:
        if line.places and line.places[0] == 1:
            rounds.setdefault(line.round, []).append(line)
    columns = [
        _column(made[0].places or (1, 2), [_made(line, at, ()) for at, line in enumerate(made, 1)])
        for made in rounds.values()
    ]
    return Tree(columns[0].places, tuple(columns), is_drawn_afresh=True) if columns else None
