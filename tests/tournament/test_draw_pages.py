"""The draw page: what it says before it does it, what it refuses, and what outsiders learn meanwhile."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.desks import open_desk, page, send, url
from tests.tournament.factories import (
    make_event,
    make_pair,
    make_stage,
)
from tournament.models import Draw, Event, Match, PairStatus, Publication, Round

pytestmark = pytest.mark.django_db


def f18_event() -> Event:
    """14 pairs of 7 units of two."""
    event = make_event(pairs=0)
    for number in range(1, 15):
        make_pair(event, number, unit=f"第 {(number + 1) // 2} 分会")
    return event


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        pytest.param(14, "14 队分 4 组：4、4、3、3", id="F18: 14"),
        pytest.param(32, "32 队分 8 组，每组 4 队", id="32"),
        pytest.param(2, "全部参赛队一组，2 队", id="2"),
        pytest.param(1, "至少要有 2 队才能编排，现在只有 1 队", id="one pair"),
        pytest.param(0, "至少要有 2 队才能编排，现在只有 0 队", id="nobody"),
    ],
)
def test_f18_the_sizes_are_said_before_the_draw(pairs: int, said: str) -> None:
    stage = make_stage(pairs=pairs, drawn=False)
    assert said in page(open_desk(stage.event), stage)


def test_uneven_byes_are_said_before_the_draw_and_before_the_rounds() -> None:
    stage = make_stage(pairs=5, drawn=False, grouping={"method": "one"})
    client = open_desk(stage.event)
    said = "5 队的组每轮有一队轮空：3 轮里 3 队轮空一次，2 队没有轮空"
    assert said in page(client, stage)
    send(client, "draw-run", stage, based_on=0)
    assert said in page(client, stage)


def test_f18_the_whole_draw_by_its_buttons() -> None:
    stage = make_stage(f18_event(), drawn=False)
    client = open_desk(stage.event)
    assert send(client, "draw-run", stage, based_on=0).status_code == 302
    drawn = page(client, stage)
    assert "第 1 次抽签" in drawn
    assert "没有同单位的参赛队分在一组" in drawn
    assert send(client, "draw-rounds", stage, based_on=1).status_code == 302
    assert Match.objects.filter(kind="play").count() == 18
    assert send(client, "draw-publish", stage, what="all", based_on=1).status_code == 302
    assert Publication.objects.filter(is_current=True).count() == 4
    assert "分组公告第 1 号" in page(client, stage)
    assert "对阵公告第 3 号" in page(client, stage)


def test_f19_seven_units_of_two_never_meet_in_a_group_and_ten_of_fourteen_are_named() -> None:
    stage = make_stage(f18_event(), drawn=False)
    client = open_desk(stage.event)
    for count in range(20):
        send(client, "draw-run", stage, submission=f"draw-{count}", based_on=count)
        assert "没有同单位的参赛队分在一组" in page(client, stage)
    crowded = make_event(pairs=0)
    for number in range(1, 15):
        make_pair(crowded, number, unit="历史系" if number <= 10 else f"第 {number} 分会")
    stage = make_stage(crowded, drawn=False)
    client = open_desk(crowded, "other")
    send(client, "draw-run", stage, submission="crowded", based_on=0)
    shown = page(client, stage)
    assert shown.count("号同组，名额所限，无法避开") == 4
    assert "本可避开" not in shown


def test_f33_a_draw_pressed_twice_is_one_draw() -> None:
    stage = make_stage(pairs=8, drawn=False)
    client = open_desk(stage.event)
    answers = [send(client, "draw-run", stage, submission="once", based_on=0) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Draw.objects.count() == 1


def test_two_people_drawing_at_once_make_one_draw_and_the_second_is_told() -> None:
    stage = make_stage(pairs=8, drawn=False)
    client = open_desk(stage.event)
    send(client, "draw-run", stage, submission="first", based_on=0)
    second = send(client, "draw-run", stage, submission="second", based_on=0)
    assert second.status_code == 409
    assert "抽签" in second.content.decode()
    assert Draw.objects.count() == 1


def test_a_redraw_is_counted_and_shows_its_seed_and_digest() -> None:
    stage = make_stage(pairs=8, published=False)
    client = open_desk(stage.event)
    before = page(client, stage)
    assert "重新抽签，记为第 2 次抽签" in before
    send(client, "draw-run", stage, based_on=1)
    draw = Draw.objects.get(is_current=True)
    shown = page(client, stage)
    assert "第 2 次抽签" in shown
    assert draw.seed in shown
    assert draw.inputs_digest in shown
    assert Round.objects.count() == 0


def test_undo_goes_back_to_before_the_draw() -> None:
    stage = make_stage(pairs=8, published=False)
    client = open_desk(stage.event)
    assert send(client, "draw-undo", stage, based_on=1).status_code == 302
    assert "这一阶段已抽过 1 次" in page(client, stage)
    assert not stage.groups.exists()


def test_f70_each_thing_goes_up_and_comes_down_by_itself() -> None:
    stage = make_stage(pairs=8, published=False)
    client = open_desk(stage.event)
    send(client, "draw-publish", stage, what="one", based_on=1)
    send(client, "draw-publish", stage, what="one", number=1, based_on=1)
    assert list(Publication.objects.values_list("kind", "round_number")) == [
        ("groups", None),
        ("pairings", 1),
    ]
    assert set(Round.objects.filter(number=2).values_list("state", flat=True)) == {"draft"}
    answer = send(client, "draw-withdraw", stage, what="pairings", number=1)
    assert answer.status_code == 302
    assert set(Round.objects.values_list("state", flat=True)) == {"draft"}
    assert Publication.objects.get(is_current=True).kind == "groups"


def test_f70_outsiders_see_a_draw_only_while_it_is_up() -> None:
    stage = make_stage(pairs=8, published=False)
    client, outsider = open_desk(stage.event), Client()
    groups = url("public-groups", stage)
    first, second = (
        reverse("public-round", args=[stage.event.slug, stage.ordinal, number]) for number in (1, 2)
    )

    def seen() -> list[bool]:
        return [outsider.get(address).status_code == 200 for address in (groups, first, second)]

    assert seen() == [False, False, False]
    send(client, "draw-publish", stage, what="one", number=1, based_on=1)
    assert seen() == [False, True, False]
    send(client, "draw-publish", stage, what="all", based_on=1)
    assert seen() == [True, True, True]
    send(client, "draw-withdraw", stage, submission="down", what="groups", number=1)
    assert seen() == [False, True, True]
    send(client, "draw-withdraw", stage, what="pairings", number=1)
    assert seen() == [False, False, True]


def test_pairings_with_results_are_not_taken_down() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    client = open_desk(stage.event)
    assert "已开赛，不能撤下" in page(client, stage)
    answer = send(client, "draw-withdraw", stage, what="pairings", number=1)
    assert answer.status_code == 422
    assert "已有成绩，不能撤下对阵" in answer.content.decode()


def test_f76_a_stage_with_games_offers_no_way_to_lose_them() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    client = open_desk(stage.event)
    shown = page(client, stage)
    for name in ("draw-run", "draw-undo", "draw-rounds", "draw-plan"):
        assert url(name, stage) not in shown
        assert send(client, name, stage, based_on=1).status_code == 422
    assert Match.objects.count() == 6


def test_f16_a_list_that_changed_after_the_draw_is_named_and_not_published() -> None:
    stage = make_stage(pairs=20, published=False)
    make_pair(stage.event, 21, names=("新来甲", "新来乙"))
    client = open_desk(stage.event)
    shown = page(client, stage)
    assert "抽签以后名单有变动" in shown
    assert "新来甲" in shown
    answer = send(client, "draw-publish", stage, what="all", based_on=1)
    assert answer.status_code == 422
    assert "抽签时有 20 队，现在应有 21 队：21 号还没有位置" in answer.content.decode()
    assert not Publication.objects.exists()


def test_f16_with_one_gone_the_draw_may_stand_when_told() -> None:
    stage = make_stage(pairs=20, published=False)
    stage.event.pairs.filter(number=7).update(status=PairStatus.WITHDRAWN)
    client = open_desk(stage.event)
    assert "已不参赛，还占着位置" in page(client, stage)
    assert send(client, "draw-publish", stage, what="all", based_on=1).status_code == 422
    assert send(client, "draw-publish", stage, what="all", based_on=1, as_drawn=1).status_code == 302


def test_the_plan_is_changed_on_the_page_and_a_wrong_one_comes_back_as_typed() -> None:
    stage = make_stage(pairs=14, drawn=False)
    client = open_desk(stage.event)
    plan = {"method": "draw", "by": "count", "number": 3, "units_apart": "on", "rounds": 4, "based_on": 1}
    assert send(client, "draw-plan", stage, **plan).status_code == 302
    assert "14 队分 3 组：5、5、4" in page(client, stage)
    wrong = send(client, "draw-plan", stage, **{**plan, "submission": "wrong", "number": "", "based_on": 2})
    assert wrong.status_code == 422
    assert "请写明分几组，或每组几队，二者选一" in wrong.content.decode()
    stale = send(client, "draw-plan", stage, **{**plan, "submission": "stale", "number": 2})
    assert stale.status_code == 409


def test_the_sizes_are_said_while_the_plan_is_typed() -> None:
    stage = make_stage(pairs=14, drawn=False)
    client = open_desk(stage.event)
    told = client.get(url("draw-sizes", stage), {"method": "draw", "by": "count", "number": "９"}).content
    assert "14 队最多分 7 组，不能分 9 组" in told.decode()
    told = client.get(url("draw-sizes", stage), {"method": "snake", "by": "size", "number": "5"}).content
    assert "14 队分 3 组：5、5、4" in told.decode()


def test_f72_names_with_script_stay_text() -> None:
    event = make_event(pairs=3)
    make_pair(event, 4, names=("<script>alert(1)</script>", '王"x'), unit="<b>系</b>")
    stage = make_stage(event)
    client = open_desk(event)
    for name in ("draw", "movement", "lots"):
        shown = client.get(url(name, stage)).content.decode()
        assert "<script>alert" not in shown
        assert "<b>系" not in shown


def test_many_groups_are_shown_in_pages() -> None:
    stage = make_stage(pairs=122, published=False, group_size=2)
    client = open_desk(stage.event)
    assert page(client, stage).count('class="group"') == 60
    assert page(client, stage, "?groups=2").count('class="group"') == 1


@pytest.mark.parametrize("pairs", [8, 40])
def test_draw_page_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_stage(pairs=pairs)
    client = open_desk(stage.event)
    with django_assert_num_queries(QUERIES_DRAW):
        client.get(url("draw", stage))


QUERIES_DRAW = 28
