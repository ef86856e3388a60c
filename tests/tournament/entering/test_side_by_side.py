"""Rounds, sessions and stages that are played at the same time: each with its own counts and clock."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.entering.desk import Desk
from tests.tournament.entering.test_calls import two_sessions
from tests.tournament.entering.test_phases import dispute
from tests.tournament.factories import TEST, make_event, make_stage, passed, play_round
from tests.tournament.running.phones import send
from tests.tournament.tables.phones import hall, link_of, match_at, pair
from tournament.actions.enter_result import enter_game
from tournament.actions.note_lateness import note_lateness
from tournament.actions.run_round import start_round
from tournament.models import Event, Group, TableEntry
from tournament.queries.running_rounds import running_rounds

pytestmark = pytest.mark.django_db


def lines(desk: Desk, address: str) -> list[str]:
    """The rounds that a page says are being played."""
    html = desk.client.get(address).content.decode()
    part = re.search(r'aria-label="正在进行的各轮".*?</table>', html, re.S)
    rows = re.findall(r"<tr>(.*?)</tr>", part[0].split("<tbody>")[1], re.S) if part else []
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def test_two_sessions_at_the_same_tables_are_two_lines() -> None:
    stage = two_sessions()
    afternoon = [stage.groups.get(ordinal=2)]
    start_round(stage=stage, number=1, at=timezone.now(), groups=afternoon, by=TEST)
    desk = Desk(stage)
    desk.slip(1, "A3", "9", session="下午")
    home = lines(desk, reverse("desk", args=[stage.event.slug]))
    assert [re.findall("[上下]午", line)[0] for line in home] == ["上午", "下午"]
    assert home[0].endswith("0 / 2")
    assert home[1].endswith("1 / 2")
    beside = lines(desk, desk.address("round") + "?session=上午")
    assert len(beside) == 1
    assert "下午" in beside[0]
    assert lines(desk, desk.address("round")) == []  # the page shows both


def test_disputes_and_late_pairs_are_counted_where_they_are() -> None:
    stage = hall(TableEntry.PAIRS)
    dispute(stage, 2, ("K", "10"), ("Q", "10"))
    note_lateness(match=match_at(stage, 1), pair=match_at(stage, 1).ns, by=TEST)
    [one] = running_rounds(stage.event)
    assert (one.table_count, one.entered, one.disputed, one.late) == (4, 0, 1, 1)
    html = Desk(stage).client.get(reverse("desk", args=[stage.event.slug])).content.decode()
    for kind in ("disputed", "late"):
        assert f"rounds/1/?show={kind}" in html


def test_where_deals_or_figures_have_come_nobody_is_late() -> None:
    """The counts lead to lists of these tables: both speak of the same ones."""
    stage = hall(TableEntry.PAIRS)
    for table in (1, 2, 3):
        note_lateness(match=match_at(stage, table), pair=match_at(stage, table).ns, by=TEST)
    send(match_at(stage, 1), "N3")
    pair(link_of(stage, 2), "ew").levels("K", "10")
    [one] = running_rounds(stage.event)
    late = listed(Desk(stage).client.get(reverse("round", args=[stage.event.slug, 1, 1]), {"show": "late"}))
    assert (one.late, late) == (1, ["3"])


def listed(answer: Any) -> list[str]:
    """The tables that a round's page lists."""
    return re.findall(r'<tr[^>]*id="row-\d+-(\d+)"', answer.content.decode())


def test_a_game_of_three_that_was_sent_shows_that_both_are_there() -> None:
    stage = make_stage(pairing={"method": "rotation", "rounds": 1, "best_of": 3})
    for table in (1, 2):
        note_lateness(match=match_at(stage, table), pair=match_at(stage, table).ns, by=TEST)
    enter_game(match=match_at(stage, 1), game=passed(Side.NS), by=TEST)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    assert [one.late for one in running_rounds(stage.event)] == [1]


def test_another_stage_that_plays_stands_beside_this_one() -> None:
    event = make_event(pairs=8)
    men = make_stage(event, name="男子", group_size=8)
    women = make_stage(event, name="女子", group_size=8)
    start_round(stage=women, number=1, at=timezone.now(), by=TEST)
    [beside] = lines(Desk(men), reverse("round", args=[event.slug, 1, 1]))
    assert beside.startswith("女子 第 1 轮")


def test_a_round_without_a_clock_runs_from_its_first_slip_to_its_closing() -> None:
    stage = make_stage()
    desk = Desk(stage)
    assert running_rounds(stage.event) == []
    desk.slip(1, "A3", "9")
    assert [one.entered for one in running_rounds(stage.event)] == [1]
    for table in (2, 3, 4):
        desk.slip(table, "A3", "9")
    assert "可以结束" in lines(desk, reverse("desk", args=[stage.event.slug]))[0]
    desk.client.post(desk.address("round-act", "close"), {"submission": "c"})
    assert running_rounds(stage.event) == []


@pytest.mark.parametrize("groups", [2, 8])
def test_all_rounds_are_read_in_two_queries(groups: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(pairs=groups * 4)
    for group in Group.objects.filter(stage=stage):
        Group.objects.filter(pk=group.pk).update(session=f"场次 {group.ordinal}")
    play_round(stage, 1)
    event = Event.objects.get()
    with django_assert_num_queries(2):
        assert len(running_rounds(event)) == groups
