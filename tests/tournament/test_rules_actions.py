"""Making events and stages, and changing their rules: once a submission, and never to the impossible."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from scoring import rulebooks
from scoring.errors import InvalidRules
from scoring.rules import Side, resolve
from scoring.scoresheet import Ended, Scoresheet
from tests.tournament.factories import TEST, make_event, make_person, make_stage, play_round
from tournament.actions.change_rules import change_rules, change_stage_rules
from tournament.actions.create_event import create_event
from tournament.actions.edit_stage import add_stage, edit_stage, remove_stage
from tournament.actions.enter_result import enter_result
from tournament.actions.stage_plans import StagePlan
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Event, Match, Membership, Stage
from tournament.queries.rule_effect import stage_effect, stages_with_results
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db
HEATS = StagePlan("预赛", grouping={"method": "draw", "size": 4})
FINAL = StagePlan("决赛", entry={"from": "预赛", "top_per_group": 1, "carry": "none"})


@pytest.fixture
def wang() -> Actor:
    return Actor(name="王编排", source="page", person=make_person())


@pytest.mark.parametrize("key", rulebooks.keys())
def test_every_rule_book_makes_an_event_by_its_own_values(key: str, wang: Actor) -> None:
    event = create_event(name="工会掼蛋赛", rulebook=key, stages=[HEATS, FINAL], by=wang)

    book = rulebooks.load(key)
    assert event.scoring_rules == resolve(book.values)
    assert (event.rulebook, event.rulebook_version, event.rulebook_digest) == (
        book.key,
        str(book.version),
        book.digest,
    )
    assert [stage.scoring_rules for stage in event.stages.all()] == [event.scoring_rules] * 2


def test_the_maker_directs_the_event_and_the_journal_says_so(wang: Actor) -> None:
    event = create_event(name="图书馆掼蛋赛", rulebook="devzone-26", by=wang)

    assert Membership.objects.get(event=event).person == wang.person
    assert Membership.objects.get(event=event).role == "director"
    assert Entry.objects.get(event=event).verb == "create_event"


def test_f33_a_double_post_makes_one_event(wang: Actor) -> None:
    made = [create_event(name="双击杯", rulebook="devzone-26", by=wang, submission="k1") for _ in range(2)]

    assert made[0] == made[1]
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("names", "slugs"),
    [
        pytest.param(["图书馆杯"], ["tu-shu-guan-bei"], id="pinyin"),
        pytest.param(["A 杯", "A杯", "A 杯"], ["a-bei", "a-bei-2", "a-bei-3"], id="the same sound twice"),
        pytest.param(["🀄", "★"], ["sai", "sai-2"], id="nothing to say"),
        pytest.param(
            ["2026年全省机关事业单位职工掼蛋邀请赛"],
            ["2026-nian-quan-sheng-ji-guan-shi-ye-dan-wei-zhi"],
            id="a long one ends with a whole syllable",
        ),
    ],
)
def test_the_address_is_the_pinyin_and_free(names: list[str], slugs: list[str], wang: Actor) -> None:
    made = [create_event(name=name, rulebook="devzone-26", by=wang).slug for name in names]
    assert made == slugs


def test_a_very_long_name_has_an_address_that_fits(wang: Actor) -> None:
    events = [create_event(name="庄" * 80, rulebook="devzone-26", by=wang) for _ in range(2)]
    assert all(len(event.slug) <= 60 for event in events)


def test_an_address_that_is_taken_at_the_same_moment_is_passed_over(
    wang: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_event(slug="bei")
    asked = iter(["bei", "bei-2"])
    monkeypatch.setattr("tournament.actions.create_event.free_slug", lambda name: next(asked))
    assert create_event(name="杯", rulebook="devzone-26", by=wang).slug == "bei-2"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        pytest.param({"name": "  "}, "no_name", id="no name"),
        pytest.param(
            {"starts_on": date(2026, 5, 2), "ends_on": date(2026, 5, 1)}, "dates_reversed", id="ends first"
        ),
        pytest.param({"stages": [HEATS, HEATS]}, "stage_name_taken", id="two stages of one name"),
        pytest.param({"stages": [FINAL]}, "no_such_source", id="a final of nothing"),
    ],
)
def test_a_refused_event_leaves_nothing(wrong: dict[str, Any], code: str, wang: Actor) -> None:
    with pytest.raises(ActionRefused, match=code):
        create_event(**{"name": "杯", "rulebook": "devzone-26", "by": wang, "submission": "k"} | wrong)
    assert not Event.objects.exists()
    assert not Entry.objects.exists()


def test_rules_that_contradict_themselves_make_no_event(wang: Actor) -> None:
    with pytest.raises(InvalidRules, match="draw_without_scheme"):
        create_event(name="杯", rulebook="devzone-26", rules={"scheme": "win-loss-2-1-0"}, by=wang)
    assert not Event.objects.exists()


def test_stages_are_added_changed_and_taken_away_until_they_begin() -> None:
    event = make_event()
    heats = add_stage(event=event, plan=HEATS, by=TEST)
    final = add_stage(event=event, plan=FINAL, by=TEST)
    renamed = edit_stage(
        stage=heats, plan=StagePlan("小组赛", grouping={"method": "one"}), by=TEST, based_on=1
    )

    final.refresh_from_db()
    assert (renamed.version, final.entry["from"], final.ordinal) == (2, "小组赛", 2)
    with pytest.raises(ActionRefused, match="stage_feeds_another"):
        remove_stage(stage=renamed, by=TEST)
    assert remove_stage(stage=final, by=TEST) == "决赛"
    with pytest.raises(Conflict):
        edit_stage(stage=heats, plan=HEATS, by=TEST, based_on=1)


def test_a_stage_that_is_drawn_keeps_its_plan() -> None:
    stage = make_stage(pairs=8, published=False)
    with pytest.raises(ActionRefused, match="stage_has_begun"):
        edit_stage(stage=stage, plan=HEATS, by=TEST)
    with pytest.raises(ActionRefused, match="stage_has_begun"):
        remove_stage(stage=stage, by=TEST)


def test_a_stage_cannot_be_filled_from_a_later_one() -> None:
    event = make_event()
    heats = add_stage(event=event, plan=HEATS, by=TEST)
    add_stage(event=event, plan=FINAL, by=TEST)
    with pytest.raises(ActionRefused, match="source_is_later"):
        edit_stage(stage=heats, plan=StagePlan("预赛", entry={"from": "决赛", "top": 4}), by=TEST)


def test_changed_rules_reach_the_stages_and_the_standings_at_once() -> None:
    stage = make_stage(pairs=8, rounds_played=3)
    before = stage_standings(stage)
    event = change_rules(event=stage.event, answers={"scheme": "table-26"}, by=TEST, based_on=1)

    stage.refresh_from_db()
    assert (event.rules["scheme"], event.version, stage.resolved_rules["scheme"]) == (
        "table-26",
        2,
        "table-26",
    )
    assert {row.points for row in stage_standings(stage).overall} != {row.points for row in before.overall}
    line = Entry.objects.get(verb="change_rules")
    assert (line.codes["count"], line.codes["keys"]) == (1, ["scheme"])


def test_the_effect_that_is_shown_is_the_effect_that_comes() -> None:
    stage = make_stage(pairs=8, rounds_played=3)
    assert stages_with_results(stage.event) == [stage]
    shown = stage_effect(stage, {**stage.resolved_rules, "scheme": "table-26"})
    change_rules(event=stage.event, answers={"scheme": "table-26"}, by=TEST)

    stage.refresh_from_db()
    now = {row.pair: (row.rank, row.points) for part in stage_standings(stage).groups for row in part.rows}
    promised = {
        row.pair.number: (row.new_rank, row.new_points) for group in shown.groups for row in group.rows
    }
    assert promised == now
    assert shown.other_points_count == 8


def test_a_stage_keeps_its_own_differences_when_the_event_changes() -> None:
    event = make_event()
    stage = add_stage(event=event, plan=HEATS, by=TEST)
    change_stage_rules(stage=stage, answers={"minutes": 40}, by=TEST, based_on=1)
    change_rules(event=event, answers={"minutes": 50, "level_tie": "in_play_side"}, by=TEST)

    stage.refresh_from_db()
    assert stage.rules == {"minutes": 40}
    assert (stage.resolved_rules["minutes"], stage.resolved_rules["level_tie"]) == (40, "in_play_side")


def test_a_stage_with_its_own_rule_book_is_not_reached_by_the_event() -> None:
    book = rulebooks.load("devzone-26")
    event = make_event()
    stage = make_stage(event, drawn=False, rulebook=book.key, resolved_rules=dict(event.resolved_rules))
    change_rules(event=event, answers={"minutes": 45}, by=TEST)

    stage.refresh_from_db()
    assert stage.resolved_rules["minutes"] == 60


def test_rules_that_would_make_a_stored_sheet_impossible_are_refused_and_name_the_table() -> None:
    stage = make_stage(pairs=8)
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=2)
    narrow = Scoresheet(ns_level=14, ew_level=9, passed_a=Side.NS, passed_gain=2, ended=Ended.PASSED_A)
    enter_result(match=match, sheet=narrow, by=TEST)
    with pytest.raises(ActionRefused) as refused:
        change_rules(event=stage.event, answers={"pass_condition": "double_down"}, by=TEST)

    assert (refused.value.code, refused.value.params["count"]) == ("rules_break_results", 1)
    assert "预赛第 1 轮第 2 桌" in refused.value.params["tables"]
    stage.refresh_from_db()
    assert stage.resolved_rules["pass_condition"] == "partner_not_last"
    assert Event.objects.get(pk=stage.event_id).rules == {}


def test_answers_that_say_what_stands_change_nothing() -> None:
    event = make_event()
    change_rules(event=event, answers=event.resolved_rules, by=TEST)

    event.refresh_from_db()
    assert (event.version, event.rules) == (1, {})
    assert not Entry.objects.filter(verb="change_rules").exists()


def test_somebody_elses_change_is_not_overwritten() -> None:
    event = make_event()
    change_rules(event=event, answers={"minutes": 50}, by=TEST, based_on=1)
    with pytest.raises(Conflict):
        change_rules(event=event, answers={"minutes": 40}, by=TEST, based_on=1)


def test_another_table_takes_the_place_of_the_former_one_whole() -> None:
    event = make_event()
    own = {"kind": "table", "winner": ["3", "4"], "loser": ["3", "2"], "draw": ["1", "1"]}
    change_rules(event=event, answers={"scheme": own}, by=TEST)
    change_rules(event=event, answers={"scheme": {"kind": "table", "winner": ["5"], "loser": ["1"]}}, by=TEST)

    event.refresh_from_db()
    assert event.resolved_rules["scheme"] == {
        "kind": "table",
        "winner": ["5"],
        "loser": ["1"],
        "draw": ["3", "3"],
    }


def test_every_result_may_stay_when_only_the_order_of_tie_breaks_changes() -> None:
    stage = make_stage(pairs=12, rounds_played=2)
    play_round(stage, 3, seed=9)
    change_rules(event=stage.event, answers={"tiebreaks": ["wins", "lots"]}, by=TEST)

    assert Stage.objects.get(pk=stage.pk).scoring_rules.ranking.tiebreaks == ("wins", "lots")
