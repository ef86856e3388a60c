"""How units are ranked, as organisers write it down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.codecs import as_object, under
from scoring.errors import InvalidRules
from scoring.prizes import MOST_PAIRS, NAME_LIMIT, Scope, choice, fraction_text, keyed, known


@dataclass(frozen=True, slots=True)
class UnitRanking:
    """How units are ranked: by their `best` pairs (None: all), by points or by `place_scores`
    for ranks 1, 2 and so on.

    It looks at one `stage` ("": the last one that is drawn), at ranks in each group or over all of it.
    """

    best: int | None = None
    place_scores: tuple[Fraction, ...] = ()
    stage: str = ""
    scope: Scope = Scope.OVERALL


_SCORE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,4})?")


def read_unit_ranking(raw: object, path: str = "unit_ranking") -> UnitRanking | None:
    """Read the archive's `unit_ranking`: `{"best", "place_scores": ["9", "7" …], "stage", "scope"}`, or None.

    Raises InvalidRules with the path: `wrong_type`, `unknown_key`, `unknown_choice`, `out_of_range`,
    `not_points` (value).
    """
    if raw is None:
        return None
    one = as_object(raw, path)
    known(one, path, "best", "place_scores", "stage", "scope")
    best, stage, scores = one.get("best"), one.get("stage", ""), one.get("place_scores", [])
    if best is not None and (not isinstance(best, int) or isinstance(best, bool)):
        raise InvalidRules("wrong_type", under(path, "best"), wanted="whole")
    if best is not None and not 1 <= best <= MOST_PAIRS:
        raise InvalidRules("out_of_range", under(path, "best"), value=best, low=1, high=MOST_PAIRS)
    if not isinstance(stage, str):
        raise InvalidRules("wrong_type", under(path, "stage"), wanted="text")
    if not isinstance(scores, Sequence) or isinstance(scores, str):
        raise InvalidRules("wrong_type", under(path, "place_scores"), wanted="list")
    return UnitRanking(
        best,
        tuple(_score(value, f"{under(path, 'place_scores')}[{index}]") for index, value in enumerate(scores)),
        stage,
        choice(Scope, one.get("scope", Scope.OVERALL), under(path, "scope")),
    )


def _score(raw: object, path: str) -> Fraction:
    if not isinstance(raw, str) or not _SCORE.fullmatch(raw):
        raise InvalidRules("not_points", path, value=raw)
    return Fraction(raw)


def write_unit_ranking(one: UnitRanking) -> dict[str, Any]:
    """The same in the archive's shape, without what is usual."""
    said: dict[str, Any] = {"scope": one.scope.value} if one.scope is not Scope.OVERALL else {}
    said |= {"best": one.best} if one.best is not None else {}
    said |= {"stage": one.stage} if one.stage else {}
    scores = [fraction_text(score) for score in one.place_scores]
    return said | ({"place_scores": scores} if scores else {})


def unit_ranking_schema() -> dict[str, Any]:
    """The JSON Schema of what `read_unit_ranking` reads."""
    return keyed(
        {
            "best": {"type": "integer", "minimum": 1, "maximum": MOST_PAIRS},
            "place_scores": {
                "type": "array",
                "items": {"type": "string", "pattern": f"^{_SCORE.pattern}$"},
            },
            "stage": {"type": "string", "maxLength": NAME_LIMIT},
            "scope": {"enum": [Scope.GROUP.value, Scope.OVERALL.value]},
        }
    )
