"""Appeals: who may be late, who decides, and what a decision does (devzone-26, 十五)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.rules import Grade
from tests.tournament.factories import TEST, make_event, make_stage
from tournament import wording
from tournament.actions.appeals import decide_appeal, file_appeal, reopen_appeal, withdraw_appeal
from tournament.actions.copy_event import copy_event
from tournament.actions.forget_personal import forget_personal
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.errors import ActionRefused, Conflict
from tournament.models import Appeal, Event, Match, Penalty, Result, Stage
from tournament.queries.appeals import cases_of, windows_of
from tournament.queries.seats import match_in
from tournament.wording.appeals import filed_text, majority_text

pytestmark = pytest.mark.django_db


def file(stage: Stage, **facts: Any) -> Appeal:
    told = {"stage": stage, "round_number": 1, "number": 3, "text": "第 5 副判错", "filed_by": "王芳"} | facts
    return file_appeal(event=stage.event, by=TEST, **told)


def decide(appeal: Appeal, **facts: Any) -> Appeal:
    told = {"outcome": "upheld", "decision": "理由成立。", "votes_for": 3, "votes_against": 2} | facts
    return decide_appeal(appeal=appeal, by=TEST, **told)


def ended_ago(stage: Stage, minutes: int) -> None:
    Result.objects.filter(match__round__group__stage=stage).update(
        at=timezone.now() - timedelta(minutes=minutes)
    )


def refusal(of: Any, *args: Any, **facts: Any) -> tuple[str, str]:
    """The code of a refusal and the sentence that a person reads."""
    with pytest.raises(ActionRefused) as raised:
        of(*args, **facts)
    return raised.value.code, wording.of_error(raised.value)


def test_in_time_is_within_30_minutes_after_the_round(stage: Stage) -> None:
    ended_ago(stage, 29)
    appeal = file(stage)
    assert (appeal.is_late, appeal.table) == (False, match_in(stage, 1, appeal.pair).table)
    assert appeal.due_at is not None
    assert appeal.due_at - Result.objects.order_by("-at")[0].at == timedelta(minutes=30)


def test_a_late_one_is_taken_on_purpose_only_and_says_so(stage: Stage) -> None:
    ended_ago(stage, 41)
    code, words = refusal(file, stage)
    assert code == "appeal_is_late"
    assert "这一件晚了 1" in words
    assert not Appeal.objects.exists()
    appeal = file(stage, although_late=True)
    assert appeal.is_late
    assert "逾期受理" in filed_text(appeal)
    assert stage.event.journal.filter(verb="file_late_appeal").count() == 1


def test_it_is_late_by_when_it_was_handed_in_not_by_when_it_was_typed(stage: Stage) -> None:
    ended_ago(stage, 60)
    assert not file(stage, filed_at=timezone.now() - timedelta(minutes=40)).is_late


def test_without_a_time_in_the_rules_nothing_is_late() -> None:
    stage = make_stage(make_event(pairs=4, rulebook="three-fouls", hears_appeals=True), rounds_played=1)
    ended_ago(stage, 6000)
    assert file(stage).due_at is None


def test_both_times_run_until_they_are_over(stage: Stage) -> None:
    ended_ago(stage, 10)
    (appeal,) = cases_of(file(stage).event)
    now = timezone.now()
    assert appeal.answer_clock is not None
    assert appeal.answer_clock.minutes_left(now) == 120
    assert [(one.number, one.clock.minutes_left(now)) for one in windows_of(stage.event, now)] == [
        (1, 20),
        (2, 20),
    ]
    assert windows_of(stage.event, now + timedelta(minutes=20)) == []


def test_a_bye_cannot_be_appealed_against_but_a_penalty_given_then_can(event: Event) -> None:
    event.pairs.get(number=8).delete()
    stage = make_stage(event, group_size=7, rounds_played=1)
    resting = Match.objects.get(kind="bye", round__number=1).ns.number
    code, words = refusal(file, stage, number=resting)
    assert code == "appeal_against_bye"
    assert words.startswith(f"{resting} 号第 1 轮轮空，没有比赛")
    given = give_penalty(
        event=event, stage=stage, number=resting, round_number=1, grade=Grade.WARNING, by=TEST
    )
    assert file(stage, number=resting, penalty=given).table is None


def test_what_is_refused_when_it_is_handed_in(stage: Stage) -> None:
    event = stage.event
    other = Match.objects.exclude(ns__number=3).exclude(ew__number=3).filter(round__number=1)[0].ns.number
    foreign = give_penalty(
        event=event, stage=stage, number=other, round_number=1, grade=Grade.WARNING, by=TEST
    )
    mine = give_penalty(event=event, stage=stage, number=3, grade=Grade.WARNING, by=TEST)
    cancel_penalty(penalty=mine, reason="误记", by=TEST)
    assert refusal(file, stage, number=99)[0] == "no_such_pair"
    assert refusal(file, stage, round_number=None)[0] == "appeal_against_nothing"
    assert refusal(file, stage, round_number=9)[0] == "appeal_without_match"
    assert refusal(file, stage, penalty=foreign)[0] == "appeal_of_others_penalty"
    assert refusal(file, stage, penalty=mine)[0] == "appeal_penalty_is_cancelled"
    assert refusal(file, stage, filed_at=timezone.now() + timedelta(hours=1))[0] == "appeal_in_future"
    file(stage)
    assert refusal(file, stage) == (
        "appeal_is_open",
        "对同一件事的第 1 号申诉还在等待答复，没有重复登记。",
    )
    Event.objects.filter(pk=event.pk).update(hears_appeals=False)
    assert refusal(file, stage, number=1)[0] == "appeals_are_off"


def test_pressed_twice_is_one_appeal(stage: Stage) -> None:
    assert file(stage, submission="k1") == file(stage, submission="k1")
    assert Appeal.objects.count() == 1


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        pytest.param({"votes_for": 2, "votes_against": 2}, "votes_do_not_uphold", id="equal votes"),
        pytest.param({"outcome": "rejected"}, "votes_do_not_reject", id="a majority for it is no rejection"),
        pytest.param({"votes_for": None, "votes_against": None}, "votes_are_missing", id="nobody voted"),
        pytest.param({"jury": ["赵一", "钱二", "孙三"]}, "votes_exceed_jury", id="more votes than jurors"),
        pytest.param({"jury": ["赵一", "赵一", "孙三", "李四", "周五"]}, "juror_twice", id="a juror twice"),
        pytest.param({"decision": " "}, "decision_is_empty", id="no words"),
        pytest.param({"effect": "penalty"}, "no_penalty_to_lift", id="no penalty was named"),
        pytest.param(
            {"outcome": "rejected", "votes_for": 0, "effect": "result"}, "rejected_changes_nothing", id="no"
        ),
        pytest.param(
            {"decided_at": timezone.now() - timedelta(days=9)}, "appeal_decided_before_filed", id="before"
        ),
    ],
)  # fmt: skip
def test_the_votes_carry_the_decision(stage: Stage, facts: dict[str, Any], code: str) -> None:
    appeal = file(stage)
    assert refusal(decide, appeal, **facts)[0] == code
    appeal.refresh_from_db()
    assert (appeal.outcome, appeal.version) == ("", 1)


def test_the_decision_in_words(stage: Stage) -> None:
    appeal = decide(file(stage), jury=["赵一", "钱二", "孙三", "李四", "周五"], effect="result")
    assert majority_text(appeal) == (
        "仲裁委员会 5 人表决，赞成 3 票，反对 2 票，按简单多数裁定：申诉成立，改判成绩。"
    )
    assert refusal(decide, appeal)[0] == "appeal_is_answered"


def test_an_upheld_appeal_lifts_the_penalty_and_the_penalty_says_why(stage: Stage) -> None:
    given = give_penalty(
        event=stage.event, stage=stage, number=3, round_number=1, grade=Grade.WARNING, by=TEST
    )
    decide(file(stage, penalty=given), effect="penalty")
    assert Penalty.objects.get(pk=given.pk).cancelled == "第 1 号申诉成立"
    assert stage.event.journal.filter(verb="cancel_penalty").count() == 1


def test_two_at_once_and_the_second_sees_it(stage: Stage) -> None:
    appeal = file(stage)
    withdraw_appeal(appeal=appeal, reason="和解", by=TEST, based_on=1)
    with pytest.raises(Conflict):
        decide(appeal, based_on=1)
    appeal.refresh_from_db()
    assert (appeal.outcome, majority_text(appeal)) == ("withdrawn", "撤回")


def test_a_decision_that_was_typed_wrongly_is_taken_back_with_a_reason(stage: Stage) -> None:
    appeal = decide(file(stage))
    assert refusal(reopen_appeal, appeal=appeal, reason=" ", by=TEST)[0] == "reopen_needs_reason"
    reopen_appeal(appeal=appeal, reason="票数记反", by=TEST)
    appeal.refresh_from_db()
    assert (appeal.outcome, appeal.votes_for) == ("", None)
    assert "票数记反" in wording.of_entry(stage.event.journal.get(verb="reopen_appeal"))


def test_next_year_takes_appeals_too_and_nobody_is_remembered_by_name(stage: Stage) -> None:
    appeal = decide(file(stage), jury=["赵一", "钱二", "孙三", "李四", "周五"])
    assert copy_event(source=stage.event, name="下一届", by=TEST).hears_appeals
    assert forget_personal(event=stage.event, by=TEST)["appeals"] == 1
    appeal.refresh_from_db()
    assert (appeal.filed_by, appeal.jury, appeal.decision) == ("", [], "理由成立。")
    assert "1 件申诉" in wording.of_entry(stage.event.journal.get(verb="forget_personal_appeals"))
