"""The director's page of the tables' codes: mode, PIN, addresses, sheets, renewing and switching."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tests.tournament.tables.phones import Phone, event_of, hall, link_of
from tournament.actions.copy_event import copy_event
from tournament.lists.cards.table_links import table_link_codes
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Membership, Role, TableEntry, TableLink
from tournament.queries import own_addresses

pytestmark = pytest.mark.django_db
NOW_AT = "192.168.8.109"


@pytest.fixture
def laptop(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site served to a hall from a laptop that is at 192.168.8.109 now."""
    settings.HALL_ADDRESS = "http://192.168.1.5:8000"
    monkeypatch.setattr(own_addresses, "lan_addresses", lambda: [NOW_AT])


def save(client: Client, event: Event, **typed: Any) -> Any:
    event = Event.objects.get(pk=event.pk)
    sent = {
        "submission": f"s{event.version}-{len(str(typed))}",
        "based_on": event.version,
        "table_entry": event.table_entry,
        "table_pin": event.table_pin,
        "lan_address": event.lan_address,
        "public_address": event.public_address,
    }
    return client.post(reverse("table-settings", args=[event.slug]), sent | typed)


def step(client: Client, event: Event, name: str, key: str = "", **typed: Any) -> Any:
    sent = {"submission": key or f"k-{name}-{TableLink.objects.count()}"}
    return client.post(reverse("table-links-act", args=[event.slug, name]), sent | typed)


def test_switching_it_on_makes_a_pin_and_a_code_for_every_table() -> None:
    stage = make_stage(make_event(pairs=8))
    client = open_desk(stage.event)

    assert save(client, stage.event, table_entry="referee").status_code == 302

    event = event_of(stage)
    assert event.table_entry == TableEntry.REFEREE
    assert len(event.table_pin) == 6
    assert event.table_pin.isdigit()
    links = list(event.table_links.all())
    assert [link.table for link in links] == [1, 2, 3, 4]
    assert len({link.token for link in links}) == 4
    assert {len(link.token) for link in links} == {22}
    page = client.get(reverse("table-settings", args=[event.slug])).content.decode()
    assert event.table_pin in page


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        pytest.param("table_pin", "12a4", "4 至 12 位数字", id="letters"),
        pytest.param("table_pin", "123", "4 至 12 位数字", id="short"),
        pytest.param("table_pin", "1" * 13, "4 至 12 位数字", id="long"),
        pytest.param("lan_address", "http://a/b", "不像网址", id="a path"),
        pytest.param("lan_address", "javascript:alert(1)", "不像网址", id="no site"),
        pytest.param("public_address", "https://me:pw@x.org", "不像网址", id="a password"),
        pytest.param("public_address", "http://x.org:99999", "不像网址", id="no port"),
        pytest.param("table_entry", "anything", "", id="no such mode"),
    ],
)
def test_bad_values_are_refused_and_kept(field: str, typed: str, said: str) -> None:
    stage = make_stage(make_event(pairs=8))
    client = open_desk(stage.event)

    answer = save(client, stage.event, **{"table_entry": "referee", field: typed})

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert field == "table_entry" or typed in answer.content.decode()
    event = event_of(stage)
    assert (event.table_entry, event.table_pin, event.version) == (TableEntry.READ_ONLY, "", 1)
    assert not event.table_links.exists()


def test_addresses_are_kept_as_sites() -> None:
    stage = make_stage(make_event(pairs=8))
    client = open_desk(stage.event)
    save(
        client, stage.event, lan_address=" 192.168.1.5：8000/ ", public_address="HTTPS://Guansai.example.org"
    )
    event = event_of(stage)
    assert event.lan_address == "http://192.168.1.5:8000"
    assert event.public_address == "https://guansai.example.org"


def test_a_page_that_is_older_than_anothers_save_is_told() -> None:
    stage = make_stage(make_event(pairs=8))
    client = open_desk(stage.event)
    save(client, stage.event, table_entry="pairs")
    answer = save(client, stage.event, table_entry="referee", based_on=1)
    assert answer.status_code == 409
    assert event_of(stage).table_entry == TableEntry.PAIRS


def test_renewing_one_leaves_the_others_good() -> None:
    stage = hall()
    client, old = open_desk(stage.event), link_of(stage, 2)

    for _time in range(2):
        assert step(client, stage.event, "renew", key="once", tables="2").status_code == 302

    assert Phone(old).client.get(f"/t/{old.token}/").status_code == 410
    assert Phone(link_of(stage, 2)).look()
    assert Phone(link_of(stage, 1)).look()
    assert stage.event.table_links.count() == 5
    assert stage.event.journal.filter(verb="renew_some_links").get().codes["tables"] == [2]


def test_all_are_renewed_switched_off_and_on() -> None:
    stage = hall()
    client = open_desk(stage.event)
    step(client, stage.event, "renew")
    assert stage.event.table_links.filter(is_current=False).count() == 4
    step(client, stage.event, "off")
    assert not stage.event.table_links.filter(is_current=True, is_on=True).exists()
    assert "二维码已停用" in Phone(link_of(stage)).look()
    step(client, stage.event, "on", tables="3")
    assert link_of(stage, 3).is_on
    assert not link_of(stage, 1).is_on


def test_what_renewing_means_is_said_before() -> None:
    stage = hall()
    html = open_desk(stage.event).get(reverse("table-settings", args=[stage.event.slug])).content.decode()
    assert "旧的二维码当即失效" in html
    assert "桌上现有的二维码当即全部失效" in html


@pytest.mark.parametrize("tables", ["99", "½", "x", "9" * 30, "\x00"])
@pytest.mark.parametrize("name", ["renew", "off", "on"])
def test_a_table_without_a_code_is_refused_in_words(name: str, tables: str) -> None:
    stage = hall()
    answer = step(open_desk(stage.event), stage.event, name, tables=tables)
    assert answer.status_code == 422
    assert stage.event.table_links.filter(is_current=True, is_on=True).count() == 4


def test_an_event_without_tables_says_what_brings_them() -> None:
    event = make_event(pairs=0)
    answer = step(open_desk(event), event, "make")
    assert answer.status_code == 422
    assert "还没有桌号" in answer.content.decode()


@pytest.mark.parametrize("pairs", [8, 32])
def test_the_page_asks_the_same_of_a_small_and_a_large_hall(pairs: int, django_assert_num_queries) -> None:
    stage = hall(pairs=pairs)
    client = open_desk(stage.event)
    address = reverse("table-settings", args=[stage.event.slug])
    client.get(address)
    with django_assert_num_queries(12):
        client.get(address)


# -- where the codes lead --


def words_of_pdf(data: bytes) -> str:
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        return "".join(page.get_textpage().get_text_bounded() for page in document)


def codes_of_first(made: Any) -> Any:
    """What the first table's codes are for, and where they lead."""
    return made.cards[0].codes


def test_the_sheet_has_a_code_for_the_hall_and_one_for_the_open_net() -> None:
    stage = hall()
    Event.objects.update(lan_address="http://192.168.1.5:8000", public_address="https://guansai.example.org")
    made = table_link_codes(Wanted(event_of(stage), timezone.now(), site="http://127.0.0.1:8000"))

    token = link_of(stage).token
    assert codes_of_first(made) == (
        ("场内 Wi-Fi", f"http://192.168.1.5:8000/t/{token}/"),
        ("手机流量", f"https://guansai.example.org/t/{token}/"),
    )
    answer = open_desk(stage.event).get(reverse("table-codes-file", args=[stage.event.slug]))
    text = words_of_pdf(answer.content)
    assert "场内 Wi-Fi" in text
    assert "http://192.168.1.5:8000" in text
    assert "第 4 桌" in text
    assert token not in text


def test_with_one_address_there_is_one_code_and_with_none_the_present_one() -> None:
    stage = hall()
    asked = Wanted(event_of(stage), timezone.now(), site="http://192.168.8.7:8000")
    assert codes_of_first(table_link_codes(asked)) == (
        ("", f"http://192.168.8.7:8000/t/{link_of(stage).token}/"),
    )


def test_a_renewed_code_is_printed_and_the_old_one_no_more() -> None:
    stage = hall()
    old = link_of(stage).token
    step(open_desk(stage.event), stage.event, "renew", tables="1")
    made = table_link_codes(Wanted(event_of(stage), timezone.now(), site="http://x"))
    assert old not in repr(made.cards)
    assert link_of(stage).token in repr(made.cards)


def test_the_desk_says_when_the_laptop_has_moved_and_stores_where_it_is(laptop: None) -> None:
    stage = hall()
    Event.objects.update(lan_address="http://192.168.1.5:8000")
    client = open_desk(stage.event)
    for name in ("desk", "table-settings"):
        html = client.get(reverse(name, args=[stage.event.slug])).content.decode()
        assert "旧二维码已失效" in html
        assert f"http://{NOW_AT}:8000" in html

    assert step(client, stage.event, "move").status_code == 302

    assert event_of(stage).lan_address == f"http://{NOW_AT}:8000"
    assert "旧二维码已失效" not in client.get(reverse("desk", args=[stage.event.slug])).content.decode()


@pytest.mark.parametrize(
    ("stored", "has_links", "host"),
    [
        pytest.param(f"http://{NOW_AT}:8000", True, "testserver", id="still right"),
        pytest.param("", True, "testserver", id="nothing was stored"),
        pytest.param("http://192.168.1.5:8000", False, "testserver", id="no codes were made"),
        pytest.param("http://guansai.local:8000", True, "testserver", id="a name that somebody keeps right"),
        pytest.param("http://192.168.1.5:8000", True, "192.168.1.5:8000", id="asked at that very address"),
    ],
)
def test_else_nothing_is_said(stored: str, has_links: bool, host: str, laptop: None) -> None:
    stage = hall()
    if not has_links:
        TableLink.objects.all().delete()
    Event.objects.update(lan_address=stored)
    html = open_desk(stage.event).get(reverse("desk", args=[stage.event.slug]), headers={"host": host})
    assert "旧二维码已失效" not in html.content.decode()


def test_a_site_that_serves_no_hall_has_no_address_to_store() -> None:
    stage = hall()
    answer = step(open_desk(stage.event), stage.event, "move")
    assert answer.status_code == 422
    assert "没有找到这台电脑在场内的地址" in answer.content.decode()


def test_a_public_name_that_the_site_would_refuse_is_told() -> None:
    stage = hall()
    Event.objects.update(public_address="https://guansai.example.org")
    html = open_desk(stage.event).get(reverse("table-settings", args=[stage.event.slug])).content.decode()
    assert "GUANSAI_HOSTS=lan,guansai.example.org" in html


def test_next_years_event_gets_the_mode_and_no_secrets() -> None:
    stage = hall(TableEntry.PAIRS)
    Event.objects.update(lan_address="http://192.168.1.5:8000")
    made = copy_event(source=event_of(stage), name="下一届", by=TEST)
    assert (made.table_entry, made.lan_address) == (TableEntry.PAIRS, "")
    assert not made.table_links.exists()
    assert re.fullmatch(r"[0-9]{6}", made.table_pin)  # of its own at once: without one no referee gets in
    assert made.table_pin != event_of(stage).table_pin


def test_a_copy_of_an_event_that_takes_nothing_at_its_tables_needs_no_pin() -> None:
    assert copy_event(source=event_of(hall(TableEntry.READ_ONLY)), name="下一届", by=TEST).table_pin == ""


def test_the_page_of_papers_offers_the_codes_to_the_director_alone() -> None:
    stage = hall()
    scorer = Client()
    person = make_person("lu")
    Membership.objects.create(person=person, event=stage.event, role=Role.SCORER)
    scorer.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    papers = reverse("papers", args=[stage.event.slug])
    codes = reverse("table-codes-file", args=[stage.event.slug])
    assert codes in open_desk(stage.event).get(papers).content.decode()
    assert codes not in scorer.get(papers).content.decode()
    assert scorer.get(codes).status_code == 404


def test_without_codes_the_pages_of_an_event_say_nothing_of_them() -> None:
    stage = make_stage(make_event(pairs=8))
    html = open_desk(stage.event).get(reverse("papers", args=[stage.event.slug])).content.decode()
    assert "桌上填报二维码" not in html


def test_the_two_codes_for_tables_say_which_of_them_takes_results() -> None:
    stage = make_stage(make_event(pairs=8, table_entry="referee"))
    html = open_desk(stage.event).get(reverse("papers", args=[stage.event.slug])).content.decode()
    assert "扫码只看公开的对阵和成绩，不能填成绩" in html.split("桌上查询码")[1].split("PDF")[0]
    assert "扫码看本桌这一轮，填成绩" in html.split("桌上填报二维码")[1].split("PDF")[0]
