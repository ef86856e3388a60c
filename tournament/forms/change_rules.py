"""The rules of an event or stage as a form that changes them."""

from __future__ import annotations

from typing import Any

from django import forms

from tournament.forms.base import WritingForm
from tournament.forms.rules import RulesForm


class ChangeRulesForm(RulesForm, WritingForm):
    """`RulesForm` with a submission key and the version of the event or stage that it was based on."""

    def __init__(self, data: Any = None, *, version: int, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.initial["based_on"] = version

    @property
    def writing_fields(self) -> list[forms.BoundField]:
        """The two hidden inputs."""
        return [self["submission"], self["based_on"]]


def carried(data: Any) -> list[tuple[str, str]]:
    """Everything that a form sent, as pairs for hidden inputs of a page that asks once more."""
    left_out = {"csrfmiddlewaretoken", "confirm", "back", "move"}
    return [(name, value) for name in data if name not in left_out for value in data.getlist(name)]
