"""The rules of an event or stage as people read them: sections of lines, each with its source.

The desk, the public page, the paper to sign and the form of a new event all show these lines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import rulebooks
from scoring.codecs import ACE
from scoring.rulebooks import Source
from scoring.rules import AceFailure, PassWhen, PlaySeconds, Rules, Tiebreak
from scoring.schemes import HundredPlus
from tournament.models import Event, Stage
from tournament.wording.rule_values import FIELD_BY_KEY, source_text, value_text
from tournament.wording.rules import label

SECTIONS: tuple[tuple[str, str | Promise, tuple[str, ...]], ...] = (
    (
        "play",
        _("打A与过A"),
        (
            "pass_condition",
            "pass_when",
            "must_play_a",
            "finish_level",
            "ace_failure",
            "fall_keeps_gain",
            "demotion_at_ace",
        ),
    ),
    ("time", _("时间与胜负"), ("minutes", "deal_in_progress", "level_tie")),
    ("points", _("积分"), ("scheme", "secondary_scheme", "leader_at_time", "passed_a_value")),
    (
        "walkovers",
        _("轮空与弃权"),
        (
            "walkovers.bye",
            "walkovers.opponent",
            "walkovers.forfeiter",
            "walkovers.double",
            "walkovers.missed",
            "awarded_loss",
        ),
    ),
    ("ranking", pgettext_lazy("page", "名次"), ("tiebreaks", "head_to_head", "bye_opponent", "bye_is_win")),
    (
        "people",
        _("迟到、退赛与换人"),
        (
            "late_minutes",
            "late_minutes_excused",
            "late_level_minutes",
            "late_in_a_row",
            "withdrawal",
            "house_results",
            "substitution",
        ),
    ),
    (
        "conduct",
        _("判罚、申诉与打牌"),
        (
            "ladder",
            "foul_limit",
            "appeal_minutes",
            "appeal_answer_minutes",
            "report_at",
            "return_tribute",
            "play_seconds",
        ),
    ),
)
TITLES = {key: title for key, title, _keys in SECTIONS}
NO_SOURCE = Source(ours=True)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One setting in words. `decided`: the event or stage set it itself."""

    key: str
    label: str
    text: str
    source: str
    decided: bool


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Lines that belong together, under one heading."""

    key: str
    title: str
    lines: tuple[RuleLine, ...]


def rule_sections(
    rules: Rules, sources: Mapping[str, Source], decided: Collection[str] = ()
) -> tuple[RuleSection, ...]:
    """All lines that say something under `rules`, in reading order.

    Settings that have no effect here (what becomes of the running deal in a match without a time limit …)
    are left out. `decided` are the keys that the event set itself.
    """
    sections = []
    for key, title, keys in SECTIONS:
        shown = [rule_line(name, rules, sources, decided) for name in keys if speaks(name, rules)]
        if shown:
            sections.append(RuleSection(key, str(title), tuple(shown)))
    return tuple(sections)


def rule_line(
    key: str, rules: Rules, sources: Mapping[str, Source], decided: Collection[str] = ()
) -> RuleLine:
    """One setting as a line."""
    own = key in decided
    source = source_text(sources.get(key, NO_SOURCE), decided=own)
    return RuleLine(key, label(key), value_text(key, rules), source, own)


def speaks(key: str, rules: Rules) -> bool:
    """Whether a setting can have an effect under the others of `rules`."""
    return key not in _NEEDED or _NEEDED[key](rules)


def _has(key: str) -> Callable[[Rules], bool]:
    return lambda rules: FIELD_BY_KEY[key].value(rules) not in (None, ())


# What has to hold for a setting to say anything; settings that are not named here always do.
_NEEDED: dict[str, Callable[[Rules], bool]] = {
    "pass_when": lambda rules: rules.play.pass_when != PassWhen.IN_PLAY,
    "finish_level": lambda rules: rules.play.finish_level != ACE,
    "fall_keeps_gain": lambda rules: rules.play.ace_failure == AceFailure.BACK_TO_2,
    "deal_in_progress": lambda rules: rules.play.minutes is not None,
    "leader_at_time": lambda rules: isinstance(rules.scheme, HundredPlus),
    "head_to_head": lambda rules: Tiebreak.HEAD_TO_HEAD in rules.ranking.tiebreaks,
    "bye_opponent": lambda rules: Tiebreak.OPPONENTS_POINTS in rules.ranking.tiebreaks,
    "bye_is_win": lambda rules: Tiebreak.WINS in rules.ranking.tiebreaks,
    "play_seconds": lambda rules: rules.conduct.play_seconds != PlaySeconds(),
    **{
        key: _has(key)
        for key in (
            "secondary_scheme",
            "late_minutes_excused",
            "late_level_minutes",
            "late_in_a_row",
            "ladder",
            "foul_limit",
            "appeal_minutes",
            "appeal_answer_minutes",
            "report_at",
            "return_tribute",
        )
    },
}


def names_in(layer: Mapping[str, Any]) -> set[str]:
    """The names of the settings in a layer as `sources` has them: `walkovers.bye` for what stands inside.

    Deals belong to the line about time.
    """
    names: set[str] = set()
    for key, value in layer.items():
        inside = key in ("walkovers", "walkover_level_diff") and isinstance(value, Mapping)
        names |= (
            {f"walkovers.{inner}" for inner in value} if inside else {"minutes" if key == "deals" else key}
        )
        if key == "ace_failures":
            names.add("ace_failure")
    return names


def event_sections(event: Event) -> tuple[RuleSection, ...]:
    """The event's own rules; no query."""
    book = book_of(event.rulebook)
    return rule_sections(event.scoring_rules, book.sources if book else {}, names_in(event.rules))


def stage_differences(event: Event, stage: Stage) -> tuple[RuleLine, ...]:
    """The lines in which a stage differs from its event; no query."""
    base = {line.key: line.text for part in event_sections(event) for line in part.lines}
    book = book_of(stage.rulebook or event.rulebook)
    sources = book.sources if book else {}
    decided = names_in(stage.rules) | (set() if stage.rulebook else names_in(event.rules))
    sections = rule_sections(stage.scoring_rules, sources, decided)
    return tuple(line for part in sections for line in part.lines if base.get(line.key) != line.text)


def book_of(key: str) -> rulebooks.RuleBook | None:
    """The shipped rule book with this key, None for one that only an archive knows."""
    return rulebooks.load(key) if key in rulebooks.KEYS else None
