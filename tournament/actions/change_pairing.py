"""Change a paired round by hand: two pairs change places, a match moves, two sides turn."""

from __future__ import annotations

from typing import Any

from pairing.lots import digest
from tournament.actions.publish import publish_pairings
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Group, Match, MatchKind, PublicationKind, Round, Stage
from tournament.models.stages import json_of_reasons
from tournament.queries.pairing_changes import Change, exchange, move, notes_after, turn
from tournament.queries.publications import is_public

BY_HAND = {"code": "by_hand"}
VERBS = {"exchange": "change_exchange", "move": "change_move", "turn": "change_turn"}


@action
def change_pairing(
    *,
    stage: Stage,
    number: int,
    what: str,
    first: int,
    by: Actor,
    second: int = 0,
    group: Group | None = None,
    seen: str = "",
    reason: str = "",
    submission: str = "",
) -> Stage:
    """Change round `number`: `exchange` pairs `first` and `second`, `move` the match at table `first` to
    table `second`, or `turn` the sides at table `first`.

    Only matches without any result change, in rounds not closed. `seen` is the `state_key` of the page: the
    consequences were shown for that state (`Conflict` otherwise). A public round needs a `reason`
    (`change_needs_reason`) and is published again as a correction. Raises what the queries in
    `pairing_changes` raise.
    """
    lock_matches(Match.objects.filter(round__group__stage=stage, round__number=number))
    locked(stage.event)
    if seen and seen != state_key(stage, number):
        raise Conflict()
    change = proposed(stage, number, what, first, second, group)
    if change.is_public and not reason.strip():
        raise ActionRefused("change_needs_reason", field="reason")
    _write(change, what)
    told: dict[str, Any] = {"first": first, "second": second} | ({"reason": reason} if reason else {})
    record(stage.event, by, VERBS[what], public=change.is_public, stage=stage.name, round=number, **told)
    if change.is_public and is_public(stage, PublicationKind.PAIRINGS, number):
        publish_pairings(stage=stage, number=number, by=by, reason=reason, groups=[change.round.group])
    return stage


def proposed(
    stage: Stage, number: int, what: str, first: int, second: int = 0, group: Group | None = None
) -> Change:
    """The change that is asked for, with its consequences; nothing is written."""
    if what == "exchange":
        return exchange(stage, number, first, second)
    if what == "move":
        return move(stage, number, first, second, group)
    return turn(stage, number, first, group)


def state_key(stage: Stage, number: int) -> str:
    """Changes whenever a match of the round is seated, changed or gets a result."""
    rows = Match.objects.filter(round__group__stage=stage, round__number=number).order_by()
    seats = rows.values_list("pk", "version", "table", "ns_id", "ew_id", "round__state")
    return digest([list(row) for row in sorted(seats, key=lambda row: row[0])])


def _write(change: Change, what: str) -> None:
    """Seat the changed matches anew. They are made again, because in between nobody may sit twice."""
    past_notes = [one for one in change.round.notes if not _speaks_of(one, change)]
    Match.objects.filter(pk__in=[seats.match.pk for seats in change.after]).delete()
    met_again = {(one.values["a"], one.values["b"]) for one in change.notes if one.code == "rematch_by_hand"}
    Match.objects.bulk_create(
        Match(
            round=change.round,
            kind=seats.kind,
            table=seats.table,
            ns=seats.ns,
            ew=seats.ew,
            rematch=seats.couple in met_again if what == "exchange" else seats.match.rematch,
            reasons=[BY_HAND] if what == "exchange" and seats.ew else seats.match.reasons,
            places_from=seats.match.places_from,
            places_to=seats.match.places_to,
            slot=seats.match.slot,
            version=seats.match.version + 1,
        )
        for seats in change.after
    )
    if what == "exchange":
        notes = past_notes + json_of_reasons(notes_after(change))
        Round.objects.filter(pk=change.round.pk).update(notes=notes)


def _speaks_of(note: dict[str, Any], change: Change) -> bool:
    """Whether a stored note is about a couple or a bye that the change takes apart."""
    for seats in change.after:
        match = seats.match
        if match.kind == MatchKind.PLAY and match.ew:
            if {note.get("a"), note.get("b")} == {match.ns.number, match.ew.number}:
                return True
        elif note.get("pair") == match.ns.number:
            return True
    return False
