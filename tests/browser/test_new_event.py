"""Making an event in a real browser: the document, the questions, a tie-break moved by keyboard, the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looks import faults
from tests.tournament.factories import make_person, make_stage
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner(page: Page, live_server: Any) -> Page:
    """Somebody who has signed in."""
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/new/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("新建赛事：按哪份规则？")
    return page


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).get_by_label(answer, exact=True).check()


def answer_all(page: Page) -> None:
    """The open questions of the library's rules, in the page's order."""
    choose(page, "几次打A不过怎么办", "继续打A，直到打过或时间到")
    choose(page, "结束时级数相同", "算平局")
    choose(page, "过A按几级计算级差", "按过A那一副实际升的级数计算")
    for question, points in [
        ("轮空记分", "１００"),
        ("对手弃权记分", "100"),
        ("弃权一方记分", "0"),
        ("双方都弃权各记", "0"),
        ("缺席一轮记分", "0"),
    ]:
        page.get_by_role("group", name=question, exact=True).get_by_label("分数", exact=True).fill(points)
    choose(page, "被判负的一局", "与弃权相同，当作没有打")
    choose(page, "中途退赛", "已打的成绩有效，余下各轮按弃权")


def test_an_event_is_made_by_plain_questions(owner: Page) -> None:
    page = owner
    page.get_by_role("link", name="分组三轮移位总得分制").click()
    page.get_by_label("赛事名称").fill("中秋掼蛋赛")
    page.get_by_role("button", name="新建赛事").last.click()
    expect(page.get_by_role("alert")).to_contain_text("处要补充或修改")
    expect(page.get_by_label("赛事名称")).to_have_value("中秋掼蛋赛")

    page.get_by_role("radio", name="分组移位赛，再打决赛").check()
    page.get_by_label("定每组几队").check()
    page.get_by_label("队数或组数").fill("4")
    page.get_by_label("每组前几名晋级").fill("1")
    answer_all(page)
    page.get_by_role("button", name="采用常用次序").press("Enter")
    page.get_by_role("button", name="上移 胜场").press("Enter")
    expect(page.locator(".order li").first).to_contain_text("胜场")
    expect(page.get_by_label("队数或组数")).to_have_value("4")
    page.get_by_role("button", name="新建赛事").last.press("Enter")

    page.wait_for_url("**/desk/")
    event = Event.objects.get()
    assert event.scoring_rules.ranking.tiebreaks[:2] == ("wins", "head_to_head")
    assert event.resolved_rules["walkovers"]["bye"] == "100"
    assert [stage.name for stage in event.stages.all()] == ["预赛", "决赛"]


def test_questions_that_do_not_matter_step_back_and_come_again(owner: Page) -> None:
    page = owner
    page.get_by_role("link", name="逐条回答").click()
    minutes = page.get_by_label("时限（分钟）")
    expect(minutes).to_be_hidden()
    page.get_by_label("限时：到时间为止（先过A的提前结束）").check()
    expect(minutes).to_be_visible()
    expect(page.get_by_label("每组前几名晋级")).to_be_hidden()


def test_without_script_the_same_form_makes_the_same_event(
    open_visitor: Callable[..., BrowserContext], live_server: Any
) -> None:
    make_person("wang", owner=True)
    context = open_visitor(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/login/?next=/new/library-rotation/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    page.get_by_label("赛事名称").fill("无脚本杯")
    page.get_by_role("radio", name="单循环", exact=True).check()
    answer_all(page)
    page.get_by_role("button", name="采用常用次序").click()
    page.get_by_role("button", name="新建赛事").last.click()
    page.wait_for_url("**/desk/")
    assert Event.objects.get().stages.get().pairing == {"method": "round_robin", "legs": 1}


def test_the_pages_of_rules_are_readable_for_everybody(
    open_visitor: Callable[..., BrowserContext], live_server: Any, subtests: Any
) -> None:
    stage = make_stage(pairs=4, rounds_played=1, drawn=True)
    make_person("wang", owner=True)
    context = open_visitor()
    page = context.new_page()
    page.goto(f"{live_server.url}/login/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    page.wait_for_load_state()
    desk, public = f"/e/{stage.event.slug}/desk", f"/e/{stage.event.slug}/rules/"
    for path in ("/new/", "/new/devzone-26/", f"{desk}/rules/", f"{desk}/plan/", f"{desk}/plan/new/", public):
        with subtests.test(path=path):
            page.goto(live_server.url + path)
            assert faults(page) == []
    with subtests.test(path="wrong answers"):
        page.goto(f"{live_server.url}/new/devzone-26/")
        page.get_by_role("button", name="采用常用次序").click()
        page.get_by_role("button", name="新建赛事").last.click()
        assert faults(page) == []
    with subtests.test(path="effect"):
        page.goto(f"{live_server.url}{desk}/rules/")
        page.locator("details:has(#q-scheme) summary").click()
        page.locator("[name=scheme][value=table-26]").check()
        page.get_by_role("button", name="查看影响，再保存").last.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("这样改，会怎样")
        assert faults(page) == []
