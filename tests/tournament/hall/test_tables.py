"""Which group plays at which tables: areas with gaps, fixed tables, sessions, stages side by side."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from pairing.errors import PairingError
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, play_round
from tournament.actions.draw_groups import draw_groups
from tournament.actions.make_rounds import make_rounds
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.run_round import close_round
from tournament.models import Event, Group, Match, Pair, Stage
from tournament.queries.hall import areas_of, hall_tables

pytestmark = pytest.mark.django_db
ROOMS = [{"name": "三楼会议室", "tables": [[1, 4], [7, 8]]}, {"name": "阅览室", "tables": [21, 24]}]
SWISS: dict[str, Any] = {"grouping": {"method": "one"}, "pairing": {"method": "swiss", "rounds": 3}}


def tables_of(stage: Stage, number: int | None = None) -> dict[str, set[int]]:
    """The tables by the names of the groups, of one round or of all."""
    found: dict[str, set[int]] = defaultdict(set)
    matches = Match.objects.filter(round__group__stage=stage, table__isnull=False)
    if number is not None:
        matches = matches.filter(round__number=number)
    for group, table in matches.values_list("round__group__name", "table"):
        found[group].add(table or 0)
    return dict(found)


def table_of(pair: Pair, number: int) -> int | None:
    """Where a pair plays in one round."""
    match = pair.matches_ns.filter(round__number=number).first()
    return (match or pair.matches_ew.get(round__number=number)).table


def drawn(event: Event, *, size: int = 4, sessions: tuple[str, ...] = (), **fields: Any) -> Stage:
    """A stage whose groups are drawn and have sessions, before its rounds are made."""
    stage = make_stage(event, group_size=size, published=False, **fields)
    for group, session in zip(stage.groups.all(), sessions, strict=False):
        Group.objects.filter(pk=group.pk).update(session=session)
    return stage


def test_every_group_keeps_its_own_tables_through_all_rounds() -> None:
    stage = make_stage(make_event(pairs=12), published=False)

    assert tables_of(stage) == {"A": {1, 2}, "B": {3, 4}, "C": {5, 6}}
    assert [tables_of(stage, number) for number in (1, 2, 3)] == [tables_of(stage)] * 3


def test_missing_numbers_are_left_out() -> None:
    stage = make_stage(make_event(pairs=16, areas=ROOMS), published=False)

    assert tables_of(stage) == {"A": {1, 2}, "B": {3, 4}, "C": {7, 8}, "D": {21, 22}}


def test_a_stage_plays_in_its_own_area_from_its_first_table_on() -> None:
    stage = make_stage(make_event(areas=ROOMS), pairs=8, published=False, areas=["阅览室"])
    other = make_stage(make_event(areas=ROOMS), pairs=8, published=False, first_table=4)

    assert tables_of(stage) == {"A": {21, 22}, "B": {23, 24}}
    assert tables_of(other) == {"A": {4, 7}, "B": {8, 21}}


def test_areas_know_their_tables() -> None:
    rooms = areas_of(make_event(pairs=2, areas=ROOMS))

    assert [area.numbers for area in rooms] == [(1, 2, 3, 4, 7, 8), (21, 22, 23, 24)]


@pytest.mark.parametrize("fields", [{}, SWISS], ids=["rotation", "swiss"])
def test_a_pair_stays_at_its_fixed_table_in_every_round(fields: dict[str, Any]) -> None:
    event = make_event(pairs=8)
    fixed = event.pairs.get(number=6)
    Pair.objects.filter(pk=fixed.pk).update(fixed_table=30)
    stage = make_swiss(event) if fields else make_stage(event, published=False)

    for number in (1, 2, 3) if not fields else (1,):
        assert table_of(fixed, number) == 30
        tables = Match.objects.filter(round__group__stage=stage, round__number=number)
        assert len(set(tables.values_list("table", flat=True))) == 4


def make_swiss(event: Event) -> Stage:
    """A Swiss of three rounds, its first one paired."""
    stage = make_stage(event, drawn=False, **SWISS)
    draw_groups(stage=stage, seed=1, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    return stage


def test_a_fixed_table_of_another_groups_block_belongs_to_the_pairs_group() -> None:
    event = make_event(pairs=8)
    stage = drawn(event)
    last = stage.groups.order_by("ordinal").last()
    assert last is not None
    pair = last.entries.order_by("position")[0].pair
    Pair.objects.filter(pk=pair.pk).update(fixed_table=1)
    make_rounds(stage=stage, by=TEST)

    assert tables_of(stage) == {"A": {2, 3}, "B": {1, 4}}
    assert {table_of(pair, number) for number in (1, 2, 3)} == {1}


def test_two_fixed_pairs_that_meet_are_named_in_that_round_alone() -> None:
    event = make_event(pairs=4)
    for number, table in ((1, 5), (2, 9)):
        event.pairs.filter(number=number).update(fixed_table=table)
    stage = make_stage(event, published=False)

    group = stage.groups.get()
    notes = {one.number: one.notes for one in group.rounds.all()}
    said = [note for one in notes.values() for note in one]
    assert said == [{"code": "fixed_table_lost", "pair": 2, "table": 9, "other": 1}]
    together = next(number for number, one in notes.items() if one)
    assert table_of(event.pairs.get(number=2), together) == 5
    assert {table_of(event.pairs.get(number=1), number) for number in (1, 2, 3)} == {5}


def test_groups_of_two_sessions_use_the_same_tables_again() -> None:
    event = make_event(pairs=16, areas=[{"name": "大厅", "tables": [1, 4]}])
    stage = make_stage(event, drawn=False)
    draw_groups(stage=stage, seed=1, by=TEST)
    with pytest.raises(PairingError) as refused:
        make_rounds(stage=stage, by=TEST)
    assert (refused.value.code, refused.value.params) == ("not_enough_tables", {"needed": 8, "have": 4})
    for name, session in (("A", "上午"), ("B", "上午"), ("C", "下午"), ("D", "下午")):
        stage.groups.filter(name=name).update(session=session)
    make_rounds(stage=stage, by=TEST)

    assert tables_of(stage) == {"A": {1, 2}, "B": {3, 4}, "C": {1, 2}, "D": {3, 4}}


def test_categories_side_by_side_get_tables_of_their_own() -> None:
    event = make_event(pairs=0)
    for number in range(1, 9):
        make_pair(event, number, category="女子" if number > 4 else "男子")
    men = make_stage(event, name="男子", entry={"category": "男子"}, published=False)
    women = make_stage(event, name="女子", entry={"category": "女子"}, published=False)

    assert tables_of(men) == {"A": {1, 2}}
    assert tables_of(women) == {"A": {3, 4}}


def test_a_final_uses_the_tables_of_its_heats_again_and_closed_rounds_are_free() -> None:
    event = make_event(pairs=8)
    heats = make_stage(event, name="预赛", rounds_played=3)
    final = make_stage(event, name="决赛", drawn=False, entry={"from": "预赛", "top": 4})
    beside = make_stage(event, name="友谊赛", drawn=False)

    assert hall_tables(final)[:3] == [1, 2, 3]
    assert hall_tables(beside)[:2] == [5, 6]
    for number in (1, 2, 3):
        close_round(stage=heats, number=number, by=TEST)
    assert hall_tables(beside)[:2] == [1, 2]


def test_a_swiss_puts_leaders_in_front_and_other_groups_open_tables_aside() -> None:
    event = make_event(pairs=8)
    stage = make_swiss(event)
    play_round_of(stage)
    pair_round(stage=stage, seed=2, by=TEST)

    leaders = Match.objects.get(round__group__stage=stage, round__number=2, table=1)
    table = Match.objects.get(round__group__stage=stage, round__number=2, table=4)
    assert leaders.round.basis["order"].index(leaders.ns.number) < leaders.round.basis["order"].index(
        table.ns.number
    )


def play_round_of(stage: Stage) -> None:
    """Publish, play and close round 1."""
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
