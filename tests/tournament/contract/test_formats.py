"""Every format through the commands alone: drawn, paired, played and ranked, and the edges of each."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.management.base import CommandError

from tests.tournament.contract.formats import (
    DECIDED,
    ONE,
    byes,
    couples,
    dumped,
    field,
    is_sound,
    knockout,
    play_on,
    ranking,
    rounds_of,
    swiss,
)
from tests.tournament.contract.hall import command, document, load

pytestmark = pytest.mark.django_db

# Swiss


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_f01_seven_pairs_in_five_rounds_have_five_different_byes(seed: int) -> None:
    slug = swiss(7, 5)
    command("drawgroups", slug, "预赛", "--seed", seed)
    for number in range(1, 6):
        play_on(slug, number, seed)

    rounds = rounds_of(slug)
    assert all(is_sound(matches, set(range(1, 8))) for matches in rounds)
    assert len({bye for matches in rounds for bye in byes(matches)}) == 5
    met = Counter(couple for matches in rounds for couple in couples(matches))
    assert max(met.values()) == 1


@pytest.mark.parametrize("seed", range(1, 7))
def test_f09_six_pairs_find_five_rounds_where_the_greedy_way_ends_early(seed: int) -> None:
    """From the top down the last two of six can be left who have met; looking ahead, five rounds fit."""
    slug = swiss(6, 5)
    command("simulate", slug, "--all", "--seed", seed)

    rounds = rounds_of(slug)
    met = Counter(couple for matches in rounds for couple in couples(matches))
    assert [len(couples(matches)) for matches in rounds] == [3] * 5
    rematches = sum(count - 1 for count in met.values())
    marked = sum(match.get("rematch", False) for matches in rounds for match in matches)
    assert marked == rematches
    assert rematches <= 3  # only where six cannot be parted into couples that have not met


def test_f08_four_pairs_asked_for_a_fourth_round_meet_again_and_it_is_said() -> None:
    slug = swiss(4, 4)
    command("simulate", slug, "--rounds", 3)
    before = {couple for matches in rounds_of(slug) for couple in couples(matches)}
    assert len(before) == 6  # everybody has met everybody

    said = command("pairround", slug, "预赛", "--seed", 1)

    last = rounds_of(slug)[-1]
    assert [match["rematch"] for match in last] == [True, True]
    assert said.count("再次相遇") == 2


def test_a_fifth_round_of_four_is_refused_in_words() -> None:
    slug = swiss(4, 4)
    command("simulate", slug, "--all")

    with pytest.raises(CommandError, match="共 4 轮，都已编排"):
        command("pairround", slug, "预赛")

    assert len(rounds_of(slug)) == 4


@pytest.mark.parametrize("seed", [1, 2])
def test_a_unit_of_ten_among_fourteen_meets_itself_no_more_than_it_must(seed: int) -> None:
    """Four pairs of others can take four of the ten: six are left, three tables, in every round."""
    units = "甲" * 10 + "乙丙丁戊"
    slug = swiss(14, 3, units)
    command("simulate", slug, "--all", "--seed", seed)

    rounds = rounds_of(slug)
    for matches in rounds:
        inside = [couple for couple in couples(matches) if max(couple) <= 10]
        assert is_sound(matches, set(range(1, 15)))
        assert len(inside) == 3
    assert max(Counter(couple for matches in rounds for couple in couples(matches)).values()) == 1


def test_f06_the_same_round_is_paired_once() -> None:
    slug = swiss(7, 5)
    command("simulate", slug, "--rounds", 1)
    command("pairround", slug, "预赛", "--seed", 1)
    first = rounds_of(slug)

    with pytest.raises(CommandError, match="本轮已编排"):
        command("pairround", slug, "预赛", "--seed", 2)

    assert rounds_of(slug) == first
    assert (len(couples(first[1])), len(byes(first[1]))) == (3, 1)
    command("simulate", slug)
    assert sum(row["byes"] for row in ranking(slug)) == 2


def test_a_round_is_not_paired_while_a_table_has_no_result() -> None:
    slug = swiss(8, 3)
    command("drawgroups", slug, "预赛", "--seed", 1)
    command("pairround", slug, "预赛", "--seed", 1)

    with pytest.raises(CommandError) as refused:
        command("pairround", slug, "预赛", "--seed", 1)

    assert str(refused.value).endswith("。")
    assert len(rounds_of(slug)) == 1


@pytest.mark.parametrize("how", ["draw", "snake", "halves"])
def test_the_first_round_by_each_way(how: str) -> None:
    slug = field(8, grouping=ONE, pairing={"method": "swiss", "rounds": 3, "first_round": how})
    command("simulate", slug, "--rounds", 1, "--seed", 2)
    first = set(couples(rounds_of(slug)[0]))

    expected = {
        "snake": {frozenset((one, 9 - one)) for one in range(1, 5)},
        "halves": {frozenset((one, one + 4)) for one in range(1, 5)},
    }
    assert first == expected.get(how, first)
    assert is_sound(rounds_of(slug)[0], set(range(1, 9)))


# knock-out


def test_a_knock_out_of_thirteen_has_three_byes_and_twelve_matches() -> None:
    slug = knockout(13)
    command("simulate", slug, "--all", "--seed", 5)

    rounds = rounds_of(slug)
    assert [len(couples(matches)) for matches in rounds] == [5, 4, 2, 1]
    assert len(byes(rounds[0])) == 3
    assert not any(byes(matches) for matches in rounds[1:])
    assert [row["rank"] for row in ranking(slug)][:4] == [1, 2, 3, 3]
    assert sorted(row["pair"] for row in ranking(slug)) == list(range(1, 14))
    with pytest.raises(CommandError) as refused:
        command("pairround", slug, "预赛")
    assert str(refused.value).endswith("。")


@pytest.mark.parametrize(
    ("placing", "ranks"),
    [
        pytest.param(False, [1, 2, 3, 3, 5, 5, 5, 5], id="no third place"),
        pytest.param(True, [1, 2, 3, 4, 5, 5, 5, 5], id="a match for the third place"),
        pytest.param(8, list(range(1, 9)), id="every place of eight"),
    ],
)
def test_placing_matches_give_the_places_asked_for(placing: bool | int, ranks: list[int]) -> None:
    slug = knockout(8, placing=placing)
    command("simulate", slug, "--all", "--seed", 2)

    assert [row["rank"] for row in ranking(slug)] == ranks


@pytest.mark.parametrize("seed", range(1, 6))
def test_two_of_a_unit_can_meet_only_in_the_final(seed: int) -> None:
    slug = knockout(8, "甲乙丙丁戊己庚甲")
    command("drawgroups", slug, "预赛", "--seed", seed)

    lines = dumped(slug)["stages"][0]["groups"][0]["pairs"]
    assert (lines.index(1) < 4) != (lines.index(8) < 4)


def test_the_gaps_of_a_bracket_stay_empty_when_it_is_carried_elsewhere() -> None:
    slug = knockout(5)
    command("drawgroups", slug, "预赛", "--seed", 1)
    first = dumped(slug)
    lines = first["stages"][0]["groups"][0]["pairs"]
    assert sorted(number for number in lines if number) == [1, 2, 3, 4, 5]
    assert lines.count(None) >= 2  # three byes; one at the end of the list is not written

    again = load(first, "elsewhere")
    command("pairround", again, "预赛", "--seed", 1)
    command("pairround", slug, "预赛", "--seed", 1)

    assert rounds_of(again) == rounds_of(slug)
    assert len(couples(rounds_of(again)[0])) == 1


def test_a_redrawn_knock_out_goes_on_to_its_end() -> None:
    slug = knockout(11, redraw=True, lucky_losers=1)
    command("simulate", slug, "--all", "--seed", 3)

    assert ranking(slug)[0]["rank"] == 1
    assert len(couples(rounds_of(slug)[-1])) == 1


# groups of any size, and hardly anybody


@pytest.mark.parametrize("size", [3, 5, 7])
def test_groups_of_odd_size_everybody_plays_or_has_a_bye(size: int) -> None:
    slug = field(2 * size, grouping={"method": "draw", "count": 2})
    command("drawgroups", slug, "预赛", "--seed", 1)
    command("simulate", slug, "--rounds", 3)

    groups = [set(group["pairs"]) for group in dumped(slug)["stages"][0]["groups"]]
    assert [len(group) for group in groups] == [size, size]
    assert all(row["played"] + row["byes"] >= 1 for row in ranking(slug))


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_rotation_of_odd_groups_gives_different_byes(size: int) -> None:
    slug = field(size, grouping=ONE, pairing={"method": "rotation", "rounds": 3})
    command("simulate", slug, "--all")

    rounds = rounds_of(slug)
    assert len(rounds) == 3
    assert len({bye for matches in rounds for bye in byes(matches)}) == 3
    assert all(is_sound(matches, set(range(1, size + 1))) for matches in rounds)


METHODS = ["rotation", "round_robin", "howell", "swiss", "random", "knockout"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("pairs", [0, 1])
def test_nobody_and_one_alone_are_refused_in_words_and_nothing_is_stored(method: str, pairs: int) -> None:
    slug = field(pairs, grouping=ONE, pairing={"method": method, "rounds": 3}, rules=DECIDED)
    before = dumped(slug)

    for order in (
        ("drawgroups", slug, "预赛"),
        ("pairround", slug, "预赛"),
        ("simulate", slug, "--all"),
        ("simulate", slug, "--rounds", 1),
    ):
        with pytest.raises(CommandError) as refused:
            command(*order)
        assert str(refused.value).endswith("。")

    assert dumped(slug) == before


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("pairs", [2, 3, 4, 5])
def test_a_handful_plays_every_format_to_its_end(method: str, pairs: int) -> None:
    rounds = {"rotation": 3, "howell": 3, "swiss": 3}.get(method)
    pairing = {"method": method} | ({"rounds": rounds} if rounds else {})
    slug = field(pairs, grouping=ONE, pairing=pairing, rules=DECIDED)

    command("simulate", slug, "--all", "--seed", 7)

    rows = ranking(slug)
    assert sorted(row["pair"] for row in rows) == list(range(1, pairs + 1))
    assert sum(row["played"] for row in rows) >= 2
    for matches in rounds_of(slug):
        assert len(set(couples(matches))) == len(couples(matches))


def test_five_pairs_in_groups_of_four_are_three_and_two() -> None:
    slug = field(5, grouping={"method": "draw", "size": 4}, pairing={"method": "rotation", "rounds": 3})
    command("simulate", slug, "--all", "--seed", 1)

    assert [len(group["pairs"]) for group in dumped(slug)["stages"][0]["groups"]] == [3, 2]
    played: dict[str, set[int]] = {row["group"]: set() for row in ranking(slug)}
    for row in ranking(slug):
        played[row["group"]].add(row["played"])
    assert played == {"A": {2}, "B": {1}}


def test_f16_a_movement_is_checked_against_the_field_before_it_begins() -> None:
    """Built for 20: 24, 19 and 2 pairs play three different pairs where they can, one bye a round at most."""
    for pairs, rounds in ((24, 3), (19, 3), (2, 1)):
        archive = document(pairs, grouping=ONE, pairing={"method": "rotation", "rounds": 3})
        archive["stages"][0].pop("groups")
        slug = load(archive, f"sai-{pairs}")
        command("simulate", slug, "--all")
        made = rounds_of(slug)
        assert len(made) == rounds
        met = Counter(couple for matches in made for couple in couples(matches))
        assert max(met.values()) == 1
        assert all(is_sound(matches, set(range(1, pairs + 1))) for matches in made)
        sat_out = [bye for matches in made for bye in byes(matches)]
        assert len(sat_out) == len(set(sat_out)) == (pairs % 2) * rounds
