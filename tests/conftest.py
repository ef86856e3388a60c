"""What every test gets: quick passwords, no login throttling, and a mark on those that use the database."""

import pytest
from django.conf import LazySettings, settings

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}


def pytest_configure() -> None:
    """Make logins quick and unlimited; `throttled_logins` turns the limit on again."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.AXES_ENABLED = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that `-m database` runs it again on PostgreSQL."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker(pytest.mark.database)


@pytest.fixture
def throttled_logins(settings: LazySettings) -> None:
    """Count failed logins as the site does."""
    settings.AXES_ENABLED = True
