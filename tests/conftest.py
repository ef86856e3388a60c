"""What every test gets: quick passwords, no login limit, steady examples, a mark if it uses the database."""

import gc
import shutil
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.core.cache import cache
from django.db import connections
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from pytest_django import DjangoDbBlocker

from tests.hall import migrated

# Once, on SQLite: what is drawn, read from files or walked through from outside asks the database nothing
# that the tests of actions and queries, which run on both, do not ask. `contract` says through the commands
# what a file is worth; `rehearsals`, `archive/test_round_trip.py` and the other `commands`, that they do
# their work on both; a file that is refused comes to no row; and the words of a page are the same from both.
ON_SQLITE_ONLY = (
    "test_translations.py",
    "tournament/archive/test_pages.py",
    "tournament/archive/test_refused",
    "tournament/books/test_books.py",
    "tournament/commands/test_main_job.py",
    "tournament/contract",
    "tournament/entries/test_import_pages.py",
    "tournament/exports",
    "tournament/imports",
    "tournament/makings",
    "tournament/papers/",
    "tournament/plans/test_entry.py",
    "tournament/plans/test_fixtures.py",
    "tournament/prizes/test_calling.py",
    "tournament/prizes/test_receipts.py",
    "tournament/rounds/test_everywhere.py",
    "tournament/running/test_pages.py",
    "tournament/screens/test_page.py",
    "tournament/screens/test_slides.py",
    "tournament/standings/test_desk.py",
    "tournament/standings/test_public.py",
    "tournament/test_desk_tags.py",
    "tournament/test_plan_pages.py",
    "tournament/test_second_stage_pages.py",
    "tournament/test_spoken_names.py",
    "tournament/test_visitors.py",
)
# Of a table of rules one row shows that PostgreSQL understands the questions; the other rows say what is
# right, which the database does not know. Tests with threads keep all their rows.
# What pages ask of PostgreSQL beyond their actions is asked by one walk through all addresses.
WALK = "test_who_gets_in[get-owner]", "test_who_gets_in[post-owner]"
HERE = Path(__file__).parent
PATCHING = {"monkeypatch", "settings"}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}


def pytest_configure() -> None:
    """Make logins quick and unlimited; `throttled_logins` turns the limit on again."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.AXES_ENABLED = False
    # A slow machine is no failure, and a suite that passed here must pass there: same examples, no deadline.
    hypothesis.register_profile(
        "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
    hypothesis.load_profile("suite")


def pytest_collection_finish() -> None:
    """Thousands of tests and their modules stay to the end: looking through them again and again for garbage
    takes a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that `-m database` runs it again on PostgreSQL."""
    seen: set[object] = set()
    for item in items:
        if uses_database(item) and runs_on_both(item, seen):
            item.add_marker(pytest.mark.database)


def uses_database(item: pytest.Item) -> bool:
    """Whether a test asks for the database, by its mark or by a fixture."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES)


def runs_on_both(item: pytest.Item, seen: set[object]) -> bool:
    """Whether a test runs on PostgreSQL too; `seen` gathers the tests whose first row does.

    Queries are as many on both, and are counted where they are cheap.
    """
    if "django_assert_num_queries" in getattr(item, "fixturenames", ()):
        return False
    where = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
    test = getattr(item, "function", item)
    again = test in seen
    seen.add(test)
    mark = item.get_closest_marker("django_db")
    with_threads = mark is not None and mark.kwargs.get("transaction")
    return item.name in WALK or (not where.startswith(ON_SQLITE_ONLY) and (not again or bool(with_threads)))


@pytest.fixture
def throttled_logins(settings: LazySettings) -> None:
    """Count failed logins as the site does."""
    settings.AXES_ENABLED = True


@pytest.fixture(autouse=True)
def in_chinese() -> None:
    """Begin in Chinese: a request of an earlier test may have left its own language in this thread."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def by_the_actions_where_patched(request: pytest.FixtureRequest) -> None:
    """A step that is remembered does not see what a test patches, and must not be learnt from it."""
    from tests.tournament.remembered import go_by_actions  # models, which no pure test needs

    go_by_actions(always=patches(request.node))


def patches(test: pytest.Function) -> bool:
    """Whether the test or a fixture of ours asks for what can patch; those of pytest-django always do."""
    asked = set(test._fixtureinfo.initialnames)
    for found in test._fixtureinfo.name2fixturedefs.values():
        if not found[-1].func.__module__.startswith("pytest_django"):
            asked |= set(found[-1].argnames)
    return bool(PATCHING & asked)


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Forget what an earlier test left: its rows are rolled back, and their keys are given again."""
    cache.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """SQLite tests use a file, as in the hall: one in memory would lock whole tables for a reader."""
    for connection in connections.all():
        if connection.vendor == "sqlite":
            path = tmp_path_factory.mktemp("database") / "test.sqlite3"
            with django_db_blocker.unblock():
                shutil.copy(migrated(), path)
            connection.settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The SQLite file has its tables already; whatever migration it lacks comes on top."""
    return connections["default"].vendor == "sqlite"
