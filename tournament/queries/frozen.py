"""The rows of a publication: plain JSON that says all a public page needs, frozen as it was."""

from __future__ import annotations

from typing import Any

from scoring.codecs import decimal_text
from scoring.outcome import Outcome
from scoring.standings import Row
from tournament.models import Match, Pair, RoundState, Stage
from tournament.queries.rounds import TableRow, table_rows
from tournament.queries.standings import StageStandings, stage_standings

JsonRow = dict[str, Any]


def pair_json(pair: Pair) -> JsonRow:
    """A pair as the public sees it: no phones, no notes."""
    return {
        "number": pair.number,
        "name": pair.name,
        "players": [player.name for player in pair.partners],
        "unit": pair.unit.name if pair.unit else "",
    }


def groups_json(stage: Stage) -> list[JsonRow]:
    """Every group with its pairs in position order."""
    entries = stage.entries.select_related("pair__unit", "group").prefetch_related("pair__players")
    rows: dict[int, JsonRow] = {
        group.pk: {"group": group.name, "session": group.session, "pairs": []} for group in stage.groups.all()
    }
    for entry in entries.filter(group__isnull=False).order_by("group__ordinal", "position"):
        rows[entry.group_id or 0]["pairs"].append({"position": entry.position, **pair_json(entry.pair)})
    return list(rows.values())


def pairings_json(stage: Stage, number: int, session: str = "") -> list[JsonRow]:
    """The tables and byes of one round, without results; groups that are still drafts are left out.

    `session` asks for the groups of one session only.
    """
    rows = [row for row in table_rows(stage, number) if _is_of(row, session)]
    return [match_json(row.match) for row in rows if row.match.round.state != RoundState.DRAFT]


def _is_of(row: TableRow, session: str) -> bool:
    return not session or row.match.round.group.session == session


def match_json(match: Match) -> JsonRow:
    """One table, or a bye (no table, no 东西)."""
    return {
        "group": match.round.group.name,
        "session": match.round.group.session,
        "table": match.table,
        "kind": match.kind,
        "rematch": match.rematch,
        "ns": pair_json(match.ns),
        "ew": pair_json(match.ew) if match.ew else None,
        **_place_in_bracket(match),
    }


def _place_in_bracket(match: Match) -> JsonRow:
    """Where a match of a knock-out stands; nothing for other stages."""
    if match.places_from is None:
        return {}
    return {"places": [match.places_from, match.places_to], "slot": match.slot}


def standings_json(stage: Stage, upto_round: int | None, session: str = "") -> JsonRow:
    """Standings of all groups and overall, and the results they were computed from.

    `session` asks for the groups of one session only; then there is no overall ranking, which would compare
    them with groups that are still to play.
    """
    table = stage_standings(stage, upto_round)
    shown = [part for part in table.groups if not session or part.group.session == session]
    inside = {row.pair for part in shown for row in part.rows}
    return {
        "after_round": upto_round,
        "tiebreaks": list(table.rules.ranking.tiebreaks),
        "groups": [
            {
                "group": part.group.name,
                "ordinal": part.group.ordinal,
                "session": part.group.session,
                "rows": [row_json(row, table) for row in part.rows],
            }
            for part in shown
        ],
        "overall": [] if session else [row_json(row, table) for row in table.overall],
        "results": [
            result_json(row) for row in table_rows(stage) if _counts(row, upto_round) and _is_of(row, session)
        ],
        "penalties": [row for row in penalties_json(table) if not session or row["pair"] in inside],
    }


def _counts(row: TableRow, upto_round: int | None) -> bool:
    return upto_round is None or row.match.round.number <= upto_round


def penalties_json(table: StageStandings) -> list[JsonRow]:
    """The penalties in force that take points: what the column 罚分 is made of. No texts, no names."""
    return [
        {
            "pair": row.pair.number,
            "grade": row.grade,
            "points": decimal_text(row.points),
            "round": row.round_number,
            "article": row.article,
        }
        for row in table.penalties
        if row.points and not row.cancelled
        if table.upto_round is None or (row.round_number or 0) <= table.upto_round
    ]


def row_json(row: Row, table: StageStandings) -> JsonRow:
    """One ranked row; figures as decimal text, so that nothing is rounded on the way."""
    return {
        "rank": row.rank,
        "tied": row.tied,
        "pair": pair_json(table.pairs[row.pair]),
        "points": decimal_text(row.points),
        "penalty_points": decimal_text(row.penalty_points),
        "carried": decimal_text(row.carried),
        "played": row.played,
        "byes": row.byes,
        "forfeits": row.forfeits,
        "wins": decimal_text(row.wins),
        "level_diff_sum": row.level_diff_sum,
        "decided_by": row.decided_by,
        "tiebreaks": {
            key: None if value is None else decimal_text(value) for key, value in row.tiebreaks.items()
        },
        "withdrawn": row.withdrawn,
        "disqualified": row.disqualified,
        "void": row.void,
        "by_round": {str(score.round): decimal_text(score.points) for score in row.by_round},
    }


def result_json(row: TableRow) -> JsonRow:
    """A table with what was entered and what it is worth; None where nothing is."""
    shown = match_json(row.match) | {"round": row.match.round.number, "result": None}
    if row.result is None or row.outcome is None or row.ns_points is None or row.ew_points is None:
        return shown
    outcome = row.outcome
    shown["result"] = {
        "kind": row.result.kind,
        "side": row.result.side,
        "ns_level": outcome.ns_level,
        "ew_level": outcome.ew_level,
        "passed_a": outcome.passed_a,
        "winner": outcome.winner,
        "level_diff": outcome.level_diff,
        "ns_points": decimal_text(row.ns_points),
        "ew_points": decimal_text(row.ew_points),
        **({"games": [_game_json(game) for game in outcome.games]} if outcome.games else {}),
    }
    return shown


def _game_json(game: Outcome) -> JsonRow:
    """One game of a series, as shown."""
    return {
        "kind": "played" if game.is_played else "forfeit",
        "side": "" if game.is_played or game.winner is None else game.winner.other,
        "ns_level": game.ns_level,
        "ew_level": game.ew_level,
        "passed_a": game.passed_a,
        "winner": game.winner,
        "level_diff": game.level_diff,
        "ns_points": "0",
        "ew_points": "0",
    }
