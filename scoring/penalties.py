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
    of those that it was made of, so that none of them counts twice.
    """

    number: int
    pair: int
    grade: Grade
    stage: int | None = None
    round: int | None = None
    match: int | None = None
    cancelled: bool = False
    made_of: tuple[int, ...] = ()


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
    standing = sorted((one for one in given if not one.cancelled), key=lambda one: one.number)
    used = {number for one in standing for number in one.made_of}
    free = [one for one in standing if one.number not in used]
    found = [proposal for step in conduct.ladder for proposal in _by_step(free, step)]
    if conduct.foul_limit is not None:
        found += _by_limit(free, conduct.foul_limit)
    return tuple(found)


def _by_step(free: Sequence[GivenPenalty], step: LadderStep) -> list[Proposal]:
    return [
        Proposal(pair, step.becomes, numbers)
        for pair, numbers in _bundles(free, step.grade, step.count, step.scope)
    ]


def _by_limit(free: Sequence[GivenPenalty], limit: FoulLimit) -> list[Proposal]:
    """Fouls are penalties of the grade 记违例 (three-fouls calls them 犯规)."""
    grade = Grade.MATCH_LOSS if limit.effect is FoulEffect.MATCH_LOST else Grade.DEMOTION
    return [
        Proposal(pair, grade, numbers, limit.effect)
        for pair, numbers in _bundles(free, Grade.VIOLATION, limit.count, limit.scope)
    ]


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
