"""Draw again what was drawn, and lay both results side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pairing.errors import PairingError
from pairing.lots import revealed_seed
from pairing.rerun import UNREADABLE, run, seed_of, told_part
from tournament.models import Commitment, Draw

Told = tuple[int, ...]  # pair numbers: one at a place, two at a table


@dataclass(frozen=True, slots=True)
class Line:
    """One place of a result: what was published there and what came out now (empty: nothing there)."""

    label: str
    published: Told
    again: Told

    @property
    def same(self) -> bool:
        """Whether both are the same."""
        return self.published == self.again


@dataclass(frozen=True, slots=True)
class Part:
    """Lines that belong together; `kind` is `group` (with its name), `order`, `tables` or `byes`."""

    kind: str
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Rerun:
    """A draw that was run again with `seed`, beside the one that was published."""

    seed: int
    parts: tuple[Part, ...]

    @property
    def same(self) -> bool:
        """Whether everything came out as published."""
        return all(line.same for part in self.parts for line in part.lines)


def seed_for(typed: str, commitment: Commitment | None) -> int:
    """The seed that a typed text stands for.

    After a commitment any text goes together with the published digest; else a whole number is itself and
    any other text is hashed. Raises `PairingError` `seed_empty`.
    """
    return revealed_seed(commitment.digest, typed) if commitment is not None else seed_of(typed)


def seed_text(draw: Draw, commitment: Commitment | None) -> str:
    """The seed as it was told: the text that came after the commitment, else the number."""
    return commitment.seed_text if commitment is not None else draw.seed


def run_again(draw: Draw, seed: int) -> Rerun:
    """Run `draw` again from its kept inputs.

    Raises `PairingError` `draw_not_known` also where the result of a file is not such as the draw gives.
    """
    inputs = draw.inputs or {}
    again = run(inputs, seed)
    names = [group.name for group in draw.stage.groups.all()] if draw.stage else []
    try:
        published = told_part(inputs, draw.result)
        return Rerun(seed, _SHAPES.get(inputs["draw"], _order)(published, again, names))
    except UNREADABLE:
        raise PairingError("draw_not_known", algorithm=draw.algorithm) from None


def _groups(published: Sequence[Any], again: Sequence[Any], names: Sequence[str]) -> tuple[Part, ...]:
    return tuple(
        Part("group", name or "", _places(mine or (), other or ()))
        for name, mine, other in zip_longest(names, published, again)
        if mine or other
    )


def _places(published: Sequence[int | None], again: Sequence[int | None]) -> tuple[Line, ...]:
    both = zip_longest(published, again)
    return tuple(Line(str(place), _one(mine), _one(other)) for place, (mine, other) in enumerate(both, 1))


def _one(number: int | None) -> Told:
    return () if number is None else (number,)


def _order(published: Sequence[int], again: Sequence[int], _names: Sequence[str]) -> tuple[Part, ...]:
    return (Part("order", "", _places(published, again)),)


def _round(published: Mapping[str, Any], again: Mapping[str, Any], _names: Sequence[str]) -> tuple[Part, ...]:
    tables = zip_longest(published["tables"], again["tables"], fillvalue=())
    byes = zip_longest(published["byes"], again["byes"])
    return (
        Part("tables", "", tuple(Line(str(n), tuple(a), tuple(b)) for n, (a, b) in enumerate(tables, 1))),
        Part("byes", "", tuple(Line(str(n), _one(a), _one(b)) for n, (a, b) in enumerate(byes, 1))),
    )


_SHAPES: dict[str, Any] = {"groups": _groups, "pairings": _round}
