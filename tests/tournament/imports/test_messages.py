"""Every code has its sentence."""

import ast
import re
from pathlib import Path

import pytest

import tournament.imports
from tournament.imports.messages import SENTENCES, name_sentence, sentence
from tournament.imports.sheets import Remark

SPEAKERS = {"Remark", "UnreadableFile", "warn", "refuse", "tell"}
CLEANING = [
    "missing",
    "two_names",
    "no_letters",
    "too_long",
    "private_use",
    "unreadable",
    "maybe_two_names",
    "one_character",
    "bracketed",
    "number_not_whole",
    "phone_scientific",
    "phone_length",
    "phone_not_digits",
]


def spoken_codes() -> set[str]:
    """The codes that the package's source gives away in words."""
    found = set()
    for path in Path(tournament.imports.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in SPEAKERS:
                    found |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    return {code for code in found if isinstance(code, str)}


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    spoken = spoken_codes()

    assert len(spoken) > 35
    assert {*spoken, *CLEANING, "cell_error", "formula_uncalculated"} == set(SENTENCES)


@pytest.mark.parametrize("code", CLEANING)
def test_a_form_can_say_what_cleaning_found(code):
    text = name_sentence(code, "王\ue863", 50)

    assert text
    assert "%" not in text


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_sentences_are_whole_and_set_figures_apart(code):
    text = str(SENTENCES[code])

    assert text.endswith(("。", "%(text)s"))
    assert not re.search(r"[\u4e00-\u9fff]%\((limit|count|row|rows|number|at)\)s|\)s[行列位个]", text)


def test_a_sentence_names_its_column_and_the_place():
    remark = Remark("namesake", {"person": "王伟", "where": "number", "at": 7, "pair": "东风队"}, "选手1")

    assert sentence(remark) == "选手1：王伟与序号 7“东风队”的选手同名，单位或电话不同，按重名处理。"
