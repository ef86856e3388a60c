"""Enter many results of one round at once: all of them, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.scoresheet import Scoresheet
from tournament.actions.enter_result import write_result
from tournament.actions.results import lock_match, lock_matches, place_of, result_change
from tournament.actions.signed_deals import dropped_codes
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import Match, Stage

IMPORT = "import"


@dataclass(frozen=True, slots=True)
class ResultChange:
    """One table's sheet, and the match's version beside which it was judged; with `drop_deals` its recorded
    deals are left out where they say something else."""

    match: Match
    sheet: Scoresheet
    based_on: int
    drop_deals: bool = False


@action
def import_results(
    *,
    stage: Stage,
    number: int,
    changes: Sequence[ResultChange],
    by: Actor,
    reason: str = "",
    submission: str = "",
) -> int:
    """Store the sheets as the matches' current results and return how many really changed.

    Each change is a version of its own, whose source is the import; what stands already is accepted without
    one. The journal keeps one line. Refused as `enter_result` refuses, then nothing is stored;
    `nothing_to_import_results` without any.
    """
    if not changes:
        raise ActionRefused("nothing_to_import_results")
    by = replace(by, source=IMPORT)
    lock_matches(Match.objects.filter(pk__in=[one.match.pk for one in changes]))
    tables: list[int] = []
    dropped: list[Any] = []
    seated: list[int] = []
    said: list[list[Any]] = []
    for one in sorted(changes, key=lambda change: change.match.pk):
        match = lock_match(one.match)
        version = match.version
        result, before, left = write_result(
            match, one.sheet, by, one.based_on, reason, drop_deals=one.drop_deals
        )
        if match.version != version:
            tables.append(match.table or 0)
            seated += place_of(match)["seated"]
            said += [[*change, match.table] for change in result_change(match, before, result)]
            dropped += dropped_codes(left, match.table).get("dropped", [])
    if tables:
        event = stage.event
        codes = {"stage": stage.name, "round": number, "count": len(tables), "tables": sorted(tables)}
        codes |= {"seated": seated, "changes": said}
        codes |= ({"reason": reason} if reason else {}) | ({"dropped": dropped} if dropped else {})
        record(event, by, "import_results", public=event.is_live, **codes)
    return len(tables)
