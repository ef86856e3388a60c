"""抽签录入: lots drawn by hand and typed in."""

from __future__ import annotations

import pytest

from pairing.errors import PairingError
from pairing.grouping import Clash
from pairing.lots_board import Lot, lots_board


@pytest.fixture
def board():
    return lots_board([5, 3, 1, 2, 4], (3, 2))


def test_an_empty_board_has_a_lot_for_everybody(board):
    assert [lot.name for lot in board.left] == ["A1", "A2", "A3", "B1", "B2"]
    assert board.waiting == (1, 2, 3, 4, 5)
    assert board.groups == ((None, None, None), (None, None))


def test_a_typed_lot_leaves_the_box_and_its_pair_the_queue(board):
    after = board.typed(4, "B1")
    assert [lot.name for lot in after.left] == ["A1", "A2", "A3", "B2"]
    assert after.waiting == (1, 2, 3, 5)
    assert after.groups == ((None, None, None), (4, None))
    assert board.waiting == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("text", ["B2", "b2", " Ｂ２ ", "B-2", "b 2", "B组2号", "5", "５号"])
def test_a_lot_is_read_however_it_is_typed(board, text):
    assert board.typed(1, text).drawn == ((1, Lot(1, 2)),)


@pytest.mark.parametrize(
    "text", ["", "A", "A0", "A4", "C1", "B3", "0", "6", "2A", "A1.5", "一号", "A9999999"]
)
def test_a_lot_that_is_not_in_the_box_is_refused(board, text):
    with pytest.raises(PairingError) as refused:
        board.typed(1, text)
    assert (refused.value.code, refused.value.params) == ("unknown_lot", {"lot": text})


def test_a_lot_drawn_twice_is_refused_and_names_who_holds_it(board):
    with pytest.raises(PairingError) as refused:
        board.typed(4, "A2").typed(1, "2")
    assert (refused.value.code, refused.value.params) == ("lot_drawn_twice", {"lot": "A2", "pair": 4})


def test_a_pair_that_drew_already_is_refused_and_told_its_lot(board):
    with pytest.raises(PairingError) as refused:
        board.typed(4, "A2").typed(4, "A3")
    assert (refused.value.code, refused.value.params) == ("pair_drew_already", {"pair": 4, "lot": "A2"})


def test_a_pair_that_is_not_in_the_draw_is_refused(board):
    with pytest.raises(PairingError, match=r"^unknown_pair"):
        board.typed(9, "A1")


def test_a_lot_can_go_back_into_the_box(board):
    assert board.typed(4, "A2").undone(4) == board
    with pytest.raises(PairingError, match=r"^pair_has_no_lot"):
        board.undone(4)


def test_the_groups_when_all_have_drawn_with_their_clashes(board):
    for pair, lot in ((5, "A1"), (1, "B2"), (2, "A2"), (3, "A3"), (4, "B1")):
        board = board.typed(pair, lot)
    made = board.grouping({5: "甲", 2: "甲", 1: "乙"})
    assert made.groups == ((5, 2, 3), (4, 1))
    assert made.clashes == (Clash("甲", 0, (2, 5), unavoidable=False),)
    assert board.grouping().clashes == ()


def test_the_last_lot_needs_no_drawing(board):
    for pair, lot in ((5, "A1"), (1, "B2"), (2, "A2"), (3, "A3")):
        board = board.typed(pair, lot)
    assert board.grouping().groups == ((5, 2, 3), (4, 1))


def test_groups_wait_for_the_lots_that_are_left(board):
    with pytest.raises(PairingError) as refused:
        board.typed(1, "A1").grouping()
    assert (refused.value.code, refused.value.params) == ("lots_left", {"lots": 4})


def test_lots_of_many_groups_have_names_of_two_letters():
    board = lots_board(range(1, 57), [2] * 28)
    assert board.left[-1].name == "AB2"
    assert board.typed(56, "ab2").drawn == ((56, Lot(27, 2)),)


@pytest.mark.parametrize(
    ("pairs", "sizes", "code"),
    [
        pytest.param([1, 1, 2], (3,), "pair_twice", id="a pair twice"),
        pytest.param([1, 2, 3], (2, 1), "group_size_too_small", id="a pair alone"),
        pytest.param([1, 2, 3], (2, 2), "sizes_do_not_fit", id="a lot too many"),
    ],
)
def test_boxes_that_cannot_be(pairs, sizes, code):
    with pytest.raises(PairingError, match=rf"^{code}"):
        lots_board(pairs, sizes)
