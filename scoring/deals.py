"""What happens in a match, item by item, and where it leaves both sides: values only, no rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.codecs import LOWEST
from scoring.errors import InvalidScoresheet
from scoring.options import Ended, Side

GAIN_BY_PARTNER_PLACE = {2: 3, 3: 2, 4: 1}


@dataclass(frozen=True, slots=True)
class Deal:
    """One finished deal: the side that holds 上游 and the place (2…4) of that player's partner.

    `awarded` marks a deal that a ruling gave away as a double down (three-fouls, 十 第3条): it counts as a
    won deal in everything. Refused: another partner's place than 2…4, an awarded deal that is no double down.
    """

    winner: Side
    partner_place: int
    awarded: bool = False

    def __post_init__(self) -> None:
        if self.partner_place not in GAIN_BY_PARTNER_PLACE:
            raise InvalidScoresheet("partner_place", "deals", place=self.partner_place)
        if self.awarded and self.partner_place != 2:
            raise InvalidScoresheet("awarded_not_double_down", "deals", place=self.partner_place)

    @property
    def gain(self) -> int:
        """Levels gained: 3 for a double down, 2 with the partner third, 1 with the partner last."""
        return GAIN_BY_PARTNER_PLACE[self.partner_place]

    @classmethod
    def from_places(cls, ns: Iterable[int], ew: Iterable[int]) -> Deal:
        """The deal in which the two 南北 players finished in places `ns` and the 东西 players in `ew`."""
        by_side = {Side.NS: sorted(ns), Side.EW: sorted(ew)}
        if sorted(by_side[Side.NS] + by_side[Side.EW]) != [1, 2, 3, 4] or len(by_side[Side.NS]) != 2:
            raise InvalidScoresheet("places_not_once_each", "deals")
        winner = Side.NS if 1 in by_side[Side.NS] else Side.EW
        return cls(winner, by_side[winner][1])


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling between deals, or before the first: levels up or down, who is in play, a gain cancelled.

    `ns` and `ew` move the sides' levels, `in_play` names the side that is in play from now on (降台: the
    other one), `cancel_gain` takes back the gain of the deal before it.
    """

    ns: int = 0
    ew: int = 0
    in_play: Side | None = None
    cancel_gain: bool = False


Item = Deal | Ruling


@dataclass(frozen=True, slots=True)
class Step:
    """One item of a match and where it left both sides.

    `deal` is the deal's number from 1, None for a ruling; `gain` what the winner was credited (0 when a
    ruling cancelled it), None for a ruling.
    """

    item: Item
    deal: int | None
    gain: int | None
    cancelled: bool
    ns_level: int
    ew_level: int
    in_play: Side | None
    ns_failures: int
    ew_failures: int


@dataclass(frozen=True, slots=True)
class Position:
    """All that decides how a match goes on: levels, the side in play, failures at A; `ended` once it is over
    by play (the number of deals is not looked at). `in_play` won the last deal of a match that is over."""

    ns_level: int = LOWEST
    ew_level: int = LOWEST
    in_play: Side | None = None
    ns_failures: int = 0
    ew_failures: int = 0
    ended: Ended | None = None

    def level(self, side: Side) -> int:
        """One side's level, 2…14."""
        return self.ns_level if side is Side.NS else self.ew_level


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands after its items.

    `ended` is `passed_a`, `ace_failed` or `deals` once the items have ended the match, else None (time and
    rulings are not in the items). `passed_gain` counts the levels beyond A (a jump from K by 3 reaches A+2).
    `failed` is the side that lost by its failures; its level stays written as A. `first_to_level` is the side
    whose present level has stood longer, None if neither's has. `last_winner` won the last deal.
    """

    ns_level: int
    ew_level: int
    in_play: Side | None
    ns_failures: int
    ew_failures: int
    ns_gains: int
    ew_gains: int
    deal_count: int
    ended: Ended | None
    passed_a: Side | None
    passed_gain: int | None
    failed: Side | None
    last_winner: Side | None
    first_to_level: Side | None
    history: tuple[Step, ...]

    def level(self, side: Side) -> int:
        """One side's level, 2…14."""
        return self.ns_level if side is Side.NS else self.ew_level

    @property
    def position(self) -> Position:
        """What decides how the match goes on."""
        by_play = self.ended if self.ended is not Ended.DEALS else None
        failures = (self.ns_failures, self.ew_failures)
        return Position(self.ns_level, self.ew_level, self.in_play, *failures, by_play)

    def failures(self, side: Side) -> int:
        """How often one side has failed at A since it last fell."""
        return self.ns_failures if side is Side.NS else self.ew_failures
