"""Publishing standings and taking them down."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.typed_text import TypedText


class PublishStandingsForm(WritingForm):
    """Which round; a correction needs its reason."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = TypedText(
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
