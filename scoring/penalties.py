"""The penalty ladder: what several penalties amount to. Proposed only; a referee confirms each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.options import FoulEffect, Grade, Scope
from scoring.rules import Conduct, FoulLimit, LadderStep


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """A penalty as the ladder sees it.

    `number` identifies it and tells the order in which penalties were given. `stage`, `round` and `match` say
    where, None where it belongs to none. A penalty that confirmed a proposal names in `made_of` the numbers
    of those that it was made of, so that none of them counts twice. One that a referee `waived` counts itself
    as little as a cancelled one, but what it would have been made of stays used.
    """

    number: int
    pair: int
    grade: Grade
    stage: int | None = None
    round: int | None = None
    match: int | None = None
    cancelled: bool = False
    made_of: tuple[int, ...] = ()
    waived: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a pair is from the next rung: `count` of `grade` count, `needed` of them make one `becomes`."""

    pair: int
    grade: Grade
    count: int
    needed: int
    becomes: Grade


@dataclass(frozen=True, slots=True)
class Proposal:
    """A consequence for a referee to confirm: `grade` for `pair`, made of the penalties `made_of`.

    `effect` is set when a limit of fouls was reached instead of a step of the ladder.
    """

    pair: int
    grade: Grade
    made_of: tuple[int, ...]
    effect: FoulEffect | None = None


def proposals(given: Iterable[GivenPenalty], conduct: Conduct) -> tuple[Proposal, ...]:
    """What the ladder and the foul limit propose for the penalties given so far.

    Cancelled penalties count nowhere, and what was already made into a graver one counts no more; when that
    graver one is cancelled, its parts count again. A confirmed consequence is a penalty and counts on the
    next rung, so a chain (警告 → 记违例 → 判负) comes up rung by rung. The oldest penalties are used first.

    Rule: devzone-26, 十一 第3条; three-fouls, 十 第3条.
    """
    free = _free(given)
    found = [proposal for step in conduct.ladder for proposal in _by_step(free, step)]
    if conduct.foul_limit is not None:
        found += _by_limit(free, conduct.foul_limit)
    return tuple(found)


def tallies(given: Iterable[GivenPenalty], conduct: Conduct, at: GivenPenalty) -> tuple[Tally, ...]:
    """Where the pair of `at` stands on each step of the ladder and at the limit of fouls, `at` telling the
    match, round and stage that a narrower scope looks at; steps on which it has nothing are left out.

    Rule: devzone-26, 十一 第3条; three-fouls, 十 第3条.
    """
    mine = [one for one in _free(given) if one.pair == at.pair]
    steps = [(step.grade, step.count, step.becomes, step.scope) for step in conduct.ladder]
    if (limit := conduct.foul_limit) is not None:
        steps.append((Grade.VIOLATION, limit.count, _of_limit(limit), limit.scope))
    found = []
    for grade, needed, becomes, scope in steps:
        here = _within(at, scope)
        count = sum(one.grade is grade and _within(one, scope) == here for one in mine)
        if count:
            found.append(Tally(at.pair, grade, count, needed, becomes))
    return tuple(found)


def _free(given: Iterable[GivenPenalty]) -> list[GivenPenalty]:
    """Those that still count on the ladder, the oldest first."""
    rows = sorted(given, key=lambda one: one.number)
    used = {number for one in rows if one.waived or not one.cancelled for number in one.made_of}
    return [one for one in rows if not (one.cancelled or one.waived or one.number in used)]


def _by_step(free: Sequence[GivenPenalty], step: LadderStep) -> list[Proposal]:
    return [
        Proposal(pair, step.becomes, numbers)
        for pair, numbers in _bundles(free, step.grade, step.count, step.scope)
    ]


def _by_limit(free: Sequence[GivenPenalty], limit: FoulLimit) -> list[Proposal]:
    """Fouls are penalties of the grade 记违例 (three-fouls calls them 犯规)."""
    return [
        Proposal(pair, _of_limit(limit), numbers, limit.effect)
        for pair, numbers in _bundles(free, Grade.VIOLATION, limit.count, limit.scope)
    ]


def _of_limit(limit: FoulLimit) -> Grade:
    return Grade.MATCH_LOSS if limit.effect is FoulEffect.MATCH_LOST else Grade.DEMOTION


def _bundles(
    free: Sequence[GivenPenalty], grade: Grade, count: int, scope: Scope
) -> list[tuple[int, tuple[int, ...]]]:
    """Every full bundle of `count` penalties of one grade, per pair and within the scope."""
    groups: dict[tuple[int, tuple[int | None, ...]], list[int]] = {}
    for one in free:
        if one.grade is grade:
            groups.setdefault((one.pair, _within(one, scope)), []).append(one.number)
    return [
        (pair, tuple(numbers[start : start + count]))
        for (pair, _), numbers in groups.items()
        for start in range(0, len(numbers) - count + 1, count)
    ]


def _within(one: GivenPenalty, scope: Scope) -> tuple[int | None, ...]:
    """What two penalties must have in common to be counted together."""
    return {
        Scope.EVENT: (),
        Scope.STAGE: (one.stage,),
        Scope.ROUND: (one.stage, one.round),
        Scope.MATCH: (one.stage, one.round, one.match),
    }[scope]


def is_late_too_often(late_by_round: Sequence[bool], limit: int | None) -> bool:
    """Whether a pair was late in more than `limit` rounds in a row.

    Rule: library-rotation, (六)4 (more than two).
    """
    if limit is None:
        return False
    run = 0
    for late in late_by_round:
        run = run + 1 if late else 0
        if run > limit:
            return True
    return False


def levels_for_lateness(seconds: int, minutes: int | None) -> int:
    """Levels that the opponents of a late pair get before the first deal: one for each started `minutes`.

    0 where the pair was not late, or the rules (None) know no such custom. It is no rule of a document but a
    widespread custom (RULES section 6): 8 minutes at 5 a level are 2.
    """
    return -(-seconds // (minutes * 60)) if minutes and seconds > 0 else 0
