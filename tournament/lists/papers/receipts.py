"""签收表: a list to sign, made of the columns that somebody chose, one row a pair or a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Paper, Section
from tournament.lists.entry_columns import EntryColumn, columns_named
from tournament.lists.papers.entries import NOT_COMING
from tournament.lists.papers.parts import names_of, paper, state_of, unit_of
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Pair, PairStatus, Player
from tournament.names.pinyin import title_key
from tournament.queries.pair_lists import pairs_of

MOST_COLUMNS = 14
BY_NUMBER, BY_UNIT = "number", "unit"


@dataclass(frozen=True, slots=True)
class Offered:
    """A column with content. `get` gives a pair's cell, or that of one of its players in a list of people."""

    title: str
    get: Callable[[Pair, Player | None], Cell]
    kind: Kind = Kind.TEXT
    is_personal: bool = False

    @property
    def column(self) -> Column:
        """Its head."""
        weight = {Kind.INT: 0.0, Kind.NAME: 1.4}.get(self.kind)
        return Column(self.title, self.kind, weight=weight)


def offered_columns(event: Event) -> list[Offered]:
    """Every column that has content, in reading order, the event's own at the end; its titles are never those
    of a usual column."""
    return [
        Offered(_("序号"), lambda pair, _player: pair.number, Kind.INT),
        Offered(event.pair_term, lambda pair, _player: names_of(pair), Kind.NAME),
        Offered(_("选手"), _player, Kind.NAME),
        Offered(event.unit_term, lambda pair, _player: unit_of(pair) or None),
        Offered(_("组别"), lambda pair, _player: pair.category or None),
        Offered(_("状态"), lambda pair, _player: state_of(pair) or None),
        *(_listed_column(one) for one in columns_named(event, ("name", "seed", "fixed_table", "note"))),
        Offered(_("手机"), _phone, is_personal=True),
        *(_own(title) for title in event.own_columns),
    ]


def _listed_column(column: EntryColumn) -> Offered:
    """One that the entry list has too."""
    return Offered(
        column.title, lambda pair, _player: column.get(pair) or None, column.kind, column.is_personal
    )


def _own(title: str) -> Offered:
    """One of the event's own columns (用餐, 报名费); what stands there may be personal."""
    return Offered(title, lambda pair, _player: pair.own.get(title) or None, is_personal=True)


def _player(pair: Pair, player: Player | None) -> Cell:
    return player.name if player else pair.names


def _phone(pair: Pair, player: Player | None) -> Cell:
    players = [player] if player else pair.partners
    return " ".join(one.phone for one in players if one.phone) or None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a list was asked for. `columns` are titles: those of `offered_columns` have content, any other is
    an empty column to write in. `unit` and `category` narrow the list, None does not; "" are those without.
    """

    title: str
    columns: tuple[str, ...]
    unit: str | None = None
    category: str | None = None
    by_person: bool = False
    reserves: bool = False
    order: str = BY_NUMBER
    landscape: bool = False


def receipt(want: Wanted, asked: Receipt) -> Paper:
    """The list; who left is not on it, reserves only where they are asked for."""
    pairs = _listed(want.event, asked)
    known = {one.title: one for one in offered_columns(want.event)}
    chosen = [known.get(title) for title in asked.columns]
    columns = [
        one.column if one else Column(title, Kind.BLANK, weight=1)
        for title, one in zip(asked.columns, chosen, strict=True)
    ]
    people = list(_rows(pairs, by_person=asked.by_person))
    rows = tuple(tuple(one.get(*each) if one else None for one in chosen) for each in people)
    section = Section(
        (Column(_("序"), Kind.INT, weight=0), *columns),
        tuple((at, *row) for at, row in enumerate(rows, 1)),
        rule_after=_ends([pair for pair, _player in people], asked),
        roomy=True,
        empty=_("没有符合条件的参赛队。"),
    )
    counted = _("共 %(count)s 人") if asked.by_person else _("共 %(count)s 队")
    subtitle = " · ".join(filter(None, (asked.unit, asked.category, counted % {"count": len(people)})))
    return paper(want, asked.title, subtitle=subtitle, sections=(section,), landscape=asked.landscape)


def _listed(event: Event, asked: Receipt) -> list[Pair]:
    left = set(NOT_COMING) if asked.reserves else {*NOT_COMING, PairStatus.RESERVE}
    pairs = [
        pair
        for pair in pairs_of(event).order_by("number")
        if pair.status not in left
        and asked.unit in (None, unit_of(pair))
        and asked.category in (None, pair.category)
    ]
    if asked.order == BY_UNIT:
        pairs.sort(key=lambda pair: (not unit_of(pair), title_key(unit_of(pair)), pair.number))
    return pairs


def _rows(pairs: Iterable[Pair], *, by_person: bool) -> Iterator[tuple[Pair, Player | None]]:
    for pair in pairs:
        if by_person:
            yield from ((pair, player) for player in pair.partners)
        else:
            yield pair, None


def _ends(pairs: Sequence[Pair], asked: Receipt) -> tuple[int, ...]:
    """Where a stronger line parts units."""
    if asked.order != BY_UNIT:
        return ()
    return tuple(at for at in range(len(pairs) - 1) if unit_of(pairs[at]) != unit_of(pairs[at + 1]))
