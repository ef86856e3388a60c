"""The two minutes before the start, as a hall has them: three pairs missing of thirty-two, and of a Swiss.

All by keyboard where it counts: who has come, the end of check-in, a reserve, a house pair, a merged group or
a redraw, the pairings on paper. After each remedy nobody sits twice and no table is used twice.
"""

from __future__ import annotations

import io
from collections import Counter

import pypdfium2
import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import violations
from tests.browser.test_draw import sign_in
from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.rounds.swiss import swiss_stage
from tournament.actions.pair_round import pair_round
from tournament.models import Event, Match, MatchKind, Pair, PairStatus, Publication, Stage

pytestmark = pytest.mark.django_db(transaction=True)

PRESENT = (PairStatus.ACTIVE, PairStatus.HOUSE)


def open_check_in(page: Page, site: LiveServer, event: Event) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}{event.get_desk_url()}entries/check-in/")


def all_but(page: Page, event: Event, absent: set[int]) -> None:
    """Units that are whole by one press each, the others pair by pair through the line of numbers."""
    units: dict[str, list[int]] = {}
    for pair in event.pairs.select_related("unit"):
        assert pair.unit
        units.setdefault(pair.unit.name, []).append(pair.number)
    singly = []
    for unit, numbers in units.items():
        if absent & set(numbers):
            singly += sorted(set(numbers) - absent)
        else:
            box = page.locator("section.group", has=page.get_by_role("heading", name=unit, exact=True))
            box.get_by_role("button", name=f"{len(numbers)} 队都到").press("Enter")
            expect(box.locator(".chip.ok")).to_have_count(len(numbers))
    page.locator("#id_numbers").focus()
    page.keyboard.type(" ".join(map(str, sorted(singly))))
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text(f"已签到：{min(singly)}、")
    expect(page.locator(".heading")).to_contain_text(f"未到 {len(absent)} 队")


def end_check_in(page: Page, absent: set[int]) -> None:
    """Tab from the line of numbers to the end of check-in; what follows is named first."""
    page.wait_for_function("!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
    expect(page.locator("#id_numbers")).to_be_focused()  # the answer has put it back; a Tab before is lost
    for _press in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_text("结束签到…")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("details.confirm[open]")).to_contain_text(f"现在还有 {len(absent)} 队未到")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="开赛前处理")).to_be_visible()
    for number in absent:
        expect(page.get_by_role("link", name=f"处理 {number} 号", exact=True)).to_be_visible()


def by_reserve(page: Page, absent: int, reserve: int, told: str) -> None:
    page.get_by_role("link", name=f"处理 {absent} 号", exact=True).press("Enter")
    expect(page.locator(".sheet", has_text="候补接替")).to_contain_text(told)
    page.get_by_label(f"{reserve} 号").press("Space")
    page.get_by_role("button", name="由候补接替").press("Enter")
    expect(page.locator("#messages")).to_contain_text(f"{reserve} 号已接替 {absent} 号")


def by_house_pair(page: Page, absent: int) -> None:
    page.get_by_role("link", name=f"处理 {absent} 号", exact=True).press("Enter")
    expect(page.locator(".sheet", has_text="陪打补位")).to_contain_text("不计名次")
    page.get_by_label("陪打一").focus()
    page.keyboard.type("严望山")
    page.keyboard.press("Tab")
    page.keyboard.type("苏听潮")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text(f"{absent} 号")
    expect(page.get_by_role("heading", name="开赛前处理")).to_be_visible()


def by_leaving(page: Page, absent: int, told: str) -> None:
    page.get_by_role("link", name=f"处理 {absent} 号", exact=True).press("Enter")
    expect(page.locator(".sheet", has_text="不补位，办理退赛")).to_contain_text(told)
    page.get_by_role("button", name="不补位，记为退赛").press("Enter")
    expect(page.get_by_role("heading", name="开赛前处理")).to_be_visible()
    expect(page.locator("main")).to_contain_text("没有未到的队")


def assert_legal(stage: Stage) -> None:
    """In every round everybody sits or rests once, each table is used once, nobody meets twice."""
    met: Counter[frozenset[int]] = Counter()
    entered = stage.entries.filter(pair__status__in=PRESENT).values_list("pair__number", flat=True)
    for number in set(stage.groups.values_list("rounds__number", flat=True)):
        drawn = Match.objects.filter(round__group__stage=stage, round__number=number)
        drawn = drawn.select_related("ns", "ew")
        sat = Counter(pair.number for one in drawn for pair in (one.ns, one.ew) if pair)
        assert not [one for one, times in sat.items() if times > 1]
        assert set(entered) <= set(sat)
        tables = [one.table for one in drawn if one.kind == MatchKind.PLAY]
        assert None not in tables
        assert len(set(tables)) == len(tables)
        met.update(frozenset((one.ns.number, one.ew.number)) for one in drawn if one.ew)
    assert set(met.values()) == {1}


def seated(stage: Stage) -> set[int]:
    """Everybody who is named on a table or for a bye."""
    drawn = Match.objects.filter(round__group__stage=stage).select_related("ns", "ew")
    return {pair.number for one in drawn for pair in (one.ns, one.ew) if pair}


def paper(page: Page, site: LiveServer) -> str:
    """The text of the first round's pairings, as they come from the printer's page."""
    row = page.locator("li", has_text="对阵表（按桌号）").first
    address = row.get_by_role("link", name="PDF").get_attribute("href")
    answer = page.request.get(f"{site.url}{address}")
    assert answer.headers["content-type"] == "application/pdf"
    with pypdfium2.PdfDocument(io.BytesIO(answer.body())) as document:
        return "\n".join(one.get_textpage().get_text_range() for one in document)


def names_of(event: Event, number: int) -> str:
    return event.pairs.get(number=number).partners[0].name


def assert_readable(page: Page) -> None:
    assert violations(page) == []


def test_three_of_thirty_two_are_missing_from_groups_of_four(page: Page, live_server: LiveServer) -> None:
    event = make_event(pairs=33)
    event.pairs.filter(number=33).update(status=PairStatus.RESERVE)
    stage = make_stage(event)
    first, second, third, *_rest = stage.groups.order_by("ordinal")
    absent = [group.entries.order_by("position")[0].pair.number for group in (first, second, third)]
    open_check_in(page, live_server, event)
    assert_readable(page)
    all_but(page, event, set(absent))
    end_check_in(page, set(absent))
    assert_readable(page)

    by_reserve(page, absent[0], 33, "重新公布")
    assert_legal(stage)
    assert absent[0] not in seated(stage)
    by_house_pair(page, absent[1])
    assert_legal(stage)
    by_leaving(page, absent[2], "未赛的 3 场记为弃权")
    assert_readable(page)

    short = page.locator(f"#short-{stage.ordinal}-{third.ordinal}")
    expect(short).to_contain_text("缩小：3 队，打 3 轮，每轮 1 桌，各轮空 1 次")
    short.get_by_label("并入").press("D")  # typing a name chooses it
    expect(short.locator("option:checked")).to_contain_text("D 组：合成 7 队，打 3 轮，每轮 3 桌")
    short.get_by_role("button", name="并组").press("Enter")
    expect(page.locator("#messages")).to_contain_text("已并入")
    assert_legal(stage)
    assert stage.groups.count() == 7
    assert seated(stage) & set(absent) == set()

    page.get_by_role("link", name="只补位，去打印").press("Enter")
    said = paper(page, live_server)
    assert names_of(event, 33) in said
    assert "严望山" in said
    assert all(names_of(event, number) not in said for number in absent)
    assert Publication.objects.filter(is_current=True, kind="pairings").count() == 3


def test_three_of_a_swiss_of_thirty_one_are_missing(page: Page, live_server: LiveServer) -> None:
    event = make_event(pairs=32)
    event.pairs.filter(number=32).update(status=PairStatus.RESERVE)
    stage = swiss_stage(event)
    pair_round(stage=stage, seed=1, by=TEST)
    absent = [5, 14, 23]
    open_check_in(page, live_server, event)
    all_but(page, event, set(absent))
    end_check_in(page, set(absent))

    by_reserve(page, 5, 32, "正式排名")
    assert_legal(stage)
    by_house_pair(page, 14)
    assert_legal(stage)
    by_leaving(page, 23, "对手改为轮空，可以重新编排")
    assert_legal(stage)
    assert seated(stage) & set(absent) == set()

    page.get_by_role("link", name="预赛：重新抽签").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("编排以后退出的")
    page.get_by_text("重新编排第 1 轮…").press("Enter")
    expect(page.locator("details.confirm[open]")).to_contain_text("现在的对阵作废")
    page.get_by_role("button", name="作废并重新编排").press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert_legal(stage)
    page.get_by_role("button", name="公布第 1 轮对阵").press("Enter")
    expect(page.locator("#messages")).to_contain_text("都已公布")
    page.goto(f"{live_server.url}{event.get_desk_url()}papers/")
    said = paper(page, live_server)
    assert names_of(event, 32) in said
    assert all(names_of(event, number) not in said for number in absent)
    assert Pair.objects.get(number=23).status == PairStatus.WITHDRAWN
