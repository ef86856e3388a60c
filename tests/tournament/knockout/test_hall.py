"""A knock-out in rooms: fixed tables, gaps in numbers, the third-place match."""

from __future__ import annotations

import pytest

from tournament.models import Event, Match, Round, Stage
from tournament.queries.final_rounds import final_rounds
from tournament.queries.pairing_desk import pairing_desk

from ..factories import make_event
from .knockouts import make_knockout, met, next_round, play, ranks, tables

pytestmark = pytest.mark.django_db


def hall_event(pairs: int, **fixed: int) -> Event:
    """An event with rooms whose tables have gaps, and pairs that stay at one table."""
    areas = [{"name": "东厅", "tables": [1, 3]}, {"name": "西厅", "tables": [11, 15]}]
    rules = {"level_tie": "extra_deal"}
    event = make_event(pairs=pairs, rulebook="national-2017", rules=rules, areas=areas)
    for number, table in fixed.items():
        event.pairs.filter(number=int(number.removeprefix("p"))).update(fixed_table=table)
    return event


def seats(stage: Stage, number: int) -> dict[int, int]:
    """The table of every pair that plays in a round."""
    found = [one for one in tables(stage, number) if one.ew and one.table]
    return {pair.number: one.table or 0 for one in found for pair in (one.ns, one.ew) if pair}


def test_a_knock_out_of_13_keeps_fixed_tables_round_after_round() -> None:
    event = hall_event(13, p1=12, p2=15)
    stage = make_knockout(event, pairing={"placing": True})
    numbers = []
    for number in range(1, 5):
        assert next_round(stage) == number
        seated = seats(stage, number)
        assert set(seated.values()) <= {1, 2, 3, 11, 12, 13, 14, 15}
        if 1 in seated:
            assert seated[1] == 12
        if 2 in seated and frozenset({1, 2}) not in [frozenset(one) for one in met(stage, number)]:
            assert seated[2] == 15
        numbers.append(len(set(seated.values())))
        play(stage, number)

    assert numbers == [5, 4, 2, 2]
    assert ranks(stage)[1] == 1
    assert {one.places_from: one.table for one in tables(stage, 4)} == {1: 12, 3: 1}


def test_two_with_fixed_tables_who_meet_sit_at_one_of_them_and_it_is_said() -> None:
    event = hall_event(4, p1=12, p2=15)
    stage = make_knockout(event, pairing={"placing": True})
    next_round(stage)
    play(stage, 1)
    next_round(stage)
    number = 1 if (1, 2) in met(stage, 1) else 2

    assert seats(stage, number)[1] in (12, 15)
    [told] = Round.objects.get(number=number).notes
    assert told["code"] == "fixed_table_lost"


def test_a_stage_that_uses_one_room_seats_the_third_place_match_there_too() -> None:
    stage = make_knockout(hall_event(8), pairing={"placing": True}, areas=["西厅"])
    for number in range(1, 4):
        next_round(stage)
        assert set(seats(stage, number).values()) <= {11, 12, 13, 14, 15}
        play(stage, number)
    assert sorted(seats(stage, 3).values()) == [11, 11, 12, 12]


@pytest.mark.parametrize("redraw", [False, True])
def test_after_a_third_place_match_in_a_round_of_its_own_the_final_follows(redraw: bool) -> None:
    stage = make_knockout(pairs=4, pairing={"placing": True, "redraw": redraw})
    next_round(stage)
    play(stage, 1)
    next_round(stage)
    final = Match.objects.get(round__number=2, places_from=1)
    final.delete()
    play(stage, 2)
    assert not pairing_desk(stage).is_over
    assert final_rounds([stage]) == {}

    next_round(stage)

    assert met(stage, 3) == [tuple(sorted((final.ns.number, final.ew.number)))]
    play(stage, 3)
    assert sorted(ranks(stage).values()) == [1, 2, 3, 4]
    assert pairing_desk(stage).is_over
    assert final_rounds([stage]) == {stage.pk: 3}
