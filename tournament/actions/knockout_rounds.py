"""Make the next round of a knock-out: from the drawn bracket, or drawn afresh among those still in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pairing.bracket import BracketMatch, first_matches
from pairing.field import Contestant, Paired
from pairing.knockout import Loser, as_matches, lucky_loser, redrawn_round
from pairing.rerun import round_inputs
from pairing.seating import Reason, reason
from scoring.rules import Side
from scoring.scoresheet import Forfeit, judge
from scoring.walkovers import level_diffs, match_points
from tournament.actions.draw_groups import keep_draw
from tournament.actions.results import columns_of, write_version
from tournament.actions.withdraw_pair import REASONS
from tournament.actions.work import Actor
from tournament.errors import ActionRefused
from tournament.models import DrawKind, Group, Match, MatchKind, Pair, PairStatus, Round, Stage
from tournament.models.stages import json_of_reasons
from tournament.queries.bracket import (
    StandingMatch,
    bracket_lines,
    ends_of,
    following,
    gone_pairs,
    latest_matches,
    standing_matches,
)
from tournament.queries.hall import seats_in_hall
from tournament.queries.pairing_field import past_of, wishes_of
from tournament.queries.results import record_of, standing_results


@dataclass(frozen=True, slots=True)
class _Next:
    """The round to be: its matches, why these two, and the draw behind it, where chance was asked."""

    matches: tuple[BracketMatch, ...]
    reasons: Mapping[int, tuple[Reason, ...]]
    drawn: Paired | None = None
    notes: tuple[dict[str, Any], ...] = ()
    inputs: dict[str, Any] | None = None


def pair_knockout_round(stage: Stage, group: Group, number: int, seed: int, by: Actor) -> Round:
    """Make round `number` of a knock-out's only group as a draft; the round before has all its results.

    From the bracket: winners meet winners, losers play for places as far as `placing` says. A pair that has
    left the event since stays in where somebody waits for it: the match is its forfeit. With `redraw` those
    still in are drawn afresh and `seed` decides; with `lucky_losers` the best loser fills an odd field.
    Tables: the main matches first. Raises `ActionRefused` `knockout_over` (stage) when nothing is left to
    play; `PairingError` `too_few_pairs`.
    """
    before = latest_matches(standing_matches(stage))
    gone = gone_pairs(stage)
    made = (
        _redrawn(stage, group, number, seed, before, gone)
        if stage.pairing.get("redraw")
        else _of_bracket(stage, group, number, before, gone)
    )
    if not made.matches:
        raise ActionRefused("knockout_over", stage=stage.name)
    round_ = _store(stage, group, number, made)
    _forfeit_those_gone(round_, by)
    if made.drawn is not None:
        _keep(stage, group, number, made, made.drawn)
    return round_


def _of_bracket(
    stage: Stage, group: Group, number: int, before: list[StandingMatch], gone: set[int]
) -> _Next:
    if number == 1:
        matches = tuple(one for one in first_matches(bracket_lines(group)) if not gone.issuperset(one.pairs))
    else:
        matches = following(stage, ends_of(before), gone)
    return _Next(matches, {one.ns: (_why(one, number),) for one in matches})


def _why(one: BracketMatch, number: int) -> Reason:
    if number == 1:
        return reason("bracket_drawn")
    if one.is_main:
        return reason("winners_meet")
    return reason("losers_meet", first=one.places[0], last=one.places[1])


def _redrawn(
    stage: Stage, group: Group, number: int, seed: int, before: list[StandingMatch], gone: set[int]
) -> _Next:
    alive = _alive(group, number, before, gone)
    lucky = _lucky(stage, before, gone, seed) if len(alive) % 2 and len(alive) > 1 else None
    if lucky is not None:
        alive.append(lucky)
    places: tuple[BracketMatch, ...] = ()
    if number > 1:
        rest = following(stage, ends_of(before), gone)
        places = tuple(one for one in rest if not one.is_main and lucky not in one.pairs)
    if number > 1 and len(alive) < 2:
        return _Next(places, {one.ns: (_why(one, number),) for one in places})
    field = _contestants(group, alive)
    past, wishes = past_of(group, before=number), wishes_of(stage, number)
    drawn = redrawn_round(field, past, wishes, number=number, seed=seed)
    main = as_matches([(one.ns, one.ew) for one in drawn.round.tables], [bye.who for bye in drawn.round.byes])
    why = {one.ns: one.reasons for one in drawn.round.tables}
    why |= {one.ns: (*why[one.ns], reason("lucky_loser", pair=lucky)) for one in main if lucky in one.pairs}
    why |= {one.ns: (_why(one, number),) for one in places}
    inputs = round_inputs(field, past, wishes, method="knockout", number=number, algorithm=drawn.algorithm)
    notes = tuple(json_of_reasons(drawn.notes))
    return _Next((*main, *places), why, drawn, notes, inputs)


def _alive(group: Group, number: int, before: list[StandingMatch], gone: set[int]) -> list[int]:
    if number == 1:
        found = list(group.entries.values_list("pair__number", flat=True))
    else:
        found = [one.winner for one in before if one.match.is_main and one.winner is not None]
    return [pair for pair in found if pair not in gone]


def _lucky(stage: Stage, before: list[StandingMatch], gone: set[int], seed: int) -> int | None:
    """The best loser of the main matches of the round before, where the stage has lucky losers."""
    if not stage.pairing.get("lucky_losers"):
        return None
    lost = {one.key: one for one in before if one.match.is_main and one.loser not in (None, *gone)}
    rules, losers = stage.scoring_rules, []
    for result in standing_results().filter(match__in=list(lost)):
        record, one = record_of(result), lost[result.match_id]
        if record is None or one.loser is None:
            continue
        outcome = judge(record, rules, knockout=True)
        side = 0 if one.loser == one.match.ns else 1
        points, difference = match_points(outcome, rules)[side], level_diffs(outcome, rules)[side]
        losers.append(Loser(one.loser, Fraction(points), difference))
    return lucky_loser(losers, seed=seed)


def _contestants(group: Group, alive: Iterable[int]) -> list[Contestant]:
    entries = group.entries.filter(pair__number__in=list(alive)).select_related("pair__unit")
    return [
        Contestant(entry.pair.number, Fraction(0), rank, entry.pair.unit.name if entry.pair.unit else None)
        for rank, entry in enumerate(entries.order_by("pair__number"), start=1)
    ]


def _store(stage: Stage, group: Group, number: int, made: _Next) -> Round:
    pairs = {entry.pair.number: entry.pair for entry in group.entries.select_related("pair")}
    taking_part = [pair for one in made.matches for pair in one.pairs]
    seats, unkept = seats_in_hall(
        stage, group, [(one.ns, one.ew) for one in made.matches if one.ew is not None]
    )
    round_ = Round.objects.create(
        group=group,
        number=number,
        basis={"upto": number - 1, "order": taking_part, "points": {}},
        notes=[*made.notes, *json_of_reasons(unkept)],
    )
    hall = iter(seats)
    Match.objects.bulk_create(
        _match(round_, one, pairs, next(hall) if one.ew is not None else None, made) for one in made.matches
    )
    return round_


def _match(
    round_: Round, one: BracketMatch, pairs: Mapping[int, Pair], table: int | None, made: _Next
) -> Match:
    return Match(
        round=round_,
        kind=MatchKind.BYE if one.ew is None else MatchKind.PLAY,
        table=table,
        ns=pairs[one.ns],
        ew=None if one.ew is None else pairs[one.ew],
        rematch=_is_rematch(one, made),
        reasons=json_of_reasons(made.reasons.get(one.ns, ())) if one.ew is not None else [],
        places_from=one.places[0],
        places_to=one.places[1],
        slot=one.slot,
    )


def _is_rematch(one: BracketMatch, made: _Next) -> bool:
    tables = made.drawn.round.tables if made.drawn else ()
    return any(table.rematch and {table.ns, table.ew} == set(one.pairs) for table in tables)


def _forfeit_those_gone(round_: Round, by: Actor) -> None:
    """A pair that left is beaten before the round begins: its opponent goes on by forfeit."""
    for match in round_.matches.filter(kind=MatchKind.PLAY).select_related("ns", "ew"):
        for side, pair in ((Side.NS, match.ns), (Side.EW, match.ew)):
            if pair is not None and (why := REASONS.get(PairStatus(pair.status))):
                write_version(match, columns_of(Forfeit(side)), by, why)


def _keep(stage: Stage, group: Group, number: int, made: _Next, drawn: Paired) -> None:
    """The draw as it is kept and run again: the tables of the main matches."""
    keep_draw(
        stage,
        DrawKind.PAIRINGS,
        {
            "tables": [[one.ns, one.ew] for one in drawn.round.tables],
            "byes": [bye.who for bye in drawn.round.byes],
            "missed": [],
        },
        seed=str(drawn.seed),
        inputs=made.inputs,
        algorithm=drawn.algorithm,
        group=group,
        round_number=number,
    )
