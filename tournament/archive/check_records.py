"""Contradictions among an archive's penalties, appeals, draws, publications and versions of results."""

from __future__ import annotations

from typing import Any

from pairing.lots import joined_lots
from scoring.errors import InvalidScoresheet
from scoring.records import from_json, to_json
from tournament.actions.archived import (
    Place,
    currents,
    draw_key,
    place_of,
    publication_key,
)
from tournament.archive.check_commitments import check_commitments, digest_or_refuse
from tournament.archive.check_people import moment, refuse_doubles
from tournament.archive.errors import ArchiveRefused
from tournament.archive.frozen import ROWS
from tournament.archive.known import Known
from tournament.archive.parsing import check_shape
from tournament.models import DrawKind

Json = dict[str, Any]


def check_records(document: Json) -> None:
    """Check everything that refers to pairs, stages and matches."""
    known = Known(document)
    for key in ("penalties", "appeals", "published", "history"):
        for index, record in enumerate(document.get(key, [])):
            known.check(record, f"$.{key}[{index}]")
    for index, penalty in enumerate(document.get("penalties", [])):
        for number in penalty.get("made_of", []):
            if number > index:  # numbered from 1: it is made of earlier ones only
                raise ArchiveRefused("archive_made_of_later", f"$.penalties[{index}].made_of", number=number)
    _check_appeals(document)
    for index, draw in enumerate(document["event"].get("draws", [])):
        _check_draw(draw, known, f"$.event.draws[{index}]")
    check_commitments(document, known)
    _check_lots(document, known)
    _check_published(document.get("published", []))
    _check_history(document.get("history", []), known)


def _check_appeals(document: Json) -> None:
    """An appeal names a penalty by its place in the list."""
    count = len(document.get("penalties", []))
    for index, one in enumerate(document.get("appeals", [])):
        if one.get("penalty", 0) > count:
            path = f"$.appeals[{index}].penalty"
            raise ArchiveRefused("archive_penalty_unknown", path, number=one["penalty"])


def _check_draw(draw: Json, known: Known, path: str) -> None:
    """A stage's draw, or the partners' of the event; lots are an order of pairs, the rest keeps its shape."""
    of_event = draw["what"] == DrawKind.PARTNERS
    if of_event and "stage" in draw:
        raise ArchiveRefused("archive_draw_of_event", f"{path}.stage")
    if not of_event and "stage" not in draw:
        raise ArchiveRefused("archive_draw_without_stage", path)
    known.check(draw, path)
    if draw.get("former") and draw.get("current"):
        raise ArchiveRefused("archive_former_stands", f"{path}.current")
    if "depends_on" in draw and digest_or_refuse(draw, path) != draw.get("inputs"):
        raise ArchiveRefused("archive_digest_disagrees", f"{path}.inputs")
    if draw["what"] not in ("lots", "cut"):
        return
    order = draw["result"]
    if not isinstance(order, list) or not all(type(number) is int for number in order):
        raise ArchiveRefused("archive_no_order", f"{path}.result")
    refuse_doubles(order, f"{path}.result[{{}}]", "archive_pair_twice")
    for number in order:
        if number not in known.pairs:
            raise ArchiveRefused("archive_pair_unknown", f"{path}.result", number=number)


def _check_lots(document: Json, known: Known) -> None:
    """Where both draws and the stage's `lots` tell an order, it is the same one."""
    draws = document["event"].get("draws", [])
    drawn: dict[tuple[str, str], list[tuple[int, list[int]]]] = {}
    for index, (draw, stands) in enumerate(zip(draws, currents(draws, draw_key), strict=True)):
        if stands and draw["what"] == "lots" and "group" in draw:
            drawn.setdefault((draw["stage"], draw["group"]), []).append((index, draw["result"]))
    for (stage, group), orders in drawn.items():
        told = known.stages[stage].get("lots", {}).get(group)
        if told is not None and told != joined_lots([order for _index, order in orders]):
            raise ArchiveRefused("archive_lots_disagree", f"$.event.draws[{orders[-1][0]}].result")


def _check_published(published: list[Json]) -> None:
    for index, one in enumerate(published):
        check_shape(one["rows"], ROWS[one["what"]], ("published", index, "rows"))
    numbers = ((one["what"], one["number"]) for one in published)
    refuse_doubles(numbers, "$.published[{}].number", "archive_publication_twice")
    standing = currents(published, publication_key)
    keys = (
        publication_key(one) if is_current else index
        for index, (one, is_current) in enumerate(zip(published, standing, strict=True))
    )
    refuse_doubles(keys, "$.published[{}]", "archive_publication_current_twice")


def _check_history(history: list[Json], known: Known) -> None:
    """Versions once each, of matches that exist; the last one is what the match itself says."""
    last: dict[Place, tuple[int, Json, str]] = {}
    versions = ((place_of(one), one["version"]) for one in history)
    refuse_doubles(versions, "$.history[{}].version", "archive_version_twice")
    for index, one in enumerate(history):
        path, place = f"$.history[{index}]", place_of(one)
        match = known.matches.get(place)
        if match is None:
            raise ArchiveRefused("archive_match_unknown", path)
        if one.get("ns", match["ns"]) not in (match["ns"], match["ew"]):
            raise ArchiveRefused("archive_pair_not_at_table", f"{path}.ns", number=one["ns"])
        _canonical(one.get("result"), f"{path}.result")
        for key in {"at", "checked_at"} & one.keys():
            moment(one[key], f"{path}.{key}")
        if place not in last or one["version"] > last[place][0]:
            last[place] = (one["version"], one, path)
    for place, (_version, one, path) in last.items():
        standing = _canonical(known.matches[place].get("result"), "$")
        if _canonical(one.get("result"), path) != standing:
            raise ArchiveRefused("archive_history_disagrees", path)


def _canonical(raw: Json | None, path: str) -> Json | None:
    """A result as it would be written again."""
    if raw is None:
        return None
    try:
        return to_json(from_json(raw, path))
    except InvalidScoresheet as error:
        raise ArchiveRefused.of(error, str(error.params.get("path") or path)) from None
