"""One more stage of an event, or the plan of one that has not begun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.actions.stage_plans import StagePlan
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import MOST_ROUNDS, TextField, WholeField
from tournament.models import Stage

ENTRIES = [
    ("all", _("全部参赛队")),
    ("top_per_group", _("每组前几名")),
    ("top", _("总名次前几名")),
]
GROUPINGS = [
    ("one", _("不分组")),
    ("size", _("抽签分组，定每组几队")),
    ("count", _("抽签分组，定分几组")),
]
PAIRINGS = [("rotation", _("移位")), ("round_robin", _("单循环")), ("double", _("双循环"))]
MOST_PAIRS = 2000


class StagePlanForm(WritingForm):
    """Name, who enters, groups and rounds of one stage; `plan` after `is_valid()`.

    `sources` are the earlier stages that may send pairs on; without any, everybody enters.
    """

    name = TextField(
        label=_("阶段名称"), max_length=40, error_messages={"required": _("请填写阶段名称，例如：决赛。")}
    )
    enter = forms.ChoiceField(label=_("谁参加"), choices=ENTRIES, widget=forms.RadioSelect)
    source = forms.ChoiceField(label=_("名单来自"), required=False)
    top = WholeField(label=_("前几名"), required=False)
    group_by = forms.ChoiceField(label=_("怎样分组"), choices=GROUPINGS, widget=forms.RadioSelect)
    group_number = WholeField(label=_("队数或组数"), required=False)
    method = forms.ChoiceField(label=_("怎样对阵"), choices=PAIRINGS, widget=forms.RadioSelect)
    rounds = WholeField(label=_("打几轮"), required=False)

    def __init__(self, data: Any = None, *, sources: Sequence[Stage], stage: Stage | None = None) -> None:
        super().__init__(data, initial=_initial(stage, sources))
        self.stage = stage
        if sources:
            self.fields["source"].choices = [(one.name, one.name) for one in sources]  # type: ignore[attr-defined]
        else:
            for name in ("enter", "source", "top"):
                del self.fields[name]

    def clean(self) -> None:
        data = self.cleaned_data
        if data.get("enter", "all") != "all":
            self._bounded("top", 1, MOST_PAIRS)
        if data.get("group_by") in ("size", "count"):
            self._bounded("group_number", 2 if data["group_by"] == "size" else 1, MOST_PAIRS)
        if data.get("method") == "rotation":
            self._bounded("rounds", 1, MOST_ROUNDS)

    def _bounded(self, name: str, low: int, high: int) -> None:
        value = self.cleaned_data.get(name)
        if name not in self.errors and (value is None or not low <= value <= high):
            self.add_error(name, _("请填 %(low)s 至 %(high)s 的整数。") % {"low": low, "high": high})

    @property
    def plan(self) -> StagePlan:
        """The stage in the archive's shapes; what the form does not ask stays as it was."""
        data = self.cleaned_data
        method = data["method"]
        pairing: dict[str, Any] = (
            {"method": "rotation", "rounds": data["rounds"]}
            if method == "rotation"
            else {"method": "round_robin", "legs": 2 if method == "double" else 1}
        )
        return StagePlan(
            name=data["name"],
            entry=self._entry(data),
            grouping=_grouping(data),
            pairing=pairing,
            same_unit=self.stage.same_unit if self.stage else "apart",
        )

    def _entry(self, data: dict[str, Any]) -> Any:
        former = self.stage.entry if self.stage else "all"
        if "enter" not in data or data["enter"] == "all":
            return former if isinstance(former, dict) and "category" in former else "all"
        kept = {
            key: former[key] for key in ("carry", "cut_tie") if isinstance(former, dict) and key in former
        }
        return {"carry": "none", **kept, "from": data["source"], data["enter"]: data["top"]}


def _grouping(data: dict[str, Any]) -> dict[str, Any]:
    if data["group_by"] == "one":
        return {"method": "one"}
    return {"method": "draw", data["group_by"]: data["group_number"]}


def _initial(stage: Stage | None, sources: Sequence[Stage]) -> dict[str, Any]:
    """The form's beginning: the stage as it is, or the usual final after the last stage."""
    if stage is None:
        usual = {"enter": "top_per_group", "source": sources[-1].name} if sources else {}
        return {**usual, "group_by": "one", "method": "rotation", "rounds": 3}
    entry, grouping, pairing = stage.entry, stage.grouping, stage.pairing
    enter = next((key for key in ("top_per_group", "top") if isinstance(entry, dict) and key in entry), "all")
    by = next((key for key in ("size", "count") if key in grouping), "one")
    method = "double" if pairing.get("legs") == 2 else pairing.get("method")
    return {
        "name": stage.name,
        "enter": enter,
        "source": entry.get("from") if isinstance(entry, dict) else None,
        "top": entry.get(enter) if isinstance(entry, dict) else None,
        "group_by": by,
        "group_number": grouping.get(by),
        "method": method,
        "rounds": pairing.get("rounds"),
        "based_on": stage.version,
    }
