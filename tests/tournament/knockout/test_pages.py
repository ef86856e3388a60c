"""The pages of a knock-out: the drawn bracket on the desk and for everybody, the draw page, corrections."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.rules import Side
from scoring.scoresheet import Ended, Scoresheet
from tournament.actions.enter_result import enter_result
from tournament.actions.publish import publish_groups, publish_standings
from tournament.lists.papers.rounds import pairings_by_table
from tournament.lists.papers.wanted import Wanted
from tournament.models import Stage

from ..factories import TEST, make_director, make_event, make_pair, make_stage, passed
from .knockouts import make_knockout, next_round, play, play_whole, tables, win

pytestmark = pytest.mark.django_db


def staff(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event))
    return client


def desk_page(stage: Stage, client: Client | None = None) -> str:
    client = client or staff(stage)
    return client.get(reverse("bracket", args=[stage.event.slug, stage.ordinal])).content.decode()


def public_page(stage: Stage) -> str:
    answer = Client().get(reverse("public-bracket", args=[stage.event.slug, stage.ordinal]))
    return answer.content.decode() if answer.status_code == 200 else f"HTTP {answer.status_code}"


def test_the_bracket_shows_every_round_by_name() -> None:
    stage = make_knockout(pairs=13, pairing={"placing": 8})
    play_whole(stage)
    html = desk_page(stage)
    for title in ("八分之一决赛", "四分之一决赛", "半决赛", "决赛", "三四名决赛", "第 5 至 8 名排位赛"):
        assert title in html
    assert html.count("<svg") == 4
    assert html.count("轮空") >= 3
    assert "冠军：" in html
    assert "style=" not in html.split("<main", 1)[1]


def test_a_drawn_bracket_is_shown_before_any_round_is_made() -> None:
    stage = make_knockout(pairs=5)
    html = desk_page(stage)
    for pair in stage.event.pairs.all():
        assert pair.partners[0].name in html
    assert html.count('class="link"') == 6


def test_rounds_drawn_afresh_stand_beside_each_other_without_lines() -> None:
    stage = make_knockout(pairs=6, pairing={"redraw": True})
    assert "每轮重新抽签" in desk_page(stage)
    play_whole(stage)
    html = desk_page(stage, staff_again(stage))
    assert 'class="link"' not in html
    assert "四分之一决赛" in html


def staff_again(stage: Stage) -> Client:
    client = Client()
    client.force_login(stage.event.memberships.get().person)
    return client


def test_names_are_escaped_and_long_ones_pressed_into_their_box() -> None:
    event = make_event(pairs=0, rulebook="national-2017", rules={"level_tie": "extra_deal"})
    make_pair(
        event, 1, names=("<script>甲</script>", "阿卜杜热西提·买买提艾力"), unit="市人力资源和社会保障局"
    )
    make_pair(event, 2)
    html = desk_page(make_knockout(event))
    assert "<script>甲" not in html
    assert "&lt;script&gt;" in html
    assert "textLength" in html


def test_no_bracket_for_another_kind_of_stage() -> None:
    stage = make_stage(pairs=8)
    address = [stage.event.slug, stage.ordinal]
    assert staff(stage).get(reverse("bracket", args=address)).status_code == 404
    assert Client().get(reverse("public-bracket", args=address)).status_code == 404


def test_the_desk_bracket_is_for_staff_only() -> None:
    stage = make_knockout(pairs=4)
    answer = Client().get(reverse("bracket", args=[stage.event.slug, stage.ordinal]))
    assert answer.status_code in (302, 404)


def test_f70_the_public_bracket_shows_published_things_only() -> None:
    stage = make_knockout(pairs=4)
    assert public_page(stage) == "HTTP 404"
    publish_groups(stage=stage, by=TEST)
    assert "半决赛" in public_page(stage)
    next_round(stage)
    play(stage, 1)
    assert "过A" not in public_page(stage)
    publish_standings(stage=stage, number=1, by=TEST)
    assert "过A" in public_page(stage)
    before = public_page(stage).count("第 1 桌")
    next_round(stage, publish=False)
    assert public_page(stage).count("第 1 桌") == before


def test_a_draft_round_is_not_on_the_public_bracket() -> None:
    stage = make_knockout(pairs=4)
    publish_groups(stage=stage, by=TEST)
    next_round(stage, publish=False)
    assert "第 1 桌" not in public_page(stage)
    assert "第 1 桌" in desk_page(stage)


@pytest.mark.parametrize("pairs", [4, 16])
def test_desk_bracket_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_knockout(pairs=pairs)
    next_round(stage)
    play(stage, 1)
    client = staff(stage)
    desk_page(stage, client)
    with django_assert_num_queries(24):
        desk_page(stage, client)


@pytest.mark.parametrize("pairs", [4, 16])
def test_public_bracket_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_knockout(pairs=pairs)
    next_round(stage)
    play(stage, 1)
    with django_assert_num_queries(8):
        public_page(stage)


def test_pages_say_when_the_wrong_pair_went_on() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    play(stage, 1, close=False)
    next_round(stage)
    match = tables(stage, 1)[0]
    assert match.ew is not None
    won, lost = sorted((match.ns.number, match.ew.number))
    side = Side.NS if match.ns.number == lost else Side.EW
    enter_result(match=match, sheet=passed(side), by=TEST)
    said = f"第 2 轮（决赛）第 1 桌是 {won} 号，按更正后的成绩应是 {lost} 号。"
    client = staff(stage)
    assert said in desk_page(stage, client)
    slug = stage.event.slug
    for address in (
        reverse("round", args=[slug, 1, 2]),
        reverse("match", args=[slug, 1, 1, match.table]),
    ):
        html = client.get(address).content.decode()
        assert said in html
        assert "去重新编排" in html


def test_the_draw_page_names_units_that_may_meet_early() -> None:
    event = make_event(pairs=0, rulebook="national-2017", rules={"level_tie": "extra_deal"})
    for number in range(1, 5):
        make_pair(event, number, unit="历史系" if number < 4 else "数学系")
    stage = make_knockout(event)
    client = staff(stage)
    html = client.get(reverse("draw", args=[event.slug, 1])).content.decode()
    assert "历史系的" in html
    assert "最早在半决赛相遇" in html
    assert "谁缺席、谁轮空" not in html
    assert reverse("bracket", args=[event.slug, 1]) in html


def test_the_walk_from_the_draw_to_the_champion_by_pages() -> None:
    stage = make_knockout(pairs=4, drawn=False)
    client, slug = staff(stage), stage.event.slug
    client.post(reverse("draw-run", args=[slug, 1]), {"submission": "a"})
    answer = client.post(reverse("pair-run", args=[slug, 1]), {"submission": "b", "number": 1})
    assert answer.status_code == 302
    client.post(reverse("draw-publish", args=[slug, 1]), {"submission": "c", "what": "all"})
    for match in tables(stage, 1):
        win(match, match.ns.number)
    answer = client.post(reverse("pair-run", args=[slug, 1]), {"submission": "d", "number": 2})
    assert answer.status_code == 302
    assert len(tables(stage, 2)) == 1


def test_a_round_with_an_open_table_names_it_on_the_page() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    first = tables(stage, 1)[0]
    win(first, first.ns.number)
    client = staff(stage)
    answer = client.post(reverse("pair-run", args=[stage.event.slug, 1]), {"submission": "x", "number": 2})
    assert answer.status_code == 422
    assert "还有 1 桌没有成绩（2 桌）" in answer.content.decode()


def test_pages_and_papers_call_a_round_by_its_name() -> None:
    stage = make_knockout(pairs=8, pairing={"placing": True})
    next_round(stage)
    play(stage, 1)
    next_round(stage)
    client, slug = staff(stage), stage.event.slug
    for name in ("round", "draw", "public-round"):
        args = [slug, 1] if name == "draw" else [slug, 1, 2]
        assert "第 2 轮（半决赛）" in client.get(reverse(name, args=args)).content.decode(), name
    made = pairings_by_table(Wanted(stage.event, timezone.now(), stage, 2))
    assert made.title == "淘汰赛第 2 轮（半决赛）对阵"
    assert made.subtitle == "按桌号"


def test_the_beaten_are_not_said_to_have_come_after_the_final_was_paired() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    play(stage, 1)
    next_round(stage, publish=False)
    html = staff(stage).get(reverse("draw", args=[stage.event.slug, stage.ordinal])).content.decode()
    assert "公布第 2 轮（决赛）对阵" in html
    assert "编排以后加入的" not in html


def test_standings_say_that_a_knock_out_ranks_by_who_beat_whom() -> None:
    stage = make_knockout(pairs=4)
    play_whole(stage)
    publish_standings(stage=stage, number=2, by=TEST)
    args = [stage.event.slug, stage.ordinal]
    client = staff(stage)
    desk = client.get(reverse("standings", args=args)).content.decode()
    entering = client.get(reverse("round", args=[*args, 2])).content.decode()
    public = Client().get(reverse("public-standings", args=args)).content.decode()
    for html in (desk, public):
        assert "第 3 名并列：3 号、4 号。淘汰赛里没有分出先后。" in html
        assert "已依次比较" not in html
    for html in (desk, public, entering):
        assert "名次：按淘汰赛的胜负，没有分出先后的并列" in html
    story = Client().get(reverse("pair", args=[stage.event.slug, 3])).content.decode()
    assert "比第 2 名" not in story
    assert "名次：按淘汰赛的胜负" in story


@pytest.mark.parametrize(("winner", "said"), [(Side.NS, "已录，南北胜"), (Side.EW, "已录，东西胜")])
def test_the_round_says_who_won_where_equal_levels_do_not(winner: Side, said: str) -> None:
    stage = make_knockout(pairs=2)
    next_round(stage)
    sheet = Scoresheet(ns_level=8, ew_level=8, winner=winner, ended=Ended.TIME)
    enter_result(match=tables(stage, 1)[0], sheet=sheet, by=TEST)
    page = staff(stage).get(reverse("round", args=[stage.event.slug, stage.ordinal, 1])).content.decode()
    assert said in page
