"""Find oneself: participants of what is published by whatever people type of themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from unicodedata import normalize

from django.core.cache import cache

from tournament.models import Event, Pair, Player, StageEntry
from tournament.names.cleaning import name_key
from tournament.names.pinyin import spells, title_key
from tournament.queries.public import KEPT_FOR, PublicEvent, public_tables, shown_names
from tournament.queries.standing_sheets import Who
from tournament.queries.table_lines import TableLine

MOST_FOUND = 30
_NUMBER = re.compile("第?([0-9]{1,6})号?")
_LETTERS = re.compile("[a-z]{1,30}")


@dataclass(frozen=True, slots=True)
class Named:
    """A participant as a search sees it: folded names, and their readings."""

    number: int
    keys: tuple[str, ...]
    readings: tuple[str, ...]

    def answers_to(self, key: str) -> bool:
        """Whether a part of any name, or letters of its reading, were typed."""
        if any(key in one for one in self.keys):
            return True
        return bool(_LETTERS.fullmatch(key)) and any(spells(one, key) for one in self.readings)


def find_pairs(shown: PublicEvent, asked: str) -> list[Who]:
    """Participants of what is published, by number, or by a part of a player's, unit's or pair's name, by
    pinyin or its initials; at most 30, by number. Width, spaces and case do not count.

    Nothing but numbers and names is searched: no phones, no notes.
    """
    key, names = name_key(normalize("NFKC", asked)), shown_names(shown.event)
    if number := _NUMBER.fullmatch(key):
        found = {int(number[1])} & names.keys()
    else:
        found = {one.number for one in _everybody(shown.event) if key and one.answers_to(key)}
    return [names[number] for number in _published(shown, found)[:MOST_FOUND] if number in names]


def _published(shown: PublicEvent, numbers: Collection[int]) -> list[int]:
    """Those of the numbers that stand in something that is up."""
    up = [one.stage.pk for one in shown.stages if one.is_shown]
    inside = StageEntry.objects.filter(stage__in=up, pair__event=shown.event)
    there = set(inside.values_list("pair__number", flat=True)) if numbers else set()
    return sorted(there.intersection(numbers))


def _everybody(event: Event) -> tuple[Named, ...]:
    """Everybody's names folded and read; two queries, kept for as long as nothing public changes."""
    key = f"named:{event.pk}:{event.public_revision}"
    found: tuple[Named, ...] | None = cache.get(key)
    if found is None:
        found = _read_everybody(event)
        cache.set(key, found, KEPT_FOR)
    return found


def _read_everybody(event: Event) -> tuple[Named, ...]:
    players: dict[int, list[tuple[str, str]]] = defaultdict(list)
    rows = Player.objects.filter(pair__event=event).values_list("pair_id", "key", "pinyin")
    for pair, key, reading in rows:
        players[pair].append((key, reading))
    pairs = Pair.objects.filter(event=event).values_list("pk", "number", "unit__name", "name")
    return tuple(_named(number, players[pk], filter(None, names)) for pk, number, *names in pairs)


def _named(number: int, people: Iterable[tuple[str, str]], names: Iterable[str]) -> Named:
    called = [*people, *((name_key(name), title_key(name)) for name in names)]
    return Named(number, tuple(key for key, _ in called), tuple(reading for _, reading in called))


def seats_now(shown: PublicEvent, found: Iterable[Who]) -> list[tuple[Who, TableLine | None]]:
    """Each with the table of the newest public round that is still to be played there, if any."""
    open_lines: dict[int, TableLine] = {}
    for one in shown.stages:
        newest = [line for line in public_tables(one, one.rounds[-1:]) if line.is_play and not line.is_over]
        for line in newest:
            open_lines |= {side.number: line for side in (line.ns, line.ew) if side}
    return [(who, open_lines.get(who.number)) for who in found]
