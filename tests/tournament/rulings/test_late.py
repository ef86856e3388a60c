"""What lateness brings beside a forfeit: let off, levels for the opponents, out after too many in a row."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import Q

from scoring.options import Side
from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tournament.actions.note_lateness import note_arrival, note_lateness
from tournament.actions.run_round import start_round
from tournament.actions.settle_proposal import confirm_proposal, waive_proposal
from tournament.models import (
    Entry,
    Event,
    Lateness,
    Match,
    Membership,
    PairStatus,
    Role,
    Round,
    Running,
    Stage,
)
from tournament.queries.lateness import late_pairs
from tournament.queries.penalties import penalties_of
from tournament.queries.proposals import Proposed, proposed
from tournament.queries.rounds import rounds_of
from tournament.wording.penalties import proposed_words

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 28, 1, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


def a_stage(rulebook: str = "devzone-26", **settings: int) -> Stage:
    stage = make_stage(make_event(pairs=8, slug="sai", rulebook=rulebook, table_entry="referee"))
    stage.resolved_rules |= settings
    stage.save()
    return Stage.objects.get(pk=stage.pk)


def match_at(stage: Stage, table: int = 1, number: int = 1) -> Match:
    found = Match.objects.select_related("ns", "ew", "round__group")
    return found.get(round__group__stage=stage, round__number=number, table=table)


def proposals(stage: Stage) -> list[Proposed]:
    event = Event.objects.get(pk=stage.event_id)
    return proposed(event, penalties_of(event))


def come_late(stage: Stage, minutes: float) -> Match:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = match_at(stage)
    note_lateness(match=match, pair=match.ns, by=TEST)
    note_arrival(match=match, pair=match.ns, at=at(minutes), by=TEST)
    return match


def test_a_forfeit_that_is_due_is_let_off_by_one_press_and_proposed_no_more() -> None:
    stage = a_stage()
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = match_at(stage)
    note_lateness(match=match, pair=match.ns, by=TEST)
    assert late_pairs(stage, rounds_of(stage, 1))[0].is_due(at(11))
    desk = Desk(stage)
    sent = {"side": "ns", "submission": "w1"}
    desk.client.post(desk.address("match-late", 1, "waive"), sent)
    [one] = late_pairs(stage, rounds_of(stage, 1))
    assert (one.is_waived, one.is_due(at(30)), one.is_awaited) == (True, False, True)
    assert Entry.objects.get(verb="waive_forfeit").codes["number"] == match.ns.number
    assert "不按弃权处理" in desk.page()


def test_letting_off_is_the_chief_referees() -> None:
    stage = a_stage()
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = match_at(stage)
    note_lateness(match=match, pair=match.ns, by=TEST)
    desk, person = Desk(stage), make_person("jilu")
    Membership.objects.create(person=person, event=stage.event, role=Role.SCORER)
    desk.client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    answer = desk.client.post(desk.address("match-late", 1, "waive"), {"side": "ns", "submission": "w1"})
    assert "报告裁判长" in read(answer)
    assert not Lateness.objects.get().forfeit_waived


@pytest.mark.parametrize(
    ("minutes", "levels"),
    [
        pytest.param(0.5, 1, id="a minute begun"),
        pytest.param(5, 1, id="five minutes"),
        pytest.param(5.1, 2, id="the sixth has begun"),
        pytest.param(8, 2, id="eight minutes"),
    ],
)
def test_each_started_five_minutes_give_the_opponents_one_level_before_the_first_deal(
    minutes: float, levels: int
) -> None:
    stage = a_stage(late_level_minutes=5)
    match = come_late(stage, minutes)
    [one] = proposals(stage)
    assert proposed_words(one) == f"迟到 {int(minutes)} 分钟：对方升 {levels} 级"
    confirm_proposal(event=stage.event, key=one.key, by=TEST)
    assert Running.objects.get(match=match).deals == [{"ruling": {"ew": levels}}]
    assert proposals(stage) == []


def test_levels_for_lateness_may_be_let_off_and_rules_without_the_custom_propose_none() -> None:
    stage = a_stage(late_level_minutes=5)
    come_late(stage, 8)
    assert "对方应先升 2 级" in Desk(stage).page()
    waive_proposal(event=stage.event, key=proposals(stage)[0].key, by=TEST)
    assert (proposals(stage), Running.objects.count()) == ([], 0)
    Stage.objects.update(resolved_rules=stage.resolved_rules | {"late_level_minutes": None})
    Lateness.objects.update(levels_settled=False)
    assert proposals(stage) == []


def late_in(stage: Stage, *numbers: int, pair: int = 1, **more: bool) -> None:
    sits = Q(matches__ns__number=pair) | Q(matches__ew__number=pair)
    for number in numbers:
        turn = Round.objects.filter(sits, group__stage=stage, number=number).get()
        Round.objects.filter(pk=turn.pk).update(state="closed")
        Lateness.objects.create(round=turn, pair=stage.event.pairs.get(number=pair), seconds=120, **more)


@pytest.mark.parametrize(
    ("rounds", "more", "is_proposed"),
    [
        pytest.param((1, 2), {}, False, id="S2: twice"),
        pytest.param((1, 2, 3), {}, True, id="S2: more than twice in a row"),
        pytest.param((1, 2, 3), {"is_excused": True}, False, id="leave was asked"),
    ],
)
def test_s2_six_4_more_than_two_latenesses_in_a_row_propose_disqualification(
    rounds: tuple[int, ...], more: dict[str, bool], is_proposed: bool
) -> None:
    stage = a_stage("library-rotation")
    late_in(stage, *rounds, **more)
    assert [proposed_words(one) for one in proposals(stage)] == (
        ["连续迟到 3 次：停赛、取消比赛资格"] if is_proposed else []
    )


@pytest.mark.parametrize("how", [confirm_proposal, waive_proposal])
def test_s2_six_4_it_is_confirmed_or_let_off_once(how: object) -> None:
    stage = a_stage("library-rotation")
    late_in(stage, 1, 2, 3)
    [one] = proposals(stage)
    how(event=stage.event, key=one.key, by=TEST)  # type: ignore[operator]
    assert proposals(stage) == []
    status = stage.event.pairs.get(number=1).status
    assert (status == PairStatus.DISQUALIFIED) is (how is confirm_proposal)


def test_the_side_is_the_pairs_own_after_the_sides_were_swapped() -> None:
    stage = a_stage(late_level_minutes=5)
    match = come_late(stage, 3)
    Match.objects.filter(pk=match.pk).update(ns=match.ew, ew=match.ns)
    confirm_proposal(event=stage.event, key=proposals(stage)[0].key, by=TEST)
    assert Running.objects.get().deals == [{"ruling": {Side.NS.value: 1}}]
