"""Who is ahead: every tie-break, shared ranks, and who is not ranked, from the file to the ranking."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tournament.contract.hall import (
    Json,
    at_time,
    by_pair,
    command,
    document,
    load,
    meet,
    passed,
    ranking,
)

pytestmark = pytest.mark.django_db

POINTS: dict[str, Any] = {"scheme": "match-points", "walkovers": {"bye": None, "opponent": None}}
WIN, LOSS, DRAW = at_time("9", "5"), at_time("5", "9"), at_time("9", "9")


def rules(*tiebreaks: str, **more: Any) -> Json:
    walkovers = {**POINTS["walkovers"], **more.pop("walkovers", {})}
    return {**POINTS, "tiebreaks": list(tiebreaks), **more, "walkovers": walkovers}


def order(rows: list[Json]) -> list[tuple[int | None, int, bool, str | None]]:
    return [(row["rank"], row["pair"], row["tied"], row["decided_by"]) for row in rows]


def test_progressive_cut1_of_2_0_1_is_5() -> None:
    rounds = [[meet(1, 2, WIN)], [meet(1, 3, LOSS)], [meet(1, 4, DRAW)]]

    row = by_pair(document(4, rounds, rules=rules("progressive", "progressive_cut1")))[1]

    assert row["points"] == "3"
    assert row["tiebreaks"] == {"progressive": "7", "progressive_cut1": "5"}


def test_progressive_has_walk_overs_in_it() -> None:
    rounds = [[{"bye": 1}, meet(2, 3, WIN)], [{"missed": 1}, meet(2, 3)], [meet(1, 2, {"forfeit": "ew"})]]
    archive = document(3, rounds, rules=rules("progressive", walkovers={"missed": "-1"}))

    assert by_pair(archive)[1]["tiebreaks"]["progressive"] == "6"  # 2 + 1 + 3


# 1 beat 2, 2 beat 3, 3 beat 1; 4 lost to all but never met 3.
RING = [
    [meet(1, 2, at_time("9", "8")), meet(3, 4, WIN)],
    [meet(2, 3, at_time("9", "5")), meet(1, 4, WIN)],
    [meet(3, 1, at_time("9", "7")), meet(2, 4, WIN)],
]


@pytest.mark.parametrize(
    ("mode", "rounds", "values"),
    [
        pytest.param("two", RING, [None, None, None], id="three are tied: skipped"),
        pytest.param("all_met", RING, ["2", "2", "2"], id="all met"),
        pytest.param("any", RING, ["2", "2", "2"], id="any"),
        pytest.param(
            "all_met",
            [[meet(1, 2, WIN), meet(3, 4, WIN)], [meet(2, 4, WIN)]],
            [None, None, None],
            id="two of three never met: skipped whole",
        ),
        pytest.param(
            "any",
            [[meet(1, 2, WIN), meet(3, 4, WIN)], [meet(2, 4, WIN)]],
            ["2", "0", "0"],
            id="any: only what was played",
        ),
    ],
)
def test_head_to_head_among_three(mode: str, rounds: list[list[Json]], values: list[str | None]) -> None:
    rows = by_pair(document(4, rounds, rules=rules("head_to_head", head_to_head=mode)))

    assert {rows[pair]["points"] for pair in (1, 2, 3)} in ({"4"}, {"2"})
    assert [rows[pair]["tiebreaks"]["head_to_head"] for pair in (1, 2, 3)] == values


def test_head_to_head_counts_forfeits_and_is_computed_once() -> None:
    rounds = [[meet(1, 2, {"forfeit": "ns"}), meet(3, 4, WIN)], [meet(1, 3, WIN), meet(2, 4, LOSS)]]
    rows = ranking(document(4, rounds, rules=rules("head_to_head", "wins", head_to_head="any")))

    # All four have 2: among them 1 took 2 from 3, 2 took 2 from 1, 3 took 2 from 4, 4 took 2 from 2.
    assert [row["tiebreaks"]["head_to_head"] for row in rows] == ["2"] * 4
    assert [row["rank"] for row in rows] == [1] * 4
    assert all(row["tied"] for row in rows)


def test_head_to_head_two_separates_exactly_two() -> None:
    rounds = [[meet(1, 2, LOSS), meet(3, 4, WIN)], [meet(1, 3, WIN), meet(2, 4, WIN)], [meet(1, 4, WIN)]]
    rows = ranking(document(4, rounds, rules=rules("head_to_head")))

    assert order(rows) == [
        (1, 2, False, None),
        (2, 1, False, "head_to_head"),
        (3, 3, False, None),
        (4, 4, False, None),
    ]


def test_a_tie_break_never_restarts_for_those_still_equal() -> None:
    """Three have 4: `two` skips them, wins part one, and the two left are not compared with each other."""
    rounds = [
        [meet(1, 2, WIN), meet(3, 4, WIN)],
        [meet(2, 3, WIN), {"bye": 1}],
        [meet(3, 4, WIN), meet(2, 5, WIN)],
    ]
    rows = ranking(document(5, rounds, rules=rules("head_to_head", "wins", bye_is_win=False)))

    assert order(rows)[:3] == [(1, 2, True, None), (1, 3, True, None), (3, 1, False, "wins")]
    assert [row["tiebreaks"]["head_to_head"] for row in rows[:3]] == [None] * 3


@pytest.mark.parametrize(
    ("setting", "value"), [("zero", "9"), ("lowest", "13.5")], ids=["bye adds 0", "bye adds the lowest total"]
)
def test_opponents_points_without_penalties_and_byes_as_set(setting: str, value: str) -> None:
    half = {"kind": "match-points", "win": "2", "draw": "1.5", "loss": "0.5"}
    rounds = [
        [meet(1, 2, WIN), {"bye": 3}],  # 2, 0.5, 2
        [meet(2, 3, WIN), {"bye": 1}],  # 2, 2, 0.5
        [meet(1, 2, LOSS), {"bye": 3}],  # 0.5, 2, 2
    ]
    archive = document(3, rounds, rules={**rules("opponents_points", bye_opponent=setting), "scheme": half})
    archive["penalties"] = [{"pair": 2, "stage": "预赛", "grade": "warning", "points": "-1"}]

    rows = by_pair(archive)

    assert [rows[pair]["points"] for pair in (1, 2, 3)] == ["4.5", "3.5", "4.5"]
    # 1 met 2 (4.5 without the penalty) twice, and had one bye.
    assert rows[1]["tiebreaks"]["opponents_points"] == value


def test_opponents_points_count_a_forfeited_opponent() -> None:
    rounds = [[meet(1, 2, {"forfeit": "ew"}), meet(3, 4, WIN)], [meet(2, 3, WIN)]]

    assert by_pair(document(4, rounds, rules=rules("opponents_points")))[1]["tiebreaks"] == {
        "opponents_points": "2"
    }


@pytest.mark.parametrize(("counts", "wins"), [(True, "2"), (False, "1")])
def test_wins_have_forfeit_wins_and_byes_by_setting(counts: bool, wins: str) -> None:
    rounds = [[{"bye": 1}, meet(2, 3, WIN)], [meet(1, 2, {"forfeit": "ew"}), {"bye": 3}]]

    assert (
        by_pair(document(3, rounds, rules=rules("wins", bye_is_win=counts)))[1]["tiebreaks"]["wins"] == wins
    )


def test_levels_sum_adds_one_for_passing_and_nothing_for_walk_overs() -> None:
    rounds = [
        [meet(1, 2, passed("ns", "7", 2))],
        [{"bye": 1}, meet(2, 3, LOSS)],
        [meet(1, 3, at_time("K", "A"))],
    ]

    rows = by_pair(document(3, rounds, rules=rules("levels_sum", "level_diff_sum")))

    assert rows[1]["tiebreaks"] == {"levels_sum": "24", "level_diff_sum": "7"}  # 13 + 11; 8 + 0 − 1


def test_best_and_second_best_round() -> None:
    rounds = [
        [meet(1, 2, at_time("9", "5"))],
        [meet(1, 3, at_time("9", "3"))],
        [{"missed": 1}, meet(2, 3, DRAW)],
    ]
    archive = document(3, rounds, rules={"tiebreaks": ["best_round", "second_best_round"]})

    assert by_pair(archive)[1]["tiebreaks"] == {"best_round": "19", "second_best_round": "17"}


def test_fewest_penalties_count_from_a_warning_up_and_never_the_cancelled() -> None:
    archive = document(3, [[meet(1, 2, DRAW)]], rules=rules("fewest_penalties"))
    archive["penalties"] = [
        {"pair": 1, "stage": "预赛", "grade": "oral_warning"},
        {"pair": 1, "stage": "预赛", "grade": "warning", "cancelled": "误记"},
        {"pair": 1, "grade": "warning"},
        {"pair": 2, "stage": "预赛", "grade": "violation"},
    ]

    rows = ranking(archive)

    assert [(row["pair"], row["tiebreaks"]["fewest_penalties"]) for row in rows] == [
        (1, "0"),
        (2, "1"),
        (3, "0"),
    ]
    assert rows[1]["decided_by"] == "fewest_penalties"


def test_lots_are_the_place_drawn_and_separate_only_who_drew() -> None:
    rounds = [[meet(1, 2, DRAW), meet(3, 4, DRAW)]]
    rows = ranking(document(4, rounds, rules=rules("lots"), lots={"A": [3, 1, 4, 2]}))

    assert order(rows) == [
        (1, 3, False, None),
        (2, 1, False, "lots"),
        (3, 4, False, "lots"),
        (4, 2, False, "lots"),
    ]
    assert [row["tiebreaks"]["lots"] for row in rows] == ["1", "2", "3", "4"]


def test_s1b_ace_time_winners_byes_losers_forfeits() -> None:
    def timed(side: str, minutes: int) -> Json:
        return passed(side, "9", minutes=minutes)

    matches = [
        meet(1, 2, timed("ns", 50)),
        meet(3, 4, timed("ew", 30)),
        meet(5, 6, {"forfeit": "ns"}),
        {"bye": 7},
        meet(
            8, 9, {"ns_level": "A", "ew_level": "5", "ended": "ace_failed", "winner": "ew", "seconds": 2101}
        ),
    ]
    archive = document(
        9, [matches], rulebook="school-grades-final", pairing={"method": "random", "rounds": 1}
    )

    rows = ranking(archive)

    assert [row["pair"] for row in rows] == [4, 9, 1, 6, 7, 2, 8, 3, 5]
    assert [row["tiebreaks"]["ace_time"] for row in rows] == [
        "1800",
        "2101",
        "3000",
        None,
        None,
        "3000",
        "2101",
        "1800",
        None,
    ]
    assert (rows[3]["rank"], rows[4]["rank"], rows[3]["tied"]) == (4, 4, True)
    assert [row["points"] for row in rows] == ["1"] * 5 + ["0"] * 4


def test_shared_ranks_go_1_2_2_4() -> None:
    rounds = [[meet(1, 2, DRAW), meet(3, 4, WIN)]]

    assert order(ranking(document(4, rounds, rules=rules("wins")))) == [
        (1, 3, False, None),
        (2, 1, True, None),
        (2, 2, True, None),
        (4, 4, False, None),
    ]


def test_ranks_use_exact_figures() -> None:
    third = {"kind": "match-points", "win": "0.333333", "draw": "0.1", "loss": "0"}
    rounds = [[meet(1, 2, WIN), meet(3, 4, WIN)], [meet(1, 3, DRAW)]]
    archive = document(4, rounds, rules={**rules(), "scheme": third})
    archive["penalties"] = [{"pair": 1, "stage": "预赛", "grade": "warning", "points": "-0.01"}]

    rows = ranking(archive)

    assert [(row["pair"], row["points"], row["rank"]) for row in rows[:2]] == [
        (3, "0.433333", 1),
        (1, "0.423333", 2),
    ]


def test_penalty_points_change_the_total_only() -> None:
    archive = document(2, [[meet(1, 2, WIN)]], rules=rules("progressive", "best_round"))
    archive["penalties"] = [
        {"pair": 1, "stage": "预赛", "round": 1, "grade": "demotion", "points": "-3"},
        {"pair": 2, "grade": "demotion", "points": "-9"},
    ]

    rows = by_pair(archive)

    assert (rows[1]["points"], rows[2]["points"]) == ("-1", "0")
    assert rows[1]["tiebreaks"] == {"progressive": "2", "best_round": "2"}


def test_a_disqualified_pair_stands_last_without_rank_and_its_opponents_keep_theirs() -> None:
    archive = document(3, [[meet(1, 2, LOSS)], [meet(1, 3, WIN)]], rules=rules("opponents_points"))
    archive["pairs"][0]["status"] = "disqualified"

    rows = ranking(archive)

    assert order(rows) == [(1, 2, False, None), (2, 3, False, None), (None, 1, False, None)]
    assert rows[0]["tiebreaks"]["opponents_points"] == "2"


def test_a_house_pair_has_no_row_and_its_opponents_results_count() -> None:
    archive = document(3, [[meet(1, 2, WIN)], [meet(1, 3, LOSS)]], rules=rules("opponents_points"))
    archive["pairs"][2]["status"] = "house"

    rows = ranking(archive)

    assert [(row["pair"], row["points"]) for row in rows] == [(1, "2"), (2, "0")]
    assert rows[0]["tiebreaks"]["opponents_points"] == "2"


def test_an_active_pair_that_a_closed_round_does_not_name_has_missed_it() -> None:
    rounds = [[meet(1, 2, WIN)], [meet(1, 3, WIN)]]
    archive = document(3, rounds, rules=rules("progressive", walkovers={"missed": "-1"}), joined={"3": 2})

    rows = by_pair(archive)

    assert [rows[pair]["points"] for pair in (1, 2, 3)] == ["4", "-1", "-1"]
    assert rows[3]["tiebreaks"]["progressive"] == "-2"  # −1, then −1 + 0


def test_a_pair_that_came_late_and_left_again_missed_the_rounds_before_it_came() -> None:
    rounds = [[meet(1, 2, WIN)], [meet(1, 3, WIN)], [meet(1, 2, WIN)]]
    archive = document(
        3, rounds, rules=rules("wins", walkovers={"missed": "-1"}), joined={"3": 2}, left={"3": 3}
    )

    assert by_pair(archive)[3]["points"] == "-1"


def test_a_round_missed_in_another_group_is_nobodys() -> None:
    archive = document(4, rules=rules("wins", walkovers={"missed": "-1"}))
    archive["stages"][0]["groups"] = [{"name": "A", "pairs": [1, 2]}, {"name": "B", "pairs": [3, 4]}]
    match = {"group": "A", **meet(1, 2, WIN)}
    archive["stages"][0]["rounds"] = [{"number": 1, "state": "closed", "matches": [match]}]

    rows = ranking(archive)

    assert [(row["group"], row["pair"], row["points"], row["rank"]) for row in rows] == [
        ("A", 1, "2", 1),
        ("A", 2, "0", 2),
        ("B", 3, "0", 1),
        ("B", 4, "0", 1),
    ]
    assert rows[2]["tied"]


@pytest.mark.parametrize("told", ["left", "status", "both"])
@pytest.mark.parametrize(
    ("withdrawal", "played", "points"),
    [
        pytest.param("forfeit_rest", 1, "6 0 2 2", id="forfeits stand"),
        pytest.param("void_if_under_half", 1, "4 0 0 0", id="one of three: void"),
        pytest.param("void_if_under_half", 2, "6 0 2 2", id="two of three: stands"),
    ],
)
def test_a_pair_that_withdrew(told: str, withdrawal: str, played: int, points: str) -> None:
    """2 withdrew: it lost to 1, then 3 and 4 (1 played them) met a forfeit or beat it."""
    gone = [WIN if done else {"forfeit": "ew"} for done in (True, played > 1, False)]
    rounds = [
        [meet(1, 2, gone[0]), meet(3, 4)],
        [meet(3, 2, gone[1]), meet(1, 4, WIN)],
        [meet(4, 2, gone[2]), meet(1, 3, WIN)],
    ]
    archive = document(4, rounds, rules=rules("wins", withdrawal=withdrawal))
    if told != "status":
        archive["stages"][0]["left"] = {"2": played + 1}
    if told != "left":
        archive["pairs"][1]["status"] = "withdrawn"

    rows = by_pair(archive)

    assert [rows[pair]["points"] for pair in (1, 2, 3, 4)] == points.split()


KNOWN_ORDERS = [
    ["progressive_cut1", "wins", "level_diff_sum", "levels_sum", "lots"],
    ["head_to_head", "wins", "best_round", "second_best_round"],
    ["opponents_points", "wins", "levels_sum", "lots"],
]


@pytest.mark.parametrize("keys", KNOWN_ORDERS, ids=["union event", "another", "club"])
def test_every_row_has_every_key_of_the_list(keys: list[str]) -> None:
    rows = ranking(document(4, RING, rules=rules(*keys)))

    assert all(list(row["tiebreaks"]) == keys for row in rows)


def test_the_lots_of_an_only_group_settle_who_goes_on() -> None:
    rounds = [[meet(1, 3, WIN), meet(2, 4, LOSS)], [meet(1, 4, WIN), meet(3, 2, WIN)]]
    archive = document(4, rounds, rules=rules("lots"), lots={"A": [4, 3]})
    archive["stages"].append({"name": "决赛", "entry": {"from": "预赛", "top": 2}})
    slug = load(archive)

    command("drawgroups", slug, "决赛")

    final = json.loads(command("standings", slug, "--format", "json"))
    assert [row["pair"] for row in final] == [1, 4]
