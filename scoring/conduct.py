"""The settings for penalties, lateness, appeals and changes of people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.codecs import (
    Choice,
    Group,
    Maybe,
    Whole,
    as_object,
    read_settings,
    setting,
    under,
    write_settings,
)
from scoring.errors import InvalidRules
from scoring.options import FoulEffect, Grade, HouseResults, ReturnTribute, Scope, Substitution, Withdrawal


@dataclass(frozen=True, slots=True)
class LadderStep:
    """`count` penalties of `grade` within `scope` become one of the graver grade `becomes`."""

    grade: Grade
    count: int = setting(Whole(2, 99))
    becomes: Grade = setting(Choice(Grade))
    scope: Scope = setting(Choice(Scope), Scope.EVENT)


@dataclass(frozen=True, slots=True)
class FoulLimit:
    """`count` fouls of one side within `scope` have `effect` (three-fouls, 十 第3条)."""

    count: int = setting(Whole(1, 99))
    scope: Scope = setting(Choice(Scope), Scope.ROUND)
    effect: FoulEffect = setting(Choice(FoulEffect), FoulEffect.DEAL_AWARDED)


@dataclass(frozen=True, slots=True)
class PlaySeconds:
    """Seconds to lead, to follow and to give a card back; shown to people, never computed."""

    first: int | None = setting(Maybe(Whole(1, 600)), None)
    next: int | None = setting(Maybe(Whole(1, 600)), None)
    give_back: int | None = setting(Maybe(Whole(1, 600)), None, key="return")


def _read_step(raw: object, path: str) -> dict[str, Any]:
    return read_settings(LadderStep, as_object(raw, path), path)


class LadderCodec:
    """The penalty ladder in JSON: `{grade: {"count", "becomes", "scope"}}`; null takes a step away."""

    kind = "ladder"
    choices: tuple[str, ...] = tuple(grade.value for grade in Grade)

    def read(self, raw: object, path: str) -> tuple[LadderStep, ...]:
        """The steps, mildest grade first; a step must lead to a graver grade."""
        if raw is None:
            return ()
        steps = as_object(raw, path)
        for key in steps:
            Choice(Grade).read(key, under(path, str(key)))
        order = list(Grade)
        found = tuple(
            LadderStep(grade, **_read_step(steps[grade.value], under(path, grade.value)))
            for grade in order
            if steps.get(grade.value) is not None
        )
        for step in found:
            if order.index(step.becomes) <= order.index(step.grade):
                raise InvalidRules("not_graver", under(under(path, step.grade), "becomes"))
        return found

    def write(self, value: tuple[LadderStep, ...]) -> object:
        """All steps with all their keys."""
        return {step.grade.value: write_settings(step) for step in value}

    def schema(self) -> dict[str, object]:
        """JSON Schema of the ladder."""
        step = Maybe(Group(LadderStep)).schema()
        properties = dict.fromkeys(self.choices, step)
        return {
            "anyOf": [
                {"type": "object", "additionalProperties": False, "properties": properties},
                {"type": "null"},
            ]
        }


@dataclass(frozen=True, slots=True)
class Conduct:
    """Penalties, lateness, appeals and changes of people."""

    ladder: tuple[LadderStep, ...] = setting(LadderCodec(), ())
    foul_limit: FoulLimit | None = setting(Maybe(Group(FoulLimit)), None)
    late_minutes: int | None = setting(Maybe(Whole(0, 240)), None)
    late_minutes_excused: int | None = setting(Maybe(Whole(0, 240)), None)
    late_level_minutes: int | None = setting(Maybe(Whole(1, 60)), None)
    late_in_a_row: int | None = setting(Maybe(Whole(1, 99)), None)
    appeal_minutes: int | None = setting(Maybe(Whole(1, 10080)), None)
    appeal_answer_minutes: int | None = setting(Maybe(Whole(1, 10080)), None)
    report_at: int | None = setting(Maybe(Whole(1, 27)), None)
    return_tribute: ReturnTribute | None = setting(Maybe(Choice(ReturnTribute)), None)
    play_seconds: PlaySeconds = setting(Group(PlaySeconds), PlaySeconds())
    withdrawal: Withdrawal = setting(Choice(Withdrawal), Withdrawal.FORFEIT_REST)
    house_results: HouseResults = setting(Choice(HouseResults), HouseResults.COUNT)
    substitution: Substitution = setting(Choice(Substitution), Substitution.NEVER)
