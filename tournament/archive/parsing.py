"""From bytes to a document of the right shape, or the first thing that is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

from tournament.archive.errors import ArchiveRefused, Step, json_path
from tournament.archive.schema import FORMAT, VERSION, shape

Json = dict[str, Any]

MOST_BYTES = 64 * 1024 * 1024
# What a database cannot store as text: the zero character, and halves of characters.
_BROKEN_TEXT = re.compile("[\x00\ud800-\udfff]")
_EVENT_KEYS = ("areas", "awards", "unit_ranking", "entries", "individuals", "draws", "commitments")

# JSON Schema lets 1.0 pass for a whole number; a file of ours never writes one.
_STRICT_TYPES = Draft202012Validator.TYPE_CHECKER.redefine(
    "integer", lambda _checker, value: isinstance(value, int) and not isinstance(value, bool)
)
_Validator = extend(Draft202012Validator, type_checker=_STRICT_TYPES)


def parse(data: bytes | str) -> Json:
    """Read the bytes of an archive and check their shape.

    Raises `ArchiveRefused`: `archive_not_json` (line), `archive_double_key` (key), `archive_too_big`,
    `archive_other_format`, `archive_other_version`, and the codes of a wrong shape, with the JSON path.
    """
    document = _loads(data)
    if not isinstance(document, dict):
        raise ArchiveRefused("archive_other_format", "$")
    if document.get("format") != FORMAT:
        raise ArchiveRefused("archive_other_format", "$.format")
    if document.get("version") != VERSION:
        raise ArchiveRefused(
            "archive_other_version", "$.version", value=document.get("version"), wanted=VERSION
        )
    _refuse_broken_text(document)
    check_shape(document)
    return _event_keys_in_event(document)


def _loads(data: bytes | str) -> Any:
    if len(data) > MOST_BYTES:
        raise ArchiveRefused("archive_too_big", "$", limit=MOST_BYTES // 1024 // 1024)
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_number)
    except UnicodeDecodeError:
        raise ArchiveRefused("archive_not_utf8", "$") from None
    except json.JSONDecodeError as error:
        raise ArchiveRefused("archive_not_json", "$", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise ArchiveRefused("archive_too_deep", "$") from None
    except ValueError:
        raise ArchiveRefused("archive_huge_number", "$") from None


def _object(items: list[tuple[str, Any]]) -> Json:
    """An object; a key twice would silently lose the first value."""
    found = dict(items)
    if len(found) < len(items):
        keys = [key for key, _value in items]
        double = next(key for key in keys if keys.count(key) > 1)
        raise ArchiveRefused("archive_double_key", "$", key=double)
    return found


def _no_number(word: str) -> None:
    raise ArchiveRefused("archive_no_number", "$", value=word)


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ArchiveRefused("archive_huge_number", "$")
    return value


def _refuse_broken_text(document: Json) -> None:
    for steps, value in _texts(document, ()):
        if _BROKEN_TEXT.search(value):
            raise ArchiveRefused("archive_broken_text", json_path(steps))


def _texts(value: Any, steps: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], str]]:
    """Every text of a document, keys among them, with the way to it."""
    if isinstance(value, str):
        yield steps, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield steps, key
            yield from _texts(inner, (*steps, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*steps, index))


def check_shape(value: Any, schema: Json | None = None, under: tuple[Step, ...] = ()) -> None:
    """Raise `ArchiveRefused` for the most telling difference between a value and a schema.

    Without a `schema` the value is a whole document; `under` is where it stands in one.
    """
    error = best_match(_Validator(schema or shape()).iter_errors(value))
    if error is not None:
        raise _refusal(error, under)


def _refusal(error: ValidationError, under: tuple[Step, ...]) -> ArchiveRefused:
    steps = [*under, *error.absolute_path]
    path = json_path(steps)
    rule, value = str(error.validator), error.instance
    if rule == "additionalProperties":
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        key = next(key for key in value if key not in known)
        return ArchiveRefused("archive_unknown_key", json_path([*steps, key]), key=key)
    if rule == "required":
        key = next(key for key in error.validator_value if key not in value)
        return ArchiveRefused("archive_missing_key", path, key=key)
    if rule in ("enum", "const"):
        words = error.validator_value if rule == "enum" else [error.validator_value]
        return ArchiveRefused("archive_unknown_choice", path, value=_short(value), choices=_listed(words))
    return _refusal_of_value(rule, path, value, error.validator_value)


def _refusal_of_value(rule: str, path: str, value: Any, wanted: Any) -> ArchiveRefused:
    codes = {
        "minimum": "archive_too_small",
        "maximum": "archive_too_large",
        "minLength": "archive_empty_text",
        "maxLength": "archive_long_text",
        "minItems": "archive_too_few",
        "maxItems": "archive_too_many",
        "pattern": "archive_wrong_form",
    }
    if rule in codes:
        return ArchiveRefused(codes[rule], path, value=_short(value), wanted=str(wanted))
    return ArchiveRefused("archive_wrong_type", path, value=_short(value))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _listed(words: list[Any]) -> str:
    return _("、").join(str(word) for word in words)


def _event_keys_in_event(document: Json) -> Json:
    """The document with what belongs to the event inside `event`, wherever it stood."""
    event, rest = dict(document["event"]), dict(document)
    for key in _EVENT_KEYS:
        if key not in rest:
            continue
        if key in event:
            raise ArchiveRefused("archive_twice", f"$.{key}", key=key)
        event[key] = rest.pop(key)
    return {**rest, "event": event}
