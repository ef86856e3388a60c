"""Every address with every visitor: who gets in, who is sent to the login, who learns nothing.

A new address needs one line in ADDRESSES; the walk fails while it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.rules import Grade
from tests.tournament.factories import TEST, make_director, make_event, make_person, make_stage
from tournament.actions.announce import announce
from tournament.actions.appeals import file_appeal
from tournament.actions.give_penalty import give_penalty
from tournament.actions.individuals import PersonValues, add_individual
from tournament.actions.publish import publish_standings
from tournament.models import Event, Membership, Person, Role, TableLink
from tournament.permissions import Right

pytestmark = pytest.mark.django_db

SLUG = "zhong-qiu-sai"
TOKEN = "Tisch-1_Tisch-1_Tisch1"
EVERYBODY = "everybody"
OWNER = "owner"
SIGNED_IN = "signed in"


@dataclass(frozen=True)
class Address:
    """One named address: sample arguments, who may open it, what a GET and an empty POST answer them.

    `get` and `post` None: not judged beyond "no 403, 404 or 5xx". 405 says that the method is not offered.
    """

    who: str
    args: tuple[Any, ...] = ()
    get: int | None = None
    post: int | None = None
    query: str = ""


def desk(*args: Any, right: Right = Right.DIRECT, **answers: Any) -> Address:
    """A page of an event's staff who hold `right`."""
    return Address(right.value, (SLUG, *args), **answers)


def scorer(*args: Any, **answers: Any) -> Address:
    """A page of whoever enters results."""
    return desk(*args, right=Right.ENTER, **answers)


def public(*args: Any, **answers: Any) -> Address:
    """A public page of the event, in which everything drawn is published."""
    return Address(EVERYBODY, (SLUG, *args), **answers)


ADDRESSES: dict[str, Address] = {
    # the site
    "home": Address(EVERYBODY, get=200, post=405),
    "now": Address(EVERYBODY, get=200, post=405),
    "login": Address(EVERYBODY, get=200, post=422),
    "logout": Address(EVERYBODY, get=405, post=200),
    "first-owner": Address(EVERYBODY, ("no-such-token",), get=404, post=404),
    "password-link": Address(EVERYBODY, ("no-such-token",), get=404, post=404),
    "remove-demo": Address(OWNER, get=302, post=302),
    "backups": Address(OWNER, get=200, post=405),
    "backup-make": Address(OWNER, get=302, post=422),
    "backup-second": Address(OWNER, get=302, post=422),
    "backup-upload": Address(OWNER, get=302, post=422),
    "backup": Address(OWNER, ("no-such-copy",), get=404, post=404),
    "backup-file": Address(OWNER, ("no-such-copy",), get=404, post=405),
    "set_language": Address(EVERYBODY, post=302),
    "new-event": Address(SIGNED_IN, get=200, post=405),
    "new-event-by": Address(SIGNED_IN, ("devzone-26",), get=200, post=422),
    "new-event-plans": Address(SIGNED_IN, ("devzone-26",), get=200, post=405),
    # what everybody may see of an event
    "event": public(get=200, post=405),
    "public-clock": public(get=200, post=405),
    "pair": public(1, get=200, post=405),
    "pair-here": public(1, get=302, post=405),
    "public-groups": public(1, get=200, post=405),
    "public-round": public(1, 1, get=200, post=405),
    "public-standings": public(1, get=200, post=405),
    "public-awards": public(get=404, post=405),  # not before the final standings are published
    "public-units": public(get=200, post=405),
    "public-cross": public(1, get=200, post=405),
    "public-bracket": public(1, get=404, post=405),  # the stage is no knock-out
    "public-draws": public(get=200, post=405),
    "public-draw": public(1, "groups", 0, 1, get=200, post=405),
    "public-draw-inputs": public(1, "groups", 0, 1, get=200, post=405),
    "public-commitment": public(1, get=404, post=405),
    "public-commitment-inputs": public(1, get=404, post=405),
    # who holds the code of a table: this event takes nothing there
    "table-page": Address(EVERYBODY, (TOKEN,), get=200, post=405),
    "table-news": Address(EVERYBODY, (TOKEN,), get=200, post=405),
    "table-look": Address(EVERYBODY, (TOKEN,), get=200, post=405),
    "table-deals": Address(EVERYBODY, (TOKEN,), get=200, post=422),
    "table-tap": Address(EVERYBODY, (TOKEN,), get=302, post=403),
    "table-rule": Address(EVERYBODY, (TOKEN,), get=302, post=403),
    "table-end": Address(EVERYBODY, (TOKEN,), get=200, post=403),
    "table-ladder": Address(EVERYBODY, (TOKEN, "0" * 20), get=404, post=405),
    "table-worker": Address(EVERYBODY, get=200, post=405),
    "table-act": Address(EVERYBODY, (TOKEN, "enter"), get=302, post=403),
    "screen": public(1, get=200, post=405),
    # an event's staff
    "draws": desk(get=200, post=405),
    "draw-commit": desk(1, get=302, post=422),
    "round-commit": desk(1, 1, get=302, post=422),
    "draw-reveal": desk(1, get=302, post=404),
    "commitment-give-up": desk(1, get=302, post=404),
    "desk": desk(get=200, post=405),
    "journal": desk(get=200, post=405),
    "journal-file": desk("csv", get=200, post=405),
    "event-settings": desk(get=200, post=422),
    "event-copy": desk(get=200, post=422),
    "old-seeds": desk(get=404, post=404),  # this event was made from none
    "event-delete": desk(get=200, post=422),
    "table-settings": desk(get=200, post=422),
    "table-codes-file": desk(get=200, post=405),
    "table-links-act": desk("make", get=302, post=422),
    "rehearsal": desk(get=200, post=405),
    "rehearsal-new": desk(get=302, post=422),
    "rehearsal-play": desk(get=302, post=422),
    "rehearsal-end": desk(get=302, post=422),
    "event-hall": desk(get=200, post=422),
    "hall-renumber": desk(1, get=302, post=422),
    "sessions": desk(1, get=200, post=422),
    "sessions-split": desk(1, get=302, post=422),
    "screens": desk(get=200, post=405),
    "screen-new": desk(get=302, post=422),
    "screen-edit": desk(1, get=200, post=422),
    "screen-remove": desk(2, get=302, post=422),
    "announcement-new": desk(get=302, post=422),
    "announcement-act": desk(1, "withdraw", get=302, post=422),
    "people": desk(get=200, post=422),
    "personal": desk(get=200, post=405),
    "personal-file": desk("alone", 0, get=404, post=405),
    "personal-forget": desk(get=302, post=422),
    "rights": scorer(get=200, post=405),
    "person-remove": desk(get=302, post=302),
    "entries": desk(get=200, post=422),
    "entries-file": desk("csv", get=200, post=405),
    "entry-questions": desk(get=200, post=405),
    "own-columns": desk(get=200, post=405),
    "own-columns-act": desk("add", get=302, post=422),
    "entry-new": desk(get=200, post=422),
    "entry": desk(3, get=200, post=422),
    "entry-join": desk(3, get=200, post=422),
    "entry-withdraw": desk(3, get=200, post=422),
    "entry-disqualify": desk(3, get=200, post=422),
    "entry-reinstate": desk(3, get=200, post=422),
    "entry-delete": desk(3, get=302, post=302),
    "individuals": desk(get=200, post=422),
    "individual": desk(1, get=200, post=422),
    "individuals-draw": desk(get=302, post=422),
    "individuals-lots": desk(get=302, post=422),
    "individuals-undo": desk(get=302, post=422),
    "entries-import": desk(get=200, post=422),
    "entries-import-preview": desk("no-such-token", get=302, post=302),
    "entries-import-columns": desk("no-such-token", get=302, post=302),
    "entries-template": desk(get=200, post=405),
    "check-in": desk(get=200, post=405),
    "check-in-act": desk("in", get=302, post=422),
    "door": scorer(1, get=200, post=422),
    "absent": desk(get=200, post=405),
    "replace": desk(3, get=200, post=405),
    "regroup": desk(1, 1, "smaller", get=302),
    "replace-act": desk(3, "house", get=302, post=422),
    "units": desk(get=200, post=405),
    "unit-edit": desk(get=200, post=422, query="?unit=历史系"),
    "unit-merge": desk(get=302, post=302),
    "unit-delete": desk(get=302, post=302),
    "standings": desk(1, right=Right.ENTER, get=200, post=405),
    "standings-publish": desk(1, get=302, post=422),
    "standings-withdraw": desk(1, get=302, post=302),
    "standings-lots": desk(1, get=302, post=422),
    "awards": desk(right=Right.ENTER, get=200, post=405),
    "calling": desk(get=200, post=422),
    "certificates": desk(get=200, post=422),
    "certificates-file": desk(get=200, post=405),
    "bought-form": desk(get=200, post=422),
    "bought-form-file": desk("test", get=200, post=405),
    "receipts": desk(get=200, post=405),
    "receipt-file": desk("pdf", get=200, post=405),
    "award-new": desk("sets", get=200, post=422),
    "award-edit": desk("given", 1, get=200, post=422),
    "award-remove": desk("sets", 1, get=302, post=302),
    "award-settle": desk(1, get=302, post=422),
    "award-reopen": desk(1, get=302, post=302),
    "unit-ranks": desk(right=Right.ENTER, get=200, post=405),
    "unit-ranks-edit": desk(get=302, post=422),
    "desk-pair": desk(1, 1, right=Right.ENTER, get=200, post=405),
    "cross-table": desk(1, right=Right.ENTER, get=200, post=405),
    "bracket": desk(1, right=Right.ENTER, get=404, post=405),  # the stage is no knock-out
    "penalties": desk(right=Right.RULE, get=200, post=422),
    "penalty-note": scorer(get=200, post=422),
    "penalty-settle": desk("confirm", right=Right.RULE, get=302, post=302),
    "penalty-cancel": desk(1, right=Right.RULE, get=200, post=422),
    "appeals": desk(right=Right.RULE, get=200, post=422),
    "appeal": desk(1, right=Right.RULE, get=200, post=405),
    "appeal-paper": desk(0, right=Right.RULE, get=200, post=405),
    "appeal-act": desk(1, "decide", right=Right.RULE, get=302, post=422),
    "booklet": desk(get=200, post=422),
    "booklet-logo": desk(get=404, post=405),  # it has none
    "public-logo": public(get=404, post=405),
    "event-rules": desk(get=200, post=422),
    "event-rules-paper": desk(get=200, post=405),
    "stage-rules": desk(1, get=200, post=422),
    "event-plan": desk(get=200, post=405),
    "stage-new": desk(get=200, post=422),
    "stage-edit": desk(1, get=302, post=422),
    "stage-remove": desk(1, get=302, post=302),
    "stage-move": desk(1, get=302, post=302),
    "plan-ready": desk(get=200, post=422),
    "plan-ready-plans": desk(get=200, post=405),
    "draw": desk(1, get=200, post=405),
    "draw-sizes": desk(1, get=200, post=405),
    "draw-run": desk(1, get=302, post=422),
    "draw-undo": desk(1, get=302, post=422),
    "draw-plan": desk(1, get=302, post=422),
    "draw-rounds": desk(1, get=302, post=422),
    "draw-publish": desk(1, get=302, post=422),
    "draw-withdraw": desk(1, get=302, post=422),
    "draw-tie": desk(1, get=302, post=422),
    "draw-cut": desk(1, get=302, post=422),
    "pair-run": desk(1, get=302, post=422),
    "pair-undo": desk(1, get=302, post=422),
    "pair-redraw": desk(1, get=302, post=422),
    "pair-absent": desk(1, get=302, post=422),
    "pair-wish": desk(1, get=302, post=422),
    "pair-wish-remove": desk(1, get=302, post=422),
    "pair-planned": desk(1, get=302, post=422),
    "pair-change": desk(1, get=200, post=422),
    "pair-prepare": desk(1, get=200, post=422),
    "lots": desk(1, get=200, post=422),
    "lots-pair": desk(1, get=200, post=405),
    "lots-wall": desk(1, get=200, post=405),
    "lots-open": desk(1, get=302, post=422),
    "lots-back": desk(1, get=302, post=422),
    "lots-finish": desk(1, get=302, post=422),
    "lots-groups": desk(1, get=302, post=422),
    "movement": desk(1, get=200, post=405),
    # everybody
    "public-rules": public(get=200, post=405),
    # papers
    "book": desk("result-book", "a4", right=Right.ENTER, get=200, post=405),
    "papers": desk(right=Right.ENTER, get=200, post=405),
    "workbook": scorer(get=200, post=405),
    "word": scorer("report", get=200, post=405),
    "making-new": scorer(get=302, post=422),
    "making": scorer("no-such-token", get=302, post=405),
    "making-file": scorer("no-such-token", get=302, post=405),
    "paper": desk("entries", "txt", right=Right.ENTER, get=200, post=405),
    "share": desk("entries", right=Right.ENTER, get=200, post=405),
    "cards": desk("movement-cards", right=Right.ENTER, get=200, post=405),
    "scoresheets": desk(right=Right.ENTER, get=200, post=405),
    # a round, table by table
    "round": scorer(1, 1, get=200, post=422),
    "round-look": scorer(1, 1, get=200, post=405, query="?table=1"),
    "round-calls": scorer(1, 1, get=200, post=405),
    "round-news": scorer(1, 1, get=200, post=405),
    "round-standings": scorer(1, 1, get=200, post=405),
    "round-grid": scorer(1, 1, get=200, post=200),
    "round-import": scorer(1, 1, get=200, post=422),
    "round-import-template": scorer(1, 1, get=200, post=405),
    "round-import-preview": scorer(1, 1, "no-such-token", get=302, post=302),
    "round-act": desk(1, 1, "start", get=302, post=422),
    "round-played": desk(1, 1, right=Right.RULE, get=200, post=422),
    "match": scorer(1, 1, 1, get=200, post=422),
    "match-minutes": desk(1, 1, 1, right=Right.RULE, get=302, post=422),
    "match-late": scorer(1, 1, 1, "note", get=302, post=422),
    "match-act": scorer(1, 1, 1, "undo", get=302, post=422),
}


def named_addresses(patterns: list[Any] | None = None) -> Iterator[str]:
    """Every name of the site's resolver; one without a name cannot be walked and is an error."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from named_addresses(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            assert pattern.name, f"{pattern.pattern} has no name"
            yield pattern.name


NAMES = sorted(set(named_addresses()))


@pytest.fixture
def event() -> Event:
    """A published event with one round played."""
    given = [{"name": "优秀组织奖", "given_to": ["历史系", 3]}]
    event = make_event(
        pairs=8, slug=SLUG, name="中秋赛", awards=given, unit_ranking={"best": 2}, hears_appeals=True
    )
    stage = make_stage(event, rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    TableLink.objects.create(event=event, table=1, token=TOKEN, made_at=timezone.now())
    person = PersonValues("林单", phone="13800000001")
    add_individual(event=event, values=person, by=TEST)
    announce(event=event, text="午餐 11:45 开始。", by=TEST)
    give_penalty(event=event, stage=stage, number=1, grade=Grade.WARNING, by=TEST)
    file_appeal(event=event, stage=stage, round_number=1, number=1, by=TEST)
    return event


VISITORS = ["anonymous", "outsider", "director of another event", "scorer", "director", "owner"]


def visitor(kind: str, event: Event) -> Client:
    """A browser in which this kind of person is signed in."""
    client = Client()
    person = _person(kind, event)
    if person is not None:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _person(kind: str, event: Event) -> Person | None:
    if kind == "anonymous":
        return None
    if kind == "director":
        return make_director(event)
    if kind == "director of another event":
        return make_director(make_event(pairs=0), username="another")
    person = make_person("visitor", owner=kind == "owner")
    if kind == "scorer":
        Membership.objects.create(person=person, event=event, role=Role.SCORER)
    return person


def may(kind: str, who: str) -> bool:
    """Whether this visitor may open an address for `who`."""
    if who == EVERYBODY or kind == "owner":
        return True
    if who == SIGNED_IN:
        return kind != "anonymous"
    rights = {"director": {right.value for right in Right}, "scorer": {Right.ENTER.value}}
    return who in rights.get(kind, set())


def test_every_address_of_the_site_is_in_the_list() -> None:
    assert set(NAMES) - set(ADDRESSES) == set()
    assert set(ADDRESSES) - set(NAMES) == set()


@pytest.mark.parametrize("kind", VISITORS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_who_gets_in(method: str, kind: str, event: Event) -> None:
    """And nobody writes with a GET, nor by asking for what is not his."""
    client = visitor(kind, event)
    wrong = {}
    for name, address in ADDRESSES.items():
        signed_in = client.session.get("_auth_user_id")
        with CaptureQueriesContext(connection) as asked:
            response = getattr(client, method)(reverse(name, args=address.args) + address.query)
        wrote = written(asked) if method == "get" or not may(kind, address.who) else []
        if (fault := fault_of(response, method, kind, address)) or wrote:
            wrong[name] = (fault, wrote)
        if name == "logout" and method == "post" and signed_in:
            client = visitor_again(signed_in)
    assert wrong == {}


def visitor_again(key: str) -> Client:
    """Sign the same person in after the walk has signed him out."""
    client = Client()
    client.force_login(Person.objects.get(pk=key), backend="django.contrib.auth.backends.ModelBackend")
    return client


def fault_of(response: Any, method: str, kind: str, address: Address) -> str:
    """What is wrong with an answer to this visitor; empty where nothing is."""
    code = response.status_code
    if may(kind, address.who):
        wanted = getattr(address, method)
        good = code == wanted if wanted else code not in {403, 404} and code < 500
        return "" if good else f"{code} instead of {wanted or 'an answer'}"
    if kind == "anonymous":
        location = response.headers.get("Location", "")
        good = code == 302 and location.startswith(reverse("login"))
        return "" if good else f"{code} {location} instead of the login"
    return "" if code == 404 else f"{code} instead of 404"


def written(asked: CaptureQueriesContext) -> list[str]:
    """The statements that changed, or would have changed, what is stored."""
    return [query["sql"] for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_events_that_do_not_exist_look_like_those_of_others(client: Client) -> None:
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/e/no-such-event/desk/").status_code == 404


def test_the_walk_would_notice_a_write(event: Event) -> None:
    with CaptureQueriesContext(connection) as asked:
        Event.objects.update(venue="体育馆")
    assert len(written(asked)) >= 1
