"""Every setting, answer and tie-break has its words, so that no page can show a bare code."""

from __future__ import annotations

import pytest

from scoring.options import Ended, FoulEffect, Grade, Scope, Tiebreak
from scoring.rules import FIELDS, RuleField
from scoring.schemes import KINDS, SCHEMES
from tournament.wording import rules as words


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_every_setting_and_each_of_its_answers_is_worded(field: RuleField) -> None:
    assert words.label(field.key)
    if field.kind == "choice":
        assert set(words.CHOICES[field.key]) == set(field.choices)
    if field.kind == "flag":
        assert set(words.CHOICES[field.key]) == {"true", "false"}


@pytest.mark.parametrize("key", ["walkovers", "walkover_level_diff", "play_seconds"])
def test_the_settings_inside_objects_are_worded(key: str) -> None:
    default = next(field.default for field in FIELDS if field.key == key)
    assert isinstance(default, dict)
    assert all(words.label(f"{key}.{inner}") for inner in default)


@pytest.mark.parametrize(
    ("worded", "codes"),
    [
        pytest.param(words.TIEBREAKS, Tiebreak, id="tie-breaks"),
        pytest.param(words.TIEBREAK_NOTES, Tiebreak, id="how tie-breaks are counted"),
        pytest.param(words.ENDED, Ended, id="endings"),
        pytest.param(words.GRADES, Grade, id="grades"),
        pytest.param(words.SCOPES, Scope, id="scopes"),
        pytest.param(words.FOUL_EFFECTS, FoulEffect, id="effects of fouls"),
        pytest.param(words.SCHEMES, SCHEMES, id="schemes"),
        pytest.param(words.SCHEME_KINDS, KINDS, id="kinds of schemes"),
    ],
)
def test_no_code_is_without_words(worded: dict[str, str], codes: type[Tiebreak]) -> None:
    assert set(worded) == {str(code) for code in codes}


@pytest.mark.parametrize(
    ("level", "passed", "text"),
    [(2, False, "2"), (11, False, "J"), (14, False, "A"), (14, True, "过A"), (10, True, "过 10")],
)
def test_levels_as_people_read_them(level: int, passed: bool, text: str) -> None:
    assert words.level_text(level, passed) == text


def test_the_tie_breaks_have_the_names_that_people_know() -> None:
    five = ["head_to_head", "wins", "level_diff_sum", "levels_sum", "lots"]
    assert [words.tiebreak_name(key) for key in five] == ["相互间成绩", "胜场", "净级差", "级数和", "抽签"]
