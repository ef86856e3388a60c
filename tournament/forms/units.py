"""A unit's name."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.typed_text import TypedText
from tournament.models import Unit


class RenameUnitForm(WritingForm):
    """The name, cleaned by the action."""

    name = TypedText(label=_("名称"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, unit: Unit, **kwargs: Any) -> None:
        kwargs["initial"] = {"name": unit.name, "based_on": unit.version}
        super().__init__(*args, **kwargs)

    def show_current(self, unit: Unit) -> None:
        """After a conflict: what stands now; a second press overwrites it."""
        self.add_error("name", gettext("现在的内容：%(now)s") % {"now": unit.name})
        self.stand_on(unit.version)
