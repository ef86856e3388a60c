"""Knock-outs from files that say who met whom, and no more: ranks, the next round, the way to the end."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.core.management.base import CommandError

from tests.tournament.contract.formats import DECIDED, couples, dumped, ranking, rounds_of
from tests.tournament.contract.hall import Json, command, document, load, meet, passed
from tournament.models import Event
from tournament.queries.bracket import wrong_pairs

pytestmark = pytest.mark.django_db

Plan = list[list[tuple[int, ...]]]


def won(one: int, other: int, table: int) -> Json:
    """The lower number passes A; who sits 南北 changes from table to table."""
    ns, ew = (one, other) if table % 2 else (other, one)
    return meet(ns, ew, passed("ns" if ns < ew else "ew", "9"), table)


def played(matches: list[tuple[int, ...]]) -> list[Json]:
    """A round: couples at tables 1, 2 …, those alone have a bye."""
    tables = itertools.count(1)
    return [won(*one, next(tables)) if len(one) == 2 else {"bye": one[0]} for one in matches]


def knockout(
    pairs: int, rounds: list[list[tuple[int, ...]]], order: list[Any] | None = None, **how: Any
) -> Json:
    archive = document(
        pairs,
        [played(matches) for matches in rounds],
        pairing={"method": "knockout", **how},
        rules=DECIDED,
    )
    if order:
        archive["stages"][0]["groups"][0]["pairs"] = order
    return archive


FOUR: Plan = [[(1, 2), (3, 4)], [(1, 3), (2, 4)]]
EIGHT: Plan = [[(1, 2), (3, 4), (5, 6), (7, 8)], [(1, 3), (5, 7)], [(1, 5), (3, 7)]]
THIRTEEN: Plan = [
    [(1,), (2, 3), (4, 5), (6, 7), (8,), (9, 10), (11, 12), (13,)],
    [(1, 2), (4, 6), (8, 9), (11, 13)],
    [(1, 4), (8, 11)],
    [(1, 8), (4, 11)],
]
GAPS = [1, None, 2, 3, 4, 5, 6, 7, 8, None, 9, 10, 11, 12, None, 13]
FIELDS = [
    pytest.param(4, FOUR, None, id="4 pairs"),
    pytest.param(8, EIGHT, None, id="8 pairs"),
    pytest.param(13, THIRTEEN, GAPS, id="13 pairs and the gaps of their bracket"),
    pytest.param(13, THIRTEEN, None, id="13 pairs by number"),
]


def without_third(rounds: Plan) -> Plan:
    return [*rounds[:-1], rounds[-1][:1]]


def same_when_carried(slug: str) -> bool:
    first = dumped(slug)
    return bool(dumped(load(first, "elsewhere"))["stages"] == first["stages"])


def places(slug: str) -> list[list[tuple[list[int], int]]]:
    return [[(match["places"], match["slot"]) for match in matches] for matches in rounds_of(slug)]


def shared(pairs: int) -> list[int]:
    """1, 2, 3, 3, 5, 5, 5, 5, 9 …"""
    return [1] + [1 + (1 << (place - 1).bit_length() - 1) for place in range(2, pairs + 1)]


@pytest.mark.parametrize(("pairs", "rounds", "order"), FIELDS)
@pytest.mark.parametrize("third", [False, True], ids=["no third place", "third place"])
def test_a_whole_knock_out_is_ranked(pairs: int, rounds: Any, order: Any, third: bool) -> None:
    how = {"placing": True} if third else {}
    slug = load(knockout(pairs, rounds if third else without_third(rounds), order, **how))

    ranks = shared(pairs)
    if third:
        ranks[3] = 4
    rows = ranking(slug)
    assert [row["rank"] for row in rows] == ranks
    assert rows[0]["pair"] == 1
    assert rows[1]["pair"] == rounds[-1][0][1]
    if third:
        assert (rows[2]["pair"], rows[3]["pair"]) == rounds[-1][1]
    assert same_when_carried(slug)
    assert wrong_pairs(Event.objects.get(slug=slug).stages.get()) == []
    with pytest.raises(CommandError, match="没有下一轮"):
        command("pairround", slug, "预赛")


@pytest.mark.parametrize(("pairs", "rounds", "order"), FIELDS)
@pytest.mark.parametrize("third", [False, True], ids=["no third place", "third place"])
def test_a_file_that_stops_is_played_on(pairs: int, rounds: Any, order: Any, third: bool) -> None:
    how = {"placing": True} if third else {}
    slug = load(knockout(pairs, rounds[:-1], order, **how))

    command("pairround", slug, "预赛", "--seed", 1)

    last = [frozenset(one) for one in (rounds if third else without_third(rounds))[-1]]
    assert couples(rounds_of(slug)[-1]) == last
    command("simulate", slug, "--all")
    assert [row["rank"] for row in ranking(slug)][:4] == ([1, 2, 3, 4] if third else [1, 2, 3, 3])
    assert same_when_carried(slug)


@pytest.mark.parametrize(("pairs", "rounds", "order"), FIELDS)
def test_a_file_with_its_first_round_alone_is_played_to_the_end(pairs: int, rounds: Any, order: Any) -> None:
    slug = load(knockout(pairs, rounds[:1], order))

    command("simulate", slug, "--all")

    assert [len(couples(matches)) for matches in rounds_of(slug)] == [
        sum(len(one) == 2 for one in matches) for matches in without_third(rounds)
    ]
    assert [row["rank"] for row in ranking(slug)] == shared(pairs)


def test_the_bracket_tells_the_slots() -> None:
    assert places(load(knockout(8, EIGHT, placing=True))) == [
        [([1, 8], 1), ([1, 8], 2), ([1, 8], 3), ([1, 8], 4)],
        [([1, 4], 1), ([1, 4], 2)],
        [([1, 2], 1), ([3, 4], 1)],
    ]


@pytest.mark.parametrize("order", [GAPS, None], ids=["with gaps", "by number"])
def test_byes_that_nobody_wrote_down_are_added(order: Any) -> None:
    rounds = [[one for one in matches if len(one) == 2] for matches in THIRTEEN]
    slug = load(knockout(13, rounds[:1], order))

    assert sorted(match["bye"] for match in rounds_of(slug)[0] if "bye" in match) == [1, 8, 13]
    command("simulate", slug, "--all")
    assert [row["rank"] for row in ranking(slug)] == shared(13)


def test_any_order_of_the_group_gives_the_same_ranks() -> None:
    """Who met whom was drawn by hand, whatever the group says: winners still meet where they met."""
    rounds = [[(1, 8), (2, 7), (3, 6), (4, 5)], [(1, 4), (2, 3)], [(1, 2), (3, 4)]]
    slug = load(knockout(8, rounds, placing=True))

    assert [(row["pair"], row["rank"]) for row in ranking(slug)][:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert wrong_pairs(Event.objects.get(slug=slug).stages.get()) == []
    assert same_when_carried(slug)


def test_places_down_to_eight() -> None:
    rounds: Plan = [*EIGHT[:1], [*EIGHT[1], (2, 4), (6, 8)], [(1, 5), (3, 7), (2, 6), (4, 8)]]
    rows = ranking(load(knockout(8, rounds, placing=8)))
    assert [(row["pair"], row["rank"]) for row in rows] == [
        (1, 1), (5, 2), (3, 3), (7, 4), (2, 5), (6, 6), (4, 7), (8, 8),
    ]  # fmt: skip


def test_a_third_place_played_before_the_final() -> None:
    rows = ranking(load(knockout(4, [*FOUR[:1], [(2, 4)], [(1, 3)]])))
    assert [(row["pair"], row["rank"]) for row in rows] == [(1, 1), (3, 2), (2, 3), (4, 4)]


def test_a_stage_drawn_afresh_is_placed_by_who_is_in() -> None:
    rounds: Plan = [
        [(1, 11), (2, 10), (3, 9), (4, 8), (5, 7), (6,)],
        [(1, 6), (2, 5), (3, 4)],
        [(1, 3), (2,)],
    ]
    slug = load(knockout(11, rounds, redraw=True))

    assert [matches[0]["places"] for matches in rounds_of(slug)] == [[1, 16], [1, 8], [1, 4]]
    command("pairround", slug, "预赛", "--seed", 1)
    assert couples(rounds_of(slug)[-1]) == [frozenset((1, 2))]
    command("simulate", slug, "--all")
    assert sorted(row["pair"] for row in ranking(slug)[:2]) == [1, 2]
    assert same_when_carried(slug)


def test_a_lucky_loser_comes_back() -> None:
    rounds = [[(1, 6), (2, 5), (3, 4)], [(1, 4), (2, 3)], [(1, 2)]]
    slug = load(knockout(6, rounds, redraw=True, lucky_losers=1))
    assert [(row["pair"], row["rank"]) for row in ranking(slug)][:2] == [(1, 1), (2, 2)]
    with pytest.raises(CommandError, match=r"rounds\[1\].matches\[0\].*4 号按前面的成绩已经出局"):
        load(knockout(6, rounds, redraw=True), "second")


def test_who_has_lost_does_not_play_for_the_first_place() -> None:
    with pytest.raises(
        CommandError, match=r"\$\.stages\[0\]\.rounds\[1\]\.matches\[1\].*2 号按前面的成绩已经出局"
    ):
        load(knockout(8, [*EIGHT[:1], [(1, 3), (2, 5)]]))
    assert not Event.objects.exists()


def test_losers_of_different_rounds_play_for_no_place() -> None:
    rounds: Plan = [EIGHT[0], EIGHT[1], [(1, 5), (2, 3)]]
    with pytest.raises(CommandError, match=r"rounds\[2\]\.matches\[1\].*看不出这一场争的是第几名"):
        load(knockout(8, rounds))


def test_a_pair_that_goes_on_without_a_result_is_known_by_its_next_match() -> None:
    file = knockout(4, without_third(FOUR))
    del file["stages"][0]["rounds"][0]["matches"][0]["result"]
    slug = load(file)
    assert places(slug) == [[([1, 4], 1), ([1, 4], 2)], [([1, 2], 1)]]


def test_both_of_an_open_match_do_not_play_on() -> None:
    file = knockout(4, FOUR)
    del file["stages"][0]["rounds"][0]["matches"][0]["result"]
    with pytest.raises(CommandError, match="上一场还没有分出胜负"):
        load(file)


def test_what_a_file_tells_it_keeps() -> None:
    file = knockout(4, without_third(FOUR))
    for match in file["stages"][0]["rounds"][0]["matches"]:
        match |= {"places": [1, 4], "slot": 3 - match["table"]}
    slug = load(file)
    assert places(slug) == [[([1, 4], 2), ([1, 4], 1)], [([1, 2], 1)]]


def test_a_bye_without_its_place_in_a_file_that_tells_the_others() -> None:
    slug = load(knockout(3, [[(1,), (2, 3)], [(1, 2)]], [1, None, 2, 3]))
    file = dumped(slug)
    bye = next(match for match in file["stages"][0]["rounds"][0]["matches"] if "bye" in match)
    del bye["places"], bye["slot"]
    assert rounds_of(load(file, "again")) == rounds_of(slug)
