"""The archive's JSON Schema: one description that the loader checks against and the documentation prints."""

from __future__ import annotations

from scoring import rulebooks
from scoring.prizes import awards_schema
from scoring.records import DealsCodec, result_schema
from scoring.rules import json_schema
from scoring.unit_ranks import unit_ranking_schema
from tournament.archive.schema_hall import announcements, screens
from tournament.archive.schema_records import appeal, commitment, draw, penalty, publication, version
from tournament.archive.schema_words import (
    AWARDS,
    CARRIED,
    COUNT,
    DAY,
    DEALS,
    DIGEST,
    FLAG,
    MOMENT,
    NUMBER,
    NUMBERS,
    PLANNED_ROUNDS,
    RESULT,
    ROUND,
    RULES,
    SLUG,
    UNIT_RANKING,
    Schema,
    by_name,
    choice,
    keyed,
    listing,
    text,
)
from tournament.imports.column_roles import ROLES
from tournament.models import Checking, PairStatus, PublicView, RoundState
from tournament.models.booklet import booklet_schema
from tournament.models.printing import printing_schema
from tournament.names.cleaning import CATEGORY_LIMIT, PAIR_NAME_LIMIT, PERSON_LIMIT, UNIT_LIMIT
from tournament.names.own_columns import MOST_COLUMNS, TEXT_LIMIT, TITLE_LIMIT

FORMAT = "guansai-event"
VERSION = 1
LONGEST_LOGO = 7_000_000  # characters of base64


def schema() -> Schema:
    """The JSON Schema (2020-12) of a whole archive.

    `rules` and `result` are described by the dataclasses that read them, so the description cannot drift
    from the reader. What no schema can say (references, tables used twice, impossible results) is checked
    after it.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "guansai event archive",
        "$defs": {
            "rules": json_schema(),
            "result": result_schema(),
            "deals": DealsCodec().schema(),
            "awards": awards_schema(),
            "unit_ranking": unit_ranking_schema(),
        },
        **_document(),
    }


def shape() -> Schema:
    """The same without the insides of rules, results and awards: their own readers say what is wrong."""
    read_elsewhere: Schema = {"rules": {"type": "object"}, "result": {"type": "object"}}
    read_elsewhere |= {"deals": {}, "awards": {}, "unit_ranking": {}}
    return {"$defs": read_elsewhere, **_document()}


def _document() -> Schema:
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "event": keyed(_event() | _kept(), "name", "rulebook"),
        "units": listing(keyed({"name": text(UNIT_LIMIT, shortest=1)}, "name")),
        "pairs": listing(_pair()),
        "stages": listing(_stage()),
        "penalties": listing(penalty()),
        "appeals": listing(appeal()),
        "published": listing(publication()),
        "history": listing(version()),
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
        "checking": choice(*Checking.values),
        "uses_ladder": FLAG,
        "check_in_closes_at": MOMENT,
        "check_in_closed_at": MOMENT,
        "made_from": SLUG,
        "hears_appeals": FLAG,
        "practice": FLAG,
        "announcements": announcements(),
        "screens": screens(),
        "own_columns": listing(text(TITLE_LIMIT, shortest=1), maxItems=MOST_COLUMNS),
    }


def _kept() -> dict[str, Schema]:
    """What belongs to the event as a whole; it may stand in `event` or at the top of the file."""
    run = listing(NUMBER, minItems=2, maxItems=2)
    tables = {"anyOf": [run, listing(run, minItems=1)]}
    area = keyed({"name": text(80, shortest=1), "tables": tables}, "name")
    columns: Schema = {
        "type": "object",
        "patternProperties": {DIGEST["pattern"]: listing(choice(*ROLES), minItems=1, maxItems=200)},
        "additionalProperties": False,
    }
    entries = {"max_per_unit": NUMBER, "closes_at": MOMENT, "columns": columns}
    return {
        "areas": listing(area),
        "awards": AWARDS,
        "unit_ranking": UNIT_RANKING,
        "booklet": booklet_schema(),
        "printing": printing_schema(),
        "logo": text(LONGEST_LOGO, shortest=1),
        "entries": keyed(entries),
        "individuals": listing(_individual()),
        "draws": listing(draw()),
        "commitments": listing(commitment()),
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
        "own": by_name(text(TEXT_LIMIT, shortest=1)),
        "checked_in_at": MOMENT,
    }
    return keyed(properties, "number", "players")


def _individual() -> Schema:
    """Somebody who entered alone; `pair` is the number of the pair that a lot made of him."""
    properties: dict[str, Schema] = {
        "name": text(PERSON_LIMIT, shortest=1),
        "unit": text(UNIT_LIMIT),
        "category": text(CATEGORY_LIMIT),
        "pair": NUMBER,
        "phone": text(20),
    }
    return keyed(properties, "name")


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
        "same_unit": {
            "anyOf": [choice("apart", "ignore"), keyed({"soft_rounds": PLANNED_ROUNDS}, "soft_rounds")]
        },
        "first_table": NUMBER,
        "rulebook": choice(*rulebooks.keys()),
        "rules": RULES,
        "resolved": RULES,
        "groups": listing(_group()),
        "entrants": NUMBERS,
        "joined": by_name(ROUND),
        "left": by_name(ROUND),
        "carried": by_name(CARRIED),
        "areas": listing(text(80, shortest=1)),
        "absent": by_name(listing(ROUND)),
        "byes_given": by_name(listing(ROUND)),
        "wishes": listing(_wish()),
        "lots": by_name(NUMBERS),
        "rounds": listing(_round()),
    }
    return keyed(properties, "name")


def _wish() -> Schema:
    """Two pairs that must not meet (in a round, or ever), or must in a round."""
    couple = listing(NUMBER, minItems=2, maxItems=2)
    return keyed({"forbid": couple, "force": couple, "round": ROUND})


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
        "rounds": PLANNED_ROUNDS,
        "legs": {"type": "integer", "minimum": 1, "maximum": 2},
        "first_round": choice("draw", "snake", "halves"),
        "placing": count_or_flag,
        "redraw": FLAG,
        "lucky_losers": count_or_flag,
        "best_of": choice(1, 3),
    }
    return keyed(properties, "method")


def _group() -> Schema:
    # A free place among drawn ones (lots still being typed in) is null.
    places = listing({"anyOf": [NUMBER, {"type": "null"}]})
    return keyed({"name": text(40, shortest=1), "pairs": places, "session": text(40)}, "name")


def _round() -> Schema:
    state, moment = choice(*RoundState.values), MOMENT
    seconds: Schema = {"type": "integer", "minimum": 0, "maximum": 10**7}
    properties: dict[str, Schema] = {
        "number": ROUND,
        "state": {"anyOf": [state, by_name(state)]},
        "starts_at": {"anyOf": [moment, by_name(moment)]},
        "ends_at": {"anyOf": [moment, by_name(moment)]},
        "paused_at": {"anyOf": [moment, by_name(moment)]},
        "paused_seconds": {"anyOf": [seconds, by_name(seconds)]},
        "late": listing(keyed({"pair": NUMBER, "excused": FLAG, "seconds": seconds}, "pair")),
        "basis": by_name(_basis()),
        "notes": by_name(listing({"type": "object"})),
        "matches": listing(_match()),
    }
    return keyed(properties, "number")


def _basis() -> Schema:
    """What one group's round was paired from: the standing after round `upto`, best pair first."""
    properties: dict[str, Schema] = {
        "upto": {"type": "integer", "minimum": 0, "maximum": 999},
        "order": NUMBERS,
        "points": by_name(text(40, shortest=1)),
    }
    return keyed(properties, "upto", "order", "points")


_PLACES = listing(NUMBER, minItems=2, maxItems=2)  # of a knock-out: the ranks that a match is about


def _match() -> Schema:
    played = {
        "group": text(40),
        "table": NUMBER,
        "ns": NUMBER,
        "ew": NUMBER,
        "rematch": FLAG,
        "reasons": listing({"type": "object"}),
        "extra_minutes": {"type": "integer", "minimum": 1, "maximum": 999},
        "places": _PLACES,
        "slot": NUMBER,
        "result": RESULT,
        "running": DEALS,
        "running_note": text(200),
    }
    bye = keyed({"group": text(40), "bye": NUMBER, "places": _PLACES, "slot": NUMBER}, "bye")
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
