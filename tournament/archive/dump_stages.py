"""Stages, groups, rounds and matches as the archive has them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pairing.lots import joined_lots
from scoring.codecs import decimal_text
from scoring.records import to_json
from scoring.rules import resolve
from scoring.rules import to_json as rules_json
from tournament.archive.dump_text import Json, filled, moment_text, without
from tournament.archive.layers import Layers, stage_layers
from tournament.models import (
    AbsenceKind,
    DrawKind,
    Event,
    Group,
    Lateness,
    Match,
    MatchKind,
    Result,
    Round,
    Stage,
    StageEntry,
)
from tournament.queries.results import record_of

_ENTRY_DEFAULTS = {"carry": "none", "best_next": 0, "cut_tie": "lots"}
_PAIRING_DEFAULTS = {"legs": 1, "redraw": False, "placing": False, "lucky_losers": False, "best_of": 1}


class DumpedStage:
    """Everything below one stage, read in a fixed number of queries."""

    def __init__(self, event: Event, stage: Stage) -> None:
        self.event, self.stage = event, stage
        self.groups: list[Group] = list(stage.groups.order_by("ordinal"))
        self.entries: list[StageEntry] = list(
            stage.entries.select_related("pair", "group").order_by("position", "pair__number")
        )
        rounds = Round.objects.filter(group__stage=stage).select_related("group")
        self.rounds: list[Round] = list(rounds.order_by("number", "group__ordinal"))
        self.matches: dict[int, list[Match]] = defaultdict(list)
        matches = Match.objects.filter(round__group__stage=stage).select_related("ns", "ew", "running")
        for match in matches:
            self.matches[match.round_id].append(match)
        self.late: dict[int, list[Lateness]] = defaultdict(list)
        for mark in Lateness.objects.filter(round__group__stage=stage).select_related("pair"):
            self.late[mark.round_id].append(mark)
        self.versions: dict[int, list[Result]] = defaultdict(list)
        results = Result.objects.filter(match__round__group__stage=stage).select_related("ns")
        for result in results.order_by("version"):
            self.versions[result.match_id].append(result)

    def standing(self, match: Match) -> Json | None:
        """The match's current result as the archive writes it; None for none and for a cleared one."""
        current = next((one for one in self.versions[match.pk] if one.is_current), None)
        return None if current is None else result_json(current)


def result_json(result: Result) -> Json | None:
    """One version of a result; None for a cleared one."""
    record = record_of(result)
    return None if record is None else to_json(record)


def stage_json(dumped: DumpedStage, under: Layers) -> Json:
    """One item of the archive's `stages`."""
    stage = dumped.stage
    entry, same_unit = stage.entry, stage.same_unit
    carry = isinstance(entry, dict) and entry.get("carry", "none") != "none"
    written = {
        "name": stage.name,
        "entry": without(entry, _ENTRY_DEFAULTS) if isinstance(entry, dict) else None,
        "grouping": without(stage.grouping, {"method": "one"}),
        "pairing": without(stage.pairing, _PAIRING_DEFAULTS),
        "same_unit": None if same_unit == "apart" else same_unit,
        "first_table": None if stage.first_table == 1 else stage.first_table,
        "rulebook": stage.rulebook,
        "rules": stage.rules,
        "resolved": _resolved(stage, under),
        "groups": [_group(group, dumped.entries) for group in dumped.groups],
        "entrants": [one.pair.number for one in dumped.entries if one.group_id is None],
        "joined": _by_pair(dumped.entries, "joined"),
        "left": _by_pair(dumped.entries, "left"),
        "lots": _lots(stage),
        "areas": stage.areas,
        **_asked(stage),
        "rounds": _rounds(dumped),
    }
    carried = _carried(dumped.entries)
    # Where points are carried, none at all is a fact too: the loader would count them anew.
    return filled(written) | ({"carried": carried} if carried or (carry and dumped.entries) else {})


def _resolved(stage: Stage, under: Layers) -> Json | None:
    """What the stage was resolved to, where its layers alone would not give it for ever."""
    layers = stage_layers(under, stage.rulebook, stage.rules)
    same = rules_json(resolve(*layers)) == stage.resolved_rules
    return None if same and not stage.rulebook else stage.resolved_rules


def _group(group: Group, entries: list[StageEntry]) -> Json:
    """A group with its pairs in position order; null where a place is still free."""
    placed = {one.position: one.pair.number for one in entries if one.group_id == group.pk}
    places = range(1, max((position for position in placed if position), default=0) + 1)
    return filled(
        {"name": group.name, "session": group.session, "pairs": [placed.get(place) for place in places]}
    )


def _asked(stage: Stage) -> Json:
    """Absences and byes told beforehand by pair, and the wishes in the order in which they were told."""
    told: dict[str, dict[str, list[int]]] = {"absent": {}, "byes_given": {}}
    for one in stage.absences.select_related("pair").order_by("pair__number", "round_number"):
        key = "byes_given" if one.kind == AbsenceKind.BYE else "absent"
        told[key].setdefault(str(one.pair.number), []).append(one.round_number)
    wishes = [
        filled({wish.kind: [wish.first.number, wish.second.number], "round": wish.round_number})
        for wish in stage.wishes.select_related("first", "second").order_by("pk")
    ]
    return {**told, "wishes": wishes}


def _by_pair(entries: list[StageEntry], field: str) -> Json:
    values = {str(one.pair.number): getattr(one, field) for one in entries}
    return {number: value for number, value in values.items() if value is not None}


def _carried(entries: list[StageEntry]) -> Json:
    return {str(one.pair.number): decimal_text(one.carried) for one in entries if one.carried != Decimal(0)}


def _lots(stage: Stage) -> Json:
    drawn: dict[str, list[list[int]]] = defaultdict(list)
    draws = stage.draws.filter(kind=DrawKind.LOTS, is_current=True, group__isnull=False)
    for draw in draws.order_by("pk"):
        drawn[draw.group_name].append(draw.result)
    return {group: joined_lots(orders) for group, orders in drawn.items()}


def _rounds(dumped: DumpedStage) -> list[Json]:
    by_number: dict[int, list[Round]] = defaultdict(list)
    for one in dumped.rounds:
        by_number[one.number].append(one)
    return [_round(dumped, number, rounds) for number, rounds in by_number.items()]


def _round(dumped: DumpedStage, number: int, rounds: list[Round]) -> Json:
    matches = [
        _match(dumped, one.group.name, match)
        for one in rounds
        for match in sorted(dumped.matches[one.pk], key=_by_table)
    ]
    starts = {one.group.name: moment_text(one.starts_at) for one in rounds}
    ends = {one.group.name: moment_text(one.ends_at) for one in rounds}
    pauses = {one.group.name: moment_text(one.paused_at) for one in rounds}
    stood = {one.group.name: one.paused_seconds or None for one in rounds}
    written = {
        "number": number,
        "state": _state(dumped, rounds),
        "starts_at": _one_or_by_group(starts),
        "ends_at": _one_or_by_group(ends),
        "paused_at": _one_or_by_group(pauses),
        "paused_seconds": _one_or_by_group(stood),
        "late": [_late(mark) for one in rounds for mark in dumped.late[one.pk]],
        "basis": {one.group.name: one.basis for one in rounds if one.basis},
        "notes": {one.group.name: one.notes for one in rounds if one.notes},
    }
    return filled(written) | {"matches": matches}


def _state(dumped: DumpedStage, rounds: list[Round]) -> str | Json:
    """One word for all, or by group: where they differ, and where the matches do not say which groups."""
    states = {one.group.name: str(one.state) for one in rounds}
    playing = [bool(dumped.matches[one.pk]) for one in rounds]
    told_by_matches = all(playing) or (not any(playing) and len(rounds) == len(dumped.groups))
    return states[rounds[0].group.name] if told_by_matches and len(set(states.values())) == 1 else states


def _late(mark: Lateness) -> Json:
    """A pair that was not seated at the start; without `seconds` it is still awaited."""
    return filled({"pair": mark.pair.number, "excused": mark.is_excused or None, "seconds": mark.seconds})


def _one_or_by_group(values: Mapping[str, str | int | None]) -> str | int | Json | None:
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return {group: value for group, value in values.items() if value is not None}


def _by_table(match: Match) -> tuple[bool, int, str, int]:
    return (match.table is None, match.table or 0, match.kind, match.ns.number)


def _match(dumped: DumpedStage, group: str, match: Match) -> Json:
    if match.kind != MatchKind.PLAY or match.ew is None:
        return {"group": group, match.kind: match.ns.number, **_bracket_place(match)}
    written: dict[str, Any] = {
        "group": group,
        "table": match.table,
        "ns": match.ns.number,
        "ew": match.ew.number,
        "reasons": match.reasons,
        "rematch": match.rematch or None,
        "extra_minutes": match.extra_minutes or None,
        **_bracket_place(match),
        "result": dumped.standing(match),
    }
    running = getattr(match, "running", None)
    told = filled({"running": running.deals, "running_note": running.note}) if running else {}
    return filled(written) | told


def _bracket_place(match: Match) -> Json:
    """Where a match stands in a bracket, if it does."""
    places = None if match.places_from is None else [match.places_from, match.places_to]
    return filled({"places": places, "slot": match.slot})
