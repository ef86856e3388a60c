"""What a new event's rules start from: a rule document, another reading of it, or nothing but questions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scoring import rulebooks
from scoring.rulebooks import RuleBook, Source
from scoring.rules import merge, resolve, to_json
from tournament.queries.rule_lines import RuleLine, rule_line

ONE_BY_ONE = "one-by-one"
BENEATH_ONE_BY_ONE = "national-2017"  # what stands where nothing was asked
# Everything that decides a result or a rank; asked whole when no document is followed.
DECISIVE = (
    "pass_condition", "must_play_a", "ace_failure", "demotion_at_ace", "minutes", "deal_in_progress",
    "level_tie", "scheme", "leader_at_time", "passed_a_value", "walkovers.bye", "walkovers.opponent",
    "walkovers.forfeiter", "walkovers.double", "walkovers.missed", "awarded_loss", "tiebreaks",
    "head_to_head", "withdrawal", "substitution",
)  # fmt: skip
TELLING = ("minutes", "pass_condition", "scheme", "level_tie")


@dataclass(frozen=True, slots=True)
class RuleBasis:
    """Values to begin with, where each is from, and the questions that stay open.

    `own` are the values that the event keeps beside the rule book even when nobody touches them (those of
    another reading).
    """

    key: str
    book: RuleBook
    variant: str
    own: Mapping[str, Any]
    asked: tuple[str, ...]
    sources: Mapping[str, Source]

    @property
    def resolved(self) -> dict[str, Any]:
        """The rules to begin with, in JSON."""
        return to_json(resolve(self.book.values, self.own))

    @property
    def is_one_by_one(self) -> bool:
        """Whether no document is followed."""
        return self.key == ONE_BY_ONE

    def telling_lines(self) -> list[RuleLine]:
        """The few lines by which people tell the documents apart."""
        rules = resolve(self.book.values, self.own)
        return [rule_line(key, rules, self.sources) for key in TELLING]


def basis_of(key: str, variant: str = "") -> RuleBasis:
    """The basis with this key; KeyError for an unknown rule book or reading."""
    if key == ONE_BY_ONE:
        book = rulebooks.load(BENEATH_ONE_BY_ONE)
        return RuleBasis(key, book, "", {}, DECISIVE, book.sources)
    book = rulebooks.load(key)
    if not variant:
        return RuleBasis(key, book, "", {}, book.asked, book.sources)
    found = next((one for one in book.variants if one.key == variant), None)
    if found is None:
        raise KeyError(variant)
    return RuleBasis(key, book, variant, merge(found.values), book.asked, {**book.sources, **found.sources})


def all_bases() -> list[RuleBasis]:
    """Every document and reading, in the order in which they are offered; one by one comes last."""
    documents = [
        basis_of(key, variant)
        for key in rulebooks.KEYS
        for variant in ("", *(one.key for one in rulebooks.load(key).variants))
    ]
    return [*documents, basis_of(ONE_BY_ONE)]


def layer_of(answers: Mapping[str, Any], base: Mapping[str, Any], asked: Collection[str]) -> dict[str, Any]:
    """What an event keeps of `answers`: all that was asked, and of the rest what differs from `base`.

    `base` is the rule book's resolved JSON. Walk-overs are compared figure by figure.
    """
    whole = to_json(resolve(base, answers))
    layer = {
        key: whole[key] for key in answers if key != "walkovers" and (key in asked or whole[key] != base[key])
    }
    if {"ace_failure", "minutes"} & set(asked):
        layer |= {key: whole[key] for key in ("ace_failures", "deals") if _goes_with(key) in asked}
    walkovers, before = whole["walkovers"], base["walkovers"]
    if isinstance(walkovers, dict) and isinstance(before, dict):
        kept = {
            key: value
            for key, value in walkovers.items()
            if f"walkovers.{key}" in asked or value != before[key]
        }
        layer |= {"walkovers": kept} if kept else {}
    return layer


def _goes_with(key: str) -> str:
    return {"ace_failures": "ace_failure", "deals": "minutes"}[key]
