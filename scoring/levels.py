"""A match deal by deal: levels, who is in play, failures at A, passing A.

"A" means the level at which the match is finished (`PlayRules.finish_level`) throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.codecs import LOWEST
from scoring.deals import GAIN_BY_PARTNER_PLACE, Deal, Item, MatchState, Position, Ruling, Step
from scoring.errors import InvalidScoresheet
from scoring.options import AceFailure, DemotionAtAce, Ended, PassCondition, PassWhen, Side
from scoring.rules import PlayRules, Rules
from scoring.schemes import DealPoints

__all__ = [
    "LEAST_PASSING_GAIN",
    "Deal",
    "Item",
    "MatchState",
    "NextDeal",
    "Position",
    "Ruling",
    "Step",
    "follow",
    "play",
    "plays_all_deals",
    "preview",
]

LEAST_PASSING_GAIN = {
    PassCondition.ANY_WIN: 1,
    PassCondition.PARTNER_NOT_LAST: 2,
    PassCondition.DOUBLE_DOWN: 3,
}


def plays_all_deals(rules: Rules) -> bool:
    """Whether the match goes on to its last deal whatever the levels: deal points over n deals (our choice).

    The levels then stop at A, nobody passes it, and no failure counts.
    """
    return isinstance(rules.scheme, DealPoints) and rules.play.deals is not None


def play(items: Sequence[Item], rules: Rules) -> MatchState:
    """Play the items of one match in order, from 2 : 2 with nobody in play.

    Raises InvalidScoresheet (field `deals`) for a deal after the end, a cancelled gain without a deal, and a
    ruling that moves the side by which the match has ended.

    Rule: provincial-2015 四; casual-28 升级规则; school-grades 4, 10, 11; three-fouls 四, 十; devzone-26 四.
    """
    board = _Board(rules.play, runs_on=plays_all_deals(rules))
    for deal, rulings in _grouped(items):
        if deal is not None:
            board.deal(deal, cancelled=any(ruling.cancel_gain for ruling in rulings))
        elif any(ruling.cancel_gain for ruling in rulings):
            raise InvalidScoresheet("nothing_to_cancel", "deals")
        for ruling in rulings:
            board.ruling(ruling)
    return board.state()


def _grouped(items: Sequence[Item]) -> Iterator[tuple[Deal | None, list[Ruling]]]:
    """Each deal with the rulings that follow it; first of all the rulings before the first deal."""
    deal: Deal | None = None
    rulings: list[Ruling] = []
    for item in items:
        if isinstance(item, Ruling):
            rulings.append(item)
            continue
        yield deal, rulings
        deal, rulings = item, []
    yield deal, rulings


class _Board:
    """The running state of one match; lives only while `play` runs."""

    def __init__(self, rules: PlayRules, *, runs_on: bool) -> None:
        self.rules = rules
        self.runs_on = runs_on
        self.ace = rules.finish_level
        self.levels = {Side.NS: LOWEST, Side.EW: LOWEST}
        self.failures = {Side.NS: 0, Side.EW: 0}
        self.gains = {Side.NS: 0, Side.EW: 0}
        self.since = {Side.NS: 0, Side.EW: 0}
        self.in_play: Side | None = None
        self.ended: Ended | None = None
        self.passed_a: Side | None = None
        self.passed_gain: int | None = None
        self.failed: Side | None = None
        self.last_winner: Side | None = None
        self.fails: Side | None = None  # who failed at A by the last deal, and whether that side fell by it
        self.falls = False
        self.deal_count = 0
        self.history: list[Step] = []

    def deal(self, deal: Deal, *, cancelled: bool) -> None:
        if self.ended or self.deal_count == self.rules.deals:
            raise InvalidScoresheet("deal_after_end", "deals", deal=self.deal_count + 1)
        self.deal_count += 1
        winner, gain = deal.winner, 0 if cancelled else deal.gain
        self.gains[winner] += gain
        self.last_winner = winner
        self.fails, self.falls = None, False
        before = dict(self.levels)
        if self._passes(winner, gain):
            self.ended, self.passed_a = Ended.PASSED_A, winner
            self.passed_gain = self.levels[winner] + gain - self.ace
            self.levels[winner] = self.ace
        else:
            self._climb(winner, gain)
        self.in_play = winner
        self._note(deal, before, gain=gain, cancelled=cancelled)

    def _passes(self, winner: Side, gain: int) -> bool:
        if self.runs_on or not gain:
            return False
        level = self.levels[winner]
        if level < self.ace:
            return not self.rules.must_play_a and level + gain > self.ace
        may_pass = self.in_play is winner or self.rules.pass_when is PassWhen.AT_A
        return may_pass and gain >= LEAST_PASSING_GAIN[self.rules.pass_condition]

    def _climb(self, winner: Side, gain: int) -> None:
        failing = self.in_play
        at_ace = failing is not None and self.levels[failing] == self.ace
        self.levels[winner] = min(self.levels[winner] + gain, self.ace)
        if failing is not None and at_ace and not self.runs_on:
            self.fails = failing
            self._fail(failing, gain if failing is winner else 0)

    def _fail(self, side: Side, gain: int) -> None:
        """One more failure at A; at the limit its effect, with the gain of the deal that `side` won."""
        self.failures[side] += 1
        if self.failures[side] < self.rules.ace_failures:
            return
        if self.rules.ace_failure is AceFailure.BACK_TO_2:
            self.failures[side], self.falls = 0, True
            self.levels[side] = min(LOWEST + (gain if self.rules.fall_keeps_gain else 0), self.ace)
        elif self.rules.ace_failure is AceFailure.MATCH_LOST:
            self.ended, self.failed = Ended.ACE_FAILED, side

    @classmethod
    def at(cls, position: Position, rules: Rules) -> _Board:
        """A board on which a match stands at `position`; how it came there is not known."""
        board = cls(rules.play, runs_on=plays_all_deals(rules))
        board.levels = {Side.NS: position.ns_level, Side.EW: position.ew_level}
        board.failures = {Side.NS: position.ns_failures, Side.EW: position.ew_failures}
        board.in_play = position.in_play
        return board

    def position(self) -> Position:
        """Where the match stands."""
        return Position(
            ns_level=self.levels[Side.NS],
            ew_level=self.levels[Side.EW],
            in_play=self.in_play,
            ns_failures=self.failures[Side.NS],
            ew_failures=self.failures[Side.EW],
            ended=self.ended,
        )

    def ruling(self, ruling: Ruling) -> None:
        before = dict(self.levels)
        for side, steps in ((Side.NS, ruling.ns), (Side.EW, ruling.ew)):
            if steps:
                self._move(side, steps)
        if ruling.in_play is not None:
            self.in_play = ruling.in_play
        self._note(ruling, before, gain=None, cancelled=False)

    def _move(self, side: Side, steps: int) -> None:
        if side in (self.passed_a, self.failed):
            raise InvalidScoresheet("ruling_after_end", "deals")
        if steps < 0 and self.levels[side] == self.ace:
            self._demote_at_ace(side, steps)
        else:
            self._shift(side, steps)

    def _shift(self, side: Side, steps: int) -> None:
        self.levels[side] = max(LOWEST, min(self.levels[side] + steps, self.ace))

    def _demote_at_ace(self, side: Side, steps: int) -> None:
        if self.rules.demotion_at_ace is DemotionAtAce.LEVELS:
            self._shift(side, steps)
        elif self.rules.demotion_at_ace is DemotionAtAce.FAILURES:
            for _ in range(-steps):
                # After the fall there is no A to fail at; after the end of the match nothing to lose.
                if self.levels[side] == self.ace and self.ended is None:
                    self._fail(side, 0)

    def _note(self, item: Item, before: dict[Side, int], *, gain: int | None, cancelled: bool) -> None:
        for side in Side:
            if self.levels[side] != before[side]:
                self.since[side] = len(self.history) + 1
        self.history.append(
            Step(
                item=item,
                deal=self.deal_count if isinstance(item, Deal) else None,
                gain=gain,
                cancelled=cancelled,
                ns_level=self.levels[Side.NS],
                ew_level=self.levels[Side.EW],
                in_play=self.in_play,
                ns_failures=self.failures[Side.NS],
                ew_failures=self.failures[Side.EW],
            )
        )

    def _first_to_level(self) -> Side | None:
        if self.since[Side.NS] == self.since[Side.EW]:
            return None
        return min(Side, key=lambda side: self.since[side])

    def state(self) -> MatchState:
        done = self.deal_count > 0 and self.deal_count == self.rules.deals
        return MatchState(
            ns_level=self.levels[Side.NS],
            ew_level=self.levels[Side.EW],
            in_play=self.in_play,
            ns_failures=self.failures[Side.NS],
            ew_failures=self.failures[Side.EW],
            ns_gains=self.gains[Side.NS],
            ew_gains=self.gains[Side.EW],
            deal_count=self.deal_count,
            ended=self.ended or (Ended.DEALS if done else None),
            passed_a=self.passed_a,
            passed_gain=self.passed_gain,
            failed=self.failed,
            last_winner=self.last_winner,
            first_to_level=self._first_to_level(),
            history=tuple(self.history),
        )


@dataclass(frozen=True, slots=True)
class NextDeal:
    """What one possible next deal would do, for the keys of a referee's screen.

    `level` is the winner's level afterwards (2…14; A when it passes), `passes` whether it ends the match by
    passing A, `fails` the side that fails at A by it, `falls` whether that side falls to 2, `ended` how the
    match would be over, None while it goes on.
    """

    winner: Side
    partner_place: int
    gain: int
    level_before: int
    level: int
    passes: bool
    fails: Side | None
    falls: bool
    ended: Ended | None


def preview(items: Sequence[Item], rules: Rules) -> tuple[NextDeal, ...]:
    """The six deals that can follow `items`, each side's double down first; none after the match's end."""
    now = play(items, rules)
    if now.ended is not None:
        return ()
    is_last = now.deal_count + 1 == rules.play.deals
    return tuple(_named_last(deal, is_last) for deal, _then in six_deals(now.position, rules))


def _named_last(deal: NextDeal, is_last: bool) -> NextDeal:
    """The deal, which ends the match by the number of deals if it is the last and nothing else ends it."""
    return replace(deal, ended=Ended.DEALS) if is_last and deal.ended is None else deal


def six_deals(position: Position, rules: Rules) -> tuple[tuple[NextDeal, Position], ...]:
    """The six deals that can follow a position with where each leads, in the order of `preview`; the number
    of deals that the rules may limit is not looked at. None after the end."""
    if position.ended is not None:
        return ()
    deals = (Deal(side, place) for side in Side for place in GAIN_BY_PARTNER_PLACE)
    return tuple(follow(position, deal, rules) for deal in deals)


def follow(position: Position, deal: Deal, rules: Rules) -> tuple[NextDeal, Position]:
    """Play one deal from a position: what it does, and where it leads."""
    board = _Board.at(position, rules)
    board.deal(deal, cancelled=False)
    then = board.position()
    done = NextDeal(
        winner=deal.winner,
        partner_place=deal.partner_place,
        gain=deal.gain,
        level_before=position.level(deal.winner),
        level=then.level(deal.winner),
        passes=board.passed_a is deal.winner,
        fails=board.fails,
        falls=board.falls,
        ended=board.ended,
    )
    return done, then
