"""Clocks in a browser whose own clock is wrong: counting down, marks, the bell, pauses, a reload."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.tournament.factories import TEST, make_director, make_event, make_stage
from tournament.actions.note_lateness import note_lateness
from tournament.actions.round_clock import add_minutes, pause_round, resume_round
from tournament.actions.run_round import start_round
from tournament.models import Match, Stage

pytestmark = pytest.mark.django_db(transaction=True)

WRONG = timedelta(hours=3, minutes=17)  # a phone that nobody has set
LISTEN = """
window.heard = [];
const say = (what) => window.heard.push(what);
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { say("tone"); return make.call(this); };
speechSynthesis.getVoices = () => [{ lang: "zh-CN", name: "普通话" }];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
speechSynthesis.speak = (said) => say(said.text);
"""


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_event(pairs=8, rulebook="devzone-26", slug="sai"))


def sign_in(page: Page, base: str) -> None:
    page.goto(f"{base}/login/")
    page.fill("[name=username]", "director")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{base}/")


class Hall:
    """A browser in the hall whose time is faked, and a server whose time is told with it."""

    def __init__(self, page: Page, live_server: LiveServer) -> None:
        self.page, self.base = page, live_server.url
        self.began = timezone.now()
        page.set_default_timeout(60_000)  # a slow machine is no failure
        page.clock.install(time=self.began + WRONG)
        page.clock.pause_at(self.began + WRONG + timedelta(seconds=1))
        self.passed = timedelta(seconds=1)
        page.route("**/now/", self.tell)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def now(self) -> datetime:
        return self.began + self.passed

    def tell(self, route: Route) -> None:
        route.fulfill(body=str(round(self.now().timestamp() * 1000)), content_type="text/plain")

    def open(self, path: str = "/e/sai/clock/") -> None:
        with self.page.expect_response("**/now/"):
            self.page.goto(f"{self.base}{path}")

    def wait(self, seconds: int) -> None:
        """Let time pass, a second at a time, as a page that stays open lives it."""
        self.passed += timedelta(seconds=seconds)
        self.page.clock.run_for(seconds * 1000)

    def sleep(self, seconds: int) -> None:
        """Let the device sleep: its timers are late when it wakes."""
        self.passed += timedelta(seconds=seconds)
        self.page.clock.fast_forward(seconds * 1000)

    def heard(self) -> list[str]:
        return [said for said in self.page.evaluate("window.heard") if said != "tone"]


@pytest.fixture
def hall(page: Page, live_server: LiveServer) -> Iterator[Hall]:
    page.add_init_script(LISTEN)
    one = Hall(page, live_server)
    yield one
    assert one.errors == []


Start = Callable[[float], None]


@pytest.fixture
def start(stage: Stage, hall: Hall) -> Start:
    """Start round 1 so that this much of its 50 minutes is left."""

    def started(left: float) -> None:
        at = hall.now() - timedelta(minutes=50) + timedelta(seconds=left)
        start_round(stage=stage, number=1, at=at, by=TEST)

    return started


def figures(hall: Hall) -> str:
    return hall.page.locator(".clock-figures .clock").inner_text()


def test_it_counts_down_by_the_servers_time_through_time_and_overtime(hall: Hall, start: Start) -> None:
    start(62)
    hall.open()
    hall.wait(1)
    expect(hall.page.locator(".clock-figures .clock")).to_have_text("剩余 01:01")
    hall.wait(60)
    expect(hall.page.locator(".clock-figures .clock")).to_have_text("剩余 00:01")
    expect(hall.page.locator(".clock-then")).to_be_hidden()
    hall.wait(2)
    expect(hall.page.locator(".clock-figures .clock")).to_have_text("时间到")
    expect(hall.page.locator(".clock-then")).to_have_text("正在打的一副：打完这一副，计入成绩。")
    hall.wait(60)
    expect(hall.page.locator(".clock-figures .clock")).to_have_text("超时 01:01")


def test_a_phone_shows_whole_minutes_of_the_same_clock(hall: Hall, start: Start) -> None:
    start(23 * 60)
    hall.open("/e/sai/stages/1/rounds/1/")
    clock = hall.page.locator("#public .clock")
    hall.wait(1)
    expect(clock).to_have_text("剩余 23 分钟")
    hall.wait(60)
    expect(clock).to_have_text("剩余 22 分钟")


def test_every_mark_is_rung_and_called_out_once_after_one_click(hall: Hall, start: Start) -> None:
    start(602)
    hall.open()
    expect(hall.page.locator("[data-bell-state]")).to_contain_text("现在静音")
    hall.page.get_by_role("button", name="开启声音").click()
    expect(hall.page.locator("[data-bell-state]")).to_contain_text("声音已开启")
    hall.wait(20)
    assert hall.heard() == ["预赛 第 1 轮，还有十分钟。"]
    hall.wait(420)
    assert hall.heard()[1:] == ["预赛 第 1 轮，还有三分钟。"]
    hall.wait(200)
    assert hall.heard()[2:] == ["预赛 第 1 轮，时间到。正在打的一副：打完这一副，计入成绩。"]
    assert hall.page.evaluate("window.heard.filter((said) => said === 'tone').length") >= 1 + 2 + 3 + 5


def test_a_mark_is_not_rung_again_after_a_reload_nor_after_a_pause(
    hall: Hall, start: Start, stage: Stage
) -> None:
    start(602)
    hall.open()
    hall.page.get_by_role("button", name="开启声音").click()
    hall.wait(6)
    assert hall.heard() == ["预赛 第 1 轮，还有十分钟。"]
    hall.open()
    expect(hall.page.locator("[data-bell-state]")).to_contain_text("现在静音")
    hall.page.get_by_role("button", name="开启声音").click()
    hall.wait(2)
    assert hall.heard() == []
    pause_round(stage=stage, number=1, at=hall.now(), by=TEST)
    resume_round(stage=stage, number=1, at=hall.now() + timedelta(minutes=2), by=TEST)
    hall.sleep(120)
    hall.open()
    hall.page.get_by_role("button", name="开启声音").click()
    hall.wait(3)
    assert hall.heard() == []


def test_minutes_that_are_given_make_a_new_mark(hall: Hall, start: Start, stage: Stage) -> None:
    start(602)
    hall.open()
    hall.page.get_by_role("button", name="开启声音").click()
    hall.wait(10)
    add_minutes(stage=stage, number=1, minutes=1, by=TEST)
    hall.open()
    hall.page.get_by_role("button", name="开启声音").click()
    hall.wait(65)
    assert hall.heard() == ["预赛 第 1 轮，还有十分钟。"]


@pytest.mark.parametrize(("asleep", "rung"), [(5, True), (30, False)], ids=["a few seconds", "half a minute"])
def test_a_mark_that_was_slept_over_is_rung_only_within_seconds(
    hall: Hall, start: Start, asleep: int, rung: bool
) -> None:
    start(603)
    hall.open()
    hall.page.get_by_role("button", name="开启声音").click()
    hall.wait(1)
    hall.sleep(asleep)
    hall.wait(5)
    assert hall.heard() == (["预赛 第 1 轮，还有十分钟。"] if rung else [])


def test_a_pause_stands_on_the_hall_page_without_a_reload(hall: Hall, start: Start, stage: Stage) -> None:
    start(600)
    hall.open()
    pause_round(stage=stage, number=1, at=hall.now(), by=TEST)
    hall.wait(6)
    expect(hall.page.locator(".clock-figures .clock")).to_have_text("暂停中 剩余 10:00")
    hall.wait(30)
    assert figures(hall) == "暂停中 剩余 10:00"


def test_without_the_servers_answer_the_clock_goes_on_by_what_it_knew(hall: Hall, start: Start) -> None:
    start(900)
    hall.open()
    hall.page.unroute("**/now/")
    hall.page.context.set_offline(True)
    hall.wait(400)
    expect(hall.page.locator(".clock-figures .clock")).to_have_text("剩余 08:20")
    hall.page.context.set_offline(False)
    hall.errors.clear()  # the browser's own words on a network that is not there


def test_the_forfeit_appears_at_the_desk_when_its_minute_comes(
    hall: Hall, start: Start, stage: Stage
) -> None:
    make_director(stage.event)
    start(40 * 60 + 90)  # 8 and a half minutes played
    match = Match.objects.filter(round__number=1).order_by("table")[0]
    note_lateness(match=match, pair=match.ns, by=TEST)
    sign_in(hall.page, hall.base)
    hall.open("/e/sai/desk/stages/1/rounds/1/")
    hall.wait(1)
    late = hall.page.locator(".awaited")
    expect(late).to_contain_text("南北 迟到 8 分钟")
    expect(late.get_by_text("按弃权处理…")).to_be_hidden()
    hall.wait(91)
    expect(late).to_contain_text("南北 迟到 10 分钟")
    late.get_by_text("按弃权处理…").click()
    hall.page.get_by_role("button", name="登记弃权").click()
    expect(hall.page.locator("#entry")).to_contain_text("已登记第 1 桌")


def test_the_clocks_keys_are_reached_and_pressed_by_keyboard(hall: Hall, start: Start, stage: Stage) -> None:
    make_director(stage.event)
    start(1800)
    sign_in(hall.page, hall.base)
    hall.open("/e/sai/desk/stages/1/rounds/1/")
    hall.page.clock.resume()
    hall.page.get_by_role("button", name="暂停计时").focus()
    hall.page.keyboard.press("Enter")
    expect(hall.page.locator("#round-head")).to_contain_text("暂停中")
    hall.page.get_by_role("button", name="+5 分钟").focus()
    hall.page.keyboard.press("Enter")
    expect(hall.page.locator("#round-head")).to_contain_text(re.compile("剩余 3[45] 分钟"))


@pytest.mark.parametrize(
    "path", ["/e/sai/clock/", "/e/sai/stages/1/rounds/1/", "/e/sai/desk/stages/1/rounds/1/"]
)
def test_pages_with_clocks_are_accessible_and_fit(hall: Hall, start: Start, stage: Stage, path: str) -> None:
    make_director(stage.event)
    start(1800)
    match = Match.objects.filter(round__number=1).order_by("table")[0]
    note_lateness(match=match, pair=match.ns, by=TEST)
    if "desk" in path:
        sign_in(hall.page, hall.base)
    hall.open(path)
    hall.page.clock.resume()  # axe waits for timers
    assert faults(hall.page) == []
