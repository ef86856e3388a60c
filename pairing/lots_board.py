"""抽签录入: lots drawn by hand, typed in as they are read out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pairing.errors import PairingError
from pairing.grouping import Grouping, clashes, group_name, group_names


@dataclass(frozen=True, slots=True, order=True)
class Lot:
    """A slip of paper in the box: a group (from 0) and a position in it (from 1)."""

    group: int
    position: int

    @property
    def name(self) -> str:
        """As it is written on the slip: `A3` is position 3 of group A."""
        return f"{group_name(self.group)}{self.position}"


@dataclass(frozen=True, slots=True)
class LotsBoard:
    """Which pair drew which lot so far. A value: `typed` and `undone` give a new board and leave this one.

    `sizes` are the groups' sizes in order, `pairs` those who draw; `drawn` is in the order of typing.
    """

    sizes: tuple[int, ...]
    pairs: tuple[int, ...]
    drawn: tuple[tuple[int, Lot], ...] = ()

    @property
    def left(self) -> tuple[Lot, ...]:
        """The lots still in the box, by group and position."""
        taken = {lot for _, lot in self.drawn}
        return tuple(lot for lot in _all_lots(self.sizes) if lot not in taken)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The pairs that have not drawn yet, by number."""
        done = {pair for pair, _ in self.drawn}
        return tuple(pair for pair in self.pairs if pair not in done)

    @property
    def groups(self) -> tuple[tuple[int | None, ...], ...]:
        """The groups as far as they are known, None at a position whose lot is in the box."""
        holder = {lot: pair for pair, lot in self.drawn}
        return tuple(
            tuple(holder.get(Lot(group, position)) for position in range(1, size + 1))
            for group, size in enumerate(self.sizes)
        )

    def typed(self, pair: int, lot: str) -> LotsBoard:
        """The board after `pair` drew `lot`, as typed: `A3`, `a 3`, `Ａ３`, `A-3`, or the running number `3`.

        Running numbers count through the groups in order: with groups of 4, 5 is B1.
        Raises `PairingError`: `unknown_pair` (pair), `unknown_lot` (lot), `pair_drew_already` (pair, lot),
        `lot_drawn_twice` (lot, pair: who holds it).
        """
        if pair not in self.pairs:
            raise PairingError("unknown_pair", pair=pair)
        found = _read(lot, self.sizes)
        for holder, held in self.drawn:
            if holder == pair:
                raise PairingError("pair_drew_already", pair=pair, lot=held.name)
            if held == found:
                raise PairingError("lot_drawn_twice", lot=found.name, pair=holder)
        return replace(self, drawn=(*self.drawn, (pair, found)))

    def undone(self, pair: int) -> LotsBoard:
        """The board with the pair's lot back in the box. Raises `PairingError("pair_has_no_lot", pair)`."""
        kept = tuple((holder, lot) for holder, lot in self.drawn if holder != pair)
        if len(kept) == len(self.drawn):
            raise PairingError("pair_has_no_lot", pair=pair)
        return replace(self, drawn=kept)

    def grouping(self, units: Mapping[int, str | None] | None = None) -> Grouping:
        """The groups when every lot is drawn, with the clashes of `units` (pair number to unit).

        The last pair gets the last lot by itself: nothing is left to draw. Raises
        `PairingError("lots_left", lots)` with the number of lots otherwise.
        """
        board = self
        if len(board.left) == 1:
            board = board.typed(board.waiting[0], board.left[0].name)
        if board.left:
            raise PairingError("lots_left", lots=len(board.left))
        groups = tuple(tuple(pair for pair in group if pair is not None) for group in board.groups)
        return Grouping(groups=groups, clashes=clashes(groups, units or {}))


def lots_board(pairs: Iterable[int], sizes: Sequence[int]) -> LotsBoard:
    """An empty board: as many lots as pairs, one for each position of each group.

    Raises `PairingError`: `pair_twice` (pair), `group_size_too_small` (size) below two, `sizes_do_not_fit`
    (pairs, places).
    """
    ordered = sorted(pairs)
    for at, pair in enumerate(ordered[1:]):
        if ordered[at] == pair:
            raise PairingError("pair_twice", pair=pair)
    if any(size < 2 for size in sizes):
        raise PairingError("group_size_too_small", size=min(sizes))
    if sum(sizes) != len(ordered):
        raise PairingError("sizes_do_not_fit", pairs=len(ordered), places=sum(sizes))
    return LotsBoard(tuple(sizes), tuple(ordered))


def _all_lots(sizes: Sequence[int]) -> list[Lot]:
    return [Lot(group, position) for group, size in enumerate(sizes) for position in range(1, size + 1)]


def _read(text: str, sizes: Sequence[int]) -> Lot:
    plain = unicodedata.normalize("NFKC", text).upper()
    form = re.fullmatch(r"\s*(?:([A-Z]+)\s*(?:组|-|_|\.)?\s*)?([0-9]{1,6})\s*号?\s*", plain)
    if form is not None:
        letters, number = form[1], int(form[2])
        names = group_names(len(sizes))
        lots = _all_lots(sizes)
        if letters is None and 1 <= number <= len(lots):
            return lots[number - 1]
        if letters in names and 1 <= number <= sizes[names.index(letters)]:
            return Lot(names.index(letters), number)
    raise PairingError("unknown_lot", lot=" ".join(text.split()))
