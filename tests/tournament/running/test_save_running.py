"""Deals that are kept while a match is played: who was first, what is refused, what stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connections
from django.utils import timezone

from scoring.deals import Ruling
from scoring.errors import InvalidScoresheet
from scoring.scoresheet import Ended, Forfeit, Scoresheet
from tests.hall import shared_database
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tests.tournament.running.phones import EW, NS, WU, ZHOU, deals, match_at, send
from tournament.actions.enter_result import clear_result, enter_game, enter_result, undo_result
from tournament.actions.run_round import close_round, start_round
from tournament.actions.save_running import MOST_ITEMS, save_running
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Match, Running, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return make_stage(pairs=8)


@pytest.fixture
def match(stage: Stage) -> Match:
    return match_at(stage)


def stored(match: Match) -> list[object]:
    return list(Running.objects.get(match=match).deals)


def test_each_tap_stores_the_whole_sheet_and_moves_the_desk_but_not_the_journal(match: Match) -> None:
    event = match.round.group.stage.event
    event.refresh_from_db()
    revision, public, lines = event.revision, event.public_revision, Entry.objects.count()

    send(match, "N3", based_on=0)
    row = send(match, "N3 E1", based_on=1, note="东西口头警告")

    event.refresh_from_db()
    assert (row.version, row.deals, row.note) == (2, [["ns", 2], ["ew", 4]], "东西口头警告")
    assert (row.actor_name, event.revision, event.public_revision) == ("周裁判", revision + 2, public)
    assert Entry.objects.count() == lines


def test_the_public_is_not_asked_to_load_anew_even_where_results_are_live() -> None:
    """No public page shows deals: five hundred phones would ask for the same page again at each tap."""
    stage = make_stage(make_event(public_view="live"))
    stage.event.refresh_from_db()
    before = stage.event.public_revision
    send(match_at(stage), "N3")
    stage.event.refresh_from_db()
    assert stage.event.public_revision == before


def test_f25_the_second_phone_is_told_and_overwrites_only_on_purpose(match: Match) -> None:
    send(match, "N3", based_on=0)
    with pytest.raises(Conflict) as told:
        send(match, "E3", WU, based_on=0)
    assert (told.value.code, told.value.params) == ("deals_by_another", {"name": "周裁判"})
    assert stored(match) == [["ns", 2]]

    send(match, "E3", WU, based_on=1)
    assert (stored(match), Running.objects.get().actor_name) == ([["ew", 2]], "吴裁判")


def test_f25_equal_deals_are_accepted_quietly_once(match: Match) -> None:
    send(match, "N3 E1", based_on=0)
    row = send(match, "N3 E1", WU, based_on=0)
    assert (row.version, row.actor_name) == (1, "周裁判")


def test_f25_a_phone_that_knows_of_no_remark_takes_none_away(match: Match) -> None:
    send(match, "N3", based_on=0, note="东西口头警告")
    row = send(match, "N3", WU, based_on=0)
    assert (row.version, row.note) == (1, "东西口头警告")


def test_f25_another_remark_about_the_same_deals_is_a_conflict(match: Match) -> None:
    send(match, "N3", based_on=0, note="东西口头警告")
    with pytest.raises(Conflict, match="deals_by_another"):
        send(match, "N3", WU, based_on=0, note="南北迟到")
    assert Running.objects.get().note == "东西口头警告"

    row = send(match, "N3", WU, based_on=1, note="")
    assert (row.version, row.note) == (2, "")


def test_f31_the_same_submission_again_has_one_effect(match: Match) -> None:
    for _again in range(3):
        row = send(match, "N3", based_on=0, submission="phone-1")
    assert (row.version, Running.objects.count()) == (1, 1)


def test_f31_an_answer_that_was_lost_does_not_hide_what_another_phone_sent_since(match: Match) -> None:
    send(match, "N3", based_on=0, submission="phone-1")
    send(match, "N3 E2", WU, based_on=1)
    row = send(match, "N3", based_on=0, submission="phone-1")
    assert (row.version, row.deals) == (2, [["ns", 2], ["ew", 3]])


def test_deals_after_the_end_are_refused_and_change_nothing(match: Match) -> None:
    send(match, "N3 N3 N3 N3", based_on=0)
    with pytest.raises(InvalidScoresheet, match="deal_after_end"):
        send(match, "N3 N3 N3 N3 N3 E1", based_on=1)
    assert len(stored(match)) == 4


def test_a_sheet_without_end_is_refused(match: Match) -> None:
    with pytest.raises(ActionRefused, match="deals_too_many"):
        send(match, "N1 " * (MOST_ITEMS + 1))


def test_only_a_round_that_is_public_and_not_over_takes_deals() -> None:
    draft = make_stage(pairs=8, published=False)
    with pytest.raises(ActionRefused, match="round_not_published"):
        send(match_at(draft), "N3")
    closed = make_stage(pairs=8, rounds_played=1)
    close_round(stage=closed, number=1, by=TEST)
    with pytest.raises(ActionRefused, match="running_not_open"):
        send(match_at(closed), "N3")
    playing = make_stage(pairs=8)
    start_round(stage=playing, number=1, at=timezone.now(), by=TEST)
    assert send(match_at(playing), "N3").version == 1


def test_a_table_with_a_result_takes_no_deals_until_it_is_taken_back(match: Match) -> None:
    send(match, "N3 E1")
    enter_result(match=match, sheet=passed(NS, loser_level=9), by=TEST)
    with pytest.raises(ActionRefused) as told:
        send(match, "N3 E1 N2", based_on=1)
    assert (told.value.code, told.value.params) == (
        "running_has_result",
        {"words": "过A : 9（升 3 级）"},
    )
    undo_result(match=match, by=TEST)
    assert send(match, "N3 E1 N2", based_on=1).version == 2


@pytest.mark.parametrize("take_back", [undo_result, clear_result])
def test_play_goes_on_from_the_deals_of_a_result_that_is_taken_back(match: Match, take_back: object) -> None:
    """As after an archive was loaded: the deals are in the result alone."""
    sheet = Scoresheet(ended=Ended.TIME, deals=tuple(deals("N3 E1")))
    enter_result(match=match, sheet=sheet, by=TEST)
    take_back(match=match, by=ZHOU)  # type: ignore[operator]
    assert stored(match) == [["ns", 2], ["ew", 4]]


def test_rulings_are_the_referees(match: Match) -> None:
    """降台 after the first deal: a pair's phone goes on after it, and neither removes nor adds one."""
    ruled = [*deals("N3"), Ruling(in_play=EW)]
    save_running(match=match, deals=ruled, by=ZHOU)
    more = {"match": match, "by": WU, "may_rule": False}
    for kept in (deals("N3 E1"), [*ruled, Ruling(ns=-1)], deals("E3")):
        with pytest.raises(ActionRefused, match="rulings_are_referees"):
            save_running(deals=kept, **more)  # type: ignore[arg-type]
    row = save_running(deals=[*ruled, *deals("E1")], **more)  # type: ignore[arg-type]
    assert row.deals == [["ns", 2], {"ruling": {"in_play": "ew"}}, ["ew", 4]]


def test_a_best_of_three_begins_each_game_anew_and_takes_no_deal_of_an_earlier_one() -> None:
    stage = make_stage(pairs=8, pairing={"method": "rotation", "rounds": 3, "best_of": 3})
    match = match_at(stage)
    send(match, "N3 N3 N3 N3 N3", game=1)
    game = Scoresheet(
        ended=Ended.PASSED_A, ns_level=14, ew_level=2, deals=tuple(deals("N3 N3 N3 N3 N3")), passed_a=NS
    )
    enter_game(match=match, game=game, by=TEST)
    assert stored(match) == []
    with pytest.raises(ActionRefused, match="running_other_game"):
        send(match, "N3 N3 N3 N3 N3", game=1)
    send(match, "E3", game=2, based_on=2)

    undo_result(match=match, by=TEST)
    assert len(stored(match)) == 5


def test_a_game_corrected_at_the_desk_leaves_the_next_ones_deals_alone() -> None:
    stage = make_stage(pairs=8, pairing={"method": "rotation", "rounds": 3, "best_of": 3})
    match = match_at(stage)
    enter_game(match=match, game=passed(NS, loser_level=9), by=TEST)
    send(match, "E3 E2", game=2)
    from scoring.scoresheet import Series

    enter_result(match=match, sheet=Series((passed(NS, loser_level=8),)), by=TEST)
    assert stored(match) == [["ew", 2], ["ew", 3]]


def test_the_demo_stays_as_it_is() -> None:
    stage = make_stage(pairs=8)
    stage.event.is_demo = True
    stage.event.save()
    with pytest.raises(ActionRefused, match="demo_is_read_only"):
        send(match_at(stage), "N3")
    assert not Running.objects.exists()


def test_a_bye_and_a_forfeit_are_not_played(stage: Stage, match: Match) -> None:
    enter_result(match=match, sheet=Forfeit(EW), by=TEST)
    with pytest.raises(ActionRefused, match="running_has_result"):
        send(match, "N3")


@pytest.mark.django_db(transaction=True)
def test_f25_two_phones_within_a_moment_leave_one_sheet_and_one_conflict(tmp_path: Path) -> None:
    def phone(text: str) -> str:
        try:
            send(match_at(stage), text, based_on=0)
        except Conflict as told:
            return told.code
        finally:
            connections.close_all()
        return "saved"

    with shared_database(tmp_path):
        stage = make_stage(pairs=8)
        with ThreadPoolExecutor(2) as pool:
            answers = sorted(pool.map(phone, ["N3", "E3"]))
        assert Running.objects.get().version == 1
    assert answers == ["deals_by_another", "saved"]
