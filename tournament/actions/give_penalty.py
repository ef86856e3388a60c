"""Give a penalty, and cancel one: it stays in the list, struck out, with the reason."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils import timezone

from scoring.codecs import decimal_text
from scoring.rules import Grade
from tournament.actions.work import Actor, action, changes_of, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Match, Pair, Penalty, Round, Stage


@action
def give_penalty(
    *,
    event: Event,
    number: int,
    grade: Grade,
    by: Actor,
    stage: Stage | None = None,
    round_number: int | None = None,
    table: int | None = None,
    player: str = "",
    points: Decimal = Decimal(0),
    article: str = "",
    text: str = "",
    effect: str = "",
    referee: str = "",
    submission: str = "",
) -> Penalty:
    """Record a ruling against pair `number`.

    `points` is added to the pair's total in `stage`: negative takes points away (the total may fall
    below 0), 0 only records. They change the total alone, no level difference and no other tie-break.
    A round without a `table` takes the one at which the pair sits. Raises `no_such_pair`,
    `pair_not_in_stage`, `points_without_stage`, `points_would_reward`, `no_such_round`,
    `round_without_stage`, `pair_not_at_table`, `pair_not_seated`, `player_not_in_pair`.

    Rule: devzone-26, 十一 (the ladder); points are added to the total only, RULES section 5.
    """
    locked(event)
    pair = _pair(event, number, player)
    _refuse_points(stage, pair, points)
    table = _table(stage, pair, round_number, table)
    made = Penalty.objects.create(
        event=event,
        stage=stage,
        pair=pair,
        player=player,
        round_number=round_number,
        table=table,
        grade=grade,
        points=points,
        article=article,
        text=text,
        effect=effect,
        referee=referee,
        at=timezone.now(),
    )
    given = {"grade": str(grade), "number": number, **_told(made)}
    record(event, by, "give_penalty", public=event.is_live, **given)
    return made


@action
def cancel_penalty(
    *, penalty: Penalty, reason: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> Penalty:
    """Take a penalty back: its points count no more; it stays in the list with the `reason`.

    Raises `cancel_needs_reason`, `penalty_is_cancelled`, and Conflict when somebody was first.
    """
    event = locked(penalty.event)
    penalty = current(penalty, based_on)
    if not reason:
        raise ActionRefused("cancel_needs_reason", field="reason")
    if penalty.cancelled:
        raise ActionRefused("penalty_is_cancelled", field="reason")
    penalty.cancelled, penalty.version = reason, penalty.version + 1
    penalty.save(update_fields=["cancelled", "version"])
    changes = changes_of(
        "penalty", {"points": decimal_text(penalty.points) if penalty.points else None}, None
    )
    told = {"grade": penalty.grade, "number": penalty.pair.number, "reason": reason, "changes": changes}
    record(event, by, "cancel_penalty", public=event.is_live, **told)
    return penalty


def _told(made: Penalty) -> dict[str, Any]:
    """What the journal says of a penalty beside whose it is: nothing of people, nothing they wrote."""
    facts = {
        "round": made.round_number,
        "points": decimal_text(made.points) if made.points else None,
        "article": made.article,
        "effect": made.effect,
    }
    changes = changes_of("penalty", None, {key: value for key, value in facts.items() if value})
    return {"changes": changes, **({"table": made.table} if made.table else {})}


def _pair(event: Event, number: int, player: str) -> Pair:
    pair = Pair.objects.filter(event=event, number=number).first()
    if pair is None:
        raise ActionRefused("no_such_pair", field="number", number=number)
    if player and not pair.players.filter(name=player).exists():
        names = list(pair.players.values_list("name", flat=True))
        raise ActionRefused("player_not_in_pair", field="player", number=number, names=names)
    return pair


def _refuse_points(stage: Stage | None, pair: Pair, points: Decimal) -> None:
    if points > 0:
        raise ActionRefused("points_would_reward", field="points", points=points)
    if points and stage is None:
        raise ActionRefused("points_without_stage", field="stage")
    if stage is not None and not stage.entries.filter(pair=pair).exists():
        raise ActionRefused("pair_not_in_stage", field="number", number=pair.number)


def _table(stage: Stage | None, pair: Pair, round_number: int | None, table: int | None) -> int | None:
    """The table at which the pair sits in that round; a different one that was typed is refused."""
    if round_number is None:
        return table
    if stage is None:
        raise ActionRefused("round_without_stage", field="stage")
    if not Round.objects.filter(group__stage=stage, number=round_number).exists():
        raise ActionRefused("no_such_round", field="round_number", round=round_number)
    matches = Match.objects.filter(round__group__stage=stage, round__number=round_number)
    seat = (matches.filter(ns=pair) | matches.filter(ew=pair)).first()
    sits_at = seat.table if seat else None
    if table is not None and table != sits_at:
        where = {"number": pair.number, "round": round_number, "table": sits_at}
        raise ActionRefused("pair_not_at_table" if sits_at else "pair_not_seated", field="table", **where)
    return sits_at
