"""Announced standings that results, rulings or corrections have overtaken since."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Event, Publication, PublicationKind, Stage
from tournament.queries.standing_sheets import frozen_sheets, live_sheets, who
from tournament.queries.standings import stage_standings


@dataclass(frozen=True, slots=True)
class Outdated:
    """A notice that is up and no longer says what stands: after which round, of which session ("": all)."""

    stage: Stage
    number: int
    session: str
    publication: Publication


def outdated_notices(event: Event) -> list[Outdated]:
    """Every announcement of standings that would say something else today, in the order of the plan.

    Of a group's several notices after the same round the newest speaks. A handful of queries for each notice
    that is up: for one event's announcements, never for a row of a list.
    """
    up = Publication.objects.filter(event=event, kind=PublicationKind.STANDINGS, is_current=True)
    told: dict[tuple[int, int], set[str]] = {}
    found = []
    for one in up.select_related("stage__event").order_by("-pk"):
        seen = told.setdefault((one.stage_id, one.round_number or 0), set())
        groups = _differing(one)
        if any(differs for group, differs in groups.items() if group not in seen):
            found.append(Outdated(one.stage, one.round_number or 0, one.session, one))
        seen |= groups.keys()
    return sorted(found, key=lambda one: (one.stage.ordinal, one.number, one.session))


def _differing(one: Publication) -> dict[str, bool]:
    """The groups that the notice told of, and whether each stands otherwise now; a group that came later
    differs too."""
    table = stage_standings(one.stage, one.round_number)
    names = {number: who(pair) for number, pair in table.pairs.items()}
    told = {sheet.group: sheet for sheet in frozen_sheets(one.rows, names)}
    sessions = {part.group.name: part.group.session for part in table.groups}
    now = {sheet.group: sheet for sheet in live_sheets(table)}
    mine = [group for group in now if not one.session or sessions[group] == one.session]
    return {group: told.get(group) != now.get(group) for group in {*told, *mine}}
