"""What becomes of a pair's tables when it leaves the event."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import (
    Absence,
    AbsenceKind,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Publication,
    Result,
    ResultKind,
    Round,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.queries.paired_rounds import OPEN_METHODS, has_more_rounds, turns_of
from tournament.queries.results import standing_results

GONE = (PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class StageLeft:
    """One stage that a pair leaves: from round `left` on; `open` matches become forfeits, `byes` are missed.

    `unmade` are its matches and byes in drafts of rounds that are paired one by one: they are taken apart.
    `begun` False: nothing of the stage is public yet, so it should be drawn again instead.
    `played` of `drawn` matches were played, which decides where results may become void.
    """

    stage: Stage
    entry: StageEntry
    begun: bool
    left: int
    open: tuple[Match, ...]
    lost_by_other: tuple[Match, ...]
    byes: tuple[Match, ...]
    unmade: tuple[Match, ...]
    played: int
    drawn: int

    @property
    def under_half(self) -> bool:
        """Whether fewer than half of the matches drawn were played."""
        return 2 * self.played < self.drawn


def leaving(pair: Pair) -> list[StageLeft]:
    """The stages in which `pair` still has something to play; finished ones stay as they are."""
    entries = pair.stage_entries.select_related("stage__event").order_by("stage__ordinal")
    found = [_of_stage(pair, entry) for entry in entries]
    return [one for one in found if one is not None]


def _of_stage(pair: Pair, entry: StageEntry) -> StageLeft | None:
    stage = entry.stage
    matches = list(_matches_of(pair, stage))
    standing = {result.match_id: result for result in standing_results().filter(match__in=matches)}
    turn = next((one for one in turns_of(stage) if one.group.pk == entry.group_id), None)
    unmade = tuple(match for match in matches if is_loose(stage, match))
    matches = [match for match in matches if match not in unmade]
    at_table = [match for match in matches if match.kind == MatchKind.PLAY]
    ahead = [match for match in matches if match.round.state != RoundState.CLOSED]
    open_ = tuple(match for match in at_table if match.pk not in standing)
    byes = tuple(match for match in ahead if match.kind == MatchKind.BYE)
    lost_by_other = tuple(
        match for match in ahead if match.pk in standing and _gone_opponent(match, pair, standing)
    )
    goes_on = turn is not None and has_more_rounds(stage, turn)
    if matches and not (open_ or byes or unmade or lost_by_other or goes_on):
        return None
    first_without = turn.next if goes_on and turn else 1
    return StageLeft(
        stage=stage,
        entry=entry,
        begun=has_begun(stage),
        left=min(
            (match.round.number for match in (*open_, *byes, *unmade, *lost_by_other)), default=first_without
        ),
        open=open_,
        lost_by_other=lost_by_other,
        byes=byes,
        unmade=unmade,
        played=sum(match.pk in standing and _is_played(standing[match.pk]) for match in at_table),
        drawn=len(at_table),
    )


def is_loose(stage: Stage, match: Match) -> bool:
    """Whether a match is a draft of one round only, which can be taken apart without a trace."""
    return stage.pairing.get("method") in OPEN_METHODS and match.round.state == RoundState.DRAFT


def _matches_of(pair: Pair, stage: Stage) -> QuerySet[Match]:
    matches = Match.objects.filter(Q(ns=pair) | Q(ew=pair), round__group__stage=stage)
    return matches.select_related("round__group", "ns", "ew").order_by("round__number", "pk")


def _gone_opponent(match: Match, pair: Pair, standing: dict[int, Result]) -> bool:
    """Whether a match still ahead is lost already by an opponent that has left: then nobody comes to it."""
    result, other = standing[match.pk], match.ew if match.ns_id == pair.pk else match.ns
    if result.kind != ResultKind.FORFEIT or other is None or other.status not in GONE:
        return False
    return bool(result.side) and result.side != match.side_of(pair)


def _is_played(result: Result) -> bool:
    return result.kind in (ResultKind.PLAYED, ResultKind.AWARDED_LOSS, ResultKind.SERIES)


def has_begun(stage: Stage) -> bool:
    """Whether anything of a stage is public: its groups or a round."""
    return (
        Round.objects.filter(group__stage=stage).exclude(state=RoundState.DRAFT).exists()
        or Publication.objects.filter(stage=stage, is_current=True).exists()
    )


@dataclass(frozen=True, slots=True)
class StageBack:
    """One stage to which a pair comes back: forfeits taken back (`cleared`), byes given again (`byes`).

    `shared` matches stay forfeits of the other side alone.
    """

    entry: StageEntry
    cleared: tuple[Match, ...]
    shared: tuple[Match, ...]
    byes: tuple[Match, ...]


def coming_back(pair: Pair, reasons: tuple[str, ...]) -> list[StageBack]:
    """What reinstating `pair` takes back: forfeits written with one of `reasons` in rounds not yet closed."""
    found = []
    for entry in pair.stage_entries.select_related("stage__event").order_by("stage__ordinal"):
        ahead = [match for match in _matches_of(pair, entry.stage) if match.round.state != RoundState.CLOSED]
        forfeits = {
            result.match_id: result
            for result in Result.objects.filter(
                match__in=ahead, is_current=True, kind=ResultKind.FORFEIT, reason__in=reasons
            )
        }
        mine = [match for match in ahead if match.pk in forfeits]
        absent = _absent_rounds(pair, entry.stage)
        found.append(
            StageBack(
                entry=entry,
                cleared=tuple(one for one in mine if forfeits[one.pk].side == one.side_of(pair)),
                shared=tuple(one for one in mine if forfeits[one.pk].side == ""),
                byes=tuple(one for one in ahead if _was_bye(one, entry, absent)),
            )
        )
    return found


def _was_bye(match: Match, entry: StageEntry, absent: set[int]) -> bool:
    """Whether a missed round was a bye until the pair left. A ruling forgets from which round on it is gone;
    rounds before it came, and those it was told to be absent from, were missed before."""
    number = match.round.number
    if match.kind != MatchKind.MISSED or number in absent:
        return False
    return number >= max(entry.left or 1, entry.joined or 1)


def _absent_rounds(pair: Pair, stage: Stage) -> set[int]:
    told = Absence.objects.filter(stage=stage, pair=pair, kind=AbsenceKind.MISSED)
    return set(told.values_list("round_number", flat=True))
