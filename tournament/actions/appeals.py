"""An appeal on its way: handed in, withdrawn, answered by the jury, answered anew."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions.give_penalty import cancel_penalty, lock_what_it_did
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Appeal, AppealEffect, Event, FiledAs, Match, MatchKind, Pair, Penalty, Stage
from tournament.queries.appeals import OF_PENALTY, OF_RESULT, UPHELD, closes_at
from tournament.queries.seats import match_in

VOTED = UPHELD | {"rejected"}
DECIDED = VOTED | {"dismissed"}


@action
def file_appeal(
    *,
    event: Event,
    number: int,
    by: Actor,
    stage: Stage | None = None,
    round_number: int | None = None,
    penalty: Penalty | None = None,
    text: str = "",
    filed_by: str = "",
    filed_as: str = FiledAs.PLAYER,
    filed_at: datetime | None = None,
    although_late: bool = False,
    submission: str = "",
) -> Appeal:
    """Take in what pair `number` or its leader handed in: against its match of a round, a `penalty`, or both.

    `filed_at` None is now. Past the time (`closes_at`) it is refused with `appeal_is_late` (due, minutes)
    unless `although_late`: then it is kept as late. Raises `appeals_are_off`, `no_such_pair`,
    `appeal_against_nothing`, `appeal_against_bye`, `appeal_without_match`, `appeal_round_running`,
    `appeal_of_others_penalty`, `appeal_penalty_is_cancelled`, `appeal_in_future`, `appeal_is_open` (ordinal).

    Rule: devzone-26, 十五 第1条 (in writing, by a player or a leader, within 30 minutes after the match).
    """
    event, now = locked(event), timezone.now()
    if not event.hears_appeals:
        raise ActionRefused("appeals_are_off")
    pair = event.pairs.filter(number=number).first()
    if pair is None:
        raise ActionRefused("no_such_pair", field="number", number=number)
    if penalty is not None:  # as it stands now: the form may be older
        penalty = Penalty.objects.select_related("stage").get(pk=penalty.pk)
    if stage is None and penalty is not None and penalty.pair_id == pair.pk:
        stage, round_number = penalty.stage, penalty.round_number
    match = _match(stage, round_number, pair, penalty)
    _refuse_penalty(penalty, pair, match)
    at = filed_at or now
    if at > now:
        raise ActionRefused("appeal_in_future", field="filed_at")
    _refuse_double(event, pair, stage, round_number, penalty)
    due = closes_at(event, stage, match, penalty.at if penalty else None)
    is_late = due is not None and at > due
    if is_late and due is not None and not although_late:
        minutes = -(-(at - due).total_seconds() // 60)
        raise ActionRefused("appeal_is_late", field="although_late", due=_clock(due), minutes=int(minutes))
    made = Appeal.objects.create(
        event=event,
        stage=stage,
        round_number=round_number,
        pair=pair,
        table=match.table if match else None,
        penalty=penalty,
        filed_by=filed_by,
        filed_as=filed_as,
        filed_at=at,
        due_at=due,
        is_late=is_late,
        text=text,
    )
    _note(made, by, "file_late_appeal" if is_late else "file_appeal")
    return made


def _clock(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%m-%d %H:%M")


def _match(stage: Stage | None, number: int | None, pair: Pair, penalty: Penalty | None) -> Match | None:
    """What `pair` played in that round. A bye was not played and nobody ruled in it: only a penalty that was
    given then can be appealed against."""
    if stage is None or number is None:
        if penalty is None:
            raise ActionRefused("appeal_against_nothing", field="round_number")
        return None
    match = match_in(stage, number, pair)
    if match is None or match.kind != MatchKind.PLAY:
        if penalty is not None and penalty.pair_id == pair.pk:
            return None
        code = (
            "appeal_against_bye"
            if match is not None and match.kind == MatchKind.BYE
            else "appeal_without_match"
        )
        raise ActionRefused(code, field="round_number", number=pair.number, round=number)
    return match


def _refuse_penalty(penalty: Penalty | None, pair: Pair, match: Match | None) -> None:
    """One's own penalty, or one that was given at one's own table."""
    if penalty is None:
        return
    there = () if match is None else (match.ns_id, match.ew_id)
    at_table = match is not None and penalty.round_number == match.round.number and penalty.pair_id in there
    if penalty.pair_id != pair.pk and not at_table:
        raise ActionRefused("appeal_of_others_penalty", field="penalty", number=pair.number)
    if penalty.cancelled:
        raise ActionRefused("appeal_penalty_is_cancelled", field="penalty")


def _refuse_double(
    event: Event, pair: Pair, stage: Stage | None, number: int | None, penalty: Penalty | None
) -> None:
    """The same matter again while the jury has it."""
    mine = event.appeals.filter(pair=pair, stage=stage, round_number=number, penalty=penalty, outcome="")
    if (same := mine.first()) is not None:
        raise ActionRefused("appeal_is_open", ordinal=number_of_appeal(same))


def number_of_appeal(appeal: Appeal) -> int:
    """The how-manieth of its event it is; appeals are never deleted."""
    return Appeal.objects.filter(event=appeal.event_id, pk__lte=appeal.pk).count()


@action
def withdraw_appeal(
    *, appeal: Appeal, by: Actor, reason: str = "", based_on: int | None = None, submission: str = ""
) -> Appeal:
    """The pair takes it back before it is answered: `appeal_is_answered`, `Conflict`."""
    appeal = _open(appeal, based_on)
    appeal.outcome, appeal.decision, appeal.decided_at = "withdrawn", reason, timezone.now()
    appeal.effect = AppealEffect.UNCHANGED
    _save(appeal, ["outcome", "decision", "decided_at", "effect"])
    _note(appeal, by, "withdraw_appeal")
    return appeal


@action
def decide_appeal(
    *,
    appeal: Appeal,
    outcome: str,
    decision: str,
    by: Actor,
    effect: str = AppealEffect.UNCHANGED,
    jury: Sequence[str] = (),
    votes_for: int | None = None,
    votes_against: int | None = None,
    decided_at: datetime | None = None,
    based_on: int | None = None,
    submission: str = "",
) -> Appeal:
    """Write down what the jury decided; lift the penalty where that is the effect, with the appeal as reason.

    A new result is entered as its own version afterwards, standings are announced again by `announce_appeal`.
    The votes must carry the outcome: upheld needs more for than against, with equal votes it is rejected
    *(our choice)*; `dismissed` (不予受理) may go without votes. Raises `Conflict`, `appeal_is_answered`,
    `no_such_outcome`, `decision_is_empty`, `votes_are_missing`, `votes_exceed_jury` (votes, count),
    `juror_twice` (name), `votes_do_not_uphold`, `votes_do_not_reject`, `rejected_changes_nothing`,
    `no_penalty_to_lift`, `no_match_to_correct`, `appeal_decided_before_filed`, `appeal_in_future`.

    Rule: devzone-26, 十五 第2条 (simple majority).
    """
    if effect in OF_PENALTY and appeal.penalty is not None:
        lock_what_it_did(appeal.penalty)
    appeal = _open(appeal, based_on)
    if outcome not in DECIDED:
        raise ActionRefused("no_such_outcome", field="outcome")
    if not decision.strip():
        raise ActionRefused("decision_is_empty", field="decision")
    _refuse_votes(outcome, list(jury), votes_for, votes_against)
    _refuse_effect(appeal, outcome, effect)
    _refuse_moment(appeal, at := decided_at or timezone.now())
    appeal.outcome, appeal.decision, appeal.effect = outcome, decision, effect
    appeal.jury, appeal.votes_for, appeal.votes_against = list(jury), votes_for, votes_against
    appeal.decided_at = at
    _save(appeal, ["outcome", "decision", "effect", "jury", "votes_for", "votes_against", "decided_at"])
    if effect in OF_PENALTY and appeal.penalty is not None:
        cancel_penalty(penalty=appeal.penalty, reason=appeal_reason(appeal), by=by)
    _note(appeal, by, "decide_appeal", outcome=f"appeal.{outcome}", effect=f"appeal_effect.{effect}")
    return appeal


@action
def reopen_appeal(
    *, appeal: Appeal, reason: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> Appeal:
    """Take back an answer that was written down wrongly, with a `reason` for the journal; it is open again.

    A penalty that it lifted stays lifted and a new result stays, each with its own way back. Raises
    `appeal_is_not_answered`, `reopen_needs_reason`, `Conflict`.
    """
    locked(appeal.event)
    appeal = current(appeal, based_on)
    if not appeal.outcome:
        raise ActionRefused("appeal_is_not_answered")
    if not reason.strip():
        raise ActionRefused("reopen_needs_reason", field="reason")
    was = appeal.outcome
    appeal.outcome = appeal.decision = appeal.effect = ""
    appeal.jury, appeal.votes_for, appeal.votes_against, appeal.decided_at = [], None, None, None
    _save(appeal, ["outcome", "decision", "effect", "jury", "votes_for", "votes_against", "decided_at"])
    _note(appeal, by, "reopen_appeal", outcome=f"appeal.{was}", reason=reason)
    return appeal


def appeal_reason(appeal: Appeal) -> str:
    """第 2 号申诉成立: the reason under which what it changes is kept and announced."""
    words = (
        _("第 %(ordinal)s 号申诉部分成立")
        if appeal.outcome == "partly_upheld"
        else _("第 %(ordinal)s 号申诉成立")
    )
    return words % {"ordinal": number_of_appeal(appeal)}


def _open(appeal: Appeal, based_on: int | None) -> Appeal:
    locked(appeal.event)
    appeal = current(appeal, based_on)
    if appeal.outcome:
        raise ActionRefused("appeal_is_answered")
    return appeal


def _save(appeal: Appeal, fields: list[str]) -> None:
    appeal.version += 1
    appeal.save(update_fields=[*fields, "version"])


def _refuse_votes(outcome: str, jury: list[str], votes_for: int | None, votes_against: int | None) -> None:
    if twice := next((name for name in jury if jury.count(name) > 1), ""):
        raise ActionRefused("juror_twice", field="jury", name=twice)
    yes, no = votes_for or 0, votes_against or 0
    if jury and yes + no > len(jury):
        raise ActionRefused("votes_exceed_jury", field="votes_for", votes=yes + no, count=len(jury))
    if outcome in VOTED and not yes + no:
        raise ActionRefused("votes_are_missing", field="votes_for")
    if outcome in UPHELD and yes <= no:
        raise ActionRefused("votes_do_not_uphold", field="outcome", yes=yes, no=no)
    if outcome == "rejected" and yes > no:
        raise ActionRefused("votes_do_not_reject", field="outcome", yes=yes, no=no)


def _refuse_effect(appeal: Appeal, outcome: str, effect: str) -> None:
    if outcome not in UPHELD and effect != AppealEffect.UNCHANGED:
        raise ActionRefused("rejected_changes_nothing", field="effect")
    if effect in OF_PENALTY and (appeal.penalty is None or appeal.penalty.cancelled):
        raise ActionRefused("no_penalty_to_lift", field="effect")
    if effect in OF_RESULT and appeal.table is None:
        raise ActionRefused("no_match_to_correct", field="effect")


def _refuse_moment(appeal: Appeal, at: datetime) -> None:
    if at > timezone.now():
        raise ActionRefused("appeal_in_future", field="decided_at")
    if appeal.filed_at is not None and at < appeal.filed_at:
        raise ActionRefused("appeal_decided_before_filed", field="decided_at")


def _note(appeal: Appeal, by: Actor, verb: str, **told: Any) -> None:
    record(appeal.event, by, verb, ordinal=number_of_appeal(appeal), number=appeal.pair.number, **told)
