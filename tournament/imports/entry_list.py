"""One list as it was read: its rows, and what is to be said about it as a whole."""

from dataclasses import dataclass

from tournament.imports.rows import EntryRow
from tournament.imports.sheets import Remark


@dataclass(frozen=True, slots=True)
class EntryList:
    """A file's rows, and what is to be said about the file as a whole.

    `problems` mean that nothing could be read (`rows` is then empty); `notices` do not; `doubts` are what
    somebody must agree to before anything goes in. `number_width` is the number of figures in which numbers
    are written (3 for 001), 1 without leading zeros. `extra_columns` are the titles that the reader does not
    know; the rows have in `extra` what stands below them. `layout` is the digest by which the columns were
    told apart by hand before. `lacks_units`: no column names units; `heading_unit` is then the one that a
    line beside the table names. `can_be_mapped`: a person could tell the columns apart. `shares_file`: other
    sheets of its workbook are lists too. `place` is that of its file in the upload, from 1.
    """

    rows: tuple[EntryRow, ...] = ()
    problems: tuple[Remark, ...] = ()
    notices: tuple[Remark, ...] = ()
    doubts: tuple[Remark, ...] = ()
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    ignored_columns: tuple[str, ...] = ()
    extra_columns: tuple[str, ...] = ()
    header_row: int | None = None
    number_width: int = 1
    filename: str = ""
    layout: str = ""
    lacks_units: bool = False
    heading_unit: str = ""
    can_be_mapped: bool = False
    shares_file: bool = False
    place: int = 1

    @property
    def label(self) -> str:
        """What tells it from other lists of an upload: its file, and its sheet where there are several."""
        return f"{self.filename} › {self.sheet}" if self.shares_file else self.filename

    @property
    def read(self) -> int:
        """How many rows were read: all that are not blank below the head, totals and notes among them."""
        return sum(row.lines for row in self.rows)

    @property
    def good(self) -> tuple[EntryRow, ...]:
        """The rows without problems; `read` is these and the `skipped` ones."""
        return tuple(row for row in self.rows if row.is_good)

    @property
    def skipped(self) -> tuple[EntryRow, ...]:
        """The rows that stay out, each with its reason."""
        return tuple(row for row in self.rows if not row.is_good)

    @property
    def has_pairs_in_several_rows(self) -> bool:
        """Whether each person has a row, so that a pair takes up two or three."""
        return any(row.also for row in self.rows)
