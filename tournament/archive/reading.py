"""Read an archive: shape first, then what no shape can say; nothing is stored here."""

from __future__ import annotations

import re

from tournament.actions.archived import Parsed
from tournament.archive.bracket_places import with_places
from tournament.archive.check_awards import check_awards
from tournament.archive.check_booklet import check_booklet
from tournament.archive.check_hall import check_hall
from tournament.archive.check_people import SLUG_FORM, check_event, check_people
from tournament.archive.check_records import check_records
from tournament.archive.check_stages import check_stages
from tournament.archive.layers import read_event_rules
from tournament.archive.parsing import parse
from tournament.errors import ActionRefused


def read(data: bytes | str) -> Parsed:
    """Read and check a whole archive.

    The answer is ready for `load`; its `differing` names the settings in which the file was resolved by
    another edition of a rule book, as (stage name or "", setting) each: the file's values are kept. Raises
    `ArchiveRefused` with the JSON path for the first thing that cannot stand.
    """
    document = parse(data)
    event = document["event"]
    check_event(event)
    check_booklet(event)
    check_hall(event)
    check_people(document)
    check_awards(document)
    rules = read_event_rules(event)
    stages = check_stages(document, rules.layers)
    document = with_places(document, tuple(resolved for resolved, _keys in stages))
    check_records(document)
    differing = [("", key) for key in rules.differing]
    for stage, (_resolved, keys) in zip(document.get("stages", []), stages, strict=True):
        differing += [(stage["name"], key) for key in keys]
    return Parsed(
        document=document,
        rules=rules.resolved,
        stage_rules=tuple(resolved for resolved, _keys in stages),
        differing=tuple(differing),
    )


def slug_for(parsed: Parsed, slug: str = "") -> str:
    """The slug to load under: the one given, else the file's; refused where there is neither, or where it
    could be no address."""
    chosen = slug or parsed.document["event"].get("slug", "")
    if not chosen:
        raise ActionRefused("archive_needs_slug")
    if not re.fullmatch(SLUG_FORM, chosen):
        raise ActionRefused("archive_slug_form", slug=chosen)
    return str(chosen)
