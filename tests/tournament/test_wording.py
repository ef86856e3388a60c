"""Every code has a sentence, and every sentence can be filled."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tournament import wording

ROOT = Path(__file__).resolve().parents[2]
ERRORS = {"ActionRefused", "ArchiveRefused", "Conflict", "InvalidScoresheet", "InvalidRules", "PairingError"}


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Every place in the code where an error is made with a literal code."""
    found = []
    for folder in ("scoring", "pairing", "tournament"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS and node.args:
                    first = node.args[0]
                    if isinstance(first, ast.Constant):
                        found.append((str(first.value), node))
    return found


@cache
def verbs() -> set[str]:
    """Every verb that an action writes into the journal."""
    found = set()
    for path in (ROOT / "tournament" / "actions").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "record" and len(node.args) > 2:
                for part in ast.walk(node.args[2]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.add(part.value)
    return found


def test_there_are_codes_to_check() -> None:
    assert len(calls()) > 50
    assert len(verbs()) > 10


def test_every_error_code_has_a_sentence() -> None:
    assert {code for code, _ in calls()} - set(wording.ERRORS) == set()


def test_every_code_is_worded_in_one_place() -> None:
    words = [code for area in wording.AREAS for code in getattr(area, "ERRORS", {})]
    assert sorted(words) == sorted(set(words))


def test_every_verb_of_the_journal_has_a_sentence() -> None:
    assert verbs() - set(wording.VERBS) == set()


def test_every_sentence_can_be_filled_from_what_its_error_says() -> None:
    assert [code for code, call in calls() if any(keyword.arg is None for keyword in call.keywords)] == []
    assert {code for code, call in calls() if "%(" in filled(code, call)} == set()


def filled(code: str, call: ast.Call) -> str:
    """The sentence with a figure for each parameter that is said by name."""
    given = {str(keyword.arg): "1" for keyword in call.keywords if keyword.arg not in ("field", "current")}
    return wording.sentence(code, given)


@pytest.mark.parametrize(
    ("level", "name"), [(2, "2"), (10, "10"), (11, "J"), (12, "Q"), (13, "K"), (14, "A")]
)
def test_levels_are_written_as_people_write_them(level: int, name: str) -> None:
    assert wording.sentence("level_out_of_range", {"low": level}).startswith(f"级数应在 {name} 到")
