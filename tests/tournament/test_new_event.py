"""A new event by plain questions: nothing open is settled silently, and what was typed stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring import rulebooks
from tests.tournament.factories import make_person
from tests.tournament.rule_answers import answered, untouched
from tournament.models import Event
from tournament.queries.rule_basis import ONE_BY_ONE, RuleBasis, all_bases, basis_of

pytestmark = pytest.mark.django_db
BASES = all_bases()
IDS = [basis.key + basis.variant for basis in BASES]


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    return client


def url_of(basis: RuleBasis) -> str:
    return reverse("new-event-by", args=[basis.key]) + (f"?variant={basis.variant}" if basis.variant else "")


def test_every_rule_document_is_offered_in_words(visitor: Client) -> None:
    page = visitor.get(reverse("new-event")).content.decode()
    assert all(rulebooks.load(key).title in page for key in rulebooks.KEYS)
    assert "都不是，逐条回答" in page


@pytest.mark.parametrize("basis", BASES, ids=IDS)
def test_each_document_makes_an_event_once_its_questions_are_answered(
    basis: RuleBasis, visitor: Client
) -> None:
    response = visitor.post(url_of(basis), answered(basis))

    event = Event.objects.get()
    assert response["Location"] == reverse("desk", args=[event.slug])
    assert (event.rulebook, event.name) == (basis.book.key, "中秋掼蛋赛")
    assert [(one.name, one.grouping, one.entry) for one in event.stages.all()] == [
        ("预赛", {"method": "draw", "size": 4}, "all"),
        ("决赛", {"method": "one"}, {"from": "预赛", "top_per_group": 1, "carry": "none"}),
    ]
    asked = {key.partition(".")[0] for key in basis.asked}
    assert asked <= set(event.rules)
    assert all(event.resolved_rules[key] == value for key, value in basis.own.items())


@pytest.mark.parametrize("basis", BASES, ids=IDS)
def test_open_settings_have_no_answer_chosen_and_are_refused_unanswered(
    basis: RuleBasis, visitor: Client
) -> None:
    sent = untouched(basis)
    names = {key.replace(".", "_").replace("minutes", "time_mode") for key in basis.asked}
    assert names.isdisjoint(sent)
    response = visitor.post(url_of(basis), {**answered(basis), **dict.fromkeys(names, "")})

    assert response.status_code == 422
    wrong = set(response.context["rules_form"].errors)
    idle = {"leader_at_time", "deal_in_progress", "head_to_head"}  # nothing to decide under the other answers
    assert names - idle <= wrong
    assert not Event.objects.exists()


def test_what_the_document_settles_is_kept_apart_from_what_the_event_decides(visitor: Client) -> None:
    basis = basis_of("devzone-26")
    visitor.post(url_of(basis), answered(basis, minutes="60"))

    event = Event.objects.get()
    assert event.rules["minutes"] == 60
    assert {"level_tie", "scheme", "deal_in_progress"}.isdisjoint(event.rules)
    assert event.rules["walkovers"] == {"forfeiter": "0", "double": "0", "missed": "0"}
    assert event.resolved_rules["walkovers"]["bye"] == "17"


def test_f33_two_equal_posts_make_one_event(visitor: Client) -> None:
    basis = basis_of("library-rotation")
    sent = answered(basis)
    answers = [visitor.post(url_of(basis), sent) for _ in range(2)]

    assert Event.objects.count() == 1
    assert answers[0]["Location"] == answers[1]["Location"]


@pytest.mark.parametrize(
    ("typed", "scheme"),
    [
        pytest.param(
            {"own_winner": "３ ４、５", "own_loser": "3,2,1"},
            {"winner": ["3", "4", "5"], "loser": ["3", "2", "1"], "draw": ["3", "3"]},
            id="full-width digits and Chinese commas",
        ),
        pytest.param(
            {"own_winner": "10\n11\n12.5"},
            {"winner": ["10", "11", "12.5"], "loser": ["10", "9", "7.5"], "draw": ["10", "10"]},
            id="only the winner's row",
        ),
        pytest.param(
            {"own_winner": "2 2", "own_loser": "0 －１", "own_draw": "0.5"},
            {"winner": ["2", "2"], "loser": ["0", "-1"], "draw": ["0.5", "0.5"]},
            id="a draw and a negative figure",
        ),
    ],
)
def test_an_own_table_may_be_typed_in_any_width(
    typed: dict[str, str], scheme: dict[str, Any], visitor: Client
) -> None:
    basis = basis_of("devzone-26")
    visitor.post(url_of(basis), answered(basis, scheme="own-table", **typed))
    assert Event.objects.get().resolved_rules["scheme"] == {"kind": "table"} | scheme


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        pytest.param({"scheme": "own-table"}, "own_winner", "请填胜方的分数", id="no table"),
        pytest.param(
            {"scheme": "own-table", "own_winner": "13 x4"}, "own_winner", "“x4”不是数字", id="no figure"
        ),
        pytest.param(
            {"scheme": "own-table", "own_winner": "13 14 15", "own_loser": "13 12"},
            "own_loser",
            "胜方分数有 3 行",
            id="rows that differ",
        ),
        pytest.param(
            {"scheme": "own-match-points", "own_win": "2", "own_loss": ""},
            "own_loss",
            "请填分数",
            id="no loss",
        ),
        pytest.param({"scheme": "win-loss-2-1-0"}, "level_tie", "没有平局的分数", id="no draws"),
        pytest.param({"time_mode": "minutes", "minutes": ""}, "minutes", "请填时限", id="no minutes"),
        pytest.param({"minutes": "五十"}, "minutes", "请填整数", id="minutes in words"),
        pytest.param({"minutes": "9000"}, "minutes", "9000 超出范围", id="too many minutes"),
        pytest.param({"time_mode": "both", "minutes": "50"}, "deals", "请填副数", id="no deals"),
        pytest.param({"walkovers_bye": "十七"}, "walkovers_bye", "“十七”不是数字", id="points in words"),
        pytest.param({"tiebreaks": ["wins", "wins"]}, "tiebreaks", "判定次序有误", id="a tie-break twice"),
        pytest.param({"late_minutes_excused": "5"}, "late_minutes_excused", "不能短于", id="less than late"),
    ],
)
def test_a_wrong_answer_is_a_sentence_beside_it_and_nothing_is_made(
    typed: dict[str, Any], field: str, sentence: str, visitor: Client
) -> None:
    basis = basis_of("devzone-26")
    response = visitor.post(url_of(basis), answered(basis, **typed))

    assert response.status_code == 422
    assert sentence in str(response.context["rules_form"].errors[field])
    assert sentence in response.content.decode()
    assert "中秋掼蛋赛" in response.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("typed", "form", "field"),
    [
        pytest.param({"name": " "}, "event", "name", id="no name"),
        pytest.param(
            {"starts_on": "2026-05-02", "ends_on": "2026-05-01"}, "event", "ends_on", id="ends first"
        ),
        pytest.param({"plan": ""}, "plan", "plan", id="no plan"),
        pytest.param({"plan": "lottery"}, "plan", "plan", id="a plan that nobody offers"),
        pytest.param({"group_by": ""}, "plan", "group_by", id="groups of what"),
        pytest.param({"group_number": "１"}, "plan", "group_number", id="groups of one"),
        pytest.param({"rounds": "0"}, "plan", "rounds", id="no round"),
        pytest.param({"top_per_group": ""}, "plan", "top_per_group", id="nobody in the final"),
    ],
)
def test_name_and_plan_are_checked_beside_their_fields(
    typed: dict[str, Any], form: str, field: str, visitor: Client
) -> None:
    basis = basis_of("devzone-26")
    response = visitor.post(url_of(basis), answered(basis, **typed))

    assert response.status_code == 422
    assert field in getattr(response.context["forms"], form).errors


@pytest.mark.parametrize(
    ("typed", "grouping", "pairing"),
    [
        pytest.param(
            {"plan": "rotation", "group_by": "count", "group_number": "８"},
            {"method": "draw", "count": 8},
            {"method": "rotation", "rounds": 3},
            id="rotation in eight groups",
        ),
        pytest.param(
            {"plan": "round_robin"}, {"method": "one"}, {"method": "round_robin", "legs": 1}, id="round robin"
        ),
        pytest.param(
            {"plan": "double_round_robin"},
            {"method": "one"},
            {"method": "round_robin", "legs": 2},
            id="double round robin",
        ),
        pytest.param(
            {"plan": "groups_round_robin", "group_number": "5"},
            {"method": "draw", "size": 5},
            {"method": "round_robin", "legs": 1},
            id="groups",
        ),
    ],
)
def test_every_plan_makes_the_stage_that_it_describes(
    typed: dict[str, str], grouping: dict[str, Any], pairing: dict[str, Any], visitor: Client
) -> None:
    basis = basis_of("devzone-26")
    visitor.post(url_of(basis), answered(basis, **typed))
    stage = Event.objects.get().stages.get()
    assert (stage.name, stage.grouping, stage.pairing) == ("正赛", grouping, pairing)


def test_moving_a_tie_break_keeps_what_was_typed_and_blames_nobody(visitor: Client) -> None:
    basis = basis_of("devzone-26")
    sent = {**untouched(basis), "name": "半途杯", "tiebreaks": ["wins", "lots"], "move": "up:lots"}
    response = visitor.post(url_of(basis), sent)

    page = response.content.decode()
    assert response.status_code == 200
    assert [one["key"] for one in response.context["rules_form"].order] == ["lots", "wins"]
    assert "半途杯" in page
    assert "error-list" not in page


def test_f72_a_name_with_markup_is_text_on_the_page(visitor: Client) -> None:
    basis = basis_of("devzone-26")
    response = visitor.post(url_of(basis), answered(basis, name="<script>alert(1)</script>", plan=""))
    assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize("address", ["nowhere", "casual-28?variant=nothing"])
def test_an_unknown_document_is_not_found(address: str, visitor: Client) -> None:
    key, _mark, query = address.partition("?")
    assert visitor.get(reverse("new-event-by", args=[key]) + f"?{query}").status_code == 404


def test_one_by_one_asks_everything_that_decides(visitor: Client) -> None:
    basis = basis_of(ONE_BY_ONE)
    page = visitor.get(url_of(basis)).content.decode()
    assert f"请您定的 {len(basis.asked)} 条" in page
