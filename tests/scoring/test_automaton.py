"""The table that a phone looks deals up in: it says what `play` says, for every rule set."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import rulebooks
from scoring.automaton import FAILS, FALLS, KINDS, MARKS, PASSES, automaton
from scoring.levels import Deal, MatchState, Position, Ruling, play, preview
from scoring.options import Ended, Side
from scoring.rules import Rules, resolve
from tests.scoring.test_levels_properties import DEALS, NS_TO_A, PLAYS

NS, EW = Side.NS, Side.EW
BOOKS = {key: resolve(rulebooks.load(key).values) for key in rulebooks.KEYS}
NINE_FAILURES = {"ace_failure": "back_to_2", "ace_failures": 9, "must_play_a": False, "pass_when": "at_a"}
OVER = {0: None, 1: Ended.PASSED_A, 2: Ended.ACE_FAILED}
SIDE_OF = {0: None, 1: NS, 2: EW}


class Reader:
    """What the phone's script does with the table: it looks up, and counts what the marks say."""

    def __init__(self, rules: Rules, start: Position = Position()) -> None:  # noqa: B008 - a frozen value
        self.table: dict[str, Any] = json.loads(automaton(rules, start).to_json())
        self.at, self.failures = 0, {NS: start.ns_failures, EW: start.ew_failures}
        self.limit, self.deals, self.passed = rules.play.deals, 0, False

    @property
    def position(self) -> list[int]:
        return list(self.table["positions"][self.at])

    @property
    def is_over(self) -> bool:
        return self.position[3] > 0 or self.deals == self.limit

    def deal(self, deal: Deal) -> None:
        kind = [one[:2] for one in self.table["kinds"]].index([deal.winner.value, deal.partner_place])
        failing = SIDE_OF[self.position[2]]
        self.at, mark = divmod(self.table["moves"][self.at][kind], self.table["marks"])
        self.deals, self.passed = self.deals + 1, bool(mark & PASSES)
        if failing and mark & FAILS:
            self.failures[failing] = 0 if mark & FALLS else self.failures[failing] + 1

    def agrees(self, state: MatchState) -> bool:
        ns, ew, in_play, over = self.position
        by_play = state.ended if state.ended is not Ended.DEALS else None
        return (
            (ns, ew, SIDE_OF[in_play]) == (state.ns_level, state.ew_level, state.in_play)
            and OVER[over] is by_play
            and self.failures == {side: state.failures(side) for side in Side}
            and self.passed == (state.passed_a is not None)
        )


def follows(rules: Rules, deals: list[Deal]) -> None:
    """Tap the deals one by one: after each the phone stands where `play` does, also at the end."""
    reader = Reader(rules)
    for count, deal in enumerate(deals, start=1):
        reader.deal(deal)
        state = play(deals[:count], rules)
        assert reader.agrees(state)
        assert reader.is_over == (state.ended is not None)
        if reader.is_over:
            break


@pytest.mark.parametrize("book", BOOKS)
@given(deals=DEALS)
@settings(max_examples=40)
def test_every_match_of_every_rule_book_ends_as_play_says(book: str, deals: list[Deal]) -> None:
    follows(BOOKS[book], deals)


@given(plays=PLAYS, failures=st.integers(1, 4), limit=st.none() | st.integers(1, 30), deals=DEALS)
@settings(max_examples=40)
def test_so_does_every_match_under_any_other_rules(
    plays: dict[str, object], failures: int, limit: int | None, deals: list[Deal]
) -> None:
    follows(resolve(plays | {"ace_failures": failures, "deals": limit}), deals)


def test_deal_points_over_so_many_deals_know_no_a_to_pass() -> None:
    rules = resolve({"scheme": {"kind": "deal-points"}, "deals": 12})
    follows(rules, [Deal(NS, 2)] * 12)
    assert not any(move % MARKS for row in automaton(rules).moves for move in row)


def test_a_ruling_moves_where_the_table_begins() -> None:
    """降台 and one level down at A: a second failed attempt there, and the others are in play."""
    rules = BOOKS["school-grades"]
    items = [*NS_TO_A, Deal(NS, 4), Ruling(ns=-1, in_play=EW)]
    reader = Reader(rules, play(items, rules).position)
    assert reader.position == [14, 2, 2, 0]
    assert reader.failures == {NS: 2, EW: 0}
    for deal in (Deal(NS, 2), Deal(EW, 4), Deal(NS, 3)):
        items.append(deal)
        reader.deal(deal)
        assert reader.agrees(play(items, rules))


def test_rules_that_differ_in_nothing_a_deal_does_share_one_table() -> None:
    plain = resolve({"minutes": 40})
    assert automaton(plain).key == automaton(resolve({"minutes": 60, "level_tie": "lots"})).key
    assert automaton(plain).key != automaton(resolve({"finish_level": "10"})).key
    assert automaton(plain).key != automaton(plain, Position(ns_level=5)).key


@pytest.mark.parametrize("rules", [*BOOKS.values(), resolve(NINE_FAILURES)], ids=[*BOOKS, "nine failures"])
def test_the_table_is_small_enough_for_a_weak_network(rules: Rules) -> None:
    assert len(gzip.compress(automaton(rules).to_json().encode())) < 20_000


def test_the_moves_stand_in_the_order_of_the_keys() -> None:
    rules = BOOKS["devzone-26"]
    seen = [(key.winner, key.partner_place) for key in preview([], rules)]
    assert list(KINDS) == seen


def test_with_one_failure_allowed_the_first_one_falls() -> None:
    """The count is 0 before and after: it is the fall that tells of the failure."""
    rules = resolve({"ace_failure": "back_to_2", "ace_failures": 1})
    last = {(key.winner, key.partner_place): key for key in preview(NS_TO_A, rules)}[NS, 4]
    assert (last.fails, last.falls, last.level) == (NS, True, 2)


def test_the_last_deal_ends_the_match_whatever_it_is() -> None:
    rules = resolve({"deals": 5})
    assert {key.ended for key in preview(NS_TO_A, rules)} == {Ended.PASSED_A, Ended.DEALS}
    assert preview([*NS_TO_A, Deal(NS, 4)], rules) == ()
