"""Stages that follow each other, and events of every format carried elsewhere: through the commands alone."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.contract.formats import DECIDED, ONE, dumped, field, ranking
from tests.tournament.contract.hall import Json, command, document, load

pytestmark = pytest.mark.django_db

# stages that chain


GRADES = {
    "name": "等级赛",
    "entry": {"from": "预赛"},
    "grouping": {"method": "previous_rank"},
    "pairing": {"method": "random", "rounds": 1},
    "rulebook": "school-grades-final",
}


def test_units_then_grades_then_one_drawn_opponent() -> None:
    slug = field(
        10, "甲甲甲甲乙乙乙丙丙丁", rulebook="school-grades", stages=[GRADES],
        grouping={"method": "unit"}, pairing={"method": "round_robin"},
    )  # fmt: skip
    command("simulate", slug, "--all", "--seed", 6)

    units, grades = dumped(slug)["stages"]
    assert sorted(len(group["pairs"]) for group in units["groups"]) == [1, 2, 3, 4]
    assert [len(group["pairs"]) for group in grades["groups"]] == [4, 3, 2, 1]
    assert len(grades["rounds"]) == 1
    assert {row["group"] for row in ranking(slug)} == {group["name"] for group in grades["groups"]}


@pytest.mark.parametrize("final", [{"method": "knockout", "placing": True}, {"method": "swiss", "rounds": 3}])
def test_groups_then_a_final(final: Json) -> None:
    stage = {
        "name": "决赛", "entry": {"from": "预赛", "top_per_group": 2}, "pairing": final, "rules": DECIDED,
    }  # fmt: skip
    slug = field(16, grouping={"method": "draw", "size": 4}, stages=[stage])
    command("simulate", slug, "--all", "--seed", 4)

    assert len(ranking(slug)) == 8
    assert len(ranking(slug, "--stage", "预赛")) == 16
    assert ranking(slug)[0]["rank"] == 1


# what is carried elsewhere


_serial = count(1)
PLANS: list[Json] = [
    {"grouping": {"method": "draw", "size": 4}, "pairing": {"method": "rotation", "rounds": 3}},
    {"grouping": {"method": "snake", "count": 2}, "pairing": {"method": "round_robin", "legs": 2}},
    {"grouping": {"method": "unit"}, "pairing": {"method": "round_robin"}},
    {"grouping": ONE, "pairing": {"method": "swiss", "rounds": 4}, "same_unit": {"soft_rounds": 2}},
    {"grouping": {"method": "draw", "count": 2}, "pairing": {"method": "swiss", "rounds": 2}},
    {"grouping": ONE, "pairing": {"method": "random", "rounds": 2}},
    {"grouping": ONE, "pairing": {"method": "knockout", "placing": True}, "rules": DECIDED},
    {"grouping": ONE, "pairing": {"method": "knockout", "redraw": True, "lucky_losers": 1}, "rules": DECIDED},
    {"grouping": ONE, "pairing": {"method": "howell"}},
]


def _named(plan: Json) -> str:
    return f"{plan['grouping']['method']} {plan['pairing']['method']}"


@pytest.mark.parametrize("plan", PLANS, ids=_named)
@settings(max_examples=3)
@given(pairs=st.integers(4, 13), seed=st.integers(1, 2**31), stop=st.integers(0, 3))
def test_every_format_comes_back_byte_for_byte_and_ranks_the_same(
    plan: Json, pairs: int, seed: int, stop: int
) -> None:
    units = ("甲甲乙乙丙丙" * 3)[: pairs - pairs % 2] + "丁" * (pairs % 2)
    archive = document(pairs, **plan)
    archive["stages"][0].pop("groups")
    archive["units"] = [{"name": unit} for unit in sorted(set(units))]
    for pair, unit in zip(archive["pairs"], units, strict=True):
        pair["unit"] = unit
    slug = load(archive, f"one-{next(_serial)}")
    command("drawgroups", slug, "预赛", "--seed", seed)
    command("simulate", slug, "--seed", seed, *(["--rounds", stop] if stop else ["--all"]))

    first = command("dumpevent", slug)
    again = load(json.loads(first), f"{slug}-again")
    second = command("dumpevent", again)

    assert second.replace(f'"{again}"', f'"{slug}"') == first
    assert ranking(again) == ranking(slug)
    assert command("simulate", again, "--seed", seed, "--all") == command(
        "simulate", slug, "--seed", seed, "--all"
    )
    assert ranking(again) == ranking(slug)
