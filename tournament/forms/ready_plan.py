"""Take a ready-made plan for an event that exists."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm


class TakePlanForm(WritingForm):
    """The press that takes a plan; `replace` is asked only where stages stand that may go."""

    replace = forms.BooleanField(label=_("换掉现有的阶段（都还没有抽签）"), required=False)

    def __init__(self, *args: Any, can_replace: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not can_replace:
            del self.fields["replace"]


class MoveForm(WritingForm):
    """Up or down."""

    where = forms.ChoiceField(choices=[("up", ""), ("down", "")])
