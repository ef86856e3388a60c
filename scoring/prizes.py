"""Which awards an event gives, as its organisers write them down, and how many pairs each one is for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from scoring.awards import counts_by_share
from scoring.codecs import as_object, decimal_text, under
from scoring.errors import InvalidRules

MOST_PAIRS = 9999
NAME_LIMIT = 40
_SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)\s*[%％]?")
_USUAL_NAMES = ("一等奖", "二等奖", "三等奖", "四等奖", "五等奖", "六等奖", "七等奖", "八等奖")


class Scope(StrEnum):
    """Among whom a set of awards is given."""

    GROUP = "group"
    CATEGORY = "category"
    OVERALL = "overall"


class Edge(StrEnum):
    """What becomes of equal pairs at the edge of an award."""

    ASK = "ask"  # the organiser decides: lots, a play-off, or all of them
    ALL = "all"  # all of them have the better award


@dataclass(frozen=True, slots=True)
class Prize:
    """One award of a set: for so many pairs (`count`), or for a `share` of them (15 % is 15/100)."""

    name: str
    count: int | None = None
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PrizeSet:
    """Awards by rank in one stage ("": the last one that is drawn), best award first."""

    prizes: tuple[Prize, ...]
    stage: str = ""
    scope: Scope = Scope.GROUP
    edge: Edge = Edge.ASK

    def counts(self, pair_count: int) -> tuple[int, ...]:
        """How many pairs of `pair_count` each award is for; shares are rounded line by line."""
        shares = [prize.share for prize in self.prizes if prize.share is not None]
        by_share = iter(counts_by_share(pair_count, shares))
        return tuple(next(by_share) if prize.count is None else prize.count for prize in self.prizes)


@dataclass(frozen=True, slots=True)
class GivenAward:
    """An award that no rank gives (优秀组织奖): to pairs by number, and to units or persons by name."""

    name: str
    given_to: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Awards:
    """All awards of an event."""

    sets: tuple[PrizeSet, ...] = ()
    given: tuple[GivenAward, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sets or self.given)


def read_awards(raw: object, path: str = "awards") -> Awards:
    """Read the archive's `awards`: a list of sets, single awards and typed ones, or one such object.

    A set is `{"stage", "scope", "prizes": [{"name", "count" | "share"}], "edge"}`; instead of `prizes` it may
    say `"counts": [4, 4, 5]` or `"shares": ["15", "25"]`, whose awards are called 一等奖, 二等奖 … A single
    award `{"name", "count" | "share"}` in the list belongs to a set for each group of the last stage. A typed
    one is `{"name", "given_to": [names and numbers]}`. A share is percent as text ("15", "12.5", "15%"); one
    below 1 is taken as a part of one ("0.15"). None and an empty list are no awards.

    Raises InvalidRules with the path: `wrong_type`, `unknown_key`, `missing_key`, `unknown_choice`,
    `out_of_range`, `not_a_share` (value), `shares_beyond_all` (sum), `repeated`.
    """
    if raw is None:
        return Awards()
    if isinstance(raw, Mapping):
        raw = [raw]
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        raise InvalidRules("wrong_type", path, wanted="list")
    sets: list[PrizeSet] = []
    given: list[GivenAward] = []
    loose: list[Prize] = []
    for index, item in enumerate(raw):
        place = f"{path}[{index}]"
        one = as_object(item, place)
        if "given_to" in one:
            given.append(_given(one, place))
        elif "name" in one:
            loose.append(_prize(one, place))
        else:
            sets.append(_set(one, place))
    if loose:
        sets.insert(0, PrizeSet(_together(loose, path)))
    return Awards(tuple(sets), tuple(given))


def write_awards(awards: Awards) -> list[dict[str, Any]]:
    """The same in the archive's shape, sets first; shares as percent."""
    return [_set_json(one) for one in awards.sets] + [
        {"name": one.name, "given_to": list(one.given_to)} for one in awards.given
    ]


def awards_schema() -> dict[str, Any]:
    """The JSON Schema of what `read_awards` reads."""
    name = {"type": "string", "minLength": 1, "maxLength": NAME_LIMIT}
    count = {"type": "integer", "minimum": 1, "maximum": MOST_PAIRS}
    share = {"type": "string", "pattern": f"^{_SHARE.pattern}$"}
    prize = keyed({"name": name, "count": count, "share": share}, "name")
    one_set = keyed(
        {
            "stage": {"type": "string", "maxLength": NAME_LIMIT},
            "scope": {"enum": [scope.value for scope in Scope]},
            "prizes": {"type": "array", "items": prize, "minItems": 1},
            "counts": {"type": "array", "items": count, "minItems": 1},
            "shares": {"type": "array", "items": share, "minItems": 1},
            "edge": {"enum": [edge.value for edge in Edge]},
        }
    )
    named = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer", "minimum": 1}]}
    given = keyed({"name": name, "given_to": {"type": "array", "items": named}}, "name", "given_to")
    item = {"anyOf": [one_set, prize, given]}
    return {"anyOf": [{"type": "array", "items": item}, item]}


def read_share(raw: object, path: str) -> Fraction:
    """A share as people write it: 15, 12.5, 15 %; below 1 a part of one. Above 0, at most all."""
    found = _SHARE.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if found is None:
        raise InvalidRules("not_a_share", path, value=raw)
    share = Fraction(found[1])
    share = share if share < 1 and raw == found[1] else share / 100
    if not 0 < share <= 1:
        raise InvalidRules("not_a_share", path, value=raw)
    return share


def percent(share: Fraction) -> str:
    """A share in percent, exactly: 15, 12.5."""
    return fraction_text(share * 100)


def fraction_text(value: Fraction) -> str:
    """An exact part as decimal text, four places at most as it was read: 15, 12.5."""
    return decimal_text(Decimal(value.numerator) / Decimal(value.denominator))


def keyed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """A JSON object with these keys and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        **({"required": list(required)} if required else {}),
    }


def known(raw: Mapping[str, object], path: str, *keys: str) -> None:
    """Refuse a key that nobody knows."""
    for key in raw:
        if key not in keys:
            raise InvalidRules("unknown_key", under(path, str(key)), key=key)


def _set(raw: Mapping[str, object], path: str) -> PrizeSet:
    known(raw, path, "stage", "scope", "prizes", "counts", "shares", "edge")
    stage = raw.get("stage", "")
    if not isinstance(stage, str):
        raise InvalidRules("wrong_type", under(path, "stage"), wanted="text")
    return PrizeSet(
        prizes=_together(_prizes(raw, path), path),
        stage=stage,
        scope=choice(Scope, raw.get("scope", Scope.GROUP), under(path, "scope")),
        edge=choice(Edge, raw.get("edge", Edge.ASK), under(path, "edge")),
    )


def choice(of: type[Any], raw: object, path: str) -> Any:
    """One word of an enum."""
    words = [one.value for one in of]
    if raw not in words:
        raise InvalidRules("unknown_choice", path, value=raw, choices=tuple(words))
    return of(raw)


def _prizes(raw: Mapping[str, object], path: str) -> list[Prize]:
    """The awards of a set, from whichever of the three keys it has."""
    keys = [key for key in ("prizes", "counts", "shares") if key in raw]
    if len(keys) != 1:
        raise InvalidRules("missing_key" if not keys else "repeated", under(path, "prizes"), key="prizes")
    listed = raw[keys[0]]
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
        raise InvalidRules("wrong_type", under(path, keys[0]), wanted="list")
    if keys[0] == "prizes":
        places = [f"{under(path, 'prizes')}[{index}]" for index in range(len(listed))]
        return [_prize(as_object(item, place), place) for item, place in zip(listed, places, strict=True)]
    key = keys[0].removesuffix("s")
    return [
        _prize({"name": _usual_name(index), key: value}, f"{under(path, keys[0])}[{index}]")
        for index, value in enumerate(listed)
    ]


def _usual_name(index: int) -> str:
    return _USUAL_NAMES[min(index, len(_USUAL_NAMES) - 1)]


def _prize(raw: Mapping[str, object], path: str) -> Prize:
    known(raw, path, "name", "count", "share")
    name = _name(raw, path)
    if ("count" in raw) == ("share" in raw):
        raise InvalidRules("missing_key", under(path, "count"), key="count")
    if "share" in raw:
        return Prize(name, share=read_share(raw["share"], under(path, "share")))
    count = raw["count"]
    if not isinstance(count, int) or isinstance(count, bool):
        raise InvalidRules("wrong_type", under(path, "count"), wanted="whole")
    if not 1 <= count <= MOST_PAIRS:
        raise InvalidRules("out_of_range", under(path, "count"), value=count, low=1, high=MOST_PAIRS)
    return Prize(name, count=count)


def _name(raw: Mapping[str, object], path: str) -> str:
    name = raw.get("name")
    if not isinstance(name, str) or not name.strip():
        raise InvalidRules("missing_key", under(path, "name"), key="name")
    if len(name) > NAME_LIMIT:
        raise InvalidRules("out_of_range", under(path, "name"), value=len(name), low=1, high=NAME_LIMIT)
    return name


def _together(prizes: Sequence[Prize], path: str) -> tuple[Prize, ...]:
    """Shares of one set cannot be more than everybody."""
    total = sum((prize.share for prize in prizes if prize.share is not None), Fraction(0))
    if total > 1:
        raise InvalidRules("shares_beyond_all", path, sum=percent(total))
    return tuple(prizes)


def _given(raw: Mapping[str, object], path: str) -> GivenAward:
    known(raw, path, "name", "given_to")
    listed = raw["given_to"]
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise InvalidRules("wrong_type", under(path, "given_to"), wanted="list")
    for index, one in enumerate(listed):
        if not isinstance(one, int | str) or isinstance(one, bool) or one == "":
            raise InvalidRules("wrong_type", f"{under(path, 'given_to')}[{index}]", wanted="text")
    return GivenAward(_name(raw, path), tuple(listed))


def _set_json(one: PrizeSet) -> dict[str, Any]:
    prizes = [
        {"name": prize.name}
        | ({"share": percent(prize.share)} if prize.share is not None else {"count": prize.count})
        for prize in one.prizes
    ]
    said: dict[str, Any] = {"prizes": prizes, "scope": one.scope.value}
    if one.stage:
        said["stage"] = one.stage
    if one.edge is not Edge.ASK:
        said["edge"] = one.edge.value
    return said
