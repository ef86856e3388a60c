"""The words of which the archive's JSON Schema is made: numbers, texts, lists, objects."""

from __future__ import annotations

from typing import Any

from tournament.models.stages import MOST_ROUNDS
from tournament.names.cleaning import NUMBER_LIMIT

Schema = dict[str, Any]

NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": NUMBER_LIMIT}
NUMBERS: Schema = {"type": "array", "items": NUMBER}
# A round's number: a double round robin of 200 pairs has 398, more than can be planned by hand.
ROUND: Schema = {"type": "integer", "minimum": 1, "maximum": 999}
PLANNED_ROUNDS: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": NUMBER_LIMIT}
FLAG: Schema = {"type": "boolean"}
DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
MOMENT: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"}
SLUG: Schema = {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"}
PENALTY_POINTS: Schema = {"type": "string", "pattern": r"^-?\d{1,6}(\.\d{1,2})?$"}
CARRIED: Schema = {"type": "string", "pattern": r"^-?\d{1,8}(\.\d{1,4})?$"}
ANYTHING: Schema = {}
RULES: Schema = {"$ref": "#/$defs/rules"}
RESULT: Schema = {"$ref": "#/$defs/result"}
DEALS: Schema = {"$ref": "#/$defs/deals"}
AWARDS: Schema = {"$ref": "#/$defs/awards"}
UNIT_RANKING: Schema = {"$ref": "#/$defs/unit_ranking"}


def text(longest: int, *, shortest: int = 0) -> Schema:
    """Text of at most `longest` characters."""
    return {"type": "string", "maxLength": longest} | ({"minLength": shortest} if shortest else {})


def choice(*words: Any) -> Schema:
    """One of some words."""
    return {"enum": list(words)}


def listing(items: Schema, **more: Any) -> Schema:
    """A list of one kind of thing."""
    return {"type": "array", "items": items, **more}


def keyed(properties: dict[str, Schema], *required: str) -> Schema:
    """An object with these keys and no others."""
    schema: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return schema | ({"required": list(required)} if required else {})


def by_name(values: Schema) -> Schema:
    """An object whose keys are names (groups, pairs) and whose values are of one kind."""
    return {"type": "object", "additionalProperties": values}
