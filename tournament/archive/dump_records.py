"""Rulings, draws, publications and versions of results as the archive has them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping

from django.db.models import Q

from scoring.codecs import decimal_text
from tournament.actions.archived import PENALTY_FLAGS, currents, draw_key, publication_key
from tournament.archive.dump_stages import DumpedStage, result_json
from tournament.archive.dump_text import Json, filled, known_moment, moment_text, without
from tournament.models import Appeal, Commitment, Draw, DrawKind, Event, Match, Penalty, Result


def penalty(row: Penalty) -> Json:
    """One item of `penalties`."""
    plain = (
        "player", "table", "after_deal", "grade", "article", "text", "effect",
        "levels", "opponents_levels", "referee", "cancelled", "made_of",
    )  # fmt: skip
    return filled(
        {
            "pair": row.pair.number,
            "stage": row.stage.name if row.stage else None,
            "round": row.round_number,
            "points": decimal_text(row.points) if row.points else None,
            "at": moment_text(row.at),
            **{key: getattr(row, key) for key in plain},
            **{key: getattr(row, key) or None for key in PENALTY_FLAGS},
        }
    )


def appeal(row: Appeal, penalties: Mapping[int, int]) -> Json:
    """One item of `appeals`; `penalties` are their places in the archive, from 1."""
    return filled(
        {
            "pair": row.pair.number,
            "stage": row.stage.name if row.stage else None,
            "round": row.round_number,
            "table": row.table,
            "penalty": penalties.get(row.penalty_id or 0),
            "by": row.filed_by,
            "as": row.filed_as,
            "filed_at": moment_text(row.filed_at),
            "due_at": moment_text(row.due_at),
            "late": row.is_late,
            "text": row.text,
            "jury": row.jury,
            "votes": filled({"for": row.votes_for, "against": row.votes_against}),
            "decision": row.decision,
            "decided_at": moment_text(row.decided_at),
            "outcome": row.outcome,
            "effect": row.effect,
        }
    )


def draws_and_commitments(event: Event) -> dict[str, list[Json]]:
    """Every draw in the order in which it fell, lots that `lots` tells whole left out; and the commitments,
    which name their draw by its place in that list, from 1."""
    rows = list(
        Draw.objects.filter(Q(stage__event=event) | Q(event=event)).select_related("stage").order_by("pk")
    )
    written = _marked([_draw(row, event) for row in rows], draw_key)
    kept = [(row, one) for row, one in zip(rows, written, strict=True) if not _is_told_by_lots(one, written)]
    places = {row.pk: place for place, (row, _one) in enumerate(kept, 1)}
    made = Commitment.objects.filter(stage__event=event).select_related("stage").order_by("pk")
    return {
        "draws": [one for _row, one in kept],
        "commitments": [_commitment(row, places) for row in made],
    }


def _commitment(row: Commitment, places: Mapping[int, int]) -> Json:
    named = {
        "stage": row.stage.name,
        "group": row.group_name,
        "former": True if row.is_of_former_group else None,
        "round": row.round_number,
        "what": row.kind,
        "digest": row.digest,
        "source": row.source,
        "at": moment_text(row.at),
        "seed_text": row.seed_text,
        "revealed_at": moment_text(row.revealed_at),
        "draw": places.get(row.draw_id or 0),
        "current": None if row.is_current else False,
    }
    return filled(named) | {"depends_on": row.inputs}


def _draw(row: Draw, event: Event) -> Json:
    named = {
        "stage": row.stage.name if row.stage else None,
        "group": row.group_name,
        "former": True if row.is_of_former_group else None,
        "round": row.round_number,
        "what": row.kind,
        "depends_on": row.inputs,
        "seed": row.seed,
        "inputs": row.inputs_digest,
        "algorithm": row.algorithm,
        "at": known_moment(row.at, event.created_at),
    }
    return filled(named) | {"result": row.result, "current": row.is_current}


def _marked(records: list[Json], key: Callable[[Json], Hashable]) -> list[Json]:
    """Records that say `current` only where it is not plain from their order."""
    plain = [without(record, {"current": record["current"]}) for record in records]
    standing = currents(plain, key)
    return [
        bare if record["current"] == is_current else record
        for record, bare, is_current in zip(records, plain, standing, strict=True)
    ]


def _is_told_by_lots(draw: Json, draws: list[Json]) -> bool:
    """Lots of one group that were typed in once, at an unknown time: the stage's `lots` says all of it."""
    alone = sum(draw_key(one) == draw_key(draw) for one in draws) == 1
    return alone and draw["what"] == DrawKind.LOTS and set(draw) == {"stage", "group", "what", "result"}


def publications(event: Event) -> list[Json]:
    """Every publication with its frozen rows, in the order in which they went up."""
    written = []
    for row in event.publications.select_related("stage").order_by("pk"):
        named = {
            "stage": row.stage.name,
            "what": row.kind,
            "round": row.round_number,
            "session": row.session,
            "number": row.number,
            "rules": row.rules,
            "reason": row.reason,
            "at": known_moment(row.at, event.created_at),
            "withdrawn_at": moment_text(row.withdrawn_at),
        }
        written.append(filled(named) | {"rows": row.rows, "current": row.is_current})
    return _marked(written, publication_key)


def history(event: Event, stages: list[DumpedStage], *, personal: bool) -> list[Json]:
    """Every version of every result, but of those that were loaded without a history."""
    return [
        version
        for dumped in stages
        for one in dumped.rounds
        for match in sorted(dumped.matches[one.pk], key=lambda match: match.table or 0)
        for version in _versions(event, dumped, one.group.name, one.number, match, personal=personal)
    ]


def _versions(
    event: Event, dumped: DumpedStage, group: str, number: int, match: Match, *, personal: bool
) -> Iterator[Json]:
    rows = dumped.versions[match.pk]
    if len(rows) == 1 and _is_plain(rows[0], event, personal=personal):
        return
    for row in rows:
        written = {
            "stage": dumped.stage.name,
            "group": group,
            "round": number,
            "table": match.table,
            "version": row.version,
            "ns": None if row.ns_id == match.ns_id else row.ns.number,
            "result": result_json(row),
            "reason": row.reason,
            "at": known_moment(row.at, event.created_at),
            "by": row.actor_name if personal else None,
            "source": row.source,
            "checked_at": moment_text(row.checked_at),
            "checked_by": row.checked_name if personal and row.checked_at else None,
        }
        yield filled(written)


def _is_plain(row: Result, event: Event, *, personal: bool) -> bool:
    """The only version of a result, entered by loading: the match itself says all of it."""
    unnamed = not personal or row.person_id is not None or row.source == "command"
    plain = row.version == 1 and row.is_current and not row.reason and row.checked_at is None
    return plain and row.at == event.created_at and unnamed
