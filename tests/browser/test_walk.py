"""The whole walk on a real event, as its organiser does it: from the first page to posted results."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pypdfium2
import pytest
from django.conf import LazySettings
from django.core.management import call_command
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from tests.browser.test_new_event import answer_all
from tests.tournament.factories import UNITS, invented_name
from tests.tournament.imports.files import workbook
from tournament.models import Event, Match, Publication, Result
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db(transaction=True)

HEAD = ("序号", "选手1", "选手2", "单位", "手机")
LOW = "23456789JQK"


def become_owner(page: Page, live_server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("firstowner")
    page.goto(urljoin(live_server.url, capsys.readouterr().out.strip().split()[-1]))
    for name, typed in [
        ("username", "wang"),
        ("name", "王编排"),
        ("password", "zhangjiang88"),
        ("again", "zhangjiang88"),
    ]:
        page.fill(f"[name={name}]", typed)
    page.press("[name=again]", "Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("我的赛事")


def make_event(page: Page, live_server: Any) -> str:
    """Heats in groups of four and a final of the group winners; returns the desk's address."""
    page.goto(f"{live_server.url}/new/library-rotation/")
    page.get_by_label("赛事名称").fill("图书馆第三届掼蛋赛")
    page.get_by_role("radio", name="分组移位赛，再打决赛").check()
    page.get_by_label("定每组几队").check()
    page.get_by_label("队数或组数").fill("4")
    page.get_by_label("每组前几名晋级").fill("1")
    answer_all(page)
    page.get_by_role("button", name="采用常用次序").press("Enter")
    page.get_by_role("button", name="新建赛事").last.press("Enter")
    page.wait_for_url("**/desk/")
    return page.url


def import_pairs(page: Page, desk: str) -> None:
    page.goto(desk)
    page.get_by_role("link", name="导入报名表").first.click()
    rows = [
        (n, invented_name(2 * n - 2), invented_name(2 * n - 1), UNITS[n % 8], 13800000000 + n)
        for n in range(1, 33)
    ]
    data = workbook(HEAD, *rows)
    page.locator("[name=file]").set_input_files({"name": "报名表.xlsx", "mimeType": "", "buffer": data})
    page.get_by_role("button", name="读取并预览").click()
    page.get_by_role("button", name="导入这 32 队").click()
    expect(page.get_by_role("heading", name="读取 32 行")).to_contain_text("导入 32 队")


def draw_and_publish(page: Page, desk: str, stage: int) -> None:
    page.goto(f"{desk}stages/{stage}/draw/")
    page.get_by_role("button", name="电脑抽签").click()
    expect(page.get_by_text("第 1 次抽签", exact=False).first).to_be_visible()
    page.get_by_role("button", name="编排各轮对阵").click()
    publish = page.get_by_role("button", name="和各轮对阵").filter(has_text="公布")  # 分组, or 抽签结果
    publish.click()
    expect(publish).to_have_count(0)


def type_round(page: Page, desk: str, stage: int, number: int, tables: int) -> None:
    """Slips in mixed order, by keyboard alone and without waiting; then the round is closed."""
    page.goto(f"{desk}stages/{stage}/rounds/{number}/")
    expect(page.locator("#entry-table")).to_be_focused()
    order = [*range(number, tables + 1, 2), *range(tables, 0, -1)]
    order = list(dict.fromkeys(order))
    for table in order:
        low = LOW[(table * number + number) % 11]
        for word in (str(table), "A3", low) if (table + number) % 3 else (str(table), low, "a2"):
            page.keyboard.type(word)
            page.keyboard.press("Enter")
    expect(page.locator("#round-filters")).to_contain_text("各桌成绩都已录入", timeout=30_000)
    page.get_by_role("button", name="结束本轮").click()
    expect(page.locator("#messages")).to_contain_text(f"第 {number} 轮已结束")


def correct(page: Page, desk: str) -> None:
    """Round 1 table 3 was written the wrong way round; found after round 3."""
    before = Match.objects.get(round__number=1, table=3).results.get()
    ns, ew = ("A3", "9") if before.passed_a == "ew" else ("9", "A3")
    page.goto(f"{desk}stages/1/rounds/1/tables/3/")
    expect(page.get_by_role("main")).to_contain_text("第 2 轮的对阵不看成绩，照旧有效")
    expect(page.get_by_role("main")).to_contain_text("第 3 轮的对阵不看成绩，照旧有效")
    page.locator("#id_ns_level").fill(ns)
    page.locator("#id_ew_level").fill(ew)
    page.get_by_role("button", name="保存更正").click()
    expect(page.get_by_role("main")).to_contain_text("更正成绩请写明原因")
    assert page.locator("#id_ns_level").input_value() == ns
    page.locator("#id_reason").fill("南北东西抄反")
    page.get_by_role("button", name="保存更正").click()
    expect(page.get_by_role("main")).to_contain_text("南北东西抄反")
    assert Match.objects.get(round__number=1, table=3).results.count() == 2


def publish_round(page: Page, desk: str, stage: int, number: int) -> None:
    page.goto(f"{desk}stages/{stage}/rounds/{number}/")
    page.get_by_role("button", name="公布成绩").click()
    expect(page.locator("#messages")).to_contain_text(f"已公布第 {number} 轮后的名次")


def check_papers(page: Page, desk: str, stage: int, expected: list[tuple[str, ...]]) -> None:
    """PDF, workbook, text and picture of the final's standings say what the page says."""
    base = f"{desk}papers/standings"
    query = f"?stage={stage}&round=3"
    pdf = page.request.get(f"{base}.pdf{query}").body()
    printed = "".join(one.get_textpage().get_text_bounded() for one in pypdfium2.PdfDocument(pdf))
    book = load_workbook(BytesIO(page.request.get(f"{base}.xlsx{query}").body()))
    cells = [tuple(row) for tab in book for row in tab.iter_rows(values_only=True)]
    ranked = [(str(row[0]), str(row[1]), str(row[2])) for row in cells if isinstance(row[0], int)]
    pasted = page.request.get(f"{base}.txt{query}").text()
    places = [printed.replace(" ", "").index(names.replace(" ", "")) for _rank, _number, names in expected]
    assert places == sorted(places)
    assert ranked == expected
    assert all(f"第 {rank} 名 {number} 号 {names}" in pasted for rank, number, names in expected)
    page.goto(f"{desk}papers/standings/share/{query}")
    picture = page.locator("figure img").first
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 900
    for name in ("tables", "movement", "check-in"):
        assert page.request.get(f"{desk}papers/{name}.pdf?stage={stage}&round=1").body().startswith(b"%PDF")
    assert page.request.get(f"{desk}papers/scoresheets.pdf?stage={stage}&round=1").body().startswith(b"%PDF")


def test_the_whole_walk(
    page: Page,
    live_server: Any,
    settings: LazySettings,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.DATA_DIR = tmp_path
    become_owner(page, live_server, capsys)
    desk = make_event(page, live_server)
    import_pairs(page, desk)
    draw_and_publish(page, desk, 1)
    event = Event.objects.get()
    heats = event.stage(1)
    assert [group.entries.count() for group in heats.groups.all()] == [4] * 8
    for number in (1, 2, 3):
        type_round(page, desk, 1, number, 16)
    assert Result.objects.filter(is_current=True).count() == 48
    correct(page, desk)
    publish_round(page, desk, 1, 3)

    winners = {part.rows[0].pair for part in stage_standings(heats).groups}
    draw_and_publish(page, desk, 2)
    final = event.stage(2)
    assert set(final.entries.values_list("pair__number", flat=True)) == winners
    for number in (1, 2, 3):
        type_round(page, desk, 2, number, 4)
    publish_round(page, desk, 2, 3)

    table = stage_standings(final, 3)
    rows = table.groups[0].rows
    expected = [(str(row.rank), str(row.pair), table.pairs[row.pair].names) for row in rows]
    check_papers(page, desk, 2, expected)
    assert Publication.objects.filter(kind="standings", is_current=True).count() == 2

    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(desk.replace("/desk/", "/stages/2/standings/"))
    shown = page.get_by_role("table").first.locator("tbody tr")
    expect(shown).to_have_count(len(expected))
    for place, (rank, _number, names) in enumerate(expected):
        expect(shown.nth(place)).to_contain_text(rank)
        for name in names.split():
            expect(shown.nth(place)).to_contain_text(name)
