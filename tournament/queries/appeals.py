"""Appeals of an event, numbered in the order in which they were filed, with what they are about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from scoring.rules import Conduct
from tournament.models import (
    Appeal,
    AppealEffect,
    Event,
    Match,
    MatchKind,
    Result,
    Round,
    RoundState,
    Stage,
)
from tournament.queries.clocks import Clock
from tournament.queries.round_end import ends_of

UPHELD = frozenset({"upheld", "partly_upheld"})
OF_RESULT = frozenset({AppealEffect.RESULT, AppealEffect.BOTH})
OF_PENALTY = frozenset({AppealEffect.PENALTY, AppealEffect.BOTH})


@dataclass(frozen=True, slots=True)
class AppealCase:
    """An appeal with its number in the event, the match it is about, and what stands there now."""

    number: int
    appeal: Appeal
    match: Match | None
    result: Result | None

    @property
    def is_open(self) -> bool:
        """Whether the jury has still to answer."""
        return not self.appeal.outcome

    @property
    def answer_clock(self) -> Clock | None:
        """How long the jury has; None where the rules set no time or nobody wrote when it was filed."""
        minutes = conduct_of(self.appeal.event, self.appeal.stage).appeal_answer_minutes
        if minutes is None or self.appeal.filed_at is None:
            return None
        return Clock(self.appeal.filed_at, self.appeal.filed_at + timedelta(minutes=minutes))

    @property
    def wants_result(self) -> bool:
        """Whether the result is still to be corrected: the jury said so, nobody has since it was filed."""
        if self.appeal.effect not in OF_RESULT or self.appeal.outcome not in UPHELD:
            return False
        filed = self.appeal.filed_at
        return (
            self.result is None or self.result.version < 2 or (filed is not None and self.result.at < filed)
        )

    @property
    def may_change_standings(self) -> bool:
        """Whether announced standings may have to be announced again."""
        return self.appeal.outcome in UPHELD and self.appeal.effect not in ("", AppealEffect.UNCHANGED)


@dataclass(frozen=True, slots=True)
class Window:
    """A round after which appeals are still taken, and until when; `stage` alone names it to a reader."""

    stage: Stage
    number: int
    groups: tuple[str, ...]
    clock: Clock


def conduct_of(event: Event, stage: Stage | None) -> Conduct:
    """The rules of appeals: the stage's own, else the event's."""
    return (stage or event).scoring_rules.conduct


def appeals_of(event: Event) -> list[tuple[int, Appeal]]:
    """All appeals of `event` with their numbers, pair and players; two queries."""
    rows = event.appeals.select_related("event", "pair__unit", "stage", "penalty__pair")
    return list(enumerate(rows.prefetch_related("pair__players").order_by("pk"), start=1))


def cases_of(event: Event) -> list[AppealCase]:
    """All appeals with their matches and what stands there; four queries."""
    listed = appeals_of(event)
    matches = _matches(appeal for _number, appeal in listed)
    found = {appeal.pk: _match_of(appeal, matches) for _number, appeal in listed}
    standing = {
        row.match_id: row
        for row in Result.objects.filter(match__in=[one.pk for one in found.values() if one], is_current=True)
    }
    return [
        AppealCase(number, appeal, match, standing.get(match.pk) if match else None)
        for number, appeal in listed
        for match in (found[appeal.pk],)
    ]


def case_of(event: Event, number: int) -> AppealCase | None:
    """The appeal of this number; None where there is none."""
    return next((one for one in cases_of(event) if one.number == number), None)


def _matches(appeals: Iterable[Appeal]) -> list[Match]:
    """The matches of these appeals' pairs in their rounds."""
    wanted = Q(pk=None)
    for one in appeals:
        if one.stage_id and one.round_number:
            of_round = Q(round__group__stage=one.stage_id, round__number=one.round_number)
            wanted |= of_round & (Q(ns=one.pair_id) | Q(ew=one.pair_id))
    return list(Match.objects.filter(wanted).select_related("round__group__stage", "ns", "ew"))


def _match_of(appeal: Appeal, matches: Iterable[Match]) -> Match | None:
    for one in matches:
        same = (one.round.group.stage_id, one.round.number) == (appeal.stage_id, appeal.round_number)
        if same and appeal.pair_id in (one.ns_id, one.ew_id):
            return one
    return None


def closes_at(
    event: Event, stage: Stage | None, match: Match | None, ruled_at: datetime | None
) -> datetime | None:
    """Until when an appeal is taken: `appeal_minutes` after the end of the match's round, as the papers of
    results say it; without a match after the ruling. None where the rules set no time or no end is known.

    Rule: devzone-26, 十五 第1条 (30 minutes after the match). At most two queries.
    """
    minutes = conduct_of(event, stage).appeal_minutes
    if minutes is None:
        return None
    end = ruled_at
    if match is not None:
        end = ends_of(Round.objects.filter(pk=match.round_id)).get(match.round_id)
    return end + timedelta(minutes=minutes) if end is not None else None


def windows_of(event: Event, now: datetime) -> list[Window]:
    """The rounds after which appeals are taken at `now`, the first to close in front; three queries."""
    rounds = Round.objects.filter(group__stage__event=event).exclude(state=RoundState.DRAFT)
    played = rounds.filter(matches__kind=MatchKind.PLAY).distinct()
    found: dict[tuple[int, int, datetime], Window] = {}
    ends = ends_of(rounds)
    for one in played.select_related("group__stage").order_by("group__ordinal"):
        minutes = one.group.stage.scoring_rules.conduct.appeal_minutes
        end = ends.get(one.pk)
        if minutes is None or end is None or not end <= now < end + timedelta(minutes=minutes):
            continue
        key = (one.group.stage_id, one.number, end)
        others = found[key].groups if key in found else ()
        clock = Clock(end, end + timedelta(minutes=minutes))
        found[key] = Window(one.group.stage, one.number, (*others, one.group.name), clock)
    return sorted(found.values(), key=lambda one: one.clock.ends_at or now)
