"""What a penalty does to the running match, to a result, to the pair: once, and undone whole."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from scoring.options import Grade, Side
from scoring.records import DealsCodec
from scoring.sanctions import Sanction
from tests.tournament.factories import TEST, make_event, make_stage, passed, play_round
from tests.tournament.rounds.swiss import pair_next, swiss_stage
from tests.tournament.running.phones import match_at, send
from tournament.actions.enter_result import enter_result, undo_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.replay_match import replay_match
from tournament.errors import ActionRefused
from tournament.models import Entry, Match, PairStatus, Penalty, Result, ResultKind, Running, Stage
from tournament.queries.pairing_field import group_field
from tournament.queries.results import standing_result
from tournament.queries.running import running_match
from tournament.wording import of_entry

pytestmark = pytest.mark.django_db

DOWN_3_OUT = Sanction(levels=-3, out_of_play=True)


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_event(pairs=8, rulebook="school-grades", slug="sai", table_entry="referee"))


def rule(match: Match, side: str = "ns", **more: Any) -> Penalty:
    told = {"grade": Grade.DEMOTION, "sanction": DOWN_3_OUT, **more}
    pair, stage = getattr(match, side), match.round.group.stage
    where = {"stage": stage, "round_number": match.round.number}
    return give_penalty(event=stage.event, number=pair.number, by=TEST, **where, **told)


def levels(match: Match) -> tuple[int, int, str | None, int]:
    row = Running.objects.get(match=match)
    found = running_match(row, match.round.group.stage.scoring_rules)
    return found.state.ns_level, found.state.ew_level, found.state.in_play, len(found.items)


def test_s1b_4_hidden_cards_enter_the_match_behind_the_last_deal_and_leave_it_when_cancelled(
    stage: Stage,
) -> None:
    """Three levels down and out of play (school-grades, 规则 4); a deal that is played on goes behind it."""
    match = match_at(stage)
    send(match, "N3 N3 E1", based_on=0)  # 8 : 3
    made = rule(match)
    assert (made.after_deal, levels(match)) == (3, (5, 3, Side.EW, 4))

    cancel_penalty(penalty=made, reason="查实没有藏牌", by=TEST)
    assert levels(match) == (8, 3, Side.EW, 3)


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        pytest.param(1, [["ns", 2], {"ruling": {"ns": -3}}, ["ns", 2], ["ew", 4]], id="behind deal 1"),
        pytest.param(0, [{"ruling": {"ns": -3}}, ["ns", 2], ["ns", 2], ["ew", 4]], id="before the first"),
        pytest.param(9, [["ns", 2], ["ns", 2], ["ew", 4], {"ruling": {"ns": -3}}], id="later than played"),
    ],
)
def test_level_effects_stand_at_their_place_between_deals(stage: Stage, after: int, kept: list[Any]) -> None:
    match = match_at(stage)
    send(match, "N3 N3 E1", based_on=0)
    rule(match, sanction=Sanction(levels=-3), after_deal=after)
    assert Running.objects.get().deals == kept


def test_a_ruling_that_the_table_has_written_down_is_not_applied_twice(stage: Stage) -> None:
    """The referee pressed 降级 on the table's page; the penalty that goes into the list says the same."""
    match = match_at(stage)
    send(match, "N3 N3", based_on=0)
    row = Running.objects.get()
    row.deals = [*row.deals, {"ruling": {"ns": -3, "in_play": "ew"}}]
    row.save()
    rule(match)
    assert levels(match)[0] == 5
    rule(match)  # a second foul of the same kind is a second ruling
    assert levels(match)[0] == 2


def test_levels_that_were_signed_are_left_alone(stage: Stage) -> None:
    """Final levels have the ruling in them: the penalty only records, whatever stands already."""
    match = match_at(stage)
    send(match, "N3 N3", based_on=0)
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST, drop_deals=True)
    rule(match)
    assert Result.objects.count() == 1
    assert len(Running.objects.get().deals) == 2


def test_levels_need_a_match_and_a_slip_on_paper_only_records(stage: Stage) -> None:
    with pytest.raises(ActionRefused, match="effect_without_match"):
        give_penalty(event=stage.event, number=1, grade=Grade.DEMOTION, sanction=DOWN_3_OUT, by=TEST)
    stage.event.table_entry = "read_only"
    stage.event.save()
    rule(match_at(stage))
    assert not Running.objects.exists()


def test_what_the_deals_do_not_allow_is_refused_whole(stage: Stage) -> None:
    """A gain can be cancelled only behind a deal."""
    match = match_at(stage)
    with pytest.raises(Exception, match="nothing_to_cancel"):
        rule(match, sanction=Sanction(cancels_gain=True))
    assert not Penalty.objects.exists()
    assert not Running.objects.exists()


def test_s4_eleven_3_a_lost_match_is_entered_and_comes_back_when_the_penalty_is_lifted() -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"))
    match = match_at(stage)
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    made = rule(match, grade=Grade.MATCH_LOSS, sanction=Sanction(), loses_match=True)
    lost = standing_result(match)
    assert lost is not None
    assert (lost.kind, lost.side, lost.reason, lost.version) == (ResultKind.AWARDED_LOSS, "ns", "判罚", 2)

    cancel_penalty(penalty=made, reason="仲裁撤销", by=TEST)
    back = standing_result(match)
    assert back is not None
    assert (back.kind, back.ew_level, back.version) == (ResultKind.PLAYED, 9, 3)


def test_s4_eleven_6_suspension_takes_the_pair_out_of_the_next_draw_and_lifting_it_brings_it_back() -> None:
    stage = swiss_stage(pairs=8)
    pair_next(stage)
    play_round(stage, 1)
    group = stage.groups.get()
    made = give_penalty(event=stage.event, number=3, grade=Grade.SUSPENSION, takes_out=True, by=TEST)
    assert 3 not in [one.number for one in group_field(group, 2).contestants]
    with pytest.raises(ActionRefused, match="pair_is_gone"):
        give_penalty(event=stage.event, number=3, grade=Grade.SUSPENSION, takes_out=True, by=TEST)

    cancel_penalty(penalty=made, reason="仲裁撤销", by=TEST)
    assert stage.event.pairs.get(number=3).status == PairStatus.ACTIVE
    assert 3 in [one.number for one in group_field(group, 2).contestants]


def test_points_taken_away_count_in_the_order_of_the_next_draw() -> None:
    stage = swiss_stage(pairs=8)
    pair_next(stage)
    play_round(stage, 1)
    group = stage.groups.get()
    first = group_field(group, 2).contestants[0]
    give_penalty(
        event=stage.event,
        stage=stage,
        number=first.number,
        grade=Grade.VIOLATION,
        points=Decimal(-200),
        by=TEST,
    )
    field = group_field(group, 2).contestants
    assert field[-1].number == first.number
    assert field[-1].points == first.points - 200


def test_a_match_is_replayed_from_two_all_and_the_undo_brings_its_result_back(stage: Stage) -> None:
    match = match_at(stage)
    send(match, "N3 N3", based_on=0)
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST, drop_deals=True)
    replayed = replay_match(match=match, by=TEST, reason="牌副缺张")
    assert (standing_result(match), replayed.reason) == (None, "牌副缺张")
    assert Running.objects.get().deals == []
    assert "未用逐副记录 8 : 2" in of_entry(Entry.objects.get(verb="replay_match"))

    undo_result(match=match, by=TEST)
    back = standing_result(match)
    assert back is not None
    assert back.ew_level == 9


def test_a_match_of_which_nothing_is_written_down_is_not_replayed(stage: Stage) -> None:
    with pytest.raises(ActionRefused, match="nothing_to_replay"):
        replay_match(match=match_at(stage), by=TEST)
    send(match_at(stage), "N3", based_on=0)
    replay_match(match=match_at(stage), by=TEST)
    assert DealsCodec().read(Running.objects.get().deals, "deals") == ()


def test_a_lost_match_keeps_its_deals_in_the_journal(stage: Stage) -> None:
    send(match_at(stage), "N3 N3", based_on=0)
    rule(match_at(stage), grade=Grade.MATCH_LOSS, sanction=Sanction(), loses_match=True)
    assert "未用逐副记录 8 : 2" in of_entry(Entry.objects.get(verb="give_penalty"))


@pytest.mark.parametrize("sanction", [Sanction(opponents_levels=3), Sanction(awards_deal=True)])
def test_what_is_ruled_before_the_first_deal_asks_nothing_of_a_slip_on_paper(
    stage: Stage, sanction: Sanction
) -> None:
    """Levels or a deal given to the opponents are in the levels that are signed (RULES section 6)."""
    match = match_at(stage)
    rule(match, sanction=sanction)
    assert levels(match)[:2] == (2, 5)
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    assert standing_result(match) is not None
