"""Several lists at once, one per unit: each read by itself, then judged beside all the others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.imports.column_roles import Layouts
from tournament.imports.entries import read_upload
from tournament.imports.entry_list import EntryList
from tournament.imports.rows import EntryRow
from tournament.imports.sheets import Remark
from tournament.imports.sources import Source
from tournament.imports.unit_hints import units_in_names, units_in_sheets
from tournament.names.cleaning import clean_unit


@dataclass(frozen=True, slots=True)
class Batch:
    """The lists of one upload in their order; `units` are those taken for lists that name none, else ""."""

    lists: tuple[EntryList, ...]
    notices: tuple[Remark, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def is_single(self) -> bool:
        """Whether it is one list, which needs no names of files."""
        return len(self.lists) == 1

    @property
    def rows(self) -> tuple[EntryRow, ...]:
        """The rows of all lists."""
        return tuple(row for one in self.lists for row in one.rows)

    @property
    def read(self) -> int:
        """How many rows were read."""
        return sum(one.read for one in self.lists)

    @property
    def extra_columns(self) -> tuple[str, ...]:
        """The titles of all lists that the reader does not know."""
        return tuple(dict.fromkeys(title for one in self.lists for title in one.extra_columns))

    @property
    def doubts(self) -> tuple[Remark, ...]:
        """What somebody must agree to before anything goes in."""
        return tuple(doubt for one in self.lists for doubt in one.doubts)

    @property
    def can_be_read(self) -> bool:
        """Whether at least one list has rows."""
        return any(one.rows for one in self.lists)


def read_batch(
    sources: Sequence[Source], *, layouts: Layouts | None = None, units: Mapping[int, str] | None = None
) -> Batch:
    """Read the files of an upload; `units` are those typed for single lists, by their place from 0.

    A workbook may hold several lists, a sheet each. A list that names no units takes the typed one, else the
    one in a line beside its table, else the one in its sheet's or its file's name. Numbers that begin anew in
    every list are not taken for the pairs' numbers.
    """
    lists = [
        replace(one, place=place)
        for place, source in enumerate(sources, 1)
        for one in _read(source, layouts or {})
    ]
    taken = _units(lists, _hints(lists, [source.name for source in sources]), units or {})
    lists = [_with_unit(one, unit) for one, unit in zip(lists, taken, strict=True)]
    if len(lists) == 1:
        return Batch(tuple(lists), units=tuple(taken))
    numbered = [_numbered(one, at) for at, one in enumerate(lists, 1)]
    if not _repeat_numbers(numbered):
        return Batch(tuple(numbered), units=tuple(taken))
    plain = (replace(one, rows=tuple(replace(row, number=None) for row in one.rows)) for one in numbered)
    return Batch(tuple(plain), (Remark("numbers_of_files"),), tuple(taken))


def _read(source: Source, layouts: Layouts) -> tuple[EntryList, ...]:
    if source.problem is not None:
        return (EntryList(problems=(source.problem,), filename=source.name),)
    return read_upload(source.data, source.name, layouts=layouts)


def _hints(lists: Sequence[EntryList], names: Sequence[str]) -> list[str]:
    """What the name of each list's file says of its unit; of one of several sheets, the sheet's name."""
    of_files = units_in_names(names)
    of_sheets = {
        place: dict(zip(sheets, units_in_sheets(sheets), strict=True))
        for place in range(1, len(names) + 1)
        if (sheets := [one.sheet for one in lists if one.place == place and one.shares_file])
    }
    return [
        of_sheets[one.place][one.sheet] or of_files[one.place - 1]
        if one.shares_file
        else of_files[one.place - 1]
        for one in lists
    ]


def _units(lists: Sequence[EntryList], by_name: Sequence[str], typed: Mapping[int, str]) -> list[str]:
    return [
        (clean_unit(typed[at]).text if at in typed else one.heading_unit or by_name[at])
        if one.lacks_units
        else ""
        for at, one in enumerate(lists)
    ]


def _with_unit(entries: EntryList, unit: str) -> EntryList:
    if not unit:
        return entries
    rows = tuple(
        replace(row, unit=unit) if row.is_about_people and not row.unit else row for row in entries.rows
    )
    return replace(entries, rows=rows)


def _numbered(entries: EntryList, at: int) -> EntryList:
    rows = tuple(replace(row, file=at, source=entries.label) for row in entries.rows)
    return replace(entries, rows=rows)


def _repeat_numbers(lists: Sequence[EntryList]) -> bool:
    """Whether a number stands in two files, as where each unit counts its own pairs."""
    counts = Counter(number for one in lists for number in {row.number for row in one.good} - {None})
    return max(counts.values(), default=0) > 1
