"""唱录复核 on its page: one key a table, all at once, back again, and what has changed meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.checking.conftest import checked_event, match_at
from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, passed, play_round
from tournament.actions.enter_result import enter_result
from tournament.lists.papers.check_results import check_results
from tournament.lists.papers.wanted import Wanted
from tournament.models import Checking, Entry, Event, Result, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(read_back: Stage) -> Desk:
    return Desk(read_back)


def press(desk: Desk, *, htmx: bool = False, **sent: Any) -> Any:
    """Send the page's form with one of its keys."""
    desk.sent += 1
    headers = {"hx-request": "true"} if htmx else {}
    data = {"submission": f"read{desk.sent}", **sent}
    return desk.client.post(desk.address("round-grid"), data, headers=headers)


def checked(stage: Stage) -> list[int]:
    done = Result.objects.filter(match__round__group__stage=stage, is_current=True, checked_at__isnull=False)
    return sorted(done.values_list("match__table", flat=True))


def group_of(desk: Desk, table: int) -> int:
    return desk.match(table).round.group.ordinal


def mark(desk: Desk, table: int, version: int | None = None) -> str:
    match = desk.match(table)
    return f"t{match.round.group.ordinal}-{table}:{match.version if version is None else version}"


def test_unchecked_tables_stand_in_order_with_all_that_is_read_aloud(desk: Desk) -> None:
    enter_result(match=desk.match(3), sheet=passed(Side.EW, loser_level=9), by=TEST)
    page = read(desk.client.get(desk.address("round-grid")))
    match = desk.match(3)

    assert "待复核 4 桌 已复核 0 桌" in page
    said = page.split("3 桌 ")[1].split(" 无误")[0]
    ns, ew = match.ns, match.ew
    assert ew is not None
    assert f"南北 {ns.number} 号 {' '.join(one.name for one in ns.partners)} 9 东西 {ew.number} 号" in said
    assert "过A 东西过A升 3 级，胜" in said
    listed = page.split("已复核 0 桌")[1]
    places = [listed.index(f" {table} 桌 ") for table in (1, 2, 3, 4)]
    assert places == sorted(places)


def test_one_key_confirms_the_current_table_and_goes_on(desk: Desk) -> None:
    told = press(desk, htmx=True, one=mark(desk, 1))
    html = told.content.decode()

    assert told.status_code == 200
    assert checked(desk.stage) == [1]
    assert "<html" not in html
    assert "第 1 桌复核无误" in read(told)
    assert html.index("autofocus") < html.index(f'value="{mark(desk, 3)}" data-walk-stop')
    assert html.split("autofocus")[0].rsplit('name="one" value="', 1)[1].startswith(mark(desk, 2))
    assert f'name="back" value="{mark(desk, 1)}"' in html


def test_without_script_the_page_comes_again(desk: Desk) -> None:
    told = press(desk, one=mark(desk, 2))
    assert told.status_code == 302
    assert "第 2 桌复核无误" in read(desk.client.get(told["location"]))


def test_all_that_were_listed_at_once(desk: Desk) -> None:
    press(desk, all="1", seen=[mark(desk, table) for table in (1, 2, 4)])
    assert checked(desk.stage) == [1, 2, 4]
    assert Entry.objects.filter(verb="check_results").count() == 1
    page = read(desk.client.get(desk.address("round-grid")))
    assert "待复核 1 桌 已复核 3 桌" in page
    press(desk, one=mark(desk, 3))
    done = read(desk.client.get(desk.address("round-grid")))
    assert "各桌成绩都复核过了 可以结束本轮、公布成绩了。" in done


def test_a_confirmation_is_taken_back(desk: Desk) -> None:
    press(desk, htmx=True, one=mark(desk, 1))
    told = press(desk, htmx=True, back=mark(desk, 1))
    assert "已撤回第 1 桌的复核" in read(told)
    assert checked(desk.stage) == []


@pytest.mark.parametrize("htmx", [True, False], ids=["by script", "without"])
def test_a_table_that_changed_meanwhile_is_shown_anew(desk: Desk, htmx: bool) -> None:
    enter_result(match=desk.match(2), sheet=passed(Side.NS, loser_level=7), by=TEST)
    told = press(desk, htmx=htmx, all="1", seen=[mark(desk, 1), mark(desk, 2, 1)])
    assert told.status_code == 409
    assert "第 2 桌的成绩改过了" in read(told)
    assert "测试员改为“过A : 7（升 3 级）”" in read(told)
    assert f'value="{mark(desk, 2)}"' in told.content.decode()
    assert checked(desk.stage) == []


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({"one": "t9-1:1"}, id="a group that is not there"),
        pytest.param({"one": "t1-1"}, id="no version"),
        pytest.param({"one": "t1-1:²"}, id="a figure that is none"),
        pytest.param({"one": "t1-1:" + "9" * 40}, id="a version beyond all"),
        pytest.param({"all": "1", "seen": ["x", "t1-1:1"]}, id="half of it nonsense"),
        pytest.param({"all": "1"}, id="nothing"),
        pytest.param({"one": "t1-1:1", "submission": ""}, id="without a key"),
    ],
)
def test_what_no_page_sends_changes_nothing(desk: Desk, sent: dict[str, Any]) -> None:
    assert press(desk, **sent).status_code == 422
    assert checked(desk.stage) == []


def test_narrowed_to_a_group_only_its_tables_are_read(desk: Desk) -> None:
    page = read(desk.client.get(desk.address("round-grid"), {"only": "2"}))
    mine = [table for table in (1, 2, 3, 4) if group_of(desk, table) == 2]
    assert f"待复核 {len(mine)} 桌" in page


def test_the_rounds_page_names_what_waits(desk: Desk) -> None:
    press(desk, one=mark(desk, 1))
    page = desk.page()
    assert "复核（3 桌）" in page
    assert "待复核 3" in page
    assert page.count("已录 待复核") == 3
    assert page.count("已录 已复核") == 1
    assert desk.page(show="unchecked").count("已录 待复核") == 3
    assert "已录 已复核" not in desk.page(show="unchecked")
    assert "下一步：复核预赛第 1 轮成绩" in read(desk.client.get(f"/e/{desk.stage.event.slug}/desk/entries/"))


@pytest.mark.parametrize("step", ["close", "announce"])
def test_going_on_unchecked_needs_a_tick(desk: Desk, step: str) -> None:
    if step == "announce":
        Event.objects.update(checking=Checking.NONE)
        desk.client.post(desk.address("round-act", "close"), {"submission": "c"})
        Event.objects.update(checking=Checking.READ_BACK)
    press(desk, one=mark(desk, 1))
    page = desk.client.get(desk.address("round"))
    assert "还有 3 桌没有复核（2、3、4），仍要继续" in read(page)
    refused = desk.client.post(desk.address("round-act", step), {"submission": "a"})
    assert refused.status_code == 422
    assert "还有 3 桌没有复核：2、3、4。请先复核" in read(refused)
    keys = " ".join(f"1-{group_of(desk, table)}-{table}" for table in (2, 3, 4))
    assert f'name="unchecked" value="{keys}"' in page.content.decode()
    done = desk.client.post(desk.address("round-act", step), {"submission": "b", "unchecked": keys})
    assert done.status_code == 302


def test_standings_are_announced_unchecked_only_with_a_tick(desk: Desk) -> None:
    address = f"/e/{desk.stage.event.slug}/desk/stages/1/standings/"
    assert "还有 4 桌没有复核（1、2、3、4），仍要公布" in read(desk.client.get(address))
    refused = desk.client.post(f"{address}publish/", {"submission": "a", "number": "1"})
    assert refused.status_code == 422
    assert "还有 4 桌没有复核" in read(refused)
    keys = " ".join(f"1-{group_of(desk, table)}-{table}" for table in (1, 2, 3, 4))
    told = {"submission": "b", "number": "1", "unchecked": keys}
    assert desk.client.post(f"{address}publish/", told).status_code == 302


def test_the_paper_for_the_leaders_says_what_was_checked(desk: Desk) -> None:
    def notes() -> tuple[str, ...]:
        want = Wanted(desk.stage.event, timezone.now(), desk.stage, 1, None)
        return check_results(want).notes

    assert notes()[0] == "还有 4 桌没有复核：第 1、2、3、4 桌。"
    press(desk, all="1", seen=[mark(desk, table) for table in (1, 2, 3, 4)])
    assert notes()[0] == "已录的成绩都已复核（李负责）。"
    Event.objects.update(checking=Checking.NONE)
    desk.stage.event.refresh_from_db()
    assert not any("复核" in note for note in notes())


@pytest.mark.parametrize(
    ("typed", "status", "stored"),
    [
        pytest.param("twice", 302, "twice", id="another way"),
        pytest.param("none", 302, "none", id="switched off"),
        pytest.param("thrice", 422, "read_back", id="no such way"),
    ],
)
def test_the_events_settings_choose_the_way(desk: Desk, typed: str, status: int, stored: str) -> None:
    address = f"/e/{desk.stage.event.slug}/desk/settings/"
    page = desk.client.get(address)
    assert "第二个人看不到第一遍，照计分表再录一遍，一致才算复核。" in read(page)
    sent = {field.html_name: field.value() or "" for field in page.context["form"]} | {"checking": typed}
    assert desk.client.post(address, sent).status_code == status
    assert Event.objects.get(pk=desk.stage.event_id).checking == stored


def test_the_tables_own_page_says_who_checked_and_when(desk: Desk) -> None:
    page = read(desk.client.get(desk.address("match", 1)))
    assert "待复核 与计分表核对无误以后确认。" in page
    done = desk.client.post(desk.address("match-act", 1, "check"), {"submission": "m", "based_on": "1"})
    assert done.status_code == 302
    page = read(desk.client.get(desk.address("match", 1)))
    assert "已复核 李负责" in page
    assert "复核" in page.split("改动记录")[-1].split("李负责 2")[-1]
    stale = desk.client.post(desk.address("match-act", 1, "uncheck"), {"submission": "n", "based_on": "0"})
    assert stale.status_code == 409
    back = desk.client.post(desk.address("match-act", 1, "uncheck"), {"submission": "o", "based_on": "1"})
    assert back.status_code == 302
    assert checked(desk.stage) == []


def test_an_event_that_checks_nothing_shows_nothing_of_it() -> None:
    stage = checked_event(Checking.NONE)
    play_round(stage, 1)
    desk = Desk(stage)
    pages = [desk.page(), read(desk.client.get(desk.address("match", 1)))]
    assert not any("待复核" in page or "已复核" in page for page in pages)
    assert "各桌级数" in desk.client.get(desk.address("round-grid")).content.decode()


@pytest.mark.parametrize("checking", list(Checking))
def test_before_the_pairings_are_public_every_page_says_so(checking: Checking) -> None:
    desk = Desk(checked_event(checking, published=False))
    pages = [desk.address("round-grid"), desk.address("match", 1), desk.address("round-import")]
    for page in pages:
        assert "这一轮的对阵还没有公布" in read(desk.client.get(page))


@pytest.mark.parametrize("pairs", [8, 24])
def test_the_page_asks_a_fixed_number_of_queries(pairs: int, django_assert_num_queries: Any) -> None:
    stage = checked_event(Checking.READ_BACK, pairs=pairs)
    play_round(stage, 1)
    desk = Desk(stage)
    with django_assert_num_queries(16):
        page = desk.client.get(desk.address("round-grid"))
    assert page.content.decode().count("data-walk-stop") == pairs // 2
    with django_assert_num_queries(31):
        press(desk, htmx=True, one=mark_of(stage))


def mark_of(stage: Stage) -> str:
    return f"t{match_at(stage, 1).round.group.ordinal}-1:1"


def test_a_result_that_two_pairs_agreed_on_is_not_said_to_be_typed_by_a_person(desk: Desk) -> None:
    Result.objects.filter(match=desk.match(1)).update(source="table", actor_name="1 号填报，2 号确认")

    page = read(desk.client.get(desk.address("round-grid")))

    assert "1 号填报，2 号确认" in page
    assert "确认录入" not in page
    assert f"{Result.objects.get(match=desk.match(2)).actor_name}录入" in page
