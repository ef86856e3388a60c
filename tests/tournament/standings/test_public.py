"""What everybody sees: only what is published, each by itself, at once after a change, and cheaply."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client

from scoring.rules import Grade, Side
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, passed, play_round
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.publish import (
    publish_groups,
    publish_pairings,
    publish_standings,
    withdraw_publication,
)
from tournament.lists.standings import StandingsTable
from tournament.models import Event, Match, Player, Publication, PublicView, Stage, Unit
from tournament.queries.standing_sheets import live_overall, live_sheets
from tournament.queries.standings import stage_standings
from tournament.views import unchanged

pytestmark = pytest.mark.django_db

HOME = "/e/sai/"
GROUPS = "/e/sai/stages/1/groups/"
STANDINGS = "/e/sai/stages/1/standings/"
CROSS = "/e/sai/stages/1/cross/"


def round_url(number: int) -> str:
    return f"/e/sai/stages/1/rounds/{number}/"


def pair_url(number: int) -> str:
    return f"/e/sai/pairs/{number}/"


def everything() -> list[str]:
    """Every public address there can be for 9 pairs and 3 rounds."""
    places = [HOME, GROUPS, STANDINGS, CROSS, *(round_url(number) for number in (1, 2, 3, 4))]
    asked = [f"{STANDINGS}?round={number}" for number in ("1", "2", "3", "x", "-1")]
    parts = [f"{place}?part=1" for place in (HOME, round_url(3), STANDINGS)]
    return places + asked + parts + [pair_url(number) for number in range(1, 10)]


@pytest.fixture
def stage() -> Stage:
    """Nine pairs in three groups, everything drawn, nothing published."""
    event = make_event(pairs=9, slug="sai", name="中秋赛", public_view=PublicView.PUBLISHED)
    return make_stage(event, group_size=3, published=False)


def text_of(client: Client, url: str) -> str:
    """A page as people read it: no markup, no runs of space."""
    page = client.get(url).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def order_on(page: str) -> list[int]:
    """The numbers of the participants that a page's first table links to, in its order."""
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    return [int(number) for number in re.findall(r'href="/e/sai/pairs/(\d+)/"', table)]


# -- F70: only what is published --


def test_f70_nothing_is_seen_of_a_draw_before_it_is_published(client: Client, stage: Stage) -> None:
    names = set(Player.objects.values_list("name", flat=True)) | set(
        Unit.objects.values_list("name", flat=True)
    )
    for url in everything():
        answer = client.get(url)
        page = answer.content.decode()
        assert not [name for name in names if name in page], url
        if url.split("?")[0] != HOME:
            assert answer.status_code == 404, url
            assert "未公布" in page, url


def test_f70_unpublished_third_round_is_nowhere(client: Client, stage: Stage) -> None:
    publish_groups(stage=stage, by=TEST)
    for number in (1, 2):
        publish_pairings(stage=stage, number=number, by=TEST)
        play_round(stage, number)

    for url in (round_url(3), f"{round_url(3)}?part=1", f"{STANDINGS}?round=3", round_url(4)):
        assert client.get(url).status_code == 404
    drawn = Match.objects.filter(round__number=3)
    bye = next(match.ns for match in drawn if match.kind == "bye")
    for url in [*everything(), *(f"{HOME}{page}/" for page in ("clock", "screen/1", "draws", "awards"))]:
        assert "第 3 轮" not in text_of(client, url), url
    for pair in stage.event.pairs.all():
        page = client.get(pair_url(pair.number)).content.decode()
        rounds = re.findall(r'<tr[^>]*><td class="n">(\d)</td>', page)
        assert rounds == ["1", "2"]
    byes = text_of(client, pair_url(bye.number)).count("轮空")
    assert byes == Match.objects.filter(kind="bye", ns=bye, round__number__lt=3).count()


def test_f70_each_thing_goes_up_by_itself(client: Client, stage: Stage) -> None:
    publish_groups(stage=stage, by=TEST)
    assert client.get(GROUPS).status_code == 200
    assert client.get(round_url(1)).status_code == 404
    publish_pairings(stage=stage, number=1, by=TEST)
    publish_pairings(stage=stage, number=2, by=TEST)
    play_round(stage, 1)
    assert client.get(STANDINGS).status_code == 404
    assert "级差" not in text_of(client, round_url(1))
    publish_standings(stage=stage, number=1, by=TEST)
    for url in (GROUPS, round_url(1), round_url(2), STANDINGS, CROSS):
        assert client.get(url).status_code == 200
    assert "级差" in text_of(client, round_url(1))


def test_f70_taking_down_works_for_each_thing(client: Client, stage: Stage) -> None:
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    play_round(stage, 1)
    publish_standings(stage=stage, number=1, by=TEST)
    withdraw_publication(publication=Publication.objects.get(kind="standings"), by=TEST)
    assert client.get(STANDINGS).status_code == 404
    assert client.get(round_url(1)).status_code == 200
    assert "级差" not in text_of(client, round_url(1))
    withdraw_publication(publication=Publication.objects.get(kind="groups"), by=TEST)
    assert client.get(GROUPS).status_code == 404
    assert "已撤下" in text_of(client, HOME)


def test_f70_event_that_is_not_public_does_not_exist(client: Client, stage: Stage) -> None:
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    Event.objects.update(public_view=PublicView.NOTHING)
    for url in [*everything(), "/e/no-such-event/"]:
        answer = client.get(url)
        assert answer.status_code == 404
        assert "中秋赛" not in answer.content.decode()


def test_f70_live_event_shows_results_at_once_but_no_unpublished_round(client: Client, stage: Stage) -> None:
    Event.objects.update(public_view=PublicView.LIVE)
    assert client.get(STANDINGS).status_code == 404
    publish_pairings(stage=stage, number=1, by=TEST)
    match = Match.objects.filter(round__number=1, kind="play").order_by("table").first()
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    assert "过A : 9" in text_of(client, round_url(1))
    assert "随录随看" in text_of(client, STANDINGS)
    assert client.get(round_url(2)).status_code == 404
    assert client.get(f"{STANDINGS}?round=2").status_code == 404


def test_f70_search_finds_only_participants_of_what_is_published(client: Client, stage: Stage) -> None:
    extra = make_pair(stage.event, 77, names=("候补甲", "候补乙"), status="reserve")
    assert "没有找到" in text_of(client, f"{HOME}?q=3")
    publish_groups(stage=stage, by=TEST)
    assert client.get(f"{HOME}?q=３号")["Location"] == pair_url(3)
    name = stage.event.pairs.get(number=5).partners[0].name
    assert client.get(HOME, {"q": name})["Location"] == pair_url(5)
    assert "历史系" in text_of(client, f"{HOME}?q=历史系")
    assert "没有找到" in text_of(client, f"{HOME}?q=候补甲")
    assert client.get(pair_url(extra.number)).status_code == 404


# -- F48: one computation --


@pytest.fixture
def played() -> Stage:
    """Eight pairs, one group, two rounds played and published."""
    event = make_event(pairs=8, slug="sai", name="中秋赛", rulebook="devzone-26")
    stage = make_stage(event, group_size=8, rounds=3, rounds_played=2)
    publish_standings(stage=stage, number=2, by=TEST)
    return stage


def live_order(stage: Stage, upto: int | None = None) -> list[int]:
    return [line.number for line in live_sheets(stage_standings(stage, upto))[0].lines]


def test_f48_public_page_and_list_show_the_same_order_and_figures(client: Client, played: Stage) -> None:
    page = client.get(STANDINGS).content.decode()
    sheet = live_sheets(stage_standings(played, 2))[0]
    values = list(StandingsTable(sheet, event=played.event).as_values())
    assert order_on(page) == [row[1] for row in values[1:]] == live_order(played, 2)
    heads = re.findall(r'<th scope="col" class="n">([^<]*)</th>', page)
    figures = [
        head for head in values[0] if head not in ("名次", "序号", "参赛队", "单位", "名次判定", "积分")
    ]
    assert heads == ["名次", "积分", *figures]  # a phone shows the total without scrolling


def test_f48_correction_shows_after_it_is_published_again_and_says_so(client: Client, played: Stage) -> None:
    before = client.get(STANDINGS)
    last = live_order(played)[-1]
    for match in Match.objects.filter(round__number=1):
        if last in (match.ns.number, match.ew.number):
            side = Side.NS if match.ns.number == last else Side.EW
            enter_result(match=match, sheet=passed(side, loser_level=2), by=TEST)
    unchanged = client.get(STANDINGS)
    assert order_on(unchanged.content.decode()) == order_on(before.content.decode())

    publish_standings(stage=played, number=2, by=TEST, reason="第 1 桌抄错")
    page = client.get(STANDINGS, headers={"if-none-match": before["ETag"]})
    assert page.status_code == 200
    assert order_on(page.content.decode()) == live_order(played, 2)
    assert order_on(page.content.decode()) != order_on(before.content.decode())
    assert "成绩公告第 2 号（更正）" in text_of(client, STANDINGS)
    assert "第 1 桌抄错" in text_of(client, STANDINGS)
    assert "已被更正" in text_of(client, HOME)


def test_f48_live_standings_follow_a_correction_at_once(client: Client, played: Stage) -> None:
    Event.objects.update(public_view=PublicView.LIVE)
    for loser_level in (2, 13):
        match = Match.objects.filter(round__number=1).order_by("table").first()
        enter_result(match=match, sheet=passed(Side.NS, loser_level=loser_level), by=TEST)
        assert order_on(client.get(STANDINGS).content.decode()) == live_order(played)


def test_rank_on_a_participants_page_is_the_tables(client: Client, played: Stage) -> None:
    for line in live_sheets(stage_standings(played, 2))[0].lines:
        page = text_of(client, pair_url(line.number))
        assert f"第 2 轮后 第 {line.rank} 名" in page


# -- the participant's page: why am I ninth --


def beat(stage: Stage, winner: int, loser: int, by: int) -> None:
    """Enter the match of these two: `winner` stands at 10 and `by` levels ahead when time is called."""
    match = Match.objects.filter(round__group__stage=stage).get(
        Q(ns__number=winner, ew__number=loser) | Q(ns__number=loser, ew__number=winner)
    )
    levels = (10, 10 - by) if match.ns.number == winner else (10 - by, 10)
    sheet = Scoresheet(ns_level=levels[0], ew_level=levels[1], passed_a=None, ended=Ended.TIME)
    enter_result(match=match, sheet=sheet, by=TEST)


CIRCLE = [(1, 2, 4), (2, 3, 1), (3, 1, 2), (1, 4, 5), (2, 4, 5), (3, 4, 5)]
CIRCLE_RULES = {"tiebreaks": ["head_to_head", "level_diff_sum"], "head_to_head": "any"}


@pytest.mark.parametrize("order", [CIRCLE, CIRCLE[::-1]], ids=["entered forwards", "entered backwards"])
def test_f42_three_way_circle_goes_to_the_next_criterion_with_both_values_said(
    client: Client, order: list[tuple[int, int, int]]
) -> None:
    event = make_event(pairs=4, slug="sai", rulebook="national-2017", rules=CIRCLE_RULES)
    stage = make_stage(event, group_size=4)
    for meeting in order:
        beat(stage, *meeting)
    publish_standings(stage=stage, number=3, by=TEST)
    assert order_on(client.get(STANDINGS).content.decode()) == [1, 3, 2, 4]
    page = text_of(client, pair_url(3))
    assert "与第 1 名 1 号积分相同（4），按净级差区分：本队 +6，对方 +7。" in page
    assert "与第 3 名 2 号积分相同（4），按净级差区分：本队 +6，对方 +2。" in page
    assert "比第 3 名 2 号少 4 分（0 比 4）。" in text_of(client, pair_url(4))


def test_participant_sees_tables_sides_opponents_and_results(client: Client, played: Stage) -> None:
    match = Match.objects.filter(round__number=1).order_by("table").first()
    page = text_of(client, pair_url(match.ns.number))
    assert f"1 {match.table} 桌 南北 {match.ew.number} 号" in page
    coming = Match.objects.get(Q(ns=match.ns) | Q(ew=match.ns), round__number=3)
    assert f"第 3 轮 {coming.table} 桌" in page
    assert "合计" in page
    other = text_of(client, pair_url(match.ew.number))
    assert f"1 {match.table} 桌 东西 {match.ns.number} 号" in other


@pytest.mark.parametrize("public_view", ["live", "published"])
def test_f41_equal_participants_share_a_rank_everywhere(client: Client, public_view: str) -> None:
    rules = {"tiebreaks": ["wins"]}
    event = make_event(pairs=4, slug="sai", rulebook="national-2017", rules=rules, public_view=public_view)
    stage = make_stage(event, group_size=4)
    for meeting in CIRCLE:
        beat(stage, *meeting)
    publish_standings(stage=stage, number=3, by=TEST)
    page = client.get(STANDINGS).content.decode()
    ranks = re.findall(r'<tr><td class="n">(\d)</td>', page)
    assert ranks == ["1", "1", "1", "4"]
    assert order_on(page) == [1, 2, 3, 4]
    assert "第 1 名并列：1 号、2 号、3 号。已依次比较积分、胜场，都相同。" in page
    assert "与 1 号并列" in text_of(client, pair_url(2))


def test_f46_published_penalty_is_on_the_participants_page_and_in_the_total(
    client: Client, played: Stage
) -> None:
    given = give_penalty(event=played.event, stage=played, number=1, grade=Grade.WARNING, points=-4, by=TEST)
    assert "罚分" not in text_of(client, pair_url(1))
    publish_standings(stage=played, number=2, by=TEST, reason="补记罚分")
    page = text_of(client, pair_url(1))
    assert "罚分：警告 −4" in page
    assert "罚分只影响总积分，不影响级差" in page
    assert "罚分" in text_of(client, STANDINGS)
    cancel_penalty(penalty=given, reason="误判", by=TEST)
    assert "罚分：警告" in text_of(client, pair_url(1))
    publish_standings(stage=played, number=2, by=TEST, reason="撤销罚分")
    assert "罚分" not in text_of(client, pair_url(1))


def test_published_names_are_those_of_today_and_figures_stay(client: Client, played: Stage) -> None:
    before = text_of(client, STANDINGS)
    old = played.event.pairs.get(number=1).partners[0].name
    Player.objects.filter(pair__number=1, seat=1).update(name="欧阳更正")
    Event.objects.update(public_revision=99)
    after = text_of(client, STANDINGS)
    assert after == before.replace(old, "欧阳更正", 1)


def test_f72_script_in_names_units_and_reasons_is_text(client: Client, played: Stage) -> None:
    evil = "<script>alert(1)</script>"
    Player.objects.filter(seat=1).update(name=evil)
    Unit.objects.update(name=evil)
    Event.objects.update(name=evil, venue=evil, unit_word="<i>队</i>", pair_word="<b>对</b>")
    give_penalty(
        event=played.event, stage=played, number=1, grade=Grade.WARNING, points=-1, article=evil, by=TEST
    )
    publish_standings(stage=played, number=2, by=TEST, reason=evil)
    for url in [*everything(), f"{HOME}?q={evil}"]:
        page = client.get(url).content.decode()
        assert evil not in page, url
        assert "<b>对</b>" not in page, url


# -- cheap: 304, 204, queries --


def test_page_that_has_not_changed_costs_one_small_query(
    client: Client, played: Stage, django_assert_num_queries: Any
) -> None:
    client.get(STANDINGS)
    etag = client.get(STANDINGS)["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(STANDINGS, headers={"if-none-match": etag})
    assert answer.status_code == 304
    publish_standings(stage=played, number=2, by=TEST, reason="更正")
    assert client.get(STANDINGS, headers={"if-none-match": etag}).status_code == 200


def test_page_of_an_older_program_is_not_kept(
    client: Client, played: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(STANDINGS)
    old = client.get(STANDINGS)["ETag"]
    assert client.get(STANDINGS, headers={"if-none-match": old}).status_code == 304
    monkeypatch.setattr(unchanged, "edition", lambda: "newer")
    assert client.get(STANDINGS, headers={"if-none-match": old}).status_code == 200


def test_poll_is_answered_with_nothing_until_something_is_new(
    client: Client, played: Stage, django_assert_num_queries: Any
) -> None:
    page = client.get(STANDINGS).content.decode()
    polls = re.findall(r'hx-get="([^"]+)"', page)
    poll = polls[0].replace("&amp;", "&")
    with django_assert_num_queries(1):
        assert client.get(poll).status_code == 204
    publish_standings(stage=played, number=1, by=TEST)
    fresh = client.get(poll)
    assert fresh.status_code == 200
    assert fresh.content.decode().lstrip().startswith('<div id="public"')


def test_language_has_its_own_page(client: Client, played: Stage) -> None:
    chinese = client.get(STANDINGS)["ETag"]
    answer = client.get(STANDINGS, headers={"if-none-match": chinese, "accept-language": "en"})
    assert answer.status_code == 200


def test_public_pages_read_no_session(client: Client, played: Stage) -> None:
    for url in (HOME, GROUPS, STANDINGS, round_url(1), pair_url(1)):
        assert "guansai_session" not in client.get(url).cookies


def test_overall_ranking_stands_below_several_groups_only(client: Client, stage: Stage) -> None:
    publish_pairings(stage=stage, number=1, by=TEST)
    play_round(stage, 1)
    publish_standings(stage=stage, number=1, by=TEST)
    page = text_of(client, STANDINGS)
    assert page.index("A 组") < page.index("B 组") < page.index("总排名")
    assert len(live_overall(stage_standings(stage, 1)).lines) == 9
