"""Entering, correcting, clearing and undoing results: versions, conflicts, one effect per submission."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.errors import InvalidScoresheet
from scoring.rules import Side
from scoring.scoresheet import Forfeit
from tests.tournament.factories import TEST, make_stage, passed
from tournament.actions.enter_result import clear_result, enter_result, undo_result
from tournament.actions.run_round import close_round
from tournament.actions.swap_sides import swap_sides
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Match, Result, Stage
from tournament.queries.rounds import table_rows
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db
ANN = Actor(name="甲", source="page")
BEN = Actor(name="乙", source="page")


@pytest.fixture
def stage() -> Stage:
    return make_stage(pairs=8)


@pytest.fixture
def match(stage: Stage) -> Match:
    return Match.objects.get(round__group__stage=stage, round__number=1, table=1)


def points_of(stage: Stage) -> dict[int, Any]:
    return {row.pair: row.points for row in stage_standings(stage).overall}


def test_a_result_is_a_version_and_counts_at_once(stage: Stage, match: Match) -> None:
    result = enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=ANN, based_on=0)

    assert (result.version, result.is_current, result.actor_name) == (1, True, "甲")
    assert points_of(stage)[match.ns.number] == 108


def test_f25_the_second_of_two_referees_is_told_and_nothing_is_lost(match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.EW, loser_level=7), by=ANN, based_on=0)
    with pytest.raises(Conflict) as told:
        enter_result(match=match, sheet=passed(Side.NS, loser_level=6), by=BEN, based_on=0)

    assert told.value.code == "result_entered_by_another"
    assert told.value.params["name"] == "甲"
    assert match.results.get().passed_a == "ew"
    overwritten = enter_result(match=match, sheet=passed(Side.NS, loser_level=6), by=BEN, based_on=1)
    assert [row.version for row in match.results.all()] == [1, 2]
    assert match.results.get(is_current=True) == overwritten


def test_f25_the_same_values_twice_are_one_row_of_history(match: Match) -> None:
    first = enter_result(match=match, sheet=passed(Side.EW, loser_level=7), by=ANN, based_on=0)
    again = enter_result(match=match, sheet=passed(Side.EW, loser_level=7), by=BEN, based_on=0)

    assert again == first
    assert Result.objects.count() == 1
    assert Entry.objects.filter(verb="enter_result").count() == 1


def test_f33_the_same_submission_has_one_effect_and_one_answer(match: Match) -> None:
    sheets = [passed(Side.NS, loser_level=4), passed(Side.NS, loser_level=4)]
    answers = [
        enter_result(match=match, sheet=sheet, by=ANN, based_on=0, submission="k1") for sheet in sheets
    ]

    assert answers[0] == answers[1]
    assert Result.objects.count() == 1


def test_a_submission_key_belongs_to_one_actor_and_verb(match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.NS), by=ANN, submission="k1")
    with pytest.raises(ActionRefused, match="submission_of_another"):
        enter_result(match=match, sheet=passed(Side.NS), by=BEN, submission="k1")
    with pytest.raises(ActionRefused, match="submission_of_another"):
        clear_result(match=match, by=ANN, submission="k1")


def test_a_refused_action_leaves_its_key_free_and_changes_nothing(stage: Stage, match: Match) -> None:
    both_low = passed(Side.NS)
    impossible = replace(both_low, ns_level=9)
    before = Entry.objects.count()
    with pytest.raises(InvalidScoresheet):
        enter_result(match=match, sheet=impossible, by=ANN, submission="k2")
    assert Entry.objects.count() == before
    assert enter_result(match=match, sheet=both_low, by=ANN, submission="k2").version == 1


def test_f37_swapped_sides_stay_and_the_levels_move_with_the_pairs(stage: Stage, match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=ANN)
    before = points_of(stage)
    ns, ew = match.ns, match.ew
    swapped = swap_sides(match=match, by=ANN, based_on=1)

    swapped.refresh_from_db()
    assert (swapped.ns, swapped.ew) == (ew, ns)
    assert swapped.results.get(is_current=True).passed_a == "ew"
    assert points_of(stage) == before


def test_f37_a_first_result_after_swapped_sides_is_no_correction(stage: Stage, match: Match) -> None:
    """The swap is a version of the match; the journal must not say that a result was corrected."""
    swap_sides(match=match, by=ANN)
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=ANN, based_on=1)
    assert Entry.objects.order_by("pk").last().verb == "enter_result"
    enter_result(match=match, sheet=passed(Side.NS, loser_level=8), by=ANN, based_on=2)
    assert Entry.objects.order_by("pk").last().verb == "correct_result"


def test_f37_undo_after_a_swap_still_means_the_same_pairs(stage: Stage, match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=ANN)
    before = points_of(stage)
    swap_sides(match=match, by=ANN)
    match.refresh_from_db()
    undo_result(match=match, by=ANN, based_on=2)
    assert points_of(stage) == before


def test_f37_a_cleared_table_is_missing_again(stage: Stage, match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.NS), by=ANN)
    cleared = clear_result(match=match, by=ANN, based_on=1)

    assert cleared.kind == "cleared"
    assert set(points_of(stage).values()) == {0}
    assert [row.is_missing for row in table_rows(stage, 1)] == [True] * 4
    with pytest.raises(ActionRefused, match="tables_missing"):
        close_round(stage=stage, number=1, by=ANN)


def test_f39_undoing_a_forfeit_restores_the_former_levels(stage: Stage, match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.EW, loser_level=5), by=ANN)
    before = points_of(stage)
    enter_result(match=match, sheet=Forfeit(Side.EW), by=ANN, based_on=1)
    assert points_of(stage) != before
    undone = undo_result(match=match, by=ANN, based_on=2)

    assert (undone.version, undone.ns_level, undone.passed_a) == (3, 5, "ew")
    assert points_of(stage) == before


def test_f22_a_bye_takes_no_result() -> None:
    odd = make_stage(pairs=3, group_size=3)
    bye = Match.objects.filter(round__group__stage=odd, kind="bye").first()
    assert bye is not None
    with pytest.raises(ActionRefused, match="no_result_for_a_bye"):
        enter_result(match=bye, sheet=passed(Side.NS), by=ANN)


def test_a_closed_rounds_result_is_corrected_with_a_reason_only() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    close_round(stage=stage, number=1, by=TEST)
    match = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[0]
    standing = match.results.get(is_current=True)
    other = passed(Side.EW if standing.passed_a == "ns" else Side.NS, loser_level=3)
    with pytest.raises(ActionRefused, match="reason_needed"):
        enter_result(match=match, sheet=other, by=ANN, based_on=1)
    corrected = enter_result(match=match, sheet=other, by=ANN, based_on=1, reason="东西写反")
    assert corrected.reason == "东西写反"


def test_f23_a_correction_recomputes_then_and_now_and_keeps_later_rounds() -> None:
    stage = make_stage(pairs=4, rounds_played=2)
    match = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[0]
    standing = match.results.get(is_current=True)
    other = passed(Side.EW if standing.passed_a == "ns" else Side.NS, loser_level=9)
    later = list(Match.objects.filter(round__number=2).values_list("ns", "ew", "version"))
    before = {row.pair: row.points for row in stage_standings(stage, 1).overall}

    enter_result(match=match, sheet=other, by=ANN, based_on=1, reason="南北东西抄反")

    assert {row.pair: row.points for row in stage_standings(stage, 1).overall} != before
    assert list(Match.objects.filter(round__number=2).values_list("ns", "ew", "version")) == later
    assert [row.reason for row in match.results.all()] == ["", "南北东西抄反"]
