"""Every code has a sentence, and every sentence can be filled."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tournament import wording

ROOT = Path(__file__).resolve().parents[2]
ERRORS = {"ActionRefused", "ArchiveRefused", "Conflict", "InvalidScoresheet", "InvalidRules", "PairingError"}


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


@pytest.mark.parametrize(
    ("code", "call"), [pytest.param(*one, id=f"{one[0]}-{n}") for n, one in enumerate(calls())]
)
def test_every_sentence_can_be_filled_from_what_its_error_says(code: str, call: ast.Call) -> None:
    given = {keyword.arg: "1" for keyword in call.keywords if keyword.arg not in (None, "field", "current")}
    if any(keyword.arg is None for keyword in call.keywords):
        pytest.fail(f"{code}: say the parameters by name")
    assert "%(" not in wording.sentence(code, {str(key): value for key, value in given.items()})


@pytest.mark.parametrize(
    ("level", "name"), [(2, "2"), (10, "10"), (11, "J"), (12, "Q"), (13, "K"), (14, "A")]
)
def test_levels_are_written_as_people_write_them(level: int, name: str) -> None:
    assert wording.sentence("level_out_of_range", {"low": level}).startswith(f"级数应在 {name} 到")
