"""Publishing standings, taking them down, and lots for those who stayed equal."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm

_BETWEEN = re.compile(r"[\s,，、;；/]+")


class PublishStandingsForm(WritingForm):
    """Which round; a correction needs its reason."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = forms.CharField(label=_("更正的原因"), max_length=200, required=False)

    def __init__(self, *args: Any, corrects: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not corrects:
            self.fields["reason"].widget = forms.HiddenInput()
        else:
            self.fields["reason"].label = _("更正的原因（必填）")


class WithdrawStandingsForm(WritingForm):
    """Which round's notice comes down."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class NumbersField(forms.CharField):
    """Participants' numbers in an order: 11、30 or 11 30, in any width."""

    def clean(self, value: Any) -> list[int]:
        """The numbers; a sentence names what is none."""
        text = unicodedata.normalize("NFKC", str(super().clean(value) or ""))
        words = [word.removesuffix("号") for word in _BETWEEN.split(text) if word]
        wrong = [word for word in words if not word.isdecimal()]
        if wrong:
            raise ValidationError(_("“%(word)s”不是序号。"), params={"word": wrong[0]}, code="not_a_number")
        return [int(word) for word in words]


class LotsForm(WritingForm):
    """Who is equal, and the order the hand-drawn lots gave; without an order the computer draws."""

    group = forms.CharField(widget=forms.HiddenInput, required=False)
    tied = NumbersField(widget=forms.HiddenInput)
    order = NumbersField(
        label=_("人工抽签的先后"),
        required=False,
        help_text=_("按抽到的先后写序号，例如：11、30。由电脑抽签就留空。"),
    )

    def clean(self) -> dict[str, Any]:
        """A typed order must name exactly those who are equal."""
        values = super().clean() or {}
        order, tied = values.get("order"), values.get("tied")
        if order and tied and sorted(order) != sorted(tied):
            self.add_error("order", _("要把并列的各队都写上，每队一次。"))
        return values
