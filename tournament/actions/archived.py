"""The archive's shapes, and what they mean where a file leaves something unsaid."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

Json = dict[str, Any]
Place = tuple[str, str, int, int]
PENALTY_FLAGS = ("cancels_gain", "out_of_play", "awards_deal", "loses_match", "takes_out", "waived")


@dataclass(frozen=True, slots=True)
class Parsed:
    """An archive that was read and checked.

    `document` has the archive's shape, `rules` the event's resolved rules, `stage_rules` those of its stages
    in order. `differing` names the settings that another edition of a rule book gave: (stage name, or ""
    for the event, and the setting).
    """

    document: Json
    rules: Json
    stage_rules: tuple[Json, ...] = ()
    differing: tuple[tuple[str, str], ...] = ()


def moment_of(text: str) -> datetime:
    """The moment that `text` names; without a zone it is the site's own time. ValueError for no moment."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else timezone.make_aware(found)


def optional_moment(text: str | None) -> datetime | None:
    """The same for a moment that may be missing."""
    return None if text is None else moment_of(text)


def members_of(stage: Json) -> dict[int, str]:
    """The group of every placed pair of a stage."""
    return {
        number: group["name"]
        for group in stage.get("groups", [])
        for number in group.get("pairs", [])
        if number is not None
    }


def group_of_match(match: Json, members: dict[int, str], stage: Json) -> str:
    """The match's group as named, else that of its first pair, else the stage's only one."""
    first = match.get("ns", match.get("bye", match.get("missed")))
    groups = [group["name"] for group in stage.get("groups", [])]
    return str(match.get("group", members.get(first or 0) or (groups[0] if len(groups) == 1 else "")))


def state_in(one: Json, group: str) -> str:
    """The state of a round in one group. Left out, it is a draft, or being played once a result is there."""
    state = one.get("state")
    if isinstance(state, dict):
        state = state.get(group)
    if state is not None:
        return str(state)
    return "playing" if any("result" in match for match in one.get("matches", [])) else "draft"


def told_in(value: Any, group: str) -> Any:
    """What is told of a round in one group: one value for all, or an object by group."""
    return value.get(group) if isinstance(value, dict) else value


def place_of(one: Json) -> Place:
    """Where a version of a result belongs: stage, group, round, table."""
    return (one["stage"], one["group"], one["round"], one["table"])


def draw_key(draw: Json) -> Hashable:
    """Draws with the same key replace each other."""
    return (draw_series(draw), draw.get("round"))


def draw_series(draw: Json) -> Hashable:
    """Draws with the same series are counted together."""
    return (draw.get("stage"), draw.get("group"), draw["what"])


def publication_key(one: Json) -> Hashable:
    """Publications with the same key replace each other."""
    return (one["stage"], one["what"], one.get("round"), one.get("session", ""))


def currents(records: Sequence[Json], key: Callable[[Json], Hashable]) -> list[bool]:
    """Which records stand: as they say, else the last of its key, unless it was withdrawn or its group is no
    more."""
    last = {key(record): index for index, record in enumerate(records)}
    return [
        bool(record.get("current", last[key(record)] == index and not _is_over(record)))
        for index, record in enumerate(records)
    ]


def _is_over(record: Json) -> bool:
    return "withdrawn_at" in record or bool(record.get("former"))
