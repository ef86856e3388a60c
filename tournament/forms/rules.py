"""The questions about rules as a form: what is open starts empty, what is settled starts with its value."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.codecs import LEVEL_TEXTS
from scoring.errors import InvalidRules
from scoring.options import Tiebreak
from scoring.rulebooks import Source
from scoring.rules import Rules, resolve
from tournament import wording
from tournament.forms.questions import Question, QuestionSection
from tournament.forms.rule_fields import (
    KNOWN_ORDERS,
    AnswerField,
    FigureField,
    FiguresField,
    OrderField,
    WholeField,
)
from tournament.forms.scheme_answers import FIELD_OF_PATH, choices_for, initial_of, scheme_of
from tournament.queries.rule_effect import changed_settings
from tournament.queries.rule_lines import SECTIONS, rule_line, speaks
from tournament.wording.rules import SCHEMES, label, tiebreak_name, tiebreak_note
from tournament.wording.tiebreaks import KNOWN_ORDER_NAMES, tiebreak_example

Json = dict[str, Any]
WALKOVERS = ("bye", "opponent", "forfeiter", "double", "missed")
SIMPLE = (
    "pass_condition", "pass_when", "must_play_a", "ace_failure", "fall_keeps_gain", "demotion_at_ace",
    "deal_in_progress", "level_tie", "leader_at_time", "passed_a_value", "awarded_loss", "head_to_head",
    "bye_opponent", "bye_is_win", "withdrawal", "house_results", "substitution",
    "return_tribute",
)  # fmt: skip
FLAGS = ("must_play_a", "fall_keeps_gain", "bye_is_win")
COUNTS = (
    "ace_failures", "late_minutes", "late_minutes_excused", "late_level_minutes", "late_in_a_row",
    "appeal_minutes", "appeal_answer_minutes", "report_at",
)  # fmt: skip
SECONDS = ("first", "next", "return")
TIME_MODES = [
    ("minutes", _("限时：到时间为止（先过A的提前结束）")),
    ("none", _("不限时：打到一方过A为止")),
    ("deals", _("打满规定的副数")),
    ("both", _("限时或打满副数，先到为准")),
]
# Questions with more than one field; the first is the one that must not stay empty.
PARTS: Mapping[str, tuple[str, ...]] = {
    "ace_failure": ("ace_failure", "ace_failures"),
    "minutes": ("time_mode", "minutes", "deals"),
    "scheme": ("scheme", "own_win", "own_even", "own_loss", "own_winner", "own_loser", "own_draw"),
    "play_seconds": ("seconds_first", "seconds_next", "seconds_return"),
    **{f"walkovers.{key}": (f"walkovers_{key}", f"level_diff_{key}") for key in WALKOVERS},
}
ONLY_SHOWN = ("ladder", "foul_limit")


class RulesForm(forms.Form):
    """All settings that people may change; `resolved` are the rules that stand, `asked` the open questions.

    `sources` and `decided` (keys that the event set itself) say where the standing values come from.

    After `is_valid()`, `answers` is a layer of settings in the archive's shape with every answer, and `rules`
    what they come to. With `judge=False` (a tie-break was moved) nothing is checked and no error shows.
    """

    ace_failures = WholeField(label=_("次数上限"), required=False)
    time_mode = AnswerField("minutes", choices=TIME_MODES, label=_("一局怎样结束"))
    minutes = WholeField(label=_("时限（分钟）"), required=False)
    deals = WholeField(label=_("副数"), required=False)
    own_win = FigureField(label=_("胜"), required=False)
    own_even = FigureField(label=_("平（没有平局就不填）"), required=False)
    own_loss = FigureField(label=_("负"), required=False)
    own_winner = FiguresField(
        label=_("胜方：级差 0、1、2……依次得分"),
        required=False,
        help_text=_("用空格分开，例如：13 14 15 16。更大的级差按最后一个算。"),
    )
    own_loser = FiguresField(
        label=_("负方：依次得分"),
        required=False,
        help_text=_("不填就按双方合计不变推算。"),
    )
    own_draw = FiguresField(
        label=_("平局各得"),
        required=False,
        widget=forms.TextInput(attrs={"class": "short"}),
        help_text=_("不填就是级差 0 一行的平均。"),
    )
    tiebreaks = OrderField(label=_("积分相同的名次判定"), required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        resolved: Json,
        asked: Collection[str] = (),
        sources: Mapping[str, Source] = MappingProxyType({}),
        decided: Collection[str] = (),
        judge: bool = True,
    ) -> None:
        standing = resolve(resolved)
        self.lines = {
            key: rule_line(key, standing, sources, decided) for _key, _title, keys in SECTIONS for key in keys
        }
        self.resolved, self.asked, self.judging = resolved, asked, judge
        self.answers: Json = {}
        self.rules: Rules | None = None
        super().__init__(data, initial=_initial(resolved, asked))
        self.fields["scheme"] = AnswerField(
            "scheme", choices=choices_for(resolved["scheme"]), label=label("scheme")
        )
        self._add_plain_fields()

    def _add_plain_fields(self) -> None:
        for key in SIMPLE:
            self.fields[key] = AnswerField(key, label=label(key))
        for key in COUNTS[1:]:
            self.fields[key] = WholeField(label=label(key), required=False, help_text=_("不填就是没有规定。"))
        levels = [(text, text) for level, text in LEVEL_TEXTS.items() if level > 2]
        self.fields["finish_level"] = forms.ChoiceField(choices=levels, label=label("finish_level"))
        seconds = [("", _("不另计")), *SCHEMES.items()]
        standing = self.resolved["secondary_scheme"]
        if isinstance(standing, dict):
            seconds.append(("standing", _("保持现在的自定办法")))
        self.fields["secondary_scheme"] = forms.ChoiceField(
            choices=seconds, label=label("secondary_scheme"), required=False
        )
        for key in WALKOVERS:
            self.fields[f"walkovers_{key}"] = FigureField(label=_("分数"), required=False)
            self.fields[f"level_diff_{key}"] = WholeField(
                label=_("计入净级差（不填就按换算表）"), required=False
            )
        for key in SECONDS:
            self.fields[f"seconds_{key}"] = WholeField(label=label(f"play_seconds.{key}"), required=False)

    def full_clean(self) -> None:
        """Check everything, or nothing when only a tie-break was moved."""
        if self.judging:
            super().full_clean()
        else:
            self._errors = ErrorDict()

    def clean(self) -> None:
        """Let the domain judge the answers, each mistake beside its field."""
        try:
            self.answers = self._answered()
            changed_settings(self.resolved, self.answers)
            self.rules = resolve(self.resolved, self.answers)
        except InvalidRules as error:
            self.add_error(self._field_of(error.path), wording.of_error(error))
        self._refuse_open_questions()

    def _answered(self) -> Json:
        data = self.cleaned_data
        answers: Json = {key: data[key] for key in SIMPLE if data.get(key)}
        answers |= {key: answers[key] == "true" for key in FLAGS if key in answers}
        answers |= {key: data[key] for key in COUNTS if key in data}
        if answers.get("ace_failures") is None:
            answers["ace_failures"] = self.resolved["ace_failures"]
        answers |= self._time(data) | self._points(data)
        if "finish_level" in data:
            answers["finish_level"] = data["finish_level"]
        answers["tiebreaks"] = data.get("tiebreaks", [])
        answers["play_seconds"] = {key: data.get(f"seconds_{key}") for key in SECONDS}
        return answers

    def _time(self, data: Json) -> Json:
        mode = data.get("time_mode")
        if not mode:
            return {}
        minutes, deals = data.get("minutes"), data.get("deals")
        if mode in ("minutes", "both") and minutes is None and "minutes" not in self.errors:
            self.add_error("minutes", _("请填时限，例如 60。"))
        if mode in ("deals", "both") and deals is None and "deals" not in self.errors:
            self.add_error("deals", _("请填副数，例如 8。"))
        return {
            "minutes": minutes if mode in ("minutes", "both") else None,
            "deals": deals if mode in ("deals", "both") else None,
        }

    def _points(self, data: Json) -> Json:
        points: Json = {
            "walkovers": {key: data[f"walkovers_{key}"] for key in WALKOVERS if data.get(f"walkovers_{key}")},
            "walkover_level_diff": {key: data.get(f"level_diff_{key}") for key in WALKOVERS},
        }
        second = data.get("secondary_scheme")
        points["secondary_scheme"] = (
            self.resolved["secondary_scheme"] if second == "standing" else second or None
        )
        scheme = scheme_of(data, self.resolved["scheme"])
        return points | ({"scheme": scheme} if scheme else {})

    def _refuse_open_questions(self) -> None:
        rules = self.rules or resolve(self.resolved)
        for question in self.questions():
            if not question.asked or question.has_errors or not speaks(question.key, rules):
                continue
            if not self.cleaned_data.get(question.first.name):
                self.add_error(question.first.name, _unanswered(question.key))

    def _field_of(self, path: str) -> str | None:
        """The form's field for the JSON path of a mistake: `walkovers.bye`, `scheme.winner[2]`, `minutes`."""
        path = path.partition("[")[0]
        outer, _dot, inner = path.partition(".")
        named = {"walkovers": f"walkovers_{inner}", "walkover_level_diff": f"level_diff_{inner}"}
        named |= {"play_seconds": f"seconds_{inner}", "scheme": "scheme"}
        field = FIELD_OF_PATH.get(path) or named.get(outer, outer)
        if path == "scheme.draw" and self.cleaned_data.get("scheme") == "own-match-points":
            field = "own_even"
        return field if field in self.fields else None

    def questions(self) -> list[Question]:
        """Every question in reading order."""
        return [question for section in self.sections() for question in section.questions]

    def sections(self) -> list[QuestionSection]:
        """The questions under their headings."""
        return [
            QuestionSection(str(title), tuple(self._question(key) for key in keys))
            for _section, title, keys in SECTIONS
        ]

    def _question(self, key: str) -> Question:
        names = () if key in ONLY_SHOWN else _parts(key)
        return Question(key, self.lines[key], tuple(self[name] for name in names), key in self.asked)

    @property
    def open_questions(self) -> list[Question]:
        """Those that somebody has to answer."""
        return [question for question in self.questions() if question.asked]

    @property
    def settled_sections(self) -> list[QuestionSection]:
        """The others, under their headings; settings that cannot be edited only where they say something."""
        kept = [
            QuestionSection(
                section.title, tuple(one for one in section.questions if not one.asked and self._shows(one))
            )
            for section in self.sections()
        ]
        return [section for section in kept if section.questions]

    def _shows(self, question: Question) -> bool:
        return bool(question.fields) or speaks(question.key, resolve(self.resolved))

    @property
    def order(self) -> list[dict[str, str]]:
        """The tie-breaks as they stand on the page, first to last; unknown words are passed over."""
        return [_named(key) for key in self["tiebreaks"].value() or () if key in set(Tiebreak)]

    @property
    def unused(self) -> list[dict[str, str]]:
        """The tie-breaks that may still be added."""
        used = {one["key"] for one in self.order}
        return [_named(key.value) for key in Tiebreak if key.value not in used]

    @property
    def known_orders(self) -> list[dict[str, str]]:
        """Orders that may be taken as they are."""
        return known_orders()


def known_orders() -> list[dict[str, str]]:
    """The orders that are in use, each with its chain in words."""
    return [
        {
            "key": key,
            "name": str(KNOWN_ORDER_NAMES[key]),
            "text": " → ".join([gettext("积分"), *(tiebreak_name(one) for one in order)]),
        }
        for key, order in KNOWN_ORDERS.items()
    ]


def _named(key: str) -> dict[str, str]:
    return {
        "key": key,
        "name": tiebreak_name(key),
        "note": tiebreak_note(key),
        "example": tiebreak_example(key),
    }


def _parts(key: str) -> tuple[str, ...]:
    return PARTS.get(key, (key,))


def _unanswered(key: str) -> Any:
    if key == "tiebreaks":
        return _("请排出判定的次序，至少一项。")
    if key.startswith("walkovers."):
        return _("请填分数，这份规则没有写明。")
    return _("请选一个答案，这份规则没有写明。")


def _initial(resolved: Json, asked: Collection[str]) -> Json:
    """The values that the form begins with, as they are typed; open questions begin empty."""
    initial: Json = {key: resolved[key] for key in (*SIMPLE, "finish_level")}
    initial |= {key: _typed(resolved[key]) for key in (*COUNTS, "minutes", "deals")}
    initial |= {key: str(resolved[key]).lower() for key in FLAGS}
    second = resolved["secondary_scheme"]
    initial |= {"secondary_scheme": "standing" if isinstance(second, dict) else second or ""}
    initial |= {"time_mode": _time_mode(resolved), "tiebreaks": resolved["tiebreaks"]}
    initial |= initial_of(resolved["scheme"])
    for key in WALKOVERS:
        initial[f"walkovers_{key}"] = resolved["walkovers"][key] or ""
        initial[f"level_diff_{key}"] = _typed(resolved["walkover_level_diff"][key])
    initial |= {f"seconds_{key}": _typed(resolved["play_seconds"][key]) for key in SECONDS}
    return {name: value for name, value in initial.items() if name not in {_parts(key)[0] for key in asked}}


def _typed(value: int | None) -> str:
    return "" if value is None else str(value)


def _time_mode(resolved: Json) -> str:
    limits = [name for name in ("minutes", "deals") if resolved[name] is not None]
    return "both" if len(limits) == 2 else limits[0] if limits else "none"
