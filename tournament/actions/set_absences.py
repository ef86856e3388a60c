"""Say beforehand who sits a coming round out: absent, or with a bye given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Absence, AbsenceKind, Match, MatchKind, Stage
from tournament.models.stages import MOST_ROUNDS
from tournament.queries.paired_rounds import keeps_absences
from tournament.queries.results import standing_results


@action
def set_absences(
    *,
    stage: Stage,
    number: int,
    missed: Sequence[int],
    byes: Sequence[int],
    by: Actor,
    submission: str = "",
) -> Stage:
    """Write who is absent (`missed`) and who is given a bye (`byes`) in round `number`, replacing both lists.

    An absent pair scores what the rules give for a missed round, a bye given by hand counts like a drawn one.
    Raises `ActionRefused` with the field: `pair_not_in_stage` (number), `absent_and_bye` (number); and once
    the pair's group has the round: `pair_has_result` (number, round), else `absence_after_pairing` (round).
    `rounds_out_of_range` (most) for a round that no stage can have; `not_by_wishes` for a stage whose pairing
    would take no notice.
    """
    event = locked(stage.event)
    if not keeps_absences(stage):
        raise ActionRefused("not_by_wishes")
    if not 1 <= number <= MOST_ROUNDS:
        raise ActionRefused("rounds_out_of_range", most=MOST_ROUNDS)
    wanted = dict.fromkeys(missed, AbsenceKind.MISSED)
    for one in byes:
        if one in wanted:
            raise ActionRefused("absent_and_bye", field="byes", number=one)
        wanted[one] = AbsenceKind.BYE
    entries = {entry.pair.number: entry for entry in stage.entries.select_related("pair", "group")}
    for one, kind in wanted.items():
        if one not in entries:
            field = "byes" if kind == AbsenceKind.BYE else "missed"
            raise ActionRefused("pair_not_in_stage", field=field, number=one)
    _refuse_after_pairing(stage, number, wanted)
    stage.absences.filter(round_number=number).delete()
    Absence.objects.bulk_create(
        Absence(stage=stage, pair=entries[one].pair, round_number=number, kind=kind)
        for one, kind in wanted.items()
    )
    told: dict[str, Any] = {"missed": sorted(missed), "byes": sorted(byes)}
    record(event, by, "set_absences", stage=stage.name, round=number, count=len(wanted), **told)
    return stage


def _refuse_after_pairing(stage: Stage, number: int, wanted: dict[int, AbsenceKind]) -> None:
    """Nobody's part in a round that stands is changed here: its tables would not be those of the list."""
    drawn = Match.objects.filter(round__group__stage=stage, round__number=number)
    rows = drawn.values_list("pk", "kind", "ns__number", "ew__number")
    before = dict(stage.absences.filter(round_number=number).values_list("pair__number", "kind"))
    entered = set(standing_results().filter(match__in=drawn).values_list("match_id", flat=True))
    for key, kind, ns, ew in rows:
        for one in (ns, ew):
            if one is None or wanted.get(one) == before.get(one):
                continue
            field = "byes" if wanted.get(one) == AbsenceKind.BYE else "missed"
            if kind == MatchKind.PLAY and key in entered:
                raise ActionRefused("pair_has_result", field=field, number=one, round=number)
            raise ActionRefused("absence_after_pairing", field=field, round=number)
