"""Ready-made plans: what each lays out, its picture before it is taken, and one for every category."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import make_director, make_event, make_pair, make_person, make_stage
from tests.tournament.rule_answers import answered
from tournament.forms.ready_plans import USUAL, for_categories, stages_of
from tournament.models import Event
from tournament.queries.plan_outline import Field, outline
from tournament.queries.rule_basis import basis_of
from tournament.wording.plans import PLANS

pytestmark = pytest.mark.django_db


def staff(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def take(event: Event, **typed: Any) -> Any:
    sent = {"submission": "k", **{key: str(value) for key, value in USUAL.items()}, **typed}
    return staff(event).post(reverse("plan-ready", args=[event.slug]), sent)


@pytest.mark.parametrize(
    ("key", "stages"),
    [
        pytest.param(
            "rotation_final",
            [("预赛", {"method": "rotation", "rounds": 3}), ("决赛", {"method": "rotation", "rounds": 3})],
            id="S2: heats and a final",
        ),
        pytest.param(
            "units_grades",
            [("单位赛", {"method": "round_robin", "legs": 1}), ("等级赛", {"method": "random", "rounds": 1})],
            id="S1b: units, then grades",
        ),
        pytest.param(
            "groups_knockout",
            [("小组赛", {"method": "round_robin", "legs": 1}), ("淘汰赛", {"method": "knockout"})],
            id="groups and a knock-out",
        ),
        pytest.param(
            "swiss", [("正赛", {"method": "swiss", "rounds": 5, "first_round": "draw"})], id="Swiss"
        ),
        pytest.param(
            "knockout_redraw",
            [("淘汰赛", {"method": "knockout", "redraw": True, "lucky_losers": True})],
            id="a knock-out drawn afresh",
        ),
        pytest.param(
            "double_round_robin", [("正赛", {"method": "round_robin", "legs": 2})], id="twice round"
        ),
    ],
)
def test_an_event_takes_a_ready_made_plan(key: str, stages: list[tuple[str, Any]]) -> None:
    event = make_event()
    assert take(event, plan=key).status_code == 302
    assert [(stage.name, stage.pairing) for stage in event.stages.all()] == stages


def test_grades_have_their_own_rule_book_and_the_awards_of_the_school() -> None:
    event = make_event(rulebook="school-grades")
    take(event, plan="units_grades")
    units, grades = event.stages.all()

    assert (units.rulebook, grades.rulebook) == ("", "school-grades-final")
    assert grades.scoring_rules.play.minutes is None
    assert units.scoring_rules.play.minutes == 40
    awards = Event.objects.values_list("awards", flat=True).get()
    assert [prize["count"] for prize in (awards or [])[0]["prizes"]] == [4, 4, 5]


def test_a_knockout_under_rules_with_draws_gets_an_extra_deal() -> None:
    event = make_event(rulebook="devzone-26")
    take(event, plan="groups_knockout")
    groups, knockout = event.stages.all()
    assert groups.resolved_rules["level_tie"] == "draw"
    assert (knockout.resolved_rules["level_tie"], knockout.rules) == (
        "extra_deal",
        {"level_tie": "extra_deal"},
    )


def test_every_category_gets_a_plan_of_its_own_with_tables_after_the_others() -> None:
    event = make_event(pairs=0)
    for number in range(1, 15):
        make_pair(event, number, category="男子" if number < 9 else "女子")
    assert take(event, plan="rotation_final", categories="男子、女子").status_code == 302

    assert [(one.name, one.entry, one.first_table) for one in event.stages.all()] == [
        ("男子预赛", {"category": "男子"}, 1),
        ("男子决赛", {"from": "男子预赛", "top_per_group": 1, "carry": "none"}, 1),
        ("女子预赛", {"category": "女子"}, 5),
        ("女子决赛", {"from": "女子预赛", "top_per_group": 1, "carry": "none"}, 5),
    ]


def test_pairs_of_no_category_are_named_before_the_draw() -> None:
    event = make_event(pairs=0)
    for number, category in enumerate(["男子", "男子", "", "混双"], 1):
        make_pair(event, number, category=category)
    take(event, plan="swiss", categories="男子")
    page = Client()
    page.force_login(event.memberships.get().person, backend="django.contrib.auth.backends.ModelBackend")
    text = page.get(reverse("event-plan", args=[event.slug])).content.decode()
    assert "有 2 队没有填组别，或者组别不在赛制里，不会参加任何阶段：3、4 号。" in text


def test_standing_stages_go_only_where_the_person_says_so_and_none_has_begun() -> None:
    event = make_event()
    make_stage(event, drawn=False)
    assert take(event, plan="rotation_final").status_code == 422  # 预赛 is there already
    assert event.stages.count() == 1


def test_a_plan_takes_the_place_of_stages_that_nobody_has_drawn() -> None:
    event = make_event()
    make_stage(event, drawn=False)
    assert take(event, plan="rotation_final", replace="on").status_code == 302
    assert [one.name for one in event.stages.all()] == ["预赛", "决赛"]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        pytest.param({"plan": ""}, "plan", id="no plan"),
        pytest.param({"plan": "swiss", "swiss_rounds": "0"}, "swiss_rounds", id="no round"),
        pytest.param({"plan": "swiss_final", "top": "1"}, "top", id="a final of one"),
        pytest.param({"plan": "rotation", "group_number": ""}, "group_number", id="groups of what"),
        pytest.param({"plan": "swiss", "categories": "甲" * 21}, "categories", id="a category too long"),
    ],
)
def test_a_wrong_number_is_told_beside_its_field_and_nothing_is_taken(
    typed: dict[str, Any], field: str
) -> None:
    event = make_event()
    response = take(event, **typed)
    assert response.status_code == 422
    assert field in response.context["plan"].errors
    assert not event.stages.exists()


def test_every_plan_is_offered_with_a_picture_before_it_is_taken() -> None:
    client = Client()
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("new-event-by", args=["library-rotation"])).content.decode()
    assert page.count('class="plan-picture"') == len(PLANS)
    assert all(str(plan.title) in page for plan in PLANS.values())


def test_the_picture_follows_the_typed_number_of_pairs_without_script_too() -> None:
    client = Client()
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    basis = basis_of("library-rotation")
    url = reverse("new-event-by", args=[basis.key])
    shown = client.post(url, {**answered(basis), "pairs": "32", "preview": "1"})
    asked = client.get(reverse("new-event-plans", args=[basis.key]), {"pairs": "32", "group_number": "4"})

    assert not Event.objects.exists()
    for response in (shown, asked):
        assert response.status_code == 200
        assert "8 组 × 4 队" in response.content.decode()
        assert "共 3 轮 × 60 分钟，约 3 小时" in response.content.decode()


@pytest.mark.parametrize("pairs", ["0", "-5", "99999999", "abc", "１００"])
def test_whatever_is_typed_the_pictures_are_drawn(pairs: str) -> None:
    client = Client()
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    url = reverse("new-event-plans", args=["devzone-26"])
    sent = {"pairs": pairs, "group_number": pairs, "group_by": "count", "top": pairs, "rounds": pairs}
    assert client.get(url, sent).status_code == 200


@pytest.mark.parametrize(
    ("key", "pairs", "chosen", "figures"),
    [
        pytest.param("rotation_final", 32, {}, [(32, 8, 3), (8, 1, 3)], id="32 pairs"),
        pytest.param("rotation_final", 3, {}, [(3, 1, 3), (1, 0, 3)], id="nobody meets in the final"),
        pytest.param("groups_knockout", 16, {"top_per_group": 2}, [(16, 4, 3), (8, 1, 3)], id="16 pairs"),
        pytest.param("knockout", 13, {}, [(13, 1, 4)], id="a knock-out of 13"),
        pytest.param("round_robin", 7, {}, [(7, 1, 7)], id="seven all round"),
        pytest.param("rotation", 5, {}, [(5, 2, 3)], id="5 pairs in groups of 4"),
        pytest.param("swiss", None, {}, [(None, 0, 5)], id="nobody knows how many"),
    ],
)
def test_figures_that_follow_from_a_plan(
    key: str, pairs: int | None, chosen: dict[str, Any], figures: list[Any]
) -> None:
    made = outline(stages_of(key, chosen), Field(pairs=pairs))
    assert [(one.pairs, len(one.groups), one.rounds) for one in made] == figures


def test_figures_of_units_and_grades() -> None:
    units, grades = outline(stages_of("units_grades", {}), Field(pairs=10, units=(4, 3, 2, 1)))
    assert (units.groups, units.rounds) == ((4, 3, 2, 1), 3)
    assert (grades.groups, grades.pairs, grades.rounds) == ((4, 3, 2, 1), 10, 1)


def test_a_category_keeps_its_name_in_every_stage() -> None:
    made = for_categories(stages_of("swiss_final", {"top": 4}), ["女子", "女子"], {"女子": 9})
    assert [(one.name, one.entry) for one in made] == [
        ("女子预赛", {"category": "女子"}),
        ("女子决赛", {"from": "女子预赛", "top": 4, "carry": "none"}),
    ]


def test_a_stage_moves_before_its_neighbour_but_never_before_its_source() -> None:
    event = make_event()
    take(event, plan="swiss", categories="男子 女子")
    client = Client()
    client.force_login(event.memberships.get().person, backend="django.contrib.auth.backends.ModelBackend")

    def move(ordinal: int, where: str, key: str) -> list[str]:
        url = reverse("stage-move", args=[event.slug, ordinal])
        assert client.post(url, {"submission": key, "where": where}).status_code == 302
        return [one.name for one in event.stages.all()]

    assert move(2, "up", "a") == ["女子正赛", "男子正赛"]
    assert move(2, "down", "b") == ["女子正赛", "男子正赛"]
    make_stage(event, drawn=False, name="决赛", entry={"from": "男子正赛", "top": 2})
    assert move(3, "up", "c") == ["女子正赛", "男子正赛", "决赛"]
    assert "的名单来自男子正赛" in client.get(reverse("event-plan", args=[event.slug])).content.decode()
