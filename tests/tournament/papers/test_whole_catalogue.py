"""Every paper and all cards: who should stand on them does, and each sheet says what it is."""

from __future__ import annotations

import re
from io import BytesIO

import pypdfium2
import pytest
from django.utils import timezone

from tests.tournament.factories import make_event, make_pair, make_stage
from tests.tournament.knockout.knockouts import make_knockout
from tournament.exports.paper import Paper
from tournament.exports.pdf import to_pdf
from tournament.lists.books.catalogue import BOOKS, make_book
from tournament.lists.cards.catalogue import CARDS, CardKind
from tournament.lists.certificates import usual_form
from tournament.lists.papers.catalogue import PAPERS, Needs, PaperKind
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Stage
from tournament.models.printing import Printing, write_printing

pytestmark = pytest.mark.django_db

EVENT = "二〇二六年“工会杯”掼蛋（双人）锦标赛 A&B <决赛>"
NAMES = (
    ("阿卜杜拉·买买提江", "迪丽热巴·迪力木拉提"),
    ("李𬭎", "王小满"),
    ("A&B <甲>", "O'Brien"),
    ("欧阳娜娜", "司马相如"),
)
UNIT = "国网城东供电公司工会委员会"
KINDS: dict[str, PaperKind | CardKind] = {**PAPERS, **CARDS}
WITHOUT_PAIRS = {
    *("individuals", "questions", "draws", "penalties", "appeal-form", "unit-ranks", "calls"),
    *("table-cards", "small-table-cards", "event-code", "table-codes"),
    *("draw-slips", "draw-numbers", "nameless"),
}
OF_A_KNOCK_OUT = {"bracket", "bracket-a3"}
WRITTEN_ON = {"scoresheets", "scoresheets-a5", "scoresheets-filled", "nameless"}  # sheets for one table each
HANDED_OVER = {"certificates", "form-prints"}  # nothing stands on them but what was written for them


def played() -> Stage:
    """Four pairs, all with an award, after a whole round robin."""
    event = make_event(
        pairs=0,
        name=EVENT,
        awards=[{"scope": "overall", "counts": [4]}],
        unit_ranking={"best": 2},
        printing=write_printing(Printing(form=usual_form())),
    )
    for number, names in enumerate(NAMES, start=1):
        make_pair(event, number, names=names, unit=UNIT if number % 2 else "图书馆")
    return make_stage(event, group_size=4, rounds_played=3)


def wanted(stage: Stage, kind: PaperKind | CardKind) -> Wanted:
    return Wanted(
        Event.objects.get(pk=stage.event_id),
        timezone.now(),
        stage if kind.has_stage else None,
        1 if kind.needs in (Needs.ROUND, Needs.ANY_ROUND) else None,
        site="http://192.168.1.8:8000",
    )


def pages(data: bytes) -> list[str]:
    """The text of each page, spaces and line ends left out."""
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        return [squeezed(page.get_textpage().get_text_bounded()) for page in document]


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def printed(kind: PaperKind | CardKind, stage: Stage) -> list[str]:
    made = kind.build(wanted(stage, kind))
    assert made.missing() == set()
    return pages(to_pdf(made) if isinstance(made, Paper) else made.to_pdf())


@pytest.mark.parametrize("key", sorted(KINDS.keys() - WITHOUT_PAIRS - OF_A_KNOCK_OUT))
def test_everybody_stands_on_every_paper_as_typed(key: str) -> None:
    text = "".join(printed(KINDS[key], played()))
    assert [name for pair in NAMES for name in pair if squeezed(name) not in text] == []


@pytest.mark.parametrize("key", sorted(OF_A_KNOCK_OUT))
def test_everybody_stands_in_the_bracket(key: str) -> None:
    stage = make_knockout(pairs=8)
    text = "".join(printed(KINDS[key], stage))
    assert [pair.names for pair in stage.event.pairs.all() if squeezed(pair.names) not in text] == []


@pytest.mark.parametrize("key", sorted(KINDS))
def test_every_sheet_says_of_which_event_it_is_which_of_how_many_and_when_it_was_made(key: str) -> None:
    stage = make_knockout(pairs=8) if key in OF_A_KNOCK_OUT else played()
    name, texts = squeezed(stage.event.name), printed(KINDS[key], stage)
    for text in texts:
        if key != "form-prints":
            assert name in text
        is_sheet = key in WRITTEN_ON or (key == "emergency-kit" and "裁判员签名" in text)
        if key not in HANDED_OVER and not is_sheet:
            assert re.search(r"第\d+页，共\d+页", text)
            assert "制表" in text
    if key not in WRITTEN_ON | HANDED_OVER | {"emergency-kit"}:  # its parts count their own pages
        for at, text in enumerate(texts, 1):
            assert f"第{at}页，共{len(texts)}页" in text


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_everybody_stands_in_both_books(key: str) -> None:
    stage = played()
    want = Wanted(Event.objects.get(pk=stage.event_id), timezone.now())
    texts = pages(make_book(BOOKS[key], want))
    whole = "".join(texts)
    assert [name for pair in NAMES for name in pair if squeezed(name) not in whole] == []
    for at, text in enumerate(texts[1:], 2):
        assert squeezed(EVENT) in text
        assert f"第{at}页，共{len(texts)}页" in text
