"""A second, blind reading of a slip by another person: equal is checked, different is decided on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.levels import Deal
from scoring.rules import Side
from scoring.scoresheet import AwardedLoss, Ended, Forfeit, Record, Scoresheet, Series
from tests.tournament.checking.conftest import actor, checked_event, match_at, staff
from tests.tournament.factories import make_director, make_person, passed
from tournament import wording
from tournament.actions.check_results import check_results
from tournament.actions.enter_result import enter_game, enter_result, undo_result
from tournament.actions.run_round import close_round
from tournament.actions.swap_sides import swap_sides
from tournament.actions.type_again import type_again
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.models import Checking, Entry, Event, Match, Result, Role, Stage

pytestmark = pytest.mark.django_db


def at_time(ns: int, ew: int, **more: Any) -> Scoresheet:
    """Levels when the time was over."""
    return Scoresheet(ns_level=ns, ew_level=ew, ended=Ended.TIME, **more)


@pytest.fixture
def match(twice: Stage, first: Actor) -> Match:
    """Table 1, entered by the first person: 过A : 9, 升 3 级."""
    enter_result(match=match_at(twice, 1), sheet=passed(Side.NS, loser_level=9), by=first)
    return match_at(twice, 1)


def standing(match: Match) -> Result:
    return match.results.get(is_current=True)


def test_an_equal_second_reading_checks_the_first(match: Match, second: Actor) -> None:
    done = type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=second, based_on=1)

    assert (done.version, done.checked_name, done.actor_name) == (1, "周复核", "李负责")
    assert done.checked_at is not None
    assert match.results.count() == 1
    assert wording.of_entry(Entry.objects.first()) == "复核预赛第 1 轮 1 桌成绩：第 1 桌"


def test_sent_twice_it_has_one_effect(match: Match, second: Actor) -> None:
    for _turn in range(2):
        type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=second, based_on=1, submission="k")
    type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=second, based_on=1)
    assert Entry.objects.filter(verb="check_results").count() == 1


def test_a_different_reading_stores_nothing(match: Match, second: Actor) -> None:
    before = Entry.objects.count()
    with pytest.raises(Conflict) as told:
        type_again(match=match, sheet=passed(Side.NS, loser_level=8), by=second, based_on=1)

    assert told.value.code == "second_differs"
    assert told.value.current == standing(match)
    assert standing(match).checked_at is None
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    ("keep", "version", "level", "enterer", "line"),
    [
        pytest.param(
            "first", 1, 9, "李负责", "复核预赛第 1 轮第 1 桌：两遍不一致，以第一遍为准", id="the first stands"
        ),
        pytest.param(
            "second",
            2,
            8,
            "周复核",
            "复核预赛第 1 轮第 1 桌：两遍不一致，以第二遍为准（第 2 版）",
            id="the second is a new version",
        ),
    ],
)
def test_what_is_chosen_on_purpose_is_checked_by_who_chose(
    match: Match, second: Actor, keep: Any, version: int, level: int, enterer: str, line: str
) -> None:
    type_again(match=match, sheet=passed(Side.NS, loser_level=8), by=second, based_on=1, keep=keep)

    now = standing(match)
    assert (now.version, now.ew_level, now.actor_name, now.checked_name) == (
        version,
        level,
        enterer,
        "周复核",
    )
    assert wording.of_entry(Entry.objects.first()) == line


def nothing_since(match: Match, by: Actor) -> None:
    """The first reading stands as it was typed."""


def swapped_twice(match: Match, by: Actor) -> None:
    swap_sides(match=match, by=by)
    swap_sides(match=match, by=by)


def swapped_and_back(match: Match, by: Actor) -> None:
    swap_sides(match=match, by=by)
    undo_result(match=match, by=by)
    swap_sides(match=match, by=by)


def corrected_and_back(match: Match, by: Actor) -> None:
    enter_result(match=match, sheet=passed(Side.NS, loser_level=8), by=by)
    undo_result(match=match, by=by)


@pytest.mark.parametrize("since", [nothing_since, swapped_twice, swapped_and_back, corrected_and_back])
def test_the_first_typist_is_refused_in_words_and_nobody_else(
    match: Match, first: Actor, second: Actor, since: Callable[[Match, Actor], None]
) -> None:
    since(match, second)
    with pytest.raises(ActionRefused) as refused:
        type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=first)
    assert wording.of_error(refused.value) == "第 1 桌的第一遍是您录的，第二遍要由别人来录。"
    assert standing(match).checked_at is None

    done = type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=second)
    assert (done.checked_name, match.results.count()) == ("周复核", done.version)


@pytest.mark.parametrize(
    "others",
    [
        pytest.param([], id="nobody else"),
        pytest.param([("r", Role.REFEREE, True)], id="a referee enters nothing at the desk"),
        pytest.param([("s", Role.SCORER, False)], id="an account that is closed"),
    ],
)
def test_a_single_scorer_types_both(match: Match, first: Actor, others: list[Any]) -> None:
    for username, role, active in others:
        person = staff(match.round.group.stage.event, username, username, role)
        type(person).objects.filter(pk=person.pk).update(is_active=active)
    done = type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=first, based_on=1)
    assert done.checked_name == "李负责"


def test_an_owner_who_is_not_of_the_event_is_a_second_person(match: Match) -> None:
    owner = actor(make_person("owner", name="站长", owner=True))
    assert type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=owner).checked_name == "站长"


@pytest.mark.parametrize(
    ("entered", "typed", "agree"),
    [
        pytest.param(at_time(7, 9), at_time(7, 9, seconds=2400), True, id="the time is told once"),
        pytest.param(at_time(7, 9, seconds=2400), at_time(7, 9, seconds=2460), False, id="two times"),
        pytest.param(passed(Side.EW), passed(Side.EW, gain=2), False, id="another gain past A"),
        pytest.param(passed(Side.EW), passed(Side.NS), False, id="the other side"),
        pytest.param(Forfeit(Side.NS), Forfeit(Side.NS), True, id="a forfeit"),
        pytest.param(Forfeit(Side.NS), Forfeit(Side.EW), False, id="the other forfeited"),
        pytest.param(Forfeit(None), Forfeit(None), True, id="both forfeited"),
        pytest.param(Forfeit(Side.NS), AwardedLoss(Side.NS), False, id="a forfeit is no awarded loss"),
        pytest.param(AwardedLoss(Side.EW), AwardedLoss(Side.EW), True, id="an awarded loss"),
        pytest.param(at_time(7, 9), Forfeit(Side.EW), False, id="played, or not"),
    ],
)
def test_what_agrees(
    twice: Stage, first: Actor, second: Actor, entered: Record, typed: Record, agree: bool
) -> None:
    match = match_at(twice, 2)
    enter_result(match=match, sheet=entered, by=first)
    try:
        type_again(match=match, sheet=typed, by=second, based_on=1)
    except Conflict:
        assert standing(match).checked_at is None
    assert (standing(match).checked_at is not None) is agree


def test_a_match_deal_by_deal_is_read_again_by_its_final_levels(
    twice: Stage, first: Actor, second: Actor
) -> None:
    deals = (Deal(Side.NS, 2), Deal(Side.NS, 2), Deal(Side.EW, 3))
    match = match_at(twice, 3)
    enter_result(match=match, sheet=Scoresheet(ended=Ended.TIME, deals=deals), by=first)
    assert type_again(match=match, sheet=at_time(8, 4), by=second).checked_name == "周复核"


def test_best_of_three_game_by_game() -> None:
    stage = checked_event(Checking.TWICE, pairing={"method": "rotation", "rounds": 3, "best_of": 3})
    first = actor(make_director(stage.event, "first"))
    second = actor(staff(stage.event, "second", "周复核"))
    match = match_at(stage, 1)
    games = [passed(Side.NS, loser_level=9), passed(Side.EW, loser_level=4), passed(Side.NS, loser_level=6)]
    for game in games[:2]:
        enter_game(match=match, game=game, by=first)
    with pytest.raises(ActionRefused, match="nothing_to_check"):  # nobody has won yet
        type_again(match=match, sheet=Series(tuple(games)), by=second)
    enter_game(match=match, game=games[2], by=first)
    with pytest.raises(Conflict, match="second_differs"):
        type_again(match=match, sheet=Series((*games[:2], passed(Side.NS, loser_level=7))), by=second)
    assert type_again(match=match, sheet=Series(tuple(games)), by=second, based_on=3).checked_name == "周复核"


def test_another_version_than_the_one_that_was_asked_for_is_told(
    match: Match, first: Actor, second: Actor
) -> None:
    enter_result(match=match, sheet=passed(Side.NS, loser_level=5), by=first)
    with pytest.raises(Conflict, match="changed_before_typing"):
        type_again(match=match, sheet=passed(Side.NS, loser_level=5), by=second, based_on=1)
    assert standing(match).checked_at is None


@pytest.mark.parametrize(
    ("checking", "code"), [("none", "checking_is_off"), ("read_back", "checking_by_reading")]
)
def test_the_setting_decides(match: Match, second: Actor, checking: str, code: str) -> None:
    Event.objects.update(checking=checking)
    with pytest.raises(ActionRefused, match=code):
        type_again(match=match, sheet=passed(Side.NS, loser_level=9), by=second)


def test_after_closing_a_second_reading_needs_a_reason(match: Match, second: Actor, first: Actor) -> None:
    stage = match.round.group.stage
    for table in (2, 3, 4):
        enter_result(match=match_at(stage, table), sheet=passed(Side.NS), by=first)
    close_round(stage=stage, number=1, by=first, unchecked=None)
    told: dict[str, Any] = {"match": match, "sheet": passed(Side.NS, loser_level=8), "by": second}
    with pytest.raises(ActionRefused, match="reason_needed"):
        type_again(**told, keep="second")
    assert type_again(**told, keep="second", reason="看错计分表").reason == "看错计分表"


def test_reading_aloud_is_no_way_round_the_second_typing(match: Match, second: Actor) -> None:
    with pytest.raises(ActionRefused, match="checking_by_typing"):
        check_results(stage=match.round.group.stage, seen=[(match, 1)], by=second)
