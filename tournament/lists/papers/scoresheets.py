"""Blank scoresheets of a round, with names or without, as the stage's rules need them."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.areas import Area, area_of
from scoring.rules import AceFailure, LevelTie, Rules
from tournament.exports.blank_sheet import BlankSheet, EqualLevels, Seat, SheetRules
from tournament.lists.papers.parts import heading, unit_of
from tournament.models import Match, MatchKind, Pair, Stage
from tournament.queries.hall import areas_of
from tournament.queries.rounds import table_rows
from tournament.wording.knockout import bracket_round
from tournament.wording.rules import level_text


def blank_sheets(stage: Stage, number: int) -> list[BlankSheet]:
    """One blank scoresheet a table of the round, with names, in table order."""
    tables = [row.match for row in table_rows(stage, number) if row.match.kind == MatchKind.PLAY]
    rules, rooms = sheet_rules(stage.scoring_rules), areas_of(stage.event)
    return [sheet_of(stage, match, rules, rooms) for match in tables]


def sheet_of(stage: Stage, match: Match, rules: SheetRules, rooms: Sequence[Area]) -> BlankSheet:
    """The blank scoresheet of one table."""
    return BlankSheet(
        event_name=stage.event.name,
        rules=rules,
        stage=stage.name,
        group=" · ".join(filter(None, _where(stage, match, rooms))),
        round=match.round.number,
        table=match.table,
        ns=seat_of(match.ns),
        ew=seat_of(match.ew),
    )


def _where(stage: Stage, match: Match, rooms: Sequence[Area]) -> tuple[str, str, str]:
    """The group, or what the match is about in a knock-out (半决赛), and the room."""
    about = (match.places_from, match.places_to)
    title = bracket_round((about[0], about[1])) if about[0] and about[1] else ""
    return heading(stage, match.round.group.name), title, area_of(rooms, match.table)


def nameless_sheets(stage: Stage, count: int = 2) -> list[BlankSheet]:
    """Scoresheets with nothing filled in but the event and its rules."""
    rules = sheet_rules(stage.scoring_rules)
    return [BlankSheet(event_name=stage.event.name, rules=rules, stage=stage.name)] * count


def seat_of(pair: Pair | None) -> Seat | None:
    """A pair as it stands on a scoresheet."""
    if pair is None:
        return None
    return Seat(pair.number, tuple(player.name for player in pair.partners), unit_of(pair))


def sheet_rules(rules: Rules) -> SheetRules:
    """What the tick boxes of a scoresheet depend on."""
    play = rules.play
    equal: dict[LevelTie, EqualLevels] = {
        LevelTie.IN_PLAY_SIDE: "in_play",
        LevelTie.NEXT_LEADER: "winner",
        LevelTie.FIRST_TO_LEVEL: "winner",
        LevelTie.EXTRA_DEAL: "winner",
        LevelTie.LOTS: "winner",
    }
    return SheetRules(
        pass_condition=play.pass_condition.value,
        minutes=play.minutes,
        deals=play.deals,
        equal_levels=equal.get(play.level_tie, ""),
        third_failure=play.ace_failure is AceFailure.MATCH_LOST,
        finish=level_text(play.finish_level),
    )
