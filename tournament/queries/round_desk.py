"""What the scorer's page of one round needs: its tables, its sessions, and the table that a slip names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from tournament.errors import ActionRefused
from tournament.models import (
    Checking,
    Group,
    Match,
    MatchKind,
    Publication,
    PublicationKind,
    Result,
    ResultKind,
    Round,
    RoundState,
    Stage,
)
from tournament.queries.basis_change import depends_on_results
from tournament.queries.checking import UncheckedTable
from tournament.queries.clocks import Clock, ClockLine, clock_lines, clock_of
from tournament.queries.results import standing_results
from tournament.queries.rounds import TableRow, rounds_of, state_of, table_rows, worth


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One session of a round, or one group: its state, its clock, how many tables have a result.

    `next_number` is the round that stands after this one, where every group of the part has one.
    """

    name: str
    narrowing: dict[str, str]
    rounds: tuple[Round, ...]
    table_count: int
    entered_count: int
    next_number: int | None = None

    @property
    def query(self) -> str:
        """What an address says to show this part."""
        return urlencode(self.narrowing)

    @property
    def state(self) -> RoundState:
        """The least advanced group's state."""
        return state_of(self.rounds)

    @property
    def starts_at(self) -> datetime | None:
        """When the first of its groups began."""
        return min((one.starts_at for one in self.rounds if one.starts_at), default=None)

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The different clocks by which its groups are playing; none where none plays."""
        return tuple(dict.fromkeys(clock_of(one) for one in self.rounds if one.state == RoundState.PLAYING))


class Seat(NamedTuple):
    """One real table: the keys of its match and round, its number, whether a result stands there, or
    (`is_at_games`) a match of three games that nobody has won yet. `is_unchecked`: where the event checks
    slips, a result that nobody has checked. `is_changed`: something else was entered before."""

    match: int
    round: int
    table: int
    is_entered: bool
    is_at_games: bool
    is_unchecked: bool = False
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class RoundDesk:
    """How far one round has come, over all groups, those of one session, or one group.

    `seats` has every real table in order. `sessions` names the stage's
    sessions when there are several; `session` is the chosen one ("" for all), `only` the ordinal of the
    chosen group (None: all of the session). `parts` are what goes on by itself: every session, or every
    group where there are no sessions; `groups_here` all groups of the session, to choose from. `begun` are
    the keys of the rounds in which anything counts, byes too: those with a result, and closed ones.
    """

    stage: Stage
    number: int
    session: str
    sessions: tuple[str, ...]
    rounds: tuple[Round, ...]
    seats: tuple[Seat, ...]
    only: int | None = None
    parts: tuple[RoundPart, ...] = ()
    groups_here: tuple[Group, ...] = ()
    begun: frozenset[int] = frozenset()

    @property
    def is_narrowed(self) -> bool:
        """Whether only a part of the stage's groups is shown."""
        return bool(self.session) or self.only is not None

    @property
    def narrowing(self) -> dict[str, str]:
        """What an address or a form says to come back to the same part."""
        said = {"session": self.session, "only": "" if self.only is None else str(self.only)}
        return {key: value for key, value in said.items() if value}

    @property
    def query(self) -> str:
        """The same for an address."""
        return urlencode(self.narrowing)

    @property
    def group(self) -> Group | None:
        """The chosen group."""
        return self.rounds[0].group if self.only is not None and self.rounds else None

    @property
    def groups(self) -> list[Group]:
        """The groups that are shown, for actions that concern only these."""
        return [one.group for one in self.rounds]

    @property
    def state(self) -> RoundState:
        """The least advanced group's state."""
        return state_of(self.rounds)

    @property
    def lines(self) -> list[ClockLine]:
        """The clocks of the groups that are playing, one a line."""
        playing = [one for one in self.rounds if one.state == RoundState.PLAYING]
        return clock_lines(self.stage, playing)

    @property
    def missing(self) -> list[int]:
        """Table numbers without a result, in order."""
        return [one.table for one in self.seats if not one.is_entered]

    @property
    def entered_count(self) -> int:
        """Tables with a result."""
        return sum(one.is_entered for one in self.seats)

    @property
    def unchecked(self) -> list[UncheckedTable]:
        """The tables whose result nobody has checked, in order; none where the event checks nothing."""
        groups = {one.pk: one.group.ordinal for one in self.rounds}
        open_ = (one for one in self.seats if one.is_unchecked)
        return [UncheckedTable(self.number, groups[one.round], one.table) for one in open_]

    def holds(self, row: TableRow) -> bool:
        """Whether a table or bye belongs to what is shown."""
        return any(one.pk == row.match.round_id for one in self.rounds)


def round_desk(stage: Stage, number: int, session: str = "", only: int | None = None) -> RoundDesk:
    """Read how far a round has come: three queries, whatever its size.

    An unknown session or group shows all; a group goes with its own session.
    """
    rounds = rounds_of(stage, number)
    following = set(
        Round.objects.filter(group__stage=stage, number=number + 1).values_list("group_id", flat=True)
    )
    listed = _seats(stage, rounds)
    closed = {one.pk for one in rounds if one.state == RoundState.CLOSED}
    names = tuple(dict.fromkeys(one.group.session for one in rounds if one.group.session))
    sessions = names if len(names) > 1 else ()
    session = session if session in names else ""
    here = [one for one in rounds if not session or one.group.session == session]
    chosen = [one for one in here if one.group.ordinal == only]
    shown = {one.pk for one in chosen or here}
    return RoundDesk(
        stage=stage,
        number=number,
        session=session,
        sessions=sessions,
        rounds=tuple(chosen or here),
        seats=tuple(one for one in listed if one.round in shown),
        only=only if chosen and len(rounds) > 1 else None,
        parts=tuple(_part(number, *one, listed, following) for one in _split(rounds, sessions)),
        groups_here=tuple(one.group for one in here) if len(here) > 1 else (),
        begun=frozenset(closed | {one.round for one in listed if one.is_entered}),
    )


def _seats(stage: Stage, rounds: list[Round]) -> list[Seat]:
    """The real tables of these rounds in order; one query."""
    standing = standing_results().filter(match=OuterRef("pk"))
    games = Result.objects.filter(match=OuterRef("pk"), is_current=True, kind=ResultKind.SERIES, winner="")
    at_games = Exists(games) if stage.best_of > 1 else Value(value=False)
    checks = stage.event.checking != Checking.NONE
    unchecked = Exists(standing.filter(checked_at=None)) if checks else Value(value=False)
    tables = Match.objects.filter(round__in=rounds, kind=MatchKind.PLAY)
    # A match has versions of its own: other sides and another pair count there, and are no entries.
    changed = Exists(Result.objects.filter(match=OuterRef("pk"), is_current=False))
    known = tables.annotate(
        entered=Exists(standing), at_games=at_games, unchecked=unchecked, changed=changed
    ).order_by("table", "pk")
    told = known.values_list("pk", "round_id", "table", "entered", "at_games", "unchecked", "changed")
    return [Seat(match, round_, table or 0, *facts) for match, round_, table, *facts in told]


def _split(
    rounds: list[Round], sessions: tuple[str, ...]
) -> list[tuple[str, dict[str, str], tuple[Round, ...]]]:
    """The parts of a round that go on by themselves, with what an address says to show each."""
    if sessions:
        apart = [one for one in rounds if not one.group.session]
        named = [(name, {"session": name}, _of_session(rounds, name)) for name in sessions]
        return named + [_alone(one) for one in apart]
    return [_alone(one) for one in rounds] if len(rounds) > 1 else []


def _of_session(rounds: list[Round], name: str) -> tuple[Round, ...]:
    return tuple(one for one in rounds if one.group.session == name)


def _alone(one: Round) -> tuple[str, dict[str, str], tuple[Round, ...]]:
    return one.group.name, {"only": str(one.group.ordinal)}, (one,)


def _part(
    number: int,
    name: str,
    narrowing: dict[str, str],
    rounds: tuple[Round, ...],
    seats: list[Seat],
    following: set[int],
) -> RoundPart:
    keys = {one.pk for one in rounds}
    entered = [one.is_entered for one in seats if one.round in keys]
    goes_on = all(one.group_id in following for one in rounds)
    return RoundPart(name, narrowing, rounds, len(entered), sum(entered), number + 1 if goes_on else None)


def rows_of(desk: RoundDesk) -> list[TableRow]:
    """The tables and byes of what is shown, each match knowing its stage; two queries."""
    rows = [row for row in table_rows(desk.stage, desk.number) if desk.holds(row)]
    for row in rows:
        row.match.round.group.stage = desk.stage
    return rows


def find_match(stage: Stage, number: int, table: int, session: str = "") -> Match:
    """The match at `table` in round `number`, its pairs and their players read.

    Raises `ActionRefused` (field `table`): `table_of_other_session`, `table_in_two_sessions`,
    `table_of_other_stage`, `table_rests` (its group has a bye there), `table_unknown`.
    """
    at_table = Match.objects.filter(round__group__stage=stage, round__number=number, table=table)
    found = list(_with_people(at_table))
    fitting = [match for match in found if not session or match.round.group.session in ("", session)]
    if len(fitting) == 1:
        fitting[0].round.group.stage = stage
        return fitting[0]
    if fitting:
        names = [match.round.group.session for match in fitting]
        raise ActionRefused("table_in_two_sessions", field="table", table=table, sessions=names)
    if found:
        other = found[0].round.group.session
        raise ActionRefused("table_of_other_session", field="table", table=table, session=other)
    raise _not_there(stage, number, table)


def _with_people(matches: QuerySet[Match]) -> QuerySet[Match]:
    matches = matches.select_related("round__group", "ns__unit", "ew__unit")
    return matches.prefetch_related("ns__players", "ew__players")


def _not_there(stage: Stage, number: int, table: int) -> ActionRefused:
    """Why a table number leads to no match: it rests, it is another stage's, or nobody has it."""
    if resting := _resting_group(stage, number, table):
        byes = Match.objects.filter(round__group=resting, round__number=number, kind=MatchKind.BYE)
        numbers = list(byes.values_list("ns__number", flat=True))
        return ActionRefused("table_rests", field="table", table=table, group=resting.name, numbers=numbers)
    elsewhere = Match.objects.filter(table=table, round__group__stage__event_id=stage.event_id)
    other = elsewhere.exclude(round__group__stage=stage).select_related("round__group__stage").first()
    if other is not None:
        return ActionRefused(
            "table_of_other_stage", field="table", table=table, stage=other.round.group.stage.name
        )
    here = Match.objects.filter(round__group__stage=stage, round__number=number, table__isnull=False)
    tables = sorted(table or 0 for table in here.values_list("table", flat=True))
    if not tables:
        return ActionRefused("round_has_no_tables", field="table", round=number)
    return ActionRefused(
        "table_unknown", field="table", round=number, table=table, first=tables[0], last=tables[-1]
    )


def _resting_group(stage: Stage, number: int, table: int) -> Group | None:
    """The group that plays at `table` in another round and has a bye in this one."""
    playing = Q(rounds__matches__table=table)
    resting = Q(pk__in=Group.objects.filter(rounds__number=number, rounds__matches__kind=MatchKind.BYE))
    return stage.groups.filter(playing).filter(resting).distinct().first()


def row_of(match: Match, result: Result | None) -> TableRow:
    """One match with what `result` is worth under its stage's rules."""
    stage = match.round.group.stage
    return worth(match, result, stage.scoring_rules, knockout=stage.is_knockout)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What already stands on a result: rounds and stages made since, announcements of the old figures.

    `paired_by_it` says whether the later rounds were paired by results, or stand whatever was played.
    """

    later_rounds: tuple[int, ...]
    later_stages: tuple[str, ...]
    announcements: tuple[int, ...]
    paired_by_it: bool = False

    def __bool__(self) -> bool:
        return bool(self.later_rounds or self.later_stages or self.announcements)


def consequences(match: Match) -> Consequences:
    """What was made or announced after this match's result; none of it changes by a correction."""
    stage, number = match.round.group.stage, match.round.number
    later = Round.objects.filter(group=match.round.group, number__gt=number).exclude(state=RoundState.DRAFT)
    stages = stage.event.stages.filter(ordinal__gt=stage.ordinal, entries__isnull=False).distinct()
    announced = Publication.objects.filter(
        stage=stage, kind=PublicationKind.STANDINGS, is_current=True, round_number__gte=number
    )
    return Consequences(
        tuple(later.order_by("number").values_list("number", flat=True)),
        tuple(one.name for one in stages if one.source_name == stage.name),
        tuple(announced.order_by("number").values_list("number", flat=True)),
        depends_on_results(stage),
    )


def history(match: Match) -> list[Result]:
    """All versions of a match's result, the newest first."""
    return list(match.results.select_related("ns").order_by("-version"))
