"""Chapters that are made of what was entered for the 秩序册, and what both books share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby

from django.utils import formats
from django.utils.translation import gettext as _

from tournament.exports.book import Chapter, Cover, Piece, Words, lines_of
from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.papers.parts import names_of, paper, state_of, unit_of
from tournament.lists.papers.rules import rules_in_words
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Pair, PairStatus
from tournament.models.booklet import Office
from tournament.names.pinyin import title_key
from tournament.queries.booklet import hosts_of, logo_of
from tournament.queries.pair_lists import pairs_of
from tournament.wording.booklet import FACTS

OFFICES = ("committee", "jury", "referees")
HOUSES = ("organisers", "co_organisers", "supporters")


def cover_of(event: Event, title: str) -> Cover:
    """The cover: full name, subtitle, logo, days, place, houses. One query where there is a logo."""
    booklet = event.booklet_facts
    houses = [(str(FACTS["hosts"]), hosts_of(event, booklet))]
    houses += [(str(FACTS[key]), getattr(booklet, key)) for key in HOUSES]
    return Cover(
        event_name=event.name,
        title=title,
        subtitle=booklet.subtitle,
        facts=tuple(filter(None, (days_of(event), event.venue))),
        houses=tuple(house for house in houses if house[1]),
        logo=logo_of(event),
    )


def days_of(event: Event) -> str:
    """2013年4月28日至30日: the days of the event as a cover has them; "" where none is known."""
    first, last = event.starts_on, event.ends_on
    if first is None:
        return ""
    begin = formats.date_format(first, _("Y年n月j日"))
    if last is None or last == first:
        return begin
    return _("%(first)s至%(last)s") % {"first": begin, "last": formats.date_format(last, _short(first, last))}


def _short(first: date, last: date) -> str:
    """How the last day is written: without what the first one says already."""
    if first.year != last.year:
        return _("Y年n月j日")
    return _("n月j日") if first.month != last.month else _("j日")


def chapter_of(title: str, pieces: Iterable[Piece], *, new_page: bool = True) -> Chapter | None:
    """A chapter of some pieces; None where there are none. One piece gives it its own title: 预赛总排名."""
    found = tuple(pieces)
    if len(found) == 1 and found[0].title:
        title = found[0].title
    return Chapter(title, found, new_page) if found else None


def organisation(want: Wanted) -> Chapter | None:
    """组织机构: 组织委员会, 仲裁委员会, 裁判员, as far as they are entered; one alone has its own name."""
    pieces = [made for key in OFFICES if (made := _offices(want, key)) is not None]
    return chapter_of(_("组织机构"), pieces)


def _offices(want: Wanted, key: str) -> Paper | None:
    """Office and names, and the tables where any are named."""
    rows: Sequence[Office] = getattr(want.event.booklet_facts, key)
    if not rows:
        return None
    columns = [Column(_("职务"), weight=0.3), Column(_("姓名"), Kind.NAME, weight=2)]
    cells: list[tuple[Cell, ...]] = [(row.office, "　".join(row.names)) for row in rows]
    if any(row.tables for row in rows):
        columns.append(Column(_("负责的桌或场地"), weight=0.6))
        cells = [(*row, office.tables) for row, office in zip(cells, rows, strict=True)]
    title = str(FACTS[key])
    return paper(want, title, sections=(Section(tuple(columns), tuple(cells)),))


def leaders(want: Wanted) -> Chapter | None:
    """Each unit's 领队 and, where any unit has one, 教练."""
    rows = want.event.booklet_facts.leaders
    if not rows:
        return None
    columns = [Column(want.event.unit_term, weight=1), Column(_("领队"), Kind.NAME, weight=1)]
    cells: list[tuple[Cell, ...]] = [(row.unit, "　".join(row.leaders)) for row in rows]
    if any(row.coaches for row in rows):
        columns.append(Column(_("教练"), Kind.NAME, weight=1))
        cells = [(*cell, "　".join(row.coaches)) for cell, row in zip(cells, rows, strict=True)]
    return _listed(want, str(FACTS["leaders"]), columns, cells)


def timetable(want: Wanted) -> Chapter | None:
    """The days' programme, columns that nobody filled left out."""
    rows = want.event.booklet_facts.timetable
    if not rows:
        return None
    columns = (
        Column(_("日期"), weight=0, once=True),
        Column(_("时间"), weight=0),
        Column(_("内容"), weight=2),
        Column(_("地点"), weight=1),
    )
    cells = [(row.day, row.time, row.what, row.place) for row in rows]
    kept = [n for n in range(4) if any(cell[n] for cell in cells)]
    ends = [len(list(day)) for _name, day in groupby(rows, key=lambda row: row.day)]
    lines = tuple(sum(ends[: n + 1]) - 1 for n in range(len(ends) - 1))
    return _listed(
        want,
        str(FACTS["timetable"]),
        [columns[n] for n in kept],
        [tuple(cell[n] for n in kept) for cell in cells],
        rule_after=lines,
    )


def _listed(
    want: Wanted,
    title: str,
    columns: Sequence[Column],
    cells: Sequence[tuple[Cell, ...]],
    rule_after: tuple[int, ...] = (),
) -> Chapter:
    section = Section(tuple(columns), tuple(cells), rule_after=rule_after)
    return Chapter(title, (paper(want, title, sections=(section,)),), new_page=False)


def rules(want: Wanted) -> Chapter:
    """The rules in words, and what the organiser adds to them."""
    supplement = want.event.booklet_facts.supplement
    more = (Words(lines_of(supplement), title=str(FACTS["supplement"])),) if supplement else ()
    return Chapter(_("竞赛规程"), (rules_in_words(want), *more), new_page=False)


def logistics(want: Wanted) -> Chapter | None:
    """Board, lodging and ways, as they were typed."""
    text = want.event.booklet_facts.logistics
    words = (Words(lines_of(text)),) if text else ()
    return chapter_of(str(FACTS["logistics"]), words, new_page=False)


def participants(want: Wanted) -> Chapter:
    """参赛单位和人员: everybody by unit in pinyin order, those without a unit last. Three queries."""
    title = _("参赛%(units)s和人员") % {"units": want.event.unit_terms}
    return Chapter(title, (_participants(want, title),))


def _participants(want: Wanted, title: str) -> Paper:
    event = want.event
    pairs = sorted(pairs_of(event).order_by("number"), key=_by_unit)
    columns = [
        Column(event.unit_term, weight=1.2, once=True),
        Column(_("序号"), Kind.INT, weight=0),
        Column(event.pair_term, Kind.NAME, weight=1.6),
    ]
    rows: list[tuple[Cell, ...]] = [(unit_of(pair), pair.number, names_of(pair)) for pair in pairs]
    for head, texts in (
        (_("组别"), [pair.category for pair in pairs]),
        (_("状态"), [state_of(pair) for pair in pairs]),
    ):
        if any(texts):
            columns.append(Column(head, weight=0))
            rows = [(*row, text) for row, text in zip(rows, texts, strict=True)]
    section = Section(tuple(columns), tuple(rows), rule_after=_ends(pairs), empty=_("还没有人报名。"))
    units = {unit_of(pair) for pair in pairs} - {""}
    playing = sum(pair.status == PairStatus.ACTIVE for pair in pairs)
    count = _("%(units)s %(unit_count)s 个，参赛 %(count)s 队") % {
        "units": event.unit_term,
        "unit_count": len(units),
        "count": playing,
    }
    return paper(want, title, subtitle=count, sections=(section,))


def _by_unit(pair: Pair) -> tuple[bool, object, int]:
    unit = unit_of(pair)
    return not unit, title_key(unit), pair.number


def _ends(pairs: Sequence[Pair]) -> tuple[int, ...]:
    """The last row of every unit but the last."""
    return tuple(n for n in range(len(pairs) - 1) if unit_of(pairs[n]) != unit_of(pairs[n + 1]))
