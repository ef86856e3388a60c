"""Give the draft rounds of a stage their tables anew, after sessions, areas or fixed tables have changed."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from pairing.hall import Others, assign
from pairing.seating import Note
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked, record
from tournament.models import Match, MatchKind, Round, RoundState, Stage
from tournament.models.stages import json_of_reasons
from tournament.queries.hall import blocks, free_hall, group_needs
from tournament.queries.paired_rounds import is_by_rounds

NOTES = ("fixed_table_lost", "fixed_table_taken", "fixed_table_not_free")
ASIDE = 1_000_000  # above every table, so that no two matches share one while they change


@action
def renumber_tables(*, stage: Stage, by: Actor, submission: str = "") -> Stage:
    """Seat the rounds that nobody has seen yet at the tables that are the groups' now; who meets whom stays.

    Raises `PairingError` `not_enough_tables` (needed, have).
    """
    lock_matches(Match.objects.filter(round__group__stage=stage))
    event = locked(stage.event)
    stage.event = event
    renumber(stage)
    record(event, by, "renumber_tables", stage=stage.name)
    return stage


def renumber(stage: Stage) -> None:
    """The same inside another action that holds the event's row."""
    drafts = Round.objects.filter(group__stage=stage, state=RoundState.DRAFT)
    if not drafts.exists():
        return
    tables = blocks(group_needs(stage), free_hall(stage))
    by_rounds = is_by_rounds(stage)
    for group in stage.groups.order_by("ordinal"):
        matches = Match.objects.filter(round__group=group, round__state=RoundState.DRAFT)
        matches = matches.filter(kind=MatchKind.PLAY).select_related("round", "ns", "ew")
        _renumber_group(list(matches.order_by("table")), tables[group.pk], by_rounds=by_rounds)


def _renumber_group(matches: list[Match], block: Sequence[int], *, by_rounds: bool) -> None:
    former = sorted({match.table or 0 for match in matches})
    others: Others = "in_order" if by_rounds else "swap"
    for round_ in {match.round for match in matches}:
        mine = [match for match in matches if match.round_id == round_.pk]
        usual = [block[former.index(match.table or 0)] for match in mine if len(former) <= len(block)]
        usual = usual or list(block)
        new, notes = assign(
            [(match.ns.number, match.ew.number if match.ew else 0) for match in mine],
            usual + [table for table in block if table not in usual],
            _fixed(mine),
            others=others,
        )
        _store(round_, mine, new, notes)


def _fixed(matches: Sequence[Match]) -> dict[int, int]:
    pairs = [pair for match in matches for pair in (match.ns, match.ew) if pair is not None]
    return {pair.number: pair.fixed_table for pair in pairs if pair.fixed_table}


def _store(round_: Round, matches: list[Match], tables: Sequence[int], notes: Sequence[Note]) -> None:
    round_.matches.filter(table__isnull=False).update(table=F("table") + ASIDE)
    for match, table in zip(matches, tables, strict=True):
        match.table = table
    Match.objects.bulk_update(matches, ["table"])
    kept = [note for note in round_.notes if note.get("code") not in NOTES]
    Round.objects.filter(pk=round_.pk).update(notes=[*kept, *json_of_reasons(notes)])
