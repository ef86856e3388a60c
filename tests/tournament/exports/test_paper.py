"""The value that all formats draw."""

from decimal import Decimal

import pytest

from tournament.exports.paper import Cell, Column, Kind, Section, places, shown

from .papers import COLUMNS, names_of, paper, standings


def test_a_row_must_have_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="1 rows do not have 6 cells"):
        Section(COLUMNS, ((1, 2),))


def test_a_section_needs_a_column() -> None:
    with pytest.raises(ValueError, match="at least one column"):
        Section(())


@pytest.mark.parametrize(
    ("cell", "kind", "decimals", "text"),
    [
        pytest.param(-3, Kind.DIFF, 0, "−3", id="a real minus sign"),
        pytest.param(3, Kind.DIFF, 0, "+3", id="a plus"),
        pytest.param(0, Kind.DIFF, 0, "0", id="no sign"),
        pytest.param(Decimal("-0.5"), Kind.DECIMAL, 1, "−0.5", id="negative points"),
        pytest.param(Decimal("345"), Kind.DECIMAL, 0, "345", id="whole points"),
        pytest.param(Decimal("1E+2"), Kind.DECIMAL, 0, "100", id="never an exponent"),
        pytest.param(7, Kind.INT, 2, "7", id="whole numbers have no places"),
        pytest.param(None, Kind.INT, 0, "", id="nothing"),
        pytest.param("东\x0b风", Kind.NAME, 0, "东风", id="cleaned"),
        pytest.param("12:05", Kind.INT, 0, "12:05", id="text in a column of figures"),
    ],
)
def test_cells_as_people_read_them(cell: Cell, kind: Kind, decimals: int, text: str) -> None:
    assert shown(cell, Column("", kind), decimals) == text


def test_places_are_those_of_the_longest_without_trailing_zeros() -> None:
    assert places([Decimal("17.50"), Decimal("2"), 3, None, "0.123"]) == 1
    assert places([]) == 0


def test_missing_characters_are_found_wherever_they_stand() -> None:
    assert paper(standings(4)).missing() == set()
    assert paper(names_of(["赵𫰠"]), title="𠮷杯", notes=("\ue863",)).missing() == {"𫰠", "𠮷", "\ue863"}


def test_sections_merge_only_with_the_same_columns() -> None:
    assert paper().merged() is None
    assert paper(standings(2)).merged() == standings(2)
    assert paper(standings(2), names_of(["东风队"])).merged() is None
