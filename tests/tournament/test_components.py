"""The includes that the pages are made of: each drawn, and the rules that all keep."""

import re
from pathlib import Path
from types import SimpleNamespace

import django_tables2 as tables
import pytest
from django import forms
from django.contrib.messages import ERROR
from django.contrib.messages.storage.base import Message
from django.template import engines
from django.template.loader import render_to_string
from django.test import RequestFactory

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static" / "tournament").glob("*.js"))
SITE_CSS = ROOT / "static" / "tournament" / "site.css"
SCREEN_CSS = ROOT / "static" / "tournament" / "screen.css"
TOKENS_CSS = ROOT / "static" / "tournament" / "tokens.css"
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch)\(|:\s*(?:red|white|black|gr[ae]y)\b", re.IGNORECASE
)


def draw(source: str, address: str = "/", **context: object) -> str:
    """Render a piece of template as a page does, with a request."""
    return engines["django"].from_string(source).render(context, RequestFactory().get(address))


def include(name: str, parameters: str = "", **context: object) -> str:
    return draw(f'{{% include "components/{name}.html" {parameters} %}}', **context)


class Sample(forms.Form):
    title = forms.CharField(label="赛事名称", help_text="印在每张纸的最上面")
    memo = forms.CharField(label="备注", required=False)
    open = forms.BooleanField(label="公开", required=False)
    end = forms.ChoiceField(label="到时", choices=[("finish", "打完")], widget=forms.RadioSelect)
    secret = forms.CharField(widget=forms.HiddenInput, required=False)


# -- fields and forms --


def test_wrong_field_names_its_help_and_its_error_and_keeps_what_was_typed():
    html = include("fields", form=Sample({"title": "", "memo": "甲 <乙>", "end": "finish"}))
    widget = re.search(r'<input type="text" name="title"[^>]*>', html).group()
    assert 'aria-invalid="true"' in widget
    assert 'aria-describedby="id_title_helptext id_title_error"' in widget
    assert 'id="id_title_helptext"' in html
    assert 'id="id_title_error"' in html
    assert 'value="甲 &lt;乙&gt;"' in html


def test_every_label_points_at_its_widget():
    html = include("fields", form=Sample())
    assert {"id_title", "id_memo", "id_open"} <= set(re.findall(r'<label for="([^"]+)"', html))
    assert "<legend>到时" in html
    assert 'type="hidden" name="secret"' in html


def test_only_what_may_be_left_out_says_so():
    assert "可不填" not in include("field", field=Sample()["title"])
    assert "可不填" in include("field", field=Sample()["memo"])


def test_error_of_the_whole_form_stands_first():
    form = Sample({"title": "甲", "end": "finish"})
    form.add_error(None, "第 3 轮已按旧成绩编排")
    html = include("fields", form=form)
    assert 'role="alert"' in html
    assert html.index("第 3 轮已按旧成绩编排") < html.index("赛事名称")


def test_form_carries_token_submission_and_version_zero():
    html = include("form", 'with submit="存" submission="k1" based_on=0 cancel_url="/back"', form=Sample())
    assert "csrfmiddlewaretoken" in html
    assert '<input type="hidden" name="submission" value="k1">' in html
    assert '<input type="hidden" name="based_on" value="0">' in html
    assert ">存</button>" in html
    assert 'href="/back"' in html


def test_submission_leaves_out_what_is_not_given():
    assert "input" not in include("submission")


# -- small ones --


@pytest.mark.parametrize("kind", ["ok", "wait", "bad", "quiet", "now"])
def test_chip_says_its_state_in_words(kind: str):
    html = include("chip", f'with kind="{kind}" text="未录" only')
    assert f'class="chip {kind}"' in html
    assert "未录" in html


def test_chip_without_a_kind_is_quiet():
    assert 'class="chip quiet"' in include("chip", 'with text="未录" only')


def test_pair_never_breaks_a_name_and_escapes_it():
    html = include(
        "pair",
        'with number=12 names=names unit="图书馆" side="ns" url="/p/12" only',
        names=["赵一鸣", "<b>钱"],
    )
    assert html.count('<span class="name">') == 2
    assert "&lt;b&gt;钱" in html
    assert "12 号" in html
    assert "图书馆" in html
    assert html.count("<a ") == html.count("</a>") == 1


def test_pair_without_anything_but_names_is_no_link():
    html = include("pair", "with names=names only", names=["赵一鸣", "钱小满"])
    assert "<a" not in html
    assert "号" not in html


@pytest.mark.parametrize(("side", "word"), [("ns", "南北"), ("ew", "东西")])
def test_seat_is_a_word_before_it_is_a_colour(side: str, word: str):
    assert (
        include("seat", f'with side="{side}" only').strip() == f'<span class="seat on-{side}">{word}</span>'
    )


@pytest.mark.parametrize(("state", "is_seal"), [("", True), ("waiting", False), ("done", False)])
def test_next_step_has_the_seal_only_when_it_is_ones_own_turn(state: str, is_seal: bool):
    html = include("next_step", f'with what="去抽签" url="/draw" do="抽签" state="{state}" only')
    assert 'href="/draw"' in html
    assert ("go" in re.search(r'<a class="([^"]*)"', html).group(1).split()) is is_seal


def test_empty_says_what_is_missing_and_the_way_on():
    html = include("empty", 'with what="还没有参赛队" why="导入报名表" url="/import" do="导入" only')
    assert "还没有参赛队" in html
    assert 'href="/import"' in html


def test_confirm_asks_before_it_sends():
    html = include(
        "confirm",
        'with label="重抽…" ask="重抽" lost="3 桌成绩作废" do="作废" action="/redraw" submission="k"',
    )
    assert html.index("<summary") < html.index("3 桌成绩作废") < html.index("<form")
    assert 'action="/redraw"' in html
    assert "csrfmiddlewaretoken" in html
    assert 'name="submission" value="k"' in html


def test_undo_sends_what_it_undoes():
    html = include("undo", 'with text="已登记" action="/undo" based_on=3')
    assert 'action="/undo"' in html
    assert 'name="based_on" value="3"' in html
    assert "撤销" in html


def test_progress_with_and_without_an_end():
    assert 'value="3" max="9"' in include("progress", 'with label="已录" done=3 total=9 only')
    assert "max=" not in include("progress", 'with label="正在生成" only')


def test_share_has_a_text_to_copy_and_every_picture():
    html = include(
        "share", 'with text=text image_url="/1.png" name="名次" more=more', text="1. <甲>", more=["/2.png"]
    )
    assert "1. &lt;甲&gt;</textarea>" in html
    assert 'data-copy="#share-text"' in html
    assert re.findall(r'<img src="([^"]+)"', html) == ["/1.png", "/2.png"]


def test_messages_region_stands_when_nothing_is_said():
    assert 'role="status"' in include("messages")
    said = include("messages", messages=[Message(ERROR, "还差 5 桌")])
    assert '<li class="error">还差 5 桌</li>' in said


# -- lists --


class Ranks(tables.Table):
    rank = tables.Column(verbose_name="名次")
    name = tables.Column(verbose_name="参赛队", orderable=False)
    caption = "A 组名次"

    class Meta:
        empty_text = "还没有名次"
        template_name = "components/table.html"


def draw_list(address: str, count: int) -> str:
    request = RequestFactory().get(address)
    table = Ranks([{"rank": number, "name": "<甲>"} for number in range(1, count + 1)])
    tables.RequestConfig(request, paginate={"per_page": 50}).configure(table)
    return (
        engines["django"]
        .from_string("{% load django_tables2 %}{% render_table table %}")
        .render({"table": table}, request)
    )


def test_sort_link_keeps_filters_and_goes_back_to_the_first_page():
    html = draw_list("/?q=%E7%94%B2&page=2&sort=rank", 120)
    link = re.search(r'<th scope="col"[^>]*aria-sort="ascending"[^>]*><a href="([^"]+)"', html).group(1)
    assert "sort=-rank" in link
    assert "q=%E7%94%B2" in link
    assert "page=" not in link


def test_page_links_keep_order_and_filters():
    html = draw_list("/?q=a&sort=-rank&page=2", 120)
    assert 'aria-sort="descending"' in html
    assert '<b aria-current="page">2</b>' in html
    links = re.findall(r'<a rel="(?:prev|next)" href="([^"]+)"', html)
    assert len(links) == 2
    assert all("q=a" in link and "sort=-rank" in link for link in links)


def test_list_has_fifty_rows_a_page_and_a_named_region_for_the_keyboard():
    html = draw_list("/", 51)
    assert html.count("&lt;甲&gt;") == 50
    assert 'tabindex="0" role="region" aria-label="A 组名次"' in html


def test_list_of_one_page_has_no_pager_and_an_empty_one_says_why():
    assert "pager" not in draw_list("/", 50)
    assert "还没有名次" in draw_list("/", 0)
    assert "<table" not in draw_list("/", 0)


def test_filters_keep_the_order_of_the_list():
    html = draw(
        '{% include "components/filters.html" %}', "/list?sort=-rank", filter=SimpleNamespace(form=Sample())
    )
    assert '<input type="hidden" name="sort" value="-rank">' in html
    assert 'method="get"' in html


# -- frames --


def test_frame_has_language_skip_link_and_one_main():
    html = render_to_string("base.html", request=RequestFactory().get("/"))
    assert '<html lang="zh-hans">' in html
    assert html.index('href="#main"') < html.index("<header")
    assert html.count("<main") == 1
    assert "htmx" in html


def test_public_frame_says_the_events_name_and_offers_no_tabs():
    html = render_to_string(
        "public.html", {"event": SimpleNamespace(name="图书馆掼蛋赛", slug="tsg")}, RequestFactory().get("/")
    )
    assert "图书馆掼蛋赛" in html
    assert 'class="tabs"' not in html
    assert "hx-headers" not in html


@pytest.mark.parametrize(("address", "current"), [("/e/a/entries/3", True), ("/e/a/draw", False)])
def test_tab_lights_on_every_page_below_it(address: str, current: bool):
    html = draw(
        '{% include "components/tab.html" with key="entries" label="报名" url="/e/a/entries/" %}', address
    )
    assert ("aria-current" in html) is current


def test_tab_without_an_address_is_not_there():
    assert include("tab", 'with key="x" label="甲" url=""').strip() == ""


@pytest.mark.parametrize("name", ["400", "403", "404"])
def test_error_page_has_a_sentence_and_a_way_on(name: str):
    html = render_to_string(f"{name}.html", request=RequestFactory().get("/e/x/"))
    assert "<h1>" in html
    assert 'href="/"' in html


def test_error_500_needs_no_context_and_no_list_of_static_files(settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }
    html = render_to_string("500.html")
    assert "系统出错了" in html
    assert 'href="/"' in html


# -- what all of them keep --


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_has_no_inline_style_script_or_handler(path: Path):
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle\s*=", source)
    assert "<style" not in source
    assert not re.search(r"<script(?![^>]*\bsrc=)", source)
    assert not re.search(r"\son[a-z]+\s*=|hx-on|javascript:", source)
    assert not re.search(r"https?://", source)


def test_there_are_templates_and_scripts_to_look_at():
    assert len(TEMPLATES) > 30
    assert {path.name for path in SCRIPTS} == {
        "bell.js",
        "clock.js",
        "deal-box.js",
        "deal-ladder.js",
        "deals.js",
        "desk.js",
        "order.js",
        "public.js",
        "screen.js",
        "site.js",
        "table-send.js",
        "table-worker.js",
        "theme.js",
    }


def test_colours_stand_in_the_tokens_only():
    assert COLOUR.search(TOKENS_CSS.read_text(encoding="utf-8"))
    for path in [SITE_CSS, SCREEN_CSS, *SCRIPTS, *TEMPLATES]:
        # "#main" and "#messages" are addresses, not colours: the pattern takes hexadecimal digits only
        assert not COLOUR.search(path.read_text(encoding="utf-8")), path


def test_chosen_dark_is_the_systems_dark_and_renames_nothing():
    blocks = re.findall(r":root[^{]*\{([^}]*)\}", TOKENS_CSS.read_text(encoding="utf-8"))
    values = [dict(re.findall(r"(--[\w-]+):\s*([^;]+);", block)) for block in blocks]
    light, _touch, system, chosen = values
    assert system == chosen
    assert set(chosen) <= set(light)


def test_every_token_used_exists():
    known = set(re.findall(r"(--[\w-]+):", TOKENS_CSS.read_text(encoding="utf-8")))
    assert set(re.findall(r"var\((--[\w-]+)", SITE_CSS.read_text(encoding="utf-8"))) <= known


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 3], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        *[
            (f"--{name}", back, 4.5)
            for name in ("ink", "ink-2", "ns", "ew", "ok", "wait", "bad")
            for back in ("--sheet", "--paper")
        ],
        *[(f"--{name}", f"--{name}-bg", 4.5) for name in ("ns", "ew", "ok", "wait", "bad")],
        ("--ink", "--wait-bg", 4.5),
        ("--seal-ink", "--seal", 4.5),
        ("--seal-ink", "--seal-2", 4.5),
        ("--field", "--sheet", 3),
        ("--field", "--paper", 3),
        ("--seal", "--paper", 3),
    ],
)
def test_contrast_of_text_and_edges(theme: int, front: str, back: str, least: float):
    blocks = re.findall(r":root[^{]*\{([^}]*)\}", TOKENS_CSS.read_text(encoding="utf-8"))
    values = dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})", blocks[theme]))
    assert contrast(values[front], values[back]) >= least


def test_f61_no_field_swallows_what_a_browser_cannot_read_as_a_number() -> None:
    """`type=number` gives an empty value for １２ and says nothing."""
    code = (path.read_text("utf-8") for path in (ROOT / "tournament").rglob("*.py"))
    assert [text for text in code if "NumberInput" in text] == []
    assert [path.name for path in TEMPLATES if 'type="number"' in path.read_text("utf-8")] == []


def test_an_empty_state_is_never_included_without_its_words() -> None:
    """`only` keeps out what stands in the page's context: then the words must be handed in."""
    lost = re.compile(r'components/empty\.html" with (?![^%]*what=)[^%]* only %}')
    found = [path.name for path in TEMPLATES if lost.search(path.read_text("utf-8"))]
    assert found == []
