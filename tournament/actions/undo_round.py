"""Take back the last round of a stage that is paired round by round, or pair it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tournament.actions.pair_round import pair_round, paired_by_another
from tournament.actions.results import lock_matches, place_of, said
from tournament.actions.typed_name import refuse_other_name
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import (
    Draw,
    DrawKind,
    Group,
    Match,
    PreparedRound,
    PublicationKind,
    Round,
    RoundState,
    Stage,
)
from tournament.queries.paired_rounds import is_by_rounds
from tournament.queries.results import standing_results
from tournament.queries.rounds import rounds_of, rounds_stamp


@action
def undo_round(
    *,
    stage: Stage,
    number: int,
    by: Actor,
    groups: Sequence[Group] = (),
    lose: int = 0,
    reason: str = "",
    typed_name: str = "",
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Delete round `number` of all groups that have it, or of those named; absences and wishes stay.

    Its publications come down. Results are lost only where the person agreed to exactly so many (`lose`);
    what each said stays in the journal. Of a closed round `typed_name` must be the event's name. `based_on`
    is the `rounds_stamp` of what the person saw (`Conflict` `round_paired_by_another`). Raises
    `ActionRefused`: `not_paired_by_rounds`, `no_such_round`, `only_last_round` (round, last),
    `later_stage_is_drawn` (stage, other), `closed_round_needs_name`, `results_would_be_lost` (round, count,
    tables).
    """
    count = _take_back(stage, number, groups, lose, by, based_on, typed_name)
    told = {"reason": reason} if reason else {}
    record(stage.event, by, "undo_round", public=True, stage=stage.name, round=number, count=count, **told)
    return stage


@action
def redraw_round(
    *,
    stage: Stage,
    number: int,
    seed: int,
    by: Actor,
    groups: Sequence[Group] = (),
    lose: int = 0,
    reason: str = "",
    typed_name: str = "",
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Take round `number` back and pair it again with another `seed`; the earlier draw stays counted.

    Raises what `undo_round` and `pair_round` raise; then the round stands as it was.
    """
    kept = [one.group for one in rounds_of(stage, number) if not groups or one.group in groups]
    told: dict[str, Any] = {"lose": lose, "reason": reason, "typed_name": typed_name, "based_on": based_on}
    undo_round(stage=stage, number=number, by=by, groups=groups, **told)
    return pair_round(stage=stage, by=by, seed=seed, groups=kept, based_on=number)


def _take_back(
    stage: Stage,
    number: int,
    groups: Sequence[Group],
    lose: int,
    by: Actor,
    based_on: int | None,
    typed_name: str,
) -> int:
    """Delete the round and what was published of it; returns how many results went with it."""
    lock_matches(Match.objects.filter(round__group__stage=stage, round__number=number))
    locked(stage.event)
    if not is_by_rounds(stage):
        raise ActionRefused("not_paired_by_rounds", stage=stage.name)
    standing = rounds_of(stage, number)
    if standing and based_on is not None and based_on != rounds_stamp(standing):
        raise paired_by_another(stage, number)
    rounds = [one for one in standing if not groups or one.group in groups]
    if not rounds:
        raise ActionRefused("no_such_round", round=number)
    _refuse_what_stands_on_it(stage, number, rounds)
    if any(one.state == RoundState.CLOSED for one in rounds):
        refuse_other_name(stage.event, typed_name, "closed_round_needs_name")
    lost = list(_standing(rounds))
    if lost and lose != len(lost):
        tables = sorted(one.match.table or 0 for one in lost)
        raise ActionRefused("results_would_be_lost", round=number, count=len(lost), tables=tables)
    for result in lost:
        record(stage.event, by, "lose_result", **place_of(result.match), **said(result.match, result))
    held = [one.group for one in rounds]
    Draw.objects.filter(group__in=held, kind=DrawKind.PAIRINGS, round_number=number).update(is_current=False)
    PreparedRound.objects.filter(group__in=held, number__gte=number).delete()
    Round.objects.filter(pk__in=[one.pk for one in rounds]).delete()
    _take_down(stage, number, {"", *(group.session for group in held)})
    return len(lost)


def _standing(rounds: Sequence[Round]) -> Any:
    # Nobody enters a result in a draft: what stands there are forfeits of pairs that had left before.
    shown = [one for one in rounds if one.state != RoundState.DRAFT]
    results = standing_results().filter(match__round__in=shown)
    return results.select_related("match__round__group__stage", "match__ns", "match__ew").order_by(
        "match__round__group__ordinal", "match__table"
    )


def _refuse_what_stands_on_it(stage: Stage, number: int, rounds: Sequence[Round]) -> None:
    later = Round.objects.filter(group__in=[one.group for one in rounds], number__gt=number)
    last = later.order_by("-number").values_list("number", flat=True).first()
    if last is not None:
        raise ActionRefused("only_last_round", round=number, last=last)
    for other in stage.event.stages.filter(ordinal__gt=stage.ordinal, entries__isnull=False).distinct():
        if other.source_name == stage.name:
            raise ActionRefused("later_stage_is_drawn", stage=stage.name, other=other.name)


def _take_down(stage: Stage, number: int, sessions: set[str]) -> None:
    """Withdraw the round's pairings once no group has them any more, and the standings that counted it.

    Of publications of one session only those of `sessions` are touched.
    """
    up = stage.publications.filter(is_current=True, session__in=sessions)
    gone = up.filter(kind=PublicationKind.STANDINGS, round_number__gte=number)
    gone.update(is_current=False, withdrawn_at=timezone.now())
    left = Round.objects.filter(group__stage=stage, number=number).exclude(state=RoundState.DRAFT)
    still = set(left.values_list("group__session", flat=True))
    pairings = up.filter(kind=PublicationKind.PAIRINGS, round_number=number)
    for one in pairings:
        if not still or (one.session and one.session not in still):
            pairings.filter(pk=one.pk).update(is_current=False, withdrawn_at=timezone.now())
