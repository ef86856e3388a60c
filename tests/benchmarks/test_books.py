"""What a 成绩册 costs (goal: 200 pairs in 5 s and 200 MB)."""

import resource
import subprocess
import sys

import pytest
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from tests.tournament.factories import make_event, make_stage
from tournament.exports.book import BookForm
from tournament.lists.books.catalogue import BOOKS, make_book
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two hundred pairs in fifty groups, three rounds played."""
    return make_stage(make_event(pairs=200, awards=[{"counts": [1]}]), rounds_played=3).event


@pytest.mark.parametrize("form", [BookForm.A4, BookForm.FOLDED])
@pytest.mark.parametrize("key", list(BOOKS))
def test_a_book_of_200_pairs(benchmark: BenchmarkFixture, key: str, form: BookForm, event: Event) -> None:
    want = Wanted(event, timezone.now())
    assert benchmark.pedantic(make_book, args=(BOOKS[key], want, form), rounds=3)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 400 * 1024  # with the tests' own weight


def test_what_a_process_holds_before_it_makes_a_book() -> None:
    """A book of 200 pairs adds about 50 MB; the phrases of pypinyin alone would add 42 (`names/words.py`)."""
    begun = "import config.wsgi, config.urls; print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", begun], capture_output=True, check=True, text=True)
    most = next(line.split()[1] for line in done.stdout.splitlines() if line.startswith("VmHWM"))
    assert int(most) < 135 * 1024  # its own; `getrusage` would begin at what these tests hold
