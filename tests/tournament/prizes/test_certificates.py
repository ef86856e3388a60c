"""奖状 and 套打: words that are filled in, places in millimetres, what is told before printing."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone, translation
from reportlab.lib.units import mm

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST
from tests.tournament.prizes.test_calling import AWARDS, played
from tournament.actions.copy_event import copy_event
from tournament.actions.set_printing import set_printing
from tournament.exports.certificates import Design, Diploma, DiplomaSet
from tournament.lists.calling import Called
from tournament.lists.certificates import (
    Asked,
    calling_order,
    certificates,
    recipients,
    usual_certificate,
    usual_form,
)
from tournament.lists.papers.wanted import Wanted
from tournament.lists.placeholders import PLACES, filled, problem_of
from tournament.models import Event, Pair, Player, Stage
from tournament.models.printing import (
    Certificate,
    Per,
    Sheet,
)

pytestmark = pytest.mark.django_db
LONG = "阿不都热合曼·买买提依明·库尔班江"


def wanted(stage: Stage) -> Wanted:
    return Wanted(Event.objects.get(pk=stage.event_id), timezone.now())


def pages(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        return ["".join(page.get_textpage().get_text_range().split()) for page in document]


def size(data: bytes) -> tuple[int, int]:
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        width, height = document[0].get_size()
    return round(width), round(height)


def store(stage: Stage, **what: Any) -> None:
    event = Event.objects.get(pk=stage.event_id)
    set_printing(event=event, printing=replace(event.printing_facts, **what), by=TEST)


# words with places


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{姓名} {单位}", ""),
        ("{name} { Unit } ｛奖项｝", ""),
        ("没有花括号", ""),
        ("{性别}同志", "没有 {性别} 这一项。"),
        ("{}", "没有 {} 这一项。"),
        ("{姓名", "大括号要成对"),
        ("姓名}", "大括号要成对"),
    ],
)
def test_a_place_that_there_is_not_is_told(text: str, told: str) -> None:
    assert problem_of(text).startswith(told)
    assert bool(problem_of(text)) == bool(told)


def test_places_are_filled_in_once_whatever_names_contain() -> None:
    values = {"姓名": "{单位}&<b>", "单位": "历史系"}
    assert filled("{姓名} {unit} {名次}|", values) == "{单位}&<b> 历史系 |"


def test_english_readers_see_the_words_that_are_understood() -> None:
    with translation.override("en"):
        assert {str(shown) for _english, shown in PLACES.values()} == {en for en, _shown in PLACES.values()}


# certificates


def test_everybody_with_an_award_gets_one_in_calling_order() -> None:
    stage = played()
    found = recipients(wanted(stage), awards_of(stage), Per.PAIR)
    assert [one.award for one in found] == ["优秀组织奖"] * 2 + ["三等奖"] * 2 + ["二等奖", "一等奖"]
    assert found[0].values["姓名"] == "历史系"
    assert found[-1].values["名次"] == "1"
    texts = pages(certificates(wanted(stage)).to_pdf())
    assert len(texts) == 6
    for text, one in zip(texts, found, strict=True):
        assert one.award in text
        assert one.values["姓名"] in text
        assert stage.event.name in text


def awards_of(stage: Stage) -> list[Called]:
    return calling_order(wanted(stage))


def test_one_for_each_player() -> None:
    stage = played([AWARDS[0]])
    store(stage, certificate=replace(usual_certificate(), per=Per.PLAYER))
    texts = pages(certificates(wanted(stage)).to_pdf())
    assert len(texts) == 8
    champion = recipients(wanted(stage), awards_of(stage), Per.PAIR)[-1].values["姓名"].split("、")
    assert [name in text for name, text in zip(champion, texts[-2:], strict=True)] == [True, True]
    assert champion[1] not in texts[-2]


def test_one_award_only_and_one_to_look_at() -> None:
    stage = played([AWARDS[0]])
    assert len(certificates(wanted(stage), Asked(award=1)).diplomas) == 2
    assert len(certificates(wanted(stage), Asked(award=9)).diplomas) == 0
    assert len(certificates(wanted(stage), Asked(look=True)).diplomas) == 1


def test_before_there_are_winners_one_can_be_looked_at_and_none_printed() -> None:
    stage = played([{"name": "优秀组织奖", "given_to": []}])
    assert "张三、李四" in pages(certificates(wanted(stage), Asked(look=True)).to_pdf())[0]
    assert "还没有人获奖" in pages(certificates(wanted(stage)).to_pdf())[0]


@pytest.mark.parametrize(
    ("sheet", "page"),
    [
        (Sheet.A4_LYING, (842, 595)),
        (Sheet.A4, (595, 842)),
        (Sheet.A3_LYING, (1191, 842)),
        (Sheet.A3, (842, 1191)),
    ],
)
def test_sheets_have_their_size(sheet: Sheet, page: tuple[int, int]) -> None:
    stage = played([AWARDS[0]])
    store(stage, certificate=replace(usual_certificate(), sheet=sheet))
    assert size(certificates(wanted(stage), Asked(look=True)).to_pdf()) == page


@pytest.mark.parametrize("sheet", ["a4-landscape", "a4", "a3"])
@pytest.mark.parametrize("name", ["李明、王伟", f"{LONG}、{LONG}", "王" * 60])
def test_nothing_leaves_the_frame_however_long_and_large(sheet: str, name: str) -> None:
    words = Diploma(
        "荣誉证书", name + "：", "在比赛中荣获很好的名次，" * 12, "优秀组织奖" * 8, "特发此证", "主办\n日期"
    )
    design = Design(sheet, title_size=120, text_size=60, award_size=120)
    data = DiplomaSet("赛事", "奖状", design, (words,)).to_pdf()
    width, height = design.page
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        page = document[0].get_textpage()
        boxes = [page.get_charbox(at) for at in range(page.count_chars())]
        text = "".join(page.get_text_range().split())
    edge = 11 * mm
    assert min(box[0] for box in boxes if any(box)) > edge
    assert max(box[2] for box in boxes) < width - edge
    assert min(box[1] for box in boxes if any(box)) > edge
    assert max(box[3] for box in boxes) < height - edge
    for said in words.texts():
        assert "".join(said.split()) in text


def test_signs_without_a_font_and_empty_places_are_told_before_printing() -> None:
    stage = played()
    Player.objects.filter(pair=_champion(stage), seat=1).update(name="王𠀀𪛖")
    store(stage, certificate=replace(usual_certificate(), closing="第{名次}名"))
    missing = certificates(wanted(stage)).missing()
    assert missing
    page = open_desk(stage.event).get(reverse("certificates", args=[stage.event.slug])).content.decode()
    assert "".join(sorted(missing)) in page
    assert "优秀组织奖 {单位} {名次} {主办}" in page


def _champion(stage: Stage) -> Pair:
    number = recipients(wanted(stage), awards_of(stage), Per.PAIR)[-1].values["序号"]
    return Pair.objects.get(event=stage.event, number=int(number))


def certificate_sent(stage: Stage, **other: Any) -> dict[str, Any]:
    form = {
        "submission": "one",
        "based_on": Event.objects.get(pk=stage.event_id).version,
        "title": "奖状",
        "to": "{姓名}：",
        "text": "第一段\r\n第二段",
        "award": "{奖项}",
        "closing": "",
        "sender": "{主办}",
        "per": "player",
        "sheet": "a3",
        "frame": "line",
        "title_size": "６０",
        "text_size": "20",
        "award_size": "40",
    }
    return form | other


def test_the_page_stores_what_was_written() -> None:
    stage = played([AWARDS[0]])
    desk, place = open_desk(stage.event), reverse("certificates", args=[stage.event.slug])
    assert desk.post(place, certificate_sent(stage)).status_code == 302
    one = wanted(stage).event.printing_facts.certificate
    assert one is not None
    assert (one.text, one.per, one.title_size, one.logo) == ("第一段\n第二段", Per.PLAYER, 60, False)
    assert "第一段" in pages(desk.get(reverse("certificates-file", args=[stage.event.slug])).content)[0]


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("to", "{性别}同志", "没有 {性别} 这一项。"),
        ("title", "长" * 121, "太长了，最多 120 个字。"),
        ("text_size", "大", "字号要是 6 到 120 的整数。"),
        ("award_size", "999999999999", "字号要是 6 到 120 的整数。"),
    ],
)
def test_what_cannot_be_printed_is_refused_beside_its_field(field: str, typed: str, told: str) -> None:
    stage = played([AWARDS[0]])
    desk, place = open_desk(stage.event), reverse("certificates", args=[stage.event.slug])
    answer = desk.post(place, certificate_sent(stage, **{field: typed}))
    assert answer.status_code == 422
    assert told in answer.context["form"].errors[field][0]
    assert typed in answer.content.decode()
    assert wanted(stage).event.printing is None


# bought forms


def test_next_years_event_has_the_same_certificates() -> None:
    stage = played([AWARDS[0]])
    store(stage, certificate=Certificate(title="奖状"), form=usual_form())
    copied = copy_event(source=wanted(stage).event, name="下一届", by=TEST)
    assert copied.printing_facts == wanted(stage).event.printing_facts


def test_what_was_typed_is_looked_at_and_not_stored() -> None:
    stage = played()
    client = open_desk(stage.event)
    address = reverse("certificates", args=[stage.event.slug])
    form = client.get(address).context["form"]
    typed = {name: form.get_initial_for_field(form.fields[name], name) for name in form.fields}
    sent = {name: value for name, value in typed.items() if value not in (None, False)}
    answer = client.post(address, {**sent, "title": "聘书", "look": "1"})
    assert answer["Content-Type"] == "application/pdf"
    assert "聘书" in pages(answer.content)[0]
    assert wanted(stage).event.printing is None
    refused = client.post(address, {**sent, "title": "{没有的}", "look": "1"})
    assert refused.status_code == 422
    assert "{没有的}" in refused.content.decode()
