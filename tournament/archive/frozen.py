"""What the frozen rows of a publication must hold, so that the pages that show them can."""

from __future__ import annotations

from typing import Any

from tournament.archive.schema_words import Schema, listing
from tournament.models import PublicationKind

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}


def having(properties: dict[str, Schema]) -> Schema:
    """An object with at least these keys; later editions may add some."""
    return {"type": "object", "properties": properties, "required": sorted(properties)}


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


PAIR = having({"number": WHOLE, "name": TEXT, "players": listing(TEXT), "unit": TEXT})
MATCH = having({"group": TEXT, "table": maybe(WHOLE), "kind": TEXT, "ns": PAIR, "ew": maybe(PAIR)})
ROW = having(
    {
        "rank": maybe(WHOLE),
        "tied": {"type": "boolean"},
        "pair": PAIR,
        "points": TEXT,
        "penalty_points": TEXT,
        "carried": TEXT,
        "played": WHOLE,
        "byes": WHOLE,
        "forfeits": WHOLE,
        "wins": TEXT,
        "level_diff_sum": WHOLE,
        "decided_by": maybe(TEXT),
        "tiebreaks": {"type": "object", "additionalProperties": maybe(TEXT)},
        "by_round": {"type": "object", "additionalProperties": TEXT},
    }
)
RESULT = having({"kind": TEXT, "side": TEXT, "ns_points": TEXT, "ew_points": TEXT})
GROUP = having({"group": TEXT, "pairs": listing({**PAIR, "required": [*PAIR["required"], "position"]})})

ROWS: dict[Any, Schema] = {
    PublicationKind.GROUPS: listing(GROUP),
    PublicationKind.PAIRINGS: listing(MATCH),
    PublicationKind.STANDINGS: having(
        {
            "after_round": maybe(WHOLE),
            "tiebreaks": listing(TEXT),
            "groups": listing(having({"group": TEXT, "rows": listing(ROW)})),
            "overall": listing(ROW),
            "results": listing({"allOf": [MATCH, having({"round": WHOLE, "result": maybe(RESULT)})]}),
        }
    ),
}
