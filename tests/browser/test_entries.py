"""The entry list in a real browser: a file looked at and imported, a pair found, corrected and withdrawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from playwright.sync_api import Dialog, Page, expect

from tests.browser.looks import faults
from tests.tournament.factories import make_event, make_pair, make_person, make_stage
from tests.tournament.imports.files import FIELD, workbook
from tournament.models import Event, Pair

pytestmark = pytest.mark.django_db(transaction=True)

HEAD = ("序号", "选手1", "选手2", "单位", "手机")


@pytest.fixture
def event(settings: LazySettings, tmp_path: Path) -> Event:
    """An event without pairs; its uploads lie in the test's own folder."""
    settings.DATA_DIR = tmp_path
    return make_event(pairs=0, slug="qiu", name="中秋掼蛋赛")


@pytest.fixture
def entries(page: Page, live_server: Any, event: Event) -> Page:
    """The entry list, opened by the site's owner."""
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/e/qiu/desk/entries/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("报名")
    return page


def choose_file(page: Page, data: bytes, name: str = "报名表.xlsx") -> None:
    page.locator("[name=file]").set_input_files({"name": name, "mimeType": "", "buffer": data})
    page.get_by_role("button", name="读取并预览").click()


def test_a_list_is_looked_at_and_then_imported(entries: Page) -> None:
    page = entries
    page.get_by_role("main").get_by_role("link", name="导入报名表").last.click()
    rows = [(number, f"赵{number}甲", f"钱{number}乙", "历史系", "") for number in range(1, 31)]
    rows += [(31, "孙三", "", "数学系", ""), (1, "周五", "吴六", "数学系", "")]
    choose_file(page, workbook(HEAD, *rows))

    expect(page.get_by_role("heading", name="读取 32 行")).to_have_text(
        "读取 32 行：可导入 30 行，待确认 1 行，跳过 1 行"
    )
    expect(page.get_by_role("region", name="不能导入的行")).to_contain_text("选手2：缺少选手。")
    assert not Pair.objects.exists()

    page.get_by_label("导入第 33 行").check()
    page.get_by_role("button", name="导入这 30 队和勾选的行").dblclick()

    expect(page.get_by_role("heading", name="读取 32 行")).to_have_text("读取 32 行，导入 31 队，跳过 1 行")
    page.get_by_role("link", name="看名单").click()
    expect(page.get_by_role("table").locator("tbody tr")).to_have_count(31)
    assert Pair.objects.count() == 31


def test_f72_hostile_names_run_nothing(entries: Page) -> None:
    page = entries
    alerts: list[str] = []

    def note(dialog: Dialog) -> None:
        alerts.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    page.goto(page.url + "import/")
    choose_file(page, (FIELD / "24_hostile_names.xlsx").read_bytes(), "<script>alert(1)</script>.xlsx")
    page.get_by_role("button", name="导入这 5 队").click()
    page.get_by_role("link", name="看名单").click()

    expect(page.get_by_role("table")).to_contain_text("<script>")
    assert alerts == []


def test_a_pair_is_found_by_initials_corrected_and_withdrawn_by_keyboard(entries: Page, event: Event) -> None:
    for number in range(1, 9):
        make_pair(event, number)
    make_stage(event, rounds_played=1)
    page = entries
    page.reload()
    page.get_by_label("查找").fill("孙百川")
    page.keyboard.press("Enter")
    expect(page.get_by_role("table").locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="孙百川 李清和").press("Enter")

    page.get_by_label("选手1", exact=True).fill("孙佰川")
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("alert").or_(page.get_by_text("是更正写法，还是换人？请选择。")).first
    ).to_be_visible()
    page.get_by_label("更正写法，还是同一个人").check()
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("2 号 孙佰川 李清和")

    page.get_by_role("link", name="退赛…").press("Enter")
    expect(page.get_by_role("main")).to_contain_text("未赛的 2 场记为弃权")
    page.get_by_role("button", name="确认退赛").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("2 号已退赛。")


def test_pages_with_long_names_are_accessible_and_fit(entries: Page, event: Event) -> None:
    for number in range(1, 9):
        make_pair(event, number)
    make_pair(
        event,
        9,
        names=("阿依古丽·买买提艾力", "欧阳知行"),
        unit="城东新区离退休干部老年大学掼蛋协会第三活动中心",
    )
    page = entries
    here = page.url
    for path in ("", "3/", "3/withdraw/", "units/", "units/edit/?unit=历史系&into=数学系"):
        page.goto(here + path)
        assert faults(page) == [], path
