"""Where an event stands and what it needs next: one walk from the first entry to the last paper."""

import pytest
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.factories import (
    TEST,
    make_event,
    make_pair,
    make_stage,
    passed,
    play_round,
    publish_all,
)
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.publish import publish_standings
from tournament.actions.run_round import close_round, start_round
from tournament.actions.type_lots import finish_lots, open_lots, type_lot
from tournament.models import Event, Match, Stage
from tournament.queries.next_step import NextStep, next_step
from tournament.queries.progress import event_progress
from tournament.wording.steps import STEPS, of_step, of_way_aside

pytestmark = pytest.mark.django_db


def step_of(event: Event) -> NextStep:
    return next_step(event_progress(event))


def at(event: Event) -> tuple[str, str, tuple[int, ...]]:
    step = step_of(event)
    return step.code, step.page, step.args


def close(stage: Stage, number: int) -> None:
    play_round(stage, number)
    close_round(stage=stage, number=number, by=TEST)


def test_event_without_entries_wants_the_list():
    event = make_event(pairs=1)
    assert at(event) == ("import_entries", "entries-import", ())
    assert "1 队" in of_step(step_of(event))[2]


def test_event_without_a_stage_wants_a_plan():
    assert at(make_event(pairs=2))[0] == "make_plan"


def test_reserve_pairs_are_no_entries_yet():
    event = make_event(pairs=1)
    make_pair(event, 2, status="reserve")
    step = step_of(event)
    assert (step.code, step.page, step.query) == ("confirm_reserves", "entries", {"status": "reserve"})
    assert of_step(step)[0] == "1 队候补待确认"
    assert "现在参赛 1 队" in of_step(step)[2]


def test_one_reserve_alone_is_no_event():
    event = make_event(pairs=0)
    make_pair(event, 1, status="reserve")
    assert at(event)[0] == "import_entries"


def test_before_the_draw_the_way_to_the_check_in_is_named_while_it_is_open():
    event = make_stage(pairs=8, drawn=False).event
    event.pairs.filter(number__lte=3).update(checked_in_at=timezone.now())
    step = step_of(event)
    assert (step.code, step.also) == ("draw_groups", "check-in")
    assert "签到还没有结束，已到 3 队。" in of_step(step)[2]
    assert of_way_aside(step) == "签到"

    event.pairs.update(checked_in_at=timezone.now())
    Event.objects.update(check_in_closed_at=timezone.now())
    event.refresh_from_db()
    step = step_of(event)
    assert (step.code, step.also, of_way_aside(step)) == ("draw_groups", "", "")


def test_walk_of_one_stage_from_draw_to_the_last_announcement():
    stage = make_stage(pairs=8, drawn=False)
    event = stage.event
    assert at(event) == ("draw_groups", "draw", (1,))

    open_lots(stage=stage, by=TEST)
    assert at(event) == ("type_lots", "lots", (1,))
    assert "8 队" in of_step(step_of(event))[2]

    for place in range(8):
        type_lot(stage=stage, number=place + 1, lot=f"{'AB'[place // 4]}{place % 4 + 1}", by=TEST)
    assert at(event) == ("finish_lots", "lots", (1,))
    assert "8 队的签都已录入" in of_step(step_of(event))[2]
    assert not event_progress(event).stages[0].is_drawn
    finish_lots(stage=stage, by=TEST)
    assert at(event) == ("make_rounds", "draw", (1,))


def test_walk_through_the_rounds():
    stage = make_stage(pairs=8, rounds=2, published=False)
    event = stage.event
    assert at(event) == ("publish_draw", "draw", (1,))

    publish_all(stage)
    assert at(event) == ("start_round", "round", (1, 1))
    assert of_step(step_of(event))[:2] == ("预赛第 1 轮开赛计时", "去开赛")
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    assert at(event) == ("enter_results", "round", (1, 1))
    assert "4 桌" in of_step(step_of(event))[2]

    play_round(stage, 1)
    assert at(event) == ("close_round", "round", (1, 1))
    close_round(stage=stage, number=1, by=TEST)
    assert at(event) == ("publish_standings", "standings", (1,))
    publish_standings(stage=stage, number=1, by=TEST)
    assert at(event) == ("start_round", "round", (1, 2))

    close(stage, 2)
    assert at(event) == ("publish_standings", "standings", (1,))
    publish_standings(stage=stage, number=2, by=TEST)
    assert at(event) == ("finished", "papers", ())
    assert step_of(event).state == "done"


def test_standings_left_unpublished_are_not_asked_for_once_the_next_round_is_entered():
    stage = make_stage(pairs=8, rounds=2)
    close(stage, 1)
    play_round(stage, 2)
    assert at(stage.event) == ("close_round", "round", (1, 2))


def test_drawn_stage_without_rounds_wants_them_and_then_they_wait_to_be_published():
    stage = make_stage(pairs=8, published=False)
    stage.groups.get(ordinal=1).rounds.all().delete()
    stage.groups.get(ordinal=2).rounds.all().delete()
    assert at(stage.event) == ("make_rounds", "draw", (1,))
    make_rounds(stage=stage, by=TEST)
    assert at(stage.event)[0] == "publish_draw"


def test_rounds_without_positions_are_played_all_the_same():
    stage = make_stage(pairs=8, rounds=2)
    stage.entries.update(position=None)
    assert at(stage.event) == ("start_round", "round", (1, 1))
    first = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[0]
    enter_result(match=first, sheet=passed(Side.NS), by=TEST)
    assert at(stage.event) == ("enter_results", "round", (1, 1))


def test_where_no_time_is_limited_nobody_is_asked_to_start_a_clock():
    event = make_event(pairs=8)
    stage = make_stage(event, rounds=2, resolved_rules={**event.resolved_rules, "minutes": None})
    assert at(stage.event) == ("enter_results", "round", (1, 1))


def test_second_stage_comes_after_the_first_is_announced():
    heats = make_stage(pairs=8, rounds=1)
    entry = {"from": heats.name, "top_per_group": 2}
    make_stage(heats.event, name="决赛", entry=entry, drawn=False)
    close(heats, 1)
    publish_standings(stage=heats, number=1, by=TEST)
    assert at(heats.event) == ("draw_qualifiers", "draw", (2,))


@pytest.mark.parametrize("code", STEPS)
def test_every_step_has_words_that_fill_in(code: str):
    told = {"stage": "预赛", "round": 2, "count": 5, "playing": 1}
    what, do, _note = of_step(NextStep(code, "desk", params=told))
    assert "%(" not in what
    assert do


@pytest.mark.parametrize("pairs", [8, 32])
def test_progress_costs_six_queries_for_any_size(pairs: int, django_assert_num_queries):
    event = make_stage(pairs=pairs, rounds_played=1).event
    with django_assert_num_queries(6):
        progress = event_progress(event)
        next_step(progress)
    first = progress.stages[0].rounds[0]
    assert (first.table_count, first.missing_count) == (pairs // 2, 0)


def test_who_has_not_come_by_the_end_of_the_check_in_is_settled_before_the_draw():
    stage = make_stage(pairs=4, drawn=False)
    event = stage.event
    event.pairs.exclude(number=4).update(checked_in_at=timezone.now())
    assert at(event)[0] == "draw_groups"

    event.check_in_closed_at = timezone.now()
    event.save()
    assert at(event) == ("settle_absent", "absent", ())
    assert "1 队没有签到" in of_step(step_of(event))[0]

    event.pairs.update(checked_in_at=timezone.now())
    assert at(event)[0] == "draw_groups"
