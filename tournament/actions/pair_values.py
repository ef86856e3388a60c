"""What a pair is entered with, and how it is stored: shared by typing one in and importing many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Max
from django.utils import timezone

from tournament.errors import ActionRefused
from tournament.models import Event, Pair, PairStatus, Player, Unit
from tournament.names.cleaning import clean_unit, name_key, pinyin_key

SUBSTITUTE = 3


@dataclass(frozen=True, slots=True)
class PairValues:
    """A pair as it is to be stored; every text is already cleaned by `names.cleaning`.

    `number` None asks for the next free one. `phones` belong to the two players and the substitute, "" for
    none. `unit` is the unit's name, "" for a pair that nobody entered. `own` has texts by the titles of the
    event's own columns.
    """

    players: tuple[str, str]
    number: int | None = None
    unit: str = ""
    name: str = ""
    substitute: str = ""
    phones: tuple[str, str, str] = ("", "", "")
    category: str = ""
    seed: int | None = None
    status: str = PairStatus.ACTIVE
    note: str = ""
    fixed_table: int | None = None
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def people(self) -> list[tuple[int, str, str]]:
        """Seat, name and phone of everybody named."""
        names = (*self.players, self.substitute)
        return [
            (seat, name, phone)
            for seat, name, phone in zip((1, 2, SUBSTITUTE), names, self.phones, strict=True)
            if name
        ]


def kept_own(event: Event, own: Mapping[str, str]) -> dict[str, str]:
    """The texts of columns that the (locked) event still has, blank ones left out."""
    texts = {name_key(title): text for title, text in own.items()}
    found = {title: texts.get(name_key(title), "") for title in event.own_columns}
    return {title: text for title, text in found.items() if text}


def next_number(event: Event) -> int:
    """The number after the highest one; gaps are not filled, a freed number is not given to others."""
    return (event.pairs.aggregate(highest=Max("number"))["highest"] or 0) + 1


def units_by_key(event: Event, names: Iterable[str]) -> dict[str, Unit]:
    """The event's units by their folded name, those of `names` that are new made on the way."""
    known = {unit.key: unit for unit in event.units.all()}
    wanted = {clean_unit(name).key: name for name in reversed(list(names)) if name}
    Unit.objects.bulk_create(
        Unit(event=event, name=name, key=key) for key, name in wanted.items() if key not in known
    )
    return {unit.key: unit for unit in event.units.all()}


def store_pairs(event: Event, values: Sequence[PairValues]) -> list[Pair]:
    """Insert pairs, their players and new units; the event must be locked, the numbers free."""
    units = units_by_key(event, (one.unit for one in values))
    following = max([next_number(event), *((one.number or 0) + 1 for one in values)])
    pairs = []
    for one in values:
        number = one.number
        if number is None:
            number, following = following, following + 1
        pairs.append(
            Pair(
                event=event,
                number=number,
                unit=units.get(clean_unit(one.unit).key) if one.unit else None,
                name=one.name,
                category=one.category,
                seed=one.seed,
                status=one.status,
                note=one.note,
                fixed_table=one.fixed_table,
                own=kept_own(event, one.own),
            )
        )
    Pair.objects.bulk_create(pairs)
    Player.objects.bulk_create(
        player_of(pair, *person) for pair, one in zip(pairs, values, strict=True) for person in one.people
    )
    return pairs


def player_of(pair: Pair, seat: int, name: str, phone: str) -> Player:
    """A player with the keys by which he is found and sorted."""
    return Player(pair=pair, seat=seat, name=name, key=name_key(name), pinyin=pinyin_key(name), phone=phone)


def refuse_taken_numbers(event: Event, numbers: Collection[int]) -> None:
    """Refuse `number_taken` for a number that a pair of the event has, or that is given twice."""
    twice = [number for number, count in Counter(numbers).items() if count > 1]
    taken = [*twice, *event.pairs.filter(number__in=numbers).values_list("number", flat=True)]
    if taken:
        raise ActionRefused("number_taken", field="number", number=min(taken))


@dataclass(frozen=True, slots=True)
class Overstep:
    """What the event's own limits say against new pairs: that entries are closed, units over their number."""

    closed: bool
    units: tuple[tuple[str, int], ...]  # the unit's name, and how many pairs it would have

    def __bool__(self) -> bool:
        return self.closed or bool(self.units)


def overstep_of(event: Event, units: Iterable[str]) -> Overstep:
    """Compare active pairs to be added, given by their unit's name, with the event's limits.

    Rule: school-grades 二、报名 (at most four pairs a unit); the closing time is the event's own.
    """
    closed = event.entries_close_at is not None and timezone.now() > event.entries_close_at
    coming = {clean_unit(name).key: name for name in units if name}
    if event.max_per_unit is None or not coming:
        return Overstep(closed, ())
    added = Counter(clean_unit(name).key for name in units if name)
    active = event.pairs.filter(status=PairStatus.ACTIVE, unit__key__in=coming)
    there = Counter(active.values_list("unit__key", flat=True))
    totals = [(name, there[key] + added[key]) for key, name in coming.items()]
    return Overstep(closed, tuple((name, total) for name, total in totals if total > event.max_per_unit))


def refuse_overstep(event: Event, units: Iterable[str]) -> None:
    """Refuse `entries_closed` or `unit_is_full` (unit, count, limit)."""
    found = overstep_of(event, units)
    if found.closed:
        raise ActionRefused("entries_closed", field="on_purpose")
    if found.units:
        unit, count = found.units[0]
        raise ActionRefused(
            "unit_is_full", field="on_purpose", unit=unit, count=count, limit=event.max_per_unit
        )
