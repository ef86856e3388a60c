"""The event's own columns: a title typed in, a step on one of them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.typed_text import TypedText
from tournament.imports.headers import field_of
from tournament.models import Event
from tournament.names.own_columns import column_id


class ColumnForm(WritingForm):
    """A step on one column, named by its id; `column` is its title, "" for one that is no longer there."""

    col = TypedText(required=False, max_length=12, widget=forms.HiddenInput)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, **kwargs)

    @property
    def column(self) -> str:
        """The title of the column that is meant."""
        wanted = self.cleaned_data["col"]
        return next((title for title in self.event.own_columns if column_id(title) == wanted), "")


class TitleForm(ColumnForm):
    """A new column, or another title for one; cleaned by the action."""

    title = TypedText(
        label=_("列名"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_title(self) -> str:
        """The title as typed, unless an imported list would read it as something else (备注, 手机 …)."""
        title: str = self.cleaned_data["title"]
        if field_of(title) is not None:
            raise forms.ValidationError(wording.sentence("own_title_is_known", {"column": title.strip()}))
        return title
