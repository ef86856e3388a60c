"""Publishing standings, taking them down, and lots for those who stayed equal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumbersField


class PublishStandingsForm(WritingForm):
    """Which round; a correction needs its reason."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = forms.CharField(
        label=_("更正的原因"),
        max_length=200,
        error_messages={"required": wording.ERRORS["correction_needs_reason"]},
    )

    def __init__(self, *args: Any, corrects: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = corrects
        if not corrects:
            self.fields["reason"].widget = forms.HiddenInput()


class WithdrawStandingsForm(WritingForm):
    """Which round's notice comes down."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


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
