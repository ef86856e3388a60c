"""Where the matches of a knock-out stand in its bracket, when only who met whom and who won is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pairing.bracket import (
    EVERYTHING,
    BracketMatch,
    Decided,
    Lines,
    Places,
    bracket_size,
    first_matches,
    losers_places,
    next_matches,
    places_wanted,
    winners_places,
)
from pairing.errors import PairingError


@dataclass(frozen=True, slots=True)
class Met:
    """A match or a bye (one pair): who was in it and how it ended; `key` is the caller's.

    Without a `winner` it is open, or, with `none_left`, both pairs are out. `told`: places and slot where
    they are known.
    """

    key: int
    pairs: tuple[int, ...]
    winner: int | None = None
    none_left: bool = False
    told: tuple[Places, int] | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a match stands; `key` None: a bye that nobody wrote down."""

    key: int | None
    match: BracketMatch

    @property
    def place(self) -> tuple[Places, int]:
        """The ranks it is about and its slot among those."""
        return self.match.places, self.match.slot


Rounds = Sequence[Sequence[Met]]
"""The rounds in their order, the matches of each in the order of their tables, byes last."""


def by_lines(
    lines: Lines, rounds: Rounds, *, placing: bool | int = False, gone: Iterable[int] = ()
) -> list[list[Placed]] | None:
    """Every match as the drawn bracket explains it; None where one of them cannot have come about so.

    Matches of which the place is told keep it, and what follows is judged from there. Any match for places
    is explained. Byes of a written round are added where `placing` plays that far, for those who are not
    `gone` or play on.
    """
    wanted, out = places_wanted(placing), set(gone)
    found: list[list[Placed]] = []
    due = first_matches(lines)
    for number, met in enumerate(rounds):
        by_pairs = {frozenset(one.pairs): one for one in due}
        placed = []
        for one in met:
            match = by_pairs.pop(frozenset(one.pairs), None)
            if one.told is not None:
                placed.append(_placed(one, *one.told))
            elif match is not None:
                placed.append(Placed(one.key, match))
            else:
                return None
        rests = [one for one in by_pairs.values() if one.ew is None and _is_played(one.places, wanted)]
        later = rounds[number + 1 :]
        absent = _seated([met]) | (out - _seated(later))
        placed += [Placed(None, one) for one in rests if one.ns not in absent]
        if len({one.place for one in placed}) < len(placed):
            return None
        found.append(placed)
        due = next_matches(_ends(placed, met, later[0] if later else ()), placing=EVERYTHING)
    return found


def _seated(rounds: Rounds) -> set[int]:
    return {pair for met in rounds for one in met for pair in one.pairs}


def _is_played(places: Places, wanted: int) -> bool:
    return places[0] == 1 or places[0] <= wanted


def _ends(placed: Iterable[Placed], met: Iterable[Met], later: Iterable[Met]) -> Iterator[Decided]:
    by_key = {one.key: one for one in met}
    later = list(later)
    for one in placed:
        pairs = one.match.pairs
        known = by_key[one.key] if one.key is not None else Met(0, pairs, pairs[0])
        winner = _winner(known, later)
        loser = next((pair for pair in pairs if pair != winner), None) if winner is not None else None
        yield Decided(*one.place, winner, loser)


def _winner(one: Met, later: Iterable[Met]) -> int | None:
    """Who goes on: as the result says, without one whoever of the two plays on."""
    if len(one.pairs) == 1:
        return one.pairs[0]
    if one.winner is not None or one.none_left:
        return one.winner
    seen = {pair for other in later for pair in other.pairs}.intersection(one.pairs)
    return seen.pop() if len(seen) == 1 else None


def by_who_is_in(
    entrants: Iterable[int], rounds: Rounds, *, lucky_losers: bool = False, gone: Iterable[int] = ()
) -> list[list[Placed]]:
    """Every match by who was still in, where the order of the pairs does not tell (or is drawn afresh).

    A match of somebody who has not lost yet is about the first place, one of two losers about the places
    left to them. A round is about 1…the size of its field's bracket, twice the round after it at least.
    The slots let winners stand where they met. Who is still in and not written down had a bye, where there is
    room for it and he is not `gone`.

    Raises `PairingError` with the match's `key`: `knockout_already_out` (pair), where somebody who had lost
    plays for the first place; `knockout_not_decided` (pair), where a pair plays on from a match without a
    result; `knockout_places_unknown`, where two losers cannot be playing for the same places.
    """
    walk = _Walk(set(entrants), set(gone), lucky_losers)
    played = [walk.round(met, rounds[number + 1 :]) for number, met in enumerate(rounds)]
    about = _sizes(played)
    slots = _main_slots(played)
    return list(_Placing(about, slots).rounds(played))


@dataclass(slots=True)
class _Played:
    """One round: its matches about the first place and the others; winners as far as known by key."""

    main: list[Met] = field(default_factory=list)
    rest: list[Met] = field(default_factory=list)
    winners: dict[int, int | None] = field(default_factory=dict)

    def loser(self, one: Met) -> int | None:
        winner = self.winners[one.key]
        others = [pair for pair in one.pairs if pair != winner]
        return others[0] if winner is not None and others else None


class _Walk:
    """Round after round: who is still in."""

    def __init__(self, entrants: set[int], gone: set[int], lucky: bool) -> None:
        self.alive, self.gone, self.lucky = entrants, gone, lucky
        self.just_lost: set[int] = set()
        self.open: set[int] = set()
        self.added = 0

    def round(self, met: Sequence[Met], later: Rounds) -> _Played:
        played = _Played()
        for one in met:
            self._undecided(one)
            (played.main if self.alive.intersection(one.pairs) else played.rest).append(one)
        if played.main:
            back = self.just_lost if self.lucky else set()
            for one in played.main:
                for pair in one.pairs:
                    if pair not in self.alive | back:
                        raise PairingError("knockout_already_out", key=one.key, pair=pair)
            self._rests(played, later)
        self._decide(played, later[0] if later else ())
        return played

    def _undecided(self, one: Met) -> None:
        for pair in one.pairs:
            if pair in self.open:
                raise PairingError("knockout_not_decided", key=one.key, pair=pair)

    def _rests(self, played: _Played, later: Rounds) -> None:
        """Byes of those who are in and in no match, if the bracket has room for all of them."""
        absent = _seated([played.main, played.rest]) | (self.gone - _seated(later))
        resting = sorted(self.alive - absent)
        field_ = len(resting) + sum(len(one.pairs) for one in played.main)
        if field_ < 2 or len(played.main) + len(resting) > bracket_size(field_) // 2:
            return
        for pair in resting:
            self.added -= 1
            played.main.append(Met(self.added, (pair,), pair))

    def _decide(self, played: _Played, later: Sequence[Met]) -> None:
        lost: set[int] = set()
        for one in (*played.main, *played.rest):
            winner = played.winners[one.key] = _winner(one, later)
            if winner is None and not one.none_left:
                self.open.update(one.pairs)
            elif one in played.main:
                lost.update(pair for pair in one.pairs if pair != winner)
                self.alive |= {winner} - {None} if winner is not None else set()
        self.alive -= lost
        if played.main:
            self.just_lost = lost


def _sizes(played: Sequence[_Played]) -> dict[int, int]:
    """How many places each round of main matches is about, by its index; the last rounds first."""
    found: dict[int, int] = {}
    after = 1
    for index in reversed(range(len(played))):
        if main := played[index].main:
            after = max(bracket_size(2 * sum(len(one.pairs) == 2 for one in main) + _rests(main)), 2 * after)
            found[index] = after
    return found


def _rests(main: Iterable[Met]) -> int:
    return sum(len(one.pairs) == 1 for one in main)


def _main_slots(played: Sequence[_Played]) -> dict[int, int]:
    """The slot of every main match by key: the last round in its own order, each one before it so that its
    winners meet where they did."""
    slots: dict[int, int] = {}
    seats: dict[int, int] = {}
    for one in reversed(played):
        taken: dict[int, int] = {}
        for met in one.main:
            ahead = [seats[pair] for pair in (one.winners[met.key], *met.pairs) if pair in seats]
            if ahead and ahead[0] not in taken.values():
                taken[met.key] = ahead[0]
        free = iter(slot for slot in range(1, EVERYTHING) if slot not in taken.values())
        for met in one.main:
            if met.key not in taken:
                taken[met.key] = next(free)
        slots |= taken
        if one.main:
            seats = {
                pair: 2 * taken[met.key] - 1 + at for met in one.main for at, pair in enumerate(met.pairs)
            }
    return slots


class _Placing:
    """The matches with their places: losers' ones after what the two can still reach."""

    def __init__(self, sizes: Mapping[int, int], slots: Mapping[int, int]) -> None:
        self.sizes, self.slots = sizes, slots
        self.left: dict[int, tuple[Places, int]] = {}  # what a pair that lost may still reach, and where

    def rounds(self, played: Sequence[_Played]) -> Iterator[list[Placed]]:
        for index, one in enumerate(played):
            ends = [(met, self._main(index, met)) for met in one.main]
            taken: set[tuple[Places, int]] = set()
            for met in one.rest:
                placed = self._rest(met, taken)
                taken.add(placed.place)
                ends.append((met, placed))
            for met, placed in ends:
                self._note(one, met, placed)
            yield [placed for _met, placed in ends]

    def _main(self, index: int, met: Met) -> Placed:
        return _placed(met, (1, self.sizes[index]), self.slots[met.key])

    def _rest(self, met: Met, taken: set[tuple[Places, int]]) -> Placed:
        """The narrower of what the two may reach: the other one had a bye that is not written down."""
        reach = [self.left.get(pair, ((1, 1), 1)) for pair in met.pairs]
        about, slot = min(reach, key=lambda one: one[0][1] - one[0][0])
        if about[0] == about[1] or any(one[0] > about[0] or one[1] < about[1] for one, _slot in reach):
            raise PairingError("knockout_places_unknown", key=met.key)
        slot = (slot + 1) // 2
        while (about, slot) in taken:
            slot += 1
        return _placed(met, about, slot)

    def _note(self, one: _Played, met: Met, placed: Placed) -> None:
        about, slot = placed.place
        winner, loser = one.winners[met.key], one.loser(met)
        if winner is not None and about[0] > 1:
            self.left[winner] = (winners_places(about), slot)
        if loser is not None:
            self.left[loser] = (losers_places(about), slot)


def _placed(met: Met, about: Places, slot: int) -> Placed:
    upper, under = met.pairs[0], met.pairs[1] if len(met.pairs) == 2 else None
    return Placed(met.key if met.key >= 0 else None, BracketMatch(about, slot, upper, under))
