"""Who takes the place of a pair that has not come: a reserve chosen, or the two of a house pair typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.pairs import text
from tournament.imports.messages import name_sentence
from tournament.models import Pair
from tournament.names.cleaning import PERSON_LIMIT, clean_name


class ReserveForm(WritingForm):
    """Choose one of the reserves by its number."""

    reserve = forms.ChoiceField(
        label=_("由哪一队候补接替"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("请选择一队候补。"),
            "invalid_choice": _("这一队已经不是候补，请重新选择。"),
        },
    )

    def __init__(self, *args: Any, reserves: Sequence[Pair], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reserves = {str(pair.number): pair for pair in reserves}
        choices = [(number, _said(pair)) for number, pair in self.reserves.items()]
        self.fields["reserve"].choices = choices  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Pair:
        """The reserve that was chosen."""
        return self.reserves[self.cleaned_data["reserve"]]


def _said(pair: Pair) -> str:
    unit = pair.unit.name if pair.unit else ""
    told = {"number": pair.number, "names": pair.names, "unit": unit}
    said = gettext("%(number)s 号 %(names)s %(unit)s") % told
    return said if pair.checked_in_at else gettext("%(pair)s（未签到）") % {"pair": said}


class HousePairForm(WritingForm):
    """The names of two who fill a place without being ranked."""

    player1 = text(_("陪打一"), required=True)
    player2 = text(_("陪打二"), required=True)

    def clean(self) -> dict[str, Any]:
        """Names cleaned as in the entry list."""
        values = super().clean() or {}
        for key in ("player1", "player2"):
            cleaned = clean_name(values.get(key, ""))
            if cleaned.problem and key not in self.errors:
                self.add_error(key, name_sentence(cleaned.problem, cleaned.text, PERSON_LIMIT))
            values[key] = cleaned.text
        return values

    @property
    def names(self) -> tuple[str, str]:
        """The two, in seat order."""
        return self.cleaned_data["player1"], self.cleaned_data["player2"]
