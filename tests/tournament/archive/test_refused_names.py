"""Names that neither form nor imported list takes, and one limit of rounds, in archives too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournament.archive.documents import Json, load, small
from tests.tournament.archive.test_refused import put
from tournament import archive
from tournament.models import Event

pytestmark = pytest.mark.django_db

# fmt: off
REFUSED = [
    ("a player that is a formula", put("pairs", 0, "players", 0, value="=1+1"), "archive_no_name",
     "$.pairs[0].players[0]"),
    ("two players in one name", put("pairs", 0, "players", 1, value="冯小川、陈大山"), "archive_no_name",
     "$.pairs[0].players[1]"),
    ("a unit called 无", put("units", 0, "name", value="无"), "archive_no_name", "$.units[0].name"),
    ("a team name that is too long once folded", put("pairs", 0, "name", value="ﬃ" * 40), "archive_no_name",
     "$.pairs[0].name"),
    ("an individual that is a formula", put("event", "individuals", value=[{"name": "=2"}]),
     "archive_no_name", "$.event.individuals[0].name"),
    ("more rounds than can be planned", put("stages", 0, "pairing", "rounds", value=100),
     "archive_too_large", "$.stages[0].pairing.rounds"),
]
# fmt: on


@pytest.mark.parametrize(
    ("spoil", "code", "path"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_it_is_refused_at_its_place(spoil: Callable[[Json], None], code: str, path: str) -> None:
    document = small()
    spoil(document)

    with pytest.raises(archive.ArchiveRefused) as refused:
        load(document)

    assert (refused.value.code, refused.value.path) == (code, path)
    assert not Event.objects.exists()
