"""Rounds of a knock-out in the app: from the drawn bracket to the champion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from pairing.errors import PairingError
from scoring.rules import Side
from tournament import archive
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_standings
from tournament.actions.type_lots import finish_lots, open_lots, type_lot
from tournament.actions.undo_round import redraw_round, undo_round
from tournament.actions.withdraw_pair import disqualify_pair, reinstate_pair, withdraw_pair
from tournament.errors import ActionRefused
from tournament.models import Draw, DrawKind, Match, MatchKind, Round, Stage
from tournament.queries.bracket import WrongPair, wrong_pairs
from tournament.queries.final_rounds import final_rounds
from tournament.queries.next_step import next_step
from tournament.queries.pairing_desk import pairing_desk
from tournament.queries.progress import event_progress

from ..factories import TEST, make_director, make_event, make_pair, make_stage, passed
from .knockouts import lower, make_knockout, met, next_round, play, play_whole, ranks, tables, win

pytestmark = pytest.mark.django_db


def by_places(stage, number: int) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for one in tables(stage, number):
        key = (one.places_from or 0, one.places_to or 0)
        found[key] = found.get(key, 0) + 1
    return found


def test_thirteen_pairs_with_every_place_to_eight_played_out() -> None:
    stage = make_knockout(pairs=13, pairing={"placing": 8})
    assert play_whole(stage) == 4
    assert [by_places(stage, number) for number in (1, 2, 3, 4)] == [
        {(1, 16): 8},
        {(1, 8): 4},
        {(1, 4): 2, (5, 8): 2},
        {(1, 2): 1, (3, 4): 1, (5, 6): 1, (7, 8): 1},
    ]
    assert len([one for one in tables(stage, 1) if one.kind == MatchKind.BYE]) == 3
    found = ranks(stage)
    assert found[1] == 1
    assert sorted(found.values()) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9]


def test_without_placing_the_losers_of_a_round_share_the_rank() -> None:
    stage = make_knockout(pairs=13)
    play_whole(stage)
    assert sorted(ranks(stage).values()) == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9]
    assert Match.objects.filter(round__group__stage=stage, kind=MatchKind.PLAY).count() == 12


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_thirteen_pairs_drawn_afresh_each_round(seed: int) -> None:
    stage = make_knockout(pairs=13, pairing={"redraw": True, "placing": True})
    assert play_whole(stage, seed=seed) == 4
    assert [len(met(stage, number)) for number in (1, 2, 3, 4)] == [7, 4, 2, 2]
    rested = [
        one.ns.number for number in (1, 2) for one in tables(stage, number) if one.kind == MatchKind.BYE
    ]
    assert len(set(rested)) == 2
    assert sorted(ranks(stage).values()) == [1, 2, 3, 4, 5, 5, 5, 8, 8, 8, 8, 8, 8]
    drawn = Draw.objects.filter(stage=stage, kind=DrawKind.PAIRINGS, is_current=True)
    assert sorted(one.round_number or 0 for one in drawn) == [1, 2, 3, 4]


def test_a_lucky_loser_fills_the_odd_place() -> None:
    stage = make_knockout(pairs=13, pairing={"redraw": True, "lucky_losers": True})
    next_round(stage)
    for match in tables(stage, 1):
        if match.ew:
            loser = max(match.ns.number, match.ew.number)
            win(match, min(match.ns.number, match.ew.number), loser_level=2 + loser % 12)
    lost = {max(pairs) for pairs in met(stage, 1) if len(pairs) == 2}
    best = max(lost, key=lambda number: 2 + number % 12)
    next_round(stage)
    assert len(met(stage, 2)) == 4
    assert all(len(pairs) == 2 for pairs in met(stage, 2))
    there = {number for pairs in met(stage, 2) for number in pairs}
    assert there & lost == {best}
    why = [reason["code"] for one in tables(stage, 2) for reason in one.reasons]
    assert why.count("lucky_loser") == 1
    play(stage, 2)
    assert wrong_pairs(stage) == []
    next_round(stage)
    play(stage, 3)
    next_round(stage)
    play(stage, 4)
    assert sorted(ranks(stage).values()) == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9]


@pytest.mark.parametrize(
    ("pairs", "rounds", "expected"),
    [(2, 1, [1, 2]), (3, 2, [1, 2, 3]), (5, 3, [1, 2, 3, 3, 5])],
)
def test_small_fields(pairs: int, rounds: int, expected: list[int]) -> None:
    stage = make_knockout(pairs=pairs)
    assert play_whole(stage) == rounds
    assert sorted(ranks(stage).values()) == expected


def test_one_pair_alone_is_refused() -> None:
    with pytest.raises(PairingError, match="too_few_pairs"):
        make_knockout(pairs=1)


def test_no_next_round_while_a_table_is_open() -> None:
    stage = make_knockout(pairs=8)
    next_round(stage)
    open_table = tables(stage, 1)[2]
    for match in tables(stage, 1):
        if match != open_table:
            win(match, match.ns.number)
    with pytest.raises(ActionRefused) as refused:
        pair_round(stage=stage, by=TEST, seed=1)
    assert refused.value.code == "earlier_tables_missing"
    assert refused.value.params["tables"] == [open_table.table]


def test_after_the_final_there_is_no_round() -> None:
    stage = make_knockout(pairs=4)
    play_whole(stage)
    with pytest.raises(ActionRefused, match="knockout_over"):
        pair_round(stage=stage, by=TEST, seed=1)
    assert Round.objects.filter(group__stage=stage).count() == 2


def test_the_main_matches_have_the_first_tables() -> None:
    stage = make_knockout(pairs=8, pairing={"placing": 8})
    for number in (1, 2, 3):
        next_round(stage)
        play(stage, number)
    assert [(one.table, one.places_from, one.slot) for one in tables(stage, 3)] == [
        (1, 1, 1),
        (2, 3, 1),
        (3, 5, 1),
        (4, 7, 1),
    ]


def test_seeds_stand_at_the_ends_and_have_the_byes() -> None:
    event = make_event(pairs=0, rulebook="national-2017", rules={"level_tie": "extra_deal"})
    for number in range(1, 14):
        make_pair(event, number, unit="", seed={5: 1, 9: 2, 11: 3}.get(number))
    stage = make_knockout(event)
    places = dict(stage.entries.values_list("pair__number", "position"))
    assert (places[5], places[9]) == (1, 16)
    next_round(stage)
    rested = {one.ns.number for one in tables(stage, 1) if one.kind == MatchKind.BYE}
    assert rested == {5, 9, 11}


def test_lots_drawn_by_hand_run_down_the_bracket() -> None:
    stage = make_knockout(pairs=5, drawn=False)
    open_lots(stage=stage, by=TEST)
    for lot, number in enumerate([3, 5, 1, 4, 2], start=1):
        type_lot(stage=stage, number=number, lot=str(lot), by=TEST)
    finish_lots(stage=stage, by=TEST)
    next_round(stage)
    assert met(stage, 1) == [(1,), (2,), (3,), (4, 5)] or met(stage, 1) == [(1, 4), (2,), (3,), (5,)]
    assert {one.slot for one in tables(stage, 1)} == {1, 2, 3, 4}


def test_a_pair_that_withdraws_before_the_next_round_is_beaten_by_forfeit() -> None:
    stage = make_knockout(pairs=8)
    next_round(stage)
    play(stage, 1)
    gone = tables(stage, 1)[0]
    winner = min(gone.ns.number, gone.ew.number)
    withdraw_pair(pair=stage.event.pairs.get(number=winner), by=TEST)
    next_round(stage)
    forfeited = [one for one in tables(stage, 2) if winner in (one.ns.number, one.ew.number)]
    result = forfeited[0].results.get()
    assert (result.kind, result.reason) == ("forfeit", "退赛")
    play(stage, 2)
    next_round(stage)
    play(stage, 3)
    assert ranks(stage)[winner] == 3


def test_a_pair_that_withdraws_with_a_table_open_sends_the_other_on() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    match = tables(stage, 1)[0]
    disqualify_pair(pair=match.ns, by=TEST)
    play(stage, 1)
    next_round(stage)
    assert match.ew.number in met(stage, 2)[0]
    play(stage, 2)
    assert ranks(stage)[match.ns.number] == 0


def test_both_pairs_of_a_match_leave_and_the_next_opponent_goes_on() -> None:
    stage = make_knockout(pairs=8)
    next_round(stage)
    match = tables(stage, 1)[0]
    assert match.ew is not None
    withdraw_pair(pair=match.ns, by=TEST)
    withdraw_pair(pair=match.ew, by=TEST)
    play(stage, 1)
    next_round(stage)
    [alone] = [one for one in tables(stage, 2) if one.kind == MatchKind.BYE]
    assert alone.ns.number not in (match.ns.number, match.ew.number)
    play(stage, 2)
    next_round(stage)
    play(stage, 3)
    assert alone.ns.number in met(stage, 3)[0]
    found = ranks(stage)
    assert sorted(found.values())[:2] == [1, 2]
    assert found[match.ew.number] == found[match.ns.number] > 3


def is_finished(stage: Stage, number: int) -> bool:
    """Whether round `number` counts as the last one, and the desk asks for nothing after its standings."""
    stage.event.refresh_from_db()
    assert next_step(event_progress(stage.event)).code == "publish_standings"
    assert pairing_desk(stage).is_over
    publish_standings(stage=stage, number=number, by=TEST)
    with pytest.raises(ActionRefused, match="knockout_over"):
        pair_round(stage=stage, by=TEST, seed=1)
    client = Client()
    client.force_login(make_director(stage.event))
    html = client.get(reverse("round", args=[stage.event.slug, 1, number])).content.decode()
    assert f"编排第 {number + 1} 轮" not in html
    ended = next_step(event_progress(stage.event)).code == "finished"
    return ended and final_rounds([stage]) == {stage.pk: number}


@pytest.mark.parametrize("placing", [False, True])
def test_both_pairs_of_a_semi_final_leave_and_the_other_winner_is_champion(placing: bool) -> None:
    stage = make_knockout(pairs=8, pairing={"placing": placing})
    next_round(stage)
    play(stage, 1)
    gone = [lower(one.ns.number, one.ew.number) for one in tables(stage, 1)[:2] if one.ew]
    for number in gone:
        withdraw_pair(pair=stage.event.pairs.get(number=number), by=TEST)
    next_round(stage)
    [semi] = tables(stage, 2)
    assert semi.ew is not None
    assert final_rounds([stage]) == {}
    play(stage, 2)
    champion, second = sorted((semi.ns.number, semi.ew.number))
    found = ranks(stage)
    assert (found[champion], found[second], *(found[number] for number in gone)) == (1, 2, 3, 3)
    assert is_finished(stage, 2)


def test_both_finalists_leave_and_there_is_no_final() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    play(stage, 1)
    for match in tables(stage, 1):
        assert match.ew is not None
        winner = lower(match.ns.number, match.ew.number)
        withdraw_pair(pair=stage.event.pairs.get(number=winner), by=TEST)
    assert is_finished(stage, 1)


def test_a_knock_out_between_two_rounds_is_not_over() -> None:
    stage = make_knockout(pairs=4, pairing={"placing": True})
    next_round(stage)
    play(stage, 1)
    assert final_rounds([stage]) == {}
    publish_standings(stage=stage, number=1, by=TEST)
    assert next_step(event_progress(stage.event)).code == "pair_round"
    play_whole(stage)
    assert final_rounds([stage]) == {stage.pk: 2}


def test_a_withdrawn_entrant_of_a_published_bracket_forfeits_round_one() -> None:
    stage = make_knockout(pairs=4)
    publish_groups(stage=stage, by=TEST)
    withdraw_pair(pair=stage.event.pairs.get(number=2), by=TEST)
    next_round(stage)
    play(stage, 1)
    next_round(stage)
    play(stage, 2)
    assert ranks(stage)[2] == 3
    assert 2 not in {number for pairs in met(stage, 2) for number in pairs}


def test_a_draft_with_a_forfeit_can_be_undone() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    play(stage, 1)
    withdraw_pair(pair=stage.event.pairs.get(number=1), by=TEST)
    next_round(stage, publish=False)
    undo_round(stage=stage, number=2, by=TEST)
    assert Round.objects.filter(group__stage=stage).count() == 1


def test_a_corrected_result_names_who_stands_wrongly_in_the_next_round() -> None:
    stage = make_knockout(pairs=8)
    next_round(stage)
    play(stage, 1, close=False)
    next_round(stage)
    assert wrong_pairs(stage) == []
    match = tables(stage, 1)[0]
    won, lost = sorted((match.ns.number, match.ew.number))
    side = "ns" if match.ns.number == lost else "ew"
    enter_result(match=match, sheet=passed(Side(side)), by=TEST)
    found = wrong_pairs(stage)
    assert [(one.round, one.there, one.instead) for one in found] == [(2, won, lost)]
    assert won in {number for pairs in met(stage, 2) for number in pairs}
    redraw_round(stage=stage, number=2, seed=5, by=TEST)
    assert wrong_pairs(stage) == []
    assert lost in {number for pairs in met(stage, 2) for number in pairs}


def test_a_corrected_result_of_a_stage_drawn_afresh() -> None:
    stage = make_knockout(pairs=6, pairing={"redraw": True})
    next_round(stage)
    play(stage, 1, close=False)
    next_round(stage)
    match = tables(stage, 1)[0]
    loser = max(match.ns.number, match.ew.number)
    side = Side.NS if match.ns.number == loser else Side.EW
    enter_result(match=match, sheet=passed(side), by=TEST)
    found = wrong_pairs(stage)
    assert found == [WrongPair(2, found[0].table, min(match.ns.number, match.ew.number), loser)]


def test_mates_of_a_group_stand_in_opposite_halves() -> None:
    event = make_event(pairs=16, rulebook="national-2017", rules={"level_tie": "extra_deal"})
    heats = make_stage(event, group_size=4, rounds_played=3)
    stage = make_knockout(event, entry={"from": heats.name, "top_per_group": 2, "cut_tie": "all"})
    halves: dict[str, set[int]] = {}
    group_of = dict(heats.entries.values_list("pair__number", "group__name"))
    for number, position in stage.entries.values_list("pair__number", "position"):
        halves.setdefault(group_of[number], set()).add(((position or 0) - 1) // 4)
    if stage.entries.count() == 8:
        assert all(found == {0, 1} for found in halves.values())


def test_lower_is_a_champion_in_order() -> None:
    stage = make_knockout(pairs=8)
    play_whole(stage, lower)
    assert ranks(stage)[1] == 1


@pytest.mark.parametrize("leave", [withdraw_pair, disqualify_pair])
@pytest.mark.parametrize("placing", [False, True])
def test_a_semi_final_that_both_leave_while_it_is_open_leaves_the_other_winner_champion(
    leave: Callable[..., object], placing: bool
) -> None:
    stage = make_knockout(pairs=8, pairing={"placing": placing})
    next_round(stage)
    play(stage, 1)
    next_round(stage)
    semi, other = tables(stage, 2)
    assert semi.ew is not None
    assert other.ew is not None
    leave(pair=semi.ns, by=TEST)
    leave(pair=semi.ew, by=TEST)
    play(stage, 2)

    assert semi.results.get(is_current=True).side == ""
    champion, second = sorted((other.ns.number, other.ew.number))
    found = ranks(stage)
    assert (found[champion], found[second]) == (1, 2)
    assert is_finished(stage, 2)
    again = archive.load(archive.read(archive.dumps(archive.dump(stage.event))), slug="again", by=TEST)
    assert ranks(again.stages.get()) == found


def test_who_comes_back_to_a_semi_final_that_both_left_goes_on() -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    semi, other = tables(stage, 1)
    assert semi.ew is not None
    withdraw_pair(pair=semi.ns, by=TEST)
    withdraw_pair(pair=semi.ew, by=TEST)
    reinstate_pair(pair=stage.event.pairs.get(number=semi.ew.number), by=TEST)
    play(stage, 1)
    next_round(stage)

    assert other.ew is not None
    due = {semi.ew.number, lower(other.ns.number, other.ew.number)}
    assert met(stage, 2) == [tuple(sorted(due))]
