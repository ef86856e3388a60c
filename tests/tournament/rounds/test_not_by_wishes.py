"""What is asked of a pairing that takes no notice of it is refused in words, and nothing is kept."""

from __future__ import annotations

import pytest

from tests.tournament.factories import TEST, make_stage
from tests.tournament.rounds.swiss import swiss_stage
from tournament.actions.edit_wishes import add_wish
from tournament.actions.set_absences import set_absences
from tournament.errors import ActionRefused
from tournament.models import Absence, Wish, WishKind

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pairing", "absences", "wishes"),
    [
        pytest.param({"method": "rotation", "rounds": 3}, False, False, id="rotation"),
        pytest.param({"method": "knockout"}, False, False, id="a bracket drawn once"),
        pytest.param({"method": "knockout", "redraw": True}, False, True, id="a knock-out drawn afresh"),
        pytest.param({"method": "swiss", "rounds": 3}, True, True, id="Swiss"),
    ],
)
def test_who_can_be_asked_what(pairing: dict[str, object], absences: bool, wishes: bool) -> None:
    made = swiss_stage if pairing["method"] != "rotation" else make_stage
    stage = made(pairs=4, pairing=pairing, grouping={"method": "one"})  # type: ignore[operator]
    for allowed, ask in (
        (absences, lambda: set_absences(stage=stage, number=4, missed=[3], byes=[], by=TEST)),
        (wishes, lambda: add_wish(stage=stage, kind=WishKind.FORBID, first=1, second=2, by=TEST)),
    ):
        if allowed:
            ask()
            continue
        with pytest.raises(ActionRefused) as refused:
            ask()
        assert refused.value.code == "not_by_wishes"
    assert Absence.objects.filter(stage=stage).exists() == absences
    assert Wish.objects.filter(stage=stage).exists() == wishes
