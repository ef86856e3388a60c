"""What the public may see of an event: only what is published, as the event's setting says.

Every public page asks here and nowhere else. Tables of a round need its pairings published; results and
standings come from publications, or, for an event that is shown live, from what has been entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.db.models import FilteredRelation, Q

from tournament.models import (
    Announcement,
    Event,
    Pair,
    Publication,
    PublicationKind,
    PublicView,
    Round,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.queries.announced import newest, overall_of, penalties_of, rows_of, sheets_of
from tournament.queries.clocks import ClockLine, clock_lines, event_clocks, with_extra
from tournament.queries.final_rounds import final_rounds
from tournament.queries.frozen import penalties_json
from tournament.queries.standing_sheets import (
    OVERALL,
    StandingSheet,
    Who,
    frozen_who,
    live_overall,
    live_sheets,
)
from tournament.queries.standings import stage_standings
from tournament.queries.table_lines import (
    TableLine,
    live_lines,
    with_frozen_scores,
)

KEPT_FOR = 60 * 60  # seconds; a revision that nobody asks for any more goes by itself
NO_SHEET = StandingSheet(OVERALL, None, (), ())


@dataclass(frozen=True, slots=True)
class PublicState:
    """The little that tells whether a page is still the same: one small query."""

    event_id: int
    revision: int
    view: str


@dataclass(frozen=True, slots=True)
class PublicStage:
    """One stage and what of it is up: `groups` and, by round, `standings` are publications, rows unread.

    `of_sessions` are the standings that were announced for single sessions, `corrections` the keys of the
    publications that took an earlier one's place.
    `final_round` is read for events with awards only: the stage's last round, once it exists.
    """

    stage: Stage
    groups: Publication | None
    rounds: tuple[int, ...]
    standings: dict[int, Publication]
    is_live: bool
    final_round: int | None = None
    of_sessions: tuple[Publication, ...] = ()
    corrections: frozenset[int] = frozenset()

    @property
    def is_shown(self) -> bool:
        """Whether anything of it is public."""
        return bool(self.groups or self.rounds or self.announced)

    @property
    def shows_standings(self) -> bool:
        """Whether there are standings to look at."""
        return bool(self.announced) or (self.is_live and bool(self.rounds))

    @property
    def announced(self) -> tuple[Publication, ...]:
        """All standings that are up, of all sessions together and of single ones."""
        return (*self.standings.values(), *self.of_sessions)

    @property
    def rounds_announced(self) -> set[int]:
        """The rounds after which standings of all or of some are published."""
        return {one.round_number or 0 for one in self.announced}

    @property
    def is_final(self) -> bool:
        """Whether the standings after its last round are published, of all sessions together."""
        return self.final_round in self.standings

    def standings_for(self, number: int | None) -> tuple[Publication, ...]:
        """What is announced after round `number` (None: after the last one of every session)."""
        found = [one for one in self.announced if number is None or one.round_number == number]
        return newest(found, key=lambda one: (one.round_number or 0, one.pk))

    def results_for(self, number: int) -> tuple[Publication, ...]:
        """The newest publications that hold round `number`'s results."""
        holding = [one for one in self.announced if (one.round_number or 0) >= number]
        return newest(holding, key=lambda one: one.pk)


@dataclass(frozen=True, slots=True)
class Notice:
    """A publication as it is announced: 成绩公告第 3 号（更正）. Replaced and withdrawn ones stay listed."""

    kind: str
    number: int
    stage: Stage
    round_number: int | None
    reason: str
    at: datetime
    is_current: bool
    is_withdrawn: bool
    is_correction: bool
    session: str = ""


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event as the public sees it, with every notice that ever was up and what is announced now, newest
    first. `up` are the publications in force, without their rows."""

    event: Event
    stages: tuple[PublicStage, ...]
    notices: tuple[Notice, ...]
    announcements: tuple[Announcement, ...] = ()
    up: tuple[Publication, ...] = ()

    @property
    def has_awards(self) -> bool:
        """Whether the winners of some stage may be shown."""
        return any(one.is_final for one in self.stages)

    @property
    def has_units(self) -> bool:
        """Whether units are ranked by something that may be shown."""
        return bool(self.event.unit_ranking) and any(one.shows_standings for one in self.stages)

    def stage(self, ordinal: int) -> PublicStage | None:
        """A stage of which something is public."""
        return next((one for one in self.stages if one.stage.ordinal == ordinal and one.is_shown), None)


@dataclass(frozen=True, slots=True)
class PublicStandings:
    """The standings to show: one sheet a group, one of all, and the notice they come from (None: live).

    Announced by sessions there are several `notices`, and the sheet of all is empty.
    """

    groups: tuple[StandingSheet, ...]
    overall: StandingSheet
    notice: Notice | None
    penalties: tuple[dict[str, Any], ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def has_several_groups(self) -> bool:
        """Whether an overall ranking says more than the one group does."""
        return len(self.groups) > 1 and bool(self.overall.lines)


STATE_SQL = "SELECT id, public_revision, public_view FROM tournament_event WHERE slug = %s"


def public_state(slug: str) -> PublicState | None:
    """The event's public counter, or None where there is nothing for the public.

    Every phone in the hall asks this every few seconds, so it is plain SQL: building the query by the ORM
    takes longer than all the rest of the answer.
    """
    with connection.cursor() as cursor:
        cursor.execute(STATE_SQL, [slug])
        found = cursor.fetchone()
    if found is None or found[2] == PublicView.NOTHING:
        return None
    return PublicState(*found)


def public_event(event: Event) -> PublicEvent:
    """What of `event` is up; three queries, one more (two with a knock-out) for an event with awards."""
    made = list(event.publications.defer("rows", "rules").order_by("pk"))
    stages = list(event.stages.all())
    by_key = {stage.pk: stage for stage in stages}
    for stage in stages:
        stage.event = event
    for publication in made:
        publication.stage = by_key[publication.stage_id]
    up = [publication for publication in made if publication.is_current]
    finals = final_rounds(stages) if event.awards else {}
    corrections = _corrections(made)
    shown = tuple(
        replace(
            _stage(stage, [one for one in up if one.stage_id == stage.pk]),
            final_round=finals.get(stage.pk),
            corrections=corrections,
        )
        for stage in stages
    )
    notices = [_notice(one, is_correction=one.pk in corrections) for one in reversed(made)]
    said = event.announcements.filter(withdrawn_at=None)
    return PublicEvent(event, shown, tuple(notices), tuple(said), tuple(up))


def _corrections(made: Iterable[Publication]) -> frozenset[int]:
    """The publications, by key, that say again what an earlier one had said; `made` in their order."""
    seen: set[tuple[int, str, int | None, str]] = set()
    found = set()
    for one in made:
        key = (one.stage_id, one.kind, one.round_number, one.session)
        # Tables of further groups go up beside those that are public: only a change says why.
        is_more = one.kind == PublicationKind.PAIRINGS and not one.reason
        if key in seen and not is_more:
            found.add(one.pk)
        seen.add(key)
    return frozenset(found)


def _notice(one: Publication, *, is_correction: bool) -> Notice:
    return Notice(
        one.kind,
        one.number,
        one.stage,
        one.round_number,
        one.reason,
        one.at,
        one.is_current,
        one.withdrawn_at is not None,
        is_correction,
        one.session,
    )


def _stage(stage: Stage, up: list[Publication]) -> PublicStage:
    of_kind = {kind: [one for one in up if one.kind == kind] for kind in PublicationKind}
    return PublicStage(
        stage,
        next(iter(of_kind[PublicationKind.GROUPS]), None),
        tuple(sorted({one.round_number or 0 for one in of_kind[PublicationKind.PAIRINGS]})),
        {one.round_number or 0: one for one in of_kind[PublicationKind.STANDINGS] if not one.session},
        stage.event.is_live,
        of_sessions=tuple(one for one in of_kind[PublicationKind.STANDINGS] if one.session),
    )


def names_now(event: Event) -> dict[int, Who]:
    """Everybody's names and unit as they are written today; one query, a row a player."""
    seated = FilteredRelation("players", condition=Q(players__seat__in=(1, 2)))
    rows = Pair.objects.filter(event=event).annotate(seated=seated).order_by("number", "seated__seat")
    found: dict[int, Who] = {}
    for number, unit, own, player in rows.values_list("number", "unit__name", "name", "seated__name"):
        before = found[number].names if number in found else ()
        found[number] = Who(number, (*before, player) if player else before, unit or "", own)
    return found


def shown_names(event: Event) -> dict[int, Who]:
    """The same for public pages, kept for as long as nothing public changes."""
    key = f"names:{event.pk}:{event.public_revision}"
    found: dict[int, Who] | None = cache.get(key)
    if found is None:
        found = names_now(event)
        cache.set(key, found, KEPT_FOR)
    return found


def public_groups(one: PublicStage) -> list[dict[str, Any]]:
    """The published groups: name, session, and (position, participant) in order. Empty: not published."""
    if one.groups is None:
        return []
    names = shown_names(one.stage.event)
    return [
        {
            "name": part["group"],
            "session": part["session"],
            "pairs": [(pair["position"], frozen_who(pair, names)) for pair in part["pairs"]],
        }
        for part in one.groups.rows
    ]


def public_tables(
    one: PublicStage, numbers: Iterable[int], pair_number: int | None = None
) -> list[TableLine]:
    """The tables of those of the rounds `numbers` that are published, with the results that may be seen.

    `pair_number` asks for one participant's tables only.
    """
    wanted = sorted(set(numbers) & set(one.rounds))
    if not wanted:
        return []
    names = shown_names(one.stage.event)
    only = wanted[0] if len(wanted) == 1 else None
    lines = live_lines(one.stage, only, pair_number, names, unscored=not one.is_live)
    shown = [line for line in lines if line.round in wanted and line.state != RoundState.DRAFT]
    if one.is_live:
        return shown
    return [line for number in wanted for line in _published(one, number, shown)]


def _published(one: PublicStage, number: int, shown: list[TableLine]) -> list[TableLine]:
    lines = [line for line in shown if line.round == number]
    results = rows_of(one.results_for(number), "results")
    return with_frozen_scores(lines, [row for row in results if row["round"] == number])


def public_standings(one: PublicStage, number: int | None = None) -> PublicStandings | None:
    """The standings after round `number`, or the newest ones; None: not published.

    Published ones go before live ones for the round they were made for. Whoever shows them keeps what he
    made of them.
    """
    up = one.standings_for(number) if number in one.standings or not one.is_live else ()
    if up:
        return _frozen(up, one)
    if not one.is_live or (number is not None and number not in one.rounds):
        return None
    return _live(one.stage, number)


def public_group_sheets(one: PublicStage) -> PublicStandings | None:
    """The newest standings without the sheet of all groups together, which is empty here.

    Kept in the cache for as long as nothing public changes, because every participant's page needs them.
    """
    key = f"standings:{one.stage.pk}:{one.stage.event.public_revision}"
    found: PublicStandings | None = cache.get(key)
    if found is None:
        up = () if one.is_live else one.standings_for(None)
        if up:
            found = _frozen(up, one, overall=False)
        elif one.is_live:
            found = _live(one.stage, None, overall=False)
        if found is not None:
            cache.set(key, found, KEPT_FOR)
    return found


def _frozen(made: Sequence[Publication], one: PublicStage, *, overall: bool = True) -> PublicStandings:
    names = shown_names(one.stage.event)
    notices = tuple(_notice(up, is_correction=up.pk in one.corrections) for up in made)
    together = overall_of(made, names) if overall else NO_SHEET
    return PublicStandings(sheets_of(made, names), together, notices[0], penalties_of(made), notices)


def _live(stage: Stage, number: int | None, *, overall: bool = True) -> PublicStandings:
    table = stage_standings(stage, number, nameless=True, in_groups_only=not overall)
    names = shown_names(stage.event)
    together = live_overall(table, names) if overall else NO_SHEET
    return PublicStandings(live_sheets(table, names), together, None, tuple(penalties_json(table)))


def clocks_now(one: PublicStage, number: int) -> list[ClockLine]:
    """The clocks of a published round, one a line; drafts of other sessions have none. One query."""
    public = Round.objects.filter(group__stage=one.stage, number=number).exclude(state=RoundState.DRAFT)
    return clock_lines(one.stage, *with_extra(public.select_related("group")))


def clocks_at_hand(shown: PublicEvent) -> list[ClockLine]:
    """The clocks of what is being played, or comes next, as far as its tables are published. One query."""
    up = {one.stage.pk: one.rounds for one in shown.stages}
    return [line for line in event_clocks(shown.event) if line.number in up.get(line.stage.pk, ())]


def stands_in(shown: PublicEvent, number: int) -> bool:
    """Whether this number has a place in a stage of which anything is published."""
    up = [one.stage.pk for one in shown.stages if one.is_shown]
    inside = StageEntry.objects.filter(stage__in=up, pair__event=shown.event, pair__number=number)
    return inside.exists()
