"""What stands in the event's own columns: how many pairs say something, which texts there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournament.models import Event
from tournament.names.cleaning import name_key


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """The texts of the event's own columns by pair (its key in the database)."""

    by_pair: dict[int, dict[str, str]]

    def counts(self, title: str) -> Counter[str]:
        """How many pairs say what in a column, spellings that differ only in width or case taken together."""
        shown: dict[str, str] = {}
        counted: Counter[str] = Counter()
        for own in self.by_pair.values():
            if text := own.get(title):
                counted[shown.setdefault(name_key(text), text)] += 1
        return counted

    def filled(self, title: str) -> list[int]:
        """The pairs that say something in a column."""
        return [pair for pair, own in self.by_pair.items() if own.get(title)]

    def saying(self, title: str, text: str) -> list[int]:
        """The pairs that say just this in a column; width, case and spaces do not count."""
        key = name_key(text)
        return [pair for pair, own in self.by_pair.items() if own.get(title) and name_key(own[title]) == key]


def own_texts_of(event: Event) -> OwnTexts:
    """All of them; one query. Read whole, because databases differ in how they look into JSON by title."""
    return OwnTexts(dict(event.pairs.order_by("number").values_list("pk", "own")))
