"""Publishing standings and taking them down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.ticks import CheckboxInput
from tournament.forms.typed_text import TypedText
from tournament.queries.checking import UncheckedTable
from tournament.wording.checking import unchecked_text


class PublishStandingsForm(WritingForm):
    """Which round; a correction needs its reason."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = TypedText(
        label=_("更正的原因"),
        max_length=200,
        error_messages={"required": wording.ERRORS["correction_needs_reason"]},
    )

    unchecked = TypedText(required=False, max_length=20000, widget=CheckboxInput)

    def __init__(
        self,
        *args: Any,
        corrects: bool = False,
        unchecked: Sequence[UncheckedTable] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._ask_for(unchecked)
        self.fields["reason"].required = corrects
        if not corrects:
            self.fields["reason"].widget = forms.HiddenInput()

    def _ask_for(self, unchecked: Sequence[UncheckedTable]) -> None:
        """A tick for going on with exactly these tables unchecked; none where every slip is checked."""
        if not unchecked:
            del self.fields["unchecked"]
            return
        told = {"count": len(unchecked), "tables": unchecked_text(unchecked)}
        self.fields["unchecked"].widget.attrs["value"] = " ".join(one.key for one in unchecked)
        self.fields["unchecked"].label = gettext("还有 %(count)s 桌没有复核（%(tables)s），仍要公布") % told


class WithdrawStandingsForm(WritingForm):
    """Which round's notice comes down."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
