"""Who sits where, for the hall: by table, and by number for who looks for himself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from pairing.areas import area_of
from scoring.rules import Side
from tournament.lists.slides.slide import Slide, Wall, numbered, paged
from tournament.models import ScreenPage
from tournament.queries.at_hand import Seated, tables_at_hand
from tournament.queries.hall import areas_of
from tournament.queries.screens import is_in
from tournament.queries.standing_sheets import Who
from tournament.queries.table_lines import TableLine
from tournament.wording.knockout import round_name
from tournament.wording.screens import before_start

COLUMNS = 3
ROWS = {1: 8, 2: 8, 3: 6}  # tables in a column, by how many lines the longest names need
FEWEST_ROWS = 4
MOST_TABLES = COLUMNS * ROWS[1]
NUMBER_ROWS, TALL_NUMBER_ROWS = 12, 9
SIDE_WIDTH = 8.5  # Chinese characters that fit into one line of a side


@dataclass(frozen=True, slots=True)
class Place:
    """Where one participant sits. `table` None: nowhere, for the reason that `kind` says (a bye)."""

    who: Who
    table: int | None
    kind: str
    side: Side
    area: str = ""


def table_slides(wall: Wall) -> list[Slide]:
    """The tables at hand, 24 a page at most, 18 or 12 where names are very long; every session by itself."""
    found = []
    for one, lines in _shown(wall):
        pages = [
            _page(wall, one, ScreenPage.TABLES, part, is_tall=_room(part) < MOST_TABLES)
            for part in _pages(lines)
        ]
        found += numbered(pages)
    return found


def _pages(lines: Sequence[TableLine]) -> list[Sequence[TableLine]]:
    """Equally full pages; where some names are very long, only the pages that hold them have fewer tables."""
    if _room(lines) == MOST_TABLES:
        return paged(lines, MOST_TABLES)
    pages: list[list[TableLine]] = [[]]
    for line in lines:
        if len(pages[-1]) >= _room([*pages[-1], line]):
            pages.append([])
        pages[-1].append(line)
    return list(pages)


def _room(lines: Sequence[TableLine]) -> int:
    """How many tables a page takes that holds these."""
    return COLUMNS * ROWS.get(max(_lines_of(line) for line in lines), FEWEST_ROWS)


def number_slides(wall: Wall) -> list[Slide]:
    """Everybody's table and side, by number."""
    areas = areas_of(wall.event)
    found = []
    for one, lines in _shown(wall):
        places = [
            Place(who, line.table, line.kind, side, "" if wall.rooms else area_of(areas, line.table))
            for line in lines
            for side, who in ((Side.NS, line.ns), (Side.EW, line.ew))
            if who
        ]
        places.sort(key=lambda place: place.who.number)
        tall = any(_lines(place.who) > 2 for place in places)
        pages = paged(places, (TALL_NUMBER_ROWS if tall else NUMBER_ROWS) * COLUMNS)
        found += numbered([_page(wall, one, ScreenPage.NUMBERS, part, is_tall=tall) for part in pages])
    return found


def _shown(wall: Wall) -> list[tuple[Seated, list[TableLine]]]:
    """The rounds at hand with the tables of the screen's rooms; a round without any there is left out."""
    found = []
    for one in tables_at_hand(wall.shown):
        lines = [line for line in one.lines if is_in(wall.rooms, line.table)]
        if any(line.is_play for line in lines):
            found.append((one, lines))
    return found


def _page(
    wall: Wall,
    one: Seated,
    what: ScreenPage,
    part: Sequence[TableLine] | Sequence[Place],
    *,
    is_tall: bool,
) -> Slide:
    told = {"round": round_name(one.number, one.stage)}
    by_number = what is ScreenPage.NUMBERS
    title = (_("%(round)s座位（按序号）") if by_number else _("%(round)s对阵")) % told
    rooms = [room.name for room in wall.rooms]
    columns = COLUMNS if len(part) > 8 or by_number else min(2, len(part))
    return Slide(
        what,
        key=f"{what}-{one.stage.ordinal}-{one.number}-{one.session}",
        title=title,
        about=" · ".join(text for text in (one.stage.name, one.session, *rooms) if text),
        foot=before_start(one.stage),
        facts={
            "items": part,
            "columns": columns,
            "rows": max(ceil(len(part) / columns), 6 if by_number else 2),
            "is_tall": is_tall,
            "has_groups": one.stage.has_groups,
        },
    )


def _lines_of(line: TableLine) -> int:
    return max(_lines(who) for who in (line.ns, line.ew) if who)


def _lines(who: Who) -> int:
    """How many lines of a side both names take: one where they fit side by side."""
    widths = [_width(name) for name in who.names]
    if sum(widths) + 0.5 <= SIDE_WIDTH:
        return 1
    return sum(ceil(width / SIDE_WIDTH) for width in widths)


def _width(text: str) -> float:
    """In Chinese characters; a Latin letter takes about half of one."""
    return sum(1.0 if east_asian_width(sign) in "WFA" else 0.55 for sign in text)
