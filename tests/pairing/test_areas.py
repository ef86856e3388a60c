"""Rooms of the hall: table numbers as people write them, gaps and doubles."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.areas import Area, Range, area_of, read_ranges, runs_of, text_of, twice_in
from pairing.errors import PairingError


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        pytest.param("1-12", ((1, 12),), id="first and last"),
        pytest.param("1-12, 15-20", ((1, 12), (15, 20)), id="13 and 14 are missing"),
        pytest.param(
            "第１至１２桌、15～20，22", ((1, 12), (15, 20), (22, 22)), id="full width, Chinese words"
        ),
        pytest.param("15 – 20 桌 1 到 3", ((1, 3), (15, 20)), id="in order whatever the order"),
        pytest.param("7", ((7, 7),), id="one table"),
    ],
)
def test_tables_as_people_write_them(text: str, ranges: tuple[Range, ...]) -> None:
    assert read_ranges(text) == ranges


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        pytest.param("  ", "tables_empty", {}, id="nothing"),
        pytest.param("1-12 靠窗", "tables_not_read", {"text": "靠窗"}, id="words"),
        pytest.param("1-2-3", "tables_not_read", {"text": "1-2-3"}, id="two dashes"),
        pytest.param("12-1", "tables_reversed", {"first": 12, "last": 1}, id="backwards"),
        pytest.param("0-3", "table_not_positive", {"table": 0}, id="zero"),
        pytest.param("1-9999", "table_too_high", {"table": 9999, "highest": 9000}, id="too high"),
        pytest.param("1-5, 5-8", "table_named_twice", {"table": 5}, id="a table in two runs"),
        pytest.param("1-9, 3", "table_named_twice", {"table": 3}, id="a table inside a run"),
    ],
)
def test_tables_that_cannot_be(text: str, code: str, params: dict[str, int | str]) -> None:
    with pytest.raises(PairingError) as refused:
        read_ranges(text)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_an_area_knows_its_tables() -> None:
    rooms = (Area("三楼会议室", ((1, 12),)), Area("阅览室", ((21, 22), (15, 16))))

    assert rooms[1].numbers == (15, 16, 21, 22)
    assert [area_of(rooms, table) for table in (5, 13, 22, None)] == ["三楼会议室", "", "阅览室", ""]


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 6)), max_size=6))
def test_what_is_printed_reads_the_same_or_names_a_double(runs: list[tuple[int, int]]) -> None:
    ranges = sorted((first, first + more) for first, more in runs)
    twice = twice_in(ranges)

    tables = [table for first, last in ranges for table in range(first, last + 1)]
    assert (twice is None) == (len(tables) == len(set(tables)))
    if ranges and twice is None:
        assert read_ranges(text_of(ranges)) == tuple(ranges)


@given(st.sets(st.integers(1, 60), max_size=30))
def test_numbers_become_the_fewest_runs_and_come_back(tables: set[int]) -> None:
    runs = runs_of(tables)

    assert set(Area("大厅", runs).numbers) == tables
    assert all(later[0] > earlier[1] + 1 for earlier, later in pairwise(runs))
