"""What one match came to: the value between the scoresheet that was judged and everything that counts it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum

from scoring.codecs import LOWEST
from scoring.options import Ended, Side


class OutcomeKind(StrEnum):
    """Whether a match was played, decided by an awarded loss with levels, or not played."""

    PLAYED = "played"
    AWARDED = "awarded"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A judged result, in levels; no points yet.

    `winner` is None for a draw and for a double forfeit. `level_diff` is 南北 minus 东西 after all rules
    (a side that won by a ruling, an awarded loss or a third failure counts at least 0); 0 for a match that
    was not played, whose differences are settings (`scoring.walkovers`). `ns_level` and `ew_level` are the
    levels written (2…14), `ns_value` and `ew_value` what they count; None where nothing was played.
    `passed_gain` is how many levels beyond A the passing deal reached (1…3, None if unknown).
    `ns_gains` and `ew_gains` are the sums of each side's own gains, `ns_failures` and `ew_failures` the
    failures at A: None where no deals were written down.

    `games` are those of a series: the levels are then those of its last game, the difference is their sum.
    """

    kind: OutcomeKind
    winner: Side | None
    level_diff: int = 0
    ns_level: int | None = None
    ew_level: int | None = None
    ns_value: int | None = None
    ew_value: int | None = None
    passed_a: Side | None = None
    passed_gain: int | None = None
    in_play: Side | None = None
    ended: Ended | None = None
    seconds: int | None = None
    ns_gains: int | None = None
    ew_gains: int | None = None
    ns_failures: int | None = None
    ew_failures: int | None = None
    games: tuple[Outcome, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether the match counts as played: forfeits, single or double, do not."""
        return self.kind in (OutcomeKind.PLAYED, OutcomeKind.AWARDED)

    @property
    def is_draw(self) -> bool:
        """Whether a played match has no winner."""
        return self.winner is None and self.is_played

    @property
    def lead(self) -> int:
        """The winner's level difference, never below 0; 0 for a draw: the row of a table of points."""
        if self.winner is None:
            return 0
        return max(self.level_diff if self.winner is Side.NS else -self.level_diff, 0)

    @property
    def is_won_by_ruling(self) -> bool:
        """Whether the winner did not win by play: a ruling, an awarded loss or the third failure at A."""
        return self.kind is OutcomeKind.AWARDED or self.ended in (Ended.RULING, Ended.ACE_FAILED)

    def level(self, side: Side) -> int | None:
        """The level written for one side."""
        return self.ns_level if side is Side.NS else self.ew_level

    def value(self, side: Side) -> int | None:
        """What one side's level counts."""
        return self.ns_value if side is Side.NS else self.ew_value

    def levels_climbed(self, side: Side) -> int:
        """How far one side came from 2, one more for passing A; 0 where nothing was played.

        The side that lost by its third failure at A counts as if it stood at 2. In a series: over all games.
        """
        if self.games:
            return sum(game.levels_climbed(side) for game in self.games)
        level = self.level(side)
        if level is None or not self.is_played:
            return 0
        if self.ended is Ended.ACE_FAILED and self.winner is side.other:
            return 0
        return level - LOWEST + (self.passed_a is side)

    def agrees_with(self, other: Outcome) -> bool:
        """Whether two readings of one slip say the same match.

        What only one of them states (the gain past A, who is in play, the time, failures, deals) is no
        difference: a match written down deal by deal may be read again by its final levels.
        """
        plain = ("kind", "winner", "level_diff", "ns_level", "ew_level", "passed_a")
        stated = [(getattr(self, key), getattr(other, key)) for key in ("passed_gain", "in_play", "seconds")]
        return (
            all(getattr(self, key) == getattr(other, key) for key in plain)
            and all(mine == yours for mine, yours in stated if mine is not None and yours is not None)
            and len(self.games) == len(other.games)
            and all(mine.agrees_with(yours) for mine, yours in zip(self.games, other.games, strict=True))
        )

    def seats_swapped(self) -> Outcome:
        """The same match with the two pairs in each other's seats."""
        return dataclasses.replace(
            self,
            winner=self.winner and self.winner.other,
            level_diff=-self.level_diff,
            ns_level=self.ew_level,
            ew_level=self.ns_level,
            ns_value=self.ew_value,
            ew_value=self.ns_value,
            passed_a=self.passed_a and self.passed_a.other,
            in_play=self.in_play and self.in_play.other,
            ns_gains=self.ew_gains,
            ew_gains=self.ns_gains,
            ns_failures=self.ew_failures,
            ew_failures=self.ns_failures,
            games=tuple(game.seats_swapped() for game in self.games),
        )
