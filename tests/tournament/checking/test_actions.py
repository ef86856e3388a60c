"""Confirming what was read back: of one version, by name, once, and never of what nobody has seen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.rules import Side
from tests.tournament.checking.conftest import checked_event, match_at
from tests.tournament.factories import TEST, passed, play_round
from tournament import wording
from tournament.actions.check_results import check_results, uncheck_result
from tournament.actions.copy_event import copy_event
from tournament.actions.enter_result import clear_result, enter_result, undo_result
from tournament.actions.publish import publish_standings
from tournament.actions.run_round import close_round
from tournament.actions.swap_sides import swap_sides
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.models import Checking, Entry, Event, Match, Result, Role, Stage
from tournament.permissions import RIGHTS_OF_ROLE, Right
from tournament.queries.checking import ENTERING, unchecked_upto

pytestmark = pytest.mark.django_db
ANN = Actor(name="甲", source="page")
BEN = Actor(name="乙", source="page")


def seen(stage: Stage, tables: Sequence[int], version: int = 1) -> list[tuple[Match, int]]:
    return [(match_at(stage, table), version) for table in tables]


def checked(stage: Stage) -> dict[int, str]:
    """Who checked the standing result at which table."""
    rows = Result.objects.filter(match__round__group__stage=stage, is_current=True, checked_at__isnull=False)
    return dict(rows.order_by("match__table").values_list("match__table", "checked_name"))


def test_one_and_several_are_confirmed_by_name(read_back: Stage) -> None:
    before = Event.objects.get(pk=read_back.event_id).revision
    assert check_results(stage=read_back, seen=seen(read_back, [3]), by=ANN) == 1
    assert check_results(stage=read_back, seen=seen(read_back, [1, 2, 3, 4]), by=BEN) == 3

    assert checked(read_back) == {1: "乙", 2: "乙", 3: "甲", 4: "乙"}
    lines = [wording.of_entry(one) for one in Entry.objects.filter(verb="check_results").order_by("pk")]
    assert lines == ["复核预赛第 1 轮 1 桌成绩：第 3 桌", "复核预赛第 1 轮 3 桌成绩：第 1、2、4 桌"]
    assert Event.objects.get(pk=read_back.event_id).revision == before + 2


def test_confirming_again_changes_nothing_and_leaves_no_line(read_back: Stage) -> None:
    check_results(stage=read_back, seen=seen(read_back, [1]), by=ANN, submission="k")
    when = match_at(read_back, 1).results.get().checked_at
    assert check_results(stage=read_back, seen=seen(read_back, [1]), by=ANN, submission="k") == 1
    assert check_results(stage=read_back, seen=seen(read_back, [1]), by=BEN) == 0

    assert match_at(read_back, 1).results.get().checked_at == when
    assert checked(read_back) == {1: "甲"}
    assert Entry.objects.filter(verb="check_results").count() == 1


def test_a_version_that_changed_meanwhile_is_told_with_both_and_nothing_is_confirmed(
    read_back: Stage,
) -> None:
    match = match_at(read_back, 2)
    for level in (3, 5, 9):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=level), by=BEN)
    with pytest.raises(Conflict) as told:
        check_results(stage=read_back, seen=[*seen(read_back, [1]), (match, 3)], by=ANN)

    assert told.value.current == match_at(read_back, 2).results.get(is_current=True)
    assert wording.of_error(told.value) == (
        "第 2 桌的成绩改过了：您核对的是“过A : 5（升 3 级）”，乙改为“过A : 9（升 3 级）”。"
        "没有确认，请看过再确认。"
    )
    assert checked(read_back) == {}


@pytest.mark.parametrize(
    ("change", "version"),
    [
        pytest.param(
            lambda match: enter_result(match=match, sheet=passed(Side.EW, loser_level=13), by=BEN),
            2,
            id="corrected",
        ),
        pytest.param(lambda match: swap_sides(match=match, by=BEN), 2, id="sides swapped"),
        pytest.param(
            lambda match: (
                enter_result(match=match, sheet=passed(Side.EW, loser_level=13), by=BEN),
                undo_result(match=match, by=BEN),
            ),
            3,
            id="corrected and undone",
        ),
    ],
)
def test_a_new_version_is_unchecked_and_the_old_one_keeps_its_mark(
    read_back: Stage, change, version: int
) -> None:
    check_results(stage=read_back, seen=seen(read_back, [1, 2]), by=ANN)
    change(match_at(read_back, 1))

    assert checked(read_back) == {2: "甲"}
    assert match_at(read_back, 1).version == version
    assert match_at(read_back, 1).results.get(version=1).checked_name == "甲"


def test_a_confirmation_can_be_taken_back(read_back: Stage) -> None:
    check_results(stage=read_back, seen=seen(read_back, [1, 2]), by=ANN)
    match = match_at(read_back, 1)
    with pytest.raises(Conflict):
        uncheck_result(match=match, by=BEN, based_on=7)
    uncheck_result(match=match, by=BEN, based_on=1)
    uncheck_result(match=match, by=BEN, based_on=1)

    assert checked(read_back) == {2: "甲"}
    assert [wording.of_entry(one) for one in Entry.objects.filter(verb="uncheck_result")] == [
        "撤回预赛第 1 轮第 1 桌的复核"
    ]
    assert match.results.count() == 1


@pytest.mark.parametrize(
    ("checking", "code"),
    [
        pytest.param(Checking.NONE, "checking_is_off", id="not switched on"),
        pytest.param(Checking.TWICE, "checking_by_typing", id="another person types instead"),
    ],
)
def test_the_setting_decides(read_back: Stage, checking: str, code: str) -> None:
    Event.objects.update(checking=checking)
    with pytest.raises(ActionRefused) as refused:
        check_results(stage=read_back, seen=seen(read_back, [1]), by=ANN)
    assert refused.value.code == code
    assert checked(read_back) == {}


def test_what_has_no_result_is_not_confirmed(read_back: Stage) -> None:
    clear_result(match=match_at(read_back, 1), by=BEN)
    with pytest.raises(ActionRefused, match="nothing_to_check"):
        check_results(
            stage=read_back, seen=seen(read_back, [2, 1], version=1)[:1] + seen(read_back, [1], 2), by=ANN
        )
    with pytest.raises(ActionRefused, match="nothing_chosen_to_check"):
        check_results(stage=read_back, seen=[], by=ANN)
    assert checked(read_back) == {}


def test_closing_with_unchecked_tables_wants_a_word_for_exactly_these(read_back: Stage) -> None:
    check_results(stage=read_back, seen=seen(read_back, [1, 4]), by=ANN)
    with pytest.raises(ActionRefused) as refused:
        close_round(stage=read_back, number=1, by=ANN, unchecked=["1-1-2"])
    assert wording.of_error(refused.value) == (
        "还有 2 桌没有复核：2、3。请先复核；确实要照这样继续，请在下面打勾。"
    )
    assert set(read_back.groups.values_list("rounds__state", flat=True)) == {"published"}
    keys = [one.key for one in unchecked_upto(read_back, 1)]
    close_round(stage=read_back, number=1, by=ANN, unchecked=keys)
    with pytest.raises(ActionRefused, match="tables_unchecked"):
        publish_standings(stage=read_back, number=1, by=ANN)
    assert publish_standings(stage=read_back, number=1, by=ANN, unchecked=keys).number == 1


def test_a_round_that_is_checked_is_closed_and_announced_without_asking(read_back: Stage) -> None:
    check_results(stage=read_back, seen=seen(read_back, [1, 2, 3, 4]), by=ANN)
    close_round(stage=read_back, number=1, by=ANN)
    assert publish_standings(stage=read_back, number=1, by=ANN).number == 1
    enter_result(match=match_at(read_back, 2), sheet=passed(Side.NS), by=BEN, reason="录错")
    with pytest.raises(ActionRefused) as refused:  # the correction has not been read back
        publish_standings(stage=read_back, number=1, by=ANN, reason="更正")
    assert refused.value.params["tables"] == [2]


def test_an_event_that_checks_nothing_asks_nothing() -> None:
    stage = checked_event(Checking.NONE)
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=ANN)
    assert publish_standings(stage=stage, number=1, by=ANN).number == 1


def test_next_years_event_checks_in_the_same_way(read_back: Stage) -> None:
    made = copy_event(source=read_back.event, name="明年的赛事", by=TEST)
    assert Event.objects.get(pk=made.pk).checking == Checking.READ_BACK


def test_who_may_type_are_those_who_may_enter() -> None:
    assert set(ENTERING) == {role for role in Role if Right.ENTER in RIGHTS_OF_ROLE[role]}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["enter", "undo", "clear", "swap", "confirm", "confirm stale", "take back"]),
        st.sampled_from([1, 2]),
        st.integers(2, 13),
        st.sampled_from(["甲", "乙"]),
    ),
    max_size=14,
)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_checked_implies_that_the_standing_version_was_seen_by_that_person(steps, twice: Stage) -> None:
    stage, looked = twice, set()
    Event.objects.update(checking=Checking.READ_BACK)
    for what, table, level, name in steps:
        match, by = match_at(stage, table), Actor(name=name, source="page")
        try:
            if what == "enter":
                enter_result(match=match, sheet=passed(Side.NS, loser_level=level), by=by)
            elif what == "undo":
                undo_result(match=match, by=by)
            elif what == "clear":
                clear_result(match=match, by=by)
            elif what == "swap":
                swap_sides(match=match, by=by)
            elif what == "take back":
                uncheck_result(match=match, by=by)
            else:
                version = match.version - (what == "confirm stale")
                looked.add((table, version, name))
                check_results(stage=stage, seen=[(match, version)], by=by)
        except ActionRefused:
            continue
    for row in Result.objects.filter(match__round__group__stage=stage, checked_at__isnull=False):
        assert (row.match.table, row.version, row.checked_name) in looked
    Result.objects.filter(match__round__group__stage=stage).delete()
    Match.objects.filter(round__group__stage=stage).update(version=0)


def test_a_slip_counted_deal_by_deal_is_read_by_another_person(
    twice: Stage, first: Actor, second: Actor
) -> None:
    """Final levels are not enough for its points, so it is not typed a second time."""
    book = {**twice.resolved_rules, "scheme": {"kind": "deal-points"}}
    Stage.objects.filter(pk=twice.pk).update(resolved_rules=book)
    stage = Stage.objects.get(pk=twice.pk)
    match = match_at(stage, 1)
    Result.objects.create(
        match=match, ns=match.ns, version=1, kind="played", ended="deals", deals=[["ns", 2]],
        typist=first.person, actor_name=first.name, source="page", at="2026-05-01T10:00:00Z",
    )  # fmt: skip
    Match.objects.filter(pk=match.pk).update(version=1)
    with pytest.raises(ActionRefused, match="second_by_same"):
        check_results(stage=stage, seen=[(match, 1)], by=first)
    assert check_results(stage=stage, seen=[(match, 1)], by=second) == 1
