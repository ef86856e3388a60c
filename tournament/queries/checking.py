"""Which entered slips nobody has checked yet, and who may check them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.schemes import DealPoints
from scoring.scoresheet import Record, judge
from tournament.models import Checking, Event, Membership, Person, Result, Role, Round, Stage
from tournament.queries.results import needs_winner, record_of, standing_results

ENTERING = (Role.DIRECTOR, Role.CHIEF_REFEREE, Role.SCORER)  # as permissions.RIGHTS_OF_ROLE, told by a test


@dataclass(frozen=True, slots=True)
class UncheckedTable:
    """A table whose standing result nobody has checked. `group` is the group's ordinal."""

    round: int
    group: int
    table: int

    @property
    def key(self) -> str:
        """Names the table in what a person agrees to; tables of two sessions may share a number."""
        return f"{self.round}-{self.group}-{self.table}"


def unchecked_results() -> QuerySet[Result]:
    """The results that count and that nobody has checked."""
    return standing_results().filter(checked_at=None)


def unchecked_tables(stage: Stage, rounds: Iterable[Round]) -> list[UncheckedTable]:
    """The unchecked tables of these rounds, in order; none where the event checks nothing. One query."""
    if stage.event.checking == Checking.NONE:
        return []
    found = unchecked_results().filter(match__round__in=list(rounds), match__table__isnull=False)
    places = found.values_list("match__round__number", "match__round__group__ordinal", "match__table")
    ordered = places.order_by("match__round__number", "match__table", "match__round__group__ordinal")
    return [UncheckedTable(number, group, table or 0) for number, group, table in ordered]


def unchecked_upto(stage: Stage, number: int, session: str = "") -> list[UncheckedTable]:
    """The unchecked tables on which the standings after round `number` rest, of a `session` or of all."""
    rounds = Round.objects.filter(group__stage=stage, number__lte=number)
    return unchecked_tables(stage, rounds.filter(group__session=session) if session else rounds)


def numbers_of(tables: Sequence[UncheckedTable]) -> list[int]:
    """Their table numbers, each once."""
    return list(dict.fromkeys(one.table for one in tables))


def is_only_scorer(person: Person, event: Event) -> bool:
    """Whether nobody else of the event's staff may enter results: then nobody else can type a second time.

    An owner of the site who has no part in the event is not counted.
    """
    members = Membership.objects.filter(event=event, role__in=ENTERING, person__is_active=True)
    return not members.exclude(person=person).exists()


def typed_by(result: Result, person: Person | None) -> bool:
    """Whether this person's own account typed the figures of `result`: the second reading is somebody else's.

    Who only swapped the sides or took a correction back has typed none.
    """
    return person is not None and result.typist_id == person.pk


def is_by_deals(stage: Stage) -> bool:
    """Whether final levels are not enough for the stage's points: its slips are compared deal by deal."""
    return isinstance(stage.scoring_rules.scheme, DealPoints)


def agrees(standing: Result, sheet: Record, stage: Stage) -> bool:
    """Whether a second reading says the same as `standing`. A forfeit is no awarded loss, whatever it pays.

    Raises `InvalidScoresheet` for a reading that cannot be true.
    """
    rules, first = stage.scoring_rules, record_of(standing)
    if first is None or type(first) is not type(sheet):
        judge(sheet, rules, knockout=needs_winner(sheet, knockout=stage.is_knockout))
        return False
    mine, yours = (
        judge(one, rules, knockout=needs_winner(one, knockout=stage.is_knockout)) for one in (first, sheet)
    )
    return mine.agrees_with(yours)
