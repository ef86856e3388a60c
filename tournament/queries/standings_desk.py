"""What the desk's page of standings needs: sheets, what is published, what is missing, open ties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules import Tiebreak
from tournament.models import Group, Pair, Publication, PublicationKind, Stage
from tournament.queries.progress import RoundProgress, StageProgress
from tournament.queries.standing_sheets import (
    OVERALL,
    StandingSheet,
    frozen_sheets,
    live_overall,
    live_sheets,
    who,
)
from tournament.queries.standings import stage_standings


@dataclass(frozen=True, slots=True)
class PublishingState:
    """What can be published for round `number`: `missing_count` tables stand in the way up to there.

    `up` is the notice that is up now; `differs` says that results have changed since it was made. `session`
    names the groups that it is about, "" for all.
    """

    number: int
    missing_count: int
    up: Publication | None
    corrects: bool
    differs: bool
    session: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether every table up to this round has a result."""
        return not self.missing_count


@dataclass(frozen=True, slots=True)
class StandingsDesk:
    """The page's facts: `sheet` is the one chosen among `sheets` (the last one is of all groups)."""

    progress: StageProgress
    upto_round: int | None
    sheets: tuple[StandingSheet, ...]
    sheet: StandingSheet
    publishing: PublishingState | None

    @property
    def stage(self) -> Stage:
        """The stage."""
        return self.progress.stage

    @property
    def lots_decide(self) -> bool:
        """Whether the stage's rules end with lots."""
        return Tiebreak.LOTS in self.stage.scoring_rules.ranking.tiebreaks


def standings_desk(
    progress: StageProgress, upto_round: int | None, group: str | None
) -> StandingsDesk | None:
    """Read the standings as of `upto_round` (None: now); `group` None is the first, "" all together.

    None when there is no such round or group. Ten queries, two more where something is published.
    """
    stage = progress.stage
    if upto_round is not None and upto_round not in {one.number for one in progress.rounds}:
        return None
    table = stage_standings(stage, upto_round)
    groups = live_sheets(table)
    sheets = (*groups, live_overall(table)) if len(groups) != 1 else groups
    wanted = sheets[0].group if group is None else group
    sheet = next((one for one in sheets if one.group == wanted), None)
    if sheet is None:
        return None
    sessions = {part.group.name: part.group.session for part in table.groups}
    session = sessions.get(sheet.group, "")
    part = next((one for one in progress.sessions if one.session == session), None) if session else None
    rounds = part.rounds if part else progress.rounds
    if session:
        groups = tuple(one for one in groups if sessions[one.group] == session)
    chosen = _round_to_publish(rounds, upto_round)
    publishing = _publishing(progress.stage, session, rounds, chosen, upto_round, groups, table.pairs)
    return StandingsDesk(progress, upto_round, sheets, sheet, publishing)


def _round_to_publish(rounds: tuple[RoundProgress, ...], upto_round: int | None) -> RoundProgress | None:
    """The chosen round; else the last one whose tables, and all before, are entered; else the first."""
    if upto_round is not None:
        return next((one for one in rounds if one.number == upto_round), None)
    done = None
    for one in rounds:
        if one.missing_count or not one.table_count:
            break
        done = one
    return done or (rounds[0] if rounds else None)


def _publishing(
    stage: Stage,
    session: str,
    rounds: tuple[RoundProgress, ...],
    one: RoundProgress | None,
    upto_round: int | None,
    groups: tuple[StandingSheet, ...],
    pairs: Mapping[int, Pair],
) -> PublishingState | None:
    if one is None:
        return None
    made = Publication.objects.filter(
        stage=stage, kind=PublicationKind.STANDINGS, round_number=one.number, session__in={"", session}
    )
    up = made.filter(is_current=True).order_by("-pk").first()
    missing = sum(each.missing_count for each in rounds if each.number <= one.number)
    differs = False
    if up is not None:
        shown = {sheet.group for sheet in groups}
        now = groups if upto_round == one.number else live_sheets(stage_standings(stage, one.number))
        names = {number: who(pair) for number, pair in pairs.items()}
        told = [sheet for sheet in frozen_sheets(up.rows, names) if sheet.group in shown]
        differs = told != [sheet for sheet in now if sheet.group in shown]
    return PublishingState(one.number, missing, up, made.exists(), differs, session)


def group_of_sheet(stage: Stage, name: str) -> Group | None:
    """The group of a sheet; None for the one of all groups. Raises `Group.DoesNotExist`."""
    return None if name == OVERALL else stage.groups.get(name=name)
