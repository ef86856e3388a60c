"""What was recorded at a table, whether it can be true, and what it came to: the door to three modules.

`records` has the values and their JSON, `judging` the verdict, `typed` the levels that people type.
"""

from scoring.deals import Deal, Item, Ruling
from scoring.facts import passing_gains
from scoring.judging import SeriesScore, judge, series_score
from scoring.options import Ended, Side
from scoring.outcome import Outcome, OutcomeKind
from scoring.records import (
    AwardedLoss,
    Forfeit,
    Record,
    Scoresheet,
    Series,
    from_json,
    result_schema,
    to_json,
)
from scoring.typed import TypedLevel, ask, complete, infer_ended, parse_level, possible_endings

__all__ = [
    "AwardedLoss",
    "Deal",
    "Ended",
    "Forfeit",
    "Item",
    "Outcome",
    "OutcomeKind",
    "Record",
    "Ruling",
    "Scoresheet",
    "Series",
    "SeriesScore",
    "Side",
    "TypedLevel",
    "ask",
    "complete",
    "from_json",
    "infer_ended",
    "judge",
    "parse_level",
    "passing_gains",
    "possible_endings",
    "result_schema",
    "series_score",
    "to_json",
]
