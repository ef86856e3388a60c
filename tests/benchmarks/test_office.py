"""What office files of 200 pairs cost, with the queries that fill them: workbook, Word, and the whole set."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.publish import publish_standings
from tournament.exports.word import to_docx
from tournament.lists.documents.catalogue import DOCUMENTS
from tournament.lists.papers.wanted import Wanted
from tournament.lists.workbook import event_workbook
from tournament.making.whole_set import make_whole_set
from tournament.models import Stage
from tournament.permissions import Right

pytestmark = pytest.mark.django_db
ALL = frozenset(Right)


@pytest.fixture
def stage() -> Stage:
    """Two hundred pairs in fifty groups, three rounds played, standings announced."""
    stage = make_stage(make_event(pairs=200, awards=[{"counts": [1]}]), rounds_played=3)
    publish_standings(stage=stage, number=3, by=TEST)
    return stage


def wanted(stage: Stage, what: str = "") -> Wanted:
    has_stage = bool(what) and DOCUMENTS[what].has_stage
    return Wanted(stage.event, timezone.now(), stage if has_stage else None)


def test_the_workbook_of_200_pairs(benchmark: BenchmarkFixture, stage: Stage) -> None:
    assert benchmark.pedantic(event_workbook, args=(wanted(stage), ALL), rounds=3).startswith(b"PK")


@pytest.mark.parametrize("what", list(DOCUMENTS))
def test_a_word_document_of_200_pairs(benchmark: BenchmarkFixture, what: str, stage: Stage) -> None:
    def made() -> bytes:
        document = DOCUMENTS[what].build(wanted(stage, what))
        assert document is not None
        return to_docx(document)

    assert benchmark.pedantic(made, rounds=3).startswith(b"PK")


def test_the_whole_set_of_200_pairs(benchmark: BenchmarkFixture, stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "set.zip"

    def made() -> int:
        make_whole_set(wanted(stage), ALL, path, lambda _percent, now="": None)
        return path.stat().st_size

    assert benchmark.pedantic(made, rounds=2)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 500 * 1024  # with the tests' own weight
