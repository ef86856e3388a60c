"""Which groups play at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import TextField, WholeField
from tournament.models import Group, Stage
from tournament.wording.standings import group_name


class SessionsForm(WritingForm):
    """The session of every group: `sessions` by ordinal after `is_valid()`."""

    def __init__(self, data: Any = None, *, stage: Stage, groups: Sequence[Group]) -> None:
        super().__init__(data, initial={"based_on": stage.version})
        self.groups = groups
        for group in groups:
            self.fields[f"session_{group.ordinal}"] = TextField(
                label=group_name(group.name),
                max_length=40,
                required=False,
                initial=group.session,
                widget=forms.TextInput(attrs={"list": "session-names", "class": "short"}),
            )

    @property
    def sessions(self) -> dict[int, str]:
        """What was typed, by the group's ordinal."""
        return {
            one.ordinal: str(self.cleaned_data.get(f"session_{one.ordinal}") or "") for one in self.groups
        }

    @property
    def rows(self) -> list[tuple[Group, Any]]:
        """The groups with their fields."""
        return [(one, self[f"session_{one.ordinal}"]) for one in self.groups]


class SplitForm(WritingForm):
    """Into how many sessions the groups are to be divided."""

    count = WholeField(
        label=_("分成几个场次"), error_messages={"required": _("请填要分几个场次，至少 2 个。")}
    )
