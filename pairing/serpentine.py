"""The serpentine walk of seeded pairs over groups, with the units spread exactly.

Each row of the walk holds as many neighbours in strength as there are groups, one for each. Giving the pairs
of a row to the groups is colouring the edges of a two-sided graph (rows on one side, units on the other) with
one colour a group; a unit with more pairs than groups counts as several, each with at most one pair a group.
Such a graph can always be coloured (König 1916), so the spread never has to leave a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Node = tuple[str, int | str, int]


def serpentine(units: Sequence[str | None], sizes: Sequence[int]) -> list[int]:
    """The group (from 0) of each entrant, entrants in seeding order, best first.

    `units[i]` is the unit of entrant i, None for one to whom nobody is to be kept apart. `sizes` differ by at
    most one and add up to the number of entrants; they are kept exactly. Every unit's counts in two groups
    differ by at most one. An entrant keeps the plain snake's group where that breaks nothing.
    """
    width = len(sizes)
    rows = [list(range(start, min(start + width, len(units)))) for start in range(0, len(units), width)]
    colouring = _Colouring(width)
    seen: dict[str, int] = {}
    for row, members in enumerate(rows):
        for index, wish in zip(members, _wishes(row, len(members), sizes), strict=True):
            colouring.add(index, ("row", row, 0), _unit_node(units[index], index, seen, width), wish)
    return _fitted(colouring.colour_of, len(rows[-1]), sizes)


def _wishes(row: int, length: int, sizes: Sequence[int]) -> list[int]:
    """The groups that the plain snake gives to a row; a short row goes to the groups with a place more."""
    walk = [group for group in range(len(sizes)) if length == len(sizes) or sizes[group] > min(sizes)]
    return walk if row % 2 == 0 else walk[::-1]


def _unit_node(unit: str | None, index: int, seen: dict[str, int], width: int) -> Node:
    if unit is None:
        return ("alone", index, 0)
    earlier = seen.get(unit, 0)
    seen[unit] = earlier + 1
    return ("unit", unit, earlier // width)


def _fitted(colours: Sequence[int], last_row: int, sizes: Sequence[int]) -> list[int]:
    """Rename groups where spreading the short last row gave its places to the smaller groups."""
    if last_row == len(sizes):
        return list(colours)
    larger = {group for group, size in enumerate(sizes) if size > min(sizes)}
    longer = set(colours[len(colours) - last_row :])
    rename = dict(zip(sorted(longer - larger), sorted(larger - longer), strict=True))
    rename.update({new: old for old, new in rename.items()})
    return [rename.get(colour, colour) for colour in colours]


@dataclass(slots=True)
class _Colouring:
    """A proper edge colouring that grows edge by edge; `colour_of` by edge, in the order they were added."""

    width: int
    colour_of: list[int] = field(default_factory=list)
    _at: dict[tuple[Node, int], int] = field(default_factory=dict)  # (node, colour) -> edge
    _ends: list[tuple[Node, Node]] = field(default_factory=list)

    def add(self, edge: int, row: Node, unit: Node, wish: int) -> None:
        """Add an edge with the wished colour if both ends are free of it, else the nearest that works."""
        colour = wish
        if (row, wish) in self._at or (unit, wish) in self._at:
            colour = self._nearest(row, unit, wish)
        self._ends.append((row, unit))
        self.colour_of.append(colour)
        self._at[row, colour] = self._at[unit, colour] = edge

    def _nearest(self, row: Node, unit: Node, wish: int) -> int:
        """The nearest colour that is free at both ends, made free at the unit's end if there is none."""
        by_nearness = sorted(range(self.width), key=lambda colour: (abs(colour - wish), colour))
        free_at_row = [colour for colour in by_nearness if (row, colour) not in self._at]
        free_at_unit = [colour for colour in by_nearness if (unit, colour) not in self._at]
        common = [colour for colour in free_at_row if (unit, colour) not in self._at]
        if common:
            return common[0]
        self._swap(unit, free_at_row[0], free_at_unit[0])
        return free_at_row[0]

    def _swap(self, start: Node, taken: int, free: int) -> None:
        """Exchange two colours along the path from `start`, which then is free of `taken`.

        The path leaves on `taken` and cannot come to the new edge's other end: it would arrive there on the
        colour that is free there.
        """
        path, node, colour = [], start, taken
        while (node, colour) in self._at:
            edge = self._at[node, colour]
            path.append(edge)
            first, second = self._ends[edge]
            node = second if node == first else first
            colour = free if colour == taken else taken
        for edge in path:
            for end in self._ends[edge]:
                del self._at[end, self.colour_of[edge]]
            self.colour_of[edge] = free if self.colour_of[edge] == taken else taken
        for edge in path:
            for end in self._ends[edge]:
                self._at[end, self.colour_of[edge]] = edge
