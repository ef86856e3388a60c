"""The archive's JSON Schema: one description that the loader checks against and the documentation prints."""

from __future__ import annotations

from typing import Any

from scoring import rulebooks
from scoring.records import DealsCodec, result_schema
from scoring.rules import json_schema
from tournament.models import PairStatus, PenaltyGrade, PublicationKind, PublicView, RoundState
from tournament.names.cleaning import CATEGORY_LIMIT, NUMBER_LIMIT, PAIR_NAME_LIMIT, PERSON_LIMIT, UNIT_LIMIT

FORMAT = "guansai-event"
VERSION = 1

Schema = dict[str, Any]

NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": NUMBER_LIMIT}
NUMBERS: Schema = {"type": "array", "items": NUMBER}
ROUND: Schema = {"type": "integer", "minimum": 1, "maximum": 999}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": NUMBER_LIMIT}
FLAG: Schema = {"type": "boolean"}
DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
MOMENT: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"}
SLUG: Schema = {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"}
PENALTY_POINTS: Schema = {"type": "string", "pattern": r"^-?\d{1,6}(\.\d{1,2})?$"}
CARRIED: Schema = {"type": "string", "pattern": r"^-?\d{1,8}(\.\d{1,4})?$"}
ANYTHING: Schema = {}


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


def schema() -> Schema:
    """The JSON Schema (2020-12) of a whole archive.

    `rules` and `result` are described by the dataclasses that read them, so the description cannot drift
    from the reader. What no schema can say (references, tables used twice, impossible results) is checked
    after it.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "guansai event archive",
        "$defs": {"rules": json_schema(), "result": result_schema(), "deals": DealsCodec().schema()},
        **_document(),
    }


def shape() -> Schema:
    """The same without the insides of rules, results and deals: their own readers say what is wrong."""
    return {"$defs": {"rules": {"type": "object"}, "result": {"type": "object"}, "deals": {}}, **_document()}


RULES: Schema = {"$ref": "#/$defs/rules"}
RESULT: Schema = {"$ref": "#/$defs/result"}
DEALS: Schema = {"$ref": "#/$defs/deals"}


def _document() -> Schema:
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "event": keyed(_event() | _kept(), "name", "rulebook"),
        "units": listing(keyed({"name": text(UNIT_LIMIT, shortest=1)}, "name")),
        "pairs": listing(_pair()),
        "stages": listing(_stage()),
        "penalties": listing(_penalty()),
        "appeals": listing(_appeal()),
        "published": listing(_publication()),
        "history": listing(_version()),
    }
    return keyed(properties | _kept(), "format", "version", "event")


def _event() -> dict[str, Schema]:
    return {
        "slug": SLUG,
        "name": text(80, shortest=1),
        "starts_on": DAY,
        "ends_on": DAY,
        "venue": text(80),
        "organiser": text(80),
        "rulebook": choice(*rulebooks.keys()),
        "rulebook_version": {"type": ["string", "integer"]},
        "rulebook_digest": text(64),
        "rules": RULES,
        "resolved": RULES,
        "unit_word": text(10, shortest=1),
        "pair_word": text(10, shortest=1),
        "public_view": choice(*PublicView.values),
    }


def _kept() -> dict[str, Schema]:
    """What belongs to the event as a whole; it may stand in `event` or at the top of the file."""
    run = listing(NUMBER, minItems=2, maxItems=2)
    tables = {"anyOf": [run, listing(run, minItems=1)]}
    area = keyed({"name": text(80, shortest=1), "tables": tables}, "name")
    entries = {"max_per_unit": NUMBER, "closes_at": MOMENT}
    return {
        "areas": listing(area),
        "awards": {"type": ["array", "object"]},
        "unit_ranking": keyed({"best": NUMBER}, "best"),
        "entries": keyed(entries),
        "draws": listing(_draw()),
    }


def _pair() -> Schema:
    properties: dict[str, Schema] = {
        "number": NUMBER,
        "unit": text(UNIT_LIMIT),
        "players": listing(text(PERSON_LIMIT, shortest=1), minItems=2, maxItems=2),
        "substitute": text(PERSON_LIMIT, shortest=1),
        "phones": listing(text(20), maxItems=3),
        "name": text(PAIR_NAME_LIMIT),
        "category": text(CATEGORY_LIMIT),
        "status": choice(*PairStatus.values),
        "fixed_table": NUMBER,
        "seed": NUMBER,
        "note": text(200),
    }
    return keyed(properties, "number", "players")


def _stage() -> Schema:
    properties: dict[str, Schema] = {
        "name": text(40, shortest=1),
        "entry": _entry(),
        "grouping": keyed(
            {
                "method": choice("one", "draw", "snake", "manual", "unit", "previous_rank"),
                "size": NUMBER,
                "count": NUMBER,
            }
        ),
        "pairing": _pairing(),
        "same_unit": {"anyOf": [choice("apart", "ignore"), keyed({"soft_rounds": ROUND}, "soft_rounds")]},
        "first_table": NUMBER,
        "rulebook": choice(*rulebooks.keys()),
        "rules": RULES,
        "resolved": RULES,
        "groups": listing(_group()),
        "entrants": NUMBERS,
        "joined": by_name(ROUND),
        "left": by_name(ROUND),
        "carried": by_name(CARRIED),
        "lots": by_name(NUMBERS),
        "rounds": listing(_round()),
    }
    return keyed(properties, "name")


def _entry() -> Schema:
    ways = {
        "from": text(40, shortest=1),
        "top_per_group": NUMBER,
        "best_next": COUNT,
        "top": NUMBER,
        "ranks": listing(NUMBER, minItems=2, maxItems=2),
        "carry": choice("none", "all", "half"),
        "cut_tie": choice("lots", "extra_match", "all"),
    }
    category = keyed({"category": text(CATEGORY_LIMIT, shortest=1)}, "category")
    return {"anyOf": [{"const": "all"}, category, keyed(ways, "from")]}


def _pairing() -> Schema:
    count_or_flag: Schema = {"type": ["boolean", "integer"], "minimum": 0}
    properties: dict[str, Schema] = {
        "method": choice("rotation", "round_robin", "random", "swiss", "knockout", "howell"),
        "rounds": ROUND,
        "legs": {"type": "integer", "minimum": 1, "maximum": 2},
        "first_round": choice("draw", "snake", "halves"),
        "placing": count_or_flag,
        "redraw": FLAG,
        "lucky_losers": count_or_flag,
    }
    return keyed(properties, "method")


def _group() -> Schema:
    # A free place among drawn ones (lots still being typed in) is null.
    places = listing({"anyOf": [NUMBER, {"type": "null"}]})
    return keyed({"name": text(40, shortest=1), "pairs": places, "session": text(40)}, "name")


def _round() -> Schema:
    state, moment = choice(*RoundState.values), MOMENT
    properties: dict[str, Schema] = {
        "number": ROUND,
        "state": {"anyOf": [state, by_name(state)]},
        "starts_at": {"anyOf": [moment, by_name(moment)]},
        "ends_at": {"anyOf": [moment, by_name(moment)]},
        "matches": listing(_match()),
    }
    return keyed(properties, "number")


def _match() -> Schema:
    played = {
        "group": text(40),
        "table": NUMBER,
        "ns": NUMBER,
        "ew": NUMBER,
        "rematch": FLAG,
        "reasons": listing({"type": "object"}),
        "result": RESULT,
        "running": DEALS,
    }
    bye = keyed({"group": text(40), "bye": NUMBER}, "bye")
    missed = keyed({"group": text(40), "missed": NUMBER}, "missed")
    return {
        "if": {"required": ["bye"]},
        "then": bye,
        "else": {
            "if": {"required": ["missed"]},
            "then": missed,
            "else": keyed(played, "table", "ns", "ew"),
        },
    }


def _penalty() -> Schema:
    properties: dict[str, Schema] = {
        "pair": NUMBER,
        "player": text(50),
        "stage": text(40),
        "round": ROUND,
        "table": NUMBER,
        "after_deal": COUNT,
        "grade": choice(*PenaltyGrade.values),
        "article": text(60),
        "text": text(3000),
        "effect": text(100),
        "points": PENALTY_POINTS,
        "levels": {"type": "integer", "minimum": -99, "maximum": 99},
        "opponents_levels": {"type": "integer", "minimum": -99, "maximum": 99},
        "referee": text(50),
        "at": MOMENT,
        "cancelled": text(200),
    }
    return keyed(properties, "pair", "grade")


def _appeal() -> Schema:
    properties: dict[str, Schema] = {
        "pair": NUMBER,
        "stage": text(40),
        "round": ROUND,
        "table": NUMBER,
        "filed_at": MOMENT,
        "text": text(3000),
        "votes": keyed({"for": COUNT, "against": COUNT}),
        "decision": text(3000),
        "decided_at": MOMENT,
        "outcome": text(40),
    }
    return keyed(properties, "pair")


def _draw() -> Schema:
    properties: dict[str, Schema] = {
        "stage": text(40),
        "group": text(40),
        "what": text(10, shortest=1),
        "seed": {"anyOf": [{"type": "integer"}, text(200)]},
        "inputs": text(64),
        "algorithm": text(40),
        "result": ANYTHING,
        "at": MOMENT,
        "current": FLAG,
    }
    return keyed(properties, "stage", "what", "result")


def _publication() -> Schema:
    properties: dict[str, Schema] = {
        "stage": text(40),
        "what": choice(*PublicationKind.values),
        "round": ROUND,
        "number": NUMBER,
        "rows": {"type": ["array", "object"]},
        "rules": {"type": "object"},
        "reason": text(200),
        "at": MOMENT,
        "current": FLAG,
        "withdrawn_at": MOMENT,
    }
    return keyed(properties, "stage", "what", "number", "rows")


def _version() -> Schema:
    properties: dict[str, Schema] = {
        "stage": text(40),
        "group": text(40),
        "round": ROUND,
        "table": NUMBER,
        "version": NUMBER,
        "ns": NUMBER,
        "result": RESULT,
        "reason": text(200),
        "at": MOMENT,
        "by": text(60),
        "source": text(20),
    }
    return keyed(properties, "stage", "group", "round", "table", "version")
