"""A draw from its written inputs: what is kept or published of it, and running it again from that.

Inputs are plain JSON, everything a draw depends on but the seed, the version of the algorithm among it; so
they can be published before the seed is known, stored, downloaded, and run again by anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from unicodedata import normalize

from pairing.bracket_draw import BRACKET, draw_bracket
from pairing.errors import PairingError
from pairing.field import Contestant, Couple, Paired, Past, Wishes
from pairing.grouping import SNAKE, SPREAD, Entrant, Grouping, SameUnit, draw, one, snake
from pairing.grouping_known import BY_GRADE, BY_UNIT, by_grade, by_unit
from pairing.lots import ALGORITHM, draw_lots, seed_from_text
from pairing.random_draw import RANDOM, random_round
from pairing.swiss import FIRST, NEXT, first_round, next_round

Inputs = dict[str, Any]

_DRAWN = f"{SPREAD}/{ALGORITHM}"
_GRADED = f"{BY_GRADE}/{ALGORITHM}"
GROUPINGS = {
    "one": _DRAWN,
    "draw": _DRAWN,
    "snake": SNAKE,
    "unit": BY_UNIT,
    "previous_rank": _GRADED,
    "bracket": f"{BRACKET}/{ALGORITHM}",
}
"""The version of the algorithm of every way of grouping that can be run again."""
WITHOUT_CHANCE = ("snake", "unit")
"""The ways of grouping whose result needs no seed."""


def group_inputs(
    entrants: Iterable[Entrant],
    *,
    method: str,
    sizes: Sequence[int],
    same_unit: SameUnit = "apart",
    mates: Mapping[int, str] | None = None,
) -> Inputs:
    """What groups made by `method` depend on: the entrants by number with unit and seeding (for grades the
    rank in their earlier group), the sizes, and whether units are kept apart; for a `bracket` also from which
    group of the stage before each comes."""
    field = sorted(entrants, key=lambda entrant: entrant.number)
    from_groups = {"mates": sorted([number, name] for number, name in (mates or {}).items())}
    return (from_groups if method == "bracket" else {}) | {
        "draw": "groups",
        "algorithm": GROUPINGS.get(method, ""),
        "method": method,
        "entrants": [[entrant.number, entrant.unit, entrant.seed] for entrant in field],
        "sizes": list(sizes),
        "same_unit": same_unit,
    }


def run_groups(inputs: Mapping[str, Any], seed: int) -> Grouping:
    """The groups that `group_inputs` and `seed` give.

    Raises `PairingError`: `draw_not_known` (algorithm) where these inputs were written for another version
    of the algorithm or another way of grouping, and what the grouping itself refuses.
    """
    method = str(inputs["method"])
    if inputs.get("algorithm") != GROUPINGS.get(method):
        raise PairingError("draw_not_known", algorithm=str(inputs.get("algorithm", "")))
    entrants = [Entrant(number, unit, place) for number, unit, place in inputs["entrants"]]
    if method == "one":
        return one(entrants, seed=seed)
    if method == "bracket":
        drawn = draw_bracket(
            entrants, seed=seed, same_unit=inputs["same_unit"], mates=dict(inputs.get("mates", ()))
        )
        return Grouping(
            groups=(tuple(pair for pair in drawn.lines if pair is not None),),
            algorithm=drawn.algorithm,
            seed=seed,
            inputs=drawn.inputs,
            gaps=tuple(place for place, pair in enumerate(drawn.lines, 1) if pair is None),
        )
    if method == "snake":
        return snake(entrants, inputs["sizes"], same_unit=inputs["same_unit"])
    if method == "unit":
        return Grouping(by_unit(entrants), algorithm=BY_UNIT)
    if method == "previous_rank":
        return Grouping(by_grade(entrants, seed), algorithm=_GRADED, seed=seed)
    return draw(entrants, inputs["sizes"], seed=seed, same_unit=inputs["same_unit"])


def lots_inputs(numbers: Iterable[int]) -> Inputs:
    """What lots among pairs that stand equal depend on: which pairs they are."""
    return {"draw": "lots", "algorithm": ALGORITHM, "tied": sorted(numbers)}


def round_inputs(
    contestants: Iterable[Contestant],
    past: Past,
    wishes: Wishes,
    *,
    method: str,
    number: int,
    algorithm: str,
    how: str = "",
) -> Inputs:
    """What round `number` depends on when `method` (`swiss`, `random`) pairs it: who is there with points,
    place and unit, who met whom, byes and sides so far, the wishes, and `how` a first round is made.

    Points are written as exact fractions (`7/2`).
    """
    return {
        "draw": "pairings",
        "algorithm": algorithm,
        "method": method,
        "how": how,
        "number": number,
        "contestants": [
            [one.number, str(one.points), one.rank, one.unit]
            for one in sorted(contestants, key=lambda one: one.rank)
        ],
        "met": sorted([*sorted(couple), times] for couple, times in past.met.items() if times),
        "byes": sorted([number, times] for number, times in past.byes.items() if times),
        "sides": sorted([number, list(held)] for number, held in past.sides.items() if held),
        "wishes": {
            "same_unit": wishes.same_unit,
            "soft_rounds": wishes.soft_rounds,
            "forbidden": _couples(wishes.forbidden),
            "forced": _couples(wishes.forced),
            "byes": sorted(wishes.byes),
        },
    }


def _couples(couples: Iterable[Couple]) -> list[list[int]]:
    return sorted(sorted(couple) for couple in couples)


def contestants_in(inputs: Mapping[str, Any]) -> list[Contestant]:
    """The contestants of `round_inputs`."""
    return [
        Contestant(number, Fraction(points), rank, unit)
        for number, points, rank, unit in inputs["contestants"]
    ]


def past_in(inputs: Mapping[str, Any]) -> Past:
    """What was played, of `round_inputs`."""
    return Past(
        met={frozenset((one, other)): times for one, other, times in inputs["met"]},
        byes=dict(inputs["byes"]),
        sides={number: tuple(held) for number, held in inputs["sides"]},
    )


def wishes_in(inputs: Mapping[str, Any]) -> Wishes:
    """The wishes of `round_inputs`."""
    raw = inputs["wishes"]
    return Wishes(
        same_unit=raw["same_unit"],
        soft_rounds=raw["soft_rounds"],
        forbidden=frozenset(frozenset(couple) for couple in raw["forbidden"]),
        forced=frozenset(frozenset(couple) for couple in raw["forced"]),
        byes=tuple(raw["byes"]),
    )


def run_round(inputs: Mapping[str, Any], seed: int) -> Paired:
    """The round that `round_inputs` and `seed` give.

    Raises `PairingError`: `draw_not_known` (algorithm) where these inputs were written for another version
    of the algorithm or another way of pairing, and what the pairing itself refuses.
    """
    contestants, past, wishes = contestants_in(inputs), past_in(inputs), wishes_in(inputs)
    number, written = int(inputs["number"]), str(inputs.get("algorithm", ""))
    version, _, lots = written.partition("/")
    if lots == ALGORITHM and version == RANDOM:
        return random_round(contestants, past, wishes, number=number, seed=seed)
    if lots == ALGORITHM and version == FIRST:
        return first_round(contestants, how=inputs["how"], wishes=wishes, seed=seed)
    if lots == ALGORITHM and version == NEXT:
        return next_round(contestants, past, wishes, number=number, seed=seed)
    raise PairingError("draw_not_known", algorithm=written)


UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)  # what odd inputs of a file end in


def run(inputs: Mapping[str, Any], seed: int) -> Any:
    """Run a draw again: the result in the shape in which draws are stored.

    Groups are lists of numbers by position (None where a bracket has a bye), lots the numbers in the drawn
    order, a round its `tables` (南北 first) and `byes`. Raises `PairingError` `draw_not_known` (algorithm)
    where this version of the program cannot run it, or the inputs are not such as it writes, and what the
    draw refuses.
    """
    try:
        return _run(inputs, seed)
    except PairingError:
        raise
    except UNREADABLE:
        raise PairingError("draw_not_known", algorithm=str(inputs.get("algorithm", ""))) from None


def _run(inputs: Mapping[str, Any], seed: int) -> Any:
    if inputs.get("draw") == "lots" and inputs.get("algorithm") == ALGORITHM:
        return list(draw_lots(inputs["tied"], seed))
    if inputs.get("draw") == "groups":
        return [list(group) for group in run_groups(inputs, seed).places]
    if inputs.get("draw") == "pairings":
        made = run_round(inputs, seed).round
        tables = [[table.ns, table.ew] for table in made.tables]
        return {"tables": tables, "byes": [bye.who for bye in made.byes]}
    raise PairingError("draw_not_known", algorithm=str(inputs.get("algorithm", "")))


def told_part(inputs: Mapping[str, Any], result: Any) -> Any:
    """The part of a stored `result` that this draw decided: a record of lots begins with earlier ones, that
    of an award holds the decision about every edge, that of a round those who were not there."""
    if inputs.get("draw") == "pairings":
        return {key: result[key] for key in ("tables", "byes")}
    if inputs.get("draw") != "lots":
        return result
    tied = set(inputs["tied"])
    orders = [one.get("order", []) if isinstance(one, dict) else [one] for one in result]
    return [number for order in orders for number in order if number in tied]


def seed_of(spoken: str) -> int:
    """The seed that somebody typed to try a draw: a whole number is itself, any other text is hashed.

    Raises `PairingError("seed_empty")` when nothing is left of it.
    """
    plain = "".join(normalize("NFKC", spoken).split())
    if re.fullmatch("[0-9]{1,19}", plain):
        return int(plain)
    return seed_from_text(spoken)
