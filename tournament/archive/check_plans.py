"""Contradictions in what an archive's stages are told: areas, absences, wishes, what rounds came from."""

from __future__ import annotations

import re
from typing import Any

from tournament.archive.check_people import refuse_doubles
from tournament.archive.errors import ArchiveRefused
from tournament.wording.pairing import said_text

Json = dict[str, Any]


def check_asked(stage: Json, known: set[int], areas: set[str], path: str) -> None:
    """Areas that the event has; absences and wishes about its pairs that do not contradict each other."""
    names = stage.get("areas", [])
    refuse_doubles(names, f"{path}.areas[{{}}]")
    for index, name in enumerate(names):
        if name not in areas:
            raise ArchiveRefused("archive_area_unknown", f"{path}.areas[{index}]", value=name)
    _check_absences(stage, known, path)
    for index, wish in enumerate(stage.get("wishes", [])):
        _check_wish(wish, known, f"{path}.wishes[{index}]")


def _check_absences(stage: Json, known: set[int], path: str) -> None:
    """A pair is absent from a round, or has a bye in it, once."""
    told: set[tuple[int, int]] = set()
    for key in ("absent", "byes_given"):
        for number, rounds in stage.get(key, {}).items():
            where = f'{path}.{key}["{number}"]'
            if not re.fullmatch("[0-9]{1,9}", number) or int(number) not in known:
                raise ArchiveRefused("archive_pair_unknown", where, number=number)
            for index, one in enumerate(rounds):
                if (int(number), one) in told:
                    raise ArchiveRefused(
                        "archive_absent_twice", f"{where}[{index}]", number=number, round=one
                    )
                told.add((int(number), one))


def _check_wish(wish: Json, known: set[int], path: str) -> None:
    """One couple of two pairs; that they meet is asked of a round."""
    asked = [key for key in ("forbid", "force") if key in wish]
    if not asked:
        raise ArchiveRefused("archive_missing_key", path, key="forbid")
    if len(asked) > 1:
        raise ArchiveRefused("archive_wish_both", path)
    couple = wish[asked[0]]
    for index, number in enumerate(couple):
        if number not in known:
            raise ArchiveRefused("archive_pair_unknown", f"{path}.{asked[0]}[{index}]", number=number)
    if couple[0] == couple[1]:
        raise ArchiveRefused("archive_pair_twice", f"{path}.{asked[0]}[1]", value=couple[1])
    if asked[0] == "force" and "round" not in wish:
        raise ArchiveRefused("archive_missing_key", path, key="round")


def check_sources(one: Json, groups: set[str], known: set[int], path: str) -> None:
    """What a round was paired from names groups of the stage and pairs of the event; notes name groups."""
    for key in ("basis", "notes"):
        for group in one.get(key, {}):
            if group not in groups:
                raise ArchiveRefused("archive_group_unknown", f'{path}.{key}["{group}"]', value=group)
    for group, notes in one.get("notes", {}).items():
        for index, note in enumerate(notes):
            _check_note(note, f'{path}.notes["{group}"][{index}]')
    for group, basis in one.get("basis", {}).items():
        _check_basis(basis, known, f'{path}.basis["{group}"]')


def _check_basis(basis: Json, known: set[int], path: str) -> None:
    refuse_doubles(basis["order"], path + ".order[{}]", "archive_pair_twice")
    for index, number in enumerate(basis["order"]):
        if number not in known:
            raise ArchiveRefused("archive_pair_unknown", f"{path}.order[{index}]", number=number)
    listed = set(map(str, basis["order"]))
    for number in basis["points"]:
        if number not in listed:
            raise ArchiveRefused("archive_pair_unknown", f'{path}.points["{number}"]', number=number)


def _check_note(note: Json, path: str) -> None:
    """A note that can be said."""
    try:
        said_text(str(note["code"]), note)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise ArchiveRefused("archive_note_unknown", path, value=note.get("code", "")) from None


def check_bracket_place(match: Json, seen: set[tuple[int, int, int]], path: str, *, knockout: bool) -> None:
    """Where a match stands in a bracket: ranks in order, and nobody else there."""
    for key in ("places", "slot"):
        if key in match and not knockout:
            raise ArchiveRefused("archive_not_of_method", f"{path}.{key}", key=key)
    if "places" not in match:
        if "slot" in match:
            raise ArchiveRefused("archive_missing_key", path, key="places")
        return
    low, high = match["places"]
    if low >= high:
        raise ArchiveRefused("archive_range_reversed", f"{path}.places", low=low, high=high)
    place = (low, high, match.get("slot", 0))
    if place[2] and place in seen:
        raise ArchiveRefused("archive_slot_twice", f"{path}.slot", slot=place[2], low=low, high=high)
    seen.add(place)
