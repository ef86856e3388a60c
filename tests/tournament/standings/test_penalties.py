"""Penalties: typed as people type, counted everywhere, never twice, never lost, never hidden."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from scoring.rules import Grade
from tests.tournament.desks import open_as
from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tournament import wording
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.errors import ActionRefused, Conflict
from tournament.forms.penalties import PointsField
from tournament.models import Entry, Event, Match, Penalty, Role, Stage
from tournament.queries.standing_sheets import live_overall
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_event(pairs=8, slug="sai", name="中秋赛"), rounds_played=2)


@pytest.fixture
def event(stage: Stage) -> Event:
    return stage.event


@pytest.fixture
def referee(event: Event) -> Client:
    return open_as(event, Role.CHIEF_REFEREE)


def typed(**fields: str) -> dict[str, str]:
    """A penalty as the form sends it."""
    return {
        "submission": "k1", "number": "1", "grade": "warning", "points": "-4", "stage": "1",
        "round_number": "1", "article": "十一、2", "text": "反复催牌", "referee": "吴裁判",
    } | fields  # fmt: skip


def total(stage: Stage, number: int) -> Decimal:
    return next(row.points for row in stage_standings(stage).overall if row.pair == number)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        pytest.param("-2", "-2", id="plain"),
        pytest.param("－２", "-2", id="full width"),
        pytest.param("−2", "-2", id="a real minus sign"),
        pytest.param("–2", "-2", id="a dash"),
        pytest.param("—２．５", "-2.5", id="a long dash and full-width figures"),
        pytest.param(" - 0.50 ", "-0.5", id="spaces"),
        pytest.param("", "0", id="empty: only noted"),
        pytest.param("0", "0", id="nought"),
    ],
)
def test_f61_points_are_read_as_people_type_them(text: str, points: str) -> None:
    assert PointsField(required=False).clean(text) == Decimal(points)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        pytest.param({"points": "两分"}, "不是分数", id="words"),
        pytest.param({"points": "-0.125"}, "最多两位小数", id="too fine"),
        pytest.param({"points": "-999999"}, "罚分太大", id="too large"),
        pytest.param({"points": "2"}, "要写成负数", id="a reward"),
        pytest.param({"number": "99"}, "没有 99 号", id="unknown pair"),
        pytest.param({"stage": "", "round_number": ""}, "请选择阶段", id="points in no stage"),
        pytest.param({"stage": "", "points": ""}, "请同时选择阶段", id="a round of no stage"),
        pytest.param({"round_number": "9"}, "没有第 9 轮", id="unknown round"),
        pytest.param({"table": "99"}, "请核对桌号", id="another table"),
        pytest.param({"player": "路人"}, "没有这位选手", id="somebody else"),
        pytest.param({"text": "长" * 3001}, "3000", id="text too long"),
        pytest.param({"grade": "shouting"}, "有效", id="unknown grade"),
        pytest.param({"number": ""}, "必填", id="no number"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_kept(
    referee: Client, fields: dict[str, str], sentence: str
) -> None:
    answer = referee.post("/e/sai/desk/penalties/", typed(**fields))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert "十一、2" in page
    assert not Penalty.objects.exists()


def test_f33_two_equal_posts_are_one_penalty(referee: Client, stage: Stage) -> None:
    before = total(stage, 1)
    for _ in range(2):
        assert referee.post("/e/sai/desk/penalties/", typed(points="-2")).status_code == 302
    assert Penalty.objects.count() == 1
    assert total(stage, 1) == before - 2
    assert Entry.objects.filter(verb="give_penalty").count() == 1


def test_f46_penalty_counts_everywhere_and_is_listed(referee: Client, stage: Stage) -> None:
    before = stage_standings(stage).overall
    referee.post("/e/sai/desk/penalties/", typed())

    assert total(stage, 1) == next(row.points for row in before if row.pair == 1) - 4
    play_round(stage, 3)
    line = live_overall(stage_standings(stage)).line_of(1)
    assert line is not None
    assert line.penalty_points == -4
    assert line.points == sum(line.by_round.values()) - 4
    page = referee.get("/e/sai/desk/penalties/").content.decode()
    for text in ("反复催牌", "吴裁判", "十一、2", "−4", "罚分只影响总积分，不影响级差"):
        assert text in page
    table = Match.objects.filter(round__number=1, ns__number=1).first() or Match.objects.get(
        round__number=1, ew__number=1
    )
    assert Penalty.objects.get().table == table.table


def test_f46_penalty_leaves_level_differences_and_other_tiebreaks_alone(stage: Stage) -> None:
    before = live_overall(stage_standings(stage)).line_of(1)
    give_penalty(
        event=stage.event, stage=stage, number=1, grade=Grade.MATCH_LOSS, points=Decimal(-500), by=TEST
    )
    after = live_overall(stage_standings(stage)).line_of(1)
    assert after is not None
    assert before is not None
    assert after.points < 0
    assert after.level_diff_sum == before.level_diff_sum
    assert {k: v for k, v in after.tiebreaks.items() if k != "fewest_penalties"} == {
        k: v for k, v in before.tiebreaks.items() if k != "fewest_penalties"
    }


def test_f46_cancelled_penalty_counts_no_more_and_stays_visible(referee: Client, stage: Stage) -> None:
    before = total(stage, 1)
    referee.post("/e/sai/desk/penalties/", typed())
    blank = referee.post(
        "/e/sai/desk/penalties/1/cancel/", {"submission": "k2", "based_on": "1", "reason": " "}
    )
    assert blank.status_code == 422
    sent = {"submission": "k2", "based_on": "1", "reason": "录像核实，没有催牌"}
    page = referee.post("/e/sai/desk/penalties/1/cancel/", sent, follow=True).content.decode()

    assert total(stage, 1) == before
    assert 'class="struck' in page
    assert "录像核实，没有催牌" in page
    assert "反复催牌" in page
    assert "合计 0" in page


def test_second_of_two_who_cancel_sees_the_firsts_reason(referee: Client, stage: Stage) -> None:
    made = give_penalty(event=stage.event, stage=stage, number=1, grade=Grade.WARNING, by=TEST)
    cancel_penalty(penalty=made, reason="认错了人", by=TEST, based_on=1)
    sent = {"submission": "k2", "based_on": "1", "reason": "另一个原因"}
    answer = referee.post("/e/sai/desk/penalties/1/cancel/", sent)
    assert answer.status_code == 409
    assert "认错了人" in answer.content.decode()
    assert "另一个原因" in answer.content.decode()
    with pytest.raises(ActionRefused) as refused:
        cancel_penalty(penalty=made, reason="再撤", by=TEST)
    assert refused.value.code == "penalty_is_cancelled"
    with pytest.raises(Conflict):
        cancel_penalty(penalty=made, reason="再撤", by=TEST, based_on=1)
    assert Penalty.objects.get().cancelled == "认错了人"


def test_penalty_that_does_not_exist_has_no_page(referee: Client) -> None:
    assert referee.get("/e/sai/desk/penalties/1/cancel/").status_code == 404
    assert referee.get("/e/sai/desk/penalties/0/cancel/").status_code == 404


def test_warning_without_points_or_stage_is_only_noted(referee: Client, stage: Stage) -> None:
    before = total(stage, 1)
    sent = typed(points="", stage="", round_number="", player="")
    assert referee.post("/e/sai/desk/penalties/", sent).status_code == 302
    assert total(stage, 1) == before
    assert Penalty.objects.get().stage is None


def test_journal_speaks_of_the_number_and_grade_only(referee: Client) -> None:
    referee.post("/e/sai/desk/penalties/", typed())
    entry = Entry.objects.get(verb="give_penalty")
    assert wording.of_entry(entry) == "判罚 1 号：警告"
    assert "反复催牌" not in str(entry.codes)


def test_f72_script_in_a_reason_is_text(referee: Client) -> None:
    evil = "<script>alert(1)</script>"
    referee.post("/e/sai/desk/penalties/", typed(text=evil, article=evil, referee=evil, effect=evil))
    page = referee.get("/e/sai/desk/penalties/").content.decode()
    assert evil not in page
    assert "&lt;script&gt;" in page
    assert evil not in referee.get("/e/sai/desk/penalties/1/cancel/").content.decode()


@pytest.mark.parametrize("count", [2, 60])
def test_penalty_list_query_count(
    referee: Client, stage: Stage, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        give_penalty(
            event=stage.event,
            stage=stage,
            number=number % 8 + 1,
            grade=Grade.WARNING,
            text=f"事由{number}",
            by=TEST,
        )
    with django_assert_num_queries(13):
        page = referee.get("/e/sai/desk/penalties/").content.decode()
    assert page.count("事由") == min(count, 50)
