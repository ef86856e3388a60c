"""The resolved rules of an event or stage, and how layers of settings become them.

`resolve` takes layers in the archive's `rules` shape (flat keys, decimals as text), `to_json` gives them
back; `FIELDS` and `json_schema` describe them. All four derive from the dataclasses below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scoring.codecs import (
    Choice,
    Codec,
    Flag,
    Group,
    LevelText,
    Listing,
    Maybe,
    Points,
    Whole,
    setting,
    settings_of,
)
from scoring.conduct import Conduct, FoulLimit, LadderStep, PlaySeconds
from scoring.errors import InvalidRules
from scoring.options import (
    AceFailure,
    AwardedLossRule,
    ByeOpponent,
    DealInProgress,
    DemotionAtAce,
    Ended,
    FoulEffect,
    Grade,
    HeadToHead,
    HouseResults,
    LeaderAtTime,
    LevelTie,
    PassCondition,
    PassedAValue,
    PassWhen,
    ReturnTribute,
    Scope,
    Side,
    Substitution,
    Tiebreak,
    Withdrawal,
)
from scoring.schemes import SCHEMES, Scheme, SchemeCodec

__all__ = [
    "FIELDS",
    "AceFailure",
    "AwardedLossRule",
    "ByeOpponent",
    "Conduct",
    "DealInProgress",
    "DemotionAtAce",
    "Ended",
    "FoulEffect",
    "FoulLimit",
    "Grade",
    "HeadToHead",
    "HouseResults",
    "LadderStep",
    "LeaderAtTime",
    "LevelTie",
    "PassCondition",
    "PassWhen",
    "PassedAValue",
    "PlayRules",
    "PlaySeconds",
    "Ranking",
    "ReturnTribute",
    "RuleField",
    "Rules",
    "Scope",
    "Side",
    "Substitution",
    "Tiebreak",
    "WalkOverLevelDiff",
    "WalkOvers",
    "Withdrawal",
    "check_knockout",
    "json_schema",
    "merge",
    "resolve",
    "to_json",
]


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How a match is played and ended, deal by deal; `minutes` and `deals` None: no such limit."""

    pass_condition: PassCondition = setting(Choice(PassCondition), PassCondition.PARTNER_NOT_LAST)
    pass_when: PassWhen = setting(Choice(PassWhen), PassWhen.IN_PLAY)
    must_play_a: bool = setting(Flag(), True)
    finish_level: int = setting(LevelText(low=3), 14)
    ace_failure: AceFailure = setting(Choice(AceFailure), AceFailure.CARRY_ON)
    ace_failures: int = setting(Whole(1, 9), 3)
    fall_keeps_gain: bool = setting(Flag(), False)
    demotion_at_ace: DemotionAtAce = setting(Choice(DemotionAtAce), DemotionAtAce.LEVELS)
    minutes: int | None = setting(Maybe(Whole(1, 1440)), None)
    deals: int | None = setting(Maybe(Whole(1, 99)), None)
    deal_in_progress: DealInProgress = setting(Choice(DealInProgress), DealInProgress.FINISH)
    passed_a_value: PassedAValue = setting(Choice(PassedAValue), PassedAValue.ONE_LEVEL)
    level_tie: LevelTie = setting(Choice(LevelTie), LevelTie.DRAW)


@dataclass(frozen=True, slots=True)
class WalkOvers:
    """What a match that was not played is worth; None: the scheme's own default (`scoring.walkovers`).

    `opponent` is the opponent of a forfeit, `double` each side of a double forfeit, `missed` a round that a
    pair did not play.
    """

    bye: Decimal | None = setting(Maybe(Points()), None)
    opponent: Decimal | None = setting(Maybe(Points()), None)
    forfeiter: Decimal | None = setting(Maybe(Points()), None)
    double: Decimal | None = setting(Maybe(Points()), None)
    missed: Decimal | None = setting(Maybe(Points()), None)


@dataclass(frozen=True, slots=True)
class WalkOverLevelDiff:
    """The level differences that go with `WalkOvers`; None: the row of the table that pays that figure."""

    bye: int | None = setting(Maybe(Whole(-99, 99, text=True)), None)
    opponent: int | None = setting(Maybe(Whole(-99, 99, text=True)), None)
    forfeiter: int | None = setting(Maybe(Whole(-99, 99, text=True)), None)
    double: int | None = setting(Maybe(Whole(-99, 99, text=True)), None)
    missed: int | None = setting(Maybe(Whole(-99, 99, text=True)), None)


FIVE_TIEBREAKS = (
    Tiebreak.HEAD_TO_HEAD,
    Tiebreak.WINS,
    Tiebreak.LEVEL_DIFF_SUM,
    Tiebreak.LEVELS_SUM,
    Tiebreak.LOTS,
)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What separates pairs with equal points, left to right."""

    tiebreaks: tuple[Tiebreak, ...] = setting(Listing(Choice(Tiebreak), unique=True), FIVE_TIEBREAKS)
    head_to_head: HeadToHead = setting(Choice(HeadToHead), HeadToHead.TWO)
    bye_opponent: ByeOpponent = setting(Choice(ByeOpponent), ByeOpponent.ZERO)
    bye_is_win: bool = setting(Flag(), True)


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that decides what a result is worth and who is ahead, with nothing left to look up."""

    play: PlayRules = PlayRules()
    ranking: Ranking = Ranking()
    conduct: Conduct = Conduct()
    scheme: Scheme = setting(SchemeCodec(), SCHEMES["table-26"])
    secondary_scheme: Scheme | None = setting(Maybe(SchemeCodec()), None)
    leader_at_time: LeaderAtTime = setting(Choice(LeaderAtTime), LeaderAtTime.LEVELS_ONLY)
    walkovers: WalkOvers = setting(Group(WalkOvers), WalkOvers())
    walkover_level_diff: WalkOverLevelDiff = setting(Group(WalkOverLevelDiff), WalkOverLevelDiff())
    awarded_loss: AwardedLossRule = setting(Choice(AwardedLossRule), AwardedLossRule.AS_FORFEIT)


_PARTS: dict[str, type[Any]] = {"play": PlayRules, "ranking": Ranking, "conduct": Conduct}


@dataclass(frozen=True, slots=True)
class RuleField:
    """One setting as a form or a page of rules needs to know it.

    `part` is the attribute of `Rules` that holds it ("" for `Rules` itself), `kind` one of choice, flag,
    whole, level, list, group, ladder, scheme; `default` is JSON.
    """

    key: str
    part: str
    codec: Codec
    default: object

    @property
    def kind(self) -> str:
        """What sort of value it is."""
        return self.codec.kind

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from, where there are any."""
        return self.codec.choices

    @property
    def nullable(self) -> bool:
        """Whether null is a value (no limit, not set)."""
        return isinstance(self.codec, Maybe)

    def value(self, rules: Rules) -> Any:
        """The setting's value in `rules`."""
        return getattr(getattr(rules, self.part) if self.part else rules, self.key)


def _fields() -> tuple[RuleField, ...]:
    owners: list[tuple[str, type[Any]]] = [*_PARTS.items(), ("", Rules)]
    return tuple(
        RuleField(key, part, field.metadata["codec"], field.metadata["codec"].write(field.default))
        for part, of in owners
        for key, field in settings_of(of).items()
    )


FIELDS: tuple[RuleField, ...] = _fields()
_BY_KEY = {field.key: field for field in FIELDS}


def merge(*layers: Mapping[str, object]) -> dict[str, object]:
    """Lay settings over each other, later ones on top, objects key by key; nothing is checked here.

    A scheme object of another `kind` takes the place of the one below it whole.
    """
    merged: dict[str, object] = {}
    for layer in layers:
        for key, value in layer.items():
            below = merged.get(key)
            if isinstance(value, Mapping) and isinstance(below, Mapping) and not _other_kind(below, value):
                value = merge(below, value)
            merged[key] = value
    return merged


def _other_kind(below: Mapping[str, object], above: Mapping[str, object]) -> bool:
    return "kind" in above and above["kind"] != below.get("kind")


def resolve(*layers: Mapping[str, object]) -> Rules:
    """Read layers of settings (rule book, event, stage) into rules; later layers win.

    Keys not named anywhere take the defaults of the dataclasses; null lifts a limit. Raises InvalidRules
    with the path for unknown keys, wrong types, values out of range and contradictions (`level_tie` `draw`
    under a scheme without draws, an excused lateness shorter than the plain one).
    """
    merged = merge(*layers)
    for key in merged:
        if key not in _BY_KEY:
            raise InvalidRules("unknown_key", str(key), key=key)
    values: dict[str, dict[str, Any]] = {part: {} for part in ("", *_PARTS)}
    for field in FIELDS:
        if field.key in merged:
            values[field.part][field.key] = field.codec.read(merged[field.key], field.key)
    parts = {part: of(**values[part]) for part, of in _PARTS.items()}
    rules = Rules(**parts, **values[""])
    _refuse_contradictions(rules)
    return rules


def _refuse_contradictions(rules: Rules) -> None:
    if rules.play.level_tie is LevelTie.DRAW and not rules.scheme.allows_draw:
        raise InvalidRules("draw_without_scheme", "level_tie")
    late, excused = rules.conduct.late_minutes, rules.conduct.late_minutes_excused
    if late is not None and excused is not None and excused < late:
        raise InvalidRules("excused_before_late", "late_minutes_excused", late=late, excused=excused)


def check_knockout(rules: Rules) -> None:
    """Refuse rules under which a knock-out match could end drawn: `level_tie` must name a winner."""
    if rules.play.level_tie is LevelTie.DRAW:
        raise InvalidRules("draw_in_knockout", "level_tie")


def to_json(rules: Rules) -> dict[str, object]:
    """All settings of `rules` in the archive's `rules` shape: `resolve(to_json(rules)) == rules`."""
    return {field.key: field.codec.write(field.value(rules)) for field in FIELDS}


def json_schema() -> dict[str, object]:
    """JSON Schema of one layer of settings (every key may be left out)."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {field.key: field.codec.schema() for field in FIELDS},
    }
