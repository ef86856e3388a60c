"""The tabs of an event's pages: where they lead as the event goes on."""

from types import SimpleNamespace

import pytest
from django.template import engines
from django.test import RequestFactory

from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tournament.actions.publish import publish_standings
from tournament.actions.run_round import close_round
from tournament.models import Event, RoundState, Stage
from tournament.queries.progress import RoundProgress, StageProgress, event_progress
from tournament.templatetags.desk import (
    address,
    desk_address,
    desk_places,
    desk_progress,
    round_chip,
    stage_chip,
)

pytestmark = pytest.mark.django_db


def places(event: Event) -> dict[str, str]:
    return desk_places(event_progress(event))


def test_tabs_of_an_event_without_stages_are_those_that_need_none():
    assert set(places(make_event(pairs=0))) == {"next", "entries", "prints", "settings"}


def test_tabs_lead_to_the_stage_and_round_at_hand():
    heats = make_stage(pairs=8, rounds=2)
    make_stage(heats.event, name="决赛", entry={"from": heats.name, "top_per_group": 2}, drawn=False)
    slug = heats.event.slug

    for number in (1, 2):
        assert places(heats.event)["rounds"] == address("round", slug, 1, number)
        play_round(heats, number)
        close_round(stage=heats, number=number, by=TEST)
        publish_standings(stage=heats, number=number, by=TEST)

    assert places(heats.event)["groups"] == address("draw", slug, 2)
    assert places(heats.event)["rounds"] == address("round", slug, 1, 2)


def test_no_tab_of_rounds_before_there_are_any():
    assert places(make_stage(pairs=8, drawn=False).event)["rounds"] == ""


def test_page_that_does_not_exist_has_no_address():
    assert desk_address("no-such-page", "sai") == ""


def test_tags_are_silent_where_there_is_no_event():
    assert desk_progress({}) is None
    assert desk_progress({"event": SimpleNamespace(slug="sai")}) is None
    assert desk_places(None) == {}


def test_progress_of_the_view_is_not_read_again(django_assert_num_queries):
    event = make_event(pairs=2)
    progress = event_progress(event)
    with django_assert_num_queries(0):
        assert desk_progress({"event": event, "progress": progress}) is progress


def test_frame_of_the_desk_reads_the_event_once(django_assert_num_queries):
    event = make_stage(pairs=8).event
    page = engines["django"].from_string('{% extends "desk.html" %}')
    with django_assert_num_queries(6):
        page.render({"event": event}, RequestFactory().get("/e/x/desk/entries/"))


def one_round(state: RoundState) -> RoundProgress:
    return RoundProgress(1, state, 4, 4, False)


@pytest.mark.parametrize(
    ("state", "words", "kind"),
    [
        pytest.param(RoundState.DRAFT, "未公布", "quiet", id="draft"),
        pytest.param(RoundState.PUBLISHED, "已公布", "wait", id="published"),
        pytest.param(RoundState.PLAYING, "比赛中", "wait", id="playing"),
        pytest.param(RoundState.CLOSED, "已结束", "ok", id="closed"),
    ],
)
def test_chip_of_a_round(state: RoundState, words: str, kind: str):
    assert round_chip(one_round(state)) == {"text": words, "kind": kind}


@pytest.mark.parametrize(
    ("entrants", "placed", "states", "words"),
    [
        pytest.param(0, 0, [], "未分组", id="nobody drawn"),
        pytest.param(8, 5, [], "未分组", id="lots being typed"),
        pytest.param(8, 8, [], "已分组", id="drawn"),
        pytest.param(8, 8, [RoundState.DRAFT], "未公布", id="rounds made"),
        pytest.param(8, 8, [RoundState.CLOSED, RoundState.PUBLISHED], "进行中", id="second round"),
        pytest.param(8, 8, [RoundState.CLOSED], "已结束", id="all closed"),
    ],
)
def test_chip_of_a_stage(entrants: int, placed: int, states: list[RoundState], words: str):
    progress = StageProgress(
        Stage(name="预赛", grouping={"method": "draw", "size": 4}),
        entrants,
        placed,
        False,
        tuple(map(one_round, states)),
    )
    assert stage_chip(progress)["text"] == words


@pytest.mark.parametrize(("placed", "words"), [(0, "未编排"), (8, "已抽签")])
def test_chip_of_a_stage_without_groups(placed: int, words: str):
    stage = Stage(name="积分编排", grouping={"method": "one"})
    assert stage_chip(StageProgress(stage, 8, placed, False, ()))["text"] == words


@pytest.mark.parametrize(
    ("page", "args"),
    [
        *(
            (name, ())
            for name in ("desk", "entries", "entries-import", "event-plan", "papers", "event-settings")
        ),
        *((name, (1,)) for name in ("draw", "lots", "standings")),
        ("round", (1, 1)),
    ],
)
def test_page_that_a_tab_or_a_step_leads_to_is_there(page: str, args: tuple[int, ...]):
    assert address(page, "sai", *args).startswith("/e/sai/desk/")
