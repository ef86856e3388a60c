"""What a phone sends of a match that is written down deal by deal: the deals, and how it ended."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.deals import Deal, Item, Ruling
from scoring.ending import ask_ending, end
from scoring.errors import InvalidRules, InvalidScoresheet, NeedsMore
from scoring.records import DealsCodec
from scoring.rules import Rules, Side
from scoring.scoresheet import Ended, Scoresheet
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.early import EarlyEnd
from tournament.forms.scoresheet import TimeField, answer_words
from tournament.forms.typed_text import TypedText
from tournament.wording.entering import question

MOST_KEY = 2**63 - 1


class DealsField(TypedText):
    """All deals of a match in the archive's shape, as JSON text."""

    def clean(self, value: Any) -> tuple[Item, ...]:
        """The items, or one error whatever is wrong with them: no person has typed this."""
        try:
            return DealsCodec().read(json.loads(super().clean(value)), "deals")
        except (ValueError, RecursionError, InvalidRules):
            raise ValidationError(wording.sentence("deals_not_read"), code="deals_not_read") from None


class DealsForm(WritingForm):
    """All deals of one match so far, as its page's script sends them after each tap."""

    match = forms.IntegerField(min_value=1, max_value=MOST_KEY)
    game = forms.IntegerField(min_value=1, max_value=9)
    based_on = forms.IntegerField(min_value=0, max_value=MOST_KEY)
    deals = DealsField(max_length=20_000)
    note = TypedText(required=False, max_length=200)


RULINGS = {
    "down": _("降级"),
    "up": _("升级"),
    "off": _("降台（对方上台）"),
    "cancel": _("取消上一副的升级"),
    "award": _("判给一副双下"),
}
WITHOUT_SIDE = ("cancel",)


class RulingForm(WritingForm):
    """What a referee ruled between two deals, and for which side; `item` is how the sheet keeps it.

    Rule: school-grades 4 (降台、取消升级), three-fouls 十 (an awarded double down).
    """

    match = forms.IntegerField(widget=forms.HiddenInput, required=False)
    kind = forms.ChoiceField(label=_("判罚"), choices=list(RULINGS.items()), widget=forms.RadioSelect)
    side = forms.ChoiceField(
        label=_("哪一方"),
        choices=[(Side.NS.value, _("南北")), (Side.EW.value, _("东西"))],
        required=False,
        widget=forms.RadioSelect,
    )
    steps = forms.IntegerField(label=_("几级"), min_value=1, max_value=12, required=False, initial=1)

    def clean(self) -> dict[str, Any]:
        """All but a cancelled gain concern one side."""
        data = super().clean() or self.cleaned_data
        if data.get("kind") not in (None, *WITHOUT_SIDE) and not data.get("side"):
            self.add_error("side", wording.sentence("ruling_side_asked"))
        return data

    @property
    def item(self) -> Item:
        """The ruling, or the awarded deal."""
        kind, steps = self.cleaned_data["kind"], self.cleaned_data["steps"] or 1
        if kind == "cancel":
            return Ruling(cancel_gain=True)
        side = Side(self.cleaned_data["side"])
        if kind == "award":
            return Deal(side, 2, awarded=True)
        if kind == "off":
            return Ruling(in_play=side.other)
        signed = -steps if kind == "down" else steps
        return Ruling(ns=signed) if side is Side.NS else Ruling(ew=signed)


class EndForm(EarlyEnd, WritingForm):
    """How a match that was written down ended, and what the rules ask for it.

    `running` is the version of the deals that were read aloud. After `is_valid`, `sheet` is what both pairs
    sign; otherwise `questions` names what is still to be asked. `left` are the minutes the table still has.
    """

    match = forms.IntegerField(widget=forms.HiddenInput, required=False)
    running = forms.IntegerField(widget=forms.HiddenInput, required=False)
    ended = TypedText(label=_("结束方式"), required=False, max_length=12)
    winner = TypedText(label=_("胜方"), required=False, max_length=12)
    seconds = TimeField(label=_("用时"), required=False, max_length=10)

    def __init__(
        self, *args: Any, items: tuple[Item, ...], rules: Rules, knockout: bool, left: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.items, self.rules, self.knockout, self.left = items, rules, knockout, left
        self.sheet: Scoresheet | None = None
        self.questions: dict[str, tuple[str, ...]] = {}

    def clean(self) -> dict[str, Any]:
        """Let the rules say what is still missing."""
        data = super().clean() or self.cleaned_data
        told: dict[str, Any] = {"seconds": data.get("seconds"), "knockout": self.knockout}
        for name, kind in (("ended", Ended), ("winner", Side)):
            told[name] = self._answer(name, kind, data)
        try:
            self.questions = self._all_questions(told)
            self.sheet = end(self.items, self.rules, **told)
        except NeedsMore as needed:
            for name in needed.fields:
                self.add_error(name, self.sentence(name))
        except InvalidScoresheet as error:
            self.refuse(error)
        self.ask_early(told["ended"])
        return data

    def _answer(self, name: str, kind: Any, data: dict[str, Any]) -> Any:
        text = unicodedata.normalize("NFKC", data.get(name) or "")
        try:
            return kind(text) if text else None
        except ValueError:
            self.add_error(name, wording.sentence("unknown_choice", {"value": text}))
            return None

    def _all_questions(self, told: dict[str, Any]) -> dict[str, tuple[str, ...]]:
        """Those of the deals themselves, and those that the answers bring, so that answers stay in sight."""
        first = ask_ending(self.items, self.rules, knockout=self.knockout)
        return first | ask_ending(self.items, self.rules, ended=told["ended"], knockout=self.knockout)

    def sentence(self, name: str) -> str:
        """What is asked, and why."""
        by_ruling = self.data.get("ended") == Ended.RULING
        return question(name, self.rules, levels_equal=not by_ruling, knockout=self.knockout)

    def asked(self) -> list[dict[str, Any]]:
        """The questions as a template wants them, like those of typed levels."""
        return [
            {
                "name": name,
                "sentence": self.sentence(name),
                "choices": [(value, answer_words(name, value)) for value in choices],
                "answer": self[name].value() or "",
                "errors": self.errors.get(name, ()),
            }
            for name, choices in self.questions.items()
        ]
