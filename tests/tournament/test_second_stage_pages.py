"""A stage entered from an earlier one: who comes, what stops it, and how a tie at the cut is settled."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.desks import open_desk, page, send, url
from tests.tournament.factories import TEST, make_stage, play_round, publish_all
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.models import Draw, DrawKind, Match, PairStatus, Stage

pytestmark = pytest.mark.django_db


def final_of(stage: Stage, **entry: Any) -> Stage:
    return make_stage(
        stage.event, drawn=False, name="决赛", entry={"from": stage.name, **(entry or {"top_per_group": 2})}
    )


def played(pairs: int = 8) -> Stage:
    stage = make_stage(pairs=pairs)
    for number in (1, 2, 3):
        play_round(stage, number)
    return stage


def tied() -> Stage:
    """Four pairs in one group, all equal in everything."""
    stage = make_stage(pairs=4)
    for match in Match.objects.filter(kind="play", round__group__stage=stage):
        enter_result(match=match, sheet=Scoresheet(ns_level=9, ew_level=9, ended=Ended.TIME), by=TEST)
    return stage


def test_the_final_names_the_tables_it_waits_for() -> None:
    stage = make_stage(pairs=8, rounds_played=2)
    final = final_of(stage)
    client = open_desk(stage.event)
    shown = page(client, final)
    assert "预赛还有 4 桌没有成绩" in shown
    assert "第 3 轮：第 1、2、3、4 桌" in shown
    assert send(client, "draw-run", final, based_on=0).status_code == 422


def test_the_final_lists_who_comes_from_where_and_starts_at_nothing() -> None:
    final = final_of(played())
    client = open_desk(final.event)
    shown = page(client, final)
    assert shown.count(" 组第 1 名") == 2
    assert shown.count(" 组第 2 名") == 2
    assert "前一阶段的成绩不带入，从零开始计分" in shown
    send(client, "draw-run", final, based_on=0)
    send(client, "draw-rounds", final, based_on=1)
    assert send(client, "draw-publish", final, what="all", based_on=1).status_code == 302
    assert final.entries.count() == 4
    assert not final.entries.exclude(carried=0).exists()


def test_a_tie_at_the_cut_is_shown_with_what_was_compared_and_lots_settle_it() -> None:
    final = final_of(tied())
    client = open_desk(final.event)
    shown = page(client, final)
    assert "4 队成绩完全相同，只有 2 队能晋级" in shown
    assert "依次比较了积分、" in shown
    assert url("draw-run", final) not in shown
    answer = send(client, "draw-tie", final, group="A", numbers="1 2 3 4")
    assert answer.status_code == 302
    drawn = Draw.objects.get(kind=DrawKind.CUT)
    assert drawn.seed
    assert sorted(drawn.result) == [1, 2, 3, 4]
    after = page(client, final)
    assert url("draw-run", final) in after
    assert f"晋级线上的次序：{'、'.join(map(str, drawn.result))}" in after
    assert drawn.seed in after


def test_typed_lots_or_a_play_off_settle_the_tie_and_a_wrong_order_stays_typed() -> None:
    final = final_of(tied())
    client = open_desk(final.event)
    wrong = send(client, "draw-tie", final, group="A", numbers="1 2 3 4", order="3、1、5、2")
    assert wrong.status_code == 422
    assert "请把 1、2、3、4 号各写一次" in wrong.content.decode()
    assert "3、1、5、2" in wrong.content.decode()
    right = send(client, "draw-tie", final, group="A", numbers="1 2 3 4", order="３ 1，4 2 号")
    assert right.status_code == 302
    assert Draw.objects.get(kind=DrawKind.CUT).result == [3, 1, 4, 2]
    stale = send(client, "draw-tie", final, submission="late", group="A", numbers="1 2 3 4", order="3 1 4 2")
    assert stale.status_code == 409


def test_cards_that_were_drawn_settle_the_tie_and_equal_ones_stay_typed() -> None:
    final = final_of(tied())
    client = open_desk(final.event)
    cards = {"card_1": "♠3", "card_2": "大王", "card_3": "红桃K", "card_4": "３"}
    asked = {"group": "A", "numbers": "1 2 3 4", "how": "cards"}
    wrong = send(client, "draw-tie", final, **asked, **cards)
    assert wrong.status_code == 422
    assert "1、4 号抽到的牌分不出大小" in wrong.content.decode()
    assert 'value="红桃K"' in wrong.content.decode()
    empty = send(client, "draw-tie", final, **asked)
    assert empty.status_code == 422
    assert not Draw.objects.filter(kind=DrawKind.CUT).exists()
    right = send(client, "draw-tie", final, **asked, **cards | {"card_4": "方块４"})
    assert right.status_code == 302
    assert Draw.objects.get(kind=DrawKind.CUT).result == [2, 3, 4, 1]


def test_an_empty_order_never_leaves_it_to_the_computer() -> None:
    final = final_of(tied())
    answer = send(
        open_desk(final.event), "draw-tie", final, group="A", numbers="1 2 3 4", how="order", order=""
    )
    assert answer.status_code == 422
    assert not Draw.objects.filter(kind=DrawKind.CUT).exists()


def test_f33_lots_at_the_cut_pressed_twice_are_drawn_once() -> None:
    final = final_of(tied())
    client = open_desk(final.event)
    answers = [send(client, "draw-tie", final, group="A", numbers="1 2 3 4") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Draw.objects.filter(kind=DrawKind.CUT).count() == 1


def test_all_equal_pairs_may_go_through() -> None:
    final = final_of(tied())
    client = open_desk(final.event)
    assert send(client, "draw-cut", final, cut_tie="all", based_on=1).status_code == 302
    shown = page(client, final)
    assert "现在共 4 队" in shown
    assert "改为抽签决定" in shown


def test_a_withdrawn_finalist_after_the_draft_is_named_and_the_next_is_waiting() -> None:
    stage = played()
    final = final_of(stage)
    draw_groups(stage=final, seed=1, by=TEST)
    make_rounds(stage=final, by=TEST)
    gone = final.entries.order_by("pk")[0].pair
    gone.event.pairs.filter(pk=gone.pk).update(status=PairStatus.WITHDRAWN)
    shown = page(open_desk(stage.event), final)
    assert "新增，还没有位置" in shown
    assert "已不参赛，还占着位置" in shown


@pytest.mark.parametrize("pairs", [8, 40])
def test_second_stage_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_stage(pairs=pairs)
    for number in (1, 2, 3):
        play_round(stage, number)
    final = final_of(stage, top=4)
    draw_groups(stage=final, seed=1, by=TEST)
    make_rounds(stage=final, by=TEST)
    publish_all(final)
    client = open_desk(stage.event)
    with django_assert_num_queries(QUERIES):
        client.get(url("draw", final))


QUERIES = 40
