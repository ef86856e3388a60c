"""Where the matches of a knock-out stand, for files that say who met whom and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pairing.bracket import lines
from pairing.bracket_known import Met, Placed, by_lines, by_who_is_in
from pairing.errors import PairingError
from scoring.records import Record, Series, from_json
from scoring.rules import Rules, Side, resolve
from scoring.scoresheet import Forfeit, judge, series_score
from tournament.archive.errors import ArchiveRefused

Json = dict[str, Any]
GONE = ("withdrawn", "disqualified")


def with_places(document: Json, stage_rules: tuple[Json, ...]) -> Json:
    """The document with `places` and `slot` at every match of its knock-outs, and the byes of their brackets.

    A stage that tells some of them keeps what it says, and the rest is filled in where the bracket explains
    all of it. Where nothing is told, matches are placed by the groups' order as the bracket, else
    by who was still in. Raises `ArchiveRefused` (`knockout_already_out` and what else
    `pairing.bracket_known.by_who_is_in` says) at the match that cannot be explained.
    """
    gone = {pair["number"] for pair in document.get("pairs", []) if pair.get("status") in GONE}
    stages = [
        _stage(stage, resolve(rules), gone, f"$.stages[{index}]") if _is_bare(stage) else stage
        for index, (stage, rules) in enumerate(zip(document.get("stages", []), stage_rules, strict=True))
    ]
    return {**document, "stages": stages} if stages else document


def _is_bare(stage: Json) -> bool:
    """Whether this is a knock-out of one group with a match of which the place is not told."""
    if stage.get("pairing", {}).get("method") != "knockout" or len(stage.get("groups", [])) != 1:
        return False
    return any(not _is_told(match) for one in stage.get("rounds", []) for match in _playing(one))


def _playing(one: Json) -> list[Json]:
    return [match for match in one.get("matches", []) if "missed" not in match]


def _is_told(match: Json) -> bool:
    return "places" in match and "slot" in match


def _stage(stage: Json, rules: Rules, gone: set[int], path: str) -> Json:
    raw = _Raw(stage, rules)
    told = any("places" in match for match in raw.matches)
    placed = _explained(raw, stage, gone)
    if told and (placed is None or not raw.agrees(placed)):
        return stage
    return raw.filled(placed or _by_who_is_in(raw, stage, gone, path))


def _explained(raw: _Raw, stage: Json, gone: set[int]) -> list[list[Placed]] | None:
    if stage["pairing"].get("redraw"):
        return None
    pairs = stage["groups"][0].get("pairs", [])
    drawn = {place: number for place, number in enumerate(pairs, start=1) if number is not None}
    if len(drawn) < 2:
        return None
    return by_lines(lines(drawn), raw.met, placing=stage["pairing"].get("placing", False), gone=gone)


def _by_who_is_in(raw: _Raw, stage: Json, gone: set[int], path: str) -> list[list[Placed]]:
    entrants = [number for number in stage["groups"][0].get("pairs", []) if number is not None]
    lucky = bool(stage["pairing"].get("lucky_losers"))
    try:
        return by_who_is_in(entrants, raw.met, lucky_losers=lucky, gone=gone)
    except PairingError as error:
        where = path + raw.paths[int(error.params["key"])]
        raise ArchiveRefused.of(error, where) from None


class _Raw:
    """The rounds of a stage in their order, each match with a number of its own."""

    def __init__(self, stage: Json, rules: Rules) -> None:
        self.stage, self.rules = stage, rules
        self.matches: list[Json] = []
        self.paths: list[str] = []
        self.order = sorted(range(len(stage["rounds"])), key=lambda at: int(stage["rounds"][at]["number"]))
        self.met = [list(self._round(at)) for at in self.order]

    def _round(self, at: int) -> Iterator[Met]:
        matches = list(enumerate(self.stage["rounds"][at].get("matches", [])))
        matches = [(index, match) for index, match in matches if "missed" not in match]
        matches.sort(key=lambda one: ("bye" in one[1], one[1].get("table", 0)))
        for index, match in matches:
            key = len(self.matches)
            self.matches.append(match)
            self.paths.append(f".rounds[{at}].matches[{index}]")
            yield _met(key, match, self.rules)

    def agrees(self, placed: list[list[Placed]]) -> bool:
        """Whether what the file tells of places and slots is what was found."""
        found = {one.key: one.place for met in placed for one in met}
        return all(
            tuple(match.get("places", found[key][0])) == found[key][0]
            and match.get("slot", found[key][1]) == found[key][1]
            for key, match in enumerate(self.matches)
        )

    def filled(self, placed: list[list[Placed]]) -> Json:
        """The stage with places and slots, and with the byes that were left out."""
        rounds = [dict(one) for one in self.stage["rounds"]]
        for at, found in zip(self.order, placed, strict=True):
            place_of = {id(self.matches[one.key]): one for one in found if one.key is not None}
            written = [
                {**match, **_told(place_of[id(match)])} if id(match) in place_of else match
                for match in rounds[at].get("matches", [])
            ]
            group = self.stage["groups"][0]["name"]
            byes = [{"group": group, "bye": one.match.ns, **_told(one)} for one in found if one.key is None]
            rounds[at]["matches"] = written + byes
        return {**self.stage, "rounds": rounds}


def _told(placed: Placed) -> Json:
    places, slot = placed.place
    return {"places": list(places), "slot": slot}


def _met(key: int, match: Json, rules: Rules) -> Met:
    low, high = match.get("places", (0, 0))
    told = ((low, high), match["slot"]) if _is_told(match) else None
    if "bye" in match:
        return Met(key, (match["bye"],), match["bye"], told=told)
    pairs = (match["ns"], match["ew"])
    if "result" not in match:
        return Met(key, pairs, told=told)
    record = from_json(match["result"])
    if record == Forfeit(None):
        return Met(key, pairs, none_left=True, told=told)
    side = _winner(record, rules)
    return Met(key, pairs, None if side is None else pairs[side is Side.EW], told=told)


def _winner(record: Record, rules: Rules) -> Side | None:
    """The side that goes on; None while a series is not over."""
    if isinstance(record, Series):
        return series_score(record, rules).winner
    return judge(record, rules, knockout=True).winner
