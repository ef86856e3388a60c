"""Pages of the hall: areas and their numbers, sessions by hand and divided, what does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tests.tournament.hall.test_tables import tables_of
from tournament.actions.draw_groups import draw_groups
from tournament.actions.edit_hall import edit_hall
from tournament.actions.publish import publish_pairings
from tournament.actions.renumber_tables import renumber_tables
from tournament.models import Event, Match, Stage
from tournament.queries.hall import areas_of

pytestmark = pytest.mark.django_db
HALL = "/e/sai/desk/settings/hall/"
SESSIONS = "/e/sai/desk/stages/1/sessions/"
ONE_ROOM = [{"name": "大厅", "tables": [1, 4]}]


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_person("wang", owner=True))
    return client


def typed(event: Event, *rows: tuple[str, str], **more: Any) -> dict[str, Any]:
    """What the page of the hall sends."""
    sent = {
        "submission": f"s{Event.objects.get(pk=event.pk).revision}-{len(rows)}",
        "based_on": event.version,
    }
    for at, (name, tables) in enumerate(rows):
        sent |= {f"name_{at}": name, f"tables_{at}": tables}
    return sent | more


def test_areas_with_gaps_are_stored_and_shown_again(desk: Client) -> None:
    event = make_event(slug="sai")
    answer = desk.post(
        HALL, typed(event, ("三楼会议室", "1-12，15－20"), ("阅览室", "第 21 至 30 桌"), ("", ""))
    )

    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.areas == [
        {"name": "三楼会议室", "tables": [[1, 12], [15, 20]]},
        {"name": "阅览室", "tables": [21, 30]},
    ]
    html = desk.get(HALL).content.decode()
    assert "1–12、15–20" in html
    assert "21–30" in html


@pytest.mark.parametrize(
    ("rows", "field", "sentence"),
    [
        pytest.param([("甲", "1-5"), ("乙", "5-9")], "tables_1", "第 5 桌在“甲”里已经有了", id="overlap"),
        pytest.param([("甲", "1-5"), ("甲", "6")], "name_1", "场地“甲”写了两次", id="one name twice"),
        pytest.param([("甲", "靠窗")], "tables_0", "看不懂“靠窗”", id="nonsense"),
        pytest.param([("甲", "")], "tables_0", "请写明这里有哪些桌", id="no tables"),
        pytest.param([("", "1-5")], "name_0", "请写场地的名称", id="no name"),
        pytest.param([("甲", "9-2")], "tables_0", "9–2 写反了", id="backwards"),
    ],
)
def test_wrong_areas_are_refused_at_their_field_and_stay_typed(
    desk: Client, rows: list[tuple[str, str]], field: str, sentence: str
) -> None:
    event = make_event(slug="sai")
    answer = desk.post(HALL, typed(event, *rows))

    assert answer.status_code == 422
    assert sentence in str(answer.context["form"].errors[field])
    assert rows[-1][1] in answer.content.decode()
    event.refresh_from_db()
    assert event.areas == []


def test_a_stage_follows_its_area_when_that_is_renamed(desk: Client) -> None:
    event = make_event(slug="sai", areas=[{"name": "甲", "tables": [1, 4]}, {"name": "乙", "tables": [5, 9]}])
    stage = make_stage(event, drawn=False)
    desk.post(HALL, typed(event, ("甲", "1-4"), ("乙", "5-9"), stage_1=["乙"]))
    event.refresh_from_db()
    desk.post(HALL, typed(event, ("甲", "1-4"), ("丙", "5-9"), ("", ""), stage_1=["乙"]))

    stage.refresh_from_db()
    assert stage.areas == ["丙"]


def test_two_people_changing_the_hall_are_told(desk: Client) -> None:
    event = make_event(slug="sai")
    edit_hall(event=event, areas=areas_of(make_event(pairs=0, areas=ONE_ROOM)), by=TEST)

    answer = desk.post(HALL, typed(event, ("乙", "5-9")))
    assert answer.status_code == 409
    assert "5-9" in answer.content.decode()


@pytest.mark.parametrize(("pair_count", "stage_count"), [(8, 1), (40, 3)])
def test_hall_page_query_count(
    desk: Client, pair_count: int, stage_count: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pair_count, slug="sai", areas=[{"name": "大厅", "tables": [1, 60]}])
    for _stage in range(stage_count):
        make_stage(event)
    with django_assert_num_queries(12):
        answer = desk.get(HALL)
    assert f"第 1–{pair_count // 2} 桌" in answer.content.decode()


@pytest.mark.parametrize("pair_count", [8, 40])
def test_sessions_page_query_count(desk: Client, pair_count: int, django_assert_num_queries: Any) -> None:
    make_stage(make_event(pairs=pair_count, slug="sai"), published=False)
    with django_assert_num_queries(16):
        answer = desk.get(SESSIONS)
    assert len(answer.context["rows"]) == pair_count // 4


def sent(stage: Stage, *names: str) -> dict[str, Any]:
    """What the page of sessions sends, one name a group."""
    stage.refresh_from_db()
    named = {f"session_{at}": name for at, name in enumerate(names, 1)}
    return {"submission": f"s{stage.version}", "based_on": stage.version} | named


def too_many() -> Stage:
    """Sixteen pairs in four groups, drawn, for a hall of four tables."""
    stage = make_stage(make_event(pairs=16, slug="sai", areas=ONE_ROOM), drawn=False)
    draw_groups(stage=stage, seed=1, by=TEST)
    return stage


def test_more_pairs_than_tables_are_told_before_and_after_the_draw(desk: Client) -> None:
    stage = make_stage(make_event(pairs=16, slug="sai", areas=ONE_ROOM), drawn=False)
    before = desk.get("/e/sai/desk/stages/1/draw/").content.decode()
    assert "同时打要 8 张桌，可用的只有 4 张。抽签以后可以把各组分成几个场次" in before

    draw_groups(stage=stage, seed=1, by=TEST)
    after = desk.get("/e/sai/desk/stages/1/draw/").content.decode()
    assert "请把各组分成几个场次（上午、下午……）先后打。" in after
    refused = desk.post(
        "/e/sai/desk/stages/1/draw/rounds/", {"submission": "r1", "based_on": stage.draws.count()}
    )
    assert refused.status_code == 422
    assert "这一轮要 8 张桌，可用的只有 4 张" in refused.content.decode()
    assert not Match.objects.exists()


def test_one_large_group_is_told_that_sessions_do_not_help(desk: Client) -> None:
    event = make_event(pairs=16, slug="sai", areas=ONE_ROOM)
    make_stage(event, drawn=False, grouping={"method": "one"}, pairing={"method": "swiss", "rounds": 3})

    html = desk.get("/e/sai/desk/stages/1/draw/").content.decode()
    assert "一个组的同一轮要同时打，分场次也不够：请增加场地或桌号，或者换成小组较小的赛制。" in html

    draw_groups(stage=Stage.objects.get(), seed=1, by=TEST)
    page = desk.get("/e/sai/desk/stages/1/draw/")
    assert SESSIONS not in page.content.decode()
    refused = desk.post("/e/sai/desk/stages/1/pairing/run/", {"submission": "r1", "number": 1})
    assert refused.status_code == 422
    told = refused.content.decode()
    assert "请在“场地和桌号”里增加桌号" in told
    assert SESSIONS not in told


def test_a_group_that_is_larger_than_the_hall_makes_sessions_useless(desk: Client) -> None:
    event = make_event(pairs=20, slug="sai", areas=ONE_ROOM)
    stage = make_stage(event, drawn=False, grouping={"method": "draw", "count": 2})
    draw_groups(stage=stage, seed=1, by=TEST)

    html = desk.get("/e/sai/desk/stages/1/draw/").content.decode()
    assert "分场次也不够" in html
    assert f'{SESSIONS}">分场次' not in html


def test_groups_are_divided_into_two_sessions_by_one_press(desk: Client) -> None:
    stage = too_many()
    page = desk.get(SESSIONS)
    assert page.context["split"].initial["count"] == 2
    answer = desk.post(
        f"{SESSIONS}split/", {"submission": "k", "based_on": stage.version, "count": "2"}, follow=True
    )

    assert "已分成 2 个场次" in answer.content.decode()
    named = dict(stage.groups.values_list("name", "session"))
    assert named == {"A": "上午", "B": "上午", "C": "下午", "D": "下午"}
    assert "要 4 张桌，可用 4 张" in answer.content.decode()


@pytest.mark.parametrize(
    ("count", "sentence"),
    [("9", "4 个组最多分 4 个场次"), ("1", "至少 2 个"), ("两", "请填整数"), ("", "请填要分几个场次")],
    ids=["more than groups", "one", "a word", "nothing"],
)
def test_wrong_numbers_of_sessions_are_refused(desk: Client, count: str, sentence: str) -> None:
    stage = too_many()
    answer = desk.post(f"{SESSIONS}split/", {"submission": "k", "based_on": stage.version, "count": count})

    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert set(stage.groups.values_list("session", flat=True)) == {""}


def test_a_group_left_without_a_session_is_named_at_its_field(desk: Client) -> None:
    stage = too_many()
    answer = desk.post(SESSIONS, sent(stage, "上午", "上午", "下午", ""))

    assert answer.status_code == 422
    assert "请给 D 组写上场次" in str(answer.context["form"].errors["session_4"])
    assert "下午" in answer.content.decode()


def test_drafts_get_their_tables_anew_and_keep_who_meets_whom(desk: Client) -> None:
    stage = make_stage(make_event(pairs=16, slug="sai"), published=False)
    met = set(Match.objects.values_list("round__number", "ns", "ew"))
    desk.post(SESSIONS, sent(stage, "上午", "上午", "下午", "下午"))

    assert tables_of(stage) == {"A": {1, 2}, "B": {3, 4}, "C": {1, 2}, "D": {3, 4}}
    assert set(Match.objects.values_list("round__number", "ns", "ew")) == met


def test_sessions_stand_once_a_round_is_public(desk: Client) -> None:
    stage = make_stage(make_event(pairs=16, slug="sai"), published=False)
    publish_pairings(stage=stage, number=1, by=TEST)
    answer = desk.post(SESSIONS, sent(stage, "上午", "上午", "下午", "下午"))

    assert answer.status_code == 422
    assert "第 1 轮的对阵已公布，场次不能再改" in answer.content.decode()


def test_tables_are_given_anew_after_the_hall_has_changed(desk: Client) -> None:
    event = make_event(pairs=8, slug="sai")
    stage = make_stage(event, published=False)
    desk.post(HALL, typed(event, ("大厅", "11-12、15-16")))
    html = desk.get(HALL).content.decode()
    assert "第 1–4 桌不在任何一个场地里" in html

    desk.post("/e/sai/desk/settings/hall/1/renumber/", {"submission": "n"})
    assert tables_of(stage) == {"A": {11, 12}, "B": {15, 16}}


def test_a_hall_that_is_too_small_leaves_the_tables_as_they_are(desk: Client) -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), published=False)
    Event.objects.update(areas=[{"name": "小间", "tables": [1, 3]}])
    answer = desk.post("/e/sai/desk/settings/hall/1/renumber/", {"submission": "n"})

    assert answer.status_code == 422
    assert "这一轮要 4 张桌，可用的只有 3 张" in answer.content.decode()
    assert tables_of(stage) == {"A": {1, 2}, "B": {3, 4}}


def test_a_fixed_table_written_later_holds_after_the_tables_are_given_anew() -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), published=False)
    pair = stage.groups.all()[0].entries.all()[0].pair
    pair.fixed_table = 20
    pair.save()
    renumber_tables(stage=Stage.objects.get(pk=stage.pk), by=TEST)

    theirs = Match.objects.filter(round__group__stage=stage, table=20)
    assert {pair.pk} == {who for match in theirs for who in (match.ns_id, match.ew_id)} & {pair.pk}
    assert theirs.count() == 3


def test_a_fixed_table_that_cannot_hold_is_told_with_its_round(desk: Client) -> None:
    event = make_event(pairs=4, slug="sai")
    for number, table in ((1, 5), (2, 9)):
        event.pairs.filter(number=number).update(fixed_table=table)
    make_stage(event, published=False)

    told = [
        desk.get("/e/sai/desk/stages/1/draw/", {"round": str(number)}).content.decode()
        for number in (1, 2, 3)
    ]
    said = "2 号的固定桌是第 9 桌，但对手 1 号也有固定桌：两队固定桌不同时，按序号小的队的桌。"
    assert [said in html for html in told].count(True) == 1


def test_the_entry_form_keeps_a_fixed_table_of_the_hall_and_refuses_another(desk: Client) -> None:
    event = make_event(pairs=2, slug="sai", areas=ONE_ROOM)
    page = desk.get("/e/sai/desk/entries/1/")
    sent = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    refused = desk.post("/e/sai/desk/entries/1/", sent | {"fixed_table": "9"})
    assert refused.status_code == 422
    assert "赛场没有第 9 桌。" in refused.content.decode()

    assert desk.post("/e/sai/desk/entries/1/", sent | {"fixed_table": "3"}).status_code == 302
    assert event.pairs.get(number=1).fixed_table == 3


def test_stages_that_share_tables_by_hand_are_warned_about(desk: Client) -> None:
    event = make_event(pairs=8, slug="sai")
    make_stage(event, name="甲赛", published=False)
    other = make_stage(event, name="乙赛", published=False)
    Match.objects.filter(round__group__stage=other, table=5).update(table=1)

    html = desk.get("/e/sai/desk/stages/2/draw/").content.decode()
    assert "乙赛和甲赛可能同时进行，都用到第 1 桌。" in html
