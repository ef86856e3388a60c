"""A table's outcome in words, 南北 first or as one side sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rules import Side
from tournament.models import MatchKind, ResultKind
from tournament.wording.figures import plain
from tournament.wording.general import side_name
from tournament.wording.knockout import series_text
from tournament.wording.rules import level_text

if TYPE_CHECKING:
    from tournament.queries.table_lines import Score, TableLine


def kind_name(line: TableLine) -> str:
    """轮空, 未参赛; nothing for a real table."""
    return {MatchKind.BYE: _("轮空"), MatchKind.MISSED: _("未参赛")}.get(MatchKind(line.kind), "")


def fault(score: Score) -> str:
    """南北弃权, 双方弃权, 东西判负; nothing for a played match."""
    if score.kind == ResultKind.FORFEIT:
        if score.side not in (Side.NS, Side.EW):
            return _("双方弃权")
        return _("%(side)s弃权") % {"side": side_name(score.side)}
    if score.kind == ResultKind.AWARDED_LOSS:
        return _("%(side)s判负") % {"side": side_name(score.side)}
    return ""


def levels(score: Score, first: Side = Side.NS) -> str:
    """Both levels, 南北 first, or the side that reads it: 过A : 9; nothing where no levels were written."""
    if score.ns_level is None or score.ew_level is None:
        return ""
    return f"{_level(score, first)} : {_level(score, first.other)}"


def _levels_and_winner(score: Score, shown: str, first: Side | None) -> str:
    """The levels, and who won where they do not say it: 8 : 8（南北胜）, as one side sees it 8 : 8（胜）."""
    if not shown or score.winner not in (Side.NS, Side.EW) or score.passed_a == score.winner:
        return shown
    winner = Side(score.winner)
    if (score.level_of(winner) or 0) > (score.level_of(winner.other) or 0):
        return shown
    won = _("%(side)s胜") % {"side": side_name(winner)}
    if first is not None:
        won = pgettext("a match", "胜") if winner is first else pgettext("a match", "负")
    return _("%(levels)s（%(winner)s）") % {"levels": shown, "winner": won}


def _level(score: Score, side: Side) -> str:
    return level_text(score.level_of(side) or 2, score.passed_a == side)


def score_text(score: Score, seen_by: Side | None = None) -> str:
    """What a table came to: 过A : 9, 8 : 8（南北胜）, 南北弃权, 东西判负（9 : A）,
    2 : 1（过A : 9；6 : 过A；过A : J）. 南北 first, or the side that looks (`seen_by`)."""
    first = seen_by or Side.NS
    if score.games:
        wins = score.wins_of(first), score.wins_of(first.other)
        return series_text(wins, [score_text(game, seen_by) for game in score.games])
    said, shown = fault(score), levels(score, first)
    if said and shown:
        return _("%(fault)s（%(levels)s）") % {"fault": said, "levels": shown}
    return said or _levels_and_winner(score, shown, seen_by)


def points_text(score: Score, first: Side = Side.NS) -> str:
    """Both sides' points: 108 : 7."""
    return f"{plain(score.points_of(first))} : {plain(score.points_of(first.other))}"
