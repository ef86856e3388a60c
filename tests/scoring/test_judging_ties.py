"""Who wins on equal levels, by every setting of `level_tie`."""

from __future__ import annotations

import pytest

from scoring.errors import InvalidScoresheet
from scoring.levels import Deal, Ruling
from scoring.options import Ended, Side
from scoring.rules import Rules, resolve
from scoring.scoresheet import Forfeit, Scoresheet, judge

NS, EW = Side.NS, Side.EW
NS3, NS2, NS1 = Deal(NS, 2), Deal(NS, 3), Deal(NS, 4)
EW3, EW2, EW1 = Deal(EW, 2), Deal(EW, 3), Deal(EW, 4)
TIMED = {"minutes": 50}


def rules(**settings: object) -> Rules:
    return resolve(TIMED, settings)


def at_time(ns: int | None, ew: int | None, **facts: object) -> Scoresheet:
    return Scoresheet(**({"ns_level": ns, "ew_level": ew, "ended": Ended.TIME} | facts))


def passed(side: Side, other_level: int, **facts: object) -> Scoresheet:
    levels = {"ns_level": 14, "ew_level": other_level}
    if side is EW:
        levels = {"ns_level": other_level, "ew_level": 14}
    return Scoresheet(**(levels | {"passed_a": side, "ended": Ended.PASSED_A} | facts))


def refusal(record: object, under: Rules, **how: bool) -> tuple[str, str | None]:
    with pytest.raises(InvalidScoresheet) as caught:
        judge(record, under, **how)
    return caught.value.code, caught.value.field


TIES = [
    "draw",
    "in_play_side",
    "last_deal_winner",
    "next_leader",
    "first_to_level",
    "extra_deal",
    "lots",
]


@pytest.mark.parametrize(
    ("tie", "facts", "winner"),
    [
        pytest.param("draw", {}, None, id="draw"),
        pytest.param("in_play_side", {"in_play": EW}, EW, id="school-grades: the side in play"),
        pytest.param("last_deal_winner", {"in_play": NS}, NS, id="the last deal's winner is in play"),
        pytest.param(
            "last_deal_winner", {"in_play": NS, "winner": EW}, EW, id="unless it was taken out of play"
        ),
        pytest.param("next_leader", {"winner": NS}, NS, id="the next leader"),
        pytest.param("first_to_level", {"winner": EW}, EW, id="the first to reach it"),
        pytest.param("extra_deal", {"winner": NS}, NS, id="an extra deal"),
        pytest.param("lots", {"winner": EW}, EW, id="lots"),
    ],
)
def test_equal_final_levels(tie: str, facts: dict[str, Side], winner: Side | None) -> None:
    outcome = judge(at_time(9, 9, **facts), rules(level_tie=tie))
    assert (outcome.winner, outcome.level_diff) == (winner, 0)


@pytest.mark.parametrize(
    ("tie", "field"),
    [
        ("in_play_side", "in_play"),
        ("last_deal_winner", "in_play"),
        ("next_leader", "winner"),
        ("first_to_level", "winner"),
        ("extra_deal", "winner"),
        ("lots", "winner"),
    ],
)
def test_equal_final_levels_must_say_what_the_rule_needs(tie: str, field: str) -> None:
    assert refusal(at_time(9, 9), rules(level_tie=tie)) == (f"{field}_needed", field)


def test_the_side_in_play_cannot_be_overruled_by_a_stated_winner() -> None:
    sheet = at_time(9, 9, in_play=EW, winner=NS)
    assert refusal(sheet, rules(level_tie="in_play_side")) == ("winner_disagrees", "winner")


@pytest.mark.parametrize(
    ("tie", "winner"),
    [
        ("draw", None),
        ("in_play_side", EW),
        ("last_deal_winner", NS),
        ("first_to_level", EW),
    ],
)
def test_equal_levels_by_deals(tie: str, winner: Side | None) -> None:
    # 5 : 2, 5 : 5, then 南北 win one level and a ruling takes it back and puts 东西 in play.
    deals = (NS3, EW3, NS1, Ruling(ns=-1, in_play=EW))
    outcome = judge(Scoresheet(deals=deals, ended=Ended.TIME), rules(level_tie=tie))
    assert (outcome.ns_level, outcome.ew_level, outcome.winner) == (5, 5, winner)


@pytest.mark.parametrize("tie", ["next_leader", "extra_deal", "lots"])
def test_deals_do_not_tell_the_next_leader_nor_lots(tie: str) -> None:
    sheet = Scoresheet(deals=(NS3, EW3), ended=Ended.TIME)
    assert refusal(sheet, rules(level_tie=tie)) == ("winner_needed", "winner")
    told = Scoresheet(deals=(NS3, EW3), ended=Ended.TIME, winner=EW)
    assert judge(told, rules(level_tie=tie)).winner is EW


@pytest.mark.parametrize("tie", ["in_play_side", "last_deal_winner", "next_leader", "first_to_level"])
def test_without_a_finished_deal_the_rule_names_nobody_and_it_is_a_draw(tie: str) -> None:
    assert judge(at_time(2, 2), rules(level_tie=tie)).winner is None


def test_where_draws_are_unknown_somebody_must_be_named() -> None:
    under = rules(scheme="win-loss-2-1-0", level_tie="in_play_side")
    assert refusal(at_time(2, 2), under) == ("winner_needed", "winner")
    assert judge(at_time(2, 2, winner=NS), under).winner is NS
    assert judge(at_time(2, 2, in_play=EW), under).winner is EW


@pytest.mark.parametrize("tie", TIES)
def test_a_knock_out_never_ends_drawn(tie: str) -> None:
    under = rules(level_tie=tie)
    assert refusal(at_time(2, 2), under, knockout=True) == ("winner_needed", "winner")
    assert judge(at_time(2, 2, winner=NS), under, knockout=True).winner is NS
    assert judge(at_time(2, 3), under, knockout=True).winner is EW


def test_a_knock_out_by_deals_with_nobody_first_needs_a_winner() -> None:
    sheet = Scoresheet(deals=(Ruling(ns=1, ew=1),), ended=Ended.TIME)
    assert refusal(sheet, rules(level_tie="first_to_level"), knockout=True) == ("winner_needed", "winner")
    assert judge(sheet, rules(level_tie="first_to_level")).winner is None


def test_a_double_forfeit_is_no_result_of_a_knock_out() -> None:
    assert refusal(Forfeit(None), rules(), knockout=True) == ("knockout_without_winner", "winner")
    assert judge(Forfeit(EW), rules(), knockout=True).winner is NS
