"""The rules of an archive: layers read, resolved, and compared with the program's own rule books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring import rulebooks
from scoring.errors import InvalidRules
from scoring.rules import Rules, check_knockout, resolve, to_json
from tournament.archive.errors import ArchiveRefused

Json = dict[str, Any]
Layers = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class EventRules:
    """An event's rules: `resolved` as JSON, the `layers` under its stages, and the settings in which the
    file differs from the program's own rule book."""

    resolved: Json
    layers: Layers
    differing: tuple[str, ...] = ()


def event_layers(rulebook: str, rules: Json, resolved: Json) -> Layers:
    """What lies under the rules of the event's stages.

    The rule book and the event's own differences, as long as they give what the event was resolved to; an
    event that was resolved by an older edition of its rule book keeps that.
    """
    own: Layers = (rulebooks.load(rulebook).values, rules)
    return own if to_json(resolve(*own)) == resolved else (resolved, rules)


def stage_layers(under: Layers, rulebook: str, rules: Json) -> Layers:
    """What a stage is resolved from: its own rule book and rules only, or its rules over the event's."""
    return (rulebooks.load(rulebook).values, rules) if rulebook else (*under, rules)


def read_event_rules(event: Json) -> EventRules:
    """Resolve the rules of the archive's `event`.

    `resolved` of the file is kept where it differs from what this program's rule book gives, and lies under
    the file's `rules`.
    """
    rules = event.get("rules", {})
    path = "$.event.rules"
    own = _resolved(path, rulebooks.load(event["rulebook"]).values, rules)
    if "resolved" not in event:
        return EventRules(own, event_layers(event["rulebook"], rules, own))
    _resolved("$.event.resolved", event["resolved"])
    resolved = _resolved(path, event["resolved"], rules)
    return EventRules(resolved, event_layers(event["rulebook"], rules, resolved), _differing(own, resolved))


def read_stage_rules(under: Layers, stage: Json, path: str) -> tuple[Json, tuple[str, ...]]:
    """Resolve one stage's rules; also the settings in which the file differs from this program's.

    Refuses `level_tie` `draw` in a knock-out and under a scheme without draws.
    """
    rules = stage.get("rules", {})
    own = _resolved(f"{path}.rules", *stage_layers(under, stage.get("rulebook", ""), rules))
    resolved = own
    if "resolved" in stage:
        _resolved(f"{path}.resolved", stage["resolved"])
        resolved = _resolved(f"{path}.rules", stage["resolved"], rules)
    if stage.get("pairing", {}).get("method") == "knockout":
        _check_knockout(resolve(resolved), f"{path}.rules")
    return resolved, _differing(own, resolved)


def _resolved(path: str, *layers: Mapping[str, Any]) -> Json:
    try:
        return to_json(resolve(*layers))
    except InvalidRules as error:
        raise refused_rules(error, path) from None


def _check_knockout(rules: Rules, path: str) -> None:
    try:
        check_knockout(rules)
    except InvalidRules as error:
        raise refused_rules(error, path) from None


def refused_rules(error: InvalidRules, path: str) -> ArchiveRefused:
    """An error of the rules' reader as one about the file."""
    return ArchiveRefused.of(error, f"{path}.{error.path}" if error.path else path)


def _differing(own: Json, kept: Json) -> tuple[str, ...]:
    """The names of settings that differ, those inside objects with a dot: `walkovers.bye`."""
    found: list[str] = []
    for key in sorted(own.keys() | kept.keys()):
        mine, theirs = own.get(key), kept.get(key)
        if mine == theirs:
            continue
        if key.startswith("walkover") and isinstance(mine, dict) and isinstance(theirs, dict):
            inner = sorted(name for name in mine if mine[name] != theirs.get(name))
            found += [f"{key}.{name}" for name in inner]
        else:
            found.append(key)
    return tuple(found)
