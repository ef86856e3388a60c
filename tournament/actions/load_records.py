"""Store what an archive keeps beside its stages: rulings, draws, publications, versions of results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from scoring.records import from_json
from tournament.actions.archived import (
    PENALTY_FLAGS,
    Json,
    Place,
    currents,
    draw_key,
    draw_series,
    moment_of,
    optional_moment,
    place_of,
    publication_key,
)
from tournament.actions.load_stages import Pairs, rules_for
from tournament.actions.results import columns_of
from tournament.actions.work import Actor
from tournament.models import (
    Appeal,
    Commitment,
    Draw,
    DrawKind,
    Event,
    Group,
    Match,
    Penalty,
    Publication,
    Result,
    Stage,
)


def load_records(event: Event, document: Json, pairs: Pairs, by: Actor) -> None:
    """Store penalties, appeals, draws, publications and history of a loaded event."""
    stages = {stage.name: stage for stage in event.stages.all()}
    ruled = [_penalty(event, raw, stages, pairs) for raw in document.get("penalties", [])]
    given = Penalty.objects.bulk_create(ruled)
    appeals = document.get("appeals", [])
    Appeal.objects.bulk_create(_appeal(event, raw, stages, pairs, given) for raw in appeals)
    made = _draws(event, document, stages)
    _commitments(event, document, stages, made)
    _publications(event, document.get("published", []), stages)
    _history(event, document.get("history", []), pairs, by)


def _penalty(event: Event, raw: Json, stages: dict[str, Stage], pairs: Pairs) -> Penalty:
    plain = (
        "player", "table", "after_deal", "grade", "article", "text", "effect",
        "levels", "opponents_levels", "referee", "cancelled", "made_of", *PENALTY_FLAGS,
    )  # fmt: skip
    return Penalty(
        event=event,
        pair=pairs[raw["pair"]],
        stage=stages.get(raw.get("stage", "")),
        round_number=raw.get("round"),
        points=Decimal(raw.get("points", "0")),
        at=optional_moment(raw.get("at")),
        **{key: raw[key] for key in plain if key in raw},
    )


def _appeal(event: Event, raw: Json, stages: dict[str, Stage], pairs: Pairs, given: list[Penalty]) -> Appeal:
    votes = raw.get("votes", {})
    return Appeal(
        event=event,
        pair=pairs[raw["pair"]],
        stage=stages.get(raw.get("stage", "")),
        round_number=raw.get("round"),
        penalty=given[raw["penalty"] - 1] if "penalty" in raw else None,
        filed_by=raw.get("by", ""),
        filed_as=raw.get("as", ""),
        filed_at=optional_moment(raw.get("filed_at")),
        due_at=optional_moment(raw.get("due_at")),
        is_late=raw.get("late", False),
        decided_at=optional_moment(raw.get("decided_at")),
        votes_for=votes.get("for"),
        votes_against=votes.get("against"),
        **{key: raw[key] for key in ("table", "text", "jury", "decision", "outcome", "effect") if key in raw},
    )


def _draws(event: Event, document: Json, stages: dict[str, Stage]) -> list[Draw]:
    """The draws in the order in which they fell; lots of a stage that no draw tells of were typed in."""
    made = []
    draws = list(document["event"].get("draws", []))
    standing = currents(draws, draw_key)
    told = {draw_key(draw) for draw, is_current in zip(draws, standing, strict=True) if is_current}
    typed = [draw for draw in _lots(document) if draw_key(draw) not in told]
    rows = list(zip(draws + typed, standing + [True] * len(typed), strict=True))
    groups = {(group.stage_id, group.name): group for group in Group.objects.filter(stage__event=event)}
    counts: dict[Any, int] = defaultdict(int)
    for raw, is_current in rows:
        counts[draw_series(raw)] += 1
        stage = stages.get(raw.get("stage", ""))
        place = {"stage": stage, "event": None if stage else event, **_group(stage, raw, groups)}
        ordinal = counts[draw_series(raw)]
        made.append(Draw.objects.create(**_draw(event, raw, is_current), **place, ordinal=ordinal))
    return made


def _commitments(event: Event, document: Json, stages: dict[str, Stage], draws: list[Draw]) -> None:
    """What was published before draws, in its order, each with the draw that was made from it."""
    raws = document["event"].get("commitments", [])
    groups = {(group.stage_id, group.name): group for group in Group.objects.filter(stage__event=event)}
    Commitment.objects.bulk_create(
        Commitment(
            stage=stages[raw["stage"]],
            **_group(stages[raw["stage"]], raw, groups),
            kind=raw["what"],
            round_number=raw.get("round"),
            digest=raw["digest"],
            inputs=raw["depends_on"],
            source=raw.get("source", ""),
            at=moment_of(raw["at"]),
            seed_text=raw.get("seed_text", ""),
            revealed_at=optional_moment(raw.get("revealed_at")),
            draw=draws[raw["draw"] - 1] if "draw" in raw else None,
            is_current=raw.get("current", True),
        )
        for raw in raws
    )


def _group(stage: Stage | None, raw: Json, groups: dict[tuple[int, str], Group]) -> dict[str, Any]:
    """The group that a record is about, by its name alone where it is no more."""
    name = raw.get("group", "")
    stands = stage is not None and name and not raw.get("former", False)
    return {"group": groups[stage.pk, name] if stage and stands else None, "group_name": name}


def _lots(document: Json) -> Iterable[Json]:
    for stage in document.get("stages", []):
        for group, order in stage.get("lots", {}).items():
            yield {"stage": stage["name"], "group": group, "what": DrawKind.LOTS.value, "result": order}


def _draw(event: Event, raw: Json, is_current: bool) -> dict[str, Any]:
    return {
        "kind": raw["what"],
        "round_number": raw.get("round"),
        "inputs": raw.get("depends_on"),
        "seed": str(raw.get("seed", "")),
        "inputs_digest": raw.get("inputs", ""),
        "algorithm": raw.get("algorithm", ""),
        "result": raw["result"],
        "is_current": is_current,
        "at": moment_of(raw["at"]) if "at" in raw else event.created_at,
    }


def _publications(event: Event, published: list[Json], stages: dict[str, Stage]) -> None:
    standing = currents(published, publication_key)
    Publication.objects.bulk_create(
        Publication(
            event=event,
            stage=stages[raw["stage"]],
            kind=raw["what"],
            round_number=raw.get("round"),
            session=raw.get("session", ""),
            number=raw["number"],
            rows=raw["rows"],
            rules=raw.get("rules", {}),
            reason=raw.get("reason", ""),
            is_current=is_current,
            at=moment_of(raw["at"]) if "at" in raw else event.created_at,
            withdrawn_at=optional_moment(raw.get("withdrawn_at")),
        )
        for raw, is_current in zip(published, standing, strict=True)
    )


def _history(event: Event, history: list[Json], pairs: Pairs, by: Actor) -> None:
    """Every version of the matches that have a history, in place of the one that stands alone."""
    rows: dict[Place, list[Json]] = defaultdict(list)
    for one in history:
        rows[place_of(one)].append(one)
    matches = Match.objects.filter(round__group__stage__event=event, table__isnull=False).select_related(
        "round__group__stage"
    )
    for match in matches:
        group = match.round.group
        versions = rows.get((group.stage.name, group.name, match.round.number, match.table or 0))
        if versions:
            _versions(event, match, versions, pairs, by)


def _columns(match: Match, raw: Json | None) -> Json:
    return columns_of(None) if raw is None else columns_of(from_json(raw), rules_for(match, raw))


def _versions(event: Event, match: Match, versions: list[Json], pairs: Pairs, by: Actor) -> None:
    match.results.all().delete()
    match.version = max(one["version"] for one in versions)
    match.save(update_fields=["version"])
    Result.objects.bulk_create(
        Result(
            match=match,
            ns=pairs[one["ns"]] if "ns" in one else match.ns,
            version=one["version"],
            is_current=one["version"] == match.version,
            reason=one.get("reason", ""),
            at=moment_of(one["at"]) if "at" in one else event.created_at,
            actor_name=one.get("by", by.name),
            source=one.get("source", by.source),
            checked_at=optional_moment(one.get("checked_at")),
            checked_name=one.get("checked_by", ""),
            **_columns(match, one.get("result")),
        )
        for one in versions
    )
