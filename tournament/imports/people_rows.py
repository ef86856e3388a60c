"""Lists with one row per person: which rows are a pair, by evidence.

Rows belong together by a team name or pair number that all have or that stands in the first only, by cells
merged over them, or by naming each other as partners. A third row is the pair's substitute: where its role
says so, else once somebody agrees. Without any of these two consecutive rows of a unit are a pair, and
somebody has to agree to that reading. Rows without a partner are set aside by name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournament.imports.headers import Head
from tournament.imports.partner_rows import join_partners
from tournament.imports.passed_over import people_lines
from tournament.imports.people_roles import Line, Role, Roles, plain_name, roles_in
from tournament.imports.sheets import Remark, Sheet
from tournament.imports.tables import Table
from tournament.imports.wide_rows import Team, wide_titles, widened, width_of
from tournament.names.cleaning import clean_number, name_key, names_in


def join_people(table: Table) -> Table:
    """Make one row of those that are a pair; a list with a pair in every row is returned as it is."""
    if set(table.head.columns) >= {"player1", "player2"}:
        return join_partners(table)
    if "players" not in table.head.columns:
        return table
    lines = people_lines(table)
    column = table.head.columns["players"][0]
    counts = Counter(min(len(_names(line, column)), 2) for line in lines)
    return _Joining(table, lines).joined() if counts[1] > max(counts[2], 1) else table


def _names(line: Line, column: int) -> list[str]:
    return names_in(plain_name(line.text(column)))


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What joins rows: the field, or "merged" cells of a column; the groups in the order of the list."""

    by: str
    title: str
    groups: list[list[Line]]


class _Joining:
    """One list of people while its rows are being joined."""

    def __init__(self, table: Table, lines: list[Line]) -> None:
        self._table, self._column = table, table.head.columns["players"][0]
        self._aside: dict[int, Remark] = {}
        for line in lines:
            if len(_names(line, self._column)) > 1:
                self._aside[line.row] = Remark("crowded_row", {"text": line.text(self._column)[:30]})
        self._lines = [line for line in lines if line.row not in self._aside]
        self._roles = roles_in(table.head, self._lines, self._column)
        self._found = next(_evidence(table, self._lines, self._roles), None)

    def joined(self) -> Table:
        """The table with a row for each pair; everybody else aside, by name."""
        groups = self._found.groups if self._found else _neighbours(self._table, self._lines, self._roles)
        teams: list[Team] = []
        for group in groups:
            team = _team(group, self._roles, guess=bool(self._found and self._found.by != "unit"))
            if team:
                teams.append(team)
            self._set_aside(group, team)
        head, keeps_number = _wide_head(self._table, teams, self._found, self._roles)
        wide = widened(self._table, teams, head)
        return replace(
            wide,
            aside={**wide.aside, **self._aside},
            doubts={**wide.doubts, **dict(self._doubts(teams))},
            notices=(*wide.notices, *_said(self._table, teams, self._found, keeps_number)),
            doubts_of_all=wide.doubts_of_all
            if self._found or not teams
            else (*wide.doubts_of_all, Remark("joined_by_order", {"count": len(teams)})),
        )

    def _set_aside(self, group: Sequence[Line], team: Team | None) -> None:
        of_team = {line.row for line in (team.first, *team.others)} if team else set()
        left = [line for line in group if line.row not in of_team]
        leaders = [line for line in left if self._roles.of(line) is Role.LEADER]
        people = [line for line in left if line not in leaders]
        for line in leaders:
            self._aside[line.row] = Remark("leader_row", self._about(line))
        for line in people:
            self._aside[line.row] = self._left_over(line, people)

    def _left_over(self, line: Line, people: Sequence[Line]) -> Remark:
        params: dict[str, str | int] = {"name": line.text(self._column)[:30], "count": len(people)}
        if len(people) == 1:
            return Remark("no_partner", params)
        substitutes = sum(self._roles.of(one) is Role.SUBSTITUTE for one in people)
        if substitutes > 1 and len(people) - substitutes == 2:
            return Remark("many_substitutes", {**params, "count": substitutes})
        return Remark("not_two_in_group" if self._found else "odd_unit", params)

    def _doubts(self, teams: Sequence[Team]) -> Iterator[tuple[int, tuple[Remark, ...]]]:
        """What somebody must agree to: a third row without a role, a substitute who is one of two."""
        for team in teams:
            found = []
            if team.guessed and team.substitute:
                found.append(Remark("third_is_substitute", self._about(team.substitute)))
            marked = [one for one in (team.first, team.second) if self._roles.of(one)]
            if len(marked) == 1:  # both: the pair is in reserve
                found.append(Remark("role_of_player", self._about(marked[0])))
            if found:
                yield team.first.row, tuple(found)

    def _about(self, line: Line) -> dict[str, str | int]:
        return {
            "name": line.text(self._column)[:30],
            "role": self._roles.said.get(line.row, ""),
            "row": line.row,
        }


# Which rows belong together


def _team(group: Sequence[Line], roles: Roles, *, guess: bool) -> Team | None:
    """The pair that a group of rows is, None where nobody can tell; with `guess` a third row may be the
    substitute although nothing says so."""
    if len(group) == 2:
        return Team(group[0], group[1])
    people = [line for line in group if roles.of(line) is not Role.LEADER]
    players = [line for line in people if roles.of(line) is None]
    substitutes = [line for line in people if roles.of(line)]
    if len(players) == 2 and len(substitutes) <= 1:
        return Team(players[0], players[1], next(iter(substitutes), None))
    if guess and len(people) == len(players) == 3:
        return Team(players[0], players[1], players[2], guessed=True)
    return None


def _evidence(table: Table, lines: list[Line], roles: Roles) -> Iterator[_Evidence]:
    """The columns that join at least half of the rows to pairs, the surest first; units only if all."""
    columns = [
        (name, table.head.columns[name][0]) for name in ("name", "number") if name in table.head.columns
    ]
    merged = {
        left for top, left, bottom, right in table.sheet.merges if left == right and 1 <= bottom - top <= 2
    }
    columns += [("merged", column) for column in sorted(merged - {column for _name, column in columns})]
    columns += [("unit", column) for column in table.head.columns.get("unit", ())]
    for by, column in columns:
        groups = _grouped(lines, _keys(table, lines, column, by))
        teams = [team for group in groups if (team := _team(group, roles, guess=by != "unit"))]
        joined = sum(1 + len(team.others) for team in teams)
        leaders = sum(roles.of(line) is Role.LEADER for line in lines)
        if joined and joined * (1 if by == "unit" else 2) >= len(lines) - leaders:
            yield _Evidence(by, table.head.titles.get(column, ""), groups)


def _keys(table: Table, lines: list[Line], column: int, by: str) -> list[str]:
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


def _grouped(lines: list[Line], keys: list[str]) -> list[list[Line]]:
    groups: dict[object, list[Line]] = defaultdict(list)
    for line, key in zip(lines, keys, strict=True):
        groups[key or line.row].append(line)
    return list(groups.values())


def _neighbours(table: Table, lines: list[Line], roles: Roles) -> list[list[Line]]:
    """Consecutive rows of one unit and category two by two; where their number is odd, nobody knows how."""
    merged = {name: _merged_below(table.sheet, column) for name, column in _places(table.head)}
    blocks: list[list[Line]] = []
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
    return [part for block in blocks for part in _in_twos(block, roles)]


def _places(head: Head) -> list[tuple[str, int]]:
    return [(name, head.columns[name][0]) for name in ("unit", "category") if name in head.columns]


def _in_twos(block: list[Line], roles: Roles) -> list[list[Line]]:
    """The players of a unit two by two, each pair with the substitute right behind it; leaders alone."""
    leaders = [line for line in block if roles.of(line) is Role.LEADER]
    people = [line for line in block if line not in leaders]
    parts: list[list[Line]] = []
    for line in people:
        room = 3 if roles.of(line) is Role.SUBSTITUTE else 2
        if parts and len(parts[-1]) < room:
            parts[-1].append(line)
        else:
            parts.append([line])
    if any(len(part) == 1 or sum(map(bool, map(roles.of, part))) > len(part) - 2 for part in parts):
        return [people, *([line] for line in leaders)] if len(block) % 2 else _plain_twos(block)
    return [*parts, *([line] for line in leaders)]


def _plain_twos(block: list[Line]) -> list[list[Line]]:
    return [block[at : at + 2] for at in range(0, len(block), 2)]


# The head of the wide rows


def _wide_head(
    table: Table, teams: Sequence[Team], found: _Evidence | None, roles: Roles
) -> tuple[Head, bool]:
    """The head of the wide rows, and whether their number is the pair's: not where each person has one."""
    width, columns = width_of(table), dict(table.head.columns)
    people = columns.pop("players")[0]
    columns |= {"player1": (people,), "player2": (people + width,)}
    if "substitute" in columns or any(team.substitute for team in teams):
        columns["substitute"] = (people + 2 * width,)
    if "phone" in columns:
        phone = columns.pop("phone")[0]
        columns |= {f"phone{seat}": (phone + (seat - 1) * width,) for seat in (1, 2, 3)}
    keeps = "number" in columns and _is_of_pairs(table, columns["number"][0], teams, found)
    if not keeps:
        columns.pop("number", None)
    if found and found.by == "name" and _are_numbers(table, columns["name"][0], teams):
        # 组合 1, 1, 2, 2 is a pair's number, whatever the column is called.
        columns["number"] = columns.pop("name")
        keeps = True
    return replace(_without(table.head, roles), columns=columns, titles=wide_titles(table)), keeps


def _without(head: Head, roles: Roles) -> Head:
    """A head without the columns of roles: they have been read, and say nothing of the pair."""
    gone = {head.titles[column] for column in roles.columns}
    return replace(
        head,
        extra={title: column for title, column in head.extra.items() if column not in roles.columns},
        ignored=tuple(title for title in head.ignored if title not in gone),
    )


def _is_of_pairs(table: Table, column: int, teams: Sequence[Team], found: _Evidence | None) -> bool:
    if found and found.by == "number":
        return True
    return all(line.text(column) in ("", team.first.text(column)) for team in teams for line in team.others)


def _are_numbers(table: Table, column: int, teams: Sequence[Team]) -> bool:
    return all(clean_number(team.first.text(column))[0] is not None for team in teams)


def _said(
    table: Table, teams: Sequence[Team], found: _Evidence | None, keeps_number: bool
) -> Iterator[Remark]:
    if found and teams:
        yield Remark("joined_by_column", {"title": found.title, "count": len(teams)})
    if substitutes := sum(team.substitute is not None for team in teams):
        yield Remark("joined_with_substitutes", {"count": substitutes})
    if teams and "number" in table.head.columns and not keeps_number:
        title = table.head.titles[table.head.columns["number"][0]]
        yield Remark("numbers_of_people", {"title": title})
