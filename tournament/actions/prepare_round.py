"""Prepare the next round of a Swiss for every way in which its last open tables may end (the slow table)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import timezone

from pairing.errors import PairingError
from pairing.lots import digest
from scoring.scoresheet import Record
from tournament.actions.pair_round import FEWEST, paired
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Group, Match, PreparedRound, Stage
from tournament.models.stages import json_of_reasons
from tournament.queries.assumed_results import assumed_sheet
from tournament.queries.hall import seats_in_hall
from tournament.queries.pairing_field import group_field
from tournament.queries.slow_tables import SlowGroup, prepared_seed, slow_groups, winners
from tournament.queries.standings import stage_standings

Ending = tuple[int, bool]  # by how many levels, and whether by passing A
Assumed = tuple[dict[str, Any], Record]


@action
def prepare_round(
    *,
    stage: Stage,
    group: Group,
    endings: Mapping[int, Ending],
    by: Actor,
    seed: int,
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Pair the next round of `group` once for every way in which its open tables may end; nothing is made,
    and nobody sees it but the staff.

    `endings` says for every open table by how many levels it is assumed to be won, and whether by passing A;
    a draw is one more way where the scheme allows it. What was prepared before is replaced, its seed is kept:
    so preparing again never changes a table for no reason. Later `pair_round` uses that seed.
    `based_on` is the number of the round that is prepared. Raises `ActionRefused`: `nothing_to_prepare`,
    `ending_missing` (table), `ending_not_possible` (table, difference); `PairingError` `too_few_pairs`.
    """
    lock_matches(Match.objects.filter(round__group__stage=stage))
    locked(stage.event)
    slow = next((one for one in slow_groups(stage) if one.group.pk == group.pk), None)
    if slow is None or based_on not in (None, slow.next):
        raise ActionRefused("nothing_to_prepare")
    kept = prepared_seed(group, slow.next)
    seed = seed if kept is None else kept
    group.stage = stage
    rows = [_prepared(stage, slow, assumed, seed) for assumed in _ways(stage, slow, endings)]
    PreparedRound.objects.filter(group=group, number=slow.next).delete()
    PreparedRound.objects.bulk_create(rows)
    record(stage.event, by, "prepare_round", stage=stage.name, round=slow.next, count=len(rows))
    return stage


def _ways(stage: Stage, slow: SlowGroup, endings: Mapping[int, Ending]) -> Iterator[dict[int, Assumed]]:
    """Every combination of the ways in which the open tables may end, by the matches' keys."""
    each = [_of_table(stage, match, endings) for match in slow.open]
    for chosen in itertools.product(*each):
        yield {match.pk: one for match, one in zip(slow.open, chosen, strict=True)}


def _of_table(stage: Stage, match: Match, endings: Mapping[int, Ending]) -> list[Assumed]:
    table = match.table or 0
    if table not in endings:
        raise ActionRefused("ending_missing", table=table)
    difference, passed = endings[table]
    ways: list[Assumed] = []
    for winner in winners(stage):
        told: dict[str, Any] = {
            "table": table,
            "ns": match.ns.number,
            "ew": match.ew.number if match.ew else 0,
        }
        told |= {"winner": winner.value if winner else ""}
        if winner:
            told |= {"difference": difference, "passed": passed}
        ahead = difference if winner else 0
        sheet = assumed_sheet(stage.scoring_rules, winner, ahead, passed=passed and winner is not None)
        if sheet is None and winner is not None:
            raise ActionRefused(
                "ending_not_possible", field=f"difference_{table}", table=table, difference=ahead
            )
        if sheet is not None:  # where every match is played to A none ends drawn, whatever the points allow
            ways.append((told, sheet))
    return ways


def _prepared(stage: Stage, slow: SlowGroup, assumed: Mapping[int, Assumed], seed: int) -> PreparedRound:
    sheets = {key: sheet for key, (_told, sheet) in assumed.items()}
    told = [one for one, _sheet in assumed.values()]
    field = group_field(slow.group, slow.next, stage_standings(stage, slow.next - 1, sheets))
    if len(field.contestants) < FEWEST:
        raise PairingError("too_few_pairs", pairs=len(field.contestants))
    made = paired(stage, field, seed)
    hall, _unkept = seats_in_hall(stage, slow.group, [(one.ns, one.ew) for one in made.round.tables])
    tables = [
        {"table": hall[at], "ns": one.ns, "ew": one.ew, "rematch": one.rematch}
        for at, one in enumerate(made.round.tables)
    ]
    return PreparedRound(
        group=slow.group,
        number=slow.next,
        key=digest(told),
        assumed=told,
        tables=tables,
        byes=[bye.who for bye in made.round.byes],
        notes=json_of_reasons(made.notes),
        basis={**field.basis, "seed": str(seed)},
        at=timezone.now(),
    )
