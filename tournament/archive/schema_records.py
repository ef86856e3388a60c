"""The JSON Schema of what an archive keeps beside its stages."""

from __future__ import annotations

from tournament.actions.archived import PENALTY_FLAGS
from tournament.archive.schema_words import (
    ANYTHING,
    COUNT,
    DIGEST,
    FLAG,
    MOMENT,
    NUMBER,
    PENALTY_POINTS,
    RESULT,
    ROUND,
    Schema,
    choice,
    keyed,
    text,
)
from tournament.models import AppealEffect, DrawKind, FiledAs, PenaltyGrade, PublicationKind


def penalty() -> Schema:
    """One item of `penalties`."""
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
        "made_of": {"type": "array", "items": NUMBER, "maxItems": 99},
        **dict.fromkeys(PENALTY_FLAGS, FLAG),
    }
    return keyed(properties, "pair", "grade")


def appeal() -> Schema:
    """One item of `appeals`."""
    properties: dict[str, Schema] = {
        "pair": NUMBER,
        "stage": text(40),
        "round": ROUND,
        "table": NUMBER,
        "penalty": NUMBER,
        "by": text(50),
        "as": choice(*FiledAs.values),
        "filed_at": MOMENT,
        "due_at": MOMENT,
        "late": FLAG,
        "text": text(3000),
        "jury": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 50},
            "maxItems": 99,
        },
        "votes": keyed({"for": COUNT, "against": COUNT}),
        "decision": text(3000),
        "decided_at": MOMENT,
        "outcome": text(40),
        "effect": choice(*AppealEffect.values),
    }
    return keyed(properties, "pair")


def draw() -> Schema:
    """One item of `draws`; one of the whole event has no stage."""
    properties: dict[str, Schema] = {
        "stage": text(40),
        "group": text(40),
        "former": FLAG,
        "round": ROUND,
        "what": choice(*DrawKind.values),
        "seed": {"anyOf": [{"type": "integer"}, text(200)]},
        "inputs": text(64),
        "depends_on": {"type": "object"},
        "algorithm": text(80),
        "result": ANYTHING,
        "at": MOMENT,
        "current": FLAG,
    }
    return keyed(properties, "what", "result")


def publication() -> Schema:
    """One item of `published`."""
    properties: dict[str, Schema] = {
        "stage": text(40),
        "what": choice(*PublicationKind.values),
        "round": ROUND,
        "session": text(40),
        "number": NUMBER,
        "rows": {"type": ["array", "object"]},
        "rules": {"type": "object"},
        "reason": text(200),
        "at": MOMENT,
        "current": FLAG,
        "withdrawn_at": MOMENT,
    }
    return keyed(properties, "stage", "what", "number", "rows")


def version() -> Schema:
    """One item of `history`."""
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
        "checked_at": MOMENT,
        "checked_by": text(60),
    }
    return keyed(properties, "stage", "group", "round", "table", "version")


def commitment() -> Schema:
    """One item of `commitments`; `draw` counts the file's draws from 1."""
    properties: dict[str, Schema] = {
        "stage": text(40),
        "group": text(40),
        "former": FLAG,
        "round": ROUND,
        "what": choice(*DrawKind.values),
        "digest": DIGEST,
        "depends_on": {"type": "object"},
        "source": text(200),
        "at": MOMENT,
        "seed_text": text(200, shortest=1),
        "revealed_at": MOMENT,
        "draw": NUMBER,
        "current": FLAG,
    }
    return keyed(properties, "stage", "what", "digest", "depends_on", "at")
