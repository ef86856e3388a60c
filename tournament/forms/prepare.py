"""How the last open tables of a round are assumed to end."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.models import Stage
from tournament.queries.slow_tables import SlowGroup, assumed_before, usual_ending

MOST = 15


class PrepareForm(WritingForm):
    """For each open table of a group: by how many levels it is won, and whether by passing A."""

    group = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, data: QueryDict | None = None, *, stage: Stage, slow: SlowGroup) -> None:
        super().__init__(data, auto_id=f"prepare_{slow.group.ordinal}_%s")
        self.slow = slow
        self.fields["group"].initial = slow.group.ordinal
        self.fields["based_on"].initial = slow.next
        assumed = assumed_before(slow)
        for match in slow.open:
            table = match.table or 0
            self._ask(table, *(assumed.get(table) or usual_ending(stage, match)))

    def _ask(self, table: int, difference: int, passed: bool) -> None:
        words = {"table": table}
        number = NumberField(
            label=_("第 %(table)s 桌的级差") % words,
            min_value=0,
            max_value=MOST,
            initial=difference,
            help_text=_("假定胜方领先几级。"),
            error_messages={"invalid": _("请输入数字。")},
        )
        number.widget.attrs |= {"class": "short", "inputmode": "numeric", "autocomplete": "off"}
        self.fields[f"difference_{table}"] = number
        self.fields[f"passed_{table}"] = forms.BooleanField(
            label=_("第 %(table)s 桌胜方过A") % words, required=False, initial=passed
        )

    @property
    def endings(self) -> dict[int, tuple[int, bool]]:
        """What was typed, by table."""
        sent = self.cleaned_data
        tables = [match.table or 0 for match in self.slow.open]
        return {table: (sent[f"difference_{table}"], sent[f"passed_{table}"]) for table in tables}
