"""A remembered step leaves what the actions leave, and is taken by them again where anything differs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.tournament import remembered
from tests.tournament.event_rows import rows_of, tables
from tests.tournament.factories import TEST, draw_and_play, make_stage, play_round
from tournament.actions.draw_groups import draw_groups
from tournament.actions.run_round import start_round
from tournament.archive.dumping import dump
from tournament.models import Entry, Event, Group, Match, Pair, Stage

pytestmark = pytest.mark.django_db

PLAYED: dict[str, Any] = {"seed": 1, "published": True, "rounds_played": 2}


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    known: dict[str, Any] = {}
    monkeypatch.setattr(remembered, "_known", known)
    remembered.go_by_actions(always=False)  # this fixture patches, which turns remembering off
    return known


def test_where_a_test_patches_the_actions_are_taken_and_nothing_is_learnt(nothing_known: Any) -> None:
    remembered.go_by_actions(always=True)
    stage = make_stage(pairs=8, **PLAYED)
    assert stage.groups.first().rounds.count() >= 2
    assert nothing_known == {}


def without_keys_and_times(event: Event) -> str:
    """All rows of an event, keys told by their order, times left out."""
    rows = rows_of(event.pk)
    at = remembered.places(rows)
    told = {}
    for table in tables():
        values = [remembered._placed(table, row, at)[1:] for row in rows[table.name].values()]
        for row in values:
            for column in table.times:
                row[column - 1] = row[column - 1] is not None
        told[table.name] = values
    return repr(told).replace(event.slug, "SLUG")


def journal(event: Event) -> list[str]:
    return list(Entry.objects.filter(event=event).order_by("at", "pk").values_list("verb", flat=True))


def test_the_second_event_has_the_rows_that_the_actions_made_for_the_first() -> None:
    first, second = make_stage(drawn=False), make_stage(drawn=False)
    draw_and_play(first, **PLAYED)
    draw_and_play(second, **PLAYED)

    assert without_keys_and_times(second.event) == without_keys_and_times(first.event)
    assert journal(second.event) == journal(first.event)
    assert len(journal(first.event)) == 2 + 1 + 3 + 2 * 4  # draw and rounds, groups, pairings, results
    assert archived(second.event) == archived(first.event)


def archived(event: Event) -> str:
    """What the archive keeps of an event, without its address and the times."""
    told = json.dumps(dump(event), ensure_ascii=False, default=str, sort_keys=True)
    return re.sub(r'"20\d\d-[^"]*"', "TIME", told).replace(event.slug, "SLUG")


def test_another_event_goes_by_the_actions() -> None:
    first, other = make_stage(drawn=False), make_stage(drawn=False)
    Pair.objects.filter(event=other.event, number=3).update(fixed_table=2)
    draw_and_play(first, **PLAYED)
    draw_and_play(other, **PLAYED)

    assert archived(other.event) != archived(first.event)
    assert {match.table for match in Match.objects.filter(ns__event=other.event, ns__number=3)} == {2}


def test_what_an_object_says_in_memory_counts_too(nothing_known: dict[str, Any]) -> None:
    first, other = make_stage(drawn=False), make_stage(drawn=False)
    other.same_unit = "ignore"
    draw_and_play(first, **PLAYED)
    known = len(nothing_known)
    draw_and_play(other, **PLAYED)

    assert len(nothing_known) > known


def test_a_round_that_began_minutes_ago_is_not_one_that_begins(nothing_known: dict[str, Any]) -> None:
    known = []
    for minutes in (0, 0, 8, -30):
        stage = make_stage()
        start_round(stage=stage, number=1, at=timezone.now() - timedelta(minutes=minutes), by=TEST)
        play_round(stage, 1)
        known.append(len(nothing_known))

    assert [one - known[0] for one in known] == [0, 0, 1, 2]


def test_a_step_after_a_step_and_other_values_are_steps_of_their_own() -> None:
    first, second, other = (make_stage() for _ in range(3))
    play_round(first, 1)
    play_round(second, 1)
    play_round(other, 1, seed=2)

    assert archived(second.event) == archived(first.event) != archived(other.event)


def test_what_was_rolled_back_is_known_and_no_key_is_given_twice() -> None:
    with transaction.atomic():
        make_stage(rounds_played=1)
        transaction.set_rollback(True)
    first = make_stage(rounds_played=1)
    before = set(Entry.objects.values_list("pk", flat=True))
    second = make_stage(rounds_played=1)
    after = set(Entry.objects.values_list("pk", flat=True))
    play_round(second, 2)

    assert archived(first.event) == archived(make_stage(rounds_played=1).event)
    assert len(after - before) == len(before)
    assert Entry.objects.filter(event=second.event, codes__round=2).latest("pk").pk > max(after)


def test_a_row_that_changes_or_goes_does_so_in_the_copy() -> None:
    """Groups drawn again: the old ones go, the draw that stands is told to be an earlier one."""

    @remembered.remembered
    def draw_again(stage: Stage) -> None:
        draw_groups(stage=stage, seed=2, by=TEST)

    first, second = make_stage(published=False), make_stage(published=False)
    draw_again(first)
    draw_again(second)

    assert list(second.draws.order_by("ordinal").values_list("is_current", flat=True)) == [False, True]
    assert Group.objects.filter(stage=second).count() == 2
    assert not Match.objects.filter(round__group__stage=second).exists()
    assert without_keys_and_times(second.event) == without_keys_and_times(first.event)


def test_a_step_that_is_given_a_function_goes_by_the_actions_each_time(nothing_known: dict[str, Any]) -> None:
    @remembered.remembered
    def rename(stage: Stage, named: Callable[[], str]) -> None:
        Stage.objects.filter(pk=stage.pk).update(name=named())

    first, second = make_stage(drawn=False), make_stage(drawn=False)
    rename(first, lambda: "上午")
    rename(second, lambda: "下午")

    assert [Stage.objects.get(pk=one.pk).name for one in (first, second)] == ["上午", "下午"]
    assert not nothing_known
