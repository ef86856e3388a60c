"""Who has the page already is told so at once, and what was taken down is gone at the next question."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F
from django.test import Client, RequestFactory
from django.urls import reverse

from config.unchanged import unchanged_first
from tests.tournament.addresses import ADDRESSES
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.publish import withdraw_publication
from tournament.models import Event, Publication, PublicationKind, Stage
from tournament.urls import public
from tournament.views import unchanged

pytestmark = pytest.mark.django_db

STANDINGS = "/e/sai/stages/1/standings/"
LATELY = unchanged.REMEMBERED_FOR


@pytest.fixture
def stage() -> Stage:
    """Eight pairs, three rounds drawn and published."""
    return make_stage(make_event(pairs=8, slug="sai", public_view="live"))


def test_every_public_page_is_known_to_the_answer_that_nothing_is_new(
    client: Client, stage: Stage, django_assert_num_queries: Any
) -> None:
    """Each asked again with the counter it was made at, whatever it shows: one query, no body."""
    pages = [one for one in public.urlpatterns if getattr(one.callback, "is_public_page", False)]
    names = [str(one.name) for one in pages]
    assert len(names) > 10
    for name in names:
        address = reverse(name, args=["sai", *ADDRESSES[name].args[1:]])
        asked = f"{address}?part=1&since={Event.objects.get().public_revision}"
        with django_assert_num_queries(1):
            assert client.get(asked).status_code == 204, name


def test_foreign_name_is_refused_also_where_nothing_is_new(client: Client, stage: Stage) -> None:
    client.get(STANDINGS)
    etag = client.get(STANDINGS)["ETag"]
    foreign = {"if-none-match": etag, "host": "foreign.example"}
    assert client.get(STANDINGS, headers=foreign).status_code == 400


def test_f70_a_withdrawn_draw_is_gone_at_the_next_question(client: Client, stage: Stage) -> None:
    """The phone has the page and asks as it does every few seconds, with what it holds."""
    address = "/e/sai/stages/1/rounds/2/"
    client.get(address)
    held = client.get(address)
    asked = {"if-none-match": held["ETag"]}
    assert client.get(address, headers=asked).status_code == 304
    up = Publication.objects.filter(kind=PublicationKind.PAIRINGS, round_number=2, is_current=True)
    withdraw_publication(publication=up.get(), by=TEST)
    assert client.get(address, headers=asked).status_code == 404


Asked = tuple[int, bool]  # the status, and whether the whole program was asked for it


def asks(path: str, **more: str) -> Asked:
    """One request to what granian serves, in front of a program that answers everything by 200."""
    asked: list[dict[str, Any]] = []
    statuses: list[str] = []

    def program(environ: dict[str, Any], start: Any) -> list[bytes]:
        asked.append(environ)
        start("200 OK", [])
        return []

    environ = RequestFactory().get(path).environ | more
    list(unchanged_first(program)(environ, lambda status, _headers: statuses.append(status)))
    return int(statuses[0][:3]), bool(asked)


def asks_again(path: str, program: Any, **more: str) -> int:
    """The status of one more question to a process that keeps its answers."""
    statuses: list[str] = []
    environ = RequestFactory().get(path).environ | more
    list(program(environ, lambda status, _headers: statuses.append(status)))
    return int(statuses[0][:3])


@pytest.fixture
def held(client: Client, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> str:
    """The ETag of the standings, of which this process has just heard that they are unchanged.

    It remembers longer than in the hall, so that a slow machine forgets nothing between two lines of a test.
    """
    monkeypatch.setattr(unchanged, "_last_read", {})
    monkeypatch.setattr(unchanged, "REMEMBERED_FOR", 600)
    etag = client.get(STANDINGS)["ETag"]
    assert asks(STANDINGS, HTTP_IF_NONE_MATCH=etag) == (200, True)
    assert Client().get(STANDINGS, headers={"if-none-match": etag}).status_code == 304
    return etag


def test_from_memory_nobody_else_is_asked(held: str, django_assert_num_queries: Any) -> None:
    since = f"{STANDINGS}?part=1&since={Event.objects.get().public_revision}"
    with django_assert_num_queries(0):
        assert asks(STANDINGS, HTTP_IF_NONE_MATCH=held) == (304, False)
        assert asks("/e/sai/", HTTP_IF_NONE_MATCH=f"W/{held}, {held}") == (304, False)
        assert asks(since) == (204, False)


def test_f70_another_process_lets_go_of_a_withdrawn_draw_within_a_second(
    held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process wrote is not heard of here: the memory must end by itself."""
    Event.objects.update(public_revision=F("public_revision") + 1)
    monkeypatch.setattr(unchanged, "REMEMBERED_FOR", LATELY)
    now = time.monotonic()
    monkeypatch.setattr(unchanged.time, "monotonic", lambda: now + 0.9)
    assert asks(STANDINGS, HTTP_IF_NONE_MATCH=held) == (200, True)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(
            {"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}=abc"}, id="signed in: sees what he has just done"
        ),
        pytest.param({"HTTP_HOST": "foreign.example"}, id="foreign name"),
        pytest.param({"REQUEST_METHOD": "POST"}, id="a write"),
        pytest.param({"HTTP_IF_NONE_MATCH": '"1-0-older"'}, id="an older page"),
        pytest.param({"HTTP_ACCEPT_LANGUAGE": "en"}, id="another language"),
        pytest.param({"HTTP_IF_NONE_MATCH": ""}, id="no page yet"),
        pytest.param({"PATH_INFO": "/e/other/stages/1/standings/"}, id="another event"),
        pytest.param({"PATH_INFO": "/e/sai/desk/"}, id="no public page"),
        pytest.param({"PATH_INFO": "/"}, id="no event"),
    ],
)
def test_from_memory_only_visitors_are_answered_that_nothing_is_new(held: str, more: dict[str, str]) -> None:
    assert asks(STANDINGS, **{"HTTP_IF_NONE_MATCH": held, **more}) == (200, True)


def test_an_event_that_is_hidden_is_forgotten(held: str) -> None:
    Event.objects.update(public_view="nothing")
    assert Client().get(STANDINGS, headers={"if-none-match": held}).status_code == 404
    assert asks(STANDINGS, HTTP_IF_NONE_MATCH=held) == (200, True)


def test_a_server_may_leave_an_empty_path_out() -> None:
    """PEP 3333: what would be an empty string need not be there."""
    environ = RequestFactory().get("/").environ
    del environ["PATH_INFO"]
    assert list(unchanged_first(lambda _environ, _start: [b"asked"])(environ, lambda *_told: None)) == [
        b"asked"
    ]


def test_a_kept_answer_is_for_the_same_question_and_the_same_state_alone(held: str) -> None:
    def made(_environ: Any, start: Any) -> list[bytes]:
        start("200 OK", [])
        return []

    program = unchanged_first(made)
    others = [
        {"HTTP_ACCEPT_LANGUAGE": "en"},
        {"HTTP_COOKIE": f"{settings.CSRF_COOKIE_NAME}=another"},
        {"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}=somebody"},
        {"REQUEST_METHOD": "POST"},
        {"HTTP_HOST": "guansai.example.org"},
        {"HTTP_IF_NONE_MATCH": '"1-1-000000000000"'},
    ]
    for _turn in range(2):
        assert asks_again(STANDINGS, program, HTTP_IF_NONE_MATCH=held) == 304
        for other in others:
            assert asks_again(STANDINGS, program, **{"HTTP_IF_NONE_MATCH": held, **other}) == 200

    Event.objects.update(public_revision=F("public_revision") + 1)
    assert Client().get(STANDINGS, headers={"if-none-match": held}).status_code == 200
    assert asks_again(STANDINGS, program, HTTP_IF_NONE_MATCH=held) == 200


def test_whatever_makes_a_page_makes_another_edition_of_it() -> None:
    """What a result is worth is worked out in `scoring`: a mended table must not leave the old figures up."""
    read = {path for pattern in unchanged.SOURCES for path in settings.BASE_DIR.glob(pattern)}
    program = {
        path
        for folder in ("scoring", "pairing", "tournament", "config", "templates")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in (".py", ".toml", ".html")
    }
    assert program - read == set()
    assert {settings.BASE_DIR / "scoring/schemes.py", settings.BASE_DIR / "config/settings.py"} < program
