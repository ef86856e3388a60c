"""The last round of a stage: standings after it are final."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max, Q

from tournament.models import Match, Round, Stage
from tournament.queries.bracket import is_played_out
from tournament.queries.paired_rounds import OPEN_METHODS, rounds_planned


def final_rounds(stages: Iterable[Stage]) -> dict[int, int]:
    """The number of the last round by stage key, for stages whose last round exists already.

    Where rounds are paired by results the plan says how many there will be; while it does not, no round is
    known to be the last. A knock-out is over with the match about ranks 1 and 2, or where nobody is left to
    meet. Two queries, one without a knock-out; three more for each knock-out that has no final.
    """
    stages = list(stages)
    made = (
        Round.objects.filter(group__stage__in=stages).values_list("group__stage").annotate(last=Max("number"))
    )
    last = dict(made)
    played_out = _with_final([stage for stage in stages if stage.is_knockout])
    return {
        stage.pk: last[stage.pk]
        for stage in stages
        if stage.pk in last and _is_last(stage, last[stage.pk], stage.pk in played_out)
    }


def _is_last(stage: Stage, number: int, has_final: bool) -> bool:
    if stage.is_knockout:
        return has_final
    if stage.pairing.get("method") in OPEN_METHODS:
        planned = rounds_planned(stage)
        return planned is not None and number >= planned
    return True


def _with_final(knockouts: list[Stage]) -> set[int]:
    if not knockouts:
        return set()
    finals = Match.objects.filter(Q(places_from=1, places_to=2), round__group__stage__in=knockouts)
    found = set(finals.values_list("round__group__stage", flat=True))
    return found | {stage.pk for stage in knockouts if stage.pk not in found and is_played_out(stage)}
