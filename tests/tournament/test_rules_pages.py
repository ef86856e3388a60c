"""The rules on the desk, in public and on paper: read, changed with the effect shown, locked where needed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import rulebooks
from scoring.rules import Side
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.factories import TEST, make_director, make_event, make_person, make_stage
from tests.tournament.rule_answers import shown_values
from tournament.actions.change_rules import change_rules, change_stage_rules
from tournament.actions.enter_result import enter_result
from tournament.forms.change_rules import ChangeRulesForm
from tournament.lists.papers.rules import rules_to_sign
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Match, Stage

pytestmark = pytest.mark.django_db


def director_of(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def sent(owner: Event | Stage, **typed: Any) -> dict[str, Any]:
    """What the page of these rules sends, with some answers changed."""
    return {**shown_values(ChangeRulesForm(version=owner.version, resolved=owner.resolved_rules)), **typed}


def page_of(event: Event) -> str:
    return reverse("event-rules", args=[event.slug])


@pytest.mark.parametrize("key", rulebooks.KEYS)
def test_the_rules_of_every_book_are_readable_on_the_desk_and_in_public(key: str) -> None:
    event = make_event(rulebook=key, pairs=2)
    make_stage(event, drawn=False)
    desk = director_of(event).get(page_of(event)).content.decode()
    public = Client().get(reverse("public-rules", args=[event.slug])).content.decode()

    book = rulebooks.load(key)
    for page in (desk, public):
        assert book.title in page
        assert all(book.sources[name].article in page for name in ("scheme", "pass_condition"))
        assert "本软件的选择" in page


@pytest.mark.parametrize("key", rulebooks.KEYS)
def test_saving_untouched_rules_changes_nothing(key: str) -> None:
    event = make_event(rulebook=key, pairs=2)
    director_of(event).post(page_of(event), sent(event))

    before = event.resolved_rules
    event.refresh_from_db()
    assert (event.resolved_rules, event.rules, event.version) == (before, {}, 1)


def test_f39_the_rules_say_that_forfeits_count_among_the_tied() -> None:
    event = make_event()
    page = Client().get(reverse("public-rules", args=[event.slug])).content.decode()
    assert "弃权的一局也算" in page
    assert "100 分，计入净级差 0" in page


def test_without_results_a_change_is_saved_at_once() -> None:
    event = make_event()
    make_stage(event, drawn=False)
    response = director_of(event).post(page_of(event), sent(event, minutes="４５"))

    event.refresh_from_db()
    assert (response.status_code, event.rules) == (302, {"minutes": 45})
    assert event.stages.get().resolved_rules["minutes"] == 45


def test_with_results_the_effect_is_shown_first_and_nothing_is_saved_until_it_is_confirmed() -> None:
    stage = make_stage(pairs=8, rounds_played=3)
    client, event = director_of(stage.event), stage.event
    data = sent(event, scheme="table-26")
    response = client.post(page_of(event), data)

    page = response.content.decode()
    assert response.status_code == 200
    assert "这样改，会怎样" in page
    assert response.context["effects"][0].other_points_count == 8
    assert response.context["walkovers_stay"][0]["label"] == "轮空记分"
    assert Event.objects.get(pk=event.pk).version == 1

    carried = {name: value for name, value in response.context["carried"] if name != "tiebreaks"}
    again = {**carried, "tiebreaks": data["tiebreaks"], "confirm": "1"}
    assert client.post(page_of(event), again).status_code == 302
    assert Event.objects.get(pk=event.pk).rules == {"scheme": "table-26"}


def test_going_back_from_the_effect_keeps_what_was_typed() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    response = director_of(stage.event).post(
        page_of(stage.event), sent(stage.event, scheme="table-26", back="1")
    )
    form = response.context["form"]
    assert form["scheme"].value() == "table-26"
    assert not form.errors


def test_a_change_that_makes_a_stored_sheet_impossible_is_refused_with_the_table_named() -> None:
    stage = make_stage(pairs=8)
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=2)
    narrow = Scoresheet(ns_level=14, ew_level=9, passed_a=Side.NS, passed_gain=2, ended=Ended.PASSED_A)
    enter_result(match=match, sheet=narrow, by=TEST)
    response = director_of(stage.event).post(
        page_of(stage.event), sent(stage.event, pass_condition="double_down")
    )

    assert response.status_code == 422
    assert "预赛第 1 轮第 2 桌" in response.content.decode()
    assert response.context["form"]["pass_condition"].value() == "double_down"


def test_somebody_else_was_first_both_are_shown_and_the_next_press_counts() -> None:
    event = make_event()
    client, data = director_of(event), sent(event, minutes="45")
    change_rules(event=event, answers={"minutes": 50}, by=TEST)
    response = client.post(page_of(event), data)

    page = response.content.decode()
    assert response.status_code == 409
    assert "别人已经改过" in page
    assert "50 分钟" in page
    assert response.context["form"]["minutes"].value() == "45"
    based_on = response.context["form"]["based_on"].value()
    assert client.post(page_of(event), {**data, "based_on": based_on}).status_code == 302
    event.refresh_from_db()
    assert event.resolved_rules["minutes"] == 45


def test_moving_a_tie_break_shows_the_new_order_and_saves_nothing() -> None:
    event = make_event()
    response = director_of(event).post(page_of(event), sent(event, move="up:wins"))

    assert [one["key"] for one in response.context["form"].order][:2] == ["wins", "head_to_head"]
    event.refresh_from_db()
    assert event.version == 1


def test_f33_the_same_change_twice_is_one_version() -> None:
    event = make_event()
    client, data = director_of(event), sent(event, minutes="45")
    client.post(page_of(event), data)
    client.post(page_of(event), data)
    event.refresh_from_db()
    assert event.version == 2


def test_a_stage_has_rules_of_its_own_and_says_so_everywhere() -> None:
    event = make_event()
    stage = make_stage(event, drawn=False)
    client = director_of(event)
    url = reverse("stage-rules", args=[event.slug, 1])
    assert client.post(url, sent(stage, minutes="30")).status_code == 302

    stage.refresh_from_db()
    assert (stage.rules, event.stages.get().resolved_rules["minutes"]) == ({"minutes": 30}, 30)
    for page in (page_of(event), reverse("public-rules", args=[event.slug])):
        assert "30 分钟" in client.get(page).content.decode()


def test_the_demo_event_lets_nobody_change_its_rules() -> None:
    event = make_event(is_demo=True)
    client = Client()
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    response = client.post(page_of(event), sent(event, minutes="45"))
    assert response.status_code == 422
    assert "演示赛事" in response.content.decode()


def test_f70_rules_of_an_event_that_shows_nothing_are_not_public() -> None:
    event = make_event(public_view="nothing")
    url = reverse("public-rules", args=[event.slug])
    assert Client().get(url).status_code == 404
    assert director_of(event).get(url).status_code == 200


def test_f72_names_with_markup_are_text() -> None:
    event = make_event(name="<script>alert(1)</script>")
    stage = make_stage(event, drawn=False, name="<b>预赛</b>")
    change_stage_rules(stage=stage, answers={"minutes": 30}, by=TEST)
    client = director_of(event)
    for page in (page_of(event), reverse("public-rules", args=[event.slug])):
        text = client.get(page).content.decode()
        assert "<script>alert" not in text
        assert "<b>预赛" not in text


def test_the_paper_has_every_answer_with_its_source_and_a_line_for_every_leader() -> None:
    event = make_event(rulebook="devzone-26", pairs=9)
    make_stage(event, drawn=False)
    paper = rules_to_sign(Wanted(event, timezone.now()))

    assert paper.sections[0].heading == "赛制"
    said = {row[0]: row[1:] for section in paper.sections for row in section.rows}
    assert said["轮空记分"] == ("17 分，计入净级差 +4", "原文 十三 第3条")
    assert said["胜方"][-1] == "26"
    assert said["负方"][-1] == "0"
    assert [row[0] for row in paper.sections[-1].rows] == [unit.name for unit in event.units.all()]
    assert paper.signatures == ("赛事负责人", "裁判长")


def test_the_paper_is_a_pdf() -> None:
    event = make_event(pairs=2)
    response = director_of(event).get(reverse("event-rules-paper", args=[event.slug]))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")


@pytest.mark.parametrize("pair_count", [4, 16])
def test_pages_ask_the_database_the_same_however_large_the_event(
    pair_count: int, django_assert_num_queries: Any
) -> None:
    stage = make_stage(pairs=pair_count, rounds_played=2)
    event = stage.event
    client = director_of(event)
    with django_assert_num_queries(2):
        Client().get(reverse("public-rules", args=[event.slug]))
    client.get(page_of(event))
    with django_assert_num_queries(23):
        response = client.post(page_of(event), sent(event, scheme="table-26"))
    assert sum(len(group.rows) for group in response.context["effects"][0].groups) == pair_count
