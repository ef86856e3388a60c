"""One more stage of an event, or the plan of one that has not begun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import rulebooks
from tournament.actions.stage_plans import StagePlan
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import TextField, WholeField
from tournament.forms.stage_plan_values import (
    DIVIDED,
    FROM_STAGE,
    WITH_ROUNDS,
    entry_of,
    grouping_of,
    initial_of,
    pairing_of,
    same_unit_of,
)
from tournament.models import Stage
from tournament.models.stages import MOST_ROUNDS
from tournament.wording import stage_plans as words

MOST_PAIRS = 2000
LAST_TABLE = 9000


def radios(label: Any, choices: Any, *, required: bool = False, **kwargs: Any) -> forms.ChoiceField:
    """A question with its answers as radio buttons."""
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.RadioSelect, required=required, **kwargs
    )


class StagePlanForm(WritingForm):
    """Whatever a stage can be: who enters, groups, pairing, tables and rules; `plan` after `is_valid()`.

    `sources` are the earlier stages that may send pairs on; without any the questions about them are not
    asked. Fields that the chosen answers make idle are not judged, and what they hold is left out.
    """

    name = TextField(
        label=_("阶段名称"), max_length=40, error_messages={"required": _("请填写阶段名称，例如：决赛。")}
    )
    enter = radios(_("谁参加"), words.ENTRIES, required=True)
    category = TextField(
        label=_("组别"), max_length=20, required=False, help_text=_("与报名表里的写法相同，例如：女子。")
    )
    source = forms.ChoiceField(label=_("名单来自"), required=False)
    top = WholeField(label=_("前几名"), required=False)
    best_next = WholeField(
        label=_("另加成绩最好的几队"),
        required=False,
        help_text=_("各组下一名里按每轮平均积分比较。不要就不填。"),
    )
    low = WholeField(label=_("从第几名"), required=False)
    high = WholeField(label=_("到第几名"), required=False)
    carry = radios(_("前面阶段的积分"), words.CARRIES)
    cut_tie = radios(_("晋级线上成绩相同"), words.CUT_TIES)
    group_by = radios(_("怎样分组"), words.GROUPINGS, required=True)
    divide = radios(_("按什么分"), words.DIVIDE)
    group_number = WholeField(
        label=_("队数或组数"), required=False, help_text=_("除不尽时各组相差至多一队。")
    )
    method = radios(_("怎样对阵"), words.PAIRINGS, required=True)
    rounds = WholeField(label=_("打几轮"), required=False)
    first_round = radios(_("第一轮"), words.FIRST_ROUNDS)
    bracket = radios(_("对阵图"), words.BRACKETS)
    lucky_losers = forms.BooleanField(
        label=_("某轮队数为单数时，由成绩最好的负者补上（幸运负者），不轮空"), required=False
    )
    placing = radios(_("名次"), words.PLACINGS)
    best_of = radios(_("每场几局"), words.BEST_OF)
    same_unit = radios(_("同单位的"), words.SAME_UNIT)
    soft_rounds = WholeField(label=_("前几轮避开"), required=False)
    first_table = WholeField(label=_("起始桌号"), required=False, help_text=_("这一阶段从哪张桌子排起。"))
    rulebook = forms.ChoiceField(label=_("按哪份规则"), required=False)

    def __init__(self, data: Any = None, *, sources: Sequence[Stage], stage: Stage | None = None) -> None:
        super().__init__(data, initial=initial_of(stage, sources))
        self.stage, self.sources = stage, sources
        books = [(key, gettext(rulebooks.load(key).name)) for key in rulebooks.keys()]  # noqa: SIM118
        self.fields["rulebook"].choices = [("", _("本赛事的规则")), *books]  # type: ignore[attr-defined]
        places = [one for one in (self.initial["placing"],) if one not in dict(words.PLACINGS)]
        self.fields["placing"].choices = [  # type: ignore[attr-defined]
            *words.PLACINGS,
            *((one, _("决出前 %(places)s 名") % {"places": one}) for one in places),
        ]
        if sources:
            self.fields["source"].choices = [(one.name, one.name) for one in sources]  # type: ignore[attr-defined]
            return
        for name in ("source", "top", "best_next", "low", "high", "carry", "cut_tie"):
            del self.fields[name]
        for name, left_out in (("enter", FROM_STAGE), ("group_by", ("previous_rank",))):
            offered = self.fields[name].choices  # type: ignore[attr-defined]
            self.fields[name].choices = [one for one in offered if one[0] not in left_out]  # type: ignore[attr-defined]

    def clean(self) -> None:
        self._clean_entry(self.cleaned_data.get("enter", "all"))
        self._clean_groups()
        self._clean_rounds()
        if self.cleaned_data.get("first_table") is not None:
            self._bounded("first_table", 1, LAST_TABLE)

    def _clean_entry(self, enter: str) -> None:
        data = self.cleaned_data
        if enter == "category" and not data.get("category"):
            self._refuse("category", "no_category")
        if enter in FROM_STAGE and not data.get("source"):
            self._refuse("source", "no_source")
        if enter in ("top", "top_per_group"):
            self._bounded("top", 1, MOST_PAIRS)
        if enter == "top_per_group" and data.get("best_next") is not None:
            self._bounded("best_next", 0, MOST_PAIRS)
        if enter == "ranks":
            self._bounded("low", 1, MOST_PAIRS)
            self._bounded("high", 1, MOST_PAIRS)
            low, high = data.get("low"), data.get("high")
            if low and high and high <= low:
                self._refuse("high", "ranks_reversed" if high < low else "ranks_one_pair")

    def _clean_groups(self) -> None:
        data = self.cleaned_data
        group_by, is_knockout = data.get("group_by"), data.get("method") == "knockout"
        if is_knockout and group_by != "one":
            self._refuse("group_by", "knockout_in_groups")
        elif group_by == "previous_rank" and data.get("enter") not in FROM_STAGE:
            self._refuse("group_by", "grades_need_a_source")
        elif group_by in DIVIDED or (group_by == "manual" and data.get("group_number") is not None):
            if not data.get("divide"):
                self.add_error("divide", _("请选按什么分。"))
            self._bounded("group_number", 1 if data.get("divide") == "count" else 2, MOST_PAIRS)
        if is_knockout and data.get("enter") in FROM_STAGE and data.get("carry") in ("all", "half"):
            self._refuse("carry", "knockout_carries")

    def _clean_rounds(self) -> None:
        data = self.cleaned_data
        method = data.get("method")
        if method in WITH_ROUNDS:
            self._bounded("rounds", 1, MOST_ROUNDS)
        if data.get("same_unit") == "soft":
            if method in ("swiss", "random"):
                self._bounded("soft_rounds", 1, MOST_ROUNDS)
            elif method:
                self._refuse("same_unit", "soft_needs_rounds")

    def _bounded(self, name: str, low: int, high: int) -> None:
        value = self.cleaned_data.get(name)
        if name not in self.errors and (value is None or not low <= value <= high):
            self.add_error(name, _("请填 %(low)s 至 %(high)s 的整数。") % {"low": low, "high": high})

    def _refuse(self, name: str, code: str) -> None:
        if name not in self.errors:
            self.add_error(name, words.REFUSALS[code])

    @property
    def plan(self) -> StagePlan:
        """The stage in the archive's shapes."""
        data = self.cleaned_data
        return StagePlan(
            name=data["name"],
            entry=entry_of(data),
            grouping=grouping_of(data),
            pairing=pairing_of(data),
            same_unit=same_unit_of(data),
            first_table=data.get("first_table") or (None if self.stage else 1),
            rulebook=data["rulebook"],
        )
