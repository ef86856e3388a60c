"""Lots drawn by hand: read as people write them, doubles refused with who has it, kept when all are in."""

from __future__ import annotations

import pytest

from pairing.errors import PairingError
from tests.tournament.factories import TEST, make_stage, publish_all
from tournament.actions.draw_groups import draw_groups
from tournament.actions.make_rounds import make_rounds
from tournament.actions.type_lots import finish_lots, open_lots, set_groups, take_back_lot, type_lot
from tournament.errors import ActionRefused, Conflict
from tournament.models import Draw, Stage
from tournament.queries.drawing import lots_board_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Five pairs in groups of 3 and 2, every lot in the box."""
    stage = make_stage(pairs=5, drawn=False, grouping={"method": "manual", "size": 4})
    open_lots(stage=stage, by=TEST)
    return stage


def typed(stage: Stage, number: int, lot: str) -> None:
    type_lot(stage=stage, number=number, lot=lot, by=TEST)


@pytest.mark.parametrize(
    ("lot", "group", "position"),
    [
        pytest.param("A3", "A", 3, id="as on the slip"),
        pytest.param("Ａ３", "A", 3, id="full width"),
        pytest.param(" b 2 ", "B", 2, id="small, with spaces"),
        pytest.param("B组2号", "B", 2, id="in words"),
        pytest.param("5", "B", 2, id="running number through the groups"),
    ],
)
def test_a_lot_is_read_as_people_write_it(stage: Stage, lot: str, group: str, position: int) -> None:
    typed(stage, 4, lot)
    entry = stage.entries.select_related("group").get(pair__number=4)
    assert entry.group is not None
    assert (entry.group.name, entry.position) == (group, position)


@pytest.mark.parametrize(
    ("number", "lot", "code", "field", "params"),
    [
        pytest.param(2, "A2", "lot_drawn_twice", "lot", {"lot": "A2", "pair": 1}, id="who has it"),
        pytest.param(1, "A1", "pair_drew_already", "number", {"lot": "A2", "pair": 1}, id="drew already"),
        pytest.param(2, "B3", "unknown_lot", "lot", {"lot": "B3"}, id="no such lot"),
        pytest.param(9, "B1", "unknown_pair", "number", {"pair": 9}, id="no such pair"),
    ],
)
def test_wrong_lots_are_refused_beside_their_field(
    stage: Stage, number: int, lot: str, code: str, field: str, params: dict[str, object]
) -> None:
    typed(stage, 1, "A2")
    with pytest.raises(ActionRefused) as refused:
        typed(stage, number, lot)
    assert (refused.value.code, refused.value.field, refused.value.params) == (code, field, params)
    assert lots_board_of(stage).waiting == (2, 3, 4, 5)


def test_the_last_lot_goes_by_itself_and_the_lots_are_kept_as_a_draw(stage: Stage) -> None:
    for number, lot in ((1, "A2"), (3, "B1"), (4, "A1")):
        typed(stage, number, lot)
    with pytest.raises(ActionRefused) as missing:
        finish_lots(stage=stage, by=TEST)
    assert (missing.value.code, missing.value.params) == ("lots_missing", {"count": 2})
    take_back_lot(stage=stage, number=4, by=TEST)
    typed(stage, 4, "a1")
    typed(stage, 2, "B2")
    drawn = finish_lots(stage=stage, by=TEST)

    assert (drawn.seed, drawn.result) == ("", [[4, 1, 5], [3, 2]])
    make_rounds(stage=stage, by=TEST)
    publish_all(stage)


def test_lots_wait_until_they_are_opened_and_end_when_they_are_finished() -> None:
    stage = make_stage(pairs=4, drawn=False)
    with pytest.raises(ActionRefused, match="lots_not_open"):
        typed(stage, 1, "A1")
    draw_groups(stage=stage, seed=1, by=TEST)
    with pytest.raises(ActionRefused, match="lots_finished"):
        take_back_lot(stage=stage, number=1, by=TEST)


def test_opening_the_lots_gives_up_the_computers_draw() -> None:
    stage = make_stage(pairs=4, drawn=False)
    draw_groups(stage=stage, seed=1, by=TEST)
    open_lots(stage=stage, based_on=1, by=TEST)
    assert not Draw.objects.filter(is_current=True).exists()
    assert lots_board_of(stage).waiting == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("groups", "error", "code"),
    [
        pytest.param([[1, 2], [3, 4]], ActionRefused, "groups_miss_pairs", id="one is missing"),
        pytest.param([[1, 2, 3], [4, 9]], ActionRefused, "groups_have_strangers", id="a stranger"),
        pytest.param([[1, 2, 3, 4], [5]], PairingError, "group_size_too_small", id="alone in a group"),
        pytest.param([[1, 2, 2], [3, 4, 5]], PairingError, "pair_twice", id="twice"),
    ],
)
def test_whole_groups_are_taken_only_as_a_whole(
    stage: Stage, groups: list[list[int]], error: type[ActionRefused | PairingError], code: str
) -> None:
    with pytest.raises(error, match=code):
        set_groups(stage=stage, groups=groups, by=TEST)
    assert Draw.objects.count() == 0
    set_groups(stage=stage, groups=[[5, 1], [2, 4, 3]], by=TEST)
    assert Draw.objects.get(is_current=True).result == [[5, 1], [2, 4, 3]]


def test_nobody_replaces_a_draw_that_he_has_not_seen() -> None:
    stage = make_stage(pairs=4, drawn=False)
    draw_groups(stage=stage, seed=1, based_on=0, by=TEST)
    with pytest.raises(Conflict, match="drawn_by_another"):
        draw_groups(stage=stage, seed=2, based_on=0, by=TEST)
    with pytest.raises(Conflict, match="drawn_by_another"):
        set_groups(stage=stage, groups=[[1, 2, 3, 4]], based_on=0, by=TEST)
    assert Draw.objects.count() == 1
