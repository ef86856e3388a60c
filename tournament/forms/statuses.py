"""Several pairs of the list at once: take part, or wait."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.actions.pair_values import overstep_of
from tournament.forms.base import WritingForm
from tournament.forms.numbers import number_of, numbers_of
from tournament.forms.pairs import limit_sentences
from tournament.forms.ticks import TickField, ask
from tournament.forms.typed_text import TypedText
from tournament.models import Event, PairStatus
from tournament.queries.entries import units_joining

OFFERED = [(one.value, one.label) for one in (PairStatus.ACTIVE, PairStatus.RESERVE)]


class StatusesForm(WritingForm):
    """The ticked pairs, or all that were listed (`shown`: their numbers), and what they become.

    `seen` is the stamp of the entry list beside which they were chosen.
    """

    seen = TypedText(widget=forms.HiddenInput, max_length=64)
    shown = TypedText(widget=forms.HiddenInput, max_length=100_000, required=False)
    status = forms.ChoiceField(label=_("状态改为"), choices=OFFERED, initial=PairStatus.ACTIVE)
    on_purpose = TickField(label=_("仍要这样改"))

    def __init__(self, data: QueryDict | None, *, event: Event, seen: str, shown: list[int]) -> None:
        self.event = event
        self.asks_limits = False
        self.standing = {"seen": seen, "shown": " ".join(map(str, shown))}
        super().__init__(data, initial=self.standing)

    @property
    def ticked(self) -> list[int]:
        """The numbers ticked, also when the form is shown again."""
        sent = self.data.getlist("numbers") if isinstance(self.data, QueryDict) else []
        return [number for one in sent if (number := number_of(one)) is not None]

    @property
    def numbers(self) -> list[int]:
        """Which pairs are meant: all that were listed, or those ticked."""
        listed = numbers_of(self.cleaned_data["shown"]) if "all" in self.data else self.ticked
        return list(dict.fromkeys(number for number in listed if number is not None))

    def clean(self) -> dict[str, Any]:
        """Ask about the event's limits, before anything is changed."""
        values = super().clean() or {}
        if not self.errors and values["status"] == PairStatus.ACTIVE:
            self._judge_limits()
        return values

    def _judge_limits(self) -> None:
        joining = units_joining(self.event, self.numbers)
        found = overstep_of(self.event, joining)
        told = limit_sentences(self.event, found.closed and bool(joining), found.units)
        self.asks_limits = bool(told)
        if told and not ask(self, "on_purpose", told):
            for line in told:
                self.add_error("on_purpose", line)

    def stand_on_list(self) -> None:
        """Let the next press be based on the list that is shown now."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        for key, value in self.standing.items():
            data[key] = value
        self.data = data
