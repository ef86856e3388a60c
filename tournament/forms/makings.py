"""What is to be made in the background."""

from __future__ import annotations

from typing import Any

from django import forms

from tournament.forms.base import WritingForm


class MakingForm(WritingForm):
    """The key of a kind of making, of those that the visitor may have."""

    what = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, kinds: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["what"].choices = [(kind, kind) for kind in kinds]  # type: ignore[attr-defined]
