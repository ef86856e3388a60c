"""Field cases that are about several pages at once, and objects of other events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from scoring.rules import Side
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_pair, make_person, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.exports.paper import Paper
from tournament.lists.cards.tables import seat_cards
from tournament.lists.papers.catalogue import PAPERS
from tournament.lists.papers.scoresheets import blank_sheets
from tournament.lists.papers.wanted import Wanted
from tournament.models import Entry, Event, Match, Membership, PublicView, Role, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Eight pairs, a round published."""
    return make_stage(make_event(pairs=8, slug="sai", name="中秋赛"))


def test_f30_north_south_stands_first_in_all_five_places(stage: Stage, client: Client) -> None:
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=3)
    assert match.ew
    desk = open_desk(stage.event)
    slip = blank_sheets(stage, 1)[2]
    want = Wanted(stage.event, timezone.now(), stage=stage, round_number=1)
    made: Sequence[Any] = seat_cards(want).cards
    cards = [one for one in made if one.place.endswith("第 3 桌")]
    workbook = desk.get("/e/sai/desk/papers/tables.xlsx?stage=1&round=1").content
    rows = [row for tab in load_workbook(BytesIO(workbook)) for row in tab.iter_rows(values_only=True)]
    places = {
        "slip": f"{slip.ns.number if slip.ns else ''} {slip.ns} {slip.ew}",
        "cards": " ".join(f"{one.number} 号 {one.side_name} {one.players}" for one in cards),
        "workbook": next(" ".join(map(str, row)) for row in rows if row[0] == 3),
        "entry": desk.get(reverse("round-look", args=["sai", 1, 1]), {"table": 3}).content.decode(),
        "table": desk.get(reverse("match", args=["sai", 1, 1, 3])).content.decode(),
        "public": client.get("/e/sai/stages/1/rounds/1/").content.decode(),
    }

    assert [(one.number, one.side_name) for one in cards] == [
        (match.ns.number, "南北"), (match.ew.number, "东西")
    ]  # fmt: skip
    for place, text in places.items():
        ns, ew = (one.partners[0].name for one in (match.ns, match.ew))
        assert -1 < text.index(ns) < text.index(ew), place
        words = re.sub(r"<[^>]*>", " ", text)
        first, second = (re.search(rf"\b{one.number}\b(?! 桌)", words) for one in (match.ns, match.ew))
        assert first, place
        assert second, place


def test_f60_namesakes_are_told_apart_on_lists_and_share_no_result() -> None:
    event = make_event(pairs=0, slug="sai", name="中秋赛")
    people = [("历史系", "王伟", "李娜"), ("博物馆", "王伟", "张强"), ("图书馆", "王伟", "王伟")]
    for number, (unit, *names) in enumerate([*people, ("数学系", "赵一鸣", "钱小满")], start=1):
        make_pair(event, number, unit=unit, names=tuple(names))
    stage = make_stage(event, group_size=4)
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=1)
    sheet = passed(Side.NS, loser_level=7)
    enter_result(match=match, sheet=sheet, by=TEST, based_on=match.version, submission="one")
    want = Wanted(event, timezone.now(), stage=stage)

    listed = PAPERS["entries"].build(want).sections[0].rows
    assert [row[:3] for row in listed[:3]] == [
        (n, f"{first} {second}", unit) for n, (unit, first, second) in enumerate(people, start=1)
    ]
    played = {match.ns.number, match.ew.number}
    heads, rows = ranked(PAPERS["overall"].build(want))
    points = {row[heads.index("序号")]: row[heads.index("积分")] for row in rows}
    assert {number for number, figure in points.items() if figure} == played
    assert set(points) == {1, 2, 3, 4}


def ranked(made: Paper) -> tuple[list[str], list[tuple[object, ...]]]:
    section = made.sections[0]
    return [column.title for column in section.columns], list(section.rows)


@pytest.mark.parametrize("view", [PublicView.LIVE, PublicView.PUBLISHED], ids=["live", "published"])
def test_f70_a_browser_that_kept_a_page_asks_in_vain_once_the_event_is_closed(
    view: str, stage: Stage, client: Client
) -> None:
    Event.objects.update(public_view=view)
    pages = ["/e/sai/", "/e/sai/stages/1/rounds/1/", "/e/sai/stages/1/groups/", "/e/sai/pairs/1/"]
    kept = {page: client.get(page)["ETag"] for page in pages}
    revision = Event.objects.get().public_revision

    Event.objects.update(public_view=PublicView.NOTHING)

    for page, etag in kept.items():
        assert client.get(page, headers={"If-None-Match": etag}).status_code == 404
        assert client.get(f"{page}?part=1&since={revision}").status_code == 404


def test_numbers_of_another_event_reach_nothing_of_it(stage: Stage, subtests: Any) -> None:
    mine = make_stage(make_event(pairs=2, slug="mine"))
    desk = open_desk(mine.event)
    other = Match.objects.get(round__group__stage=stage, round__number=1, table=3)
    enter_result(match=other, sheet=passed(Side.NS, loser_level=9), by=TEST)
    scorer = make_person("scorer")
    Membership.objects.create(person=scorer, event=stage.event, role=Role.SCORER)
    before = _facts_of(stage.event)

    for name, args, sent in [
        ("round", (1, 1), {"table": "3", "ns_level": "A3", "ew_level": "2", "shown": "3", "overwrite": "1"}),
        ("match-act", (1, 1, 3, "undo"), {"based_on": "1"}),
        ("match-act", (1, 1, 3, "swap"), {"based_on": "1"}),
        ("entry-withdraw", (7,), {"reason": "left", "based_on": "1"}),
        ("entry-disqualify", (7,), {"reason": "ruling", "based_on": "1"}),
        ("entry-delete", (7,), {}),
        ("unit-delete", (), {"unit": "外语系"}),
        ("unit-merge", (), {"unit": "外语系", "into": "历史系"}),
        ("penalties", (), {"number": "7", "grade": "warning", "what": "迟到"}),
        ("person-remove", (), {"username": "scorer", "account": str(scorer.pk)}),
        ("draw-withdraw", (2,), {"what": "pairings", "number": "1"}),
    ]:
        with subtests.test(step=name, args=args):
            answer = desk.post(reverse(name, args=["mine", *args]), {"submission": f"k{name}{args}", **sent})
            assert answer.status_code in (302, 404, 409, 422)
            assert _facts_of(stage.event) == before


def _facts_of(event: Event) -> list[Any]:
    fresh = Event.objects.get(pk=event.pk)
    return [
        fresh.revision,
        fresh.public_revision,
        Entry.objects.filter(event=event).count(),
        list(event.pairs.values_list("number", "status", "unit").order_by("number")),
        list(event.units.values_list("name", flat=True)),
        Membership.objects.filter(event=event).count(),
    ]
