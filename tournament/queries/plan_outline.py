"""What follows from a plan and a number of pairs before anything is drawn: groups, rounds, tables, hours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pairing.errors import PairingError
from pairing.grouping import sizes
from pairing.rotation import most_rounds
from tournament.models import Event, PairStatus, Stage


class Planned(Protocol):
    """What a stage and a plan that is not taken yet have in common."""

    @property
    def name(self) -> str: ...
    @property
    def entry(self) -> Any: ...
    @property
    def grouping(self) -> dict[str, Any]: ...
    @property
    def pairing(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Field:
    """Who there is: `pairs` in all (None: not known), by category, and by unit (None counts single pairs)."""

    pairs: int | None = None
    categories: Mapping[str, int] = field(default_factory=dict)
    units: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """One stage in figures; None or empty where they do not follow.

    `groups` are sizes, larger ones first; `rounds` the most that any group plays; `minutes` the time limit of
    a match; `source` the place of the stage it is filled from (from 0); `misfit` why the plan does not suit
    the number of pairs.
    """

    plan: Planned
    pairs: int | None
    groups: tuple[int, ...]
    rounds: int | None
    minutes: int | None
    source: int | None
    misfit: PairingError | None = None

    @property
    def play_minutes(self) -> int | None:
        """All rounds by the time limit, without the minutes between them."""
        return None if self.rounds is None or self.minutes is None else self.rounds * self.minutes

    @property
    def tables(self) -> int | None:
        """Tables that are in use at the same time; where groups are not known, as if all were one."""
        if self.groups:
            return sum(size // 2 for size in self.groups)
        return None if self.pairs is None else self.pairs // 2


def outline(
    plans: Sequence[Planned], there: Field, minutes: Mapping[str, int | None] | None = None
) -> list[Outline]:
    """The stages of a plan in figures, each from those before it. No query.

    `minutes` has the time limit of every stage by its name.
    """
    made: list[Outline] = []
    places = {plan.name: index for index, plan in enumerate(plans)}
    for plan in plans:
        entry = plan.entry if isinstance(plan.entry, dict) else {}
        source = places.get(entry.get("from", ""))
        source = source if source is not None and source < len(made) else None
        before = made[source] if source is not None else None
        pairs = _entering(entry, there, before)
        groups, misfit = _groups(plan, pairs, there, before)
        rounds = _rounds(plan.pairing, groups, pairs)
        made.append(Outline(plan, pairs, groups, rounds, (minutes or {}).get(plan.name), source, misfit))
    return made


def _entering(entry: Mapping[str, Any], there: Field, before: Outline | None) -> int | None:
    if "category" in entry:
        return there.categories.get(entry["category"], 0) if there.categories else None
    if "from" not in entry:
        return there.pairs
    most = before.pairs if before is not None else None
    if "top" in entry:
        wanted: int | None = int(entry["top"])
    elif "ranks" in entry:
        low, high = entry["ranks"]
        wanted = high - low + 1 if most is None else max(min(high, most) - low + 1, 0)
    elif "top_per_group" in entry:
        wanted = _from_groups(entry, before)
    else:
        wanted = most
    return wanted if most is None or wanted is None else min(wanted, most)


def _from_groups(entry: Mapping[str, Any], before: Outline | None) -> int | None:
    best, each = int(entry.get("best_next", 0)), int(entry["top_per_group"])
    if before is None or not before.groups:
        return None
    return sum(min(each, size) for size in before.groups) + best


def _groups(
    plan: Planned, pairs: int | None, there: Field, before: Outline | None
) -> tuple[tuple[int, ...], PairingError | None]:
    method = plan.grouping.get("method", "one")
    count, size = plan.grouping.get("count"), plan.grouping.get("size")
    if method == "unit":
        return tuple(sorted(there.units, reverse=True)), None
    if method == "previous_rank":
        return _grades(before), None
    if pairs is None:
        return ((size,) * count if size and count else ()), None
    if plan.pairing.get("method") == "knockout" or method == "one" or not (count or size):
        count, size = 1, None
    try:
        return sizes(pairs, count=count, size=size), None
    except PairingError as misfit:
        return (), misfit


def _grades(before: Outline | None) -> tuple[int, ...]:
    """How many groups of the stage before have a first, a second, a third …"""
    groups = before.groups if before is not None else ()
    return tuple(sum(size >= place for size in groups) for place in range(1, max(groups, default=0) + 1))


def _rounds(pairing: Mapping[str, Any], groups: Sequence[int], pairs: int | None) -> int | None:
    method, asked = pairing.get("method", "rotation"), pairing.get("rounds")
    largest = max(groups, default=0)
    if method == "rotation":
        wanted = int(asked or 3)
        return min(wanted, max(map(most_rounds, groups))) if groups and largest > 1 else wanted
    if method == "round_robin":
        legs = int(pairing.get("legs", 1))
        return most_rounds(largest) * legs if largest > 1 else None
    if method == "knockout":
        return (pairs - 1).bit_length() if pairs else None
    if method == "howell" and not asked:
        return most_rounds(largest) if largest > 1 else None
    return int(asked) if asked else (1 if method == "random" else None)


def field_of(event: Event) -> Field:
    """Who takes part in `event` now. One query."""
    rows = event.pairs.filter(status__in=[PairStatus.ACTIVE, PairStatus.HOUSE]).order_by()
    units: dict[object, int] = {}
    categories: dict[str, int] = {}
    for pk, unit, category in rows.values_list("pk", "unit_id", "category"):
        units[unit or f"pair {pk}"] = units.get(unit or f"pair {pk}", 0) + 1
        categories[category] = categories.get(category, 0) + 1
    pairs = sum(categories.values())
    named = {name: count for name, count in categories.items() if name}
    return Field(pairs or None, named, tuple(units.values()))


def minutes_of(stages: Iterable[Stage]) -> dict[str, int | None]:
    """The time limit of every stage by its name."""
    return {stage.name: stage.resolved_rules.get("minutes") for stage in stages}
