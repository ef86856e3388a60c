"""What the rules propose for penalties and lateness so far; a referee confirms or waives each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.options import FoulEffect, Grade
from scoring.penalties import (
    GivenPenalty,
    Tally,
    is_late_too_often,
    levels_for_lateness,
    proposals,
    tallies,
)
from scoring.rules import Conduct, Rules
from scoring.sanctions import NOTHING, Sanction
from tournament.models import Event, Lateness, Match, MatchKind, Pair, PairStatus, RoundState, Stage
from tournament.queries.penalties import NumberedPenalty, penalties_of


@dataclass(frozen=True, slots=True)
class Proposed:
    """A consequence that the rules name. `key` tells it from the others of its event, for a form.

    `kind` is "ladder" (made of the penalties numbered `made_of`), "late" (`count` latenesses in a row, the
    last one in that round) or "levels" (`count` levels to the opponents of a pair that came `minutes` late).
    `table` is where the pair sat; the match is lost there, or the deal given, where the grade says so.
    """

    kind: str
    pair: Pair
    grade: Grade
    made_of: tuple[int, ...] = ()
    stage: Stage | None = None
    round_number: int | None = None
    table: int | None = None
    sanction: Sanction = NOTHING
    loses_match: bool = False
    takes_out: bool = False
    count: int = 0
    minutes: int = 0
    lateness: int | None = None

    @property
    def key(self) -> str:
        """Tells it from the others of its event."""
        if self.kind == "ladder":
            return "-".join(["ladder", *map(str, self.made_of)])
        if self.kind == "levels":
            return f"levels-{self.lateness}"
        return f"late-{self.pair.number}-{self.stage.ordinal if self.stage else 0}-{self.round_number}"


def proposed(event: Event, listed: Sequence[NumberedPenalty]) -> list[Proposed]:
    """Everything that is proposed now: the ladder's, where the event counts, then what lateness brings.

    The ladder counts through the whole event, by its rules; lateness goes by those of its stage. One query,
    three where anybody came late.
    """
    found = ladder(listed, event.scoring_rules) if event.uses_ladder else []
    marks = list(_marks(event))
    conducts = {one.round.group.stage_id: one.round.group.stage for one in marks}
    rules = {key: stage.scoring_rules.conduct for key, stage in conducts.items()}
    return found + _levels(marks, rules) + _in_a_row(event, marks, listed, rules)


def given_of(listed: Iterable[NumberedPenalty]) -> list[GivenPenalty]:
    """The penalties as the ladder sees them. A match is told by its table."""
    return [
        GivenPenalty(
            number=one.ordinal,
            pair=one.penalty.pair.number,
            grade=Grade(one.penalty.grade),
            stage=one.penalty.stage_id,
            round=one.penalty.round_number,
            match=one.penalty.table,
            cancelled=bool(one.penalty.cancelled),
            made_of=tuple(one.penalty.made_of),
            waived=one.penalty.waived,
        )
        for one in listed
    ]


def standing(
    event: Event, listed: Sequence[NumberedPenalty], only: Iterable[int] | None = None
) -> list[tuple[Pair, Tally]]:
    """How far each pair (of `only`, by number) is on the ladder, at its last penalty; nothing where the event
    does not count."""
    if not event.uses_ladder:
        return []
    given = given_of(listed)
    wanted = None if only is None else set(only)
    last = {one.pair: one for one in given if not one.cancelled and (wanted is None or one.pair in wanted)}
    pairs = {one.penalty.pair.number: one.penalty.pair for one in listed}
    conduct = event.scoring_rules.conduct
    return [(pairs[n], tally) for n, at in sorted(last.items()) for tally in tallies(given, conduct, at)]


@dataclass(frozen=True, slots=True)
class GivenHere:
    """What the pairs of one match have been given: in this match, and how far each is on the ladder."""

    given: tuple[NumberedPenalty, ...]
    tallies: tuple[tuple[Pair, Tally], ...]


def given_at(match: Match) -> GivenHere:
    """What a referee wants to see before he rules at a table. Two queries at most; `match` with its event."""
    stage, pairs = match.round.group.stage, (match.ns_id, match.ew_id)
    listed = penalties_of(stage.event)
    mine = [one for one in listed if one.penalty.pair_id in pairs]
    here = [one for one in mine if _place(one) == (stage.pk, match.round.number)]
    numbers = [one.penalty.pair.number for one in mine]
    return GivenHere(tuple(here), tuple(standing(stage.event, listed, numbers)))


def _place(one: NumberedPenalty) -> tuple[int | None, int | None]:
    return (one.penalty.stage_id, one.penalty.round_number)


def ladder(listed: Sequence[NumberedPenalty], rules: Rules) -> list[Proposed]:
    """What the ladder and the limit of fouls propose. A consequence falls where its last part was given."""
    by_ordinal = {one.ordinal: one.penalty for one in listed}
    found = []
    for one in proposals(given_of(listed), rules.conduct):
        last = by_ordinal[one.made_of[-1]]
        has_match = last.stage is not None and last.round_number is not None and last.table is not None
        told: dict[str, Any] = {
            "loses_match": one.grade is Grade.MATCH_LOSS and has_match,
            "takes_out": one.grade is Grade.SUSPENSION and last.pair.status != PairStatus.DISQUALIFIED,
        }
        if one.effect is FoulEffect.DEAL_AWARDED and has_match:
            told["sanction"] = Sanction(awards_deal=True)
        where: dict[str, Any] = {"stage": last.stage, "round_number": last.round_number, "table": last.table}
        found.append(Proposed("ladder", last.pair, one.grade, one.made_of, **where, **told))
    return found


def _marks(event: Event) -> Iterable[Lateness]:
    """Who came late, or never, in rounds that have begun; leave that was asked is no lateness here."""
    begun = Lateness.objects.filter(round__group__stage__event=event, is_excused=False)
    begun = begun.filter(round__state__in=[RoundState.PLAYING, RoundState.CLOSED])
    return begun.select_related("round__group__stage", "pair").prefetch_related("pair__players")


def _levels(marks: list[Lateness], rules: Mapping[int, Conduct]) -> list[Proposed]:
    """Levels for the opponents of pairs that have come meanwhile.

    A custom, no article of a document: each started five minutes one level before the first deal.
    """
    found = []
    for one in marks:
        count = levels_for_lateness(one.seconds or 0, rules[one.round.group.stage_id].late_level_minutes)
        if count and not one.levels_settled and one.round.state == RoundState.PLAYING:
            where: dict[str, Any] = {"stage": one.round.group.stage, "round_number": one.round.number}
            told: dict[str, Any] = {
                "sanction": Sanction(opponents_levels=count),
                "count": count,
                "lateness": one.pk,
            }
            minutes = (one.seconds or 0) // 60
            found.append(Proposed("levels", one.pair, Grade.DEMOTION, **where, **told, minutes=minutes))
    return found


def _in_a_row(
    event: Event, marks: list[Lateness], listed: Sequence[NumberedPenalty], rules: Mapping[int, Conduct]
) -> list[Proposed]:
    """Disqualification of who was late more rounds in a row than the rules allow (library-rotation, (六)4).

    What was waived is forgiven: the rounds up to it count no more.
    """
    by_pair: dict[int, list[Lateness]] = defaultdict(list)
    limits: dict[int, int] = {}
    for one in marks:
        by_pair[one.pair_id].append(one)
        if (limit := rules[one.round.group.stage_id].late_in_a_row) is not None:
            limits[one.pair_id] = limit
    often = {pair for pair, limit in limits.items() if len(by_pair[pair]) > limit}
    gone = (PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED)
    turns = _turns(event, often) if often else {}
    found = []
    for pair, played in turns.items():
        limit = limits[pair]
        rows = {_turn(one): one for one in by_pair[pair]}
        since = max((turn for turn in _forgiven(listed, pair)), default=(0, 0))
        late = [turn in rows for turn in played if turn > since]
        last = max(rows)
        row = rows[last]
        if is_late_too_often(late, limit) and last > since and row.pair.status not in gone:
            stage = row.round.group.stage
            told: dict[str, Any] = {"stage": stage, "round_number": row.round.number, "count": limit + 1}
            found.append(Proposed("late", row.pair, Grade.SUSPENSION, takes_out=True, **told))
    return found


def _turn(one: Lateness) -> tuple[int, int]:
    return (one.round.group.stage.ordinal, one.round.number)


def _turns(event: Event, pairs: set[int]) -> dict[int, list[tuple[int, int]]]:
    """The rounds in which each of these pairs had a table, in their order."""
    begun = [RoundState.PLAYING, RoundState.CLOSED]
    rows = Match.objects.filter(
        round__group__stage__event=event, kind=MatchKind.PLAY, round__state__in=begun
    ).values_list("ns", "ew", "round__group__stage__ordinal", "round__number")
    found: dict[int, set[tuple[int, int]]] = {pair: set() for pair in pairs}
    for ns, ew, ordinal, number in rows:
        for pair in {ns, ew} & pairs:
            found[pair].add((ordinal, number))
    return {pair: sorted(turns) for pair, turns in found.items()}


def _forgiven(listed: Sequence[NumberedPenalty], pair: int) -> list[tuple[int, int]]:
    rows = (one.penalty for one in listed)
    return [
        (row.stage.ordinal, row.round_number)
        for row in rows
        if row.waived and row.pair_id == pair and row.stage and row.round_number and not row.made_of
    ]
