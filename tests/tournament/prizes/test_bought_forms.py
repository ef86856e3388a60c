"""套打: text at its millimetre on bought forms, a test page, and the page that stores where it stands."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.urls import reverse
from reportlab.lib.units import mm

from scoring.errors import InvalidRules
from tests.tournament.desks import open_desk
from tests.tournament.prizes.test_calling import AWARDS, played
from tests.tournament.prizes.test_certificates import awards_of, pages, size, store, wanted
from tournament.exports.bought_forms import FormSet, Spot
from tournament.forms.certificates import MmField
from tournament.lists.certificates import (
    form_prints,
    recipients,
    usual_form,
)
from tournament.models import Event, Stage
from tournament.models.printing import (
    BoughtForm,
    Certificate,
    Per,
    Printing,
    Sheet,
    read_printing,
    write_printing,
)

pytestmark = pytest.mark.django_db
LONG = "阿不都热合曼·买买提依明·库尔班江"


def boxes_of(made: FormSet) -> tuple[float, float]:
    """Where the first sign stands: its left and its lower edge, in mm from the upper left corner."""
    with pypdfium2.PdfDocument(BytesIO(made.to_pdf())) as document:
        left, bottom, _right, _top = document[0].get_textpage().get_charbox(0)
        height = document[0].get_height()
    return left / mm, (height - bottom) / mm


def test_text_stands_where_it_was_put_to_a_part_of_a_millimetre() -> None:
    spot = Spot(40, 80, 100, 20, "left")
    left, foot = boxes_of(FormSet("赛事", "套打", 260, 184.5, (spot,), (("王",),)))
    assert left == pytest.approx(40, abs=0.6)
    assert foot == pytest.approx(80, abs=1.0)
    moved = boxes_of(FormSet("赛事", "套打", 260, 184.5, (spot,), (("王",),), right=3.5, down=-2))
    assert moved == pytest.approx((left + 3.5, foot - 2), abs=0.05)


def test_every_page_is_moved_alike() -> None:
    made = FormSet("赛事", "套打", 200, 100, (Spot(20, 50, 100, 20, "left"),), (("王",), ("王",)), right=5)
    with pypdfium2.PdfDocument(BytesIO(made.to_pdf())) as document:
        found = [page.get_textpage().get_charbox(0) for page in document]
    assert found[0] == pytest.approx(found[1])


def test_long_text_shrinks_into_its_room() -> None:
    made = FormSet("赛事", "套打", 260, 184, (Spot(40, 80, 50, 30),), ((f"{LONG}、{LONG}",),))
    with pypdfium2.PdfDocument(BytesIO(made.to_pdf())) as document:
        page = document[0].get_textpage()
        boxes = [page.get_charbox(at) for at in range(page.count_chars())]
    assert min(box[0] for box in boxes if any(box)) >= 40 * mm - 0.5
    assert max(box[2] for box in boxes) <= 90 * mm + 0.5


def test_a_form_is_printed_in_its_own_size_with_nothing_else_on_it() -> None:
    stage = played([AWARDS[0]])
    store(stage, form=replace(usual_form(), width=Decimal(260), height=Decimal("184.5")))
    data = form_prints(wanted(stage)).to_pdf()
    assert size(data) == (round(260 * mm), round(184.5 * mm))
    champion = recipients(wanted(stage), awards_of(stage), Per.PAIR)[-1].values
    assert pages(data)[-1].startswith(champion["姓名"] + stage.event.name + "一等奖")


def test_the_test_page_has_a_ruler_and_says_how_far_it_is_moved() -> None:
    stage = played([AWARDS[0]])
    store(stage, form=replace(usual_form(), right=Decimal("1.5"), down=Decimal(-2)))
    answer = open_desk(stage.event).get(reverse("bought-form-file", args=[stage.event.slug, "test"]))
    (text,) = pages(answer.content)
    assert "已右移1.5毫米、下移-2毫米" in text
    assert "1:40,80" in text
    assert "280" in text


def test_without_a_form_the_sheet_says_what_is_missing() -> None:
    stage = played([AWARDS[0]])
    assert "还没有设套打的纸张" in pages(form_prints(wanted(stage)).to_pdf())[0]


def form_sent(stage: Stage, **other: Any) -> dict[str, Any]:
    sent = {
        "submission": "one",
        "based_on": Event.objects.get(pk=stage.event_id).version,
        "width": "260",
        "height": "１８４.５",
        "right": "",
        "down": "-1.5",
        "per": "pair",
        "text_1": "{姓名}",
        "x_1": "40",
        "y_1": "80",
        "width_1": "",
        "size_1": "",
        "stand_1": "left",
    }
    return sent | other


def test_the_page_stores_where_text_stands() -> None:
    stage = played([AWARDS[0]])
    desk, place = open_desk(stage.event), reverse("bought-form", args=[stage.event.slug])
    assert desk.post(place, form_sent(stage)).status_code == 302
    one = wanted(stage).event.printing_facts.form
    assert one is not None
    assert (one.height, one.right, one.down) == (Decimal("184.5"), 0, Decimal("-1.5"))
    assert [(each.text, each.width, each.size) for each in one.fields] == [("{姓名}", 100, 20)]
    assert "试印页" in desk.get(place).content.decode()


@pytest.mark.parametrize("typed", ["80.5", "８０．５", "80,5", "８０，５", " 80.5 "])
def test_f61_a_length_is_read_in_any_width_and_with_a_comma(typed: str) -> None:
    assert MmField("x", Decimal(0), Decimal(600)).clean(typed) == Decimal("80.5")


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("width", "9999", "请填 40 到 600 毫米"),
        ("x_1", "", "请填这一栏离纸边多少毫米。"),
        ("x_1", "261", "超出了纸边。"),
        ("y_1", "80.55", "最多一位小数"),
        ("down", "NaN", "请填 -50 到 50 毫米"),
        ("text_1", "{性别}", "没有 {性别} 这一项。"),
        ("text_1", "", "至少填一栏文字。"),
    ],
)
def test_a_place_off_the_sheet_is_refused_beside_its_field(field: str, typed: str, told: str) -> None:
    stage = played([AWARDS[0]])
    desk, place = open_desk(stage.event), reverse("bought-form", args=[stage.event.slug])
    answer = desk.post(place, form_sent(stage, **{field: typed}))
    assert answer.status_code == 422
    assert told in answer.context["form"].errors[field][0]
    assert wanted(stage).event.printing is None


# kept


def test_what_is_stored_reads_back_and_says_only_what_differs() -> None:
    form = BoughtForm(Decimal(260), Decimal("184.5"), usual_form().fields[:1], right=Decimal("-0.5"))
    printing = Printing(certificate=Certificate(title="奖状", sheet=Sheet.A3, logo=False), form=form)
    raw = write_printing(printing)
    assert raw == {
        "certificate": {"title": "奖状", "sheet": "a3", "logo": False},
        "form": {
            "width": "260",
            "height": "184.5",
            "fields": [{"text": "{姓名}", "x": "40", "y": "80", "width": "120"}],
            "right": "-0.5",
        },
    }
    assert read_printing(raw) == printing


@pytest.mark.parametrize("length", ["601", "12.55", "1e2", 260, "", "-1"])
def test_no_other_length_is_read(length: object) -> None:
    with pytest.raises(InvalidRules) as refused:
        read_printing({"form": {"width": length, "height": "100"}})
    assert (refused.value.code, refused.value.path) == ("not_millimetres", "printing.form.width")
