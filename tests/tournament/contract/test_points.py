"""What a match is worth: every scheme, walk-over and level value, from the file to the ranking."""

from __future__ import annotations

import pytest

from tests.tournament.contract.hall import Json, at_time, by_pair, document, meet, passed

pytestmark = pytest.mark.django_db

S2 = "library-rotation"
S1B = "school-grades"
LONG = {"rules": {"minutes": 50, "ace_failure": "match_lost", "ace_failures": 3}}
DOUBLE = ["ns", 2]


def worth(result: Json, rulebook: str = "devzone-26", rules: Json | None = None) -> tuple[str, str, str]:
    """Points of 南北 and 东西, and the level difference of 南北."""
    archive = document(2, [[meet(1, 2, result)]], rulebook=rulebook, rules=rules or {})
    rows = by_pair(archive)
    return rows[1]["points"], rows[2]["points"], rows[1]["tiebreaks"]["level_diff_sum"]


@pytest.mark.parametrize(
    ("rulebook", "rules", "result", "expected"),
    [
        pytest.param("devzone-26", {}, at_time("K", "K"), ("13", "13", "0"), id="26: draw"),
        pytest.param("devzone-26", {}, at_time("2", "A"), ("1", "25", "-12"), id="26: A against 2 at time"),
        pytest.param("devzone-26", {}, passed("ew", "2"), ("0", "26", "-13"), id="26: 过A counts one level"),
        pytest.param(
            "devzone-26", {"passed_a_value": "none"}, passed("ns", "2"), ("25", "1", "12"), id="none: 14"
        ),
        pytest.param(
            "devzone-26", {"passed_a_value": "real_gain"}, passed("ns", "2"), ("26", "0", "15"), id="last row"
        ),
        pytest.param(
            "devzone-26", {"passed_a_value": "real_gain"}, passed("ns", "10", 2), ("19", "7", "6"), id="A+2"
        ),
        pytest.param(
            "casual-28", {"minutes": 50}, at_time("2", "A"), ("2", "26", "-12"), id="28: A against 2"
        ),
        pytest.param("casual-28", {}, passed("ns", "2", 2), ("28", "0", "14"), id="28: 16 − 2"),
        pytest.param("casual-28", {}, passed("ns", "2", 1), ("27", "1", "13"), id="28: any win, 15 − 2"),
        pytest.param(S2, {}, passed("ns", "2"), ("115", "0", "15"), id="S2: 100 + 15"),
        pytest.param(S2, {}, passed("ns", "A", 2), ("102", "12", "2"), id="S2: the loser keeps 12"),
        pytest.param(S2, {}, at_time("A", "9"), ("12", "7", "5"), id="S2: nobody past A"),
        pytest.param(
            S2, {"leader_at_time": "bonus"}, at_time("A", "9"), ("112", "7", "5"), id="S2: leader has 100 too"
        ),
        pytest.param(
            S2, {"leader_at_time": "bonus"}, at_time("9", "9"), ("7", "7", "0"), id="S2: level, no leader"
        ),
        pytest.param(
            S2,
            {},
            {**at_time("9", "5"), "ended": "ruling", "winner": "ns"},
            ("104", "3", "4"),
            id="S2: ruling",
        ),
        pytest.param(
            S2,
            {},
            {**at_time("5", "9"), "ended": "ruling", "winner": "ns"},
            ("100", "7", "0"),
            id="S2: ruling for who was behind",
        ),
        pytest.param(
            S2,
            {"ace_failure": "match_lost"},
            {"ns_level": "A", "ew_level": "5", "ended": "ace_failed", "winner": "ew"},
            ("0", "103", "-3"),
            id="S2: third failure counts 2",
        ),
        pytest.param(S1B, {}, at_time("7", "5"), ("2", "1", "2"), id="S1b: win 2, loss 1"),
        pytest.param(S1B, {}, at_time("7", "7", in_play="ew"), ("1", "2", "0"), id="S1b: 台上者胜"),
        pytest.param(S1B, {}, {"forfeit": "ew"}, ("2", "0", "0"), id="S1b: forfeit 0"),
        pytest.param("three-fouls", {"minutes": 50}, at_time("7", "7"), ("1", "1", "0"), id="S3: 2/1/0 draw"),
        pytest.param(
            "devzone-26",
            {"scheme": {"kind": "match-points", "win": "1", "draw": "0.5", "loss": "0"}},
            at_time("7", "7"),
            ("0.5", "0.5", "0"),
            id="1/0.5/0",
        ),
        pytest.param(
            "devzone-26", {"scheme": "win-plus-diff"}, at_time("9", "5"), ("2.4", "-0.4", "4"), id="2 + 0.1 d"
        ),
        pytest.param(
            "devzone-26", {"scheme": "win-plus-diff"}, at_time("9", "9"), ("1", "1", "0"), id="diff: draw 1/1"
        ),
        pytest.param(
            "devzone-26",
            {"scheme": "win-plus-diff"},
            {**at_time("5", "9"), "ended": "ruling", "winner": "ns"},
            ("2", "0", "0"),
            id="diff: won while behind",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": "deal-points", "deals": 3, "minutes": None},
            {"deals": [DOUBLE, ["ew", 3], ["ew", 4]], "ended": "deals"},
            ("3", "3", "0"),
            id="deal points: own gains",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": "deal-points", "deals": 3, "minutes": None},
            {"deals": [DOUBLE, {"ruling": {"cancel_gain": True}}, DOUBLE, ["ew", 3]], "ended": "deals"},
            ("3", "2", "1"),
            id="deal points: a cancelled gain",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": {"kind": "table", "winner": ["10", "12", "15"], "loser": ["5", "3", "0"]}},
            at_time("9", "3"),
            ("15", "0", "6"),
            id="own table: beyond the last row",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": {"kind": "table", "winner": ["10", "12", "15"], "loser": ["5", "3", "0"]}},
            at_time("9", "9"),
            ("7.5", "7.5", "0"),
            id="own table: half of row 0",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": {"kind": "table", "winner": ["10"], "loser": ["5"], "draw": ["6", "8"]}},
            at_time("9", "9"),
            ("6", "8", "0"),
            id="own table: its own draw",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": {"kind": "hundred-plus", "bonus": "50", "diff_cap": 3, "level_cap": 4}},
            passed("ns", "9"),
            ("53", "4", "6"),
            id="hundred-plus with own figures",
        ),
        pytest.param(
            "devzone-26",
            {"finish_level": "10"},
            {**passed("ns", "8", None), "ns_level": "10"},
            ("16", "10", "3"),
            id="finish at 10: 11",
        ),
        pytest.param(
            "devzone-26",
            {"finish_level": "10", "passed_a_value": "real_gain"},
            {**passed("ns", "8"), "ns_level": "10"},
            ("18", "8", "5"),
            id="finish at 10: 10 + gain",
        ),
    ],
)
def test_section_3_what_a_match_is_worth(
    rulebook: str, rules: Json, result: Json, expected: tuple[str, str, str]
) -> None:
    assert worth(result, rulebook, rules) == expected


WALKOVERS: list[Json] = [
    meet(1, 2, {"forfeit": "ew"}),
    meet(3, 4, {"forfeit": "both"}),
    {"bye": 5},
    {"missed": 6},
]
ORDER = (5, 1, 2, 3, 6)  # bye, opponent, forfeiter, double, missed


@pytest.mark.parametrize(
    ("rulebook", "rules", "points", "diffs"),
    [
        pytest.param(
            "devzone-26", {}, "17 17 0 0 0", "4 4 -13 -13 -13", id="S4: 17, and the row that pays it"
        ),
        pytest.param("casual-28", {}, "18 18 0 0 0", "4 4 -14 -14 -14", id="28: row of d = 4"),
        pytest.param(S2, {}, "100 100 0 0 0", "0 0 0 0 0", id="S2: 100"),
        pytest.param(S1B, {}, "2 2 0 0 0", "0 0 0 0 0", id="S1b: forfeiter 0"),
        pytest.param("three-fouls", {}, "2 2 0 0 0", "0 0 0 0 0", id="2/1/0: the win"),
        pytest.param(
            "devzone-26",
            {
                "scheme": {"kind": "match-points", "win": "1", "draw": "0.5", "loss": "0"},
                "walkovers": {"bye": None, "opponent": None, "missed": "-1"},
            },
            "1 1 0 0 -1",
            "0 0 0 0 0",
            id="1/0.5/0: absent −1",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": "win-plus-diff", "walkovers": {"bye": None, "opponent": None}},
            "2 2 0 0 0",
            "0 0 0 0 0",
            id="2 + 0.1 d: the win",
        ),
        pytest.param(
            "devzone-26",
            {"scheme": "deal-points", "deals": 8, "walkovers": {"bye": None, "opponent": None}},
            "0 0 0 0 0",
            "0 0 0 0 0",
            id="deal points: 0",
        ),
        pytest.param(
            "devzone-26",
            {"walkovers": {"bye": "13", "opponent": "26", "forfeiter": "1", "double": "13", "missed": "2.5"}},
            "13 26 1 13 2.5",
            "0 13 -12 0 0",
            id="own figures: the d of their rows, else 0",
        ),
        pytest.param(
            "devzone-26",
            {"walkover_level_diff": {"bye": 1, "opponent": 2, "forfeiter": -3, "double": -4, "missed": -5}},
            "17 17 0 0 0",
            "1 2 -3 -4 -5",
            id="own differences",
        ),
        pytest.param(
            "devzone-26",
            {
                "scheme": {"kind": "table", "winner": ["3", "4"], "loser": ["1", "0"]},
                "walkovers": {"bye": None, "opponent": None},
            },
            "4 4 0 0 0",
            "1 1 -1 -1 -1",
            id="a short table: its last row",
        ),
    ],
)
def test_section_3_walk_overs_and_their_level_differences(
    rulebook: str, rules: Json, points: str, diffs: str
) -> None:
    archive = document(
        6, [WALKOVERS], rulebook=rulebook, rules=rules, pairing={"method": "swiss", "rounds": 1}
    )

    rows = by_pair(archive)

    assert [rows[pair]["points"] for pair in ORDER] == points.split()
    assert [rows[pair]["tiebreaks"]["level_diff_sum"] for pair in ORDER] == diffs.split()
    assert [(rows[pair]["played"], rows[pair]["byes"], rows[pair]["forfeits"]) for pair in ORDER] == [
        (0, 1, 0),
        (0, 0, 0),
        (0, 0, 1),
        (0, 0, 1),
        (0, 0, 0),
    ]
    assert [rows[pair]["tiebreaks"]["wins"] for pair in ORDER] == ["1", "1", "0", "0", "0"]


@pytest.mark.parametrize(
    ("rules", "result", "points", "diff", "played"),
    [
        pytest.param({}, {"awarded_loss": "ew"}, ("17", "0"), "4", 0, id="as a forfeit: not played"),
        pytest.param(
            {"awarded_loss": "three_levels"},
            {"awarded_loss": "ew", "ns_level": "5", "ew_level": "4"},
            ("17", "9"),
            "4",
            1,
            id="5 + 3 against 4",
        ),
        pytest.param(
            {"awarded_loss": "three_levels"},
            {"awarded_loss": "ns", "ns_level": "9", "ew_level": "3"},
            ("13", "13"),
            "0",
            1,
            id="wins from behind",
        ),
        pytest.param(
            {"awarded_loss": "three_levels"},
            {"awarded_loss": "ns", "ns_level": "2", "ew_level": "K"},
            ("1", "25"),
            "-12",
            1,
            id="at most A",
        ),
    ],
)
def test_section_3_an_awarded_loss(
    rules: Json, result: Json, points: tuple[str, str], diff: str, played: int
) -> None:
    rows = by_pair(document(2, [[meet(1, 2, result)]], rules=rules))

    assert (rows[1]["points"], rows[2]["points"]) == points
    assert rows[1]["tiebreaks"]["level_diff_sum"] == diff
    assert (rows[1]["played"], rows[2]["played"]) == (played, played)


def test_s2_three_passes_by_three_levels_give_345() -> None:
    rounds = [[meet(1, other, passed("ns", "2"))] for other in (2, 3, 4)]

    rows = by_pair(document(4, rounds, rulebook=S2))

    assert (rows[1]["points"], rows[1]["rank"]) == ("345", 1)
    assert {rows[pair]["points"] for pair in (2, 3, 4)} == {"0"}


def test_national_2017_counts_match_points_and_the_table_beside_them() -> None:
    rows = by_pair(
        document(
            4,
            [[meet(1, 2, passed("ns", "9", None)), meet(3, 4, {"forfeit": "ew"})]],
            rulebook="national-2017",
        )
    )

    assert [rows[pair]["points"] for pair in (1, 2, 3, 4)] == ["2", "0", "2", "0"]
    assert [rows[pair]["tiebreaks"]["secondary_points"] for pair in (1, 2, 3, 4)] == ["19", "7", "17", "0"]
