"""Give a penalty, and cancel one: it stays in the list, struck out, with the reason."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scoring.codecs import decimal_text
from scoring.rules import Grade
from scoring.sanctions import NOTHING, Sanction
from tournament.actions.results import lock_match, lock_matches
from tournament.actions.rule_in_match import enter_sanction, give_match_back, lift_sanction, lose_match
from tournament.actions.withdraw_pair import put_out, take_back
from tournament.actions.work import Actor, action, changes_of, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Match, MatchKind, Pair, PairStatus, Penalty, Round, Stage
from tournament.queries.seats import match_in

# What a referee on the floor gives by himself; what decides a deal or a match is the chief referee's.
FLOOR_GRADES = (Grade.ORAL_WARNING, Grade.WARNING, Grade.VIOLATION)


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
    after_deal: int | None = None,
    player: str = "",
    points: Decimal = Decimal(0),
    sanction: Sanction = NOTHING,
    loses_match: bool = False,
    takes_out: bool = False,
    article: str = "",
    text: str = "",
    effect: str = "",
    referee: str = "",
    may_decide: bool = True,
    submission: str = "",
) -> Penalty:
    """Record a ruling against pair `number`, and let it have its effect.

    `points` is added to the pair's total in `stage`: negative takes points away (the total may fall
    below 0), 0 only records. They change the total alone, no level difference and no other tie-break.
    A round without a `table` takes the one at which the pair sits. `sanction` enters the running match behind
    deal `after_deal` (None: behind the last one), where one is written down; `loses_match` enters the awarded
    loss, `takes_out` disqualifies the pair. Without `may_decide` only what a referee on the floor gives is
    accepted (`ruling_is_chiefs`). Raises `no_such_pair`, `pair_not_in_stage`, `points_without_stage`,
    `points_would_reward`, `no_such_round`, `round_without_stage`, `pair_not_at_table`, `pair_not_seated`,
    `player_not_in_pair`, `effect_without_match`, `pair_is_gone`, and what `scoring.levels.play` refuses.

    Rule: devzone-26, 十一 (the ladder); three-fouls, 十 第2条 (who decides); RULES sections 5 and 6.
    """
    made = Penalty(
        event=event,
        stage=stage,
        round_number=round_number,
        table=table,
        after_deal=after_deal,
        player=player,
        grade=grade,
        points=points,
        loses_match=loses_match,
        takes_out=takes_out,
        article=article,
        text=text,
        effect=effect,
        referee=referee,
    )
    made.set_sanction(sanction)
    if not may_decide:
        refuse_what_decides(made)
    return store_penalty(made, number, by)


def refuse_what_decides(made: Penalty) -> None:
    """Refuse what is the chief referee's: a grade above 记违例, points, levels, a match, a suspension."""
    decides = made.points or made.sanction != NOTHING or made.loses_match or made.takes_out
    if decides or made.grade not in FLOOR_GRADES:
        raise ActionRefused("ruling_is_chiefs", field="grade")


def store_penalty(made: Penalty, number: int, by: Actor, verb: str = "give_penalty") -> Penalty:
    """Check, store and carry out a ruling that is filled in but for its pair, with one line in the journal.

    Matches are locked before the event, as results do.
    """
    event = made.event
    made.pair = pair = _pair(event, number, made.player)
    _refuse_points(made.stage, pair, made.points)
    match = _seat(made)
    if made.takes_out:
        lock_matches(Match.objects.filter(Q(ns=pair) | Q(ew=pair)))
    if made.loses_match or made.sanction != NOTHING:
        if match is None:
            raise ActionRefused("effect_without_match", field="round_number")
        match = lock_match(match)
    event = locked(event)
    pair.refresh_from_db(fields=["status", "version"])
    made.at = timezone.now()
    dropped = _carry_out(made, match, by)
    made.save()
    public = event.is_live or made.loses_match or made.takes_out
    told = {"grade": str(made.grade), "number": number, **_told(made), **dropped}
    record(event, by, verb, public=public, **told)
    return made


def _carry_out(made: Penalty, match: Match | None, by: Actor) -> dict[str, Any]:
    """Do what it says; the recorded deals that a lost match leaves out are given back for the journal."""
    dropped: dict[str, Any] = {}
    if match is not None and made.sanction != NOTHING:
        after = enter_sanction(match, made, by)
        made.after_deal = made.after_deal if after is None else after
    if match is not None and made.loses_match:
        dropped = lose_match(match, made, by)
    if made.takes_out:
        put_out(made.pair, by)
    return dropped


@action
def cancel_penalty(
    *, penalty: Penalty, reason: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> Penalty:
    """Take a penalty back: its points count no more; it stays in the list with the `reason`.

    What it did goes as well: a ruling leaves the running match, an awarded loss that still stands gives way
    to what stood before it, a pair that it took out plays again (where it has not done by other means).

    Raises `cancel_needs_reason`, `penalty_is_cancelled`, and Conflict when somebody was first.
    """
    match = lock_what_it_did(penalty)
    event = locked(penalty.event)
    penalty = current(penalty, based_on)
    if not reason:
        raise ActionRefused("cancel_needs_reason", field="reason")
    if penalty.cancelled:
        raise ActionRefused("penalty_is_cancelled", field="reason")
    penalty.cancelled, penalty.version = reason, penalty.version + 1
    penalty.save(update_fields=["cancelled", "version"])
    _undo_what_it_did(penalty, match, by)
    public = event.is_live or penalty.loses_match or penalty.takes_out
    points = {"points": decimal_text(penalty.points) if penalty.points else None}
    told = {"grade": penalty.grade, "number": penalty.pair.number, "reason": reason}
    record(event, by, "cancel_penalty", public=public, **told, changes=changes_of("penalty", points, None))
    return penalty


def lock_what_it_did(penalty: Penalty) -> Match | None:
    """Lock the matches that taking the penalty back would change, before the event; returns the one in which
    it was given, where that one changes."""
    if penalty.takes_out:
        lock_matches(Match.objects.filter(Q(ns=penalty.pair) | Q(ew=penalty.pair)))
    if not penalty.loses_match and penalty.sanction == NOTHING:
        return None
    match = match_of(penalty)
    return lock_match(match) if match is not None and match.kind == MatchKind.PLAY else None


def _undo_what_it_did(penalty: Penalty, match: Match | None, by: Actor) -> None:
    if match is not None and penalty.loses_match:
        give_match_back(match, penalty, by)
    if match is not None and penalty.sanction != NOTHING:
        lift_sanction(match, penalty, by)
    if penalty.takes_out and penalty.pair.status == PairStatus.DISQUALIFIED:
        take_back(penalty.pair, by)


def match_of(penalty: Penalty) -> Match | None:
    """The match in which the penalty was given; None where it names none, or the pair sits there no more."""
    if penalty.stage is None or penalty.round_number is None:
        return None
    return match_in(penalty.stage, penalty.round_number, penalty.pair)


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


def _seat(made: Penalty) -> Match | None:
    """The match in which the pair sits in that round, and its table; a different one that was typed is
    refused."""
    stage, number = made.stage, made.round_number
    if number is None:
        return None
    if stage is None:
        raise ActionRefused("round_without_stage", field="stage")
    if not Round.objects.filter(group__stage=stage, number=number).exists():
        raise ActionRefused("no_such_round", field="round_number", round=number)
    seat = match_in(stage, number, made.pair)
    sits_at = seat.table if seat else None
    if made.table is not None and made.table != sits_at:
        where = {"number": made.pair.number, "round": number, "table": sits_at}
        raise ActionRefused("pair_not_at_table" if sits_at else "pair_not_seated", field="table", **where)
    made.table = sits_at
    return seat if seat is not None and seat.kind == MatchKind.PLAY else None
