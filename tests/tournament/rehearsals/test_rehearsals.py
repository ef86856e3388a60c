"""演练: a copy in which nothing is real, marked as such, played by a press, deleted by one more."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournament.factories import TEST, make_director, make_event, make_person, make_stage
from tournament.actions.edit_event import edit_event
from tournament.actions.rehearse import end_rehearsal, start_rehearsal
from tournament.archive.dumping import dump, dumps
from tournament.errors import ActionRefused
from tournament.lists.papers.catalogue import PAPERS
from tournament.models import Entry, Event, Match, Membership, Player, Result, Role, Round, RoundState, Stage
from tournament.views import rehearsals

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """One press plays on for as long as it takes, however slow the machine."""
    monkeypatch.setattr(rehearsals, "A_WHILE", 600.0)


@pytest.fixture
def event() -> Event:
    """Nine pairs in a stage that is drawn and played once, with phones and notes; one pair is checked in."""
    event = make_event(pairs=9, slug="sai", name="中秋赛", public_view="live")
    make_stage(event, group_size=9, rounds_played=1)
    Player.objects.update(phone="13812345678")
    event.pairs.update(note="对花生过敏", own={"用餐": "素"}, checked_in_at="2026-09-01T08:00:00Z")
    event.pairs.filter(number=9).update(status="withdrawn")
    event.pairs.filter(number=4).update(fixed_table=7, seed=1)
    return event


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(make_director(event), backend=BACKEND)
    return client


def begin(event: Event, **asked: Any) -> Event:
    return start_rehearsal(source=event, by=TEST, **asked)


def press(client: Client, event: Event, what: str, **values: Any) -> Any:
    return client.post(f"/e/{event.slug}/desk/rehearsal/{what}/", {"submission": uuid4().hex, **values})


def test_it_has_the_plan_and_the_people_that_play_and_nothing_that_happened(event: Event) -> None:
    made = begin(event)
    assert (made.is_practice, made.name) == (True, "演练：中秋赛")
    assert [stage.name for stage in made.stages.all()] == ["预赛"]
    assert list(made.pairs.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8]
    fourth = made.pairs.get(number=4)
    assert (fourth.names, fourth.status) == (event.pairs.get(number=4).names, "active")
    assert (fourth.fixed_table, fourth.seed) == (7, 1)
    assert not Match.objects.filter(round__group__stage__event=made).exists()
    assert not made.pairs.filter(checked_in_at__isnull=False).exists()


def test_nothing_personal_but_names_comes_along_and_on_request_not_even_those(event: Event) -> None:
    assert not Player.objects.filter(pair__event=begin(event)).exclude(phone="").exists()
    made = begin(event, real_names=False)
    assert not made.pairs.exclude(note="").exclude(own={}).exists()
    assert made.pairs.get(number=3).names == "甲3 乙3"
    names = set(Player.objects.filter(pair__event=event).values_list("name", flat=True))
    assert not Player.objects.filter(pair__event=made, name__in=names).exists()


def test_everybody_who_works_in_the_event_may_rehearse(event: Event) -> None:
    scorer = make_person("helper")
    Membership.objects.create(person=scorer, event=event, role=Role.SCORER)
    assert begin(event).memberships.get(person=scorer).role == Role.SCORER


def test_a_rehearsal_of_a_rehearsal_is_refused(event: Event) -> None:
    with pytest.raises(ActionRefused, match="rehearsal_of_rehearsal"):
        begin(begin(event))


def test_it_is_played_through_the_same_actions_to_its_end(
    event: Event, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small steps, as the page presses on by itself."""
    monkeypatch.setattr(rehearsals, "A_WHILE", 0.0)
    before = dumps(dump(event, personal=True))
    press(director, event, "new", real_names="on")
    made = Event.objects.get(is_practice=True)
    page, presses = "load delay", 0
    while "load delay" in page and presses < 60:
        answer = press(director, made, "play", way="all")
        page, presses = answer.content.decode(), presses + 1
    assert presses > 12  # every table is a step
    assert set(Round.objects.filter(group__stage__event=made).values_list("state", flat=True)) == {
        RoundState.CLOSED
    }
    assert Result.objects.filter(match__round__group__stage__event=made, is_current=True).count() == 12
    assert set(Entry.objects.filter(event=made, verb="enter_result").values_list("source", flat=True)) == {
        "page"
    }
    assert dumps(dump(event, personal=True)) == before


def test_one_round_at_a_time(event: Event, director: Client) -> None:
    made = begin(event)  # its director directs the rehearsal too
    done = press(director, made, "play", way="round")
    page = director.get(done["Location"]).content.decode()
    assert "第 1 轮已结束，这一步做完了。" in page
    assert "下一步：预赛：抽签分组" not in page  # the next step is that of a played event
    assert "下一步：" in page
    closed = Round.objects.filter(group__stage__event=made, state=RoundState.CLOSED)
    assert list(closed.values_list("number", flat=True)) == [1]
    for place in ("groups/", "rounds/1/", "standings/"):  # what the hall would see is there to be looked at
        assert Client().get(f"/e/{made.slug}/stages/1/{place}").status_code == 200


def test_a_real_event_is_never_played_nor_deleted_by_these_keys(event: Event, director: Client) -> None:
    before = dumps(dump(event, personal=True))
    for what in ("play", "end"):
        answer = press(director, event, what, way="all")
        assert answer.status_code == 422
        assert "这是正式赛事" in answer.content.decode()
    assert dumps(dump(event, personal=True)) == before
    with pytest.raises(ActionRefused, match="not_a_rehearsal"):
        end_rehearsal(event=event, by=TEST)


def test_it_is_deleted_by_one_press_after_a_question(event: Event, director: Client) -> None:
    press(director, event, "new", real_names="on")
    made = Event.objects.get(is_practice=True)
    assert "删除演练…" in director.get(f"/e/{made.slug}/desk/rehearsal/").content.decode()
    assert press(director, made, "end")["Location"] == "/"
    assert list(Event.objects.all()) == [event]


def test_every_page_says_what_it_is_and_its_name_keeps_the_mark(event: Event, director: Client) -> None:
    press(director, event, "new", real_names="on")
    made = Event.objects.get(is_practice=True)
    press(director, made, "play", way="round")
    mark = 'class="practice"'
    for path in ("", "stages/1/rounds/1/", "stages/1/standings/", "pairs/3/", "rules/", "stages/1/rounds/9/"):
        assert mark in director.get(f"/e/{made.slug}/{path}").content.decode(), path
    for path in ("", "entries/", "settings/", "rehearsal/", "papers/", "stages/1/rounds/1/"):
        assert mark in director.get(f"/e/{made.slug}/desk/{path}").content.decode(), path
        assert mark not in director.get(f"/e/{event.slug}/desk/{path}").content.decode(), path
    edited = edit_event(event=made, values={"name": "中秋赛彩排"}, by=TEST)
    assert edited.name == "演练：中秋赛彩排"


def test_papers_and_tables_carry_the_mark_in_their_heads(event: Event, director: Client) -> None:
    press(director, event, "new", real_names="on")
    made = Event.objects.get(is_practice=True)
    for form in ("pdf", "xlsx", "csv"):
        answer = director.get(f"/e/{made.slug}/desk/papers/entries.{form}")
        assert answer.status_code == 200
        assert "%E6%BC%94%E7%BB%83" in answer["Content-Disposition"]
    assert "演练：中秋赛" in director.get(f"/e/{made.slug}/desk/papers/entries.txt").content.decode()
    assert "entries" in PAPERS


def test_visitors_find_no_rehearsal_in_the_list_and_staff_find_it_apart(
    event: Event, director: Client
) -> None:
    press(director, event, "new", real_names="on")
    assert "演练：中秋赛" not in Client().get("/").content.decode()
    page = director.get("/").content.decode()
    assert page.index("<h2>演练</h2>") < page.index("演练：中秋赛")


def test_the_mark_travels_in_the_archive(event: Event) -> None:
    assert dump(begin(event))["event"]["practice"] is True
    assert "practice" not in dump(event)["event"]


def test_without_a_plan_it_says_what_is_missing(event: Event, director: Client) -> None:
    Stage.objects.all().delete()
    press(director, event, "new", real_names="on")
    made = Event.objects.get(is_practice=True)
    answer = press(director, made, "play", way="all")
    assert answer.status_code == 422
    assert "还没有赛程" in answer.content.decode()
