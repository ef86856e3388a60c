"""签收表: the columns that were asked for, in their order; phones only where somebody asked for them."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.tournament.desks import open_desk
from tests.tournament.factories import make_event, make_pair
from tournament.exports.paper import Kind
from tournament.lists.papers.receipts import BY_UNIT, Receipt, offered_columns, receipt
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, PairStatus, Player
from tournament.names.own_columns import TITLE_LIMIT

pytestmark = pytest.mark.django_db

PHONE = "13900001234"


@pytest.fixture
def event() -> Event:
    event = make_event(pairs=0)
    make_pair(event, 1, unit="历史系", names=("赵一鸣", "钱二"), category="混双")
    make_pair(event, 2, unit="博物馆", names=("孙三", "李四"))
    make_pair(event, 3, unit="历史系", names=("周五", "吴六"), status=PairStatus.RESERVE)
    make_pair(event, 4, unit="博物馆", names=("郑七", "王八"), status=PairStatus.WITHDRAWN)
    Player.objects.filter(name="赵一鸣").update(phone=PHONE)
    return event


def rows(event: Event, *columns: str, **asked: Any) -> list[tuple[object, ...]]:
    made = receipt(Wanted(event, timezone.now()), Receipt("签收表", columns, **asked))
    return [row[1:] for row in made.sections[0].rows]


def test_columns_stand_as_they_were_asked_for(event: Event) -> None:
    asked = Receipt("午餐券", ("单位", "午餐券", "参赛队", "序号"))
    made = receipt(Wanted(event, timezone.now()), asked)
    heads = [(column.title, column.kind) for column in made.sections[0].columns]
    assert heads == [
        ("序", Kind.INT),
        ("单位", Kind.TEXT),
        ("午餐券", Kind.BLANK),
        ("参赛队", Kind.NAME),
        ("序号", Kind.INT),
    ]
    assert made.sections[0].rows == (
        (1, "历史系", None, "赵一鸣 钱二", 1),
        (2, "博物馆", None, "孙三 李四", 2),
    )
    assert made.subtitle == "共 2 队"


def test_one_row_a_person(event: Event) -> None:
    assert rows(event, "选手", "手机", "签名", by_person=True) == [
        ("赵一鸣", PHONE, None),
        ("钱二", None, None),
        ("孙三", None, None),
        ("李四", None, None),
    ]


def test_one_unit_one_category_those_without_one(event: Event) -> None:
    assert rows(event, "序号", unit="历史系") == [(1,)]
    assert rows(event, "序号", unit="历史系", reserves=True) == [(1,), (3,)]
    assert rows(event, "序号", category="混双") == [(1,)]
    assert rows(event, "序号", category="") == [(2,)]
    assert rows(event, "序号", unit="没有") == []


def test_units_stand_together_with_a_line_between(event: Event) -> None:
    asked = Receipt("签收表", ("序号", "单位"), order=BY_UNIT, reserves=True)
    made = receipt(Wanted(event, timezone.now()), asked)
    assert [row[2] for row in made.sections[0].rows] == ["博物馆", "历史系", "历史系"]
    assert made.sections[0].rule_after == (0,)


def test_no_phone_unless_it_is_asked_for(event: Event) -> None:
    desk, place = open_desk(event), reverse("receipt-file", args=[event.slug, "xlsx"])
    personal = {one.title for one in offered_columns(event) if one.is_personal}
    for one in offered_columns(event):
        query = {"title": "签收表", "columns": one.title, "people": "", "order": ""}
        cells = values(desk.get(f"{place}?{urlencode(query)}").content)
        assert any(PHONE in str(cell) for cell in cells) == (one.title in personal)


def values(data: bytes) -> list[object]:
    book = load_workbook(BytesIO(data))
    return [cell for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row]


def test_the_pdf_lies_or_stands_and_holds_what_was_typed(event: Event) -> None:
    desk, place = open_desk(event), reverse("receipt-file", args=[event.slug, "pdf"])
    query = {"title": "纪念品<&>领取", "columns": "序号\n参赛队\n纪念品 & 水", "page": "landscape"}
    answer = desk.get(f"{place}?{urlencode(query)}")
    with pypdfium2.PdfDocument(BytesIO(answer.content)) as document:
        width, height = document[0].get_size()
        text = document[0].get_textpage().get_text_range()
    assert width > height
    for said in ("纪念品<&>领取", "纪念品 & 水", "赵一鸣", "孙三", event.name):
        assert said in text


def test_the_page_shows_the_list_and_its_ways_out(event: Event) -> None:
    desk, place = open_desk(event), reverse("receipts", args=[event.slug])
    assert "list.pdf" not in desk.get(place).content.decode()
    query = urlencode({"title": "签收表", "columns": "序号\n签名", "people": "person"})
    page = desk.get(f"{place}?{query}").content.decode()
    assert "共 4 人" in page
    assert f"list.pdf?{query}".replace("&", "&amp;") in page


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("序号\n签名\n序号", "“序号”写了两次。"),
        ("\n".join(f"栏{at}" for at in range(15)), "最多 14 栏。"),
        ("很" * 31, "栏目名最多 30 个字。"),
    ],
)
def test_columns_that_cannot_be_printed_are_refused_in_words(event: Event, columns: str, told: str) -> None:
    desk = open_desk(event)
    query = urlencode({"title": "签收表", "columns": columns})
    for place in (
        reverse("receipts", args=[event.slug]),
        reverse("receipt-file", args=[event.slug, "pdf"]),
    ):
        answer = desk.get(f"{place}?{query}")
        assert answer.status_code == 422
        assert told in answer.content.decode()


def test_signs_without_a_font_are_named_before_printing(event: Event) -> None:
    make_pair(event, 9, names=("王𠀀𪛖", "李明"))
    missing = receipt(Wanted(event, timezone.now()), Receipt("签收表", ("参赛队",))).missing()
    page = (
        open_desk(event)
        .get(reverse("receipts", args=[event.slug]) + "?" + urlencode({"title": "表", "columns": "参赛队"}))
        .content.decode()
    )
    assert missing
    assert "".join(sorted(missing)) in page


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_list_asks_the_database_a_fixed_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pairs)
    with django_assert_num_queries(2):
        receipt(Wanted(event, timezone.now()), Receipt("签收表", ("序号", "手机"), by_person=True))


def test_a_team_has_its_name_seed_table_and_note_on_the_list(event: Event) -> None:
    event.pairs.filter(number=1).update(name="东风队", seed=3, fixed_table=12, note="轮椅")

    assert rows(event, "序号", "队名", "种子", "固定桌", "备注") == [
        (1, "东风队", 3, 12, "轮椅"),
        (2, None, None, None, None),
    ]


def test_every_column_of_the_events_own_can_be_chosen_however_long_its_title(event: Event) -> None:
    title = "是否需要发票" * 5
    assert len(title) == TITLE_LIMIT
    Event.objects.filter(pk=event.pk).update(own_columns=[title])
    query = urlencode({"title": "签收表", "columns": f"序号\n{title}", "people": "", "order": ""})

    answer = open_desk(event).get(f"{reverse('receipts', args=[event.slug])}?{query}")

    assert answer.status_code == 200
    assert "最多 14 栏，每栏的名称最多 30 个字" in answer.content.decode()


def test_the_events_own_columns_are_filled_in_where_they_are_asked_for() -> None:
    event = make_event(pairs=2, own_columns=["用餐", "报名费"])
    event.pairs.filter(number=2).update(own={"用餐": "清真"})
    made = receipt(Wanted(event, timezone.now()), Receipt("签收表", ("序号", "用餐", "午餐券")))
    assert [row[1:] for row in made.sections[0].rows] == [(1, None, None), (2, "清真", None)]
    assert [column.kind for column in made.sections[0].columns[2:]] == [Kind.TEXT, Kind.BLANK]
