"""Who hands over each award, what goes with it, and in which order awards are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.forms.rule_fields import TextField
from tournament.lists.calling import Called
from tournament.models import Event
from tournament.models.printing import WHAT_LIMIT, WHO_LIMIT, Handing, Printing

TOO_LONG = {"max_length": _("太长了，最多 %(limit_value)s 个字。")}
MOST_PLACES = 9999


class CallingForm(WritingForm):
    """A line for each award. After `is_valid()`, `printing` is the event's with what was typed."""

    def __init__(self, data: Any = None, *, event: Event, awards: Sequence[Called]) -> None:
        super().__init__(data, initial={"based_on": event.version})
        self.standing, self.awards = event.printing_facts, awards
        for at, one in enumerate(awards, 1):
            self.fields[f"order_{at}"] = NumberField(
                label=_("次序"),
                min_value=1,
                max_value=MOST_PLACES,
                initial=at,
                error_messages={"invalid": _("请填整数。"), "min_value": _("从 1 开始。")},
                widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
            )
            self.fields[f"presenter_{at}"] = _text(_("颁奖人"), one.presenter, WHO_LIMIT)
            self.fields[f"prize_{at}"] = _text(_("奖品"), one.prize, WHAT_LIMIT)

    def rows(self) -> list[dict[str, Any]]:
        """Each award with its fields, for the page."""
        keys = ("order", "presenter", "prize")
        return [
            {"award": one, "fields": [self[f"{key}_{at}"] for key in keys]}
            for at, one in enumerate(self.awards, 1)
        ]

    @property
    def printing(self) -> Printing:
        """What was typed; awards with the same place keep their order."""
        sent = self.cleaned_data
        places = sorted(range(1, len(self.awards) + 1), key=lambda at: int(sent[f"order_{at}"]))
        handings = tuple(self._handing(at) for at in places)
        return replace(self.standing, handings=handings)

    def _handing(self, at: int) -> Handing:
        one, sent = self.awards[at - 1], self.cleaned_data
        return Handing(one.award, one.stage, sent[f"presenter_{at}"], sent[f"prize_{at}"])


def _text(label: Any, initial: str, longest: int) -> TextField:
    return TextField(
        label=label, required=False, initial=initial, max_length=longest, error_messages=TOO_LONG
    )
