"""What a group that is short of pairs becomes: smaller, or one with a group that is chosen."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.queries.regrouping import ShortGroup
from tournament.wording.regrouping import merge_text


class MergeForm(WritingForm):
    """Choose the other group; each choice says what both together would play."""

    into = forms.ChoiceField(
        label=_("并入"),
        error_messages={
            "required": _("请选择并入哪一组。"),
            "invalid_choice": _("这个组刚刚有变动，请按现在的情况再选一次。"),
        },
    )

    def __init__(self, data: QueryDict | None = None, *, short: ShortGroup) -> None:
        super().__init__(data, prefix=f"merge-{short.stage.ordinal}-{short.group.ordinal}")
        self.short = short
        # The size stands in the value: what the person agreed to, should a group change meanwhile.
        choices = [(f"{one.group.ordinal}.{one.outlook.size}", merge_text(one)) for one in short.merges]
        self.fields["into"].choices = [("", "—"), *choices]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> tuple[int, int]:
        """The other group's ordinal, and the size that was promised."""
        ordinal, size = self.cleaned_data["into"].split(".")
        return int(ordinal), int(size)
