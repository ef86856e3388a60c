"""The field of one group for the round that is paired next: who is there, what was played, what is wished."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pairing.field import Contestant, Couple, Past, SideKey, Wishes
from scoring.codecs import decimal_text
from tournament.errors import ActionRefused
from tournament.models import (
    Absence,
    AbsenceKind,
    Group,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Stage,
    StageEntry,
    WishKind,
)
from tournament.queries.entrants import entering
from tournament.queries.standings import StageStandings, stage_standings

LAST = 1 << 30  # behind every seed and every drawn place


@dataclass(frozen=True, slots=True)
class GroupField:
    """All that a round of one group is paired from.

    `contestants` are those to be seated or given a bye, by rank; `missed` sit out without one, told
    beforehand; `pairs` has whoever is in either, by number.
    """

    group: Group
    number: int
    contestants: tuple[Contestant, ...]
    past: Past
    wishes: Wishes
    missed: tuple[int, ...]
    pairs: Mapping[int, Pair]

    @property
    def basis(self) -> dict[str, Any]:
        """What the round keeps of it: `{"upto": n, "order": [numbers by rank], "points": {number: text}}`."""
        return {
            "upto": self.number - 1,
            "order": [one.number for one in self.contestants],
            "points": {str(one.number): points_text(one.points) for one in self.contestants},
        }


def points_text(points: Fraction) -> str:
    """Exact points as decimal text."""
    return decimal_text(Decimal(points.numerator) / Decimal(points.denominator))


def group_field(group: Group, number: int, table: StageStandings | None = None) -> GroupField:
    """The field of round `number` of `group`, absences and house pairs settled.

    A pair that is told to be absent is left out; one that is given a bye stands in `wishes.byes`. A house
    pair plays only where it saves the field a bye. `table` saves ranking the stage again where several groups
    of it are paired.
    """
    stage = group.stage
    entries = _playing(group, number)
    absent = _absences(stage, number)
    ranked = _ranked(group, entries, number, table)
    missed = [one.number for one in ranked if absent.get(one.number) == AbsenceKind.MISSED]
    byes = tuple(one.number for one in ranked if absent.get(one.number) == AbsenceKind.BYE)
    here = [one for one in ranked if one.number not in missed]
    houses = [entry.pair.number for entry in entries if entry.pair.status == PairStatus.HOUSE]
    seated = _with_house(here, houses, byes)
    wishes = wishes_of(stage, number)
    numbers = {one.number for one in seated}
    return GroupField(
        group=group,
        number=number,
        contestants=tuple(replace(one, rank=rank) for rank, one in enumerate(seated, 1)),
        past=past_of(group, before=number),
        wishes=replace(
            wishes,
            byes=byes,
            forced=frozenset(couple for couple in wishes.forced if couple <= numbers),
            forbidden=frozenset(couple for couple in wishes.forbidden if couple <= numbers),
        ),
        missed=tuple(missed),
        pairs={entry.pair.number: entry.pair for entry in entries},
    )


def past_of(group: Group, before: int) -> Past:
    """What `group` has played in the rounds below `before`. Two queries.

    A match counts as a meeting once it is drawn, forfeited ones too. A bye that is promised for a later round
    counts already, so that nobody has it twice.
    """
    matches = Match.objects.filter(round__group=group, round__number__lt=before)
    promised = Absence.objects.filter(stage_id=group.stage_id, kind=AbsenceKind.BYE, round_number__gt=before)
    met: Counter[Couple] = Counter()
    byes: Counter[int] = Counter(promised.values_list("pair__number", flat=True))
    sides: dict[int, list[SideKey]] = defaultdict(list)
    rows = matches.order_by("round__number", "pk").values_list("kind", "ns__number", "ew__number")
    for kind, ns, ew in rows:
        if kind == MatchKind.BYE:
            byes[ns] += 1
        elif kind == MatchKind.PLAY:
            met[frozenset((ns, ew))] += 1
            sides[ns].append("ns")
            sides[ew].append("ew")
    return Past(met=met, byes=byes, sides={number: tuple(held) for number, held in sides.items()})


def wishes_of(stage: Stage, number: int) -> Wishes:
    """What is asked of round `number` of `stage`: units, forbidden and forced meetings, byes by hand."""
    soft = stage.same_unit.get("soft_rounds") if isinstance(stage.same_unit, dict) else None
    forbidden: set[Couple] = set()
    forced: set[Couple] = set()
    for kind, first, second, turn in stage.wishes.values_list(
        "kind", "first__number", "second__number", "round_number"
    ):
        if turn in (None, number):
            (forced if kind == WishKind.FORCE else forbidden).add(frozenset((first, second)))
    byes = stage.absences.filter(round_number=number, kind=AbsenceKind.BYE)
    return Wishes(
        same_unit="ignore" if stage.same_unit == "ignore" else "apart",
        soft_rounds=soft,
        forbidden=frozenset(forbidden),
        forced=frozenset(forced),
        byes=tuple(sorted(byes.values_list("pair__number", flat=True))),
    )


def _playing(group: Group, number: int) -> list[StageEntry]:
    """Entries of pairs that play round `number`: here, not gone, and come already."""
    entries = group.entries.filter(pair__status__in=[PairStatus.ACTIVE, PairStatus.HOUSE], left__isnull=True)
    return [
        entry
        for entry in entries.select_related("pair__unit").order_by("position", "pair__number")
        if entry.joined is None or entry.joined <= number
    ]


def _absences(stage: Stage, number: int) -> dict[int, str]:
    rows = stage.absences.filter(round_number=number)
    return dict(rows.values_list("pair__number", "kind"))


def _ranked(
    group: Group, entries: list[StageEntry], number: int, table: StageStandings | None
) -> list[Contestant]:
    playing = [entry for entry in entries if entry.pair.status != PairStatus.HOUSE]
    points: dict[int, Fraction] = {}
    if number > 1:
        table = table or stage_standings(group.stage, number - 1)
        rows = next((part.rows for part in table.groups if part.group.pk == group.pk), ())
        places = {row.pair: (row.rank or LAST, 0) for row in rows}
        points = {row.pair: Fraction(row.points) for row in rows}
    else:
        places = _seeding(group.stage, playing)
        points = {entry.pair.number: Fraction(entry.carried) for entry in playing}
    lots = {entry.pair.number: entry.position or LAST for entry in entries}

    def place(entry: StageEntry) -> tuple[tuple[int, int], int, int]:
        own = entry.pair.number
        return (places.get(own, (LAST, LAST)), lots[own], own)

    in_order = sorted(playing, key=place)
    houses = [entry for entry in entries if entry.pair.status == PairStatus.HOUSE]
    lowest = min((points.get(one.pair.number, Fraction(0)) for one in playing), default=Fraction(0))
    return [
        Contestant(
            number=entry.pair.number,
            points=points.get(entry.pair.number, Fraction(0)) if entry not in houses else lowest,
            rank=rank,
            unit=entry.pair.unit.name if entry.pair.unit else None,
        )
        for rank, entry in enumerate([*in_order, *houses], 1)
    ]


def _seeding(stage: Stage, playing: Iterable[StageEntry]) -> dict[int, tuple[int, int]]:
    """Places before the first round: as the earlier stage sent them, else by seed, else by number."""
    sent: dict[int, int] = {}
    if stage.source_name is not None:
        try:
            sent = {pair.number: place for place, pair in enumerate(entering(stage).pairs, 1)}
        except ActionRefused:  # an old result was cleared since the draw: the list's order will do
            sent = {}
    return {
        entry.pair.number: (sent.get(entry.pair.number) or entry.pair.seed or LAST, entry.pair.number)
        for entry in playing
    }


def _with_house(here: list[Contestant], houses: list[int], byes: tuple[int, ...]) -> list[Contestant]:
    """The field with at most one house pair, and that only where the others would be odd."""
    others = [one for one in here if one.number not in houses]
    is_odd = (len(others) - len(byes)) % 2
    filling = [one for one in here if one.number in houses and one.number not in byes][:is_odd]
    return others + filling
