"""What a phone at a table sends: the referee's PIN, the final levels, and about which match it is."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.codecs import LEVEL_TEXTS, LOWEST
from scoring.deals import Deal
from scoring.errors import InvalidScoresheet, ScoringError
from scoring.levels import play
from scoring.records import DealsCodec
from scoring.rules import Rules, Side
from scoring.scoresheet import Scoresheet, judge, parse_level
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.scoresheet import ReasonForm, ScoresheetForm, WalkoverForm
from tournament.forms.typed_text import TypedText
from tournament.names.cleaning import tidy
from tournament.wording.rules import level_text

PIN_LENGTHS = (4, 12)


def plain_pin(text: str) -> str:
    """A PIN as it is compared: figures in any width, spaces between them left out."""
    return "".join(unicodedata.normalize("NFKC", text).split())


class PinForm(WritingForm):
    """The event's PIN and the name of who enters it; both once a day on each phone."""

    pin = TypedText(
        label=_("裁判员口令"),
        max_length=40,
        error_messages={"required": _("请输入裁判员口令。")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    name = TypedText(
        label=_("裁判员姓名"),
        max_length=60,
        error_messages={"required": _("请写上姓名，成绩记录里要写是谁填的。")},
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_pin(self) -> str:
        """Without spaces, in half width."""
        return plain_pin(self.cleaned_data["pin"])

    def clean_name(self) -> str:
        """One line without invisible signs; at most twenty characters, as the journal shows it."""
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        if len(name) > 20:
            raise forms.ValidationError(wording.sentence("referee_name_too_long"))
        return name


class OfMatch(forms.Form):
    """The match that stood on the page: an old page must never write into the next round."""

    match = forms.IntegerField(widget=forms.HiddenInput, required=False)
    claim = forms.IntegerField(widget=forms.HiddenInput, required=False)


class TableSheetForm(OfMatch, ScoresheetForm):
    """The final levels as a phone sends them: the desk's own form, with keys instead of typing.

    `overwrite` is the version of another's result that the referee has decided to replace.
    """

    overwrite = forms.IntegerField(widget=forms.HiddenInput, required=False)
    note = TypedText(label=_("说明"), required=False, max_length=200)

    def __init__(self, *args: Any, deals: list[Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deals = DealsCodec().read(deals or [], "deals")
        if not any(isinstance(item, Deal) for item in self.deals):
            self.deals = ()  # a ruling before the first deal is no record of the match

    def clean(self) -> dict[str, Any]:
        """What is signed must be what the deals came to that were written down at the table."""
        data = super().clean()
        if self.sheet is None or not self.deals:
            return data
        sheet, self.sheet = replace(self.sheet, deals=self.deals), None
        try:
            judge(sheet, self.rules, knockout=self.knockout)
        except ScoringError as error:
            self.refuse(error)
            self.add_error(None, both_figures(sheet, self.rules))
        else:
            self.sheet = sheet
        return data

    @property
    def keys(self) -> list[dict[str, Any]]:
        """Both sides with a key for every level that these rules have, the last one passes."""
        keys = level_keys(self.rules)
        return [
            {"side": side, "field": self[f"{side}_level"], "levels": keys, "pressed": self._pressed(side)}
            for side in ("ns", "ew")
        ]

    def first_problem(self) -> str:
        """The sentence to show while keys are still being pressed: a missing level is no mistake yet."""
        blank = {f"{side}_level" for side, typed in self.levels_typed().items() if not typed.strip()}
        blank |= {"submission", *self.questions}
        found = (str(errors[0]) for name, errors in self.errors.items() if name not in blank)
        return next(found, "")

    def _pressed(self, side: str) -> str:
        """The key that says what was typed; a form without script may have typed k or 过A."""
        try:
            typed = parse_level(str(self[f"{side}_level"].value() or ""))
        except InvalidScoresheet:
            return ""
        return LEVEL_TEXTS[typed.level] + ("+" if typed.passed else "")


def both_figures(sheet: Scoresheet, rules: Rules) -> str:
    """The levels by the deals and those that were typed, beside each other."""
    state = play(sheet.deals, rules)
    by_deals = (state.ns_level, state.ew_level, state.passed_a)
    typed = (sheet.ns_level or LOWEST, sheet.ew_level or LOWEST, sheet.passed_a)
    return wording.sentence("figures_by_deals", {"deals": _levels(*by_deals), "typed": _levels(*typed)})


def _levels(ns: int, ew: int, passed: Side | None) -> str:
    return f"{level_text(ns, passed is Side.NS)} : {level_text(ew, passed is Side.EW)}"


def level_keys(rules: Rules) -> list[tuple[str, str]]:
    """What a key sends and what stands on it: 2 … A, and 过A."""
    last = rules.play.finish_level
    keys = [(LEVEL_TEXTS[level], LEVEL_TEXTS[level]) for level in range(LOWEST, last + 1)]
    return [*keys, (f"{LEVEL_TEXTS[last]}+", level_text(last, True))]


class TableWalkoverForm(OfMatch, WalkoverForm):
    """A referee at the table: who never came, or lost by ruling."""


class TableStepForm(OfMatch, ReasonForm):
    """A step without figures: accept, take back, undo."""

    side = forms.ChoiceField(choices=[("ns", "ns"), ("ew", "ew")], required=False)
