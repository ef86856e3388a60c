"""What people read: no groups where there is one, rounds of a knock-out by name, reasons that are said."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.rules import Side
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.factories import TEST, make_director, make_event, make_stage, passed
from tests.tournament.knockout.knockouts import make_knockout, next_round
from tests.tournament.knockout.knockouts import play as play_knockout
from tests.tournament.rounds import swiss
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings, publish_standings
from tournament.exports.text import to_text
from tournament.lists.papers.catalogue import PAPERS, Wanted
from tournament.lists.papers.scoresheets import blank_sheets
from tournament.models import Event, Match, PublicView, Stage
from tournament.queries.next_step import next_step
from tournament.queries.progress import event_progress
from tournament.wording.entering import question
from tournament.wording.pairing import reason_text
from tournament.wording.steps import of_step

pytestmark = pytest.mark.django_db
GROUP_WORDS = re.compile("[A-Z] 组|未分组|已分组|编成|各组|分组公告|分组和|分组表|小组")


def staff(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event))
    return client


def seen(client: Client, name: str, *args: Any, **query: Any) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200, (name, args)
    html = answer.content.decode().split("<main", 1)[1]
    return re.sub(r"<[^>]+>", "", html)


# -- does a stage speak of groups --


@pytest.mark.parametrize(
    ("grouping", "speaks"),
    [
        pytest.param({}, False, id="nothing said"),
        pytest.param({"method": "one"}, False, id="one group"),
        pytest.param({"method": "draw"}, False, id="drawn places of a bracket"),
        pytest.param({"method": "draw", "count": 1}, False, id="one group by number"),
        pytest.param({"method": "draw", "count": 2}, True, id="two groups"),
        pytest.param({"method": "snake", "size": 4}, True, id="groups of four"),
        pytest.param({"method": "unit"}, True, id="by unit"),
    ],
)
def test_before_the_draw_the_plan_says_whether_there_are_groups(grouping: dict, speaks: bool) -> None:
    assert Stage(grouping=grouping).has_groups is speaks


@pytest.mark.parametrize(("size", "speaks"), [(4, True), (8, False)])
def test_after_the_draw_the_groups_themselves_do(size: int, speaks: bool, django_assert_num_queries) -> None:
    stage = make_stage(pairs=8, group_size=size, rounds=3)
    found = Stage.objects.get(pk=stage.pk)
    with django_assert_num_queries(0):
        assert found.has_groups is speaks
    assert stage.has_groups is speaks


def test_a_file_with_more_groups_than_its_plan_has_groups() -> None:
    stage = make_stage(pairs=8, group_size=4)
    Stage.objects.filter(pk=stage.pk).update(grouping={})
    assert Stage.objects.get(pk=stage.pk).has_groups


@pytest.fixture
def one_group() -> Stage:
    """A Swiss of seven pairs, one round played and announced, the second paired."""
    stage = swiss.swiss_stage(pairs=7, name="积分编排")
    swiss.pair_next(stage)
    swiss.play(stage, 1)
    publish_standings(stage=stage, number=1, by=TEST)
    swiss.pair_next(stage)
    return stage


def test_no_page_of_a_stage_with_one_group_speaks_of_groups(one_group: Stage) -> None:
    event = one_group.event
    client, slug, number = staff(event), event.slug, one_group.entries.first().pair.number
    pages = [
        ("desk", slug), ("draw", slug, 1), ("round", slug, 1, 1), ("standings", slug, 1),
        ("cross-table", slug, 1), ("papers", slug), ("journal", slug), ("draws", slug),
        ("entry", slug, number),
        ("event", slug), ("public-groups", slug, 1), ("public-round", slug, 1, 2), ("pair", slug, number),
        ("public-standings", slug, 1), ("public-cross", slug, 1), ("public-draws", slug),
    ]  # fmt: skip
    for name, *args in pages:
        text = seen(client, name, *args)
        text = text.split("分组办法")[0] if name == "draw" else text  # how it is divided can still be chosen
        assert GROUP_WORDS.findall(text) == [], name


def test_no_paper_of_a_stage_with_one_group_speaks_of_groups(one_group: Stage) -> None:
    group = one_group.groups.get()
    for kind in PAPERS.values():
        for narrowed in (None, group):
            want = Wanted(one_group.event, timezone.now(), one_group, 1, narrowed if kind.by_group else None)
            made = kind.build(want)
            told = "\n".join((made.full_title, to_text(made), *(part.heading for part in made.sections)))
            assert GROUP_WORDS.findall(told) == [], kind.key
    asked = Wanted(one_group.event, timezone.now(), one_group, 1, group)
    titles = {PAPERS[key].build(asked).title for key in ("standings", "groups")}
    assert titles == {"积分编排名次", "积分编排签号表"}
    assert {sheet.group for sheet in blank_sheets(one_group, 1)} == {""}


def test_the_next_step_of_one_group_is_a_draw_without_groups() -> None:
    event = make_event(pairs=7)
    stage = make_stage(
        event,
        drawn=False,
        name="积分编排",
        grouping={"method": "one"},
        pairing={"method": "swiss", "rounds": 5},
    )
    assert of_step(next_step(event_progress(event)))[0] == "积分编排：抽签"
    assert "全部参赛队一组，7 队" in seen(staff(event), "draw", event.slug, 1)
    draw_groups(stage=stage, seed=1, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    assert of_step(next_step(event_progress(event)))[0] == "积分编排：核对并公布对阵"


def test_the_journal_tells_a_late_lot_by_its_stage(one_group: Stage) -> None:
    text = seen(staff(one_group.event), "journal", one_group.event.slug)
    assert "积分编排抽签（第 1 次）" in text
    assert "公布积分编排抽签结果（抽签公告第 1 号）" in text


# -- rounds of a knock-out by their names --


def test_a_round_of_a_knock_out_has_its_name_before_it_is_made() -> None:
    stage = make_knockout(pairs=8, pairing={"placing": True})
    told = []
    for number in (1, 2, 3):
        told.append(of_step(next_step(event_progress(stage.event)))[0])
        next_round(stage)
        play_knockout(stage, number)
        publish_standings(stage=stage, number=number, by=TEST)
    assert told == [
        "淘汰赛：编排第 1 轮（四分之一决赛）",
        "淘汰赛：编排第 2 轮（半决赛）",
        "淘汰赛：编排第 3 轮（决赛、三四名决赛）",
    ]


def test_every_page_and_paper_names_the_round_of_a_knock_out() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    play_knockout(stage, 1)
    publish_standings(stage=stage, number=1, by=TEST)
    client, slug = staff(stage.event), stage.event.slug
    table = Match.objects.filter(round__group__stage=stage, table__isnull=False).first().table
    pages = [
        ("desk", slug), ("draw", slug, 1), ("round", slug, 1, 1), ("match", slug, 1, 1, table),
        ("round-grid", slug, 1, 1), ("standings", slug, 1), ("papers", slug), ("journal", slug),
        ("bracket", slug, 1), ("event", slug), ("public-round", slug, 1, 1), ("public-standings", slug, 1),
        ("public-bracket", slug, 1), ("draws", slug),
    ]  # fmt: skip
    for name, *args in pages:
        html = re.sub("<th .*?</th>", "", client.get(reverse(name, args=args)).content.decode())  # narrow
        found = html.replace("第 1 轮（半决赛）", "")
        assert "第 1 轮" not in found, name
    for key in ("tables", "results", "rounds", "standings"):
        want = Wanted(stage.event, timezone.now(), stage, 1)
        made = PAPERS[key].build(want)
        text = "".join((made.full_title, made.subtitle, *(part.heading for part in made.sections)))
        assert "第 1 轮（半决赛）" in text, key
    assert {sheet.group for sheet in blank_sheets(stage, 1)} == {"半决赛"}


# -- provisional, and why --


def test_standings_beside_the_slips_are_provisional_until_they_are_announced() -> None:
    stage = swiss.swiss_stage(pairs=4, rounds=1, name="积分编排")
    swiss.pair_next(stage)
    swiss.play(stage, 1)
    client, slug = staff(stage.event), stage.event.slug
    assert "积分编排名次（暂定）" in seen(client, "round", slug, 1, 1)
    publish_standings(stage=stage, number=1, by=TEST)
    final = seen(client, "round", slug, 1, 1)
    assert "积分编排名次" in final
    assert "暂定" not in final


def test_why_these_two_tells_the_points_in_the_order_of_the_row() -> None:
    kept = {"code": "nearest_points", "a": 3, "a_points": "4", "b": 8, "b_points": "2"}
    assert reason_text(kept, 3) == "积分最接近（3 号 4 分，8 号 2 分）"
    assert reason_text(kept, 8) == "积分最接近（8 号 2 分，3 号 4 分）"
    older = {"code": "nearest_points", "a_points": "4", "b_points": "2"}
    assert reason_text(older, 8) == "积分最接近（4 分对 2 分）"


def test_the_button_says_that_the_draw_goes_public_with_the_first_round() -> None:
    event = make_event(pairs=7)
    stage = make_stage(
        event, drawn=False, grouping={"method": "one"}, pairing={"method": "swiss", "rounds": 5}
    )
    draw_groups(stage=stage, seed=1, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    client = staff(event)
    assert "公布抽签结果和第 1 轮对阵" in seen(client, "draw", event.slug, 1)
    publish_groups(stage=stage, by=TEST)
    after = seen(client, "draw", event.slug, 1)
    assert "公布第 1 轮对阵" in after
    assert "公布抽签结果和第" not in after


@pytest.mark.parametrize(
    ("tie", "knockout", "equal", "asked"),
    [
        ("extra_deal", True, True, "级数相同，按规程加打一副定胜负。哪一方胜？"),
        ("lots", False, True, "级数相同，按规程抽签定胜负。哪一方胜？"),
        ("draw", True, True, "级数相同，淘汰赛要分出胜负。哪一方胜？"),
        ("draw", False, True, "级数相同，这一积分办法没有平局。哪一方胜？"),
        ("draw", False, False, "按裁定写明胜方：哪一方胜？"),
    ],
)
def test_the_question_for_the_winner_says_why_it_is_asked(
    tie: str, knockout: bool, equal: bool, asked: str
) -> None:
    rules = make_stage(make_event(pairs=2, rulebook="national-2017", rules={"level_tie": tie}), drawn=False)
    assert question("winner", rules.scoring_rules, levels_equal=equal, knockout=knockout) == asked


def test_both_pairs_stand_beside_the_answers() -> None:
    stage = make_knockout(pairs=2)
    next_round(stage)
    match = Match.objects.get(round__group__stage=stage)
    typed = {"table": match.table, "shown": match.table, "ns_level": "8", "ew_level": "8", "part": "all"}
    text = seen_part(staff(stage.event), "round-look", stage.event.slug, 1, 1, **typed)
    asked = text.split("哪一方胜？", 1)[1]
    for side in (match.ns, match.ew):
        assert f"{side.number} 号" in asked
        assert side.partners[0].name in asked


def seen_part(client: Client, name: str, *args: Any, **query: Any) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return re.sub(r"<[^>]+>", "", answer.content.decode())


# -- what was played, and what counts --


def test_a_table_with_equal_levels_says_who_won_wherever_it_is_listed() -> None:
    stage = make_knockout(
        make_event(
            pairs=2, rulebook="national-2017", rules={"level_tie": "extra_deal"}, public_view=PublicView.LIVE
        )
    )
    next_round(stage)
    match = Match.objects.select_related("ns", "ew").get(round__group__stage=stage)
    sheet = Scoresheet(ns_level=8, ew_level=8, winner=Side.EW, ended=Ended.TIME)
    enter_result(match=match, sheet=sheet, by=TEST)
    slug = stage.event.slug
    assert "8 : 8（东西胜）" in seen(Client(), "public-round", slug, 1, 1)
    assert "8 : 8（胜）" in seen(Client(), "pair", slug, match.ew.number)
    assert "8 : 8（负）" in seen(Client(), "pair", slug, match.ns.number)
    made = PAPERS["results"].build(Wanted(stage.event, timezone.now(), stage, 1))
    assert made.sections[0].rows[0][-1] == "东西胜"


def test_levels_that_tell_the_winner_are_left_alone() -> None:
    stage = make_stage(make_event(pairs=4, public_view=PublicView.LIVE), group_size=4)
    enter_result(match=Match.objects.filter(table=1).first(), sheet=passed(Side.NS, loser_level=9), by=TEST)
    assert "过A : 9（" not in seen(Client(), "public-round", stage.event.slug, 1, 1)


def devzone_swiss() -> Stage:
    event = make_event(pairs=5, rulebook="devzone-26", public_view=PublicView.LIVE)
    stage = swiss.swiss_stage(event, rounds=2)
    swiss.pair_next(stage)
    return stage


def test_a_bye_shows_its_points_and_its_level_difference_once_it_counts() -> None:
    stage = devzone_swiss()
    out = swiss.sitting_out(stage, 1)[0]
    client, slug = staff(stage.event), stage.event.slug
    row = re.compile("轮空.*?</tr>", re.DOTALL)
    for page in (
        Client().get(reverse("pair", args=[slug, out])),
        client.get(reverse("round", args=[slug, 1, 1])),
    ):
        assert "17" not in row.search(page.content.decode()).group(), "nothing counts before the first result"
    swiss.play(stage, 1, close=False)
    for page in (
        Client().get(reverse("pair", args=[slug, out])),
        client.get(reverse("desk-pair", args=[slug, 1, out])),
    ):
        shown = row.search(page.content.decode()).group()
        assert "级差 +4" in shown
        assert ">17<" in shown
    assert ">17<" in row.search(client.get(reverse("round", args=[slug, 1, 1])).content.decode()).group()


# -- the way on, and back --


def test_a_finished_event_leads_to_awards_bracket_and_standings() -> None:
    stage = make_knockout(pairs=2)
    next_round(stage)
    play_knockout(stage, 1)
    client, slug = staff(stage.event), stage.event.slug
    assert reverse("awards", args=[slug]) not in client.get(reverse("desk", args=[slug])).content.decode()
    publish_standings(stage=stage, number=1, by=TEST)
    html = client.get(reverse("desk", args=[slug])).content.decode()
    for address in (
        reverse("awards", args=[slug]),
        reverse("bracket", args=[slug, 1]),
        reverse("share", args=[slug, "standings"]),
    ):
        assert f'href="{address}' in html


def test_only_the_events_staff_find_the_way_back_to_the_desk() -> None:
    stage = make_stage(make_event(pairs=8), published=False)
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    client, address = staff(stage.event), reverse("public-round", args=[stage.event.slug, 1, 1])
    link = f'href="{reverse("desk", args=[stage.event.slug])}"'
    theirs, everybodys = client.get(address), Client().get(address)
    assert link in theirs.content.decode()
    assert link not in everybodys.content.decode()
    assert link not in client.get(address, {"part": "1"}).content.decode()
    assert theirs["ETag"] != everybodys["ETag"]
    assert Client().get(address, headers={"if-none-match": everybodys["ETag"]}).status_code == 304


def test_a_visitor_without_a_session_costs_no_question_about_rights(django_assert_num_queries) -> None:
    stage = make_stage(make_event(pairs=8))
    address = reverse("public-round", args=[stage.event.slug, 1, 1])
    Client().get(address)
    with django_assert_num_queries(1):
        Client().get(address)
