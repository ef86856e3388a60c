"""The rule books that ship with the product: presets as TOML, every value with its source.

A value in a file stands beside the article that it comes from, or `ours = true` where the document is silent.
Open questions (walk-overs, failures, ties) that a document leaves open are asked when an event is made.
"""

from __future__ import annotations

import functools
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any

from scoring.options import Grade, PlayEffect
from scoring.rules import FIELDS
from scoring.sanctions import Sanction

KEYS = (
    "library-rotation",
    "devzone-26",
    "school-grades",
    "school-grades-final",
    "three-fouls",
    "casual-28",
    "provincial-2015",
    "national-2017",
)

ASKABLE = (
    "ace_failure",
    "level_tie",
    "passed_a_value",
    "walkovers.bye",
    "walkovers.opponent",
    "walkovers.forfeiter",
    "walkovers.double",
    "walkovers.missed",
    "awarded_loss",
    "tiebreaks",
    "withdrawal",
    "substitution",
)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from: an article of the document, or `ours`; `note` says what needs saying."""

    article: str = ""
    note: str = ""
    ours: bool = False


OURS = Source(ours=True)


@dataclass(frozen=True, slots=True)
class Variant:
    """Another reading of the same document: values that replace the rule book's own."""

    key: str
    name: str
    values: Mapping[str, object]
    sources: Mapping[str, Source]


@dataclass(frozen=True, slots=True)
class Article:
    """What a rule book says of one kind of foul: its article, what was done, and what it brings.

    `grade` and `effect` (what happens to the play, without figures) are None where the document leaves them
    to the referee; `sanction` has the figures that it names.
    """

    article: str
    says: str
    grade: Grade | None
    effect: PlayEffect | None
    sanction: Sanction
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """One preset.

    `values` has the archive's `rules` shape, ready for `resolve`. `sources` tells for every setting, by its
    key (`walkovers.bye` inside an object), where its value is from; a key that the file does not name is
    ours. `asked` are the open questions in asking order, `stages` the plan that the document describes,
    `articles` what it says of fouls, `digest` the SHA-256 of the values in canonical JSON.
    """

    key: str
    version: int
    name: str
    title: str
    values: Mapping[str, object]
    sources: Mapping[str, Source]
    asked: tuple[str, ...]
    variants: tuple[Variant, ...]
    stages: tuple[Mapping[str, object], ...]
    articles: tuple[Article, ...]
    digest: str


def keys() -> tuple[str, ...]:
    """The keys of all rule books, in the order in which they are offered."""
    return KEYS


@functools.cache
def load(key: str) -> RuleBook:
    """The rule book with this key; KeyError for any other."""
    if key not in KEYS:
        raise KeyError(key)
    text = resources.files(__package__).joinpath(f"{key}.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    values, stated = _values_and_sources(raw["rules"])
    sources = dict.fromkeys(_all_names(), OURS) | stated
    return RuleBook(
        key=key,
        version=raw["version"],
        name=raw["name"],
        title=raw["title"],
        values=MappingProxyType(values),
        sources=MappingProxyType(sources),
        asked=tuple(name for name in ASKABLE if sources[name].ours),
        variants=tuple(_variant(entry) for entry in raw.get("variants", [])),
        stages=tuple(MappingProxyType(stage) for stage in raw.get("stages", [])),
        articles=tuple(_article(entry) for entry in raw.get("articles", [])),
        digest=digest(values),
    )


def digest(values: Mapping[str, object]) -> str:
    """The SHA-256 of settings, written as JSON with sorted keys and no spaces."""
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _variant(raw: dict[str, Any]) -> Variant:
    values, sources = _values_and_sources(raw["rules"])
    return Variant(raw["key"], raw["name"], MappingProxyType(values), MappingProxyType(sources))


def _article(raw: dict[str, Any]) -> Article:
    figures = {
        key: raw[key] for key in ("levels", "cancels_gain", "out_of_play", "awards_deal") if key in raw
    }
    return Article(
        article=raw["article"],
        says=raw["says"],
        grade=Grade(raw["grade"]) if "grade" in raw else None,
        effect=PlayEffect(raw["effect"]) if "effect" in raw else None,
        sanction=Sanction(**figures),
        note=raw.get("note", ""),
    )


def _values_and_sources(raw: Mapping[str, Any]) -> tuple[dict[str, object], dict[str, Source]]:
    """Part each `{value, article, note, ours}` of a file into the value and its source."""
    values: dict[str, object] = {}
    sources: dict[str, Source] = {}
    for key, entry in raw.items():
        if "value" in entry or "none" in entry:
            values[key] = entry.get("value")
            sources[key] = Source(entry.get("article", ""), entry.get("note", ""), entry.get("ours", False))
            continue
        inner_values, inner_sources = _values_and_sources(entry)
        values[key] = inner_values
        sources |= {f"{key}.{name}": source for name, source in inner_sources.items()}
    return values, sources


def _all_names() -> Iterator[str]:
    """The name of every setting; settings inside walk-overs have names of their own."""
    for field in FIELDS:
        if field.key in ("walkovers", "walkover_level_diff") and isinstance(field.default, dict):
            yield from (f"{field.key}.{inner}" for inner in field.default)
        else:
            yield field.key
