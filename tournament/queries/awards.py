"""Who gets which award: computed from the standings every time, so that a correction reaches it.

Stored are only what the organisers chose (`Event.awards`) and what was decided at an edge (`Draw`, kind
AWARD): its result is a list of `{"order": [5, 3, 8]}` (lots, cards, a play-off) and `{"all": [11, 12]}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.awards import Award, Decided, awards
from scoring.errors import InvalidRules
from scoring.prizes import Awards, Edge, GivenAward, Prize, PrizeSet, Scope, read_awards
from tournament.models import Draw, DrawKind, Event, Group, Pair, Stage
from tournament.queries.entrants import open_matches
from tournament.queries.standing_sheets import (
    OVERALL,
    StandingLine,
    StandingSheet,
    Who,
    live_overall,
    live_sheets,
    who,
)
from tournament.queries.standings import stage_standings


@dataclass(frozen=True, slots=True)
class Place:
    """A participant and its rank among those who may get an award."""

    rank: int | None
    line: StandingLine

    @property
    def pair(self) -> int:
        """The participant's number."""
        return self.line.number

    @property
    def who(self) -> Who:
        """The participant."""
        return self.line.who


@dataclass(frozen=True, slots=True)
class PrizeResult:
    """One award of one list: for how many it is, who has it, and who is still equal across its line."""

    prize: Prize
    count: int
    winners: tuple[Place, ...]
    edge: tuple[Place, ...]
    places: int
    settled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The awards of one group, one category, or the whole stage; `at` is the set's place in the event's."""

    at: int
    stage: Stage
    prize_set: PrizeSet
    group: str
    category: str
    pair_count: int
    prizes: tuple[PrizeResult, ...]

    @property
    def decided_in(self) -> str:
        """The group in which ties are decided; "" for those of the whole stage."""
        return self.group if self.prize_set.scope is Scope.GROUP else OVERALL


@dataclass(frozen=True, slots=True)
class StageRanking:
    """The standings that awards of a stage go by; `open_count` tables may still change them.

    `decided` is by the name of the group, "" for the whole stage.
    """

    stage: Stage
    groups: tuple[StandingSheet, ...]
    overall: StandingSheet
    decided: Mapping[str, Decided]
    open_count: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """A typed award and to whom: pairs as they are called now, units and persons as they were typed."""

    name: str
    to: tuple[Who | str, ...]


@dataclass(frozen=True, slots=True)
class AwardsDesk:
    """All that the desk's page shows. `problem` is why the stored list cannot be read, if it cannot."""

    awards: Awards
    problem: InvalidRules | None
    lists: tuple[PrizeList, ...]
    given: tuple[Given, ...]
    missing_stages: tuple[tuple[int, str], ...]
    open_count: int


def awards_of(event: Event) -> tuple[Awards, InvalidRules | None]:
    """The event's awards; none, and what is wrong, where the stored list cannot be read."""
    try:
        return read_awards(event.awards), None
    except InvalidRules as error:
        return Awards(), error


def awards_desk(event: Event) -> AwardsDesk:
    """The awards as they stand now.

    Two queries, one more for pairs that typed awards name, eleven for each stage that has awards.
    """
    wanted, problem = awards_of(event)
    stages = stages_of_sets(event, wanted.sets)
    rankings = {stage.pk: live_ranking(stage) for stage in {one.pk: one for one in stages if one}.values()}
    categories = dict(Pair.objects.filter(event=event).values_list("number", "category"))
    missing = tuple((at, wanted.sets[at].stage) for at, stage in enumerate(stages) if stage is None)
    return AwardsDesk(
        wanted,
        problem,
        tuple(
            prize_lists(wanted.sets, [rankings[stage.pk] if stage else None for stage in stages], categories)
        ),
        given_awards(event, wanted.given),
        missing,
        sum(one.open_count for one in rankings.values()),
    )


def stages_of_sets(event: Event, sets: Iterable[PrizeSet]) -> list[Stage | None]:
    """The stage of every set, None where it is not drawn or has gone; one query."""
    drawn = Exists(Group.objects.filter(stage=OuterRef("pk")))
    stages = [stage for stage in event.stages.annotate(drawn=drawn).order_by("ordinal") if stage.drawn]
    for stage in stages:
        stage.event = event
    by_name = {stage.name: stage for stage in stages}
    last = stages[-1] if stages else None
    return [by_name.get(one.stage) if one.stage else last for one in sets]


def live_ranking(stage: Stage) -> StageRanking:
    """A stage as it stands now; eleven queries at most."""
    table = stage_standings(stage)
    return StageRanking(
        stage, live_sheets(table), live_overall(table), decisions_of(stage), open_matches(stage).count()
    )


def decisions_of(stage: Stage) -> dict[str, Decided]:
    """What was decided at the edges of this stage's awards, by group; one query."""
    decided: dict[str, list[Any]] = {}
    for made in Draw.objects.filter(stage=stage, kind=DrawKind.AWARD, is_current=True):
        decided.setdefault(made.group_name or OVERALL, []).extend(made.result)
    return {name: decided_from(result) for name, result in decided.items()}


def decisions_in(result: Sequence[Any]) -> list[dict[str, Any]]:
    """The decisions of a stored result; a plain list of numbers (from a file) is one order."""
    plain = [one for one in result if isinstance(one, int)]
    return [one for one in result if isinstance(one, dict)] + ([{"order": plain}] if plain else [])


def decided_from(result: Sequence[Any]) -> Decided:
    """What a stored result says, for the ranking."""
    items = decisions_in(result)
    return Decided(
        orders=tuple(tuple(one["order"]) for one in items if "order" in one),
        shared=tuple(tuple(one["all"]) for one in items if "all" in one),
    )


def prize_lists(
    sets: Sequence[PrizeSet], rankings: Sequence[StageRanking | None], categories: Mapping[int, str]
) -> list[PrizeList]:
    """Every set's lists, in order; a set whose stage has no ranking has none. No query."""
    return [
        made
        for at, (one, ranking) in enumerate(zip(sets, rankings, strict=True))
        if ranking is not None
        for made in _lists_of_set(at, one, ranking, categories)
    ]


def _lists_of_set(
    at: int, one: PrizeSet, ranking: StageRanking, categories: Mapping[int, str]
) -> list[PrizeList]:
    if one.scope is Scope.GROUP:
        return [_list(at, one, ranking, sheet.lines, group=sheet.group) for sheet in ranking.groups]
    lines = ranking.overall.lines
    if one.scope is Scope.OVERALL:
        return [_list(at, one, ranking, lines)]
    names = sorted({categories.get(line.number, "") for line in lines})
    return [
        _list(
            at,
            one,
            ranking,
            [line for line in lines if categories.get(line.number, "") == name],
            category=name,
        )
        for name in names
    ]


def _list(
    at: int,
    one: PrizeSet,
    ranking: StageRanking,
    lines: Iterable[StandingLine],
    *,
    group: str = "",
    category: str = "",
) -> PrizeList:
    places = _places(lines)
    counts = one.counts(len(places))
    decided = ranking.decided.get(group if one.scope is Scope.GROUP else OVERALL, Decided())
    decided = replace(decided, everybody=one.edge is Edge.ALL)
    by_number = {place.pair: place for place in places}
    made = tuple(
        _result(prize, count, award, by_number)
        for prize, count, award in zip(one.prizes, counts, awards(places, counts, decided), strict=True)
    )
    return PrizeList(at, ranking.stage, one, group, category, len(places), made)


def _places(lines: Iterable[StandingLine]) -> list[Place]:
    """Those who may get an award, ranked among themselves: no pair that withdrew or was disqualified."""
    places: list[Place] = []
    for count, line in enumerate(
        (line for line in lines if line.rank is not None and not line.withdrawn), start=1
    ):
        shares = bool(places) and places[-1].line.rank == line.rank
        places.append(Place(places[-1].rank if shares else count, line))
    return places


def _result(prize: Prize, count: int, award: Award, by_number: Mapping[int, Place]) -> PrizeResult:
    winners = tuple(by_number[number] for number in award.pairs)
    edge = tuple(by_number[number] for number in award.edge)
    return PrizeResult(prize, count, winners, edge, award.places, award.settled)


def given_awards(event: Event, given: Iterable[GivenAward]) -> tuple[Given, ...]:
    """Typed awards with the names of the pairs that they name by number."""
    given = tuple(given)
    numbers = {to for one in given for to in one.given_to if isinstance(to, int)}
    named: dict[int, Who] = {}
    if numbers:
        pairs = Pair.objects.filter(event=event, number__in=numbers)
        named = {pair.number: who(pair) for pair in pairs.select_related("unit").prefetch_related("players")}
    return tuple(
        Given(
            one.name,
            tuple(named.get(to, str(to)) if isinstance(to, int) else to for to in one.given_to),
        )
        for one in given
    )
