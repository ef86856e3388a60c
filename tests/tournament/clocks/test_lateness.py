"""Who is not seated: marked at the desk, counted from the start without pauses, never forfeited by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.rules import Side
from tests.tournament.clocks.test_steps import refusal
from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.note_lateness import forget_lateness, note_arrival, note_lateness
from tournament.actions.round_clock import pause_round, resume_round
from tournament.actions.run_round import close_round, start_round, take_back_start
from tournament.actions.swap_sides import swap_sides
from tournament.models import Lateness, Match, Result, Stage
from tournament.queries.lateness import LatePair, late_pairs
from tournament.queries.rounds import rounds_of
from tournament.wording.clocks import late_text

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 28, 1, 0, tzinfo=UTC)  # 09:00 in the hall


def at(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


def a_stage(rulebook: str = "devzone-26", pairs: int = 8) -> Stage:
    return make_stage(make_event(pairs=pairs, rulebook=rulebook, slug="sai"))


@pytest.fixture
def stage() -> Stage:
    return a_stage()


def match_at(stage: Stage, table: int) -> Match:
    found = Match.objects.select_related("ns", "ew", "round__group")
    return found.get(round__group__stage=stage, round__number=1, table=table)


def mark(stage: Stage, table: int = 1, side: str = "ns", **more: Any) -> Match:
    match = match_at(stage, table)
    note_lateness(match=match, pair=getattr(match, side), by=TEST, **more)
    return match


def late(stage: Stage) -> list[LatePair]:
    return late_pairs(stage, rounds_of(stage, 1))


@pytest.mark.parametrize(
    ("rulebook", "excused", "minutes", "due"),
    [
        pytest.param("devzone-26", False, 9.9, False, id="S4: not before ten minutes"),
        pytest.param("devzone-26", False, 10, True, id="S4: ten minutes after the start"),
        pytest.param("devzone-26", True, 14.9, False, id="S4: leave was asked, fifteen"),
        pytest.param("devzone-26", True, 15, True, id="S4: leave was asked, over"),
        pytest.param("library-rotation", True, 10, True, id="S2 knows no leave: ten"),
        pytest.param("national-2017", False, 45, False, id="no limit in the rules"),
    ],
)
def test_the_forfeit_is_due_at_the_rules_minute(
    rulebook: str, excused: bool, minutes: float, due: bool
) -> None:
    stage = a_stage(rulebook)
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    mark(stage, is_excused=excused)
    [one] = late(stage)
    assert one.is_due(at(minutes)) is due


def test_pauses_are_not_counted_as_lateness(stage: Stage) -> None:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    mark(stage)
    pause_round(stage=stage, number=1, at=at(4), by=TEST)
    assert late_text(late(stage)[0], at(30)) == "迟到 4 分钟"
    resume_round(stage=stage, number=1, at=at(30), by=TEST)
    assert late_text(late(stage)[0], at(34)) == "迟到 8 分钟"
    assert not late(stage)[0].is_due(at(35.9))
    assert late(stage)[0].is_due(at(36))


def test_who_is_marked_before_the_start_is_late_only_from_there(stage: Stage) -> None:
    mark(stage)
    assert late_text(late(stage)[0], at(-20)) == "未到齐"
    start_round(stage=stage, number=1, at=at(5), by=TEST)
    assert late_text(late(stage)[0], at(4)) == "未到齐"
    assert not late(stage)[0].is_due(at(4))
    assert late_text(late(stage)[0], at(8)) == "迟到 3 分钟"


def test_no_limit_enters_a_forfeit_by_itself(stage: Stage) -> None:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    mark(stage)
    assert late(stage)[0].is_due(at(40))
    assert Result.objects.count() == 0


def test_how_late_a_pair_came_is_kept_and_counts_no_further(stage: Stage) -> None:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = mark(stage)
    note_arrival(match=match, pair=match.ns, at=at(8.5), by=TEST)
    [one] = late(stage)
    assert (one.is_awaited, one.minutes(at(30)), one.is_due(at(30))) == (False, 8, False)
    assert Lateness.objects.get().seconds == 510


def test_of_two_people_who_report_an_arrival_the_second_is_told(stage: Stage) -> None:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = mark(stage)
    note_arrival(match=match, pair=match.ns, at=at(3), by=TEST)
    assert refusal(note_arrival, match=match, pair=match.ns, at=at(9), by=TEST).code == "pair_not_marked"
    assert refusal(forget_lateness, match=match, pair=match.ns, by=TEST).code == "pair_not_marked"
    assert Lateness.objects.get().seconds == 180


def test_the_same_mark_twice_is_one_and_leave_may_be_told_afterwards(stage: Stage) -> None:
    stage.event.refresh_from_db()
    revision = stage.event.revision
    mark(stage)
    mark(stage)
    stage.event.refresh_from_db()
    assert stage.event.revision == revision + 1
    mark(stage, is_excused=True)
    assert Lateness.objects.get().is_excused


def test_a_mark_by_mistake_goes_and_so_does_one_before_the_start(stage: Stage) -> None:
    match = mark(stage)
    forget_lateness(match=match, pair=match.ns, by=TEST)
    assert late(stage) == []
    mark(stage)
    note_arrival(match=match, pair=match.ns, at=at(-3), by=TEST)
    assert Lateness.objects.count() == 0


def test_a_mistaken_start_leaves_the_marks_and_drops_what_it_measured(stage: Stage) -> None:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = mark(stage)
    mark(stage, 2)
    note_arrival(match=match, pair=match.ns, at=at(3), by=TEST)
    take_back_start(stage=stage, number=1, by=TEST)
    assert [one.match.table for one in late(stage)] == [2]


def test_a_result_ends_the_waiting(stage: Stage) -> None:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    match = mark(stage)
    enter_result(match=match, sheet=passed(Side.NS), by=TEST)
    assert late(stage) == []
    assert refusal(note_lateness, match=match, pair=match.ew, by=TEST).code == "late_table_has_result"


def test_the_mark_follows_the_pair_when_sides_are_swapped(stage: Stage) -> None:
    match = mark(stage)
    swap_sides(match=match, by=TEST)
    [one] = late(stage)
    assert (one.side, one.pair) == ("ew", match.ns)


def test_only_who_sits_at_a_table_of_an_open_round_is_marked(stage: Stage) -> None:
    first, second = match_at(stage, 1), match_at(stage, 2)
    assert refusal(note_lateness, match=first, pair=second.ns, by=TEST).code == "late_pair_not_at_table"
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    for match in Match.objects.filter(round__number=1):
        enter_result(match=match, sheet=passed(Side.NS), by=TEST)
    close_round(stage=stage, number=1, by=TEST)
    assert refusal(note_lateness, match=first, pair=first.ns, by=TEST).code == "round_over_already"


# -- at the desk


def send(desk: Desk, table: int, step: str, **sent: Any) -> Any:
    desk.sent += 1
    data = {"submission": f"late{desk.sent}", **sent}
    return desk.client.post(desk.address("match-late", table, step), data)


def test_the_desk_marks_counts_and_leads_to_the_forfeit(stage: Stage) -> None:
    desk = Desk(stage)
    assert send(desk, 1, "note", side="ns").status_code == 302
    start_round(stage=stage, number=1, at=datetime.now(UTC) - timedelta(minutes=8), by=TEST)
    page = desk.client.get(desk.address("round"))
    assert "南北 迟到 8 分钟" in read(page)
    assert "开赛 10 分钟未到齐，本轮按弃权处理" in read(page)
    assert forfeit_is_hidden(page)

    stage.groups.first().rounds.filter(number=1).update(starts_at=datetime.now(UTC) - timedelta(minutes=11))
    page = desk.client.get(desk.address("round"))
    assert not forfeit_is_hidden(page)
    address = desk.address("match-act", 1, "walkover")
    sent = {"submission": "w1", "kind": "forfeit-ns", "based_on": "0"}
    assert address in page.content.decode()
    assert desk.client.post(address, sent).status_code == 302
    assert "未到齐" not in read(desk.client.get(desk.address("round"))).split("录入")[0]


def forfeit_is_hidden(page: Any) -> bool:
    return 'data-due="600" hidden' in page.content.decode()


def test_the_desk_notes_an_arrival_and_shows_how_late(stage: Stage) -> None:
    desk = Desk(stage)
    start_round(stage=stage, number=1, at=datetime.now(UTC) - timedelta(minutes=8), by=TEST)
    send(desk, 1, "note", side="ew", excused="on")
    assert "请过假" in desk.page()
    assert send(desk, 1, "arrived", side="ew").status_code == 302
    assert "迟到 8 分钟，已到齐" in desk.page()


@pytest.mark.parametrize(
    ("sent", "said"),
    [({}, "请选南北或东西。"), ({"side": "north"}, "请选南北或东西。")],
    ids=["no side", "a side that is none"],
)
def test_a_mark_without_a_side_is_refused(stage: Stage, sent: dict[str, str], said: str) -> None:
    answer = send(Desk(stage), 1, "note", **sent)
    assert answer.status_code == 422
    assert said in read(answer)
    assert Lateness.objects.count() == 0


def test_an_unknown_step_is_not_found(stage: Stage) -> None:
    assert send(Desk(stage), 1, "burn", side="ns").status_code == 404


@pytest.mark.parametrize("pairs", [8, 40])
def test_awaited_pairs_cost_the_same_in_any_hall(pairs: int, django_assert_num_queries: Any) -> None:
    stage = a_stage(pairs=pairs)
    for table in range(1, pairs // 2 + 1):
        mark(stage, table)
    rounds = rounds_of(stage, 1)
    with django_assert_num_queries(3):
        assert len([one.pair.names for one in late_pairs(stage, rounds)]) == pairs // 2
