"""A match as a table to look up: where each deal leads from every position that can be reached.

A phone at the table has to know at once what a deal does, also without network. It gets this table and looks
up; the rules stay in `scoring.levels`, which is asked for every entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from scoring.codecs import LEVEL_TEXTS, write_settings
from scoring.deals import GAIN_BY_PARTNER_PLACE, Position
from scoring.levels import NextDeal, plays_all_deals, six_deals
from scoring.options import AceFailure, Ended, Side
from scoring.rules import PlayRules, Rules

PASSES, FAILS, FALLS = 1, 2, 4
MARKS = 8
"""A move is one number: the position it leads to × `MARKS`, plus what happens by it: `PASSES` (the winner
passes A), `FAILS` (the side in play fails at A), `FALLS` (it falls to 2 by that)."""
KINDS = tuple((side, place) for side in Side for place in GAIN_BY_PARTNER_PLACE)
"""The six deals in the order of every position's moves: the side of 上游 and its partner's place."""
NOT_LOOKED_UP = ("minutes", "deals", "deal_in_progress", "passed_a_value", "level_tie")
_SIDES: dict[Side | None, int] = {None: 0, Side.NS: 1, Side.EW: 2}
_ENDED: dict[Ended | None, int] = {None: 0, Ended.PASSED_A: 1, Ended.ACE_FAILED: 2}


@dataclass(frozen=True, slots=True)
class Automaton:
    """All positions that deals can lead to from the first one, and their moves (none after the end).

    Positions hold only the failures at A that still decide something: none where failing has no effect.
    Whoever follows a match counts them by the moves' marks. A limit on the number of deals is not in it.
    """

    positions: tuple[Position, ...]
    moves: tuple[tuple[int, ...], ...]
    key: str

    def to_json(self) -> str:
        """The table as compact JSON.

        Positions are [南北, 东西, in play (1 南北, 2 东西), how it ended (1 passed A, 2 failures)], moves
        numbers, `kinds` the deals that they stand for, `levels` the levels' names.
        """
        return json.dumps(
            {
                "key": self.key,
                "marks": MARKS,
                "kinds": [[side.value, place, GAIN_BY_PARTNER_PLACE[place]] for side, place in KINDS],
                "levels": {str(level): text for level, text in LEVEL_TEXTS.items()},
                "positions": [_written(position) for position in self.positions],
                "moves": self.moves,
            },
            separators=(",", ":"),
        )


def _written(position: Position) -> list[int]:
    return [position.ns_level, position.ew_level, _SIDES[position.in_play], _ENDED[position.ended]]


@lru_cache(maxsize=64)
def automaton(rules: Rules, start: Position = Position()) -> Automaton:  # noqa: B008 - a frozen value
    """The table of a match under `rules` from `start` on: 2 : 2 with nobody in play, or after a ruling.

    Positions are numbered as they are found, `start` is number 0.
    """
    first = _deciding(start, rules.play)
    found: dict[Position, int] = {first: 0}
    waiting = [first]
    moves: list[tuple[int, ...]] = []
    for position in waiting:
        row = []
        for deal, then in six_deals(position, rules):
            then = _deciding(then, rules.play)
            if then not in found:
                found[then] = len(found)
                waiting.append(then)
            row.append(found[then] * MARKS + _marks(deal))
        moves.append(tuple(row))
    return Automaton(tuple(found), tuple(moves), key_of(rules, first))


def _deciding(position: Position, play: PlayRules) -> Position:
    """The position without failures that no rule looks at: else they would go on for ever."""
    if play.ace_failure is AceFailure.CARRY_ON:
        return replace(position, ns_failures=0, ew_failures=0)
    return position


def _marks(deal: NextDeal) -> int:
    return PASSES * deal.passes + FAILS * (deal.fails is not None) + FALLS * deal.falls


def key_of(rules: Rules, start: Position = Position()) -> str:  # noqa: B008 - a frozen value
    """A digest of everything that a table depends on, without making it: equal tables are fetched once."""
    start = _deciding(start, rules.play)
    play: Mapping[str, object] = write_settings(rules.play)
    known = {name: value for name, value in play.items() if name not in NOT_LOOKED_UP}
    told = [known, plays_all_deals(rules), [*_written(start), start.ns_failures, start.ew_failures]]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:20]
