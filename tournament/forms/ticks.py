"""A tick that agrees to exactly what was shown beside it."""

from __future__ import annotations

import hashlib
from typing import Any

from django import forms

from tournament.forms.typed_text import TypedText


class CheckboxInput(forms.CheckboxInput):
    """A checkbox whose value says what it agrees to; it stays ticked only while that is asked.

    It keeps Django's name, by which templates know a checkbox.
    """

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: bool(value) and value == self.attrs.get("value"))

    def format_value(self, value: Any) -> None:
        """The value stands in the attributes; never a second time."""
        return

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """What was agreed to, "" when not ticked."""
        return str(data.get(name, ""))


class TickField(TypedText):
    """Hidden until `ask` finds something to agree to; then the form is refused until it is ticked."""

    widget = CheckboxInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=64, **kwargs)


def agreement(asked: object) -> str:
    """The value of a tick that agrees to `asked`: another question needs another tick."""
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:16]


def ask(form: forms.Form, name: str, asked: object) -> bool:
    """Show the tick `name` for what is `asked`; whether it was agreed to already."""
    value = agreement(asked)
    form.fields[name].widget.attrs["value"] = value
    return bool(form.cleaned_data.get(name) == value)
