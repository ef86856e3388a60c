"""How a match's outcome becomes points: one small class per kind of scheme, all of them plain data.

Every class has `kind`, `allows_draw`, `points(outcome, leader_at_time)` for played matches and `bye`, what a
bye is worth where the rules set nothing. Walk-overs stand in `scoring.walkovers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, cast

from scoring.codecs import (
    Listing,
    Maybe,
    Points,
    Whole,
    as_object,
    read_settings,
    setting,
    settings_schema,
    under,
    write_settings,
)
from scoring.errors import InvalidRules
from scoring.options import SIDES, LeaderAtTime, Side
from scoring.outcome import Outcome

PointsPair = tuple[Decimal, Decimal]

ZERO = Decimal(0)
ONE = Decimal(1)
BYE_ROW = 4


def _seated(outcome: Outcome, winner: Decimal, loser: Decimal) -> PointsPair:
    """The winner's and the loser's points as (南北, 东西)."""
    return (winner, loser) if outcome.winner is Side.NS else (loser, winner)


@dataclass(frozen=True, slots=True)
class Table:
    """Points by level difference: row d has the winner's and the loser's points (26分制 and its kin).

    A difference beyond the table earns its last row, a win with d ≤ 0 row 0. `draw` is (南北, 东西); left
    out, each side gets half of row 0's sum. Rule: devzone-26, 级差与积分换算表; national-2017; casual-28.
    """

    kind: ClassVar[str] = "table"
    winner: tuple[Decimal, ...] = setting(Listing(Points(), low=1))
    loser: tuple[Decimal, ...] = setting(Listing(Points(), low=1))
    draw: PointsPair | None = setting(Maybe(Listing(Points(), size=2)), None)

    def __post_init__(self) -> None:
        if len(self.winner) != len(self.loser):
            raise InvalidRules("rows_differ", "loser", winner=len(self.winner), loser=len(self.loser))
        if self.draw is None:
            half = (self.winner[0] + self.loser[0]) / 2
            object.__setattr__(self, "draw", (half, half))

    @property
    def allows_draw(self) -> bool:
        """A table always has a row for a draw."""
        return True

    @property
    def bye(self) -> Decimal:
        """The row of d = 4, or the last one of a shorter table (17 in the 26 table: devzone-26, 十三)."""
        return self.winner[min(BYE_ROW, len(self.winner) - 1)]

    def points(self, outcome: Outcome, leader_at_time: LeaderAtTime) -> PointsPair:
        """Both sides' points of a played match, (南北, 东西)."""
        if outcome.winner is None:
            return cast(PointsPair, self.draw)
        row = min(outcome.lead, len(self.winner) - 1)
        return _seated(outcome, self.winner[row], self.loser[row])


@dataclass(frozen=True, slots=True)
class HundredPlus:
    """The bonus for passing A plus the capped level difference; the other side keeps its capped climb.

    Nobody past A: both sides have their climb, min(level − 2, level_cap); under `leader_at_time` = `bonus`
    the leader (the winner) has the bonus on top of its own. A side that won by a ruling, an awarded loss or a
    third failure earns as if it had passed. Rule: library-rotation, (七)2 and 3.
    """

    kind: ClassVar[str] = "hundred-plus"
    bonus: Decimal = setting(Points(), Decimal(100))
    diff_cap: int = setting(Whole(0, 99, text=True), 15)
    level_cap: int = setting(Whole(0, 99, text=True), 12)

    @property
    def allows_draw(self) -> bool:
        """Equal levels at time give both sides their climb."""
        return True

    @property
    def bye(self) -> Decimal:
        """The bonus alone."""
        return self.bonus

    def points(self, outcome: Outcome, leader_at_time: LeaderAtTime) -> PointsPair:
        """Both sides' points of a played match, (南北, 东西)."""
        climbs = {side: self._climb(outcome, side) for side in SIDES}
        if outcome.winner is None:
            return climbs[Side.NS], climbs[Side.EW]
        loser = climbs[outcome.winner.other]
        if outcome.passed_a is not None or outcome.is_won_by_ruling:
            return _seated(outcome, self.bonus + min(outcome.lead, self.diff_cap), loser)
        bonus = self.bonus if leader_at_time is LeaderAtTime.BONUS else ZERO
        return _seated(outcome, bonus + climbs[outcome.winner], loser)

    def _climb(self, outcome: Outcome, side: Side) -> Decimal:
        # A side that passed A never needs this figure, so the extra step cannot slip in here.
        return Decimal(min(outcome.levels_climbed(side), self.level_cap))


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """Fixed points for a win, a draw and a loss; `draw` None: the scheme knows no draws.

    Rule: national-2017 (2/1/0); school-grades, 三2 (win 2, loss 1).
    """

    kind: ClassVar[str] = "match-points"
    win: Decimal = setting(Points(), Decimal(2))
    draw: Decimal | None = setting(Maybe(Points()), Decimal(1))
    loss: Decimal = setting(Points(), ZERO)

    @property
    def allows_draw(self) -> bool:
        """Whether a draw has a figure."""
        return self.draw is not None

    @property
    def bye(self) -> Decimal:
        """A win."""
        return self.win

    def points(self, outcome: Outcome, leader_at_time: LeaderAtTime) -> PointsPair:
        """Both sides' points of a played match, (南北, 东西)."""
        if outcome.winner is None:
            each = self.draw or ZERO
            return each, each
        return _seated(outcome, self.win, self.loss)


@dataclass(frozen=True, slots=True)
class WinPlusDiff:
    """The winner has `win` + `step` × d, the loser `loss` − `step` × d (it may fall below 0)."""

    kind: ClassVar[str] = "win-plus-diff"
    win: Decimal = setting(Points(), Decimal(2))
    draw: Decimal = setting(Points(), ONE)
    loss: Decimal = setting(Points(), ZERO)
    step: Decimal = setting(Points(), Decimal("0.1"))

    @property
    def allows_draw(self) -> bool:
        """A draw has a figure."""
        return True

    @property
    def bye(self) -> Decimal:
        """A win without any difference."""
        return self.win

    def points(self, outcome: Outcome, leader_at_time: LeaderAtTime) -> PointsPair:
        """Both sides' points of a played match, (南北, 东西)."""
        if outcome.winner is None:
            return self.draw, self.draw
        difference = self.step * outcome.lead
        return _seated(outcome, self.win + difference, self.loss - difference)


@dataclass(frozen=True, slots=True)
class DealPoints:
    """The sum of a side's own gains over a fixed number of deals; more deal points win."""

    kind: ClassVar[str] = "deal-points"

    @property
    def allows_draw(self) -> bool:
        """Both sides may have gained the same."""
        return True

    @property
    def bye(self) -> Decimal:
        """Nothing: there were no deals."""
        return ZERO

    def points(self, outcome: Outcome, leader_at_time: LeaderAtTime) -> PointsPair:
        """Both sides' points of a played match, (南北, 东西)."""
        return Decimal(outcome.ns_gains or 0), Decimal(outcome.ew_gains or 0)


@dataclass(frozen=True, slots=True)
class AceTime:
    """A win is 1, a loss 0; the time to pass A ranks (the tie-break `ace_time`). Rule: school-grades, 三2."""

    kind: ClassVar[str] = "ace-time"

    @property
    def allows_draw(self) -> bool:
        """The match goes on until one side has passed A."""
        return False

    @property
    def bye(self) -> Decimal:
        """A win."""
        return ONE

    def points(self, outcome: Outcome, leader_at_time: LeaderAtTime) -> PointsPair:
        """Both sides' points of a played match, (南北, 东西)."""
        return _seated(outcome, ONE, ZERO) if outcome.winner else (ZERO, ZERO)


Scheme = Table | HundredPlus | MatchPoints | WinPlusDiff | DealPoints | AceTime

KINDS: dict[str, type[Scheme]] = {
    of.kind: of for of in (Table, HundredPlus, MatchPoints, WinPlusDiff, DealPoints, AceTime)
}


def _table(total: int) -> Table:
    """The table whose d = 0 row halves `total` and whose last row gives all of it to the winner."""
    rows = range(total // 2 + 1)
    return Table(
        winner=tuple(Decimal(total // 2 + d) for d in rows),
        loser=tuple(Decimal(total // 2 - d) for d in rows),
    )


SCHEMES: dict[str, Scheme] = {
    "table-26": _table(26),
    "table-28": _table(28),
    "hundred-plus": HundredPlus(),
    "win-loss-2-1-0": MatchPoints(win=Decimal(2), draw=None, loss=ONE),
    "match-points": MatchPoints(),
    "win-plus-diff": WinPlusDiff(),
    "deal-points": DealPoints(),
    "ace-time": AceTime(),
}


@dataclass(frozen=True, slots=True)
class SchemeCodec:
    """A scheme in JSON: one of the keys of `SCHEMES`, or an object with `kind` and an organiser's figures."""

    kind: str = "scheme"

    @property
    def choices(self) -> tuple[str, ...]:
        """The keys of the schemes that are ready made."""
        return tuple(SCHEMES)

    def read(self, raw: object, path: str) -> Scheme:
        """The scheme that `raw` names or describes; InvalidRules leads to the place."""
        if isinstance(raw, str):
            if raw not in SCHEMES:
                raise InvalidRules("unknown_choice", path, value=raw, choices=self.choices)
            return SCHEMES[raw]
        return self._read_object(as_object(raw, path), path)

    def _read_object(self, raw: Mapping[str, object], path: str) -> Scheme:
        kind = raw.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            raise InvalidRules("unknown_choice", under(path, "kind"), value=kind, choices=tuple(KINDS))
        figures = {key: value for key, value in raw.items() if key != "kind"}
        settings = read_settings(KINDS[kind], figures, path)
        try:
            return KINDS[kind](**settings)
        except InvalidRules as error:
            raise InvalidRules(error.code, under(path, error.path), **error.params) from None

    def write(self, value: Scheme) -> object:
        """The key where the figures are exactly a ready-made scheme's, else the whole object."""
        for key, scheme in SCHEMES.items():
            if scheme == value:
                return key
        return {"kind": value.kind} | write_settings(value)

    def schema(self) -> dict[str, object]:
        """JSON Schema: a key, or one object per kind."""
        objects = []
        for kind, of in KINDS.items():
            schema = settings_schema(of)
            properties = {"kind": {"const": kind}} | cast(dict[str, object], schema["properties"])
            required = ["kind", *cast(list[str], schema.get("required", []))]
            objects.append(schema | {"properties": properties, "required": required})
        return {"anyOf": [{"enum": list(SCHEMES)}, *objects]}
