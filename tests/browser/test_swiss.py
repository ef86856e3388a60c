"""A Swiss in a real browser: seven pairs, five rounds one by one, from the draw to published standings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.browser.test_draw import go_to, sign_in
from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.rounds.swiss import couples, pair_next, pair_of, play, sitting_out, swiss_stage
from tournament.actions.edit_wishes import add_wish
from tournament.actions.pair_round import pair_round
from tournament.actions.withdraw_pair import withdraw_pair
from tournament.models import Publication, PublicationKind, Round, Stage, WishKind

pytestmark = pytest.mark.django_db(transaction=True)

LOW = "23456789JQK"


def type_slips(page: Page, number: int, tables: int, title: str = "") -> None:
    """Every table's slip by keyboard; then the round (its name: `title`) is closed, its standings go up."""
    title = title or f"第 {number} 轮"
    expect(page.locator("#entry-table")).to_be_focused()
    for table in range(1, tables + 1):
        low = LOW[(3 * table + number) % 11]
        for word in (str(table), "A3", low) if (table + number) % 2 else (str(table), low, "a2"):
            page.keyboard.type(word)
            page.keyboard.press("Enter")
    expect(page.locator("#round-filters")).to_contain_text("各桌成绩都已录入", timeout=30_000)
    page.get_by_role("button", name="结束本轮").click()
    expect(page.locator("#messages")).to_contain_text(f"{title}已结束")
    page.get_by_role("button", name="公布成绩").click()
    expect(page.locator("#messages")).to_contain_text(f"已公布{title}后的名次")


def test_five_rounds_of_seven_pairs(page: Page, live_server: LiveServer) -> None:
    pairing = {"method": "swiss", "rounds": 5}
    stage = make_stage(pairs=7, drawn=False, grouping={"method": "one"}, pairing=pairing)
    sign_in(page, live_server)
    go_to(page, live_server, stage, "draw")
    page.get_by_role("button", name="电脑抽签").click()
    for number in range(1, 6):
        page.get_by_role("button", name=f"编排第 {number} 轮", exact=True).dblclick()
        expect(page.locator("#messages")).to_contain_text(f"已编排第 {number} 轮")
        page.get_by_role("button", name=f"第 {number} 轮对阵").filter(has_text="公布").click()
        page.get_by_role("link", name=f"去录第 {number} 轮成绩").click()
        type_slips(page, number, 3)

    assert Round.objects.count() == 5
    assert len({sitting_out(stage, number)[0] for number in range(1, 6)}) == 5
    met = [couple for number in range(1, 6) for couple in couples(stage, number)]
    assert len(set(met)) == len(met) == 15
    up = Publication.objects.filter(kind=PublicationKind.STANDINGS, is_current=True)
    assert set(up.values_list("round_number", flat=True)) == {1, 2, 3, 4, 5}
    page.goto(f"{live_server.url}/e/{stage.event.slug}/stages/1/standings/")
    expect(page.locator("main tbody tr")).to_have_count(7)


def test_a_change_by_hand_with_the_keyboard(page: Page, live_server: LiveServer) -> None:
    stage = swiss_stage(pairs=6)
    play(stage, pair_next(stage))
    pair_round(stage=stage, seed=1, by=TEST)
    one, other = sorted(couples(stage, 2)[0])[0], sorted(couples(stage, 2)[1])[0]
    sign_in(page, live_server)
    go_to(page, live_server, stage, "draw")
    page.locator("summary", has_text="人工调整第 2 轮").press("Enter")
    page.locator("#change_first").fill(str(one))
    page.keyboard.press("Enter")
    expect(page.locator("#change_second")).to_be_focused()
    page.keyboard.type(str(other))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="后果")).to_be_visible()
    page.get_by_role("button", name="确认改动").press("Enter")
    expect(page.locator("#messages")).to_contain_text("已改好第 2 轮的对阵")
    expect(page.locator("main")).to_contain_text("人工调整")
    assert len({number for couple in couples(stage, 2) for number in couple}) == 6


def drafts() -> list[tuple[Stage, str]]:
    """The page before the first round, over a draft that lost a pair, and over a published round."""
    fresh = swiss_stage(pairs=5)
    lost = swiss_stage(make_event(pairs=9))
    play(lost, pair_next(lost))
    add_wish(stage=lost, kind=WishKind.FORBID, first=1, second=2, by=TEST)
    pair_round(stage=lost, seed=1, by=TEST)
    withdraw_pair(pair=pair_of(lost, 3), by=TEST)
    public = swiss_stage(make_event(pairs=6))
    pair_next(public)
    change = "pairing/change/?number=1&what=move&first=1&second=2"
    return [(fresh, "draw/"), (lost, "draw/"), (public, "draw/"), (public, change)]


def test_the_pages_of_single_rounds_are_accessible_and_fit_a_phone(
    page: Page, live_server: LiveServer
) -> None:
    places = drafts()
    sign_in(page, live_server)
    wrong = []
    for stage, place in places:
        page.goto(f"{live_server.url}/e/{stage.event.slug}/desk/stages/{stage.ordinal}/{place}")
        page.evaluate("document.querySelectorAll('.page details').forEach(one => { one.open = true; })")
        wrong += [(place, fault) for fault in faults(page)]
    assert wrong == []
