"""Layers of settings become rules, and say what they are."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidRules
from scoring.rulebooks import keys, load
from scoring.rules import (
    FIELDS,
    FoulEffect,
    FoulLimit,
    Grade,
    LadderStep,
    LevelTie,
    PlayRules,
    Rules,
    Scope,
    Tiebreak,
    check_knockout,
    json_schema,
    merge,
    resolve,
    to_json,
)

SCHEMA = jsonschema.Draft202012Validator(json_schema())


def refusal(*layers: dict[str, object]) -> tuple[str, str]:
    with pytest.raises(InvalidRules) as caught:
        resolve(*layers)
    return caught.value.code, caught.value.path


def test_nothing_set_is_the_default() -> None:
    assert resolve() == Rules()
    assert resolve({}) == Rules()
    assert resolve().ranking.tiebreaks == (
        Tiebreak.HEAD_TO_HEAD,
        Tiebreak.WINS,
        Tiebreak.LEVEL_DIFF_SUM,
        Tiebreak.LEVELS_SUM,
        Tiebreak.LOTS,
    )


def test_later_layers_win() -> None:
    rules = resolve({"minutes": 50, "ace_failures": 2}, {"minutes": 60})
    assert (rules.play.minutes, rules.play.ace_failures) == (60, 2)


def test_null_lifts_a_limit() -> None:
    assert resolve({"minutes": 50}, {"minutes": None}).play.minutes is None
    assert resolve({"secondary_scheme": "table-26"}, {"secondary_scheme": None}).secondary_scheme is None
    assert resolve({"foul_limit": {"count": 3}}, {"foul_limit": None}).conduct.foul_limit is None


def test_objects_merge_key_by_key() -> None:
    rules = resolve({"walkovers": {"bye": "17", "missed": "5"}}, {"walkovers": {"bye": "20", "missed": None}})
    assert (rules.walkovers.bye, rules.walkovers.missed, rules.walkovers.double) == (20, None, None)


def test_scheme_objects_merge_only_with_their_own_kind() -> None:
    below = {"scheme": {"kind": "match-points", "win": "3"}}
    assert to_json(resolve(below, {"scheme": {"loss": "1"}}))["scheme"] == {
        "kind": "match-points",
        "win": "3",
        "draw": "1",
        "loss": "1",
    }
    other = {"scheme": {"kind": "win-plus-diff", "step": "0.2"}}
    scheme = to_json(resolve(below, other))["scheme"]
    assert isinstance(scheme, dict)
    assert scheme["win"] == "2"
    assert merge({"a": 1}, {"a": {"b": 2}}, {"a": {"c": 3}}) == {"a": {"b": 2, "c": 3}}


def test_the_ladder_and_its_steps() -> None:
    ladder = {
        "violation": {"count": 3, "becomes": "match_loss"},
        "warning": {"count": 2, "becomes": "violation"},
    }
    rules = resolve({"ladder": ladder}, {"ladder": {"warning": {"scope": "round"}}})
    assert rules.conduct.ladder == (
        LadderStep(Grade.WARNING, 2, Grade.VIOLATION, Scope.ROUND),
        LadderStep(Grade.VIOLATION, 3, Grade.MATCH_LOSS, Scope.EVENT),
    )
    assert resolve(to_json(rules)) == rules
    assert [
        step.grade for step in resolve({"ladder": ladder}, {"ladder": {"warning": None}}).conduct.ladder
    ] == [Grade.VIOLATION]
    assert resolve({"ladder": ladder}, {"ladder": None}).conduct.ladder == ()


def test_a_foul_limit() -> None:
    assert resolve({"foul_limit": {"count": 3}}).conduct.foul_limit == FoulLimit(
        3, Scope.ROUND, FoulEffect.DEAL_AWARDED
    )


@pytest.mark.parametrize(
    ("settings", "code", "path"),
    [
        ({"minuts": 50}, "unknown_key", "minuts"),
        ({"minutes": "50"}, "wrong_type", "minutes"),
        ({"minutes": True}, "wrong_type", "minutes"),
        ({"minutes": 50.5}, "wrong_type", "minutes"),
        ({"minutes": 0}, "out_of_range", "minutes"),
        ({"must_play_a": 1}, "wrong_type", "must_play_a"),
        ({"must_play_a": None}, "wrong_type", "must_play_a"),
        ({"pass_condition": "always"}, "unknown_choice", "pass_condition"),
        ({"pass_condition": 3}, "wrong_type", "pass_condition"),
        ({"finish_level": "2"}, "unknown_choice", "finish_level"),
        ({"finish_level": 10}, "wrong_type", "finish_level"),
        ({"walkovers": "17"}, "wrong_type", "walkovers"),
        ({"walkovers": {"byes": "17"}}, "unknown_key", "walkovers.byes"),
        ({"walkovers": {"bye": 17}}, "wrong_type", "walkovers.bye"),
        ({"walkovers": {"bye": "17,5"}}, "not_points", "walkovers.bye"),
        ({"walkovers": {"bye": "1e3"}}, "not_points", "walkovers.bye"),
        ({"walkover_level_diff": {"bye": "4.5"}}, "wrong_type", "walkover_level_diff.bye"),
        ({"tiebreaks": "wins"}, "wrong_type", "tiebreaks"),
        ({"tiebreaks": ["wins", "luck"]}, "unknown_choice", "tiebreaks[1]"),
        ({"tiebreaks": ["wins", "wins"]}, "repeated", "tiebreaks"),
        ({"ladder": {"shout": {"count": 2, "becomes": "warning"}}}, "unknown_choice", "ladder.shout"),
        ({"ladder": {"warning": {"count": 2}}}, "missing_key", "ladder.warning.becomes"),
        (
            {"ladder": {"violation": {"count": 2, "becomes": "warning"}}},
            "not_graver",
            "ladder.violation.becomes",
        ),
        ({"ladder": []}, "wrong_type", "ladder"),
        ({"foul_limit": {"scope": "round"}}, "missing_key", "foul_limit.count"),
        ({"scheme": "ace-time"}, "draw_without_scheme", "level_tie"),
        ({"scheme": "win-loss-2-1-0"}, "draw_without_scheme", "level_tie"),
        ({"late_minutes": 15, "late_minutes_excused": 10}, "excused_before_late", "late_minutes_excused"),
    ],
)
def test_rules_that_cannot_be(settings: dict[str, object], code: str, path: str) -> None:
    assert refusal(settings) == (code, path)


def test_a_contradiction_may_come_from_two_layers() -> None:
    assert refusal({"level_tie": "draw"}, {"scheme": "ace-time"}) == ("draw_without_scheme", "level_tie")
    assert (
        resolve({"level_tie": "draw"}, {"scheme": "ace-time", "level_tie": "lots"}).play.level_tie
        is LevelTie.LOTS
    )


def test_a_knock_out_needs_a_rule_for_equal_levels() -> None:
    with pytest.raises(InvalidRules, match="draw_in_knockout") as caught:
        check_knockout(Rules())
    assert caught.value.path == "level_tie"
    check_knockout(Rules(play=PlayRules(level_tie=LevelTie.EXTRA_DEAL)))


@pytest.mark.parametrize("key", keys())
def test_rules_survive_being_written(key: str) -> None:
    rules = resolve(load(key).values)
    written = json.loads(json.dumps(to_json(rules)))
    assert resolve(written) == rules
    SCHEMA.validate(written)
    SCHEMA.validate(dict(load(key).values))


def by_field() -> st.SearchStrategy[dict[str, object]]:
    """Settings drawn from what each field says of itself."""
    simple: dict[str, st.SearchStrategy[object]] = {}
    for field in FIELDS:
        if field.kind in ("choice", "level"):
            simple[field.key] = st.sampled_from(field.choices)
        elif field.kind == "flag":
            simple[field.key] = st.booleans()
        elif field.kind == "list":
            simple[field.key] = st.lists(st.sampled_from(field.choices), unique=True)
        elif field.kind == "scheme":
            simple[field.key] = st.sampled_from(["table-26", "hundred-plus", "deal-points"])
        if field.nullable and field.key in simple:
            simple[field.key] |= st.none()
    return st.fixed_dictionaries({}, optional=simple)


@given(settings=by_field())
def test_what_the_fields_offer_is_accepted_and_survives(settings: dict[str, object]) -> None:
    rules = resolve(settings)
    written = to_json(rules)
    assert resolve(written) == rules
    assert {key: written[key] for key in settings} == settings
    SCHEMA.validate(written)


def test_fields_describe_every_setting() -> None:
    assert {field.key for field in FIELDS} == set(to_json(Rules()))
    described = {field.key: field for field in FIELDS}
    assert (described["minutes"].kind, described["minutes"].nullable, described["minutes"].part) == (
        "whole",
        True,
        "play",
    )
    assert described["level_tie"].choices[0] == "draw"
    assert described["scheme"].kind == "scheme"
    assert "table-26" in described["scheme"].choices
    assert described["return_tribute"].choices[0] == "any"
    assert described["tiebreaks"].default == ["head_to_head", "wins", "level_diff_sum", "levels_sum", "lots"]
    assert described["minutes"].value(resolve({"minutes": 7})) == 7
    assert described["bye_is_win"].part == "ranking"
    assert described["scheme"].value(Rules()) == Rules().scheme


@pytest.mark.parametrize(
    "settings",
    [
        {"minuts": 1},
        {"minutes": "50"},
        {"walkovers": {"bye": 17}},
        {"scheme": "none"},
        {"ladder": {"shout": {}}},
    ],
    ids=str,
)
def test_the_schema_refuses_what_the_reader_refuses(settings: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(settings)
    refusal(settings)


def test_the_schema_itself_is_sound() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
