"""The line of numbers with which pairs are checked in."""

from __future__ import annotations

import re
import unicodedata

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.typed_text import TypedText


class CheckInForm(WritingForm):
    """Numbers of pairs, in whatever way people part them: 3 7 12, 3、7、12, ３，７."""

    numbers = TypedText(
        label=_("按序号签到"),
        max_length=2000,
        help_text=_("输入序号后回车，可以一次写几个：3 7 12。"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}),
    )

    def clean_numbers(self) -> list[int]:
        """The numbers, each once, in the order typed."""
        typed = unicodedata.normalize("NFKC", self.cleaned_data["numbers"])
        parts = [part for part in re.split(r"[\s,、，;；.。号]+", typed) if part]
        if not parts or not all(re.fullmatch("[0-9]{1,6}", part) for part in parts):
            raise forms.ValidationError(wording.sentence("numbers_not_understood"))
        return list(dict.fromkeys(int(part) for part in parts))
