"""drawgroups, pairround and simulate: what the commands promise of groups and rounds."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from django.core.management.base import CommandError

from tests.tournament.contract.hall import Json, at_time, command, document, load, meet

pytestmark = pytest.mark.django_db

WIN = at_time("9", "5")


def undrawn(pairs: int, units: str = "", **stage: Any) -> str:
    """An event whose stage is still to be drawn; `units` has one character a pair."""
    archive = document(pairs, **stage)
    del archive["stages"][0]["groups"]
    archive["units"] = [{"name": unit} for unit in sorted(set(units))]
    for pair, unit in zip(archive["pairs"], units, strict=False):
        pair["unit"] = unit
    return load(archive)


def stage_of(slug: str) -> Json:
    dumped: Json = json.loads(command("dumpevent", slug))["stages"][0]
    return dumped


def groups_of(slug: str) -> list[list[int]]:
    return [group["pairs"] for group in stage_of(slug)["groups"]]


def rounds_of(slug: str) -> list[list[tuple[int, int]]]:
    """Who met whom, round by round; byes with 0."""
    return [
        [(match.get("ns", match.get("bye")), match.get("ew", 0)) for match in one["matches"]]
        for one in stage_of(slug)["rounds"]
    ]


@pytest.mark.parametrize(
    ("grouping", "pairs", "sizes"),
    [
        ({"method": "draw", "count": 4}, 14, [4, 4, 3, 3]),
        ({"method": "draw", "size": 4}, 14, [4, 4, 3, 3]),
        ({"method": "snake", "count": 4}, 14, [4, 4, 3, 3]),
        ({"method": "draw", "size": 4}, 5, [3, 2]),
        ({"method": "one"}, 5, [5]),
    ],
)
def test_groups_differ_by_at_most_one(grouping: Json, pairs: int, sizes: list[int]) -> None:
    slug = undrawn(pairs, grouping=grouping)

    command("drawgroups", slug, "预赛", "--seed", 1)

    assert [len(group) for group in groups_of(slug)] == sizes
    assert sorted(number for group in groups_of(slug) for number in group) == list(range(1, pairs + 1))


@pytest.mark.parametrize("method", ["draw", "snake"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seven_units_of_two_never_clash_and_a_seed_draws_the_same_again(method: str, seed: int) -> None:
    units = "甲甲乙乙丙丙丁丁戊戊己己庚庚"
    slug = undrawn(14, units, grouping={"method": method, "count": 4})

    command("drawgroups", slug, "预赛", "--seed", seed)
    first = groups_of(slug)
    command("drawgroups", slug, "预赛", "--seed", seed)

    assert groups_of(slug) == first
    assert all(len({units[number - 1] for number in group}) == len(group) for group in first)


@pytest.mark.parametrize(
    ("pairing", "legs"),
    [
        ({"method": "rotation", "rounds": 3}, 0),
        ({"method": "round_robin"}, 1),
        ({"method": "round_robin", "legs": 2}, 2),
    ],
    ids=["rotation", "single", "double"],
)
@pytest.mark.parametrize("pairs", range(2, 13))
def test_pairround_makes_all_rounds(pairs: int, pairing: Json, legs: int) -> None:
    slug = load(document(pairs, pairing=pairing))

    command("pairround", slug, "预赛")

    rounds = rounds_of(slug)
    met = Counter(frozenset(match) for one in rounds for match in one if match[1])
    full = pairs - 1 + pairs % 2
    assert len(rounds) == (full * legs if legs else min(3, full))
    assert all(sorted(n for match in one for n in match if n) == list(range(1, pairs + 1)) for one in rounds)
    assert set(met.values()) == {legs or 1}
    if legs:
        assert len(met) == pairs * (pairs - 1) // 2


def begun() -> Json:
    """A rotation of three rounds of which the file has the first, played, at tables of its own."""
    first = [meet(2, 5, WIN, table=21), meet(6, 1, WIN, table=22), meet(3, 4, WIN, table=24)]
    return document(6, [first], pairing={"method": "rotation", "rounds": 3})


def test_pairround_makes_the_rounds_that_a_file_lacks() -> None:
    slug = load(begun())

    said = command("pairround", slug, "预赛")

    rounds = rounds_of(slug)
    assert said.count("\n") == 2
    assert rounds[0] == [(2, 5), (6, 1), (3, 4)]
    assert set(Counter(frozenset(match) for one in rounds for match in one).values()) == {1}
    ns = Counter(match[0] for one in rounds for match in one)
    assert all(1 <= ns[number] <= 2 for number in range(1, 7))
    assert [[match["table"] for match in one["matches"]] for one in stage_of(slug)["rounds"]] == [
        [21, 22, 24]
    ] * 3
    with pytest.raises(CommandError):
        command("pairround", slug, "预赛")


def test_simulate_with_rounds_pairs_what_a_file_lacks_and_plays_up_to_there() -> None:
    slug = load(begun())

    command("simulate", slug, "--rounds", 2)
    command("simulate", slug, "--rounds", 2)

    stage = stage_of(slug)
    assert [one.get("state") for one in stage["rounds"]][:2] == ["closed", "closed"]
    assert ["result" in one["matches"][0] for one in stage["rounds"]] == [True, True, False]


def test_rounds_that_begin_no_rotation_are_not_continued() -> None:
    first = [meet(1, 2, WIN), {"missed": 3}, {"missed": 4}]
    slug = load(document(4, [first], pairing={"method": "rotation", "rounds": 3}))
    before = rounds_of(slug)

    with pytest.raises(CommandError):
        command("simulate", slug, "--rounds", 3)

    assert rounds_of(slug) == before


def test_a_group_that_no_round_names_gets_all_of_its_rounds() -> None:
    archive = document(8, [[meet(1, 2, WIN), meet(3, 4, WIN)]], pairing={"method": "rotation", "rounds": 3})
    archive["stages"][0]["groups"] = [
        {"name": "A", "pairs": [1, 2, 3, 4]},
        {"name": "B", "pairs": [5, 6, 7, 8]},
    ]
    slug = load(archive)

    command("pairround", slug, "预赛")

    assert [len(one) for one in rounds_of(slug)] == [4, 4, 4]


def test_drawgroups_says_what_the_sizes_and_units_bring_with_them() -> None:
    slug = undrawn(5, "甲甲甲乙乙", grouping={"method": "one"}, pairing={"method": "rotation", "rounds": 3})

    said = command("drawgroups", slug, "预赛", "--seed", 1)

    assert "3 队轮空一次，2 队没有轮空" in said
    assert "甲" in said
    assert "乙" in said
    few = undrawn_as("two", 2)
    assert "最多打 1 轮" in command("drawgroups", few, "预赛")


def undrawn_as(slug: str, pairs: int) -> str:
    archive = document(pairs, pairing={"method": "rotation", "rounds": 3})
    del archive["stages"][0]["groups"]
    return load(archive, slug)
