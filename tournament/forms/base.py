"""What every writing form carries: a key that makes it count once, and the version it was based on."""

from __future__ import annotations

import uuid
from typing import Any, cast

from django import forms
from django.http import HttpRequest, QueryDict

from tournament import wording
from tournament.forms.typed_text import TypedText


def new_key() -> str:
    """A fresh submission key."""
    return uuid.uuid4().hex


def typed(request: HttpRequest) -> QueryDict | None:
    """What a form of this request is made with: a POST's values, also when it is empty; None for a GET."""
    return request.POST if request.method == "POST" else None


class WritingForm(forms.Form):
    """Base of all forms that write. Show it with `components/form.html`, which renders the hidden fields.

    `claims` are the keywords for an action; a refusal goes back into the form with `refuse`, so that what was
    typed stays.
    """

    submission = TypedText(widget=forms.HiddenInput, max_length=64, initial=new_key)
    based_on = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @property
    def claims(self) -> dict[str, Any]:
        """`submission` and `based_on` (None for a form that edits nothing)."""
        return {"submission": self.cleaned_data["submission"], "based_on": self.cleaned_data["based_on"]}

    @property
    def key(self) -> str:
        """The submission key alone, for actions that make something new."""
        return str(self.cleaned_data["submission"])

    def refuse(self, error: Any) -> None:
        """Show an `ActionRefused`, `ScoringError` or `PairingError` beside its field, or above the form."""
        field = getattr(error, "field", None)
        self.add_error(field if field in self.fields else None, wording.of_error(error))

    def stand_on(self, version: int) -> None:
        """After a conflict: let the next press be based on what stands now, to overwrite it."""
        sent = cast(QueryDict, self.data).copy()  # a form that met a conflict was sent by a page
        sent[self.add_prefix("based_on")] = str(version)
        self.data = sent
