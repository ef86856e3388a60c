"""Write a whole event as its archive: canonical, so that the same facts always give the same bytes."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from tournament.archive.dump_hall import hall_json
from tournament.archive.dump_records import appeal, draws_and_commitments, history, penalty, publications
from tournament.archive.dump_stages import DumpedStage, stage_json
from tournament.archive.dump_text import Json, filled, moment_text
from tournament.archive.layers import event_layers
from tournament.archive.schema import FORMAT, VERSION
from tournament.models import Event, Individual, Pair, Penalty
from tournament.queries.booklet import logo_of


def dump(event: Event, *, personal: bool = False) -> Json:
    """The whole of `event` as a document; defaults and empty lists are left out.

    With `personal` phones, notes, what stands in the event's own columns and the names of those who entered
    results are in it.
    """
    layers = event_layers(event.rulebook, event.rules, event.resolved_rules)
    stages = [DumpedStage(event, stage) for stage in event.stages.order_by("ordinal")]
    pairs = event.pairs.select_related("unit").prefetch_related("players").order_by("number")
    penalties = list(event.penalties.select_related("stage", "pair").order_by("pk"))
    document = {
        "format": FORMAT,
        "version": VERSION,
        "event": event_json(event, personal=personal),
        "units": [{"name": unit.name} for unit in event.units.order_by("pk")],
        "pairs": [pair_json(pair, personal=personal) for pair in pairs],
        "stages": [stage_json(stage, layers) for stage in stages],
        "penalties": [penalty(row) for row in penalties],
        "appeals": _appeals(event, penalties),
        "published": publications(event),
        "history": history(event, stages, personal=personal),
    }
    return {key: value for key, value in document.items() if value != []}


def _appeals(event: Event, penalties: list[Penalty]) -> list[Json]:
    places = {row.pk: place for place, row in enumerate(penalties, 1)}
    return [appeal(row, places) for row in event.appeals.select_related("stage", "pair").order_by("pk")]


def dumps(document: Json) -> bytes:
    """A document as bytes: keys sorted, two spaces deep, UTF-8, one line end at the end."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, indent=2)
    return (text + "\n").encode()


def event_json(event: Event, *, personal: bool) -> Json:
    """The archive's `event` object."""
    individuals = event.individuals.select_related("unit", "pair").order_by("pk")
    entries = {
        "max_per_unit": event.max_per_unit,
        "closes_at": moment_text(event.entries_close_at),
        "columns": {one.digest: one.roles for one in event.column_mappings.all()},
    }
    written = {
        "slug": event.slug,
        "name": event.name,
        "starts_on": event.starts_on.isoformat() if event.starts_on else None,
        "ends_on": event.ends_on.isoformat() if event.ends_on else None,
        "venue": event.venue,
        "organiser": event.organiser,
        "rulebook": event.rulebook,
        "rulebook_version": str(event.rulebook_version),
        "rulebook_digest": event.rulebook_digest,
        "rules": event.rules,
        "unit_word": changed(event, "unit_word"),
        "pair_word": changed(event, "pair_word"),
        "public_view": changed(event, "public_view"),
        "checking": changed(event, "checking"),
        "uses_ladder": changed(event, "uses_ladder"),
        "areas": event.areas,
        "awards": event.awards,
        "unit_ranking": event.unit_ranking,
        "booklet": event.booklet,
        "printing": event.printing,
        "logo": _logo(event),
        "check_in_closes_at": moment_text(event.check_in_closes_at),
        "check_in_closed_at": moment_text(event.check_in_closed_at),
        "made_from": event.made_from,
        "hears_appeals": changed(event, "hears_appeals"),
        "practice": changed(event, "is_practice"),
        "own_columns": event.own_columns,
        "entries": filled(entries),
        **hall_json(event),
        "individuals": [individual_json(one, personal=personal) for one in individuals],
        **draws_and_commitments(event),
    }
    return {**filled(written), "resolved": event.resolved_rules}


def _logo(event: Event) -> str | None:
    found = logo_of(event)
    return b64encode(found).decode() if found else None


def changed(event: Event, field: str) -> Any:
    """A field's value unless it is the default."""
    value = getattr(event, field)
    return None if value == getattr(Event(), field) else value


def individual_json(one: Individual, *, personal: bool) -> Json:
    """Somebody who entered alone."""
    return filled(
        {
            "name": one.name,
            "unit": one.unit.name if one.unit else None,
            "category": one.category,
            "pair": one.pair.number if one.pair else None,
            "phone": one.phone if personal else None,
        }
    )


def pair_json(pair: Pair, *, personal: bool) -> Json:
    """One pair; the substitute is a person of its own, phones stand in the order of the seats."""
    by_seat = {player.seat: player for player in pair.players.all()}
    written = {
        "number": pair.number,
        "name": pair.name,
        "unit": pair.unit.name if pair.unit else None,
        "players": [by_seat[seat].name for seat in (1, 2) if seat in by_seat],
        "substitute": by_seat[3].name if 3 in by_seat else None,
        "category": pair.category,
        "status": None if pair.status == "active" else pair.status,
        "fixed_table": pair.fixed_table,
        "seed": pair.seed,
        "checked_in_at": moment_text(pair.checked_in_at),
    }
    if personal:
        phones = [by_seat[seat].phone if seat in by_seat else "" for seat in (1, 2, 3)]
        while phones and not phones[-1]:
            phones.pop()
        written |= {"phones": phones, "note": pair.note, "own": pair.own}
    return filled(written)
