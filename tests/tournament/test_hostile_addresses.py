"""Addresses and forms as nobody of good will writes them: an answer in words, never an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.addresses import ADDRESSES, SLUG
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.publish import publish_standings
from tournament.models import Draw, Event, Publication, Stage

pytestmark = pytest.mark.django_db

ASKED = (
    "page", "per_page", "sort", "stage", "round", "group", "groups", "q", "session", "saved", "version",
    "show", "table", "part", "since", "unit", "status", "last", "number", "into", "entry", "col",
    "ns_level", "ew_level",
)  # fmt: skip
HOSTILE = {
    "minus one": "-1",
    "beyond every column": "9" * 20,
    "more figures than Python reads": "9" * 5000,
    "a digit that is no number": "²",
    "a NUL": "\x00",
    "very long, with markup and a template": "<script>alert(1)</script>{{ x }}%s%(x)d" + "王" * 200,
}


@pytest.fixture
def stage() -> Stage:
    """One round of three played and published."""
    stage = make_stage(make_event(pairs=8, slug=SLUG, name="中秋赛"), rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    return stage


@pytest.mark.parametrize("start", range(3))
def test_no_query_breaks_a_page(start: int, stage: Stage) -> None:
    """Every page with three values in every key, and every key with every value on one page after another:
    what reads a key is the same code on all pages."""
    client, answers = open_desk(stage.event), {}
    for at, (name, address) in enumerate(ADDRESSES.items(), start=start):
        if address.get in (200, None) and name != "new-event-by":
            asked = urlencode(dict(zip(ASKED, turned(list(HOSTILE.values()), at), strict=False)))
            path = f"{reverse(name, args=address.args)}?{asked}"
            answers[name, path[:200]] = client.get(path).status_code
    # 422: a page that shows what a change would do has nothing to show for such figures.
    assert {which: code for which, code in answers.items() if code not in (200, 204, 302, 404, 422)} == {}
    assert len(answers) > 50


def turned(values: list[str], by: int) -> Iterator[str]:
    """The values over and over, beginning with another one each time."""
    return islice(cycle(values), by % len(values), None)


@pytest.mark.parametrize("text", ["\x00", "\ud7ff\ufffe", "历史系\x00"])
def test_no_sign_in_a_key_breaks_a_step(text: str, stage: Stage) -> None:
    client, answers = open_desk(stage.event), {}
    sent = {"submission": text, "unit": text, "into": text, "number": text, "username": text, "session": text}
    for name, address in ADDRESSES.items():
        if address.post in (302, 422) and name not in ("remove-demo", "set_language", "logout", "login"):
            answers[name] = client.post(reverse(name, args=address.args), sent).status_code
    assert {name: code for name, code in answers.items() if code not in (200, 302, 404, 409, 422)} == {}
    assert len(answers) > 50


@pytest.mark.parametrize("path", ["first/%00/", "password/%00/", f"e/{SLUG}/desk/entries/import/%00/"])
def test_no_sign_in_a_token_breaks_a_page(path: str, stage: Stage) -> None:
    assert open_desk(stage.event).get(f"/{path}").status_code in (302, 404)


@pytest.mark.parametrize("number", ["0", "9" * 20, "9" * 5000])
def test_no_number_in_an_address_breaks_a_page(number: str, stage: Stage) -> None:
    client = open_desk(stage.event)
    desk = f"/e/{SLUG}/desk"
    paths = [
        f"/e/{SLUG}/pairs/{number}/",
        f"/e/{SLUG}/screen/{number}/",
        f"{desk}/screens/{number}/",
        f"/e/{SLUG}/stages/{number}/standings/",
        f"/e/{SLUG}/stages/1/rounds/{number}/",
        f"{desk}/entries/{number}/",
        f"{desk}/entries/{number}/withdraw/",
        f"{desk}/penalties/{number}/cancel/",
        f"{desk}/plan/{number}/",
        f"{desk}/stages/{number}/draw/",
        f"{desk}/stages/1/rounds/{number}/",
        f"{desk}/stages/1/rounds/1/tables/{number}/",
        f"{desk}/stages/1/pairs/{number}/",
    ]
    assert [path for path in paths if client.get(path).status_code != 404] == []


@pytest.mark.parametrize("number", ["2", "4", "9" * 20, "-1", "²", ""])
def test_standings_are_published_after_a_round_that_was_played_only(number: str, stage: Stage) -> None:
    before = Publication.objects.count()
    sent = {"submission": "k", "number": number, "reason": "更正"}

    answer = open_desk(stage.event).post(reverse("standings-publish", args=[SLUG, 1]), sent)

    assert answer.status_code == 422
    assert Publication.objects.count() == before


@pytest.mark.parametrize("numbers", ["²", "1 " + "9" * 3000, "\x00", "１ ２", "77 78"])
def test_lots_for_numbers_that_are_none_are_refused(numbers: str, stage: Stage) -> None:
    client = open_desk(stage.event)
    for name, sent in (
        ("standings-lots", {"tied": numbers, "order": numbers}),
        ("draw-tie", {"numbers": numbers, "order": numbers}),
    ):
        answer = client.post(reverse(name, args=[SLUG, 1]), {"submission": f"k{name}", **sent})
        assert answer.status_code in (302, 409, 422)
    assert not Draw.objects.filter(kind__in=("lots", "cut")).exists()


def test_f33_a_stage_removed_by_a_double_click_leads_back_to_the_plan() -> None:
    event = make_event()
    make_stage(event, drawn=False)
    client, address = open_desk(event), reverse("stage-remove", args=[event.slug, 1])

    answers = [client.post(address, {"submission": "k"}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert client.post(address, {"submission": "another"}).status_code == 404
    assert event.journal.filter(verb="remove_stage").count() == 1


@pytest.mark.parametrize(
    "asked", ["ｌｉ　ｗｅｉ", "Li Wei", "阿依古丽•买买提", "阿依古丽．买买提", "买买\u200b提", " 历史系 "]
)
def test_f59_f61_f62_the_public_search_finds_in_any_spelling(asked: str, client: Client) -> None:
    stage = make_stage(make_event(pairs=4, slug=SLUG))
    _rename(stage.event, 1, "Li Wei", "liwei")
    _rename(stage.event, 1, "阿依古丽·买买提", "阿依古丽买买提", seat=2)

    answer = client.get(f"/e/{SLUG}/", {"q": asked})

    assert answer["Location"] == f"/e/{SLUG}/pairs/1/"


def _rename(event: Event, number: int, name: str, key: str, seat: int = 1) -> None:
    event.pairs.get(number=number).players.filter(seat=seat).update(name=name, key=key)


@pytest.mark.parametrize("session", ["下午", "\x00", "上午\x00"])
@pytest.mark.parametrize("name", ["standings-publish", "standings-withdraw"])
def test_a_session_that_no_group_is_of_is_not_found(name: str, session: str, stage: Stage) -> None:
    client = open_desk(stage.event)
    path = f"{reverse(name, args=[SLUG, stage.ordinal])}?{urlencode({'session': session})}"
    answer = client.post(path, {"submission": "a-key", "number": "1", "session": session})
    assert answer.status_code == 404
    assert stage.publications.filter(kind="standings").count() == 1
