"""What an event gives awards for, and how its units are ranked: choices, never results."""

from __future__ import annotations

from scoring.prizes import Awards, write_awards
from scoring.unit_ranks import UnitRanking, write_unit_ranking
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event


@action
def set_awards(
    *, event: Event, awards: Awards, by: Actor, based_on: int | None = None, submission: str = ""
) -> Event:
    """Store which awards the event gives; who gets them is computed.

    Raises `Conflict`, and `ActionRefused` `no_such_source` (name) for a stage that the event does not have
    and `pair_unknown_in_award` (number) for a typed award to a pair that it does not have.
    """
    fresh = current(locked(event), based_on)
    _refuse_unknown(fresh, awards)
    fresh.awards = write_awards(awards) or None
    fresh.version += 1
    fresh.save(update_fields=["awards", "version"])
    count = sum(len(one.prizes) for one in awards.sets) + len(awards.given)
    record(fresh, by, "set_awards", public=True, count=count)
    return fresh


def _refuse_unknown(event: Event, awards: Awards) -> None:
    names = set(event.stages.values_list("name", flat=True))
    for one in awards.sets:
        if one.stage and one.stage not in names:
            raise ActionRefused("no_such_source", name=one.stage)
    known = set(event.pairs.values_list("number", flat=True))
    for given in awards.given:
        for to in given.given_to:
            if isinstance(to, int) and to not in known:
                raise ActionRefused("pair_unknown_in_award", field="given_to", number=to)


@action
def set_unit_ranking(
    *, event: Event, ranking: UnitRanking | None, by: Actor, based_on: int | None = None, submission: str = ""
) -> Event:
    """Store how units are ranked (None: not at all). Raises `Conflict`, `no_such_source` (name)."""
    fresh = current(locked(event), based_on)
    if ranking and ranking.stage and not fresh.stages.filter(name=ranking.stage).exists():
        raise ActionRefused("no_such_source", field="stage", name=ranking.stage)
    fresh.unit_ranking = None if ranking is None else write_unit_ranking(ranking)
    fresh.version += 1
    fresh.save(update_fields=["unit_ranking", "version"])
    record(fresh, by, "set_unit_ranking", public=True)
    return fresh
