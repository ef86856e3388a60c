"""What every test of entering starts from."""

import pytest

from tests.tournament.entering.desk import Desk
from tests.tournament.factories import make_stage
from tournament.models import Stage


@pytest.fixture
def stage() -> Stage:
    """Eight pairs in two groups, three rounds published."""
    return make_stage(pairs=8)


@pytest.fixture
def desk(stage: Stage) -> Desk:
    """The director at round 1."""
    return Desk(stage)
