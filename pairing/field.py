"""The field of a round that is paired by what was played before: who is there, what was, what is wished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pairing.seating import Note, Round

Couple = frozenset[int]
"""Two pair numbers, in no order."""

SameUnit = Literal["apart", "ignore"]
SideKey = Literal["ns", "ew"]


@dataclass(frozen=True, slots=True)
class Contestant:
    """One pair to be seated: its number, points so far, place in the standing (1 is first, no two alike) and
    the unit that entered it (None: alone). Before the first round `rank` is the seeding, else the list's
    order.
    """

    number: int
    points: Fraction
    rank: int
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What was played so far in this group.

    `met` counts for every couple how often they met (a forfeit counts, a bye does not), `byes` how often a
    pair had one, drawn or given by hand; `sides` are each pair's sides in the order of the rounds.
    """

    met: Mapping[Couple, int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    sides: Mapping[int, tuple[SideKey, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of one round.

    `same_unit` `apart` keeps pairs of one unit from meeting as long as it can be done; with `soft_rounds` k
    that is only a preference, and only in rounds 1…k; after them units play no part. `forbidden` couples
    never meet unless nothing else is left, `forced` ones do. `byes` are given by hand.
    """

    same_unit: SameUnit = "apart"
    soft_rounds: int | None = None
    forbidden: frozenset[Couple] = frozenset()
    forced: frozenset[Couple] = frozenset()
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Paired:
    """One round as it was paired: pair numbers at tables 1…k (the leaders first), every broken wish as a
    note, and what makes the same round again: algorithm, seed (None: no chance was used), digest of all
    inputs but the seed.
    """

    round: Round
    notes: tuple[Note, ...] = ()
    algorithm: str = ""
    seed: int | None = None
    inputs: str = ""
