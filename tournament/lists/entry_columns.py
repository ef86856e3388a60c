"""Every column that an entry list can have, with what stands below it: for lists, papers and files alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.exports.paper import Cell, Column, Kind, Section
from tournament.models import Event, Pair, PairStatus
from tournament.names.own_columns import column_id


@dataclass(frozen=True, slots=True)
class EntryColumn:
    """One column: `key` for addresses, `title` for people, `get` the cell of a pair read by `pairs_of`.

    `is_personal` marks phones: they stand in a file only where staff asked for just that. `is_own` marks the
    event's own columns, whose texts may be personal too.
    """

    key: str
    title: str
    get: Callable[[Pair], Cell]
    kind: Kind = Kind.TEXT
    is_personal: bool = False
    is_own: bool = False

    @property
    def on_paper(self) -> Column:
        """The head of this column on a paper; figures and short words take no more room than they need."""
        weight = {Kind.INT: 0.0, Kind.NAME: 1.4}.get(self.kind)
        return Column(self.title, self.kind, weight=weight)


def entry_columns(event: Event) -> list[EntryColumn]:
    """All columns of the event's entry list in reading order, its own columns last."""
    return [*_plain(event), *_people(), *map(own_column, event.own_columns)]


def own_column(title: str) -> EntryColumn:
    """One of the event's own columns."""
    return EntryColumn(f"own-{column_id(title)}", title, lambda pair: pair.own.get(title), is_own=True)


def _plain(event: Event) -> list[EntryColumn]:
    return [
        EntryColumn("number", _("序号"), lambda pair: pair.number, Kind.INT),
        EntryColumn("players", event.pair_term, lambda pair: pair.names, Kind.NAME),
        EntryColumn("unit", event.unit_term, lambda pair: pair.unit.name if pair.unit else None),
        EntryColumn("name", _("队名"), lambda pair: pair.name or None),
        EntryColumn("category", _("组别"), lambda pair: pair.category or None),
        EntryColumn("seed", _("种子"), lambda pair: pair.seed, Kind.INT),
        EntryColumn("status", _("状态"), _status),
        EntryColumn("fixed_table", _("固定桌"), lambda pair: pair.fixed_table, Kind.INT),
        EntryColumn("note", _("备注"), lambda pair: pair.note or None),
    ]


def _people() -> list[EntryColumn]:
    seats = ((1, _("选手1"), _("选手1手机")), (2, _("选手2"), _("选手2手机")), (3, _("替补"), _("替补手机")))
    names = [
        EntryColumn(f"player{seat}", title, _of_seat(seat, "name"), Kind.NAME)
        for seat, title, _phone in seats
    ]
    phones = [
        EntryColumn(f"phone{seat}", phone, _of_seat(seat, "phone"), is_personal=True)
        for seat, _title, phone in seats
    ]
    return names + phones


def _of_seat(seat: int, what: str) -> Callable[[Pair], Cell]:
    def get(pair: Pair) -> Cell:
        found = (getattr(player, what) for player in pair.players.all() if player.seat == seat)
        return next(found, None) or None

    return get


def _status(pair: Pair) -> Cell:
    """What sets a pair apart from those that play."""
    return None if pair.status == PairStatus.ACTIVE else str(PairStatus(pair.status).label)


def columns_named(event: Event, keys: Iterable[str]) -> list[EntryColumn]:
    """The columns with these keys in the order asked for; keys of no column are passed over."""
    known = {column.key: column for column in entry_columns(event)}
    return [known[key] for key in dict.fromkeys(keys) if key in known]


def filled_columns(columns: Sequence[EntryColumn], pairs: Sequence[Pair]) -> list[EntryColumn]:
    """The columns in which any of the pairs has something."""
    return [column for column in columns if any(column.get(pair) is not None for pair in pairs)]


def entry_section(columns: Sequence[EntryColumn], pairs: Iterable[Pair], empty: str) -> Section:
    """The pairs as a table of a paper; `empty` is said where there are none."""
    rows = tuple(tuple(column.get(pair) for column in columns) for pair in pairs)
    return Section(tuple(column.on_paper for column in columns), rows, empty=empty)
