"""Contradictions among an archive's stages: who enters, who is in which group, who sits where when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scoring.errors import InvalidRules, InvalidScoresheet
from scoring.levels import play
from scoring.records import DealsCodec, Record, from_json
from scoring.rules import Rules, resolve
from scoring.scoresheet import Series, judge, series_score
from tournament.actions.archived import group_of_match, state_in
from tournament.archive.bracket_places import GONE
from tournament.archive.check_people import moment, refuse_doubles
from tournament.archive.check_plans import check_asked, check_bracket_place, check_sources
from tournament.archive.errors import ArchiveRefused
from tournament.archive.layers import Layers, read_stage_rules

Json = dict[str, Any]

# Which settings belong to which way of pairing; a number of rounds may stand with each.
_PAIRING_KEYS = {
    "round_robin": {"legs"},
    "swiss": {"first_round"},
    "knockout": {"placing", "redraw", "lucky_losers", "best_of"},
}


def check_stages(document: Json, under: Layers) -> tuple[tuple[Json, tuple[str, ...]], ...]:
    """Check every stage; returns each one's resolved rules and the settings in which the file differs."""
    stages = document.get("stages", [])
    refuse_doubles((stage["name"] for stage in stages), "$.stages[{}].name", "archive_name_twice")
    known = {pair["number"] for pair in document.get("pairs", [])}
    gone = {pair["number"] for pair in document.get("pairs", []) if pair.get("status") in GONE}
    areas = {area["name"] for area in document["event"].get("areas", [])}
    found = []
    for index, stage in enumerate(stages):
        path = f"$.stages[{index}]"
        _check_plan(stage, {earlier["name"] for earlier in stages[:index]}, path)
        resolved, differing = read_stage_rules(under, stage, path)
        members = _check_groups(stage, known, path)
        _check_marks(stage, members, path)
        check_asked(stage, known, areas, path)
        _check_rounds(stage, members, known, gone, resolve(resolved), path)
        found.append((resolved, differing))
    return tuple(found)


def _check_plan(stage: Json, earlier: set[str], path: str) -> None:
    grouping, pairing, entry = stage.get("grouping", {}), stage.get("pairing", {}), stage.get("entry", "all")
    if "size" in grouping and "count" in grouping:
        raise ArchiveRefused("archive_size_and_count", f"{path}.grouping")
    foreign = set(pairing) - {"method", "rounds"} - _PAIRING_KEYS.get(pairing.get("method", ""), set())
    if foreign:
        key = min(foreign)
        raise ArchiveRefused("archive_not_of_method", f"{path}.pairing.{key}", key=key)
    if isinstance(entry, dict) and "from" in entry:
        _check_source(entry, earlier, f"{path}.entry")


def _check_source(entry: Json, earlier: set[str], path: str) -> None:
    if entry["from"] not in earlier:
        raise ArchiveRefused("archive_source_unknown", f"{path}.from", value=entry["from"])
    ways = [key for key in ("top_per_group", "top", "ranks") if key in entry]
    if len(ways) > 1:
        raise ArchiveRefused("archive_two_ways", f"{path}.{ways[1]}", one=ways[0], other=ways[1])
    if "best_next" in entry and "top_per_group" not in entry:
        raise ArchiveRefused("archive_not_of_method", f"{path}.best_next", key="best_next")
    low, high = entry.get("ranks", (1, 1))
    if low > high:
        raise ArchiveRefused("archive_range_reversed", f"{path}.ranks", low=low, high=high)


def _check_groups(stage: Json, known: set[int], path: str) -> dict[int, str]:
    """The group of every pair of the stage ("" while it has none); each pair exists and stands once."""
    groups = stage.get("groups", [])
    refuse_doubles((group["name"] for group in groups), f"{path}.groups[{{}}].name", "archive_name_twice")
    members: dict[int, str] = {}
    for place, number, group in _places(stage, path):
        if number not in known:
            raise ArchiveRefused("archive_pair_unknown", place, number=number)
        if number in members:
            raise ArchiveRefused("archive_pair_in_two_groups", place, number=number)
        members[number] = group
    return members


def _places(stage: Json, path: str) -> Iterator[tuple[str, int, str]]:
    for index, group in enumerate(stage.get("groups", [])):
        for position, number in enumerate(group.get("pairs", [])):
            if number is not None:
                yield f"{path}.groups[{index}].pairs[{position}]", number, group["name"]
    for index, number in enumerate(stage.get("entrants", [])):
        yield f"{path}.entrants[{index}]", number, ""


def _check_marks(stage: Json, members: dict[int, str], path: str) -> None:
    """Late, leaving and carrying pairs are of this stage; lots are drawn among pairs of one group."""
    for key in ("joined", "left", "carried"):
        for number in stage.get(key, {}):
            if not re.fullmatch("[0-9]{1,9}", number) or int(number) not in members:
                raise ArchiveRefused("archive_pair_not_in_stage", f'{path}.{key}["{number}"]', number=number)
    for group, drawn in stage.get("lots", {}).items():
        where = f'{path}.lots["{group}"]'
        if group not in {one["name"] for one in stage.get("groups", [])}:
            raise ArchiveRefused("archive_group_unknown", where, value=group)
        refuse_doubles(drawn, where + "[{}]", "archive_pair_twice")
        for number in drawn:
            if members.get(number) != group:
                raise ArchiveRefused("archive_pair_not_in_group", where, number=number, group=group)


def _check_rounds(
    stage: Json, members: dict[int, str], known: set[int], gone: set[int], rules: Rules, path: str
) -> None:
    rounds = stage.get("rounds", [])
    refuse_doubles((one["number"] for one in rounds), f"{path}.rounds[{{}}].number", "archive_round_twice")
    groups = {group["name"] for group in stage.get("groups", [])}
    for index, one in enumerate(rounds):
        check_sources(one, groups, known, f"{path}.rounds[{index}]")
        _Seats(stage, members, gone, rules).check(one, f"{path}.rounds[{index}]")


class _Seats:
    """One round while it is being checked: who sits already, which tables are taken."""

    def __init__(self, stage: Json, members: dict[int, str], gone: set[int], rules: Rules) -> None:
        self.stage, self.members, self.gone, self.rules = stage, members, gone, rules
        self.sessions = {group["name"]: group.get("session", "") for group in stage.get("groups", [])}
        self.knockout = stage.get("pairing", {}).get("method") == "knockout"
        self.seated: set[int] = set()
        self.tables: set[tuple[str, int]] = set()
        self.slots: set[tuple[int, int, int]] = set()

    def check(self, one: Json, path: str) -> None:
        for key in ("state", "starts_at", "ends_at", "paused_at", "paused_seconds"):
            self._check_by_group(one.get(key, {}), f"{path}.{key}", is_moment=key.endswith("_at"))
        for index, match in enumerate(one.get("matches", [])):
            where = f"{path}.matches[{index}]"
            group = group_of_match(match, self.members, self.stage)
            if group not in self.sessions:
                raise ArchiveRefused("archive_group_unknown", f"{where}.group", value=group)
            self._seat(match, group, where)
            check_bracket_place(match, self.slots, where, knockout=self.knockout)
            self._check_result(match, state_in(one, group), where)
        self._check_late(one.get("late", []), f"{path}.late")

    def _check_late(self, marks: list[Json], path: str) -> None:
        """Only who plays in a round can be late for it, and once."""
        marked: set[int] = set()
        for index, mark in enumerate(marks):
            number, where = mark["pair"], f"{path}[{index}].pair"
            if number not in self.seated:
                raise ArchiveRefused("archive_late_not_seated", where, number=number)
            if number in marked:
                raise ArchiveRefused("archive_pair_twice_in_round", where, number=number)
            marked.add(number)

    def _check_by_group(self, value: Any, path: str, *, is_moment: bool) -> None:
        if not isinstance(value, dict):
            if is_moment:
                moment(value, path)
            return
        for group, inner in value.items():
            if group not in self.sessions:
                raise ArchiveRefused("archive_group_unknown", path, value=group)
            if is_moment:
                moment(inner, f'{path}["{group}"]')

    def _seat(self, match: Json, group: str, path: str) -> None:
        for key in ("ns", "ew", "bye", "missed"):
            if key not in match:
                continue
            number = match[key]
            if self.members.get(number) != group:
                raise ArchiveRefused("archive_pair_not_in_group", f"{path}.{key}", number=number, group=group)
            if number in self.seated:
                raise ArchiveRefused("archive_pair_twice_in_round", f"{path}.{key}", number=number)
            self.seated.add(number)
        table = (self.sessions[group], match.get("table", 0))
        if "table" in match and table in self.tables:
            raise ArchiveRefused("archive_table_twice", f"{path}.table", table=match["table"])
        self.tables.add(table)

    def _check_result(self, match: Json, state: str, path: str) -> None:
        if "result" in match:
            # Of two pairs that both left nobody goes on; else a knock-out's result names a winner.
            both_left = match["result"] == {"forfeit": "both"} and {match["ns"], match["ew"]} <= self.gone
            read_result(
                match["result"], self.rules, f"{path}.result", knockout=self.knockout and not both_left
            )
            if "games" in match["result"] and self.stage["pairing"].get("best_of", 1) == 1:
                raise ArchiveRefused("single_game", f"{path}.result.games")
            if state == "draft":
                raise ArchiveRefused("archive_result_in_draft", f"{path}.result")
        if "running" in match:
            _check_running(match["running"], self.rules, f"{path}.running")


def read_result(raw: Json, rules: Rules, path: str, *, knockout: bool) -> Record:
    """A result that can be true under the stage's rules, or a refusal that names the place."""
    try:
        record = from_json(raw, path)
        if isinstance(record, Series):
            series_score(record, rules)  # a file may stop in the middle of one
        else:
            judge(record, rules, knockout=knockout)
    except InvalidScoresheet as error:
        stated = error.params.get("path") or (f"{path}.{error.field}" if error.field in raw else path)
        raise ArchiveRefused.of(error, str(stated)) from None
    return record


def _check_running(raw: Any, rules: Rules, path: str) -> None:
    try:
        play(DealsCodec().read(raw, path), rules)
    except InvalidRules as error:
        raise ArchiveRefused.of(error, error.path) from None
    except InvalidScoresheet as error:
        raise ArchiveRefused.of(error, path) from None
