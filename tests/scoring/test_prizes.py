"""Awards and unit rankings as organisers write them, and what they come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring.errors import InvalidRules
from scoring.prizes import (
    Awards,
    Edge,
    GivenAward,
    Prize,
    PrizeSet,
    Scope,
    awards_schema,
    percent,
    read_awards,
    read_share,
    write_awards,
)
from scoring.unit_ranks import UnitRanking, read_unit_ranking, unit_ranking_schema, write_unit_ranking

SCHOOL = {"stage": "决赛", "prizes": [{"name": "一等奖", "count": 4}, {"name": "二等奖", "count": 4}]}


def test_a_set_by_counts_and_a_typed_award() -> None:
    read = read_awards([SCHOOL, {"name": "优秀组织奖", "given_to": ["历史系", 7]}])
    assert read == Awards(
        (PrizeSet((Prize("一等奖", 4), Prize("二等奖", 4)), "决赛"),),
        (GivenAward("优秀组织奖", ("历史系", 7)),),
    )
    assert read.sets[0].scope is Scope.GROUP
    assert read.sets[0].edge is Edge.ASK


@pytest.mark.parametrize(
    ("raw", "names", "counts"),
    [
        pytest.param([{"counts": [4, 4, 5]}], ["一等奖", "二等奖", "三等奖"], (4, 4, 5), id="counts alone"),
        pytest.param({"shares": ["15", "25"]}, ["一等奖", "二等奖"], (20, 32), id="shares of 130"),
        pytest.param(
            [{"shares": ["15%", "0.25"]}], ["一等奖", "二等奖"], (20, 32), id="shares in other hands"
        ),
        pytest.param([{"name": "冠军", "count": 1}], ["冠军"], (1,), id="a single award"),
        pytest.param(
            [{"prizes": [{"name": "金奖", "count": 3}, {"name": "银奖", "share": "10"}]}],
            ["金奖", "银奖"],
            (3, 13),
            id="count and share mixed",
        ),
        pytest.param(
            [{"counts": [1] * 9}], [*"一二三四五六七八", "八"], (1,) * 9, id="more than have a name"
        ),
    ],
)
def test_ways_of_writing_a_set(raw: Any, names: list[str], counts: tuple[int, ...]) -> None:
    only = read_awards(raw).sets[0]
    assert [prize.name.removesuffix("等奖") for prize in only.prizes] == [
        n.removesuffix("等奖") for n in names
    ]
    assert only.counts(130) == counts


@pytest.mark.parametrize("raw", [None, []])
def test_no_awards_are_no_awards(raw: Any) -> None:
    assert not read_awards(raw)


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        pytest.param(5, "wrong_type", "awards", id="a number"),
        pytest.param(["x"], "wrong_type", "awards[0]", id="a word in the list"),
        pytest.param([{"counts": [4], "scop": "group"}], "unknown_key", "awards[0].scop", id="unknown key"),
        pytest.param([{"counts": [4], "stage": 3}], "wrong_type", "awards[0].stage", id="stage"),
        pytest.param([{"counts": [4], "scope": "all"}], "unknown_choice", "awards[0].scope", id="scope"),
        pytest.param([{"counts": [4], "edge": 1}], "unknown_choice", "awards[0].edge", id="edge"),
        pytest.param([{"stage": "决赛"}], "missing_key", "awards[0].prizes", id="no prizes"),
        pytest.param([{"counts": [1], "shares": ["5"]}], "repeated", "awards[0].prizes", id="two lists"),
        pytest.param([{"prizes": []}], "wrong_type", "awards[0].prizes", id="empty"),
        pytest.param([{"counts": "445"}], "wrong_type", "awards[0].counts", id="text for a list"),
        pytest.param([{"counts": [0]}], "out_of_range", "awards[0].counts[0].count", id="nobody"),
        pytest.param([{"counts": [True]}], "wrong_type", "awards[0].counts[0].count", id="a flag"),
        pytest.param([{"shares": ["x"]}], "not_a_share", "awards[0].shares[0].share", id="no share"),
        pytest.param([{"shares": ["0"]}], "not_a_share", "awards[0].shares[0].share", id="nothing"),
        pytest.param([{"shares": ["101"]}], "not_a_share", "awards[0].shares[0].share", id="more than all"),
        pytest.param([{"shares": ["60", "50"]}], "shares_beyond_all", "awards[0]", id="together too much"),
        pytest.param([{"name": "", "count": 1}], "missing_key", "awards[0].name", id="no name"),
        pytest.param([{"name": "奖" * 41, "count": 1}], "out_of_range", "awards[0].name", id="long name"),
        pytest.param([{"name": "奖"}], "missing_key", "awards[0].count", id="for how many"),
        pytest.param([{"name": "奖", "count": 1, "share": "5"}], "missing_key", "awards[0].count", id="both"),
        pytest.param(
            [{"name": "奖", "given_to": "甲"}], "wrong_type", "awards[0].given_to", id="given to text"
        ),
        pytest.param(
            [{"name": "奖", "given_to": [""]}], "wrong_type", "awards[0].given_to[0]", id="nobody named"
        ),
    ],
)
def test_what_cannot_stand_says_where(raw: Any, code: str, path: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        read_awards(raw)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_a_share_that_is_no_text() -> None:
    with pytest.raises(InvalidRules):
        read_share(15, "share")


@pytest.mark.parametrize(
    ("text", "share"),
    [("15", (15, 100)), ("12.5%", (125, 1000)), ("0.5", (1, 2)), ("0.5%", (5, 1000)), ("100", (1, 1))],
)
def test_shares(text: str, share: tuple[int, int]) -> None:
    assert read_share(text, "share") == Fraction(*share)


def test_written_and_read_again_it_is_the_same() -> None:
    raw = [
        {**SCHOOL, "scope": "overall", "edge": "all"},
        {"shares": ["12.5", "25"], "scope": "category"},
        {"name": "优秀组织奖", "given_to": ["历史系"]},
    ]
    read = read_awards(raw)
    written = write_awards(read)
    assert read_awards(written) == read
    assert written[1]["prizes"][0] == {"name": "一等奖", "share": "12.5"}
    Draft202012Validator(awards_schema()).validate(written)
    Draft202012Validator(awards_schema()).validate(raw)


def test_percent_is_exact() -> None:
    assert [percent(Fraction(one)) for one in ("3/20", "1/8", "1")] == ["15", "12.5", "100"]


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        pytest.param({"best": 3}, UnitRanking(3), id="best three"),
        pytest.param({}, UnitRanking(), id="all pairs by points"),
        pytest.param(
            {"best": 2, "place_scores": ["9", "7", "6", "5.5"], "stage": "决赛", "scope": "group"},
            UnitRanking(2, (Fraction(9), Fraction(7), Fraction(6), Fraction(11, 2)), "决赛", Scope.GROUP),
            id="by place",
        ),
    ],
)
def test_unit_ranking_both_ways(raw: dict[str, Any], read: UnitRanking) -> None:
    assert read_unit_ranking(raw) == read
    assert write_unit_ranking(read) == raw
    Draft202012Validator(unit_ranking_schema()).validate(raw)


def test_no_unit_ranking() -> None:
    assert read_unit_ranking(None) is None


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        ({"best": "3"}, "wrong_type", "unit_ranking.best"),
        ({"best": True}, "wrong_type", "unit_ranking.best"),
        ({"best": 0}, "out_of_range", "unit_ranking.best"),
        ({"stage": 1}, "wrong_type", "unit_ranking.stage"),
        ({"place_scores": "9"}, "wrong_type", "unit_ranking.place_scores"),
        ({"place_scores": [9]}, "not_points", "unit_ranking.place_scores[0]"),
        ({"place_scores": ["x"]}, "not_points", "unit_ranking.place_scores[0]"),
        ({"worst": 1}, "unknown_key", "unit_ranking.worst"),
    ],
)
def test_unit_ranking_says_what_cannot_stand(raw: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        read_unit_ranking(raw)
    assert (refused.value.code, refused.value.path) == (code, path)
