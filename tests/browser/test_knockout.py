"""A knock-out in a real browser: five pairs, from the draw to the champion on the public bracket."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.browser.test_draw import go_to, sign_in
from tests.browser.test_swiss import type_slips
from tests.tournament.knockout.knockouts import make_knockout, ranks, tables

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = {1: 1, 2: 2, 3: 1}  # three byes in round 1
ROUNDS = {1: "第 1 轮（四分之一决赛）", 2: "第 2 轮（半决赛）", 3: "第 3 轮（决赛）"}


def test_five_pairs_from_the_draw_to_the_champion(page: Page, live_server: LiveServer) -> None:
    stage = make_knockout(pairs=5, drawn=False)
    sign_in(page, live_server)
    go_to(page, live_server, stage, "draw")
    page.get_by_role("button", name="电脑抽签").click()
    for number, count in TABLES.items():
        page.get_by_role("button", name=f"编排{ROUNDS[number]}", exact=True).dblclick()
        expect(page.locator("#messages")).to_contain_text(f"已编排{ROUNDS[number]}")
        page.get_by_role("button", name=ROUNDS[number]).filter(has_text="公布").click()
        page.get_by_role("link", name=f"去录{ROUNDS[number]}成绩").click()
        type_slips(page, number, count, ROUNDS[number])

    [final] = tables(stage, 3)
    [champion] = [number for number, rank in ranks(stage).items() if rank == 1]
    won = final.ns if final.ns.number == champion else final.ew
    assert won is not None
    page.goto(f"{live_server.url}/e/{stage.event.slug}/stages/1/bracket/")
    main = page.locator("main")
    expect(main).to_contain_text("冠军：")
    expect(main).to_contain_text(won.partners[0].name)
    expect(main.locator("svg")).to_have_count(1)
    for title in ("四分之一决赛", "半决赛", "决赛"):
        expect(main).to_contain_text(title)
    champions = page.evaluate("document.querySelector('main').innerText.match(/冠军：.*/)[0]")
    assert won.partners[0].name in champions
    assert faults(page) == []
