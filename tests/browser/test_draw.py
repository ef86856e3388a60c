"""A draw in a real browser: lots by keyboard alone, the computer's draw to its publication, both readable."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.scoresheet import Ended, Scoresheet
from tests.browser.looks import faults
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tournament.actions.enter_result import enter_result
from tournament.actions.type_lots import open_lots, type_lot
from tournament.models import Draw, Match, Publication, Stage

pytestmark = pytest.mark.django_db(transaction=True)


def sign_in(page: Page, site: LiveServer) -> None:
    make_person("owner", owner=True)
    page.goto(f"{site.url}/login/")
    page.fill("[name=username]", "owner")
    page.fill("[name=password]", "mimamima1")
    page.click("main button[type=submit]")
    # A click does not wait for what it leads to: to go elsewhere at once would stop the login.
    page.wait_for_url(lambda address: "/login/" not in address)


def go_to(page: Page, site: LiveServer, stage: Stage, place: str) -> None:
    page.goto(f"{site.url}/e/{stage.event.slug}/desk/stages/{stage.ordinal}/{place}/")


def type_line(page: Page, number: str, lot: str) -> None:
    """One line by keyboard: the cursor already stands in the number."""
    expect(page.locator("#id_number")).to_be_focused()
    page.keyboard.type(number)
    page.keyboard.press("Enter")
    expect(page.locator("#id_lot")).to_be_focused()
    page.keyboard.type(lot)
    page.keyboard.press("Enter")


def test_lots_are_typed_by_keyboard_alone(page: Page, live_server: LiveServer) -> None:
    stage = make_stage(pairs=4, drawn=False, grouping={"method": "manual", "count": 2})
    sign_in(page, live_server)
    go_to(page, live_server, stage, "draw")
    page.get_by_role("button", name="开始抽签录入").click()
    first = stage.event.pairs.get(number=3).partners[0].name

    expect(page.locator("#id_number")).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_contain_text(first)
    page.keyboard.type("a2")
    page.keyboard.press("Enter")
    expect(page.locator(".undo")).to_contain_text("3 号抽到 A2")

    type_line(page, "1", "A2")
    expect(page.locator(".error-list")).to_contain_text("A2 签已被 3 号抽走")
    expect(page.locator("#id_lot")).to_be_focused()
    page.keyboard.type("B1")
    page.keyboard.press("Enter")
    expect(page.locator(".undo")).to_contain_text("1 号抽到 B1")
    expect(page.locator("#board li.gone, #board li.now")).to_have_count(2)

    type_line(page, "4", "1")
    page.get_by_role("button", name="完成抽签").click()
    expect(page.locator("h1")).to_contain_text("分组和对阵")
    assert Draw.objects.get(stage=stage).result == [[4, 3], [1, 2]]


def test_the_wall_follows_the_typing(page: Page, live_server: LiveServer) -> None:
    stage = make_stage(pairs=4, drawn=False, grouping={"method": "manual", "count": 2})
    open_lots(stage=stage, by=TEST)
    sign_in(page, live_server)
    go_to(page, live_server, stage, "lots/wall")
    expect(page.locator("#board li.gone")).to_have_count(0)
    type_lot(stage=stage, number=1, lot="A1", by=TEST)
    expect(page.locator("#board li.gone")).to_have_count(1)


def test_from_the_draw_to_its_publication(page: Page, live_server: LiveServer) -> None:
    stage = make_stage(pairs=14, drawn=False)
    sign_in(page, live_server)
    go_to(page, live_server, stage, "draw")
    expect(page.locator("main")).to_contain_text("14 队分 4 组：4、4、3、3")

    page.get_by_text("修改分组办法").click()
    page.select_option("#id_by", "count")
    page.fill("#id_number", "3")
    page.keyboard.press("Tab")
    expect(page.locator("#sizes")).to_contain_text("14 队分 3 组：5、5、4")
    page.get_by_role("button", name="保存分组办法").click()

    page.get_by_role("button", name="电脑抽签").dblclick()
    expect(page.locator("main")).to_contain_text("第 1 次抽签")
    assert Draw.objects.count() == 1
    page.locator("summary", has_text="重新抽签").click()
    expect(page.locator("details[open] .ask")).to_contain_text("记为第 2 次抽签")
    page.get_by_role("button", name="作废并重新抽签").click()
    expect(page.locator("main")).to_contain_text("第 2 次抽签")

    page.get_by_role("button", name="编排各轮对阵").click()
    page.get_by_role("button", name="公布分组和各轮对阵").click()
    expect(page.locator("main")).to_contain_text("对阵公告第 3 号")
    assert Publication.objects.filter(is_current=True).count() == 4


def tied_final() -> Stage:
    """A final that waits for lots among four equal pairs."""
    stage = make_stage(pairs=4)
    for match in Match.objects.filter(round__group__stage=stage, kind="play"):
        enter_result(match=match, sheet=Scoresheet(ns_level=9, ew_level=9, ended=Ended.TIME), by=TEST)
    return make_stage(stage.event, drawn=False, name="决赛", entry={"from": stage.name, "top_per_group": 2})


def test_the_pages_of_the_draw_are_accessible_and_fit_a_phone(page: Page, live_server: LiveServer) -> None:
    open_stage = make_stage(pairs=6, drawn=False, grouping={"method": "manual", "count": 2})
    open_lots(stage=open_stage, by=TEST)
    type_lot(stage=open_stage, number=2, lot="A1", by=TEST)
    draft = make_stage(make_event(pairs=9), published=False)
    places = [
        (open_stage, "draw"), (open_stage, "lots"), (open_stage, "lots/wall"), (draft, "draw"),
        (draft, "movement"), (make_stage(pairs=5), "draw"), (tied_final(), "draw"),
    ]  # fmt: skip
    sign_in(page, live_server)
    wrong = []
    for stage, place in places:
        go_to(page, live_server, stage, place)
        page.evaluate("document.querySelectorAll('.page details').forEach(one => { one.open = true; })")
        wrong += [(place, fault) for fault in faults(page)]
    assert wrong == []
