"""What a new event is called and how it is laid out, as plain questions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.actions.stage_plans import StagePlan
from tournament.forms.base import WritingForm
from tournament.forms.ready_plans import awards_of, for_categories, stages_of
from tournament.forms.rule_fields import TextField, WholeField, date_input
from tournament.models.stages import MOST_ROUNDS
from tournament.wording.plans import (
    FINALS,
    GROUPED,
    PLANS,
    WITH_FINAL_ROUNDS,
    WITH_ROUNDS,
    WITH_SWISS,
    WITH_TOP_PER_GROUP,
)

LARGEST_GROUP = 200
CATEGORY_LIMIT = 20


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
    """Which stages are played, for everybody or once for each category; after `is_valid()`, `stages`.

    `pairs` is a guess that only the picture needs. `counts` are the pairs of each category, where known.
    """

    plan = forms.ChoiceField(
        label=_("怎么打"),
        choices=[(key, plan.title) for key, plan in PLANS.items()],
        widget=forms.RadioSelect,
        error_messages={"required": _("请选一种打法。")},
    )
    pairs = WholeField(
        label=_("大约几队"), required=False, help_text=_("只用来画示意图，算出轮数和时间；不填也行。")
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
    swiss_rounds = WholeField(label=_("积分编排几轮"), required=False, initial=5)
    top_per_group = WholeField(label=_("每组前几名晋级"), required=False)
    top = WholeField(label=_("前几名进决赛"), required=False, initial=8)
    final = forms.ChoiceField(
        label=_("决赛怎么打"), choices=FINALS, widget=forms.RadioSelect, required=False, initial="rotation"
    )
    final_rounds = WholeField(label=_("决赛打几轮"), required=False, initial=3)
    categories = TextField(
        label=_("分组别比赛"),
        max_length=120,
        required=False,
        help_text=_("例如：男子 女子 混双。每个组别各打一套；不分组别就不填。"),
    )

    def __init__(self, *args: Any, counts: Mapping[str, int] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.counts = counts or {}

    def clean_categories(self) -> list[str]:
        """The names, parted by spaces or any comma, each once."""
        return categories_in(self.cleaned_data["categories"])

    def clean(self) -> None:
        plan = self.cleaned_data.get("plan")
        if plan in GROUPED:
            if not self.cleaned_data.get("group_by"):
                self.add_error("group_by", _("请选怎样分组。"))
            self._bounded("group_number", 1, LARGEST_GROUP)
        for names, plans, most in (
            ("rounds", WITH_ROUNDS, MOST_ROUNDS),
            ("swiss_rounds", WITH_SWISS, MOST_ROUNDS),
            ("top_per_group", WITH_TOP_PER_GROUP, LARGEST_GROUP),
            ("final_rounds", WITH_FINAL_ROUNDS, MOST_ROUNDS),
        ):
            if plan in plans:
                self._bounded(names, 1, most)
        if plan == "swiss_final":
            self._bounded("top", 2, LARGEST_GROUP)
            if self.cleaned_data.get("final") == "rotation":
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
        return self.stages_of(self.cleaned_data["plan"])

    def stages_of(self, key: str) -> list[StagePlan]:
        """What the plan `key` would be with everything that is typed and can be used."""
        typed = getattr(self, "cleaned_data", {})
        return for_categories(stages_of(key, typed), typed.get("categories") or (), self.counts)

    @property
    def awards(self) -> list[dict[str, Any]] | None:
        """The awards that belong to the chosen plan, if any do."""
        return awards_of(self.cleaned_data["plan"], self.stages)


def categories_in(text: str) -> list[str]:
    """Names of categories as people type them in a row: `男子 女子、混双`; each at most 20 signs long."""
    names = list(dict.fromkeys(part for part in re.split(r"[\s,，、;；/|]+", text) if part))
    if any(len(name) > CATEGORY_LIMIT for name in names):
        raise forms.ValidationError(_("组别名称最长 20 个字。"))
    return names
