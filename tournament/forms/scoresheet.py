"""A scoresheet as a scorer types it: two levels, and whatever else the rules need to know."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.errors import InvalidScoresheet, NeedsMore
from scoring.rules import Rules, Side
from scoring.scoresheet import (
    AwardedLoss,
    Ended,
    Forfeit,
    Scoresheet,
    TypedLevel,
    ask,
    complete,
    parse_level,
)
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.dropped_deals import MayDropDeals
from tournament.forms.early import EarlyEnd
from tournament.forms.typed_text import TypedText
from tournament.wording.entering import question
from tournament.wording.general import side_name
from tournament.wording.rules import ended_name

_TIME = re.compile(r"(?P<minutes>[0-9]{1,4})(?:[:分](?P<seconds>[0-5]?[0-9])秒?|分|分钟)?")
ANSWERS = ("passed_gain", "ended", "winner", "in_play", "seconds")


class LevelField(TypedText):
    """One typed level (k, １０, 过A, A+3) as a `TypedLevel`; never type=number, which swallows full width."""

    def __init__(self, *, may_be_blank: bool = False, **kwargs: Any) -> None:
        self.may_be_blank = may_be_blank
        attrs = {
            "class": "level",
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
        }
        blank = {"required": wording.ERRORS["level_blank"]}
        widget = forms.TextInput(attrs=attrs)
        super().__init__(
            required=not may_be_blank, max_length=12, widget=widget, error_messages=blank, **kwargs
        )

    def clean(self, value: Any) -> TypedLevel | None:
        """Read the level, or refuse it with its sentence; None for one that may be blank."""
        text = super().clean(value)
        if self.may_be_blank and not text:
            return None
        try:
            return parse_level(text)
        except InvalidScoresheet as error:
            raise ValidationError(wording.of_error(error), code=error.code) from None


class TimeField(TypedText):
    """Minutes, or minutes and seconds (41, 41:30), as whole seconds; None when left out."""

    def clean(self, value: Any) -> int | None:
        """Read the time in any width, or refuse it with a sentence."""
        text = "".join(unicodedata.normalize("NFKC", super().clean(value)).split())
        if not text:
            return None
        found = _TIME.fullmatch(text)
        if found is None:
            raise ValidationError(wording.sentence("time_unknown", {"text": text}), code="time_unknown")
        return int(found["minutes"]) * 60 + int(found["seconds"] or 0)


class ScoresheetForm(MayDropDeals, EarlyEnd, WritingForm):
    """Two typed levels and the answers that the rules may ask for.

    With minutes `left` at the table, an end by time is asked for twice.

    After `is_valid`, `sheet` is a scoresheet that can be true. Otherwise every error stands beside its field,
    and `questions` names what is still to be asked, with the possible answers; the answers given are kept.
    """

    ns_level = LevelField(label=_("南北级数"))
    ew_level = LevelField(label=_("东西级数"))
    passed_gain = TypedText(label=_("过A时升几级"), required=False, max_length=12)
    ended = TypedText(label=_("结束方式"), required=False, max_length=12)
    winner = TypedText(label=_("胜方"), required=False, max_length=12)
    in_play = TypedText(label=_("台上方"), required=False, max_length=12)
    seconds = TimeField(label=_("用时"), required=False, max_length=10)
    reason = TypedText(label=_("更正原因"), required=False, max_length=200)

    def __init__(
        self, *args: Any, rules: Rules, knockout: bool = False, left: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.knockout, self.left = rules, knockout, left
        self.sheet: Scoresheet | None = None
        self.questions: dict[str, tuple[str, ...]] = {}

    def clean(self) -> dict[str, Any]:
        """Let the rules judge the levels, and keep in `questions` what they ask for."""
        data = super().clean() or self.cleaned_data
        ns, ew = data.get("ns_level"), data.get("ew_level")
        answers = self._answers(data)
        if ns is None or ew is None or set(self.errors) - {"submission"}:
            return data
        try:
            self.sheet = complete(ns, ew, self.rules, **answers, knockout=self.knockout)
        except NeedsMore as needed:
            for field in needed.fields:
                self._ask(field, ns.level == ew.level)
        except InvalidScoresheet as error:
            self.refuse(error)
        self.questions = self._questions(ns, ew, answers["ended"])
        self.ask_early(self.sheet.ended if self.sheet else None)
        return data

    def _answers(self, data: dict[str, Any]) -> dict[str, Any]:
        """The answers as the domain's own words; an answer that nobody offered is an error of its field."""
        given: dict[str, Any] = {"seconds": data.get("seconds")}
        for field, kind in (("ended", Ended), ("winner", Side), ("in_play", Side), ("passed_gain", int)):
            text = unicodedata.normalize("NFKC", data.get(field) or "")
            try:
                given[field] = kind(text) if text else None
            except ValueError:
                given[field] = None
                self.add_error(field, wording.sentence("unknown_choice", {"value": text}))
        return given

    def _ask(self, field: str, levels_equal: bool) -> None:
        sentence = question(field, self.rules, levels_equal=levels_equal, knockout=self.knockout)
        self.add_error(field if field in self.fields else None, sentence)

    def _questions(self, ns: TypedLevel, ew: TypedLevel, ended: Ended | None) -> dict[str, tuple[str, ...]]:
        """What these levels make the rules ask, answered or not, so that an answer stays in sight."""
        try:
            asked = ask(ns, ew, self.rules, ended=ended, knockout=self.knockout)
        except InvalidScoresheet:
            return {}
        if ended is not None:
            asked = ask(ns, ew, self.rules, knockout=self.knockout) | asked
        return {field: choices for field, choices in asked.items() if field in ANSWERS}

    def asked(self) -> list[dict[str, Any]]:
        """The questions as a template wants them: sentence, worded choices, the answer so far, errors."""
        return [
            {
                "name": name,
                "sentence": self._question(name),
                "choices": [(value, answer_words(name, value)) for value in choices],
                "answer": self[name].value() or "",
                "errors": self.errors.get(name, ()),
            }
            for name, choices in self.questions.items()
        ]

    def _question(self, name: str) -> str:
        ns, ew = self.cleaned_data.get("ns_level"), self.cleaned_data.get("ew_level")
        equal = ns is not None and ew is not None and ns.level == ew.level
        return question(name, self.rules, levels_equal=equal, knockout=self.knockout)

    def levels_typed(self) -> dict[str, str]:
        """Both levels exactly as typed."""
        return {side: str(self[f"{side}_level"].value() or "") for side in ("ns", "ew")}


def answer_words(field: str, value: str) -> str:
    """One possible answer as a person reads it."""
    if field in ("winner", "in_play"):
        return side_name(value)
    if field == "ended":
        return ended_name(value)
    return str(_("升 %(gain)s 级")) % {"gain": value}


class TableField(TypedText):
    """A table number in any width, also 第 17 桌; None when nothing was typed."""

    def clean(self, value: Any) -> int | None:
        """Read the number, or refuse it with a sentence."""
        text = super().clean(value)
        plain = "".join(unicodedata.normalize("NFKC", text).split()).removeprefix("第").removesuffix("桌")
        if not plain:
            return None
        if not plain.isdecimal():
            raise ValidationError(
                wording.sentence("table_not_number", {"text": text}), code="table_not_number"
            )
        return int(plain)


class EntryForm(ScoresheetForm):
    """The scorer's line: a table number before the two levels.

    `shown` is the table whose names were in sight when the form was sent; `overwrite` the version of the
    standing result that the scorer has decided to replace.
    """

    table = TableField(label=_("桌号"), required=False, max_length=8)
    shown = forms.IntegerField(required=False)
    overwrite = forms.IntegerField(required=False)

    @property
    def has_levels(self) -> bool:
        """Whether anything was typed into a level."""
        return any(self.levels_typed().values())

    def problems(self) -> list[str]:
        """Every error that stands beside no question, each with the field's name before it."""
        order = ["table", *self.fields, "__all__"]
        names = sorted(set(self.errors) - set(self.questions), key=order.index)
        return [
            str(error)
            if name in ("__all__", "table")
            else gettext("%(column)s：%(text)s") % {"column": self.fields[name].label, "text": error}
            for name in names
            for error in self.errors[name]
        ]

    def first_problem(self) -> str:
        """The sentence to show while somebody still types: blank levels are no mistake yet."""
        blank = {f"{side}_level" for side, typed in self.levels_typed().items() if not typed.strip()}
        blank |= set(self.questions)
        found = (str(errors[0]) for name, errors in self.errors.items() if name not in blank)
        return next(found, "")


WALKOVERS = ("forfeit-ns", "forfeit-ew", "forfeit-both", "award-ns", "award-ew")


class SettleForm(WritingForm):
    """Whose figures of two that differ are taken over: the side, and the claim that was on the page."""

    claim = forms.IntegerField(min_value=1)
    side = forms.ChoiceField(choices=[("ns", "ns"), ("ew", "ew")])


class WalkoverForm(MayDropDeals, WritingForm):
    """A match not decided by play: a forfeit, or a loss by ruling, with levels where rules count them."""

    kind = forms.ChoiceField(label=_("处理"), choices=[(key, key) for key in WALKOVERS])
    ns_level = LevelField(label=_("南北级数"), may_be_blank=True)
    ew_level = LevelField(label=_("东西级数"), may_be_blank=True)
    reason = TypedText(label=_("更正原因"), required=False, max_length=200)

    @property
    def record(self) -> Forfeit | AwardedLoss:
        """What is to be stored."""
        what, _dash, at_fault = self.cleaned_data["kind"].partition("-")
        if what == "forfeit":
            return Forfeit(None if at_fault == "both" else Side(at_fault))
        levels = (self.cleaned_data[f"{side}_level"] for side in ("ns", "ew"))
        return AwardedLoss(Side(at_fault), *(level and level.level for level in levels))


class ReasonForm(WritingForm):
    """A step that may need a reason."""

    reason = TypedText(label=_("原因"), required=False, max_length=200)
