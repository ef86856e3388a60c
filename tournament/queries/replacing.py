"""What a pair that has not come leaves behind: its places, its open tables, and who may take them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import (
    Event,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Publication,
    Result,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.queries.counted_stage import places_of
from tournament.queries.leaving import GONE, is_loose
from tournament.queries.pair_lists import pairs_of
from tournament.queries.paired_rounds import OPEN_METHODS, rounds_planned

REPLACED = ("replace_by_reserve", "replace_by_house_pair", "give_back_place")


@dataclass(frozen=True, slots=True)
class Seat:
    """One place in a stage: its `entry`, how many tables go with it, and whether people have read of it.

    `has_played`: a result was entered, so only the `open` tables and byes go to somebody else, from
    `from_round` on; `loose` are those in drafts of single rounds, which are dissolved. `goes_on`: rounds are
    still to be paired.
    """

    entry: StageEntry
    tables: int
    is_public: bool
    has_played: bool
    open: tuple[Match, ...]
    loose: tuple[Match, ...]
    goes_on: bool
    from_round: int

    @property
    def is_open(self) -> bool:
        """Whether somebody else would have anything to play here."""
        return not self.has_played or bool(self.open or self.loose) or self.goes_on


def seats_of(pair: Pair) -> list[Seat]:
    """The places that somebody who takes the pair's part gets, by stage."""
    entries = list(places_of(pair))
    public = set(
        Publication.objects.filter(stage__in=[one.stage_id for one in entries], is_current=True).values_list(
            "stage_id", flat=True
        )
    )
    matches = list(matches_of(pair).select_related("round__group").order_by("round__number", "pk"))
    entered = set(Result.objects.filter(match__in=matches).values_list("match_id", flat=True))
    return [_seat(one, matches, entered, one.stage_id in public) for one in entries]


def _seat(entry: StageEntry, all_matches: list[Match], entered: set[int], is_public: bool) -> Seat:
    stage = entry.stage
    matches = [one for one in all_matches if one.round.group.stage_id == stage.pk]
    has_played = any(one.pk in entered for one in matches)
    ahead = [one for one in matches if one.pk not in entered and one.round.state != RoundState.CLOSED]
    loose = tuple(one for one in ahead if is_loose(stage, one))
    last = max((one.round.number for one in matches), default=0)
    first = min((one.round.number for one in ahead), default=last + 1)
    return Seat(
        entry=entry,
        tables=len(matches),
        is_public=is_public,
        has_played=has_played,
        open=tuple(one for one in ahead if one not in loose and one.kind != MatchKind.MISSED),
        loose=loose,
        goes_on=has_played and stage.pairing.get("method") in OPEN_METHODS and _has_rounds(stage, last),
        from_round=first,
    )


def _has_rounds(stage: Stage, last: int) -> bool:
    planned = rounds_planned(stage)
    return planned is None or last < planned


def successor_of(pair: Pair) -> Pair | None:
    """Who holds the whole place that a withdrawn `pair` gave away; None where it was not, or only in part.

    The journal knows it: the last replacement of the pair that was not taken back.
    """
    if pair.status != PairStatus.WITHDRAWN or pair.stage_entries.exists():
        return None
    line = pair.event.journal.filter(verb__in=REPLACED, codes__number=pair.number).order_by("-pk").first()
    if line is None or line.verb == "give_back_place":
        return None
    other = pair.event.pairs.filter(number=line.codes.get("reserve") or line.codes.get("house")).first()
    return other if other is not None and other.status not in GONE else None


def matches_of(pair: Pair) -> QuerySet[Match]:
    """Every table, bye and missed round of a pair."""
    return Match.objects.filter(Q(ns=pair) | Q(ew=pair))


def reserves_of(event: Event) -> list[Pair]:
    """The reserves by number, those that have come first; two queries."""
    reserves = pairs_of(event).filter(status=PairStatus.RESERVE).order_by("number")
    return sorted(reserves, key=lambda pair: pair.checked_in_at is None)
