"""Contradictions among an archive's event, units and pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any

from pairing.areas import twice_in
from tournament.actions.archived import moment_of
from tournament.archive.errors import ArchiveRefused
from tournament.names.cleaning import (
    CleanName,
    clean_category,
    clean_name,
    clean_team_name,
    clean_unit,
    name_key,
    tidy,
)
from tournament.names.own_columns import clean_own_text, clean_own_title
from tournament.queries.hall import ranges_of

Json = dict[str, Any]

SLUG_FORM = r"[-a-zA-Z0-9_]{1,60}"


def check_event(event: Json) -> None:
    """Days that exist and stand in order, a slug in one line, a name that is one, areas apart."""
    if "slug" in event and not re.fullmatch(SLUG_FORM, event["slug"]):
        raise ArchiveRefused("archive_wrong_form", "$.event.slug", value=event["slug"])
    if not tidy(event["name"]):
        raise ArchiveRefused("archive_empty_text", "$.event.name")
    days = [day(event[key], f"$.event.{key}") for key in ("starts_on", "ends_on") if key in event]
    if days != sorted(days):
        raise ArchiveRefused("archive_dates_reversed", "$.event.ends_on")
    if "closes_at" in event.get("entries", {}):
        moment(event["entries"]["closes_at"], "$.event.entries.closes_at")
    for key in ("check_in_closes_at", "check_in_closed_at"):
        if key in event:
            moment(event[key], f"$.event.{key}")
    _check_areas(event.get("areas", []))


def day(text: str, path: str) -> date:
    """The day that `text` names, or a refusal."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArchiveRefused("archive_no_such_day", path, value=text) from None


def moment(text: str, path: str) -> datetime:
    """The moment that `text` names; without a zone it is the site's own time."""
    try:
        return moment_of(text)
    except (ValueError, OverflowError):
        raise ArchiveRefused("archive_no_such_moment", path, value=text) from None


def _check_areas(areas: list[Json]) -> None:
    refuse_doubles((area["name"] for area in areas), "$.event.areas[{}].name")
    used: list[tuple[int, int]] = []
    for index, area in enumerate(areas):
        path = f"$.event.areas[{index}].tables"
        for low, high in ranges_of(area.get("tables", [])):
            if low > high:
                raise ArchiveRefused("archive_range_reversed", path, low=low, high=high)
            used.append((low, high))
        if (twice := twice_in(used)) is not None:
            raise ArchiveRefused("archive_table_in_two_areas", path, table=twice)


def refuse_doubles(values: Iterable[Any], path: str, code: str = "archive_repeated") -> None:
    """Refuse the second of two equal values; `path` has a place for its index."""
    seen = set()
    for index, value in enumerate(values):
        if value in seen:
            raise ArchiveRefused(code, path.format(index), value=value)
        seen.add(value)


def check_people(document: Json) -> None:
    """Units and pairs: names that are names, numbers once each, units and own columns that exist."""
    columns = document["event"].get("own_columns", [])
    _check_own_columns(columns)
    names = [unit["name"] for unit in document.get("units", [])]
    units = [name_key(name) for name in names]
    for index, name in enumerate(names):
        _refuse_bad(clean_unit(name), f"$.units[{index}].name", name)
    refuse_doubles(units, "$.units[{}].name", "archive_unit_twice")
    pairs = document.get("pairs", [])
    refuse_doubles((pair["number"] for pair in pairs), "$.pairs[{}].number", "archive_number_twice")
    for index, pair in enumerate(pairs):
        _check_pair(pair, set(units), f"$.pairs[{index}]")
        _check_own(pair.get("own", {}), columns, f"$.pairs[{index}].own")
    known = {pair["number"] for pair in pairs}
    for index, one in enumerate(document["event"].get("individuals", [])):
        _check_individual(one, set(units), known, f"$.event.individuals[{index}]")


def _check_pair(pair: Json, units: set[str], path: str) -> None:
    if pair.get("unit") and name_key(pair["unit"]) not in units:
        raise ArchiveRefused("archive_unit_unknown", f"{path}.unit", value=pair["unit"])
    for seat, name in enumerate(pair["players"]):
        _check_name(name, f"{path}.players[{seat}]")
    if "substitute" in pair:
        _check_name(pair["substitute"], f"{path}.substitute")
    _refuse_title(pair.get("name", ""), clean_team_name, f"{path}.name")
    _refuse_title(pair.get("category", ""), clean_category, f"{path}.category")
    if "checked_in_at" in pair:
        moment(pair["checked_in_at"], f"{path}.checked_in_at")


def _check_own_columns(columns: list[str]) -> None:
    for index, title in enumerate(columns):
        cleaned = clean_own_title(title)
        if cleaned.problem or cleaned.text != title:
            raise ArchiveRefused("archive_no_name", f"$.event.own_columns[{index}]", value=title)
    refuse_doubles(map(name_key, columns), "$.event.own_columns[{}]")


def _check_own(own: Json, columns: list[str], path: str) -> None:
    """A pair's texts: only below columns that the event has, and no ID numbers."""
    for title, text in own.items():
        if title not in columns:
            raise ArchiveRefused("archive_own_column_unknown", f"{path}.{title}", value=title)
        if clean_own_text(text, title)[1] == "own_id_number":
            raise ArchiveRefused("own_id_number", f"{path}.{title}")


def _check_individual(one: Json, units: set[str], pairs: set[int], path: str) -> None:
    _check_name(one["name"], f"{path}.name")
    _refuse_title(one.get("category", ""), clean_category, f"{path}.category")
    if one.get("unit") and name_key(one["unit"]) not in units:
        raise ArchiveRefused("archive_unit_unknown", f"{path}.unit", value=one["unit"])
    if one.get("pair", 0) and one["pair"] not in pairs:
        raise ArchiveRefused("archive_pair_unknown", f"{path}.pair", number=one["pair"])


def _check_name(name: str, path: str) -> None:
    _refuse_bad(clean_name(name), path, name)


def _refuse_bad(cleaned: CleanName, path: str, typed: str) -> None:
    """Refuse whatever the entry form and an imported list refuse: nothing there, figures and signs only
    (=1+1), two names in one, too long."""
    if cleaned.problem or not cleaned.text:
        raise ArchiveRefused("archive_no_name", path, value=typed)


def _refuse_title(title: str, clean: Callable[[object], CleanName], path: str) -> None:
    """A pair's own name or a category may be missing, not too long."""
    if clean(title).problem:
        raise ArchiveRefused("archive_no_name", path, value=title)
