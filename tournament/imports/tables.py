"""A sheet with its head, and what was found out about its rows before they are read one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.imports.headers import Head
from tournament.imports.sheets import Remark, Sheet

Remarks = tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What a list is read from.

    By row: `aside` are rows that are no pair and why, `told` what else is to be said, `doubts` what must be
    agreed to, `also` the other rows of a pair that stands in several. About the whole: `notices` say how it
    was read, `doubts_of_all` must be agreed to before anything goes in. `width` is the number of titles above
    a row of the file. `is_chain`: the table was made of lines from a group chat.
    """

    sheet: Sheet
    head: Head
    aside: Mapping[int, Remark] = field(default_factory=dict)
    told: Mapping[int, Remarks] = field(default_factory=dict)
    doubts: Mapping[int, Remarks] = field(default_factory=dict)
    also: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    notices: Remarks = ()
    doubts_of_all: Remarks = ()
    width: int = 0
    is_chain: bool = False
