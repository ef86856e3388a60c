"""What a draw must fit before it is public, and how its plan is changed until then."""

from __future__ import annotations

import pytest

from tests.tournament.factories import TEST, make_event, make_pair, make_stage, play_round
from tournament.actions.draw_groups import draw_groups
from tournament.actions.edit_stage_grouping import GroupingPlan, edit_stage_grouping
from tournament.actions.make_rounds import make_rounds
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.publish_draw import publish_draw
from tournament.actions.set_cut_tie import set_cut_tie
from tournament.actions.swap_sides import swap_sides
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, PairStatus, Publication, Stage

pytestmark = pytest.mark.django_db


def draft(pairs: int = 8, **fields: object) -> Stage:
    return make_stage(pairs=pairs, published=False, **fields)  # type: ignore[arg-type]


def test_f16_a_draw_for_20_is_not_published_for_24() -> None:
    stage = draft(pairs=20)
    for number in range(21, 25):
        make_pair(stage.event, number)
    with pytest.raises(ActionRefused) as refused:
        publish_draw(stage=stage, by=TEST)
    assert refused.value.code == "roster_grew"
    assert refused.value.params == {"drawn": 20, "pairs": 24, "added": [21, 22, 23, 24]}
    assert Publication.objects.count() == 0


def test_f16_a_pair_that_left_after_the_draw_is_named_before_publishing() -> None:
    stage = draft(pairs=20)
    stage.event.pairs.filter(number=7).update(status=PairStatus.WITHDRAWN)
    with pytest.raises(ActionRefused) as refused:
        publish_groups(stage=stage, by=TEST)
    assert refused.value.params == {"drawn": 20, "pairs": 19, "gone": [7]}
    publish_groups(stage=stage, as_drawn=True, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    assert Publication.objects.count() == 2


def test_f16_every_pair_meets_three_others_and_an_odd_field_sits_out_once_each() -> None:
    stage = draft(pairs=19)
    for pair in stage.event.pairs.all():
        met = [
            match.ew_id if match.ns_id == pair.pk else match.ns_id
            for match in Match.objects.filter(kind="play")
            if pair.pk in (match.ns_id, match.ew_id)
        ]
        byes = Match.objects.filter(kind="bye", ns=pair).count()
        assert len(set(met)) == len(met) == 3 - byes
        assert byes <= 1


def test_f19_off_means_off_also_for_who_meets_first() -> None:
    event = make_event(pairs=0)
    for number in range(1, 5):
        make_pair(event, number, unit="历史系" if number in (1, 2) else "")
    stage = make_stage(event, grouping={"method": "manual"}, drawn=False, same_unit="ignore")
    together = make_stage(event, grouping={"method": "one"}, drawn=False, name="同单位先打")
    reasons = []
    for one in (stage, together):
        one.grouping = {"method": "one"}
        draw_groups(stage=one, seed=1, by=TEST)
        make_rounds(stage=one, by=TEST)
        matches = Match.objects.filter(round__group__stage=one)
        reasons.append({reason["code"] for match in matches for reason in match.reasons})
    assert reasons == [{"not_met_before"}, {"not_met_before", "same_unit_first"}]


def test_a_whole_draw_goes_up_numbered_one_by_one() -> None:
    stage = draft()
    publish_draw(stage=stage, based_on=1, by=TEST)
    made = Publication.objects.order_by("pk").values_list("kind", "round_number", "number")
    assert list(made) == [
        ("groups", None, 1), ("pairings", 1, 1), ("pairings", 2, 2), ("pairings", 3, 3),
    ]  # fmt: skip
    with pytest.raises(ActionRefused, match="nothing_to_publish"):
        publish_draw(stage=stage, by=TEST)


def test_publishing_waits_for_whoever_saw_another_draw() -> None:
    stage = draft()
    draw_groups(stage=stage, seed=2, by=TEST)
    with pytest.raises(Conflict, match="drawn_by_another"):
        publish_draw(stage=stage, based_on=1, by=TEST)


def test_sides_swapped_in_a_draft_do_not_stop_a_redraw() -> None:
    stage = draft()
    match = Match.objects.filter(kind="play").first()
    assert match is not None
    swap_sides(match=match, by=TEST)
    make_rounds(stage=stage, by=TEST)
    draw_groups(stage=stage, seed=2, by=TEST)


def test_the_plan_changes_until_the_draw_is_public_and_a_draft_goes_only_when_told() -> None:
    stage = draft(pairs=14)
    plan = GroupingPlan(method="draw", count=2, units_apart=False, rounds=4)
    with pytest.raises(ActionRefused) as refused:
        edit_stage_grouping(stage=stage, plan=plan, based_on=1, by=TEST)
    assert (refused.value.code, refused.value.field) == ("draft_would_be_lost", "give_up")
    edited = edit_stage_grouping(stage=stage, plan=plan, give_up=True, based_on=1, by=TEST)
    assert (edited.grouping, edited.same_unit) == ({"method": "draw", "count": 2}, "ignore")
    assert (edited.planned_rounds, edited.groups.count()) == (4, 0)
    with pytest.raises(Conflict):
        edit_stage_grouping(stage=stage, plan=plan, based_on=1, by=TEST)
    draw_groups(stage=edited, seed=1, by=TEST)
    publish_groups(stage=edited, by=TEST)
    with pytest.raises(ActionRefused, match="groups_published"):
        edit_stage_grouping(stage=edited, plan=plan, give_up=True, by=TEST)


def test_a_wish_for_the_first_rounds_only_survives_a_change_of_size() -> None:
    stage = make_stage(pairs=8, drawn=False, same_unit={"soft_rounds": 1})
    edited = edit_stage_grouping(stage=stage, plan=GroupingPlan(method="snake", size=4), by=TEST)
    assert edited.same_unit == {"soft_rounds": 1}


def test_all_may_go_through_until_the_next_stage_is_drawn() -> None:
    stage = make_stage(pairs=8)
    for number in (1, 2, 3):
        play_round(stage, number)
    final = make_stage(stage.event, entry={"from": stage.name, "top_per_group": 2}, drawn=False)
    assert set_cut_tie(stage=final, cut_tie="all", based_on=1, by=TEST).entry["cut_tie"] == "all"
    draw_groups(stage=final, seed=1, by=TEST)
    with pytest.raises(ActionRefused, match="stage_has_begun"):
        set_cut_tie(stage=final, cut_tie="lots", by=TEST)
    with pytest.raises(ActionRefused, match="no_earlier_stage"):
        set_cut_tie(stage=make_stage(stage.event, drawn=False), cut_tie="all", by=TEST)


@pytest.mark.parametrize("rounds", [None, 3], ids=["all", "3 rounds"])
def test_a_howell_stage_has_all_its_rounds_at_once(rounds: int | None) -> None:
    pairing = {"method": "howell"} | ({"rounds": rounds} if rounds else {})
    stage = make_stage(pairs=8, grouping={"method": "one"}, pairing=pairing)
    assert sorted(stage.groups.get().rounds.values_list("number", flat=True)) == list(
        range(1, (rounds or 7) + 1)
    )
    met = [
        frozenset(one)
        for one in Match.objects.filter(round__group__stage=stage).values_list("ns__number", "ew__number")
    ]
    assert len(met) == len(set(met)) == 4 * (rounds or 7)
