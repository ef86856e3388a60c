"""Matches of three games on the desk: game after game in the entry line, the whole on the table's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.records import to_json
from scoring.scoresheet import Scoresheet
from tournament.actions.enter_result import enter_game
from tournament.actions.work import Actor
from tournament.forms.base import new_key
from tournament.forms.series import SeriesForm
from tournament.models import Match, Result, ResultKind
from tournament.queries.results import current_result, series_of, unfinished_series
from tournament.wording.scores import result_words


def enter_game_once(
    match: Match, sheet: Scoresheet, by: Actor, key: str, version: int, *, drop_deals: bool = False
) -> Result:
    """Add a game under the form's key; the same form sent again with another game is a slip of its own."""
    told: dict[str, Any] = {"game": sheet, "by": by, "based_on": version, "drop_deals": drop_deals}
    result = enter_game(match=match, submission=key, **told)
    if result.match_id == match.pk and result.games and _is_stored(result.games[-1], sheet):
        return result
    return enter_game(match=match, submission=new_key(), **told)


def _is_stored(game: Mapping[str, Any], sheet: Scoresheet) -> bool:
    """Whether a stored game is this sheet, perhaps with the deals that its table recorded."""
    added = {"won"} if sheet.deals else {"won", "deals"}
    return {key: value for key, value in game.items() if key not in added} == to_json(sheet)


def series_form(match: Match, data: Mapping[str, Any] | None = None) -> SeriesForm | None:
    """The form of all games, filled with what is entered; None where a match is one game."""
    stage = match.round.group.stage
    if stage.best_of == 1:
        return None
    standing = current_result(match)
    games = series_of(standing).games if standing and standing.kind == ResultKind.SERIES else ()
    told = {"based_on": match.version}
    return SeriesForm(data, rules=stage.scoring_rules, games=games, initial=told)


def running_words(match: Match) -> str:
    """How a series stands that nobody has won yet: 1 : 0（过A : 9）; "" for every other match."""
    if match.round.group.stage.best_of == 1:
        return ""
    running = unfinished_series(match)
    return result_words(running) if running else ""
