"""Lists with one row per person: which two rows are a pair, by evidence, and one wide row made of both.

Two rows belong together by a team name or pair number that both have or that stands in the first only, by
cells merged over the two, or by naming each other as partners. Without any of these two consecutive rows of
a unit are a pair, and somebody has to agree to that reading. Rows without a partner are set aside by name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournament.imports.headers import Head, is_partner_title
from tournament.imports.passed_over import passed_over
from tournament.imports.sheets import Cells, Remark, Sheet, is_blank
from tournament.imports.tables import Remarks, Table
from tournament.names.cleaning import clean_name, clean_number, name_key, names_in, tidy

_OF_THE_PAIR: Final = ("unit", "name", "category", "seed", "status", "substitute")  # one value for both rows
_BESIDE: Final = ("note",)  # both values, one after the other


@dataclass(frozen=True, slots=True)
class _Line:
    """One person's row."""

    row: int
    cells: Cells

    def text(self, column: int | None) -> str:
        return "" if column is None or column >= len(self.cells) else tidy(self.cells[column])


def join_people(table: Table) -> Table:
    """Make one row of every two that are a pair; a list with a pair in every row is returned as it is."""
    if set(table.head.columns) >= {"player1", "player2"}:
        return _join_partners(table)
    if "players" not in table.head.columns:
        return table
    lines = _lines(table)
    column = table.head.columns["players"][0]
    counts = Counter(min(len(names_in(line.text(column))), 2) for line in lines)
    return _join(table, lines, column) if counts[1] > max(counts[2], 1) else table


def _lines(table: Table) -> list[_Line]:
    return [
        _Line(row, cells)
        for row, cells in table.sheet.rows.items()
        if row > table.head.last_row
        and row not in table.aside
        and not all(map(is_blank, cells))
        and not passed_over(cells, table.head)
    ]


# Which rows belong together


def _join(table: Table, lines: list[_Line], column: int) -> Table:
    crowded = {line.row for line in lines if len(names_in(line.text(column))) > 1}
    aside = {
        line.row: Remark("crowded_row", {"text": line.text(column)[:30]})
        for line in lines
        if line.row in crowded
    }
    single = [line for line in lines if line.row not in crowded]
    found = next(_evidence(table, single), None)
    groups = found.groups if found else _neighbours(table, single)
    pairs: dict[int, _Line] = {}
    for group in groups:
        if len(group) == 2:
            pairs[group[0].row] = group[1]
        else:
            aside |= {line.row: _left_over(line.text(column), len(group), found) for line in group}
    return _widened(table, pairs, aside, found)


def _left_over(name: str, count: int, found: "_Evidence | None") -> Remark:
    params: dict[str, str | int] = {"name": name[:30], "count": count}
    if count == 1:
        return Remark("no_partner", params)
    return Remark("not_two_in_group" if found else "odd_unit", params)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What joins rows: the field, or "merged" cells of a column; the groups in the order of the list."""

    by: str
    title: str
    groups: list[list[_Line]]


def _evidence(table: Table, lines: list[_Line]) -> Iterator[_Evidence]:
    """The columns that join at least half of the rows to pairs, the surest first; units only if all."""
    columns = [
        (name, table.head.columns[name][0]) for name in ("name", "number") if name in table.head.columns
    ]
    merged = {left for top, left, bottom, right in table.sheet.merges if left == right and bottom - top == 1}
    columns += [("merged", column) for column in sorted(merged - {column for _name, column in columns})]
    columns += [("unit", column) for column in table.head.columns.get("unit", ())]
    for by, column in columns:
        keys = _keys(table, lines, column, by)
        groups = _grouped(lines, keys)
        joined = sum(2 for group in groups if len(group) == 2)
        if joined and joined * (1 if by == "unit" else 2) >= len(lines):
            yield _Evidence(by, table.head.titles.get(column, ""), groups)


def _keys(table: Table, lines: list[_Line], column: int, by: str) -> list[str]:
    """What a column says of each row: its own text, or that of the cell merged with it or filled above it."""
    merged = _merged_below(table.sheet, column)
    said = Counter(text for line in lines if (text := line.text(column)))
    # Where both rows have the text a blank cell means nothing; where only the first has it, the one above.
    fills = by in ("name", "number", "unit") and max(said.values(), default=0) < 2
    keys: list[str] = []
    for line in lines:
        text = line.text(column)
        if line.row in merged or not text:
            above = fills or line.row in merged
            keys.append(keys[-1] if keys and above else "")
        elif by in ("merged", "unit"):
            keys.append(f"{line.row}")  # every cell for itself: equal texts are no pair
        else:
            keys.append(name_key(text))
    return keys


def _merged_below(sheet: Sheet, column: int) -> set[int]:
    return {
        row
        for top, left, bottom, right in sheet.merges
        if left <= column <= right
        for row in range(top + 1, bottom + 1)
    }


def _grouped(lines: list[_Line], keys: list[str]) -> list[list[_Line]]:
    groups: dict[object, list[_Line]] = defaultdict(list)
    for line, key in zip(lines, keys, strict=True):
        groups[key or line.row].append(line)
    return list(groups.values())


def _neighbours(table: Table, lines: list[_Line]) -> list[list[_Line]]:
    """Consecutive rows of one unit and category two by two; where their number is odd, nobody knows how."""
    merged = {name: _merged_below(table.sheet, column) for name, column in _places(table.head)}
    blocks: list[list[_Line]] = []
    before: dict[str, str] = {}
    for line in lines:
        now = {
            name: before.get(name, "")
            if line.row in merged[name] or not line.text(column)
            else line.text(column)
            for name, column in _places(table.head)
        }
        if blocks and now == before:
            blocks[-1].append(line)
        else:
            blocks.append([line])
        before = now
    return [part for block in blocks for part in _in_twos(block)]


def _places(head: Head) -> list[tuple[str, int]]:
    return [(name, head.columns[name][0]) for name in ("unit", "category") if name in head.columns]


def _in_twos(block: list[_Line]) -> list[list[_Line]]:
    if len(block) % 2:
        return [block]
    return [block[at : at + 2] for at in range(0, len(block), 2)]


# One wide row of two


def _widened(
    table: Table, pairs: Mapping[int, _Line], aside: Mapping[int, Remark], found: _Evidence | None
) -> Table:
    width = max((len(cells) for cells in table.sheet.rows.values()), default=0)
    head, keeps_number = _wide_head(table, width, pairs, found)
    rows: dict[int, Cells] = {}
    told: dict[int, Remarks] = dict(table.told)
    seconds = {line.row: first for first, line in pairs.items()}
    for row, cells in table.sheet.rows.items():
        if row in pairs:
            wide = _Wide(table.head, width, _Line(row, cells), pairs[row])
            rows[row] = wide.cells()
            told[row] = (*told.get(row, ()), *wide.told())
        elif row not in seconds:
            rows[row] = cells
    sheet = replace(
        table.sheet,
        rows=rows,
        flaws=_moved(table.sheet.flaws, seconds, width),
        hidden=frozenset(seconds.get(row, row) for row in table.sheet.hidden),
    )
    return replace(
        table,
        sheet=sheet,
        head=head,
        width=len(table.head.titles),
        aside={**table.aside, **aside},
        told=told,
        also={first: line.row for first, line in pairs.items()},
        notices=(*table.notices, *_said(table, pairs, found, keeps_number)),
        doubts_of_all=table.doubts_of_all
        if found or not pairs
        else (*table.doubts_of_all, Remark("joined_by_order", {"count": len(pairs)})),
    )


def _wide_head(
    table: Table, width: int, pairs: Mapping[int, _Line], found: _Evidence | None
) -> tuple[Head, bool]:
    """The head of the wide rows, and whether their number is the pair's: not where each person has one."""
    columns = dict(table.head.columns)
    people = columns.pop("players")[0]
    columns |= {"player1": (people,), "player2": (people + width,)}
    if "phone" in columns:
        phone = columns.pop("phone")[0]
        columns |= {"phone1": (phone,), "phone2": (phone + width,)}
    keeps = "number" in columns and _is_of_pairs(table, columns["number"][0], pairs, found)
    if not keeps:
        columns.pop("number", None)
    if found and found.by == "name" and _are_numbers(table, columns["name"][0], pairs):
        # 组合 1, 1, 2, 2 is a pair's number, whatever the column is called.
        columns["number"] = columns.pop("name")
        keeps = True
    titles = {**table.head.titles, **{at + width: title for at, title in table.head.titles.items()}}
    return replace(table.head, columns=columns, titles=titles), keeps


def _is_of_pairs(table: Table, column: int, pairs: Mapping[int, _Line], found: _Evidence | None) -> bool:
    if found and found.by == "number":
        return True
    return all(line.text(column) in ("", _cell(table, row, column)) for row, line in pairs.items())


def _are_numbers(table: Table, column: int, pairs: Mapping[int, _Line]) -> bool:
    return all(clean_number(_cell(table, row, column))[0] is not None for row in pairs)


def _cell(table: Table, row: int, column: int) -> str:
    return _Line(row, table.sheet.rows[row]).text(column)


def _moved(
    flaws: Mapping[tuple[int, int], str], seconds: Mapping[int, int], width: int
) -> dict[tuple[int, int], str]:
    return {
        (seconds.get(row, row), column + width if row in seconds else column): flaw
        for (row, column), flaw in flaws.items()
    }


def _said(
    table: Table, pairs: Mapping[int, _Line], found: _Evidence | None, keeps_number: bool
) -> Iterator[Remark]:
    if found and pairs:
        yield Remark("joined_by_column", {"title": found.title, "count": len(pairs)})
    if pairs and "number" in table.head.columns and not keeps_number:
        title = table.head.titles[table.head.columns["number"][0]]
        yield Remark("numbers_of_people", {"title": title})


class _Wide:
    """Two rows as one: the second beside the first, what they share in the first."""

    def __init__(self, head: Head, width: int, first: _Line, second: _Line) -> None:
        self._head, self._width, self._first, self._second = head, width, first, second

    def cells(self) -> Cells:
        pad = [""] * (self._width - len(self._first.cells))
        wide: list[object] = [*self._first.cells, *pad, *self._second.cells]
        for name in _OF_THE_PAIR:
            for column in self._head.columns.get(name, ()):
                if is_blank(wide[column]) and column < len(self._second.cells):
                    wide[column] = self._second.cells[column]
        for column in [*self._columns(_BESIDE), *self._head.extra.values()]:
            texts = dict.fromkeys(filter(None, (line.text(column) for line in (self._first, self._second))))
            wide[column] = "；".join(texts) if len(texts) > 1 else next(iter(texts), "")
        return tuple(wide)

    def told(self) -> Iterator[Remark]:
        """Where the two say different things of what they should share."""
        for column in self._columns(("unit", "category")):
            one, other = self._first.text(column), self._second.text(column)
            if one and other and name_key(one) != name_key(other):
                yield Remark("partners_differ", {"first": one, "second": other}, self._head.titles[column])

    def _columns(self, names: Sequence[str]) -> list[int]:
        return [column for name in names for column in self._head.columns.get(name, ())]


# Lists in which everybody names the partner


def _join_partners(table: Table) -> Table:
    """Take two rows that name each other for one pair, in lists that have a column for the partner."""
    first, second = (table.head.columns[name][0] for name in ("player1", "player2"))
    if not is_partner_title(table.head.titles[second]):
        return table
    lines = _lines(table)
    named = {line.row: tuple(clean_name(line.text(at)).key for at in (first, second)) for line in lines}
    counts = Counter(named.values())
    mutual = {row: keys for row, keys in named.items() if keys[0] != keys[1] and counts[keys] == 1}
    by_names = {keys: line for line in lines if (keys := mutual.get(line.row))}
    pairs = {
        line.row: other
        for line in lines
        if line.row in mutual
        and (other := by_names.get(mutual[line.row][::-1])) is not None
        and other.row > line.row
    }
    if len(pairs) * 4 < len(lines) or not pairs:
        return table
    return _with_partners(table, pairs)


def _with_partners(table: Table, pairs: Mapping[int, _Line]) -> Table:
    width = max(len(cells) for cells in table.sheet.rows.values())
    columns = dict(table.head.columns)
    if "phone" in columns:
        phone = columns.pop("phone")[0]
        columns |= {"phone1": (phone,), "phone2": (phone + width,)}
    head = table.head
    titles = {**head.titles, **{at + width: title for at, title in head.titles.items()}}
    seconds = {line.row: first for first, line in pairs.items()}
    rows = {
        row: _Wide(head, width, _Line(row, cells), pairs[row]).cells() if row in pairs else cells
        for row, cells in table.sheet.rows.items()
        if row not in seconds
    }
    alone = {
        line.row: (*table.told.get(line.row, ()), Remark("partner_has_no_row"))
        for line in _lines(table)
        if line.row not in pairs and line.row not in seconds
    }
    return replace(
        table,
        sheet=replace(
            table.sheet,
            rows=rows,
            flaws=_moved(table.sheet.flaws, seconds, width),
            hidden=frozenset(seconds.get(row, row) for row in table.sheet.hidden),
        ),
        head=replace(head, columns=columns, titles=titles),
        width=len(head.titles),
        told={**table.told, **alone},
        also={first: line.row for first, line in pairs.items()},
        notices=(*table.notices, Remark("joined_by_partner", {"count": len(pairs)})),
    )
