"""What a rehearsal is asked."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm

WAYS = ("round", "all")


class StartRehearsalForm(WritingForm):
    """Whether the people of the real event are seen in it by name."""

    real_names = forms.BooleanField(
        label=_("用真实姓名（不勾选就写成甲1、乙1；电话、备注都不带）"), required=False, initial=True
    )


class PlayForm(WritingForm):
    """How far the rehearsal is played: `round` to the end of the round at hand, `all` to the end."""

    way = forms.ChoiceField(choices=[(one, one) for one in WAYS])
