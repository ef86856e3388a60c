"""What a new event from an earlier one is called, and who comes along."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import TextField, date_input
from tournament.wording.copy_event import BRING


class CopyEventForm(WritingForm):
    """Name, dates, and whether units or pairs are brought."""

    name = TextField(
        label=_("新赛事的名称"), max_length=80, error_messages={"required": _("请填写赛事名称。")}
    )
    starts_on = forms.DateField(label=_("开始日期"), required=False, widget=date_input())
    ends_on = forms.DateField(label=_("结束日期"), required=False, widget=date_input())
    bring = forms.ChoiceField(
        label=_("带来哪些名单"), choices=BRING, widget=forms.RadioSelect, initial="units"
    )
