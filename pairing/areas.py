"""The rooms of a hall and the numbers of their tables, with whatever gaps there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from pairing.errors import PairingError

LAST_TABLE = 9000
"""The highest table number that may be typed, and the last of a hall that nobody has described."""

Range = tuple[int, int]
_PARTS = re.compile(r"[,，、;；\s]+")
_DASHES = re.compile(r"\s*(?:[-–—−~～〜]|至|到)+\s*")
_RANGE = re.compile(r"(?:第)?(\d{1,6})(?:-(\d{1,6}))?(?:号?桌|号)?")


@dataclass(frozen=True, slots=True)
class Area:
    """One room or part of the hall: its name and the first and last number of every run of tables."""

    name: str
    ranges: tuple[Range, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """All its table numbers up to `LAST_TABLE`, in order."""
        runs = (range(first, min(last, LAST_TABLE) + 1) for first, last in self.ranges)
        return tuple(sorted(table for run in runs for table in run))

    def holds(self, table: int) -> bool:
        """Whether this table stands here."""
        return any(first <= table <= last for first, last in self.ranges)


def read_ranges(text: str) -> tuple[Range, ...]:
    """Table numbers as people write them: 1-12, 15–20、22 桌 · 第1至12桌 · in any width.

    Returns the runs in order. Raises `PairingError`: `tables_empty`; `tables_not_read` (text, the part that
    is no number or run); `tables_reversed` (first, last); `table_not_positive` (table); `table_too_high`
    (table, highest); `table_named_twice` (table).
    """
    plain = _DASHES.sub("-", normalize("NFKC", text)).strip()
    plain = re.sub(r"\s+(?=号?桌|号)|(?<=第)\s+", "", plain)
    found = sorted(_range(part) for part in _PARTS.split(plain) if part)
    if not found:
        raise PairingError("tables_empty")
    if (twice := twice_in(found)) is not None:
        raise PairingError("table_named_twice", table=twice)
    return tuple(found)


def _range(part: str) -> Range:
    read = _RANGE.fullmatch(part)
    if read is None:
        raise PairingError("tables_not_read", text=part)
    first = int(read[1])
    last = int(read[2]) if read[2] else first
    if first > last:
        raise PairingError("tables_reversed", first=first, last=last)
    if first < 1:
        raise PairingError("table_not_positive", table=first)
    if last > LAST_TABLE:
        raise PairingError("table_too_high", table=last, highest=LAST_TABLE)
    return first, last


def twice_in(ranges: Iterable[Range]) -> int | None:
    """The lowest number that two of the runs hold; None where they are apart."""
    reached = 0
    for first, last in sorted(ranges):
        if first <= reached:
            return first
        reached = last
    return None


def text_of(ranges: Iterable[Range], between: str = "、") -> str:
    """Runs as they are printed: 1–12、15–20、22, with the reader's own sign `between` them."""
    return between.join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


def area_of(areas: Sequence[Area], table: int | None) -> str:
    """The name of the area in which a table stands; "" where none does."""
    return next((area.name for area in areas if table is not None and area.holds(table)), "")


def runs_of(tables: Iterable[int]) -> tuple[Range, ...]:
    """Table numbers as runs: 1, 2, 3, 7 give 1–3 and 7."""
    runs: list[Range] = []
    for table in sorted(set(tables)):
        if runs and runs[-1][1] == table - 1:
            runs[-1] = (runs[-1][0], table)
        else:
            runs.append((table, table))
    return tuple(runs)
