"""Which round is the last, where rounds are paired one by one: what becomes final hangs on it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.rounds.swiss import pair_next, play, swiss_stage
from tournament.queries.final_rounds import final_rounds

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pairing", "last"),
    [
        pytest.param({"method": "swiss", "rounds": 2}, [None, 2], id="as many as the plan says"),
        pytest.param({"method": "swiss"}, [None, None], id="no number: none is known to be the last"),
        pytest.param({"method": "random"}, [1], id="one drawn opponent unless more are asked for"),
    ],
)
def test_the_last_round(pairing: dict[str, Any], last: list[int | None]) -> None:
    stage = swiss_stage(pairs=6, pairing=pairing)
    found = []
    for _round in last:
        play(stage, pair_next(stage))
        found.append(final_rounds([stage]).get(stage.pk))
    assert found == last
