"""Chance that anyone can repeat, and inputs published before the seed."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.lots import (
    Chance,
    commitment,
    digest,
    draw_lots,
    joined_lots,
    keeps_commitment,
    revealed_seed,
    seed_from_text,
)


def test_the_stream_is_what_its_description_says():
    """So that it can be re-run without this program."""
    block = hashlib.sha256(b"guansai-chance-1:lots:7:0").digest()
    following = hashlib.sha256(b"guansai-chance-1:lots:7:1").digest()
    chance = Chance(7, "lots")
    words = [chance.word() for _ in range(5)]
    assert words == [
        *(int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24)),
        int.from_bytes(following[:8], "big"),
    ]


def test_a_stored_shuffle_comes_out_the_same_for_ever():
    assert Chance(2013).shuffled(range(10)) == [2, 3, 7, 4, 5, 0, 9, 8, 6, 1]


def test_words_that_would_favour_small_numbers_are_thrown_away(monkeypatch):
    words = iter([2**64 - 1, 5])
    monkeypatch.setattr(Chance, "word", lambda self: next(words))
    assert Chance(1).below(3) == 2  # 2⁶⁴ − 1 is past the last whole multiple of 3, 5 is not


@given(seed=st.integers(), limit=st.integers(1, 2**64))
def test_numbers_stay_below_their_limit(seed, limit):
    assert 0 <= Chance(seed).below(limit) < limit


def test_every_order_is_about_equally_likely():
    """6 orders, 600 shuffles: chi-square with 5 degrees of freedom passes 20.5 once in a thousand."""
    orders = Counter(tuple(Chance(seed).shuffled("ABC")) for seed in range(600))
    assert len(orders) == 6
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 20.5


def test_one_seed_for_two_purposes_gives_two_draws():
    assert Chance(1, "draw").word() != Chance(1, "lots").word()


@given(pairs=st.sets(st.integers(1, 999), min_size=1).map(list), seed=st.integers())
def test_lots_order_everybody_once_whatever_order_they_are_given_in(pairs, seed):
    drawn = draw_lots(pairs, seed)
    assert sorted(drawn) == sorted(pairs)
    assert drawn == draw_lots(list(reversed(pairs)), seed)


def test_lots_refuse_a_pair_twice():
    with pytest.raises(PairingError) as refused:
        draw_lots([4, 9, 4], 1)
    assert (refused.value.code, refused.value.params) == ("pair_twice", {"pair": 4})


def test_a_digest_does_not_depend_on_the_order_of_keys():
    assert digest({"a": 1, "乙": [True, None, "丙"]}) == digest({"乙": [True, None, "丙"], "a": 1})
    assert digest([1, 2]) == hashlib.sha256(b"[1,2]").hexdigest()
    assert digest([1, 2]) != digest([2, 1])


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param({"points": 0.1}, id="a float"),
        pytest.param([[1, (2.5,)]], id="a float deep inside"),
        pytest.param({1: "a key that is a number"}, id="a number as key"),
        pytest.param({"pairs": {1, 2}}, id="a set has no order"),
    ],
)
def test_a_digest_refuses_what_can_be_written_in_several_ways(inputs):
    with pytest.raises(PairingError, match=r"^inputs_not_exact"):
        digest(inputs)


def test_a_spoken_seed_may_be_typed_in_any_width():
    assert seed_from_text(" ２７　05\n") == seed_from_text("27 05")
    assert seed_from_text("27 05") != seed_from_text("2705")


@given(text=st.text(st.characters(categories=["L", "N", "P"]), min_size=1))
def test_a_seed_fits_into_a_signed_column(text):
    assert 0 <= seed_from_text(text) < 2**63


@pytest.mark.parametrize("make", [seed_from_text, lambda text: revealed_seed("00", text)])
def test_an_empty_seed_is_refused(make):
    with pytest.raises(PairingError, match=r"^seed_empty"):
        make(" \u3000 ")


def test_a_commitment_gives_away_any_later_change():
    inputs = {"entries": [[1, "甲"], [2, "乙"]], "rules": "library-rotation"}
    published = commitment(inputs)
    assert keeps_commitment(published.upper() + "\n", inputs)
    assert not keeps_commitment(published, {**inputs, "entries": [[1, "甲"]]})
    assert not keeps_commitment("不是摘要", inputs)


def test_a_revealed_seed_depends_on_what_was_published_and_what_was_spoken():
    one, other = commitment([1, 2]), commitment([1, 3])
    assert revealed_seed(one, "０６ 11") == revealed_seed(one.upper(), "06  11")
    assert len({revealed_seed(one, "06 11"), revealed_seed(other, "06 11"), revealed_seed(one, "06 12")}) == 3


@pytest.mark.parametrize(
    ("orders", "joined"),
    [
        pytest.param([], [], id="no lots"),
        pytest.param([[3, 1], [7, 5]], [3, 1, 7, 5], id="two ties beside each other"),
        pytest.param([[3, 1, 2], [1, 3]], [2, 1, 3], id="some drawn again go behind the others"),
        pytest.param([[3, 1], [1, 3]], [1, 3], id="all drawn again"),
    ],
)
def test_lots_that_stand_beside_each_other_give_one_order(orders, joined):
    assert joined_lots(orders) == joined
