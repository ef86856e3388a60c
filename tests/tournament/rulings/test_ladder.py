"""What the rules propose for several penalties: counted per pair, confirmed or waived once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.options import Grade
from tests.tournament.entering.desk import read
from tests.tournament.factories import TEST, make_director, make_event, make_stage
from tests.tournament.running.phones import match_at, send
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.settle_proposal import confirm_proposal, waive_proposal
from tournament.errors import ActionRefused
from tournament.models import Entry, Event, PairStatus, Penalty, ResultKind, Running, Stage
from tournament.queries.penalties import penalties_of
from tournament.queries.proposals import proposed, standing
from tournament.queries.results import standing_result
from tournament.wording.penalties import proposed_words, tally_words

pytestmark = pytest.mark.django_db


def a_stage(rulebook: str = "devzone-26") -> Stage:
    return make_stage(
        make_event(pairs=8, rulebook=rulebook, slug="sai", uses_ladder=True, table_entry="referee")
    )


@pytest.fixture
def stage() -> Stage:
    return a_stage()


@pytest.fixture
def desk(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def give(stage: Stage, *grades: Grade, number: int = 1, **more: Any) -> list[Penalty]:
    where = {"stage": stage, "round_number": 1, **more}
    return [give_penalty(event=stage.event, number=number, grade=one, by=TEST, **where) for one in grades]


def words(event: Event) -> list[str]:
    return [proposed_words(one) for one in proposed(event, penalties_of(event))]


def confirm(event: Event) -> Penalty:
    return confirm_proposal(event=event, key=proposed(event, penalties_of(event))[0].key, by=TEST)


def test_s4_eleven_3_the_ladder_comes_up_rung_by_rung(stage: Stage) -> None:
    """两次警告要记违例一次；三次记违例判负；两次判负停赛."""
    event = stage.event
    give(stage, Grade.WARNING, Grade.WARNING, Grade.VIOLATION, Grade.VIOLATION)
    assert words(event) == ["第 1、2 号判罚累计：记违例"]
    made = confirm(event)
    assert (made.grade, made.made_of) == ("violation", [1, 2])
    assert words(event) == ["第 3、4、5 号判罚累计：判负、本局判负"]
    confirm(event)
    lost = standing_result(match_at(stage))
    assert lost is not None
    assert lost.kind == ResultKind.AWARDED_LOSS
    give(stage, Grade.MATCH_LOSS, number=1)
    assert words(event) == ["第 6、7 号判罚累计：停赛、取消比赛资格"]
    confirm(event)
    assert event.pairs.get(number=1).status == PairStatus.DISQUALIFIED
    assert words(event) == []


def test_s3_ten_3_three_fouls_in_a_round_give_the_others_a_deal() -> None:
    stage = a_stage("three-fouls")
    match = match_at(stage)
    send(match, "N3", based_on=0)
    give(stage, *[Grade.VIOLATION] * 2, number=match.ns.number)
    assert words(stage.event) == []
    give(stage, Grade.VIOLATION, number=match.ns.number)
    assert words(stage.event) == ["第 1、2、3 号判罚累计：降级、判给对方一副双下"]
    confirm(stage.event)
    assert Running.objects.get().deals == [["ns", 2], ["ew", 2, "awarded"]]


def test_s2_names_no_ladder_so_nothing_is_proposed() -> None:
    stage = a_stage("library-rotation")
    give(stage, *[Grade.WARNING] * 4)
    assert words(stage.event) == []


def test_an_event_that_does_not_count_proposes_nothing_and_shows_no_count(stage: Stage, desk: Client) -> None:
    give(stage, Grade.WARNING, Grade.WARNING)
    assert "按规程应处理" in read(desk.get("/e/sai/desk/penalties/"))
    Event.objects.update(uses_ladder=False)
    page = read(desk.get("/e/sai/desk/penalties/"))
    assert "按规程应处理" not in page
    assert "判罚累计" not in page
    assert "记一条判罚" in page


def test_what_was_waived_is_listed_struck_out_and_its_parts_make_nothing_more(stage: Stage) -> None:
    give(stage, Grade.WARNING, Grade.WARNING)
    key = proposed(stage.event, penalties_of(stage.event))[0].key
    waive_proposal(event=stage.event, key=key, reason="情节轻微", by=TEST)
    give(stage, Grade.WARNING)
    last = Penalty.objects.order_by("pk")[2]
    assert (last.waived, last.cancelled, words(stage.event)) == (True, "情节轻微", [])


def test_f_two_directors_press_on_the_same_proposal(stage: Stage) -> None:
    give(stage, Grade.WARNING, Grade.WARNING)
    key = proposed(stage.event, penalties_of(stage.event))[0].key
    confirm_proposal(event=stage.event, key=key, by=TEST)
    for late in (confirm_proposal, waive_proposal):
        with pytest.raises(ActionRefused, match="proposal_is_settled"):
            late(event=stage.event, key=key, by=TEST)
    assert Penalty.objects.count() == 3
    assert Entry.objects.filter(verb="confirm_proposal").count() == 1


def test_a_part_that_is_cancelled_takes_the_proposal_back(stage: Stage) -> None:
    first, _second = give(stage, Grade.WARNING, Grade.WARNING)
    cancel_penalty(penalty=first, reason="认错了人", by=TEST)
    assert words(stage.event) == []
    [(pair, tally)] = standing(stage.event, penalties_of(stage.event))
    assert (pair.number, tally_words(tally)) == (1, "警告 1 次，满 2 次记违例")


@pytest.mark.parametrize("how", ["confirm", "waive"])
def test_one_press_settles_it_with_the_article_of_the_rule_book(stage: Stage, desk: Client, how: str) -> None:
    give(stage, Grade.WARNING, Grade.WARNING)
    key = proposed(stage.event, penalties_of(stage.event))[0].key
    sent = {"submission": "k1", "which": key, "reason": "初次"}
    for _again in range(2):  # a double click is one
        assert desk.post(f"/e/sai/desk/penalties/settle/{how}/", sent).status_code == 302
    made = Penalty.objects.order_by("pk")[2]
    assert Penalty.objects.count() == 3
    assert made.article == ("十一 第3条" if how == "confirm" else "")
    page = read(desk.get("/e/sai/desk/penalties/"))
    assert ("记违例（免予）" in page) is (how == "waive")
