"""Lists in which everybody names the partner: two rows that name each other are one pair."""

from collections import Counter
from dataclasses import replace

from tournament.imports.headers import is_partner_title
from tournament.imports.passed_over import people_lines
from tournament.imports.people_roles import Line
from tournament.imports.sheets import Remark
from tournament.imports.tables import Table
from tournament.imports.wide_rows import Team, wide_titles, widened, width_of
from tournament.names.cleaning import clean_name


def join_partners(table: Table) -> Table:
    """Take two rows that name each other for one pair, in lists that have a column for the partner."""
    first, second = (table.head.columns[name][0] for name in ("player1", "player2"))
    if not is_partner_title(table.head.titles[second]):
        return table
    lines = people_lines(table)
    named = {line.row: tuple(clean_name(line.text(at)).key for at in (first, second)) for line in lines}
    counts = Counter(named.values())
    mutual = {row: keys for row, keys in named.items() if keys[0] != keys[1] and counts[keys] == 1}
    by_names = {keys: line for line in lines if (keys := mutual.get(line.row))}
    teams = [
        Team(line, other)
        for line in lines
        if line.row in mutual
        and (other := by_names.get(mutual[line.row][::-1])) is not None
        and other.row > line.row
    ]
    if len(teams) * 4 < len(lines) or not teams:
        return table
    return _with_partners(table, teams, lines)


def _with_partners(table: Table, teams: list[Team], lines: list[Line]) -> Table:
    columns = dict(table.head.columns)
    if "phone" in columns:
        phone = columns.pop("phone")[0]
        columns |= {"phone1": (phone,), "phone2": (phone + width_of(table),)}
    wide = widened(table, teams, replace(table.head, columns=columns, titles=wide_titles(table)))
    joined = {row for first, others in wide.also.items() for row in (first, *others)}
    alone = {
        line.row: (*table.told.get(line.row, ()), Remark("partner_has_no_row"))
        for line in lines
        if line.row not in joined
    }
    return replace(
        wide,
        told={**wide.told, **alone},
        notices=(*table.notices, Remark("joined_by_partner", {"count": len(teams)})),
    )
