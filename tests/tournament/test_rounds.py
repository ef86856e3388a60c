"""Draws, rounds, publications, second stages: what may happen when, and what stays."""

from __future__ import annotations

import pytest

from scoring.rules import Side
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.factories import (
    TEST,
    make_pair,
    make_stage,
    passed,
    play_round,
)
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds, undo_draw
from tournament.actions.publish import (
    publish_groups,
    publish_standings,
    withdraw_publication,
)
from tournament.actions.run_round import close_round, reopen_round
from tournament.actions.settle_tie import settle_tie
from tournament.errors import ActionRefused
from tournament.models import Draw, DrawKind, Event, Match, PairStatus, Publication, Round, Stage, StageEntry
from tournament.queries.entrants import entering
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pairs", "sizes", "matches"),
    [
        pytest.param(14, [4, 4, 3, 3], 18, id="F18: 14 in groups of 4 play 18 matches"),
        pytest.param(32, [4] * 8, 48, id="32 in 8 groups"),
        pytest.param(2, [2], 1, id="two pairs play once"),
        pytest.param(5, [3, 2], 4, id="5 in groups of 4"),
    ],
)
def test_any_number_of_pairs_gets_groups_and_all_rounds(pairs: int, sizes: list[int], matches: int) -> None:
    stage = make_stage(pairs=pairs)
    assert [group.entries.count() for group in stage.groups.all()] == sizes
    assert Match.objects.filter(round__group__stage=stage, kind="play").count() == matches


def test_tables_never_clash_in_a_round() -> None:
    make_stage(pairs=41)
    for number in (1, 2, 3):
        tables = list(Match.objects.filter(round__number=number, kind="play").values_list("table", flat=True))
        assert len(set(tables)) == len(tables)
        assert set(tables) == set(range(1, len(tables) + 1))


def test_a_redraw_is_counted_and_the_same_seed_gives_the_same_groups() -> None:
    stage = make_stage(pairs=16, published=False, seed=7)
    first = Draw.objects.get(stage=stage, is_current=True)
    other = draw_groups(stage=stage, seed=8, by=TEST)
    again = draw_groups(stage=stage, seed=7, by=TEST)

    assert (first.ordinal, other.ordinal, again.ordinal) == (1, 2, 3)
    assert first.result == again.result != other.result
    assert first.inputs_digest == again.inputs_digest
    assert Draw.objects.filter(stage=stage).count() == 3


def test_f33_one_draw_for_a_form_sent_twice() -> None:
    stage = make_stage(pairs=8, drawn=False)
    for _ in range(2):
        draw_groups(stage=stage, seed=1, by=TEST, submission="draw-1")
    assert Draw.objects.filter(stage=stage).count() == 1


def test_published_groups_stand() -> None:
    stage = make_stage(pairs=8)
    with pytest.raises(ActionRefused, match="rounds_have_begun"):
        draw_groups(stage=stage, seed=2, by=TEST)
    with pytest.raises(ActionRefused, match="rounds_already_made"):
        make_rounds(stage=stage, by=TEST)


def test_publications_come_down_one_by_one_and_the_draw_can_be_undone() -> None:
    stage = make_stage(pairs=8)
    for publication in Publication.objects.filter(stage=stage, is_current=True):
        withdraw_publication(publication=publication, by=TEST, reason="有一队缺席")
    undo_draw(stage=stage, by=TEST)

    assert not stage.groups.exists()
    assert Publication.objects.filter(withdrawn_at__isnull=False).count() == 4
    assert Draw.objects.filter(stage=stage, is_current=True).count() == 0


def test_pairings_with_results_stay_up() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    up = Publication.objects.get(stage=stage, kind="pairings", round_number=1)
    with pytest.raises(ActionRefused, match="results_already_entered"):
        withdraw_publication(publication=up, by=TEST)


def test_f70_publishing_standings_leaves_the_pairings_up() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    made = publish_standings(stage=stage, number=1, by=TEST)

    kinds = Publication.objects.filter(stage=stage, is_current=True).values_list("kind", flat=True)
    assert sorted(kinds) == ["groups", "pairings", "pairings", "pairings", "standings"]
    assert made.number == 1
    assert made.rules == stage.resolved_rules


def test_a_second_publication_of_the_same_round_is_a_correction() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    second = publish_standings(stage=stage, number=1, by=TEST, reason="第 1 桌更正")

    assert (second.number, second.reason) == (2, "第 1 桌更正")
    assert Publication.objects.filter(kind="standings", is_current=True).get() == second


def test_a_round_closes_when_every_table_is_in_and_reopens_with_a_reason() -> None:
    stage = make_stage(pairs=8)
    with pytest.raises(ActionRefused) as refused:
        close_round(stage=stage, number=1, by=TEST)
    assert refused.value.params == {"count": 4, "tables": [1, 2, 3, 4]}
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    with pytest.raises(ActionRefused, match="reason_needed"):
        reopen_round(stage=stage, number=1, reason=" ", by=TEST)
    reopen_round(stage=stage, number=1, reason="漏收一张", by=TEST)
    assert set(Round.objects.filter(number=1).values_list("state", flat=True)) == {"playing"}


def test_results_wait_for_the_pairings_to_be_published() -> None:
    stage = make_stage(pairs=4, published=False)
    match = Match.objects.filter(round__group__stage=stage).first()
    assert match is not None
    with pytest.raises(ActionRefused, match="round_not_published"):
        enter_result(match=match, sheet=passed(Side.NS), by=TEST)


def test_counters_move_each_for_its_own_job() -> None:
    stage = make_stage(pairs=4)
    before = Event.objects.get(pk=stage.event_id)
    play_round(stage, 1)
    after = Event.objects.get(pk=stage.event_id)
    assert after.revision == before.revision + 2
    assert after.public_revision == before.public_revision
    publish_standings(stage=stage, number=1, by=TEST)
    assert Event.objects.get(pk=stage.event_id).public_revision == before.public_revision + 1


def test_the_demo_event_refuses_every_action() -> None:
    stage = make_stage(pairs=4)
    Event.objects.filter(pk=stage.event_id).update(is_demo=True)
    stage.event.refresh_from_db()
    with pytest.raises(ActionRefused, match="demo_is_read_only"):
        publish_groups(stage=Stage.objects.get(pk=stage.pk), by=TEST)
    assert Publication.objects.filter(kind="groups").count() == 1


def final_of(stage: Stage, **entry: object) -> Stage:
    return Stage.objects.create(
        event=stage.event,
        ordinal=2,
        name="决赛",
        entry={"from": stage.name, **entry},
        grouping={"method": "draw", "size": 4},
        pairing={"method": "rotation", "rounds": 3},
        same_unit="apart",
        resolved_rules=stage.resolved_rules,
    )


def all_played() -> Stage:
    stage = make_stage(pairs=8)
    for number in (1, 2, 3):
        play_round(stage, number)
    return stage


def test_the_final_takes_the_top_of_every_group_and_nothing_else() -> None:
    stage = all_played()
    final = final_of(stage, top_per_group=2)
    table = stage_standings(stage)
    expected = {row.pair for part in table.groups for row in part.rows[:2]}

    coming = entering(final)
    assert {pair.number for pair in coming.pairs} == expected
    assert set(coming.carried.values()) == {0}
    draw_groups(stage=final, seed=3, by=TEST)
    assert final.entries.count() == 4


def test_the_final_waits_for_every_result_of_the_heats() -> None:
    stage = make_stage(pairs=8, rounds_played=2)
    with pytest.raises(ActionRefused) as refused:
        entering(final_of(stage, top_per_group=2))
    assert refused.value.params == {"stage": "预赛", "count": 4}


def test_a_qualifier_who_withdrew_gives_the_place_to_the_next() -> None:
    stage = all_played()
    final = final_of(stage, top_per_group=1)
    table = stage_standings(stage)
    winner, second = (row.pair for row in table.groups[0].rows[:2])
    stage.event.pairs.filter(number=winner).update(status=PairStatus.WITHDRAWN)
    assert second in {pair.number for pair in entering(final).pairs}


def tied_stage() -> Stage:
    """Every match ends the same way: all pairs that sat alike are equal."""
    stage = make_stage(pairs=4)
    for match in Match.objects.filter(kind="play", round__group__stage=stage):
        sheet = Scoresheet(ns_level=9, ew_level=9, ended=Ended.TIME)
        enter_result(match=match, sheet=sheet, by=TEST)
    return stage


def test_a_tie_at_the_cut_stops_the_final_until_lots_are_drawn() -> None:
    stage = tied_stage()
    final = final_of(stage, top_per_group=2)
    coming = entering(final)
    assert [(tie.places, tie.numbers) for tie in coming.ties] == [(2, (1, 2, 3, 4))]
    with pytest.raises(ActionRefused, match="cut_tied"):
        draw_groups(stage=final, seed=1, by=TEST)

    group = stage.groups.get()
    settle_tie(stage=stage, group=group, kind=DrawKind.CUT, numbers=[3, 1, 4, 2], seed=None, by=TEST)
    assert [pair.number for pair in entering(final).pairs] == [3, 1]


def test_lots_feed_the_tiebreak_of_the_group() -> None:
    stage = tied_stage()
    assert {row.rank for row in stage_standings(stage).groups[0].rows} == {1}
    group = stage.groups.get()
    drawn = settle_tie(stage=stage, group=group, kind=DrawKind.LOTS, numbers=[1, 2, 3, 4], seed=99, by=TEST)
    rows = stage_standings(stage).groups[0].rows
    assert [row.pair for row in rows] == drawn.result
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert {row.decided_by for row in rows[1:]} == {"lots"}


def test_f15_a_late_pair_has_missed_the_closed_rounds_and_others_keep_their_points() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    before = {row.pair: row.points for row in stage_standings(stage).overall}
    close_round(stage=stage, number=1, by=TEST)
    group = stage.groups.order_by("ordinal")[0]
    late = make_pair(stage.event, 9)
    StageEntry.objects.create(stage=stage, pair=late, group=group, position=5, joined=2)

    rows = {row.pair: row for row in stage_standings(stage).overall}
    assert (rows[9].missed, rows[9].played, rows[9].points) == (1, 0, 0)
    assert {pair: row.points for pair, row in rows.items() if pair != 9} == before


@pytest.mark.parametrize("pairs", [8, 40])
def test_standings_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_stage(pairs=pairs, rounds_played=1)
    with django_assert_num_queries(5):
        stage_standings(stage)


def test_bye_of_a_round_drawn_ahead_counts_with_the_rounds_first_result() -> None:
    stage = make_stage(pairs=3, group_size=3)
    rows = stage_standings(stage).groups[0].rows
    assert [(row.rank, row.tied, row.byes) for row in rows] == [(1, True, 0)] * 3

    play_round(stage, 1)
    rows = stage_standings(stage).groups[0].rows
    assert sum(row.byes for row in rows) == 1
