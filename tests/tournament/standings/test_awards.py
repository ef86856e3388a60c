"""Awards: counts and shares, ties at an edge, corrections, what the public sees, papers; units."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.rules import Grade, Side
from tests.tournament.factories import TEST, make_director, make_event, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.publish import publish_standings
from tournament.actions.withdraw_pair import withdraw_pair
from tournament.lists.awards import WinnersTable, winners_of
from tournament.lists.papers.catalogue import PAPERS, Wanted
from tournament.models import Draw, DrawKind, Entry, Event, Match, Pair, PairStatus, Stage
from tournament.queries.awards import awards_desk, decided_from

pytestmark = pytest.mark.django_db

PAGE = "/e/sai/desk/awards/"
SETTLE = "/e/sai/desk/stages/1/awards/settle/"
TWO_PRIZES = [{"prizes": [{"name": "一等奖", "count": 2}, {"name": "二等奖", "count": 3}]}]


@pytest.fixture
def stage() -> Stage:
    """Eight pairs, one round: the four 南北 pairs are equal at the top, the four others behind them."""
    event = make_event(pairs=8, slug="sai", rulebook="devzone-26", rules={"tiebreaks": []}, awards=TWO_PRIZES)
    stage = make_stage(event, group_size=8, rounds=1)
    for match in matches(stage):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    return stage


def matches(stage: Stage) -> list[Match]:
    return list(Match.objects.filter(round__group__stage=stage, kind="play").order_by("table"))


def top(stage: Stage) -> list[int]:
    return sorted(match.ns.number for match in matches(stage))


@pytest.fixture
def desk(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def winners(event: Event) -> dict[str, list[int]]:
    event.refresh_from_db()
    found: dict[str, list[int]] = {}
    for one in awards_desk(event).lists:
        for winner in winners_of(one):
            found.setdefault(winner.prize, []).append(winner.number)
    return found


def settle(desk: Client, stage: Stage, **sent: Any) -> Any:
    tied = ",".join(str(number) for number in top(stage))
    return desk.post(SETTLE, {"group": "A", "tied": tied, "submission": "k", **sent})


def text_of(client: Client, url: str) -> str:
    page = client.get(url).content.decode()
    return re.sub(r"\s+", "", re.sub(r"<[^>]*>", " ", page))


# -- ties at the edge --


def test_equal_pairs_at_the_edge_are_asked_about_and_nobody_has_the_award_yet(
    desk: Client, stage: Stage
) -> None:
    others = sorted(set(range(1, 9)) - set(top(stage)))
    assert winners(stage.event) == {"一等奖（待定）": top(stage), "二等奖（待定）": others}
    page = text_of(desk, PAGE)
    assert "一等奖还有2个名额" in page
    assert "成绩完全相同，请决定给谁" in page


def test_lots_by_the_computer_are_kept_and_decide(desk: Client, stage: Stage) -> None:
    assert settle(desk, stage, how="computer").status_code == 302
    draw = Draw.objects.get(kind=DrawKind.AWARD)
    order = draw.result[0]["order"]
    assert draw.seed
    assert draw.algorithm
    assert draw.inputs_digest
    assert sorted(order) == top(stage)
    assert sorted(winners(stage.event)["一等奖"]) == sorted(order[:2])
    assert sorted(winners(stage.event)["二等奖"][:2]) == sorted(order[2:])


def test_a_play_off_is_typed_as_an_order(desk: Client, stage: Stage) -> None:
    order = top(stage)[::-1]
    assert settle(desk, stage, how="order", order="、".join(map(str, order))).status_code == 302
    assert Draw.objects.get(kind=DrawKind.AWARD).seed == ""
    assert winners(stage.event)["一等奖"] == order[:2]


def test_cards_that_were_drawn_are_ordered_by_the_page(desk: Client, stage: Stage) -> None:
    one, two, three, four = top(stage)
    cards = {f"card_{one}": "黑桃3", f"card_{two}": "大王", f"card_{three}": "♥A", f"card_{four}": "♠Ａ"}
    assert settle(desk, stage, how="cards", **cards).status_code == 302
    assert Draw.objects.get(kind=DrawKind.AWARD).result == [{"order": [two, four, three, one]}]


def test_equal_cards_are_refused_with_what_was_typed_kept(desk: Client, stage: Stage) -> None:
    one, two, three, four = top(stage)
    cards = {f"card_{one}": "黑桃3", f"card_{two}": "♠3", f"card_{three}": "♥A", f"card_{four}": "大王"}
    answer = settle(desk, stage, how="cards", **cards)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f"{one}、{two} 号抽到的牌分不出大小" in page
    assert 'value="黑桃3"' in page
    assert not Draw.objects.filter(kind=DrawKind.AWARD).exists()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"how": "order", "order": "1"}, "要把并列的各队都写上"),
        ({"how": "order"}, "要把并列的各队都写上"),
        ({"how": "cards"}, "请写这一队抽到的牌"),
    ],
)
def test_half_an_answer_is_refused_at_its_place(
    desk: Client, stage: Stage, sent: dict[str, str], said: str
) -> None:
    answer = settle(desk, stage, **sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_all_of_them_get_it_and_the_next_award_has_so_many_fewer(desk: Client, stage: Stage) -> None:
    settle(desk, stage, how="all")
    found = winners(stage.event)
    assert found["一等奖"] == top(stage)
    assert len(found["二等奖（待定）"]) == 4
    assert "成绩相同，都给奖" in text_of(desk, PAGE)


def test_with_all_at_every_edge_nothing_is_asked(stage: Stage) -> None:
    stage.event.awards = [{**TWO_PRIZES[0], "edge": "all"}]
    stage.event.save()
    assert {prize: len(pairs) for prize, pairs in winners(stage.event).items()} == {"一等奖": 4, "二等奖": 4}


def test_lots_pressed_twice_are_drawn_once_and_a_settled_tie_is_not_drawn_again(
    desk: Client, stage: Stage
) -> None:
    settle(desk, stage, how="computer")
    settle(desk, stage, how="computer")
    settle(desk, stage, how="computer", submission="another")
    assert Draw.objects.filter(kind=DrawKind.AWARD).count() == 1


def test_a_decision_taken_back_is_kept_in_the_record_and_asked_again(desk: Client, stage: Stage) -> None:
    settle(desk, stage, how="all")
    tied = ",".join(str(number) for number in top(stage))
    sent = {"group": "A", "tied": tied, "submission": "back"}
    assert desk.post("/e/sai/desk/stages/1/awards/reopen/", sent).status_code == 302
    assert "一等奖" not in winners(stage.event)
    assert not Draw.objects.get(kind=DrawKind.AWARD).is_current
    again = desk.post("/e/sai/desk/stages/1/awards/reopen/", {**sent, "submission": "twice"}, follow=True)
    assert "没有什么可以撤销" in again.content.decode()
    assert list(Entry.objects.order_by("pk").values_list("verb", flat=True))[-2:] == [
        "settle_award",
        "reopen_award",
    ]


def test_decisions_about_two_ties_stand_side_by_side() -> None:
    decided = decided_from([{"order": [5, 3]}, {"all": [7, 8]}])
    assert (decided.orders, decided.shared) == (((5, 3),), ((7, 8),))
    assert decided_from([4, 2]).orders == ((4, 2),)


# -- corrections reach the winners --


def test_a_correction_changes_the_winners_and_asks_again_where_others_are_equal(stage: Stage) -> None:
    first = matches(stage)[0]
    before = first.ns.number
    stage.event.awards = [{"counts": [3]}]
    stage.event.save()
    enter_result(match=first, sheet=passed(Side.EW, loser_level=9), by=TEST, reason="填反了")
    assert before not in winners(stage.event)["一等奖（待定）"]
    assert first.ew.number in winners(stage.event)["一等奖（待定）"]


def test_a_penalty_decides_an_edge_until_it_is_cancelled(stage: Stage) -> None:
    stage.event.awards = [{"counts": [3]}]
    stage.event.save()
    worst = top(stage)[0]
    given = give_penalty(
        event=stage.event, stage=stage, number=worst, grade=Grade.WARNING, points=Decimal(-1), by=TEST
    )
    assert winners(stage.event) == {"一等奖": top(stage)[1:]}
    cancel_penalty(penalty=given, reason="记错了", by=TEST)
    assert winners(stage.event) == {"一等奖（待定）": top(stage)}


# -- scopes, shares, words --


def test_school_grades_each_group_gives_its_own_awards() -> None:
    event = make_event(pairs=8, slug="sai", awards=[{"counts": [1, 1]}])
    make_stage(event, group_size=4, rounds=3, rounds_played=3)
    lists = awards_desk(event).lists
    assert [one.group for one in lists] == ["A", "B"]
    assert all(len(one.prizes) == 2 and one.pair_count == 4 for one in lists)


def test_each_category_gives_its_own_awards_with_its_own_ranks() -> None:
    event = make_event(pairs=8, slug="sai", awards=[{"counts": [1], "scope": "category", "edge": "all"}])
    event.pairs.filter(number__in=[2, 4, 6, 8]).update(category="女子")
    event.pairs.filter(number__in=[1, 3, 5, 7]).update(category="男子")
    make_stage(event, group_size=8, rounds=3, rounds_played=3)
    lists = awards_desk(event).lists
    assert [one.category for one in lists] == ["女子", "男子"]
    for one, odd in zip(lists, (0, 1), strict=True):
        first = winners_of(one)[0]
        assert first.rank == 1
        assert first.number % 2 == odd


def test_shares_are_rounded_line_by_line_and_said_in_words(desk: Client, stage: Stage) -> None:
    stage.event.awards = [{"shares": ["15", "25"], "edge": "all"}]
    stage.event.save()
    page = text_of(desk, PAGE)
    assert "一等奖：8队的15%是1.2，四舍五入为1队。" in page
    assert "二等奖：累计40%，8队的40%是3.2，四舍五入为3队，减去前面的1队，是2队。" in page


def test_a_pair_that_withdrew_gets_no_award_and_is_not_counted(stage: Stage) -> None:
    gone = top(stage)[0]
    withdraw_pair(pair=Pair.objects.get(event=stage.event, number=gone), by=TEST)
    stage.event.awards = [{"counts": [3]}]
    stage.event.save()
    assert awards_desk(stage.event).lists[0].pair_count == 7
    assert winners(stage.event) == {"一等奖": top(stage)[1:]}


def test_a_disqualified_pair_gets_none(stage: Stage) -> None:
    Pair.objects.filter(event=stage.event, number=top(stage)[0]).update(status=PairStatus.DISQUALIFIED)
    stage.event.awards = [{"counts": [3]}]
    stage.event.save()
    assert winners(stage.event) == {"一等奖": top(stage)[1:]}


def test_awards_before_the_draw_and_of_a_stage_that_is_gone_say_so(desk: Client, stage: Stage) -> None:
    stage.event.awards = [{"counts": [1], "stage": "决赛"}]
    stage.event.save()
    assert "这个阶段还没有分组" in text_of(desk, PAGE)


def test_a_stored_list_that_cannot_be_read_is_said_and_may_be_set_anew(desk: Client, stage: Stage) -> None:
    stage.event.awards = [{"whatever": 1}]
    stage.event.save()
    assert "读不懂，请重新设定" in text_of(desk, PAGE)


# -- the public, papers --


def test_f70_the_public_sees_winners_only_by_published_final_standings(client: Client, stage: Stage) -> None:
    assert client.get("/e/sai/awards/").status_code == 404
    publish_standings(stage=stage, number=1, by=TEST)
    assert "/e/sai/awards/" in client.get("/e/sai/").content.decode()
    assert "一等奖（待定）" in client.get("/e/sai/awards/").content.decode()


def test_the_public_follows_a_decision_but_not_a_correction_before_it_is_published(
    client: Client, desk: Client, stage: Stage
) -> None:
    publish_standings(stage=stage, number=1, by=TEST)
    order = top(stage)
    settle(desk, stage, how="order", order=" ".join(map(str, order)))
    shown = text_of(client, "/e/sai/awards/")
    assert f"一等奖1{order[0]}号" in shown
    enter_result(match=matches(stage)[0], sheet=passed(Side.EW, loser_level=9), by=TEST, reason="填反了")
    assert text_of(client, "/e/sai/awards/") == shown
    publish_standings(stage=stage, number=1, reason="第 1 桌填反", by=TEST)
    assert text_of(client, "/e/sai/awards/") != shown
    assert "更正" in text_of(client, "/e/sai/awards/")


@pytest.mark.parametrize("form", ["pdf", "xlsx", "csv", "txt", "png"])
def test_every_form_of_the_papers(desk: Client, stage: Stage, form: str) -> None:
    stage.event.unit_ranking = {"best": 1}
    stage.event.save()
    for what in ("awards", "unit-ranks"):
        answer = desk.get(f"/e/sai/desk/papers/{what}.{form}")
        assert answer.status_code == 200
        assert len(answer.content) > 50


def test_page_and_paper_show_the_same_winners(stage: Stage) -> None:
    stage.event.awards = [{**TWO_PRIZES[0], "edge": "all"}]
    stage.event.save()
    one = awards_desk(stage.event).lists[0]
    page = list(WinnersTable(one, event=stage.event).as_values())[1:]
    made = PAPERS["awards"].build(Wanted(stage.event, timezone.now()))
    assert [row[2] for row in made.sections[0].rows] == [row[2] for row in page]
    assert "获奖名单" in desk_papers(stage.event)


def desk_papers(event: Event) -> str:
    client = Client()
    client.force_login(make_director(event, "papers"), backend="django.contrib.auth.backends.ModelBackend")
    return client.get("/e/sai/desk/papers/").content.decode()


# -- cost: the same number of queries for a small and a larger field --


@pytest.mark.parametrize("pairs", [8, 48])
def test_awards_page_query_count(pairs: int, django_assert_num_queries: Any) -> None:
    event = make_event(pairs=pairs, slug="sai", awards=TWO_PRIZES, unit_ranking={"best": 2})
    stage = make_stage(event, group_size=4, rounds=3, rounds_played=3)
    publish_standings(stage=stage, number=3, by=TEST)
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    with django_assert_num_queries(20):
        assert client.get(PAGE).status_code == 200
    with django_assert_num_queries(18):
        assert client.get("/e/sai/desk/unit-ranks/").status_code == 200
    visitor = Client()
    with django_assert_num_queries(10):
        assert visitor.get("/e/sai/awards/").status_code == 200
    with django_assert_num_queries(7):
        assert visitor.get("/e/sai/unit-ranks/").status_code == 200
