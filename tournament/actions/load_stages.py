"""Store a stage of an archive: its groups, entries, lots, rounds, matches and current results."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from scoring.records import from_json
from scoring.rules import Rules
from tournament.actions.archived import (
    Json,
    group_of_match,
    members_of,
    optional_moment,
    state_in,
    told_in,
)
from tournament.actions.results import columns_of
from tournament.actions.work import Actor
from tournament.models import (
    Absence,
    AbsenceKind,
    Event,
    Group,
    Lateness,
    Match,
    MatchKind,
    Pair,
    Result,
    Round,
    Running,
    Stage,
    StageEntry,
    Wish,
    WishKind,
)
from tournament.queries.entrants import carried_points, source_of
from tournament.queries.standings import stage_standings

Pairs = dict[int, Pair]
Rounds = dict[tuple[str, int], Round]


def load_stage(event: Event, ordinal: int, raw: Json, rules: Json, pairs: Pairs, by: Actor) -> Stage:
    """Store one stage with everything below it; what it carries over comes last (`fill_carried`)."""
    stage = Stage.objects.create(
        event=event,
        ordinal=ordinal,
        name=raw["name"],
        entry=raw.get("entry", "all"),
        grouping={"method": "one", **raw.get("grouping", {})},
        pairing=raw.get("pairing", {}),
        same_unit=raw.get("same_unit", "apart"),
        first_table=raw.get("first_table", 1),
        areas=raw.get("areas", []),
        rulebook=raw.get("rulebook", ""),
        rules=raw.get("rules", {}),
        resolved_rules=rules,
    )
    groups = _groups(stage, raw)
    StageEntry.objects.bulk_create(_entries(stage, raw, groups, pairs), batch_size=500)
    _asked(stage, raw, pairs)
    rounds = _rounds(raw, groups)
    _matches(event, raw, rounds, pairs, by)
    _late(raw, rounds, pairs)
    return stage


def _groups(stage: Stage, raw: Json) -> dict[str, Group]:
    made = Group.objects.bulk_create(
        Group(stage=stage, ordinal=ordinal, name=group["name"], session=group.get("session", ""))
        for ordinal, group in enumerate(raw.get("groups", []), 1)
    )
    return {group.name: group for group in made}


def _entries(stage: Stage, raw: Json, groups: dict[str, Group], pairs: Pairs) -> Iterator[StageEntry]:
    for group in raw.get("groups", []):
        for position, number in enumerate(group.get("pairs", []), 1):
            if number is not None:
                yield _entry(stage, raw, pairs[number], groups[group["name"]], position)
    for number in raw.get("entrants", []):
        yield _entry(stage, raw, pairs[number], None, None)


def _entry(stage: Stage, raw: Json, pair: Pair, group: Group | None, position: int | None) -> StageEntry:
    key = str(pair.number)
    return StageEntry(
        stage=stage,
        pair=pair,
        group=group,
        position=position,
        joined=raw.get("joined", {}).get(key),
        left=raw.get("left", {}).get(key),
        carried=Decimal(raw.get("carried", {}).get(key, "0")),
    )


def _asked(stage: Stage, raw: Json, pairs: Pairs) -> None:
    """Absences and byes told beforehand, and the wishes."""
    kinds = {"absent": AbsenceKind.MISSED, "byes_given": AbsenceKind.BYE}
    Absence.objects.bulk_create(
        Absence(stage=stage, pair=pairs[int(number)], round_number=one, kind=kind)
        for key, kind in kinds.items()
        for number, rounds in raw.get(key, {}).items()
        for one in rounds
    )
    Wish.objects.bulk_create(_wish(stage, wish, pairs) for wish in raw.get("wishes", []))


def _wish(stage: Stage, wish: Json, pairs: Pairs) -> Wish:
    kind = WishKind.FORBID if "forbid" in wish else WishKind.FORCE
    first, second = sorted(wish[kind.value])
    return Wish(
        stage=stage, kind=kind, first=pairs[first], second=pairs[second], round_number=wish.get("round")
    )


def _rounds(raw: Json, groups: dict[str, Group]) -> Rounds:
    """A round belongs to a group: to those that play in it or are named in its state, else to all."""
    members = members_of(raw)
    rows = []
    for one in raw.get("rounds", []):
        playing = {group_of_match(match, members, raw) for match in one.get("matches", [])}
        named = set(one["state"]) if isinstance(one.get("state"), dict) else set()
        names = [name for name in groups if name in playing | named] or list(groups)
        rows += [_round(one, groups[name]) for name in names]
    return {(one.group.name, one.number): one for one in Round.objects.bulk_create(rows, batch_size=500)}


def _round(one: Json, group: Group) -> Round:
    return Round(
        group=group,
        number=one["number"],
        state=state_in(one, group.name),
        starts_at=optional_moment(told_in(one.get("starts_at"), group.name)),
        ends_at=optional_moment(told_in(one.get("ends_at"), group.name)),
        paused_at=optional_moment(told_in(one.get("paused_at"), group.name)),
        paused_seconds=told_in(one.get("paused_seconds"), group.name) or 0,
        basis=one.get("basis", {}).get(group.name, {}),
        notes=one.get("notes", {}).get(group.name, []),
    )


def _matches(event: Event, raw: Json, rounds: Rounds, pairs: Pairs, by: Actor) -> None:
    members = members_of(raw)
    rows = [
        (match, rounds[group_of_match(match, members, raw), one["number"]])
        for one in raw.get("rounds", [])
        for match in one.get("matches", [])
    ]
    made = Match.objects.bulk_create((_match(*row, pairs) for row in rows), batch_size=500)
    stored = [(match, raw_match) for match, (raw_match, _round) in zip(made, rows, strict=True)]
    Result.objects.bulk_create(
        (first_result(event, match, one["result"], by) for match, one in stored if "result" in one),
        batch_size=500,
    )
    Running.objects.bulk_create(
        Running(
            match=match,
            deals=one.get("running", []),
            note=one.get("running_note", ""),
            version=1,
            at=event.created_at,
        )
        for match, one in stored
        if "running" in one or "running_note" in one
    )


def _late(raw: Json, rounds: Rounds, pairs: Pairs) -> None:
    """Who was late in a round, of the group in which the pair plays."""
    members = members_of(raw)
    Lateness.objects.bulk_create(
        Lateness(
            round=rounds[members[mark["pair"]], one["number"]],
            pair=pairs[mark["pair"]],
            is_excused=mark.get("excused", False),
            seconds=mark.get("seconds"),
        )
        for one in raw.get("rounds", [])
        for mark in one.get("late", [])
    )


def _match(raw: Json, round_: Round, pairs: Pairs) -> Match:
    for kind in (MatchKind.BYE, MatchKind.MISSED):
        if kind in raw:
            return Match(round=round_, kind=kind, ns=pairs[raw[kind]], **_bracket_place(raw))
    return Match(
        round=round_,
        table=raw["table"],
        ns=pairs[raw["ns"]],
        ew=pairs[raw["ew"]],
        rematch=raw.get("rematch", False),
        reasons=raw.get("reasons", []),
        extra_minutes=raw.get("extra_minutes", 0),
        version=1 if "result" in raw else 0,
        **_bracket_place(raw),
    )


def _bracket_place(raw: Json) -> dict[str, Any]:
    low, high = raw.get("places", (None, None))
    return {"places_from": low, "places_to": high, "slot": raw.get("slot")}


def first_result(event: Event, match: Match, raw: Json, by: Actor) -> Result:
    """A result of which the file has no history: version 1, entered by whoever loads it."""
    return Result(
        match=match,
        ns_id=match.ns_id,
        version=1,
        at=event.created_at,
        **_by(by),
        **columns_of(from_json(raw), rules_for(match, raw)),
    )


def rules_for(match: Match, raw: Json) -> Rules | None:
    """The rules that tell who has won a series; other results need none."""
    return match.round.group.stage.scoring_rules if "games" in raw else None


def _by(by: Actor) -> dict[str, Any]:
    return {"person": by.person, "actor_name": by.name, "source": by.source}


def fill_carried(stage: Stage, raw: Json) -> None:
    """What the pairs bring from the stage before, where the file does not say it: counted from there."""
    source = source_of(stage)
    carry = stage.entry.get("carry", "none") if isinstance(stage.entry, dict) else "none"
    if source is None or carry == "none" or "carried" in raw:
        return
    points = {row.pair: row.points for row in stage_standings(source).overall}
    entries = list(stage.entries.select_related("pair"))
    for entry in entries:
        entry.carried = carried_points(points.get(entry.pair.number, Decimal(0)), carry)
    StageEntry.objects.bulk_update(entries, ["carried"], batch_size=500)
