"""What is played at a table now: what the page behind its code shows, round after round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import FilteredRelation, Q, QuerySet
from django.utils import timezone

from pairing.areas import area_of
from tournament.models import (
    Claim,
    Event,
    Match,
    MatchKind,
    Result,
    ResultKind,
    Round,
    RoundState,
    Running,
    Stage,
    TableEntry,
    TableLink,
)
from tournament.queries.claims import OPEN
from tournament.queries.clocks import Clock, table_clock
from tournament.queries.hall import areas_of
from tournament.queries.results import is_unfinished


class Shown(StrEnum):
    """Why this match is the one that a table's page shows."""

    PLAYING = "playing"
    NEXT = "next"  # published, its clock not started: many events never start one
    LAST = "last"  # closed today: to read
    RESTS = "rests"  # the group plays, and this table is empty in this round
    NOTHING = "nothing"


class Candidate(NamedTuple):
    """One match of a table, as much as is needed to choose among them."""

    match: int
    round: int
    group: int
    state: str
    stage_ordinal: int
    group_ordinal: int
    number: int
    starts_at: datetime | None

    @property
    def place(self) -> tuple[int, int, int]:
        """A table belongs to a group through its rounds, and to another one in the next session."""
        return (self.stage_ordinal, self.group_ordinal, self.number)


@dataclass(frozen=True, slots=True)
class Rest:
    """A round in which the table stays empty: the round (with its group), and who has the bye."""

    round: Round
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table's link with what is played there, what was entered, and what its two pairs say."""

    link: TableLink
    shown: Shown
    area: str = ""
    match: Match | None = None
    current: Result | None = None
    claim: Claim | None = None
    running: Running | None = None
    rest: Rest | None = None

    @property
    def event(self) -> Event:
        """The event whose table it is."""
        return self.link.event

    @property
    def table(self) -> int:
        """The table's number."""
        return self.link.table

    @property
    def stage(self) -> Stage | None:
        """The stage of what is played."""
        return self.match.round.group.stage if self.match else None

    @property
    def standing(self) -> Result | None:
        """The result that counts, if any."""
        found = self.current
        if found is None or found.kind == ResultKind.CLEARED or is_unfinished(found):
            return None
        return found

    @property
    def series(self) -> Result | None:
        """The games of a match best of three that nobody has won yet."""
        return self.current if self.current is not None and is_unfinished(self.current) else None

    @property
    def takes(self) -> bool:
        """Whether something can be entered here: the link is on, the event wants it, a match is on."""
        wanted = self.event.table_entry != TableEntry.READ_ONLY
        return self.link.is_on and wanted and self.shown in (Shown.PLAYING, Shown.NEXT)

    @property
    def by_pairs(self) -> bool:
        """Whether the two pairs enter by themselves."""
        return self.event.table_entry == TableEntry.PAIRS

    @property
    def clock(self) -> Clock | None:
        """This table's time: its round's, with what was given to it alone; None before anybody starts it."""
        if self.match is None or self.match.round.starts_at is None:
            return None
        return table_clock(self.match)


def find_link(token: str) -> TableLink | None:
    """The link of a token, current or renewed since; None for one that was never given."""
    return TableLink.objects.select_related("event").filter(token=token).first()


def table_now(link: TableLink, today: date | None = None, *, nameless: bool = False) -> TableNow:
    """What the table's page shows: the round that is played there; else the next public one; else the last
    one of today. Four queries, one more for the last one of today and two to rest.

    Where several are played at once (one was reopened) it is the latest. Drafts are never shown, nor is a
    later round while the table's group plays one in which this table is empty. `nameless` leaves the players
    unread, two queries less, for answers that name nobody.
    """
    area = area_of(areas_of(link.event), link.table)
    found = candidates(Match.objects.filter(round__group__stage__event=link.event, table=link.table))
    on = at_hand(found)
    rest = rest_of(found) if on is None or on[0] is Shown.NEXT else None
    if rest is not None:
        return TableNow(link, Shown.RESTS, area, rest=rest)
    if on is not None:
        return _with_match(link, area, *on, nameless=nameless)
    past = _last_of(found, today or timezone.localdate())
    if past is None:
        return TableNow(link, Shown.NOTHING, area)
    return _with_match(link, area, Shown.LAST, past, nameless=nameless)


def at_hand(found: Sequence[Candidate]) -> tuple[Shown, Candidate] | None:
    """Of the matches of a table or a pair the one that is on: the latest that is being played (one may have
    been reopened), else the next that people know of; None between rounds."""
    playing = [one for one in found if one.state == RoundState.PLAYING]
    if playing:
        return Shown.PLAYING, max(playing, key=lambda one: one.place)
    coming = [one for one in found if one.state == RoundState.PUBLISHED and not _is_left_behind(one, found)]
    return (Shown.NEXT, min(coming, key=lambda one: one.place)) if coming else None


def _is_left_behind(one: Candidate, found: Sequence[Candidate]) -> bool:
    """Whether the group has closed a later one of these: nobody sits there for this one any more, and what is
    missing of it is the desk's."""
    return any(
        other.group == one.group and other.number > one.number and other.state == RoundState.CLOSED
        for other in found
    )


def candidates(matches: QuerySet[Match]) -> list[Candidate]:
    """Those of these matches that are played and that people may know of. One query."""
    known = matches.filter(kind=MatchKind.PLAY).exclude(round__state=RoundState.DRAFT)
    rows = known.order_by().values_list(
        "pk",
        "round_id",
        "round__group_id",
        "round__state",
        "round__group__stage__ordinal",
        "round__group__ordinal",
        "round__number",
        "round__starts_at",
    )
    return [Candidate(*row) for row in rows]


def rest_of(found: Sequence[Candidate]) -> Rest | None:
    """The round that a table's group plays without it. Two queries."""
    groups = {one.group for one in found}
    playing = Round.objects.filter(group__in=groups, state=RoundState.PLAYING)
    round_ = playing.select_related("group__stage").order_by("group__stage__ordinal", "number").last()
    if round_ is None:
        return None
    byes = round_.matches.filter(kind=MatchKind.BYE).order_by("ns__number")
    return Rest(round_, tuple(byes.values_list("ns__number", flat=True)))


def _last_of(found: Sequence[Candidate], today: date) -> Candidate | None:
    """The latest closed round, if it was played today: by its clock, or by when its result was entered."""
    closed = [one for one in found if one.state == RoundState.CLOSED]
    if not closed:
        return None
    entered = dict(
        Result.objects.filter(match__in=[one.match for one in closed], is_current=True)
        .order_by()
        .values_list("match_id", "at")
    )
    moments = {one: one.starts_at or entered.get(one.match) for one in closed}
    todays = [one for one, at in moments.items() if at is not None and timezone.localdate(at) == today]
    return max(todays, key=lambda one: one.place, default=None)


def _with_match(link: TableLink, area: str, shown: Shown, chosen: Candidate, *, nameless: bool) -> TableNow:
    match = _read(chosen.match, nameless=nameless)
    match.round.group.stage.event = link.event
    current, claim, running = (getattr(match, name, None) for name in ("current", "claim", "running"))
    for one in (current, claim):
        if one is not None:
            one.match = match
    return TableNow(link, shown, area, match, current=current, claim=claim, running=running)


def _read(key: int, *, nameless: bool) -> Match:
    """One match with its stage, both pairs, their units, what was entered, is claimed and is played; two more
    queries with the players."""
    current = FilteredRelation("results", condition=Q(results__is_current=True))
    claim = FilteredRelation("claims", condition=Q(claims__state__in=OPEN))
    matches = Match.objects.annotate(current=current, claim=claim)
    matches = matches.select_related("round__group__stage", "ns__unit", "ew__unit", "running")
    if not nameless:
        matches = matches.prefetch_related("ns__players", "ew__players")
    return matches.select_related("current", "claim").get(pk=key)  # type: ignore[misc]  # names of the joins


def match_of_event(event: Event, key: int) -> Match | None:
    """A match that an older page was about, with its round; None when it was taken back since."""
    matches = Match.objects.select_related("round__group__stage", "ns", "ew")
    return matches.filter(pk=key, round__group__stage__event=event).first()
