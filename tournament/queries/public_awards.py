"""Awards and unit rankings as the public may see them: from published standings only."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Pair
from tournament.queries.awards import (
    Given,
    PrizeList,
    StageRanking,
    awards_of,
    decisions_of,
    given_awards,
    prize_lists,
    stages_of_sets,
)
from tournament.queries.public import Notice, PublicEvent, PublicStage, public_standings
from tournament.queries.unit_ranks import UnitSheet, unit_ranking_of, unit_sheet, unit_stage


@dataclass(frozen=True, slots=True)
class PublicAwards:
    """The lists whose final standings are published, the notices they come from, and typed awards."""

    lists: tuple[PrizeList, ...]
    given: tuple[Given, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class PublicUnits:
    """The ranking of units by published (or live) standings, and the notice it comes from."""

    sheet: UnitSheet
    notice: Notice | None


def public_awards(shown: PublicEvent) -> PublicAwards | None:
    """The awards of every stage whose final standings are up; None while there is none.

    Typed awards go up with the last stage's.
    """
    event = shown.event
    wanted, _problem = awards_of(event)
    if not wanted:
        return None
    by_key = {one.stage.pk: one for one in shown.stages}
    stages = [by_key[stage.pk] if stage else None for stage in stages_of_sets(event, wanted.sets)]
    published = [one if one and one.is_final else None for one in stages]
    rankings = {one.stage.pk: _ranking(one) for one in published if one}
    last = shown.stages[-1] if shown.stages else None
    is_over = last is not None and last.is_final
    given = given_awards(event, wanted.given) if is_over else ()
    if not rankings and not given:
        return None
    categories = dict(Pair.objects.filter(event=event).values_list("number", "category"))
    lists = prize_lists(
        wanted.sets, [rankings[one.stage.pk][0] if one else None for one in published], categories
    )
    return PublicAwards(
        tuple(lists), given, tuple(notice for _ranking, notice in rankings.values() if notice)
    )


def _ranking(one: PublicStage) -> tuple[StageRanking, Notice | None]:
    found = public_standings(one, one.final_round)
    if found is None:
        raise LookupError("standings that are up can be read")
    return StageRanking(one.stage, found.groups, found.overall, decisions_of(one.stage)), found.notice


def public_units(shown: PublicEvent) -> PublicUnits | None:
    """The ranking of units by the newest standings that are up; None where there are none."""
    ranking, _problem = unit_ranking_of(shown.event)
    stage = unit_stage(shown.event, ranking) if ranking else None
    one = shown.stage(stage.ordinal) if stage else None
    found = public_standings(one) if one else None
    if ranking is None or one is None or found is None:
        return None
    if len(found.groups) > len(found.overall.lines):
        return None  # announced session by session: nobody has ranked all together yet
    return PublicUnits(unit_sheet(one.stage, ranking, found.groups, found.overall), found.notice)
