"""What a new event is called and how it is laid out, as plain questions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _

from tournament.actions.stage_plans import StagePlan
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import MOST_ROUNDS, TextField, WholeField, date_input
from tournament.wording.plans import GROUPED, PLANS, WITH_FINAL, WITH_ROUNDS

LARGEST_GROUP = 200


class EventForm(WritingForm):
    """Name, dates, place, organiser."""

    name = TextField(
        label=_("赛事名称"),
        max_length=80,
        error_messages={"required": _("请填写赛事名称。")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    starts_on = forms.DateField(label=_("开始日期"), required=False, widget=date_input())
    ends_on = forms.DateField(label=_("结束日期"), required=False, widget=date_input())
    venue = TextField(label=_("地点"), max_length=80, required=False)
    organiser = TextField(label=_("主办单位"), max_length=80, required=False)

    def clean(self) -> None:
        starts, ends = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", _("结束日期早于开始日期，请核对。"))

    @property
    def facts(self) -> dict[str, Any]:
        """The keywords for `create_event`."""
        return {key: self.cleaned_data[key] for key in ("name", "starts_on", "ends_on", "venue", "organiser")}


class PlanForm(forms.Form):
    """Which stages are played; after `is_valid()`, `stages` has them."""

    plan = forms.ChoiceField(
        label=_("怎么打"),
        choices=[(key, plan.title) for key, plan in PLANS.items()],
        widget=forms.RadioSelect,
        error_messages={"required": _("请选一种打法。")},
    )
    group_by = forms.ChoiceField(
        label=_("怎样分组"),
        choices=[("size", _("定每组几队")), ("count", _("定分几组"))],
        widget=forms.RadioSelect,
        required=False,
    )
    group_number = WholeField(
        label=_("队数或组数"),
        required=False,
        help_text=_("除不尽时各组相差至多一队。抽签以前都可以改。"),
    )
    rounds = WholeField(label=_("每组打几轮"), required=False, initial=3)
    top_per_group = WholeField(label=_("每组前几名进决赛"), required=False)
    final_rounds = WholeField(label=_("决赛打几轮"), required=False, initial=3)

    def clean(self) -> None:
        plan = self.cleaned_data.get("plan")
        if plan in GROUPED:
            if not self.cleaned_data.get("group_by"):
                self.add_error("group_by", _("请选怎样分组。"))
            self._bounded("group_number", 1, LARGEST_GROUP)
        if plan in WITH_ROUNDS:
            self._bounded("rounds", 1, MOST_ROUNDS)
        if plan in WITH_FINAL:
            self._bounded("top_per_group", 1, LARGEST_GROUP)
            self._bounded("final_rounds", 1, MOST_ROUNDS)
        if self.cleaned_data.get("group_by") == "size" and self.cleaned_data.get("group_number") == 1:
            self.add_error("group_number", _("每组至少要有 2 队。"))

    def _bounded(self, name: str, low: int, high: int) -> None:
        value = self.cleaned_data.get(name)
        if name in self.errors or (value is not None and low <= value <= high):
            return
        self.add_error(name, _("请填 %(low)s 至 %(high)s 的整数。") % {"low": low, "high": high})

    @property
    def stages(self) -> list[StagePlan]:
        """The chosen plan in the archive's shapes."""
        data = self.cleaned_data
        first = StagePlan(
            _g("预赛") if data["plan"] in WITH_FINAL else _g("正赛"),
            grouping=self._grouping(data),
            pairing=self._pairing(data),
        )
        if data["plan"] not in WITH_FINAL:
            return [first]
        entry = {"from": first.name, "top_per_group": data["top_per_group"], "carry": "none"}
        pairing = {"method": "rotation", "rounds": data["final_rounds"]}
        return [first, StagePlan(_g("决赛"), entry=entry, grouping={"method": "one"}, pairing=pairing)]

    def _grouping(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["plan"] not in GROUPED:
            return {"method": "one"}
        return {"method": "draw", data["group_by"]: data["group_number"]}

    def _pairing(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["plan"] in WITH_ROUNDS:
            return {"method": "rotation", "rounds": data["rounds"]}
        return {"method": "round_robin", "legs": 2 if data["plan"] == "double_round_robin" else 1}
