"""What is held about whom: the page, the file for one person, the end by the event's name."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.rules import Grade
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.give_penalty import give_penalty
from tournament.actions.individuals import PersonValues, add_individual
from tournament.models import Entry, Event, Pair, Player

pytestmark = pytest.mark.django_db

PHONE = "13800001234"


@pytest.fixture(autouse=True)
def own_folder(settings: LazySettings, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


def filled(pairs: int = 4) -> Event:
    event = make_event(pairs=pairs, own_columns=["证件号"])
    Player.objects.filter(pair__number=1, seat=1).update(name="林晓月", phone=PHONE)
    Pair.objects.filter(number=1).update(note="素食", own={"证件号": "A-77"})
    add_individual(event=event, values=PersonValues("单小同", phone="13900005678"), by=TEST)
    return event


def address(event: Event, name: str = "personal", *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def shown(client: Client, event: Event, query: str = "") -> str:
    return client.get(address(event) + query).content.decode()


def test_the_page_counts_and_names_and_masks() -> None:
    event = filled()
    page = shown(open_desk(event), event)

    assert "10 人" in page  # eight players, one alone, the director
    assert "2 个。只有这个赛事的工作人员看得到" in page
    assert "138••••1234" in page
    assert PHONE not in page
    assert "备注、证件号" in page
    assert "A-77" not in page


def test_somebody_is_found_by_a_part_of_the_name() -> None:
    event = filled()
    page = shown(open_desk(event), event, "?q=晓月")

    assert "林晓月" in page
    assert "单小同" not in page


def test_the_file_for_one_person_holds_everything_about_him_and_nothing_of_others() -> None:
    event = filled()
    stage = make_stage(event)
    ruling = {"player": "林晓月", "grade": Grade.WARNING, "text": "看了别人的牌"}
    give_penalty(event=event, stage=stage, number=1, by=TEST, **ruling)
    player = Player.objects.get(name="林晓月")
    answer = open_desk(event).get(address(event, "personal-file", "player", player.pk))

    book = load_workbook(BytesIO(answer.content))
    cells = {str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row if cell.value}
    assert {"林晓月", PHONE, "素食", "证件号", "A-77", "1 号选手"} <= cells
    assert any("看了别人的牌" in cell for cell in cells)
    partner = Player.objects.get(pair__number=1, seat=2)
    assert not any(partner.name in cell for cell in cells)


def test_of_another_event_there_is_no_file() -> None:
    event, other = filled(), make_event(pairs=2, slug="other")
    player = Player.objects.filter(pair__event=other).first()
    assert player is not None
    assert open_desk(event).get(address(event, "personal-file", "player", player.pk)).status_code == 404


@pytest.mark.parametrize("typed", ["", "另一场赛事"])
def test_nothing_goes_without_the_events_name(typed: str) -> None:
    event = filled()
    answer = open_desk(event).post(
        address(event, "personal-forget"), {"submission": "k", "typed_name": typed}
    )

    assert answer.status_code == 422
    assert Player.objects.filter(phone=PHONE).exists()


def test_by_the_events_name_it_goes_once_and_the_journal_says_so() -> None:
    event = filled()
    desk, sent = open_desk(event), {"submission": "k", "typed_name": event.name}
    for _again in range(2):
        assert desk.post(address(event, "personal-forget"), sent).status_code == 302

    page = shown(desk, event)
    assert "已删除 2 个手机号、1 条备注、1 队" in page
    assert "138••••1234" not in page
    assert "林晓月" in page
    assert Entry.objects.filter(verb="forget_personal_own").get().codes == {"phones": 2, "notes": 1, "own": 1}


@pytest.mark.parametrize("pairs", [4, 30])
def test_the_page_asks_as_little_of_a_large_event(pairs: int, django_assert_num_queries: Any) -> None:
    event = filled(pairs)
    client = open_desk(event)
    client.get(address(event))
    with django_assert_num_queries(19):
        assert "林晓月" in shown(client, event)
