"""Field cases of pairs that come late, leave half-way, or belong together, with rounds paired one by one."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rules import Side
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, passed
from tests.tournament.rounds.swiss import couples, pair_next, pair_of, play, sitting_out, swiss_stage, tables
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.undo_round import undo_round
from tournament.actions.withdraw_pair import reinstate_pair, withdraw_pair
from tournament.models import Event, Match, PairStatus, Round, Stage, StageEntry
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def figures(stage: Stage) -> list[Any]:
    return [(row.pair, row.rank, row.points, row.played, row.wins) for row in stage_standings(stage).overall]


@pytest.mark.parametrize(
    ("policy", "void"),
    [("forfeit_rest", False), ("void_if_under_half", True)],
    ids=["the rest is forfeited", "under half: all void"],
)
def test_f14_one_rule_for_a_pair_that_leaves_a_round_robin_half_way(policy: str, void: bool) -> None:
    event = make_event(pairs=6, rules={"withdrawal": policy})
    pairing = {"method": "round_robin", "legs": 1}
    stage = make_stage(event, grouping={"method": "one"}, pairing=pairing)
    for number in (1, 2):
        for match in tables(stage, number):
            assert match.ew is not None
            first = min(match.ns.number, match.ew.number)
            won = Side.NS if first == match.ns.number else Side.EW
            enter_result(match=match, sheet=passed(won, loser_level=8), by=TEST)
    before = figures(stage)
    withdraw_pair(pair=pair_of(stage, 6), by=TEST)

    rows = {row.pair: row for row in stage_standings(stage).overall}
    assert rows[6].void is void
    met = {n for number in range(1, 6) for couple in couples(stage, number) if 6 in couple for n in couple}
    assert met == {1, 2, 3, 4, 5, 6}
    forfeits = Match.objects.filter(results__is_current=True, results__kind="forfeit").count()
    assert forfeits == 3
    shown = open_desk(event).get(f"/e/{event.slug}/desk/stages/1/standings/").content.decode()
    rule = "打了不到一半，全部成绩作废" if void else "已打的成绩有效，余下各轮按弃权"
    assert f"6 号退赛：{rule}" in shown

    reinstate_pair(pair=pair_of(stage, 6), by=TEST)
    assert figures(stage) == before


def late(stage: Stage, number: int, joined: int) -> None:
    """A pair that comes from round `joined` on."""
    pair = make_pair(stage.event, number)
    group = stage.groups.get()
    position = max(entry.position or 0 for entry in group.entries.all()) + 1
    StageEntry.objects.create(stage=stage, pair=pair, group=group, position=position, joined=joined)


def test_f15_a_late_pair_is_paired_from_the_next_round_on() -> None:
    stage = swiss_stage(pairs=8)
    play(stage, pair_next(stage))
    pair_next(stage)
    before = {number: couples(stage, number) for number in (1, 2)}
    ranks = [(row.pair, row.rank, row.points) for row in stage_standings(stage, 1).overall]
    late(stage, 9, joined=3)
    play(stage, 2)
    pair_next(stage)

    assert {number: couples(stage, number) for number in (1, 2)} == before
    assert len(tables(stage, 3)) == 4
    assert len(sitting_out(stage, 3)) == 1
    table = {row.pair: row for row in stage_standings(stage, 2).overall}
    assert (table[9].missed, table[9].played) == (2, 0)
    after = [(row.pair, row.rank, row.points) for row in stage_standings(stage, 1).overall if row.pair != 9]
    assert after == ranks


def test_a_late_pair_is_not_in_the_round_before_it_comes() -> None:
    stage = swiss_stage(pairs=8)
    late(stage, 9, joined=2)
    pair_next(stage)
    assert 9 not in {number for couple in couples(stage, 1) for number in couple} | set(sitting_out(stage, 1))


def by_units(*units: str) -> Event:
    event = make_event(pairs=0)
    for number, unit in enumerate(units, 1):
        make_pair(event, number, unit=unit)
    return event


def clashes(stage: Stage) -> list[frozenset[int]]:
    units = dict(stage.event.pairs.values_list("number", "unit__name"))
    return [one for one in couples(stage, 1) if len({units[number] for number in one}) == 1]


def test_f19_seven_units_of_two_never_meet_in_twenty_draws_of_round_one() -> None:
    stage = swiss_stage(by_units(*[f"第 {n // 2 + 1} 分会" for n in range(14)]))
    for seed in range(20):
        pair_round(stage=stage, seed=seed, by=TEST)
        assert clashes(stage) == []
        undo_round(stage=stage, number=1, by=TEST)


@pytest.mark.parametrize(
    ("same_unit", "told"), [("apart", True), ("ignore", False)], ids=["apart: told", "off: not told"]
)
def test_f19_ten_of_fourteen_ends_and_tells_what_it_could_not_avoid(same_unit: str, told: bool) -> None:
    units = ["历史系"] * 10 + ["数学系", "图书馆", "后勤处", "外语系"]
    stage = swiss_stage(by_units(*units), same_unit=same_unit)
    pair_round(stage=stage, seed=3, by=TEST)

    assert len(tables(stage, 1)) == 7
    notes = [one["code"] for one in Round.objects.get().notes]
    assert ("same_unit_meets" in notes) is told
    if told:
        assert len(clashes(stage)) == 3


def test_a_house_pair_plays_only_where_it_saves_a_bye() -> None:
    event = make_event(pairs=7)
    make_pair(event, 8, status=PairStatus.HOUSE)
    stage = swiss_stage(event)
    play(stage, pair_next(stage))
    assert (len(tables(stage, 1)), sitting_out(stage, 1)) == (4, [])
    withdraw_pair(pair=pair_of(stage, 7), by=TEST)
    pair_next(stage)
    assert 8 not in {number for couple in couples(stage, 2) for number in couple}
    assert (len(tables(stage, 2)), sitting_out(stage, 2)) == (3, [])


def test_who_is_left_alone_in_a_group_has_a_bye_and_the_other_groups_play_on() -> None:
    stage = swiss_stage(pairs=6, grouping={"method": "draw", "size": 3})
    play(stage, pair_next(stage))
    alone, *gone = stage.groups.order_by("ordinal")[0].entries.order_by("position")
    for entry in gone:
        withdraw_pair(pair=entry.pair, by=TEST)
    play(stage, pair_next(stage))

    assert alone.pair.number in sitting_out(stage, 2)
    assert len(tables(stage, 2)) == 1
    first = Round.objects.get(number=2, group=alone.group)
    assert [one["code"] for one in first.notes] == ["alone_in_group"]
    shown = open_desk(stage.event).get(f"/e/{stage.event.slug}/desk/stages/1/draw/").content.decode()
    assert f"A 组只剩 {alone.pair.number} 号，本轮轮空" in shown
