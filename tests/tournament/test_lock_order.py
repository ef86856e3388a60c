"""Actions that need matches and the event's row lock the matches first, as entering a result does."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.rules import Grade, Side
from scoring.scoresheet import Forfeit
from tests.tournament.entries.test_leaving import pair_of
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tournament.actions.appeals import decide_appeal, file_appeal
from tournament.actions.check_results import check_results, uncheck_result
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.note_lateness import note_lateness
from tournament.actions.publish import publish_standings
from tournament.actions.renumber_tables import renumber_tables
from tournament.actions.round_clock import give_table_minutes
from tournament.actions.run_round import close_round, start_round, take_back_start
from tournament.actions.set_sessions import set_sessions
from tournament.actions.type_again import type_again
from tournament.actions.withdraw_pair import disqualify_pair, withdraw_pair
from tournament.models import Appeal, Match, Penalty, Stage

pytestmark = pytest.mark.django_db


def correct(stage: Stage) -> None:
    match = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[0]
    enter_result(match=match, sheet=passed(Side.NS, loser_level=3), by=TEST)


STEPS: list[tuple[str, Callable[[Stage], object]]] = [
    ("enter a result", correct),
    ("withdraw a pair", lambda stage: withdraw_pair(pair=pair_of(stage, 1), by=TEST)),
    ("disqualify a pair", lambda stage: disqualify_pair(pair=pair_of(stage, 1), by=TEST)),
    ("close a round", lambda stage: close_round(stage=stage, number=1, by=TEST)),
    ("publish standings", lambda stage: publish_standings(stage=stage, number=1, by=TEST)),
]


PLAYING: list[tuple[str, Callable[[Stage, Match], object]]] = [
    ("take back a start", lambda stage, _match: take_back_start(stage=stage, number=1, by=TEST)),
    ("give a table minutes", lambda _stage, match: give_table_minutes(match=match, minutes=5, by=TEST)),
    ("mark who is late", lambda _stage, match: note_lateness(match=match, pair=match.ns, by=TEST)),
]


DRAFTS: list[tuple[str, Callable[[Stage], object]]] = [
    ("set sessions", lambda stage: set_sessions(stage=stage, sessions={1: "上午", 2: "下午"}, by=TEST)),
    ("give tables anew", lambda stage: renumber_tables(stage=stage, by=TEST)),
]


@pytest.mark.parametrize("step", [step for _name, step in DRAFTS], ids=[name for name, _step in DRAFTS])
def test_matches_of_drafts_are_taken_before_the_event(step: Callable[[Stage], object]) -> None:
    assert_matches_first(make_stage(pairs=8, published=False), step)


@pytest.mark.parametrize("step", [step for _name, step in STEPS], ids=[name for name, _step in STEPS])
def test_matches_are_taken_before_the_event(step: Callable[[Stage], object]) -> None:
    assert_matches_first(make_stage(pairs=8, rounds_played=1), step)


@pytest.mark.parametrize("step", [step for _name, step in PLAYING], ids=[name for name, _step in PLAYING])
def test_the_clocks_steps_take_matches_before_the_event(step: Callable[[Stage, Match], object]) -> None:
    stage = make_stage(pairs=8)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    match = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[0]
    assert_matches_first(stage, lambda stage: step(stage, match))


CHECKS: list[tuple[str, str, Callable[[Stage, Match], object]]] = [
    ("read back", "read_back", lambda stage, match: check_results(stage=stage, seen=[(match, 1)], by=TEST)),
    ("take a check back", "read_back", lambda _stage, match: check_and_back(match)),
    (
        "type again",
        "twice",
        lambda _stage, match: type_again(match=match, sheet=Forfeit(None), by=TEST, keep="second"),
    ),
]


def check_and_back(match: Match) -> None:
    check_results(stage=match.round.group.stage, seen=[(match, 1)], by=TEST)
    uncheck_result(match=match, by=TEST)


@pytest.mark.parametrize(
    ("checking", "step"), [one[1:] for one in CHECKS], ids=[name for name, _how, _step in CHECKS]
)
def test_checking_takes_matches_before_the_event(
    checking: str, step: Callable[[Stage, Match], object]
) -> None:
    stage = make_stage(make_event(checking=checking), rounds_played=1)
    match = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[0]
    match.round.group.stage = stage
    assert_matches_first(stage, lambda stage: step(stage, match))


RULINGS: list[tuple[str, Callable[[Penalty, Appeal], object]]] = [
    ("cancel a penalty", lambda penalty, _appeal: cancel_penalty(penalty=penalty, reason="记错了", by=TEST)),
    (
        "lift it by an appeal",
        lambda _penalty, appeal: decide_appeal(
            appeal=appeal,
            outcome="upheld",
            decision="成立。",
            effect="penalty",
            votes_for=3,
            votes_against=0,
            by=TEST,
        ),
    ),
]


@pytest.mark.parametrize("step", [step for _name, step in RULINGS], ids=[name for name, _step in RULINGS])
def test_a_ruling_taken_back_takes_its_match_before_the_event(
    step: Callable[[Penalty, Appeal], object],
) -> None:
    stage = make_stage(make_event(hears_appeals=True), rounds_played=1)
    given = {"event": stage.event, "stage": stage, "round_number": 1, "number": 1, "by": TEST}
    penalty = give_penalty(grade=Grade.MATCH_LOSS, loses_match=True, **given)
    appeal = file_appeal(penalty=penalty, text="判罚不当", although_late=True, **given)
    penalty, appeal = Penalty.objects.get(pk=penalty.pk), Appeal.objects.get(pk=appeal.pk)
    assert_matches_first(stage, lambda _stage: step(penalty, appeal))


def assert_matches_first(stage: Stage, step: Callable[[Stage], object]) -> None:
    """The first table that a step touches of the two is that of matches."""
    with CaptureQueriesContext(connection) as asked:
        step(stage)

    said = [query["sql"] for query in asked.captured_queries]
    taken = [place for place, sql in enumerate(said) if re.search(r'(FROM|UPDATE) "tournament_event"', sql)]
    matches = [place for place, sql in enumerate(said) if 'FROM "tournament_match"' in sql]
    assert matches[0] < taken[0]
