"""A pair leaves and comes back: its tables, its byes, the standings, the journal."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rules import Side
from scoring.scoresheet import Forfeit
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tests.tournament.rounds.swiss import pair_next, sitting_out, swiss_stage
from tournament.actions.enter_result import enter_result
from tournament.actions.run_round import close_round
from tournament.actions.set_absences import set_absences
from tournament.actions.withdraw_pair import disqualify_pair, reinstate_pair, withdraw_pair
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, MatchKind, Pair, PairStatus, Result, Stage
from tournament.queries.entrants import entering
from tournament.queries.rounds import missing_tables, rounds_of
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def pair_of(stage: Stage, number: int) -> Pair:
    return stage.event.pairs.get(number=number)


def results_of(pair: Pair) -> list[tuple[int, str, bool]]:
    """Round, kind, and whether this pair is the one at fault, of its current results."""
    current = Result.objects.filter(is_current=True).select_related("match__round")
    rows = [one for one in current if pair.pk in (one.match.ns_id, one.match.ew_id)]
    return sorted((one.match.round.number, one.kind, one.side == one.match.side_of(pair)) for one in rows)


def ranked(stage: Stage) -> dict[int, tuple[int | None, str]]:
    return {row.pair: (row.rank, str(row.points)) for row in stage_standings(stage).overall}


def test_open_matches_become_forfeits_and_played_ones_stand() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    pair = pair_of(stage, 3)

    withdraw_pair(pair=pair, by=TEST)

    assert results_of(pair) == [(1, "played", False), (2, "forfeit", True), (3, "forfeit", True)]
    assert stage.entries.get(pair=pair).left == 2
    assert pair_of(stage, 3).status == PairStatus.WITHDRAWN
    assert stage.event.journal.first().codes == {"number": 3, "count": 2}


def test_after_a_withdrawal_no_table_waits_for_the_pair() -> None:
    stage = make_stage(pairs=4, rounds_played=0)
    withdraw_pair(pair=pair_of(stage, 1), by=TEST)

    for match in Match.objects.filter(round__number=1, version=0):
        enter_result(match=match, sheet=passed(Side.NS), by=TEST)

    assert missing_tables(rounds_of(stage, 1)) == []


def test_void_if_under_half_takes_the_results_of_a_pair_that_hardly_played_out_of_the_standings() -> None:
    rules = {"withdrawal": "void_if_under_half"}
    stage = make_stage(make_event(pairs=4, rules=rules), rounds_played=1)
    opponents = {row.pair for row in stage_standings(stage).overall if row.points}

    withdraw_pair(pair=pair_of(stage, 1), by=TEST)

    rows = {row.pair: row for row in stage_standings(stage).overall}
    assert rows[1].void
    assert rows[1].stage_points == 0
    assert opponents


def test_disqualified_pairs_stand_last_without_a_rank_and_opponents_keep_their_points() -> None:
    stage = make_stage(make_event(pairs=4, rules={"withdrawal": "void_if_under_half"}), rounds_played=1)
    before = ranked(stage)

    disqualify_pair(pair=pair_of(stage, 1), by=TEST)

    rows = stage_standings(stage).overall
    assert (rows[-1].pair, rows[-1].rank) == (1, None)
    assert not any(row.void for row in rows)
    assert set(ranked(stage)) == set(before)


def test_a_withdrawn_pair_may_still_be_disqualified() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    withdraw_pair(pair=pair_of(stage, 1), by=TEST)

    disqualify_pair(pair=pair_of(stage, 1), by=TEST)

    assert pair_of(stage, 1).status == PairStatus.DISQUALIFIED
    assert stage.entries.get(pair__number=1).left is None


def test_two_pairs_that_left_both_forfeit_their_common_match() -> None:
    stage = make_stage(pairs=4, rounds_played=0)
    first, second = pair_of(stage, 1), pair_of(stage, 2)

    withdraw_pair(pair=first, by=TEST)
    withdraw_pair(pair=second, by=TEST)

    (common,) = [
        match for match in Match.objects.all() if {match.ns_id, match.ew_id} == {first.pk, second.pk}
    ]
    assert common.results.get(is_current=True).side == ""


def test_coming_back_clears_the_forfeits_of_open_rounds_only() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    pair = pair_of(stage, 1)
    withdraw_pair(pair=pair, by=TEST)
    for match in Match.objects.filter(round__number=2, version=0):
        enter_result(match=match, sheet=passed(Side.EW), by=TEST)
    close_round(stage=stage, number=2, by=TEST)

    reinstate_pair(pair=pair_of(stage, 1), by=TEST)

    assert results_of(pair) == [(1, "played", False), (2, "forfeit", True), (3, "cleared", False)]
    assert pair_of(stage, 1).status == PairStatus.ACTIVE
    assert stage.entries.get(pair=pair).left is None


def test_coming_back_leaves_the_common_forfeit_to_the_other() -> None:
    stage = make_stage(pairs=4, rounds_played=0)
    first, second = pair_of(stage, 1), pair_of(stage, 2)
    withdraw_pair(pair=first, by=TEST)
    withdraw_pair(pair=second, by=TEST)

    reinstate_pair(pair=pair_of(stage, 1), by=TEST)

    (common,) = [
        match for match in Match.objects.all() if {match.ns_id, match.ew_id} == {first.pk, second.pk}
    ]
    assert common.results.get(is_current=True).side == common.side_of(second)


def test_a_forfeit_of_a_no_show_is_not_taken_back() -> None:
    stage = make_stage(pairs=4, rounds_played=0)
    pair = pair_of(stage, 1)
    match = next(one for one in Match.objects.filter(round__number=1) if pair.pk in (one.ns_id, one.ew_id))
    enter_result(match=match, sheet=Forfeit(side=Side(match.side_of(pair))), by=TEST)

    withdraw_pair(pair=pair, by=TEST)
    reinstate_pair(pair=pair_of(stage, 1), by=TEST)

    assert results_of(pair)[0] == (1, "forfeit", True)


def test_byes_to_come_are_missed_and_come_back() -> None:
    stage = make_stage(pairs=5, group_size=5, rounds_played=0)
    bye = Match.objects.filter(kind=MatchKind.BYE).first()
    assert bye is not None
    pair = bye.ns

    withdraw_pair(pair=pair, by=TEST)
    assert Match.objects.get(pk=bye.pk).kind == MatchKind.MISSED

    reinstate_pair(pair=pair_of(stage, pair.number), by=TEST)
    assert Match.objects.get(pk=bye.pk).kind == MatchKind.BYE


def test_a_bye_comes_back_after_a_ruling_too() -> None:
    stage = make_stage(pairs=5, group_size=5, rounds_played=0)
    bye = Match.objects.filter(kind=MatchKind.BYE).first()
    assert bye is not None

    disqualify_pair(pair=bye.ns, by=TEST)
    assert Match.objects.get(pk=bye.pk).kind == MatchKind.MISSED

    reinstate_pair(pair=pair_of(stage, bye.ns.number), by=TEST)
    assert Match.objects.get(pk=bye.pk).kind == MatchKind.BYE


@pytest.mark.parametrize("leave", [withdraw_pair, disqualify_pair])
def test_a_round_that_a_pair_was_absent_from_is_no_bye_when_it_comes_back(leave: Any) -> None:
    stage = swiss_stage(pairs=7)
    set_absences(stage=stage, number=1, missed=[3], byes=[], by=TEST)
    pair_next(stage)

    leave(pair=pair_of(stage, 3), by=TEST)
    reinstate_pair(pair=pair_of(stage, 3), by=TEST)

    assert sitting_out(stage, 1, "missed") == [3]


def test_a_stage_of_which_nothing_is_public_is_left_to_be_drawn_again() -> None:
    stage = make_stage(pairs=4, published=False)

    withdraw_pair(pair=pair_of(stage, 1), by=TEST)

    assert not Match.objects.filter(version__gt=0).exists()
    assert 1 not in [pair.number for pair in entering(stage).pairs]


def test_a_qualifier_that_leaves_gives_its_place_to_the_next() -> None:
    stage = make_stage(pairs=8, rounds_played=3)
    for number in (1, 2, 3):
        close_round(stage=stage, number=number, by=TEST)
    final = make_stage(
        stage.event,
        drawn=False,
        name="决赛",
        entry={"from": stage.name, "top": 4},
        grouping={"method": "one"},
    )
    first = entering(final).pairs[0]

    withdraw_pair(pair=first, by=TEST)

    assert first.number not in [pair.number for pair in entering(final).pairs]
    assert len(entering(final).pairs) == 4
    assert stage.entries.get(pair=first).left is None


@pytest.mark.parametrize(
    ("before", "act", "code"),
    [
        pytest.param(PairStatus.WITHDRAWN, withdraw_pair, "pair_is_gone", id="withdrawn twice"),
        pytest.param(PairStatus.DISQUALIFIED, withdraw_pair, "pair_is_gone", id="withdrawn after the ruling"),
        pytest.param(PairStatus.DISQUALIFIED, disqualify_pair, "pair_is_gone", id="disqualified twice"),
        pytest.param(PairStatus.ACTIVE, reinstate_pair, "pair_is_here", id="back without having left"),
    ],
)
def test_what_does_not_fit_is_refused(before: PairStatus, act, code: str) -> None:
    stage = make_stage(pairs=4)
    Pair.objects.filter(number=1).update(status=before)

    with pytest.raises(ActionRefused) as refused:
        act(pair=pair_of(stage, 1), by=TEST)

    assert refused.value.code == code
    assert not Result.objects.exists()


def test_somebody_who_saw_an_older_state_is_told() -> None:
    stage = make_stage(pairs=4)

    with pytest.raises(Conflict):
        withdraw_pair(pair=pair_of(stage, 1), by=TEST, based_on=7)
