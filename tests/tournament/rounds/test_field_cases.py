"""Field cases of rounds that are paired one by one, by number, through the actions."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from pairing.errors import PairingError
from scoring.rules import Grade, Side
from scoring.scoresheet import Forfeit
from tests.tournament.factories import TEST, passed
from tests.tournament.rounds.swiss import couples, pair_next, pair_of, play, sitting_out, swiss_stage, tables
from tournament.actions.enter_result import clear_result, enter_result
from tournament.actions.give_penalty import give_penalty
from tournament.actions.pair_round import pair_round
from tournament.actions.set_absences import set_absences
from tournament.actions.swap_sides import swap_sides
from tournament.errors import ActionRefused
from tournament.models import Absence, AbsenceKind, Draw, DrawKind, Round, Stage, Wish, WishKind
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def absent(stage: Stage, round_number: int, *numbers: int, kind: str = AbsenceKind.MISSED) -> None:
    for number in numbers:
        pair = pair_of(stage, number)
        Absence.objects.create(stage=stage, pair=pair, round_number=round_number, kind=kind)


def test_f37_swapped_sides_stay_through_the_next_draw_which_asks_for_a_cleared_table() -> None:
    stage = swiss_stage(pairs=8, rounds=3)
    play(stage, pair_next(stage), close=False)
    second, third = tables(stage, 1)[1:3]
    before = stage_standings(stage).overall
    swap_sides(match=second, by=TEST)
    clear_result(match=third, by=TEST)

    with pytest.raises(ActionRefused, match="earlier_tables_missing") as caught:
        pair_round(stage=stage, seed=1, by=TEST)
    assert caught.value.params["tables"] == [3]
    enter_result(match=tables(stage, 1)[2], sheet=passed(Side.EW, loser_level=5), by=TEST)
    play(stage, 1)
    assert pair_next(stage) == 2
    now = tables(stage, 1)[1]
    assert (now.ns, now.ew) == (second.ew, second.ns)
    both = {second.ns.number, second.ew.number}
    assert {row.pair: row.points for row in stage_standings(stage, 1).overall if row.pair in both} == {
        row.pair: row.points for row in before if row.pair in both
    }


@pytest.mark.parametrize("losers", [(), (7,)], ids=["lower wins", "7 loses always"])
def test_f01_seven_pairs_in_five_rounds_have_five_different_byes(losers: tuple[int, ...]) -> None:
    stage = swiss_stage(pairs=7, rounds=5)
    for _ in range(5):
        play(stage, pair_next(stage), losers=losers)

    byes = [sitting_out(stage, number) for number in range(1, 6)]
    assert all(len(one) == 1 for one in byes)
    assert len({one[0] for one in byes}) == 5
    met = Counter(couple for number in range(1, 6) for couple in couples(stage, number))
    assert set(met.values()) == {1}


def test_f03_a_bye_given_by_hand_counts_like_a_drawn_one() -> None:
    stage = swiss_stage(pairs=7, rounds=4)
    absent(stage, 1, 4, kind=AbsenceKind.BYE)
    for _ in range(4):
        play(stage, pair_next(stage), losers=(4,))

    assert sitting_out(stage, 1) == [4]
    assert all(4 not in sitting_out(stage, number) for number in (2, 3, 4))
    row = next(row for row in stage_standings(stage, 1).overall if row.pair == 4)
    assert (row.byes, row.points) == (1, Decimal(100))


def test_f03_a_bye_promised_for_a_later_round_counts_already() -> None:
    stage = swiss_stage(pairs=7, rounds=4)
    absent(stage, 3, 7, kind=AbsenceKind.BYE)
    for _ in range(2):
        play(stage, pair_next(stage), losers=(7,))

    assert 7 not in sitting_out(stage, 1) + sitting_out(stage, 2)


@pytest.mark.parametrize(
    ("pairs", "away", "table_count", "byes"),
    [
        pytest.param(5, [5], 2, 0, id="5 pairs, one absent"),
        pytest.param(6, [6], 2, 1, id="6 pairs, one absent"),
        pytest.param(6, [1, 3, 5], 1, 1, id="6 pairs, three absent"),
    ],
)
def test_f05_absent_pairs_are_left_out_and_miss_the_round(
    pairs: int, away: list[int], table_count: int, byes: int
) -> None:
    stage = swiss_stage(pairs=pairs)
    absent(stage, 1, *away)
    play(stage, pair_next(stage))

    assert len(tables(stage, 1)) == table_count
    assert len(sitting_out(stage, 1)) == byes
    assert sitting_out(stage, 1, "missed") == away
    for row in stage_standings(stage, 1).overall:
        if row.pair in away:
            assert (row.byes, row.missed, row.points) == (0, 1, Decimal(0))
    pair_next(stage)
    assert sitting_out(stage, 2, "missed") == []


@pytest.mark.parametrize("number", [0, 100, 999_999_999_999])
def test_f05_nobody_is_absent_from_a_round_that_no_stage_has(number: int) -> None:
    stage = swiss_stage(pairs=5)

    with pytest.raises(ActionRefused, match="rounds_out_of_range"):
        set_absences(stage=stage, number=number, missed=[2], byes=[], by=TEST)
    assert not stage.absences.exists()


def test_f05_all_but_one_absent_is_a_sentence() -> None:
    stage = swiss_stage(pairs=5)
    absent(stage, 1, 1, 2, 3, 4)

    with pytest.raises(PairingError, match="too_few_pairs"):
        pair_round(stage=stage, seed=1, by=TEST)
    assert not Round.objects.exists()


def test_f06_the_second_request_is_told_that_the_round_is_made() -> None:
    stage = swiss_stage(pairs=7)
    play(stage, pair_next(stage))
    pair_round(stage=stage, seed=1, by=TEST, based_on=2, submission="one")
    pair_round(stage=stage, seed=2, by=TEST, based_on=2, submission="one")
    with pytest.raises(ActionRefused) as refused:
        pair_round(stage=stage, seed=2, by=TEST, based_on=2, submission="two")

    assert refused.value.code == "round_paired_by_another"
    assert Round.objects.filter(number=2).count() == 1
    assert len(tables(stage, 2)) == 3
    assert len(sitting_out(stage, 2)) == 1
    assert Draw.objects.filter(kind=DrawKind.PAIRINGS, round_number=2).count() == 1


def test_f06_after_results_the_same_request_still_makes_nothing() -> None:
    stage = swiss_stage(pairs=7)
    play(stage, pair_next(stage))
    play(stage, pair_next(stage))
    with pytest.raises(ActionRefused) as refused:
        pair_round(stage=stage, seed=2, by=TEST, based_on=2)

    assert refused.value.code == "round_paired_by_another"
    assert Round.objects.count() == 2


def test_f06_a_page_older_than_the_undoing_of_a_round_is_told_which_round_is_next() -> None:
    stage = swiss_stage(pairs=7)
    play(stage, pair_next(stage))
    with pytest.raises(ActionRefused) as refused:
        pair_round(stage=stage, seed=2, by=TEST, based_on=3)

    assert (refused.value.code, refused.value.params) == ("round_not_next", {"round": 3, "next": 2})
    assert Round.objects.count() == 1


def test_f08_six_pairs_in_three_rounds_never_meet_twice() -> None:
    stage = swiss_stage(pairs=6, rounds=3)
    for _ in range(3):
        play(stage, pair_next(stage))
    met = [couple for number in (1, 2, 3) for couple in couples(stage, number)]
    assert len(set(met)) == len(met) == 9


@pytest.mark.parametrize(("pairs", "rounds"), [(4, 4), (5, 6)], ids=["4 pairs, round 4", "5 pairs, round 6"])
def test_f08_an_unavoidable_rematch_is_marked_and_noted(pairs: int, rounds: int) -> None:
    stage = swiss_stage(pairs=pairs, rounds=rounds)
    for _ in range(rounds - 1):
        play(stage, pair_next(stage))
    last = pair_next(stage)

    drawn = tables(stage, last)
    assert [one.rematch for one in drawn] == [True, True]
    assert len(sitting_out(stage, last)) == pairs % 2
    notes = Round.objects.get(number=last).notes
    assert sum(one["code"] == "rematch" for one in notes) == 2


def test_f09_nobody_is_left_over_in_a_dead_end() -> None:
    stage = swiss_stage(pairs=6)
    for first, second in [(1, 3), (2, 4), (5, 6)]:
        wish = {"first": pair_of(stage, first), "second": pair_of(stage, second), "kind": WishKind.FORCE}
        Wish.objects.create(stage=stage, round_number=1, **wish)
    pair_next(stage)
    assert set(couples(stage, 1)) == {frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 6))}
    for match in tables(stage, 1):
        won = Side.NS if match.ns.number < 3 else Side.EW
        sheet = Forfeit(side=None) if {match.ns.number} & {5, 6} else passed(won, loser_level=9)
        enter_result(match=match, sheet=sheet, by=TEST)
    pair_next(stage)

    second_round = couples(stage, 2)
    assert sorted(number for couple in second_round for number in couple) == [1, 2, 3, 4, 5, 6]
    assert not set(second_round) & {frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 6))}


def test_f46_the_round_is_paired_from_totals_with_the_penalty() -> None:
    stage = swiss_stage(pairs=8)
    play(stage, pair_next(stage))
    before = {row.pair: row.points for row in stage_standings(stage).overall}
    give_penalty(event=stage.event, stage=stage, number=1, grade=Grade.WARNING, points=Decimal(-4), by=TEST)
    pair_next(stage)

    told = Round.objects.get(number=2).basis
    assert Decimal(told["points"]["1"]) == before[1] - 4
    assert told["upto"] == 1
    assert sorted(told["order"]) == list(range(1, 9))
