"""大屏和公告 at the desk: who is told what, which screen shows what, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage
from tournament import wording
from tournament.actions.announce import announce, interrupt_screens, withdraw_announcement
from tournament.actions.copy_event import copy_event
from tournament.actions.edit_hall import edit_hall
from tournament.actions.set_screen import add_screen, remove_screen, set_screen
from tournament.errors import ActionRefused, Conflict
from tournament.models import Announcement, Entry, Event, Screen, ScreenPage
from tournament.queries.hall import areas_of

pytestmark = pytest.mark.django_db
DESK = "/e/sai/desk/"
ROOMS = [{"name": "二楼", "tables": [1, 3]}, {"name": "三楼", "tables": [4, 20]}]
P = ScreenPage


@pytest.fixture
def event() -> Event:
    return make_event(pairs=8, slug="sai", areas=ROOMS)


@pytest.fixture
def desk(event: Event) -> Client:
    return open_desk(event)


def sent(**more: Any) -> dict[str, Any]:
    return {"submission": f"key-{sorted(more.items())}"[:60], **more}


def journal(event: Event) -> list[str]:
    return [wording.of_entry(line) for line in Entry.objects.filter(event=event).order_by("pk")]


# -- announcements --


def test_an_announcement_goes_up_everywhere_and_comes_down(desk: Client, event: Event) -> None:
    make_stage(event)
    answer = desk.post(DESK + "announcements/new/", sent(text=" 午餐 11:45 开始。\r\n\r\n凭参赛证  就餐。"))

    assert answer.status_code == 302
    one = Announcement.objects.get()
    assert (one.ordinal, one.text) == (1, "午餐 11:45 开始。\n凭参赛证 就餐。")
    places = ["/e/sai/", "/e/sai/stages/1/rounds/1/", "/e/sai/screen/1/"]
    assert all("凭参赛证 就餐。" in Client().get(place).content.decode() for place in places)
    assert "现场公告第 1 号" in desk.get(DESK + "screens/").content.decode()

    desk.post(DESK + "announcements/1/do/withdraw/", sent(based_on=1))
    assert not any("凭参赛证" in Client().get(place).content.decode() for place in places)
    assert "已撤下" in desk.get(DESK + "screens/").content.decode()
    assert journal(event)[-2:] == ["发布现场公告第 1 号", "撤下现场公告第 1 号"]


def test_the_public_counter_moves_so_that_every_poll_gets_the_news(event: Event) -> None:
    def counter() -> int:
        return Event.objects.get(pk=event.pk).public_revision

    seen = [counter()]
    one = announce(event=event, text="请 3 号桌到裁判台。", by=TEST)
    seen.append(counter())
    interrupt_screens(announcement=one, interrupts=True, by=TEST)
    seen.append(counter())
    withdraw_announcement(announcement=one, by=TEST)
    seen.append(counter())
    assert seen == sorted(set(seen))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("  \n ", "请写公告的内容。", id="empty"),
        pytest.param("字" * 301, "公告最多 300 个字，现在是 301 个字", id="too long"),
        pytest.param("\n".join("一二三四五六七八九十百千万"), "公告最多 12 行", id="too many lines"),
    ],
)
def test_what_cannot_be_announced_is_said_at_the_field_and_stays_typed(
    desk: Client, text: str, said: str
) -> None:
    answer = desk.post(DESK + "announcements/new/", sent(text=text))
    html = answer.content.decode()

    assert answer.status_code == 422
    assert said in html
    assert said in str(answer.context["form"].errors["text"])
    assert text.strip().split("\n")[0] in html
    assert not Announcement.objects.exists()


def test_f33_a_double_click_makes_one_announcement(desk: Client) -> None:
    for _press in range(2):
        desk.post(DESK + "announcements/new/", {"submission": "k", "text": "开饭。"})
    assert Announcement.objects.count() == 1


def test_two_people_take_down_the_same_announcement(desk: Client, event: Event) -> None:
    one = announce(event=event, text="开饭。", by=TEST)
    withdraw_announcement(announcement=one, by=TEST)

    late = desk.post(DESK + "announcements/1/do/withdraw/", sent(based_on=1))
    assert late.status_code == 409
    again = desk.post(DESK + "announcements/1/do/interrupt/", sent(based_on=2))
    assert again.status_code == 422
    assert "现场公告第 1 号已经撤下了。" in again.content.decode()


@pytest.mark.parametrize("path", ["announcements/9/do/withdraw/", "announcements/1/do/burn/"])
def test_an_unknown_announcement_or_step_is_not_found(desk: Client, event: Event, path: str) -> None:
    announce(event=event, text="开饭。", by=TEST)
    assert desk.post(DESK + path, sent()).status_code == 404


def test_an_announcement_interrupts_and_the_screens_go_on(desk: Client, event: Event) -> None:
    desk.post(DESK + "announcements/new/", sent(text="请 3 号桌到裁判台。", interrupts="on"))
    assert Announcement.objects.get().interrupts
    desk.post(DESK + "announcements/1/do/resume/", sent(based_on=1))
    assert not Announcement.objects.get().interrupts
    desk.post(DESK + "announcements/1/do/interrupt/", sent(based_on=2))
    assert Announcement.objects.get().interrupts
    assert journal(event) == [
        "发布现场公告第 1 号，大屏插播",
        "大屏停止插播现场公告第 1 号",
        "大屏插播现场公告第 1 号",
    ]


# -- screens --


def chosen(**more: Any) -> dict[str, Any]:
    return {"shows": [P.TABLES], "seconds": 10, "by": TEST, **more}


def test_a_screen_is_chosen_and_shown_again_as_chosen(desk: Client, event: Event) -> None:
    answer = desk.post(
        DESK + "screens/1/",
        sent(
            based_on=0,
            name="三楼",
            seconds="２０",
            areas=["三楼"],
            shows=["numbers", "tables"],
            order=["numbers", "clock", "tables"],
        ),
    )
    assert answer.status_code == 302
    one = Screen.objects.get()
    assert (one.shows, one.seconds, one.areas, one.name) == (["numbers", "tables"], 20, ["三楼"], "三楼")

    html = desk.get(DESK + "screens/").content.decode()
    assert "大屏 1（三楼）" in html
    assert "对阵（按序号）、对阵（按桌号）；每页 20 秒；只显示 三楼" in html
    form = desk.get(DESK + "screens/1/").context["form"]
    assert [row["key"] for row in form.choices if row["is_shown"]] == ["numbers", "tables"]
    assert form.choices[0]["key"] == "numbers"


@pytest.mark.parametrize(
    ("more", "field", "said"),
    [
        pytest.param({"shows": []}, "shows", "请至少选一页", id="no page"),
        pytest.param({"seconds": "2"}, "seconds", "每页的秒数请填 3 到 120。", id="too quick"),
        pytest.param({"seconds": ""}, "seconds", "每页的秒数请填 3 到 120。", id="no seconds"),
        pytest.param({"seconds": "很久"}, "seconds", "请填整数", id="no number"),
        pytest.param({"shows": ["secrets"]}, "shows", "secrets", id="no such page"),
        pytest.param({"areas": ["地下室"]}, "areas", "地下室", id="no such room"),
        pytest.param({"name": "名" * 21}, "name", "20", id="long name"),
    ],
)
def test_a_wrong_choice_is_refused_at_its_field(
    desk: Client, more: dict[str, Any], field: str, said: str
) -> None:
    answer = desk.post(
        DESK + "screens/1/", {**sent(based_on=0, seconds="10", shows=["tables"], name=""), **more}
    )

    assert answer.status_code == 422
    assert said in str(answer.context["form"].errors[field])
    assert said in answer.content.decode()
    assert not Screen.objects.exists()


def test_moving_without_a_script_keeps_everything_and_stores_nothing(desk: Client) -> None:
    page = desk.post(
        DESK + "screens/1/",
        sent(
            based_on=0, seconds="99", name="门口", shows=["clock"], order=["tables", "clock"], move="up:clock"
        ),
    )
    form = page.context["form"]
    assert page.status_code == 200
    assert [row["key"] for row in form.choices][:2] == ["clock", "tables"]
    assert [row["key"] for row in form.choices if row["is_shown"]] == ["clock"]
    assert 'value="99"' in page.content.decode()
    assert "门口" in page.content.decode()
    assert not Screen.objects.exists()


def test_f25_the_second_of_two_people_is_told(desk: Client, event: Event) -> None:
    set_screen(event=event, number=1, **chosen(based_on=0))
    late = desk.post(DESK + "screens/1/", sent(based_on=0, seconds="30", shows=["clock"]))

    assert late.status_code == 409
    assert Screen.objects.get().shows == ["tables"]
    on_purpose = {**sent(based_on=1, seconds="30", shows=["clock"]), "submission": "again"}
    assert desk.post(DESK + "screens/1/", on_purpose).status_code == 302
    assert Screen.objects.get().shows == ["clock"]


def test_screens_are_added_under_the_lowest_free_number_and_taken_away(desk: Client, event: Event) -> None:
    for key in ("a", "b"):
        desk.post(DESK + "screens/new/", {"submission": key})
    assert [one.ordinal for one in Screen.objects.all()] == [2, 3]
    desk.post(DESK + "screens/2/remove/", {"submission": "c"})
    assert Client().get("/e/sai/screen/2/").status_code == 404
    assert add_screen(event=event, by=TEST).ordinal == 2
    first = desk.post(DESK + "screens/1/remove/", {"submission": "d"})
    assert first.status_code == 422
    assert "第 1 块大屏总是在的" in first.content.decode()
    assert journal(event)[:3] == ["设定大屏 2", "设定大屏 3", "去掉大屏 2"]


def test_there_are_at_most_twenty_screens(desk: Client, event: Event) -> None:
    for number in range(2, 21):
        set_screen(event=event, number=number, **chosen())
    refused = desk.post(DESK + "screens/new/", {"submission": "k"})
    assert refused.status_code == 422
    assert "最多 20 块大屏。" in refused.content.decode()
    with pytest.raises(ActionRefused, match="screens_too_many"):
        set_screen(event=event, number=21, **chosen())


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"shows": []}, "screen_shows_nothing"),
        ({"seconds": 121}, "screen_seconds"),
        ({"areas": ["地下室"]}, "screen_area_unknown"),
    ],
)
def test_the_action_judges_by_itself(event: Event, more: dict[str, Any], code: str) -> None:
    with pytest.raises(ActionRefused, match=code):
        set_screen(event=event, number=1, **chosen(**more))


def test_a_screen_that_is_gone_cannot_be_taken_away_again(event: Event) -> None:
    with pytest.raises(ActionRefused, match="gone_meanwhile"):
        remove_screen(event=event, number=7, by=TEST)


def test_an_older_form_meets_a_conflict(event: Event) -> None:
    one = announce(event=event, text="开饭。", by=TEST)
    with pytest.raises(Conflict):
        withdraw_announcement(announcement=one, based_on=7, by=TEST)


def test_a_screen_follows_a_room_to_its_new_name(event: Event) -> None:
    set_screen(event=event, number=1, **chosen(areas=["二楼", "三楼"]))
    (second, third) = areas_of(event)
    edit_hall(event=event, areas=[type(second)("报告厅", second.ranges)], renamed={"二楼": "报告厅"}, by=TEST)
    assert Screen.objects.get().areas == ["报告厅"]
    edit_hall(event=event, areas=[third], by=TEST)
    assert Screen.objects.get().areas == []


def test_next_years_event_has_the_screens_and_none_of_the_announcements(event: Event) -> None:
    set_screen(event=event, number=2, **chosen(areas=["三楼"], name="三楼"))
    announce(event=event, text="开饭。", by=TEST)
    copied = copy_event(source=event, name="下一届", by=TEST)

    assert [(one.ordinal, one.name, one.areas) for one in copied.screens.all()] == [(2, "三楼", ["三楼"])]
    assert not copied.announcements.exists()


def test_an_event_that_is_not_public_says_so(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(public_view="nothing")
    assert "赛事现在不对外公开" in desk.get(DESK + "screens/").content.decode()


def test_the_demo_cannot_be_told_anything(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(is_demo=True)
    with pytest.raises(ActionRefused, match="demo_is_read_only"):
        announce(event=event, text="开饭。", by=TEST)


@pytest.mark.parametrize("count", [1, 9])
def test_the_page_asks_the_same_number_of_times(
    desk: Client, event: Event, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(1, count + 1):
        announce(event=event, text="开饭。", by=TEST)
        set_screen(event=event, number=number, **chosen())
    with django_assert_num_queries(12):
        assert desk.get(DESK + "screens/").status_code == 200
