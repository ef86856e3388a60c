"""One wide row of two or three people's: the second beside the first, then the substitute."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournament.imports.headers import Head
from tournament.imports.people_roles import Line, is_role, plain_name
from tournament.imports.sheets import Cells, Remark, is_blank
from tournament.imports.tables import Remarks, Table
from tournament.names.cleaning import name_key

_OF_THE_PAIR: Final = (
    "unit",
    "name",
    "category",
    "seed",
    "status",
    "substitute",
)  # one value for all its rows
_BESIDE: Final = ("note",)  # every row's value, one after the other


@dataclass(frozen=True, slots=True)
class Team:
    """The rows of one pair. `guessed`: nothing but its place says that the third row is the substitute."""

    first: Line
    second: Line
    substitute: Line | None = None
    guessed: bool = False

    @property
    def others(self) -> tuple[Line, ...]:
        """Its rows but the first player's, in the order of the wide row."""
        return (self.second, *([self.substitute] if self.substitute else []))


def widened(table: Table, teams: Sequence[Team], head: Head) -> Table:
    """`table` with one row for each team, under the `head` of the wide rows; flaws, hidden rows and remarks
    move along."""
    width = width_of(table)
    by_first = {team.first.row: team for team in teams}
    moved = {
        line.row: (team.first.row, place * width)
        for team in teams
        for place, line in enumerate(team.others, start=1)
    }
    rows: dict[int, Cells] = {}
    told: dict[int, Remarks] = dict(table.told)
    for row, cells in table.sheet.rows.items():
        if row in by_first:
            wide = _Wide(table.head, width, by_first[row])
            rows[row] = wide.cells()
            told[row] = (*told.get(row, ()), *wide.told())
        elif row not in moved:
            rows[row] = cells
    sheet = replace(
        table.sheet,
        rows=rows,
        flaws=_moved(table.sheet.flaws, moved),
        hidden=frozenset(moved.get(row, (row, 0))[0] for row in table.sheet.hidden),
    )
    return replace(
        table,
        sheet=sheet,
        head=head,
        width=len(table.head.titles),
        told=told,
        also={team.first.row: tuple(line.row for line in team.others) for team in teams},
    )


def width_of(table: Table) -> int:
    """How many cells the longest row has."""
    return max((len(cells) for cells in table.sheet.rows.values()), default=0)


def wide_titles(table: Table) -> dict[int, str]:
    """The titles above a wide row, three times the list's own."""
    width = width_of(table)
    return {at + n * width: title for n in range(3) for at, title in table.head.titles.items()}


def _moved(
    flaws: Mapping[tuple[int, int], str], moved: Mapping[int, tuple[int, int]]
) -> dict[tuple[int, int], str]:
    found = {}
    for (row, column), flaw in flaws.items():
        first, offset = moved.get(row, (row, 0))
        found[first, column + offset] = flaw
    return found


class _Wide:
    """A team's rows as one: the others beside the first, what they share in the first."""

    def __init__(self, head: Head, width: int, team: Team) -> None:
        self._head, self._width, self._team = head, width, team
        self._lines = (team.first, *team.others)

    def cells(self) -> Cells:
        wide: list[object] = []
        for line in self._lines:
            wide += [*line.cells, *[""] * (self._width - len(line.cells))]
        wide += [""] * (3 * self._width - len(wide))
        for column in self._columns(_OF_THE_PAIR):
            wide[column] = self._shared(column, wide[column])
        for column in [*self._columns(_BESIDE), *self._head.extra.values()]:
            texts = dict.fromkeys(filter(None, (line.text(column) for line in self._speaking(column))))
            wide[column] = "；".join(texts) if len(texts) > 1 else next(iter(texts), "")
        self._name_people(wide)
        return tuple(wide)

    def _shared(self, column: int, value: object) -> object:
        """The first player's value, else the second's: a substitute's own status says nothing of the pair."""
        second = self._team.second.cells
        return second[column] if is_blank(value) and column < len(second) else value

    def _speaking(self, column: int) -> Sequence[Line]:
        """Whose notes are kept: a note that is nothing but 替补 is not one of the pair."""
        substitute = self._team.substitute
        if substitute and substitute.text(column) and is_role(substitute.text(column)):
            return self._lines[:2]
        return self._lines

    def _name_people(self, wide: list[object]) -> None:
        """Take the role off the names; a substitute without a row of his own stands in the same place."""
        for people in self._head.columns.get("players", ()):
            for place in range(3):
                cell = wide[people + place * self._width]
                if isinstance(cell, str):
                    wide[people + place * self._width] = plain_name(cell)
            if self._team.substitute is None:
                given = [line.text(at) for line in self._lines for at in self._columns(("substitute",))]
                wide[people + 2 * self._width] = next(filter(None, given), "")

    def told(self) -> Iterator[Remark]:
        """Where they say different things of what they should share."""
        for column in self._columns(("unit", "category")):
            said = list(filter(None, (line.text(column) for line in self._lines)))
            other = next((text for text in said[1:] if name_key(text) != name_key(said[0])), None)
            if other:
                yield Remark(
                    "partners_differ", {"first": said[0], "second": other}, self._head.titles[column]
                )

    def _columns(self, names: Sequence[str]) -> list[int]:
        return [column for name in names for column in self._head.columns.get(name, ())]
