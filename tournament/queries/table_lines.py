"""Tables as lines: who sits where and what it came to, from live results and from publications alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from scoring.rules import Side
from tournament.models import MatchKind, RoundState, Stage
from tournament.queries.frozen import result_json
from tournament.queries.rounds import table_rows
from tournament.queries.standing_sheets import Who, frozen_who


@dataclass(frozen=True, slots=True)
class Score:
    """What was entered at a table and what it is worth. `side` is at fault where nobody won at the table.

    `games` are those of a series; games themselves have no points.
    """

    kind: str
    side: str
    ns_level: int | None
    ew_level: int | None
    passed_a: str
    winner: str
    level_diff: int
    ns_points: Decimal
    ew_points: Decimal
    games: tuple[Score, ...] = ()

    def wins_of(self, side: Side) -> int:
        """How many games of a series a side has won."""
        return sum(game.winner == side for game in self.games)

    def level_of(self, side: Side) -> int | None:
        """The level that a side reached; None where none was written."""
        return self.ns_level if side is Side.NS else self.ew_level

    def points_of(self, side: Side) -> Decimal:
        """The points of a side."""
        return self.ns_points if side is Side.NS else self.ew_points

    def lead_of(self, side: Side) -> int:
        """The level difference as a side sees it."""
        return self.level_diff if side is Side.NS else -self.level_diff


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of one round, or a bye (no table, no `ew`). `score` None: nothing to show yet.

    In a knock-out it is the `slot`-th match about the ranks `places`.
    """

    round: int
    group: str
    session: str
    table: int | None
    kind: str
    ns: Who
    ew: Who | None
    rematch: bool
    score: Score | None
    state: str = RoundState.PLAYING  # of its round in its group, now
    places: tuple[int, int] | None = None
    slot: int = 0

    @property
    def is_play(self) -> bool:
        """Whether two sides sit there."""
        return self.kind == MatchKind.PLAY

    def side_of(self, number: int) -> Side:
        """Where this participant sits."""
        return Side.NS if self.ns.number == number else Side.EW

    def opponent_of(self, number: int) -> Who | None:
        """Who sits on the other side; None in a bye."""
        return self.ew if self.ns.number == number else self.ns

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play here: a result, or a closed round."""
        return self.score is not None or self.state == RoundState.CLOSED

    @property
    def key(self) -> tuple[int, frozenset[int]]:
        """The round and who meets whom, whichever way they sit."""
        return self.round, frozenset({self.ns.number, self.ew.number if self.ew else 0})


def line_of(row: Mapping[str, Any], names: Mapping[int, Who]) -> TableLine:
    """A table from its JSON in `queries.frozen`, under the names of today where they are known."""
    return TableLine(
        round=row["round"],
        group=row["group"],
        session=row.get("session", ""),
        table=row["table"],
        kind=row["kind"],
        ns=frozen_who(row["ns"], names),
        ew=frozen_who(row["ew"], names) if row["ew"] else None,
        rematch=row["rematch"],
        score=_score(row["result"]),
        places=(row["places"][0], row["places"][1]) if "places" in row else None,
        slot=row.get("slot") or 0,
    )


def _key_of(row: Mapping[str, Any]) -> tuple[int, frozenset[int]]:
    """A table's `key` from its JSON."""
    return row["round"], frozenset({row["ns"]["number"], row["ew"]["number"] if row["ew"] else 0})


def _score(result: Mapping[str, Any] | None) -> Score | None:
    if result is None:
        return None
    return Score(
        kind=result["kind"],
        side=result["side"],
        ns_level=result["ns_level"],
        ew_level=result["ew_level"],
        passed_a=result["passed_a"] or "",
        winner=result["winner"] or "",
        level_diff=result["level_diff"],
        ns_points=Decimal(result["ns_points"]),
        ew_points=Decimal(result["ew_points"]),
        games=tuple(found for game in result.get("games", ()) if (found := _score(game))),
    )


def live_lines(
    stage: Stage,
    number: int | None = None,
    pair_number: int | None = None,
    names: Mapping[int, Who] | None = None,
    *,
    unscored: bool = False,
) -> list[TableLine]:
    """The tables of round `number` (None: of all rounds) as they stand now, drafts included; two queries.

    `pair_number` asks for one participant's tables only. Who has read everybody's `names` hands them in, one
    query less. `unscored` leaves the results unread.
    """
    return [
        replace(line_of(result_json(row), names or {}), state=row.match.round.state)
        for row in table_rows(stage, number, pair_number, nameless=names is not None, unscored=unscored)
    ]


def with_frozen_scores(lines: Iterable[TableLine], results: Iterable[Mapping[str, Any]]) -> list[TableLine]:
    """The same tables with the results of a publication, seated as they sat when it was published."""
    seated = list(lines)
    names = {one.number: one for line in seated for one in (line.ns, line.ew) if one}
    wanted = {line.key for line in seated}
    kept = (row for row in results if row["result"] and _key_of(row) in wanted)
    frozen = {_key_of(row): line_of(row, names) for row in kept}
    return [
        replace(frozen[line.key], state=line.state, places=line.places, slot=line.slot)
        if line.key in frozen
        else replace(line, score=None)
        for line in seated
    ]
