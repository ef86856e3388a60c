"""Who really sat where in a round: the tables as they were drawn, with two numbers each to be mended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.forms.typed_text import TypedText
from tournament.models import Match
from tournament.queries.played_otherwise import Seats


@dataclass(frozen=True, slots=True)
class TableFields:
    """One table and the fields of its two sides."""

    match: Match
    ns: Any
    ew: Any


class PlayedForm(WritingForm):
    """The real opponents of a round. `matches` are its real tables in order."""

    reason = TypedText(label=_("原因"), max_length=200, required=False)

    def __init__(self, *args: Any, matches: Sequence[Match], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.matches = matches
        for place, match in enumerate(matches, 1):
            for side, pair in (("ns", match.ns), ("ew", match.ew)):
                self.fields[f"{side}_{place}"] = NumberField(
                    min_value=1,
                    initial=pair.number if pair else None,
                    widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
                )
            self.fields[f"version_{place}"] = forms.IntegerField(
                widget=forms.HiddenInput, initial=match.version, required=False
            )

    @property
    def tables(self) -> list[TableFields]:
        """The tables with their fields."""
        return [
            TableFields(match, self[f"ns_{place}"], self[f"ew_{place}"])
            for place, match in enumerate(self.matches, 1)
        ]

    @property
    def seats(self) -> dict[int, Seats]:
        """Who sat where, by match key."""
        sent = self.cleaned_data
        return {
            match.pk: (sent[f"ns_{place}"], sent[f"ew_{place}"])
            for place, match in enumerate(self.matches, 1)
        }

    @property
    def versions(self) -> dict[int, int]:
        """The versions that the person saw, by match key."""
        said = {
            match.pk: self.cleaned_data[f"version_{place}"] for place, match in enumerate(self.matches, 1)
        }
        return {key: version for key, version in said.items() if version is not None}

    @property
    def carried(self) -> list[tuple[str, str]]:
        """What was typed, to be sent again with the confirmation."""
        kept = [name for name in self.fields if name not in ("reason", "submission", "based_on")]
        return [(name, str(self.data.get(name, ""))) for name in kept]
