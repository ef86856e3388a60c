"""The one thing that an event needs next, computed from its facts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tournament.models import PairStatus, RoundState, Stage
from tournament.queries.progress import EventProgress, RoundProgress, SessionProgress, StageProgress

FEWEST_PAIRS = 2


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do (`code`, worded by `wording.steps`), and on which page.

    `page` is a URL name and `args` what it takes after the event's slug; `session` is the part of the stage
    that it is about ("" for all); `state` is "" or "done". `stage` is the one it is about, None for none.
    `query` narrows the page's list; `also` is the URL name of a page where something may be done first,
    "" for none.
    """

    code: str
    page: str
    args: tuple[int, ...] = ()
    params: dict[str, Any] = field(default_factory=dict)
    state: str = ""
    session: str = ""
    stage: Stage | None = field(default=None, compare=False)
    query: dict[str, str] = field(default_factory=dict)
    also: str = ""


def next_step(progress: EventProgress) -> NextStep:
    """Name the next step: entries, then stage by stage draw, rounds, results, standings; then the papers."""
    return next_steps(progress)[0]


def next_steps(progress: EventProgress) -> list[NextStep]:
    """What can be done now, the earliest stage's first: for each category that plays by itself one step, or
    one for every session of its stage.

    Stages of one category, or of an event without categories, come one after the other.
    """
    if progress.pair_count < FEWEST_PAIRS:
        return [_step_of_entries(progress)]
    if not progress.stages:
        return [NextStep("make_plan", "event-plan")]
    steps: dict[str, list[NextStep]] = {}
    for stage in progress.stages:
        track = _track(progress, stage)
        if track not in steps and (found := _steps_of_stage(stage, progress.pair_count)):
            told = [replace(step, stage=stage.stage) for step in found]
            steps[track] = [_before_the_draw(step, progress) for step in told]
    return [step for found in steps.values() for step in found] or [
        NextStep("finished", "papers", state="done")
    ]


def _step_of_entries(progress: EventProgress) -> NextStep:
    """Those who wait are confirmed; where nobody waits, a list is wanted."""
    if progress.pair_count + progress.reserve_count < FEWEST_PAIRS:
        return NextStep("import_entries", "entries-import", params={"count": progress.pair_count})
    told = {"count": progress.reserve_count, "playing": progress.pair_count}
    reserves = {"status": PairStatus.RESERVE.value}
    return NextStep("confirm_reserves", "entries", params=told, query=reserves)


def _before_the_draw(step: NextStep, progress: EventProgress) -> NextStep:
    """The draw of those who take part: first whoever had not come by the end of the check-in; while that is
    open, who has come so far, and the way to it."""
    if step.code != "draw_groups":
        return step
    if count := progress.absent_count:
        return NextStep("settle_absent", "absent", params={"count": count})
    if progress.event.check_in_closed_at is not None:
        return replace(step, params=step.params | {"reserves": progress.reserve_count})
    told = step.params | {"reserves": progress.reserve_count, "here": progress.here_count}
    return replace(step, params=told, also="check-in")


def _track(progress: EventProgress, one: StageProgress) -> str:
    """The category whose stages follow each other; "" for everybody's."""
    stages = {other.stage.name: other.stage for other in progress.stages}
    stage, seen = one.stage, set()
    while stage.source_name in stages and stage.source_name not in seen:
        seen.add(stage.source_name)
        stage = stages[stage.source_name]
    return str(stage.entry.get("category", "")) if isinstance(stage.entry, dict) else ""


def _steps_of_stage(progress: StageProgress, pair_count: int) -> list[NextStep]:
    stage = progress.stage
    named: dict[str, Any] = {"stage": stage.name}
    if not progress.rounds:
        return [_step_of_draw(progress, pair_count, named)]
    if not progress.groups_published and progress.rounds[0].state == RoundState.DRAFT:
        return [NextStep("publish_draw", "draw", (stage.ordinal,), named)]
    return [step for part in progress.parts for step in _steps_of_rounds(stage, part, named)]


def _step_of_draw(progress: StageProgress, pair_count: int, named: dict[str, Any]) -> NextStep:
    stage = progress.stage
    if progress.lots_are_open:
        left = progress.entrant_count - progress.placed_count
        told = named | {"count": left or progress.entrant_count}
        return NextStep("type_lots" if left else "finish_lots", "lots", (stage.ordinal,), told)
    if not progress.is_drawn:
        code = "draw_qualifiers" if stage.source_name else "draw_groups"
        return NextStep(code, "draw", (stage.ordinal,), named | {"count": pair_count})
    if progress.next_round is not None:
        return NextStep("pair_round", "draw", (stage.ordinal,), named | {"round": 1})
    return NextStep("make_rounds", "draw", (stage.ordinal,), named)


def _steps_of_rounds(stage: Stage, part: SessionProgress, named: dict[str, Any]) -> list[NextStep]:
    """The step of one session, and the round for which some of its groups wait while others play on."""
    steps = [step] if (step := _step_of_rounds(stage, part, named)) else []
    if (lagging := part.lagging_round) is not None and steps:
        told = named | {"round": lagging}
        steps.append(NextStep("pair_round", "draw", (stage.ordinal,), told, session=part.session))
    return steps


def _step_of_rounds(stage: Stage, part: SessionProgress, named: dict[str, Any]) -> NextStep | None:
    one, ordinal, session = part.open_round, stage.ordinal, part.session
    if closed := _waiting_for_publication(part, one):
        told = named | {"round": closed.number}
        if session:
            return NextStep("publish_standings", "round", (ordinal, closed.number), told, session=session)
        return NextStep("publish_standings", "standings", (ordinal,), told)
    if one is None:
        further = named | {"round": part.next_round}
        paired = NextStep("pair_round", "draw", (ordinal,), further, session=session)
        return paired if part.next_round else None
    told = named | {"round": one.number, "count": one.missing_count}
    if one.state == RoundState.DRAFT:
        code = "publish_round"
    elif _waits_for_start(stage, one):
        code = "start_round"
    else:
        code = "enter_results" if one.missing_count else "close_round"
        if one.unchecked_count and not one.missing_count:
            told["count"] = one.unchecked_count
            return NextStep("check_results", "round-grid", (ordinal, one.number), told, session=session)
    return NextStep(code, "round", (ordinal, one.number), told, session=session)


def _waits_for_start(stage: Stage, one: RoundProgress) -> bool:
    """Whether a round with a time limit is public, its clock not started, and nothing of it entered."""
    limit = stage.scoring_rules.play.minutes
    return one.state == RoundState.PUBLISHED and not one.entered_count and limit is not None


def _waiting_for_publication(part: SessionProgress, open_round: RoundProgress | None) -> RoundProgress | None:
    """The last closed round, if its standings are not public and the round after it has no result yet."""
    if open_round is not None and open_round.entered_count:
        return None
    closed = [
        one for one in part.rounds if one.is_closed and (not open_round or one.number < open_round.number)
    ]
    return closed[-1] if closed and not closed[-1].standings_published else None
