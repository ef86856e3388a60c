"""The import of an entry list: the file, then what was agreed to beside its preview."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import number_of
from tournament.forms.ticks import TickField, agreement, ask
from tournament.imports.doubles import JudgedRow
from tournament.imports.own_columns import ColumnOffer, chosen_columns
from tournament.models import Event
from tournament.names.own_columns import MOST_COLUMNS


class UploadForm(WritingForm):
    """The file to read; its content is judged by the reader, not by its name."""

    file = forms.FileField(
        label=_("报名表文件"),
        allow_empty_file=True,
        max_length=200,
        help_text=_("xlsx、xls 或 CSV，最大 10 MB。先预览，确认后才写入。"),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.xls,.csv,.txt"}),
    )


class ConfirmImportForm(WritingForm):
    """What the preview showed (`fates`), the rows ticked to go in, the unknown columns to keep (`own`), and
    the limits that are overstepped."""

    fates = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)
    on_purpose = TickField(label=_("仍要导入"))
    own = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(
        self,
        *args: Any,
        judged: Iterable[JudgedRow],
        event: Event,
        offers: Sequence[ColumnOffer] = (),
        **kwargs: Any,
    ) -> None:
        rows = list(judged)
        self.stamp = fates_stamp(rows)
        self.event, self.offers = event, offers
        kwargs["initial"] = {"fates": self.stamp, "own": [one.id for one in offers if one.is_kept]}
        super().__init__(*args, **kwargs)
        self.fields["own"].choices = [(one.id, one.column) for one in offers]  # type: ignore[attr-defined]
        self.asks_limits = False

    def clean_own(self) -> list[str]:
        """The columns to keep, as many as the event has room for."""
        chosen: list[str] = self.cleaned_data["own"]
        new = [one for one in self.offers if one.id in chosen and not one.is_known]
        if len(self.event.own_columns) + len(new) > MOST_COLUMNS:
            raise forms.ValidationError(wording.sentence("too_many_own_columns", {"limit": MOST_COLUMNS}))
        return chosen

    @property
    def own_columns(self) -> dict[str, str]:
        """The chosen columns: the event's title by the list's."""
        return chosen_columns(self.offers, self.cleaned_data["own"])

    @property
    def shown_offers(self) -> list[tuple[ColumnOffer, bool]]:
        """Every unknown column, and whether it is ticked now."""
        ticked = self["own"].value() or ()
        return [(one, one.id in ticked) for one in self.offers]

    @property
    def shows_what_stands(self) -> bool:
        """Whether the preview that was pressed showed the fates that the rows have now."""
        return bool(self.cleaned_data.get("fates") == self.stamp)

    def ask_limits(self, told: list[str]) -> bool:
        """Whether it was agreed to go beyond the event's limits; asked for when not."""
        if not told:
            return True
        self.asks_limits = True
        if ask(self, "on_purpose", told):
            return True
        for line in told:
            self.add_error("on_purpose", line)
        return False

    def offer_limits(self, told: list[str]) -> None:
        """Show the tick before anything is pressed."""
        self.fields["on_purpose"].widget.attrs["value"] = agreement(told)
        self.asks_limits = bool(told)

    def stand_on_rows(self, rows: Iterable[JudgedRow]) -> None:
        """Let the next press be based on the fates that are shown now."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix("fates")] = fates_stamp(rows)
        self.data = data

    @property
    def ticked(self) -> set[int]:
        """The row numbers ticked, also when the form is shown again."""
        sent = self.data.getlist("rows") if isinstance(self.data, QueryDict) else []
        return {number for row in sent if (number := number_of(row)) is not None}


def fates_stamp(rows: Iterable[JudgedRow]) -> str:
    """A digest of every row's fate and number: what a person agrees to."""
    fates = [(one.row.row, str(one.fate), one.number, one.existing) for one in rows]
    return hashlib.sha256(repr(fates).encode()).hexdigest()[:16]
