"""The sentence for every error code, enum and verb: codes inside, Chinese outside.

One module an area; each has `ERRORS` (code → sentence with %(name)s places), and where it applies `VERBS`
(journal) and `WORDS` (enum values). A code without a sentence is our bug and raises KeyError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.models import Entry
from tournament.wording import draw, general, results, rules

AREAS = (general, draw, results, rules)
ERRORS: dict[str, Any] = {code: text for area in AREAS for code, text in getattr(area, "ERRORS", {}).items()}
VERBS: dict[str, Any] = {verb: text for area in AREAS for verb, text in getattr(area, "VERBS", {}).items()}
WORDS: dict[str, Any] = {word: text for area in AREAS for word, text in getattr(area, "WORDS", {}).items()}


def sentence(code: str, params: Mapping[str, Any] | None = None) -> str:
    """What a person reads for an error or note `code`, its places filled from `params`.

    Parameters that are themselves codes of `WORDS` (sides, fields, states) are worded too.
    """
    worded = {
        key: str(WORDS.get(value, value)) if isinstance(value, str) else value
        for key, value in (params or {}).items()
    }
    return str(ERRORS[code]) % worded


def of_error(error: Any) -> str:
    """The sentence of any of our errors: it has a `code` and `params`."""
    return sentence(error.code, error.params)


def of_entry(entry: Entry) -> str:
    """A line of the journal in words; `codes` that the sentence does not name are left out."""
    worded = {
        key: str(WORDS.get(value, value)) if isinstance(value, str) else value
        for key, value in entry.codes.items()
    }
    return str(VERBS[entry.verb]) % worded
