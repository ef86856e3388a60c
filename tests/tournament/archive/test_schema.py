"""The printed schema is the one that the loader uses, and the documentation names every key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.tournament.archive.documents import load
from tournament import archive
from tournament.archive.schema import shape

DOCS = Path(__file__).resolve().parents[3] / "docs"
PRINTED = DOCS / "archive.schema.json"


def test_the_printed_schema_is_fresh() -> None:
    """Write it anew with `manage.py archiveschema -o docs/archive.schema.json`."""
    assert json.loads(PRINTED.read_text("utf-8")) == archive.schema()


@pytest.mark.parametrize("made", [archive.schema, shape], ids=["printed", "used by the loader"])
def test_the_schemas_are_schemas(made: Any) -> None:
    Draft202012Validator.check_schema(made())


def keys(schema: Any) -> Iterator[str]:
    """Every key of an object that a schema knows."""
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            yield name
            yield from keys(inner)
        for name, inner in schema.items():
            if name != "properties":
                yield from keys(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from keys(inner)


def test_the_documentation_names_every_key() -> None:
    text = (DOCS / "archive.md").read_text("utf-8")

    assert sorted({key for key in keys(archive.schema()) if f"`{key}`" not in text}) == []


@pytest.mark.django_db
def test_the_example_of_the_documentation_can_be_loaded() -> None:
    text = (DOCS / "archive.md").read_text("utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)

    assert load(json.loads(example)).stages.count() == 2
