"""The entry list as it stands: its stamp, and what hangs on a pair."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from django.db.models import Q, QuerySet

from tournament.models import Event, Pair, PairStatus, Publication, Result, Submission


def entries_stamp(event: Event) -> str:
    """A short digest that changes whenever a pair, a player or a unit of the event does; two queries.

    What was judged beside one state of the list is not carried out on another.
    """
    pairs = event.pairs.order_by("pk").values_list("pk", "number", "version")
    units = event.units.order_by("pk").values_list("pk", "version")
    return hashlib.sha256(repr((list(pairs), list(units))).encode()).hexdigest()[:16]


def was_answered(submission: str) -> bool:
    """Whether a write with this key has been done: pressed twice, the second press has nothing left to do.

    Views ask before a form has looked at the key, and PostgreSQL takes no text with a NUL in it.
    """
    return "\x00" not in submission and Submission.objects.filter(key=submission).exists()


def is_drawn(pair: Pair) -> bool:
    """Whether the pair has a place in a stage: then its number and its taking part stand still."""
    return pair.stage_entries.exists()


def may_change_status(pairs: QuerySet[Pair]) -> list[int]:
    """The numbers of those pairs that may still be made to take part or to wait; one query.

    Pairs with a place in a stage may not, nor those that left, nor house pairs.
    """
    open_ones = pairs.filter(status__in=[PairStatus.ACTIVE, PairStatus.RESERVE], stage_entries=None)
    return list(open_ones.order_by("number").values_list("number", flat=True))


def units_joining(event: Event, numbers: Collection[int]) -> list[str]:
    """The unit of each of these pairs that does not take part yet ("" for none), for the event's limits."""
    waiting = event.pairs.filter(number__in=numbers).exclude(status=PairStatus.ACTIVE)
    return [name or "" for name in waiting.order_by("number").values_list("unit__name", flat=True)]


def is_shown(pair: Pair) -> bool:
    """Whether the public may see the pair's name: something of a stage that it is in is public."""
    stages = pair.stage_entries.values("stage")
    return Publication.objects.filter(stage__in=stages, is_current=True).exists()


def has_results(pair: Pair) -> bool:
    """Whether any version of a result, also a cleared one, speaks of the pair."""
    # A match has a new version also when sides or a pair are changed before anything is entered.
    return Result.objects.filter(Q(match__ns=pair) | Q(match__ew=pair)).exists()


def has_rulings(pair: Pair) -> bool:
    """Whether a penalty or an appeal speaks of the pair."""
    return pair.penalties.exists() or pair.appeals.exists()


def column_layouts(event: Event) -> dict[str, list[str]]:
    """The roles of columns that people have told apart by hand, by the digest of the head; one query."""
    return dict(event.column_mappings.values_list("digest", "roles"))
