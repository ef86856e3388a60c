"""What is pressed at the door."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.typed_text import TypedText

HOW = ("in", "lot", "draw")  # check in alone; with the lot that was drawn; with one that the computer draws


class DoorForm(WritingForm):
    """One press: `how`, and the lot as it is written on the slip; only the director's desk draws
    (`may_draw`)."""

    how = forms.ChoiceField(choices=[(one, one) for one in HOW], widget=forms.HiddenInput)
    lot = TypedText(
        label=_("抽到的签"),
        required=False,
        max_length=20,
        help_text=_("照签上写的填，例如 A3。全场连着编号的签只写号数：每组 4 签时，6 就是 B2。"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def __init__(self, *args: Any, may_draw: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_draw = may_draw

    def clean(self) -> None:
        """A press must be one of the page's own, by somebody who may; a lot that was drawn must be told."""
        how = self.cleaned_data.get("how")
        if self.errors.keys() & {"how", "submission"}:
            self.add_error(None, _("页面已过期，请刷新后再试。"))
        elif how != "in" and not self.may_draw:
            self.add_error(None, _("抽签由赛事负责人录入，这里只能签到。"))
        elif how == "lot" and not self.cleaned_data.get("lot", "").strip():
            self.add_error("lot", _("请填写抽到的签，例如 A3。"))
