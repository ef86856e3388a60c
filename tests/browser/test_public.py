"""What the public sees on a phone: a seat found by number, news without a reload; readable by everybody."""

import pytest
from playwright.sync_api import Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tournament.actions.publish import publish_pairings, publish_standings
from tournament.models import Match, Player, Stage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage() -> Stage:
    """Nine pairs, two rounds played and published, the third drawn and not published."""
    event = make_event(pairs=9, slug="sai", name="第十八届全省高校图书馆“书香杯”掼蛋团体邀请赛")
    stage = make_stage(event, group_size=9, rounds=3, published=False)
    Player.objects.filter(pair__number=3, seat=1).update(name="古丽巴哈尔·买买提江")
    for number in (1, 2):
        publish_pairings(stage=stage, number=number, by=TEST)
        play_round(stage, number)
    publish_standings(stage=stage, number=2, by=TEST)
    return stage


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 780})
    return page


def test_player_finds_the_seat_by_number_as_soon_as_it_is_published(
    phone: Page, live_server: LiveServer, stage: Stage
) -> None:
    match = Match.objects.filter(round__number=3, kind="play").order_by("table").first()
    phone.goto(f"{live_server.url}/e/sai/")
    phone.get_by_label("查我的座位和成绩").fill(str(match.ns.number))
    phone.get_by_role("button", name="查找").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text(f"{match.ns.number} 号")
    expect(phone.get_by_text(f"{match.table} 桌 南北").first).to_have_count(0)

    publish_pairings(stage=stage, number=3, by=TEST)
    phone.reload()
    expect(phone.locator(".seat-sheet")).to_contain_text(f"{match.table} 桌 南北")
    expect(phone.locator(".seat-sheet")).to_contain_text(f"{match.ew.number} 号")


def test_page_follows_a_publication_by_itself(phone: Page, live_server: LiveServer, stage: Stage) -> None:
    phone.clock.install()
    phone.goto(f"{live_server.url}/e/sai/")
    expect(phone.get_by_role("link", name="第 3 轮")).to_have_count(0)
    publish_pairings(stage=stage, number=3, by=TEST)
    phone.clock.run_for(21_000)
    expect(phone.get_by_role("link", name="第 3 轮")).to_be_visible()


def test_the_phone_remembers_its_pair_and_forgets_it(
    phone: Page, live_server: LiveServer, stage: Stage
) -> None:
    home = f"{live_server.url}/e/sai/"
    phone.goto(f"{home}pairs/3/")
    phone.get_by_role("button", name="这是我的队，记在这部手机里").click()
    expect(phone.get_by_text("已记住")).to_be_visible()
    phone.goto(home)
    phone.get_by_role("link", name="我的队：3 号 古丽巴哈尔·买买提江").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("3 号")
    phone.goto(home)
    phone.get_by_role("button", name="不再记住").click()
    expect(phone.locator("[data-mine-shown]")).to_be_hidden()
    phone.reload()
    expect(phone.locator("[data-mine-shown]")).to_be_hidden()


def test_f72_a_hostile_name_is_remembered_as_text(phone: Page, live_server: LiveServer, stage: Stage) -> None:
    evil = '"><img src=x onerror=alert(1)>'
    Player.objects.filter(pair__number=3, seat=1).update(name=evil)
    alerts: list[str] = []

    def note(dialog: Dialog) -> None:
        alerts.append(dialog.message)
        dialog.dismiss()

    phone.on("dialog", note)
    phone.goto(f"{live_server.url}/e/sai/pairs/3/")
    phone.get_by_role("button", name="这是我的队，记在这部手机里").click()
    phone.goto(f"{live_server.url}/e/sai/")
    expect(phone.locator("[data-mine-link]")).to_contain_text(evil)
    assert alerts == []


def test_a_tab_that_nobody_looks_at_asks_for_nothing_and_asks_at_once_when_it_is_seen(
    phone: Page, live_server: LiveServer, stage: Stage
) -> None:
    asked: list[str] = []
    phone.clock.install()
    phone.goto(f"{live_server.url}/e/sai/")
    # The site's icon may still come: what counts is who asks for news.
    phone.on("request", lambda request: asked.append(request.url) if "/static/" not in request.url else None)
    show = "state => Object.defineProperty(document, 'hidden', {value: state, configurable: true})"
    phone.evaluate(f"({show})(true)")
    phone.clock.run_for(61_000)
    assert asked == []
    with phone.expect_request(lambda request: "part=1" in request.url):
        phone.evaluate(f"({show})(false); document.dispatchEvent(new Event('visibilitychange'))")
    assert len(asked) == 1
    assert "part=1" in asked[0]


def test_what_somebody_types_is_not_swept_away_by_news(
    phone: Page, live_server: LiveServer, stage: Stage
) -> None:
    phone.clock.install()
    phone.goto(f"{live_server.url}/e/sai/")
    phone.get_by_label("查我的座位和成绩").fill("赵")
    publish_pairings(stage=stage, number=3, by=TEST)
    with phone.expect_response(lambda answer: "part=1" in answer.url):
        phone.clock.run_for(21_000)
    expect(phone.get_by_label("查我的座位和成绩")).to_have_value("赵")
    expect(phone.get_by_role("link", name="第 3 轮")).to_have_count(0)
    phone.get_by_label("查我的座位和成绩").fill("")
    with phone.expect_response(lambda answer: "part=1" in answer.url):
        phone.clock.run_for(21_000)
    expect(phone.get_by_role("link", name="第 3 轮")).to_be_visible()


PAGES = [
    "",
    "?q=系",
    "rules/",
    "stages/1/rounds/2/",
    "stages/1/standings/",
    "stages/1/cross/",
    "pairs/3/",
    "stages/1/rounds/3/",
]


def test_public_pages_are_accessible_and_fit_a_phone(
    phone: Page, live_server: LiveServer, stage: Stage
) -> None:
    for path in PAGES:
        phone.goto(f"{live_server.url}/e/sai/{path}")
        assert faults(phone) == [], path


def test_a_phone_shows_both_pairs_of_a_table_and_a_narrow_table_is_a_stop_for_the_keyboard(
    page: Page, live_server: LiveServer
) -> None:
    event = make_event(areas=[{"name": "三楼会议室", "tables": [[1, 9]]}])
    make_stage(event)
    page.goto(f"{live_server.url}/e/{event.slug}/stages/1/rounds/1/")
    region = page.locator(".scroll").first
    assert region.get_attribute("tabindex") is None
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.querySelector('td .ew').getBoundingClientRect().left") < 330
    expect(region.locator("td .narrow-only").first).to_have_text("三楼会议室")
    expect(region.locator("td.wide-only").first).to_be_hidden()
    page.set_viewport_size({"width": 220, "height": 800})
    expect(region).to_have_attribute("tabindex", "0")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(region).not_to_have_attribute("tabindex", "0")
