"""The pages' script and their accessibility in a real browser; every request is answered right here."""

import mimetypes
from collections.abc import Callable

import pytest
from django import forms
from django.contrib.staticfiles import finders
from django.template import engines
from django.test import RequestFactory
from playwright.sync_api import Page, Request, Route

from tests.browser.looks import faults, too_wide

SITE = "http://hall.example"
STRICT = "; ".join(f"{kind}-src 'self'" for kind in ("default", "script", "style", "img", "connect"))
ENTRY = """
<form class="entry" method="post" hx-post="/save" hx-swap="none">
  <label for="table">桌号</label><input type="text" class="short" id="table" data-enter-next autofocus>
  <label for="ns">南北</label><input type="text" class="level" id="ns" data-enter-next>
  <label for="ew">东西</label><input type="text" class="level" id="ew" data-enter-next>
  <button class="go">存</button>
</form>
"""


class EventForm(forms.Form):
    name = forms.CharField(label="赛事名称", help_text="印在每张纸的最上面。")
    end = forms.ChoiceField(
        label="到时", choices=[("finish", "打完"), ("discard", "作废")], widget=forms.RadioSelect
    )
    live = forms.BooleanField(label="名次即时公开", required=False)
    memo = forms.CharField(label="备注", required=False, widget=forms.Textarea)


def draw(body: str, **context: object) -> str:
    source = (
        '{% extends "base.html" %}{% block title %}试{% endblock title %}'
        "{% block heading %}<h1>试</h1>{% endblock heading %}{% block main %}" + body + "{% endblock main %}"
    )
    return engines["django"].from_string(source).render(context, RequestFactory().get("/"))


Opened = Callable[..., list[Request]]


@pytest.fixture
def open_page(page: Page) -> Opened:
    """Show a piece of template in the site's frame; list what is posted, answer it with `status`."""

    def opened(body: str, status: int | None = 204, **context: object) -> list[Request]:
        html = draw(body, **context)
        posts: list[Request] = []

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(SITE).partition("?")[0]
            if route.request.method == "POST":
                posts.append(route.request)
                if status is None:
                    route.abort()
                else:
                    route.fulfill(status=status)
            elif path == "/":
                route.fulfill(
                    body=html,
                    content_type="text/html; charset=utf-8",
                    headers={"Content-Security-Policy": STRICT},
                )
            else:
                found = finders.find(path.removeprefix("/static/"))
                route.fulfill(path=found, content_type=mimetypes.guess_type(path)[0])

        page.route(f"{SITE}/**", answer)
        page.goto(f"{SITE}/")
        return posts

    return opened


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_enter_walks_along_the_line_and_sends_it_from_the_last_field(page: Page, open_page: Opened):
    posts = open_page(ENTRY)
    walked = []
    with page.expect_response(f"{SITE}/save"):
        for typed in ("17", "A3", "9"):
            walked.append(focused(page))
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
    assert walked == ["table", "ns", "ew"]
    assert len(posts) == 1


@pytest.mark.parametrize("status", [None, 503, 403], ids=["no network", "server busy", "signed out"])
def test_what_was_not_saved_is_said_and_stays_typed(page: Page, open_page: Opened, status: int | None):
    open_page(ENTRY, status)
    page.fill("#table", "17")
    page.click("button.go")
    page.wait_for_selector(".notice")
    assert page.inner_text(".notice").startswith("没有保存")
    assert page.input_value("#table") == "17"
    assert page.is_enabled("button.go")


def test_three_presses_send_once(page: Page, open_page: Opened):
    posts = open_page(
        '<form method="post" action="/x"><button class="go" name="do" value="it">存</button></form>'
    )
    with page.expect_request(f"{SITE}/x"):
        page.evaluate("() => { const b = document.querySelector('.go'); b.click(); b.click(); b.click(); }")
    page.wait_for_selector(".go[aria-busy]")
    assert [post.post_data for post in posts] == ["do=it"]


def test_chosen_theme_lasts(page: Page, open_page: Opened):
    open_page("")
    toggle = page.locator("[data-theme-toggle]")
    said = [toggle.inner_text()]
    for _press in range(2):
        toggle.click()
        said.append(toggle.inner_text())
    page.reload()
    assert said == ["外观：随系统", "外观：浅色", "外观：深色"]
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_copying_works_on_the_halls_plain_http_address(page: Page, open_page: Opened):
    open_page('<p id="text">1. 周子衿</p><button data-copy="#text">复制</button>')
    assert page.evaluate("window.isSecureContext") is False
    page.click("[data-copy]")
    page.wait_for_selector(".notice.said")
    assert page.inner_text(".notice.said").startswith("已复制")


def test_a_lost_look_takes_no_place_of_what_was_not_saved(page: Page, open_page: Opened):
    open_page('<button id="write" hx-post="/write">存</button><button id="read" hx-get="/read">看</button>')
    for path in ("write", "read"):
        page.route(f"**/{path}", lambda route: route.abort())
    for button in ("#read", "#write", "#read"):
        with page.expect_event("requestfailed"):
            page.click(button)
        page.wait_for_selector(".notice")
    page.wait_for_timeout(100)
    assert page.inner_text(".notice span").startswith("没有保存成功")


def test_escape_leaves_a_question_unanswered(page: Page, open_page: Opened):
    posts = open_page(
        '{% include "components/confirm.html" with label="重抽…" ask="作废？" do="作废" action="/x" %}'
    )
    page.click("summary")
    page.focus(".ask button[type=submit]")
    page.keyboard.press("Escape")
    assert page.locator("details[open]").count() == 0
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert posts == []


def test_focus_goes_to_the_first_wrong_field(page: Page, open_page: Opened):
    open_page('{% include "components/form.html" %}', form=EventForm({"name": "", "end": "finish"}))
    assert focused(page) == "id_name"


def test_up_and_down_keep_the_column(page: Page, open_page: Opened):
    row = '<tr><td><input id="a{0}" aria-label="甲"></td><td><input id="b{0}" aria-label="乙"></td></tr>'
    open_page(f"<table data-grid><tbody>{row.format(1)}{row.format(2)}</tbody></table>")
    page.focus("#b1")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "b2"
    page.keyboard.press("ArrowUp")
    assert focused(page) == "b1"


PARTS = (
    '{% include "components/next_step.html" with what="去抽签" url="/d" do="抽签" only %}'
    '{% include "components/chip.html" with kind="ok" text="已保存" only %}'
    '{% include "components/chip.html" with kind="wait" text="比赛中" only %}'
    '{% include "components/chip.html" with kind="bad" text="双方填报不一致" only %}'
    '{% include "components/chip.html" with kind="now" text="剩余 22:40" only %}'
    '{% include "components/chip.html" with text="未录" only %}'
    '{% include "components/seat.html" with side="ns" only %}'
    '{% include "components/seat.html" with side="ew" only %}'
    '{% include "components/undo.html" with text="已登记" action="/u" %}'
    '{% include "components/confirm.html" with label="重抽…" ask="作废？" do="重抽" action="/x" danger=1 %}'
    '{% include "components/empty.html" with what="还没有参赛队" url="/i" do="导入" only %}'
    '{% include "components/progress.html" with label="已录" done=3 total=9 only %}'
    '{% include "components/share.html" with text="甲" image_url="/static/tournament/icon.svg" name="名次" %}'
    '<ol class="board"><li class="gone">1</li><li class="now">2</li><li>3</li></ol>'
    '{% include "components/form.html" %}' + ENTRY
)


def test_every_part_is_accessible_and_fits(page: Page, open_page: Opened):
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    open_page(PARTS, form=EventForm({"name": ""}))
    assert faults(page) == []
    page.set_viewport_size({"width": 320, "height": 800})
    assert too_wide(page) == []
    assert not [line for line in said if "Content Security Policy" in line]
