"""Who enters a later stage, what is carried along, and what a tie across the cut does."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import Side
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.factories import TEST, make_director, make_event, make_stage, passed, publish_all
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.publish import publish_standings
from tournament.actions.settle_tie import settle_tie
from tournament.actions.type_lots import set_groups
from tournament.errors import ActionRefused
from tournament.models import DrawKind, Event, Match, Stage
from tournament.queries.entrants import entering
from tournament.queries.standings import stage_standings
from tournament.wording import of_entry

pytestmark = pytest.mark.django_db

RULES = {
    "scheme": {"kind": "match-points", "win": "2", "draw": "1", "loss": "0"},
    "tiebreaks": ["lots"],
    "walkovers": {"bye": "0", "opponent": "2", "forfeiter": "0", "double": "0", "missed": "0"},
}


def heats(*sizes: int, draws: tuple[tuple[int, int], ...] = ()) -> Stage:
    """Round robins in groups of these sizes, numbers in order; the lower number wins, `draws` are drawn."""
    event = make_event(pairs=sum(sizes), rulebook="devzone-26", rules=RULES)
    stage = make_stage(
        event,
        drawn=False,
        grouping={"method": "manual"},
        pairing={"method": "round_robin"},
        same_unit="ignore",
    )
    numbers = iter(range(1, sum(sizes) + 1))
    set_groups(stage=stage, groups=[[next(numbers) for _ in range(size)] for size in sizes], by=TEST)
    make_rounds(stage=stage, by=TEST)
    publish_all(stage)
    for match in Match.objects.filter(round__group__stage=stage, kind="play").select_related("ns", "ew"):
        assert match.ew is not None
        pair = (match.ns.number, match.ew.number)
        if tuple(sorted(pair)) in draws:
            enter_result(match=match, sheet=level_at_time(), by=TEST)
        else:
            enter_result(match=match, sheet=passed(Side.NS if pair[0] < pair[1] else Side.EW), by=TEST)
    return stage


def level_at_time() -> Scoresheet:
    return Scoresheet(ns_level=9, ew_level=9, ended=Ended.TIME)


def later(source: Stage, **entry: Any) -> Stage:
    return make_stage(
        source.event,
        drawn=False,
        name="决赛",
        entry={"from": source.name, **entry},
        grouping={"method": "one"},
        pairing={"method": "round_robin"},
    )


def numbers(stage: Stage) -> list[int]:
    return [pair.number for pair in entering(stage).pairs]


@pytest.mark.parametrize("carry", ["none", "all", "half"])
@pytest.mark.parametrize(
    ("entry", "through"),
    [
        pytest.param({"top_per_group": 1}, [1, 5], id="the first of every group"),
        pytest.param({"top_per_group": 2}, [1, 5, 2, 6], id="winners before seconds"),
        pytest.param({"top": 4}, [1, 5, 2, 6], id="the best four of all"),
        pytest.param({"ranks": [3, 6]}, [2, 6, 3, 7], id="ranks three to six"),
        pytest.param({}, [1, 5, 2, 6, 3, 7, 4, 8], id="everybody"),
    ],
)
def test_every_way_of_entry_with_every_carry_over(
    entry: dict[str, Any], through: list[int], carry: str
) -> None:
    source = heats(4, 4)
    # Winners, seconds … of the two groups are equal, but no cut here goes between two of them.
    coming = entering(later(source, carry=carry, **entry))
    assert coming.ties == ()
    assert sorted(pair.number for pair in coming.pairs) == sorted(through)
    earned = {row.pair: row.points for row in stage_standings(source).overall}
    share = {"none": Decimal(0), "all": Decimal(1), "half": Decimal("0.5")}[carry]
    assert coming.carried == {number: earned[number] * share for number in through}


def test_carried_points_enter_the_total_and_nothing_else() -> None:
    final = later(heats(4, 4), top_per_group=2, carry="half")
    draw_groups(stage=final, seed=1, by=TEST)
    rows = {row.pair: row for row in stage_standings(final).groups[0].rows}
    assert {number: row.points for number, row in rows.items()} == {1: 3, 5: 3, 2: 2, 6: 2}
    assert {len(row.by_round) for row in rows.values()} == {0}


def test_f36_carried_points_follow_the_corrected_announcement_through_every_later_stage() -> None:
    """Pair 2 had beaten pair 1 after all: they change places, and half of what each won is carried."""
    source = heats(4, 4)
    publish_standings(stage=source, number=3, by=TEST)
    final = later(source, top_per_group=2, carry="half")
    draw_groups(stage=final, seed=1, by=TEST)
    match = Match.objects.get(round__group__stage=source, ns__number__in=[1, 2], ew__number__in=[1, 2])
    assert match.ew is not None
    second = Side.NS if match.ns.number == 2 else Side.EW
    enter_result(match=match, sheet=passed(second), by=TEST, reason="胜负填反")
    assert carried(final) == {1: 3, 2: 2, 5: 3, 6: 2}  # until it is announced

    publish_standings(stage=source, number=3, reason="胜负填反", by=TEST)

    assert carried(final) == {1: 2, 2: 3, 5: 3, 6: 2}
    line = source.event.journal.filter(verb="publish_standings").latest("pk")
    assert "决赛带入的积分随之更正" in of_entry(line)


def carried(stage: Stage) -> dict[int, Decimal]:
    return {one.pair.number: one.carried for one in stage.entries.select_related("pair")}


def test_best_next_is_compared_by_points_per_round_where_groups_differ_in_size() -> None:
    """Groups of 5 and 4: a second has 6 points in 5 rounds, a bye among them, the other 4 in 3."""
    source = heats(5, 4)
    rows = {row.pair: row for row in stage_standings(source).overall}
    assert (rows[2].points, rows[7].points) == (6, 4)
    assert (rows[2].points_per_round, rows[7].points_per_round) == (Fraction(6, 5), Fraction(4, 3))
    assert numbers(later(source, top_per_group=1, best_next=1)) == [1, 6, 7]


def test_equal_best_next_pairs_of_two_groups_are_parted_by_lots() -> None:
    source = heats(4, 4)
    final = later(source, top_per_group=1, best_next=1)
    (tie,) = entering(final).ties
    assert (tie.group, tie.numbers, tie.places) == (None, (2, 6), 1)
    settle_tie(stage=source, group=None, kind=DrawKind.CUT, numbers=[6, 2], seed=None, by=TEST)
    assert numbers(final) == [1, 5, 6]


@pytest.mark.parametrize(
    ("cut_tie", "through"),
    [pytest.param("lots", None, id="lots stop it"), pytest.param("all", [1, 5, 2, 6], id="all go through")],
)
def test_a_tie_across_the_cut_of_all(cut_tie: str, through: list[int] | None) -> None:
    final = later(heats(4, 4), top=3, cut_tie=cut_tie)
    if through is None:
        with pytest.raises(ActionRefused, match="cut_tied"):
            draw_groups(stage=final, seed=1, by=TEST)
        assert entering(final).ties[0].places == 1
    else:
        assert sorted(numbers(final)) == sorted(through)


def test_a_tie_inside_a_group_is_settled_for_that_group_alone() -> None:
    source = heats(3, 3, draws=((2, 3), (1, 2), (1, 3)))
    final = later(source, top_per_group=1)
    (tie,) = entering(final).ties
    assert tie.group is not None
    assert (tie.group.name, sorted(tie.numbers), tie.places) == ("A", [1, 2, 3], 1)
    settle_tie(stage=source, group=tie.group, kind=DrawKind.CUT, numbers=[3, 1, 2], seed=None, by=TEST)
    assert numbers(final) == [3, 4]


@pytest.mark.parametrize(
    ("gone", "entry", "through"),
    [
        pytest.param(1, {"top_per_group": 1}, [2, 5], id="a winner: the second of the group"),
        pytest.param(2, {"top_per_group": 2}, [1, 5, 3, 6], id="a second: the third"),
        pytest.param(5, {"ranks": [1, 2]}, [1], id="among ranks, the next of all"),
    ],
)
def test_a_qualifier_who_withdraws_gives_the_place_to_the_next(
    gone: int, entry: dict[str, Any], through: list[int]
) -> None:
    source = heats(4, 4)
    source.event.pairs.filter(number=gone).update(status="withdrawn")
    coming = entering(later(source, **entry))
    assert gone not in {pair.number for pair in coming.pairs}
    assert [pair.number for pair in coming.pairs][: len(through)] == through


def test_a_stage_waits_for_the_last_table_of_the_one_before() -> None:
    source = heats(4, 4)
    match = Match.objects.filter(round__group__stage=source, kind="play").first()
    assert match is not None
    match.results.update(is_current=False)
    with pytest.raises(ActionRefused, match="source_not_finished"):
        entering(later(source, top=2))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("grouping", [{"method": "one"}, {"method": "draw", "size": 4}, {"method": "unit"}])
@pytest.mark.parametrize("method", ["rotation", "round_robin", "swiss", "random", "knockout", "howell"])
def test_a_handful_of_pairs_is_drawn_or_refused_in_a_sentence_on_every_page(
    method: str, grouping: dict[str, Any], count: int
) -> None:
    event = make_event(pairs=count)
    rounds = {} if method in ("round_robin", "knockout") else {"rounds": 3}
    stage = make_stage(event, drawn=False, grouping=grouping, pairing={"method": method, **rounds})
    client = client_of(event)
    run, page = (reverse(name, args=[event.slug, stage.ordinal]) for name in ("draw-run", "draw"))

    drawn = client.post(run, {"submission": "k", "based_on": "0"})
    possible = count > 1 and grouping["method"] != "unit"
    if method != "knockout":  # a bracket is no matter of groups
        assert drawn.status_code == (302 if possible else 422), drawn.content.decode()
    assert stage.groups.exists() == (drawn.status_code == 302)
    assert client.get(page).status_code == 200
    assert client.get(reverse("event-plan", args=[event.slug])).status_code == 200


def client_of(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize(
    ("pairs", "sizes"), [(5, [3, 2]), (14, [4, 4, 3, 3]), (3, [3]), (7, [4, 3]), (9, [3, 3, 3])]
)
def test_groups_of_four_whatever_the_number_of_pairs(pairs: int, sizes: list[int]) -> None:
    stage = make_stage(pairs=pairs, group_size=4)
    assert [group.entries.count() for group in stage.groups.all()] == sizes
