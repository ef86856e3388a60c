"""How matches stand while they are played: one query for a whole round."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.factories import TEST, make_event, make_stage, passed
from tests.tournament.running.phones import EW, NS, deals, match_at, send
from tournament.actions.enter_result import enter_result
from tournament.models import Match, Running, Stage
from tournament.queries.running import running_match, running_of

pytestmark = pytest.mark.django_db


def rounds(stage: Stage) -> list[Any]:
    return [group.rounds.get(number=1) for group in stage.groups.all()]


@pytest.mark.parametrize("pairs", [8, 24])
def test_a_whole_round_is_one_query(pairs: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(make_event(pairs=pairs))
    for match in Match.objects.filter(round__number=1):
        send(match, "N3 E2 E3")
    here, rules = rounds(stage), stage.scoring_rules
    with django_assert_num_queries(1):
        found = running_of(here, rules)
    assert len(found) == pairs // 2
    for one in found.values():
        assert (one.state.ns_level, one.state.ew_level, one.state.in_play) == (5, 7, EW)
        assert (one.next_deal, one.name) == (4, "周裁判")


def test_tables_with_a_result_and_those_without_deals_are_left_out() -> None:
    stage = make_stage(pairs=8)
    first, second, third = (match_at(stage, table) for table in (1, 2, 3))
    for match in (first, second):
        send(match, "N3")
    send(third, "")
    enter_result(match=second, sheet=passed(NS), by=TEST)
    assert list(running_of(rounds(stage), stage.scoring_rules)) == [first.pk]


def test_deals_that_new_rules_no_longer_allow_count_as_none() -> None:
    """The stage ends at 10 from now on: what was played to A before cannot have been."""
    stage = make_stage(make_event(rulebook="devzone-26"))
    match = match_at(stage)
    send(match, "N3 N3 N3 N2 N1")
    from scoring.rules import merge, resolve

    rules = resolve(merge(stage.resolved_rules, {"finish_level": "10"}))
    found = running_match(Running.objects.get(match=match), rules)
    assert (found.items, found.version) == ((), 1)


def test_the_number_of_the_deal_stays_when_the_match_has_ended() -> None:
    stage = make_stage(pairs=8)
    match = match_at(stage)
    row = send(match, "N3 N3 N3 N3 N3")
    found = running_match(row, stage.scoring_rules)
    assert (found.next_deal, found.items) == (5, tuple(deals("N3 N3 N3 N3 N3")))
