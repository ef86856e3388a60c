"""Forms of the draw: the plan, a step that only asks, lots as they are read out, whole groups."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing.card_lots import order_by_cards
from tournament.actions.edit_stage_grouping import GroupingPlan
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.numbers import number_of, numbers_of
from tournament.forms.typed_text import TypedText
from tournament.models import Stage
from tournament.models.stages import MOST_ROUNDS
from tournament.queries.drawing import KNOWN

METHODS = [
    ("draw", _("电脑抽签")),
    ("snake", _("按种子蛇形排列")),
    ("one", _("不分组，全部参赛队一组")),
    ("manual", _("人工抽签，录入结果")),
    ("unit", _("按单位，每个单位一组")),
    ("previous_rank", _("按上一阶段名次，分等级组")),
]
DIVIDE = [("size", _("每组队数")), ("count", _("组数"))]


class StepForm(WritingForm):
    """A step of the draw: its key, the draw it was based on, and the few words that some steps take."""

    reason = TypedText(label=_("更正原因"), max_length=200, required=False)
    as_drawn = forms.BooleanField(required=False)
    number = forms.IntegerField(required=False, min_value=1)
    what = TypedText(required=False, max_length=20)


class GroupingForm(WritingForm):
    """How a stage is divided. `give_up` is asked only where a draft would be lost."""

    method = forms.ChoiceField(label=_("分组方式"), choices=METHODS, widget=forms.RadioSelect)
    by = forms.ChoiceField(label=_("按什么分"), choices=DIVIDE, required=False)
    number = forms.IntegerField(
        label=_("队数或组数"),
        min_value=1,
        required=False,
        help_text=_("不整除时，各组最多相差 1 队。不分组、按单位或按名次分组时不用填。"),
    )
    units_apart = forms.BooleanField(label=_("同单位的尽量分到不同的组，同组的先相遇"), required=False)
    rounds = forms.IntegerField(
        label=_("轮数"), min_value=1, max_value=MOST_ROUNDS, required=False, help_text=_("每队在组内打几轮。")
    )
    give_up = forms.BooleanField(label=_("作废现在的分组和对阵"), required=False)

    def __init__(self, *args: Any, stage: Stage, has_draft: bool, **kwargs: Any) -> None:
        kwargs["initial"] = _initial(stage) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        if stage.source_name is None:
            offered = [one for one in METHODS if one[0] != "previous_rank"]
            self.fields["method"].choices = offered  # type: ignore[attr-defined]
        if stage.pairing.get("method") != "rotation":
            del self.fields["rounds"]
        if not has_draft:
            del self.fields["give_up"]

    @property
    def plan(self) -> GroupingPlan:
        """What was chosen."""
        chosen = self.cleaned_data
        divide = (
            {chosen["by"]: chosen["number"]}
            if chosen["method"] not in ("one", *KNOWN) and chosen["by"]
            else {}
        )
        return GroupingPlan(
            method=chosen["method"],
            count=divide.get("count"),
            size=divide.get("size"),
            units_apart=chosen["units_apart"],
            rounds=chosen.get("rounds"),
        )


def _initial(stage: Stage) -> dict[str, Any]:
    grouping = stage.grouping
    by = "count" if "count" in grouping else "size"
    return {
        "method": grouping.get("method", "one"),
        "by": by,
        "number": grouping.get(by),
        "units_apart": stage.same_unit != "ignore",
        "rounds": stage.planned_rounds,
        "based_on": stage.version,
    }


class LotForm(WritingForm):
    """Who drew which lot: `12⏎ A3⏎`."""

    number = TypedText(label=_("序号"), max_length=12)
    lot = TypedText(label=_("抽到的签"), max_length=20)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if name in ("number", "lot"):
                field.widget.attrs |= {"class": "short", "data-enter-next": True, "autocomplete": "off"}
        self.fields["number"].widget.attrs |= {"inputmode": "numeric", "autofocus": True}

    def clean_number(self) -> int:
        """A number in any width, with or without 号."""
        number = number_of(self.cleaned_data["number"])
        if number is None:
            raise forms.ValidationError(_("请输入序号（数字）。"))
        return number


class GroupsForm(WritingForm):
    """Whole groups, a line each: `A：1 5 9 13`."""

    groups = TypedText(
        label=_("各组名单"),
        help_text=_("一行一组，按签号次序写序号，用空格或逗号隔开；行首可以写组名，例如“A：1 5 9 13”。"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean_groups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each line; a line that holds anything else is named."""
        lines = [line for line in self.cleaned_data["groups"].splitlines() if line.strip()]
        return tuple(_line(index, line) for index, line in enumerate(lines, 1))


def _line(index: int, line: str) -> tuple[int, ...]:
    plain = unicodedata.normalize("NFKC", line)
    numbers = numbers_of(re.sub(r"^\s*[A-Za-z]{1,3}\s*组?\s*[:、.\s]", "", plain))
    if not numbers or None in numbers:
        raise forms.ValidationError(
            _("第 %(line)s 行看不懂：请只写序号，用空格或逗号隔开。"), params={"line": index}
        )
    return tuple(number for number in numbers if number is not None)


class TieForm(WritingForm):
    """The order that hand-drawn lots, cards (`card_11`) or a play-off gave: numbers, the first one first."""

    group = TypedText(required=False, max_length=40)
    numbers = TypedText(max_length=2000)
    order = TypedText(label=_("抽签或加赛的次序"), max_length=2000, required=False)
    how = TypedText(max_length=10, required=False)  # "order" and "cards" never leave it to the computer

    @property
    def tied(self) -> tuple[int, ...]:
        """The pairs that the page showed as equal."""
        return tuple(one for one in numbers_of(self.cleaned_data["numbers"]) if one is not None)

    @property
    def cards(self) -> dict[int, str]:
        """The cards that were typed, by number; what was left empty is not in it."""
        named = {number: str(self.data.get(f"card_{number}", "")).strip() for number in self.tied}
        return {number: card for number, card in named.items() if card}

    @property
    def typed(self) -> list[int] | None:
        """The typed order or that of the cards, None where the computer is to draw.

        Refuses an order of other pairs.
        """
        how, cards = self.cleaned_data["how"], self.cards
        if how == "cards" or cards:
            return list(order_by_cards({number: cards.get(number, "") for number in self.tied}))
        if not self.cleaned_data["order"] and how != "order":
            return None
        given = numbers_of(self.cleaned_data["order"])
        if sorted(self.tied) != sorted(one or 0 for one in given):
            raise ActionRefused("order_does_not_match", field="order", numbers=list(self.tied))
        return [one for one in given if one is not None]


class CutTieForm(WritingForm):
    """What happens to pairs that are equal across the cut."""

    cut_tie = forms.ChoiceField(choices=[("lots", ""), ("extra_match", ""), ("all", "")])
