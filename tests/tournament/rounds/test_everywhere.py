"""Rounds paired one by one on every other page and paper: with a bye, an absent pair and one that left."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST
from tests.tournament.rounds.swiss import pair_next, pair_of, play, sitting_out, swiss_stage
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_standings
from tournament.actions.set_absences import set_absences
from tournament.actions.withdraw_pair import withdraw_pair
from tournament.lists.papers.catalogue import PAPERS
from tournament.models import Event, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["swiss", "random"])
def stage(request: pytest.FixtureRequest) -> Stage:
    """Two rounds played, the third a draft; 7 was absent once, 6 has left."""
    stage = swiss_stage(pairs=8, pairing={"method": request.param, "rounds": 4})
    set_absences(stage=stage, number=1, missed=[7], byes=[], by=TEST)
    play(stage, pair_next(stage))
    publish_standings(stage=stage, number=1, by=TEST)
    play(stage, pair_next(stage))
    withdraw_pair(pair=pair_of(stage, 6), by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    return stage


def test_every_paper_opens(stage: Stage) -> None:
    desk = open_desk(stage.event)
    for key in PAPERS:  # every form of a paper is drawn from the same values: one form for every round
        for form, numbers in (("pdf", (3,)), ("xlsx", (2,)), ("csv", (2,)), ("txt", (1, 2, 3))):
            address = reverse("paper", args=[stage.event.slug, key, form])
            for number in numbers:
                assert desk.get(address, {"stage": 1, "round": number}).status_code == 200, (key, form)
    assert desk.get(reverse("papers", args=[stage.event.slug])).status_code == 200
    sheets = desk.get(reverse("scoresheets", args=[stage.event.slug]), {"stage": 1, "round": 3})
    assert sheets.content.startswith(b"%PDF")


def test_every_desk_page_opens(stage: Stage) -> None:
    desk = open_desk(stage.event)
    for name, args in [
        ("desk", ()), ("journal", ()), ("standings", (1,)), ("cross-table", (1,)), ("desk-pair", (1, 7)),
        ("desk-pair", (1, 6)), ("round", (1, 1)), ("round", (1, 3)), ("match", (1, 2, 1)), ("draw", (1,)),
        ("entry", (6,)), ("entry-withdraw", (5,)), ("movement", (1,)),
    ]:  # fmt: skip
        answer = desk.get(reverse(name, args=[stage.event.slug, *args]))
        assert answer.status_code == 200, name
    left = desk.get(reverse("entry-withdraw", args=[stage.event.slug, 5])).content.decode()
    assert "第 3 轮的编排还没有公布：从对阵里去掉，对手改为轮空" in left


def test_f70_a_draft_round_shows_nothing_to_the_public(stage: Stage) -> None:
    visitor, slug = Client(), stage.event.slug
    for live in ("live", "published"):
        Event.objects.update(public_view=live, public_revision=stage.event.revision + 1000 + len(live))
        assert visitor.get(f"/e/{slug}/stages/1/rounds/2/").status_code == 200
        assert visitor.get(f"/e/{slug}/stages/1/rounds/3/").status_code == 404
        page = visitor.get(f"/e/{slug}/").content.decode()
        assert "第 2 轮" in page
        assert "第 3 轮" not in page
        for number in range(1, 9):
            own = visitor.get(f"/e/{slug}/pairs/{number}/")
            assert own.status_code == 200
            assert "第 3 轮" not in own.content.decode()
    first = visitor.get(f"/e/{slug}/stages/1/rounds/1/").content.decode()
    assert ("轮空" in first) is bool(sitting_out(stage, 1))
    assert "未参赛" in first
