"""What is handed in as an appeal, what the jury answers, and what is announced of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.forms.typed_text import TypedText
from tournament.models import Appeal, AppealEffect, Event, FiledAs, Stage
from tournament.queries.penalties import NumberedPenalty
from tournament.wording.appeals import OUTCOMES, penalty_text

_BETWEEN = re.compile(r"[\s,，、;；/]+")
MOMENT = {"type": "datetime-local"}
SHORT = {"class": "short", "inputmode": "numeric"}


def _moment(label: Any, help_text: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs=MOMENT, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=False, help_text=help_text, widget=widget)


class AppealForm(WritingForm):
    """An appeal as it lies on the desk: whose, against what, when it was handed in."""

    number = NumberField(label=_("序号"), min_value=1, widget=forms.TextInput(attrs=SHORT))
    filed_by = TypedText(label=_("递交人"), max_length=50)
    filed_as = forms.ChoiceField(
        label=_("身份"), choices=FiledAs.choices, widget=forms.RadioSelect, initial=FiledAs.PLAYER
    )
    stage = forms.TypedChoiceField(label=_("阶段"), required=False, coerce=int, empty_value=None)
    round_number = NumberField(
        label=_("轮次"), required=False, min_value=1, widget=forms.TextInput(attrs=SHORT),
        help_text=_("对哪一轮的比赛提出；只对判罚提出时可以不写。"),
    )  # fmt: skip
    penalty = forms.TypedChoiceField(label=_("判罚"), required=False, coerce=int, empty_value=None)
    text = TypedText(
        label=_("申诉内容"), max_length=3000, widget=forms.Textarea, help_text=_("所不服的裁决、事实和请求。")
    )
    filed_at = _moment(_("递交时间"), _("交到的时间，期限按它算；不写就是现在。"))
    although_late = forms.BooleanField(
        label=_("逾期也受理"),
        required=False,
        help_text=_("只在超过期限时需要；名单、记录和成绩册上都写明逾期受理。"),
    )

    def __init__(
        self,
        *args: Any,
        stages: Sequence[Stage],
        at_hand: Stage | None,
        penalties: Sequence[NumberedPenalty],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.stages = {stage.ordinal: stage for stage in stages}
        self.penalties = {one.ordinal: one.penalty for one in penalties if one.counts}
        choose: Any = self.fields["stage"]
        choose.choices = [("", _("不属于任何阶段")), *((one.ordinal, one.name) for one in stages)]
        choose.initial = at_hand.ordinal if at_hand else ""
        against: Any = self.fields["penalty"]
        against.choices = [
            ("", _("不是对判罚")),
            *((key, penalty_text(one)) for key, one in self.penalties.items()),
        ]
        if not self.penalties:
            del self.fields["penalty"]

    def clean(self) -> dict[str, Any]:
        """A stage alone, without a round, is only the usual choice."""
        values = super().clean() or {}
        if values.get("round_number") and not values.get("stage") and "stage" not in self.errors:
            self.add_error("stage", _("写了轮次，请同时选择阶段。"))
        return values

    @property
    def appeal(self) -> dict[str, Any]:
        """The keywords of `file_appeal`."""
        values = {key: value for key, value in self.cleaned_data.items() if key != "based_on"}
        stage = self.stages.get(values["stage"]) if values["round_number"] else None
        return values | {"stage": stage, "penalty": self.penalties.get(values.get("penalty") or 0)}


class DecideForm(WritingForm):
    """The jury's answer."""

    jury = TypedText(
        label=_("仲裁委员"), required=False, max_length=600, help_text=_("参加表决的人，用顿号分开。")
    )
    votes_for = forms.IntegerField(label=_("赞成票"), required=False, min_value=0, max_value=99)
    votes_against = forms.IntegerField(label=_("反对票"), required=False, min_value=0, max_value=99)
    outcome = forms.ChoiceField(label=_("结果"), widget=forms.RadioSelect, choices=[])
    effect = forms.ChoiceField(
        label=_("效力"), widget=forms.RadioSelect, choices=[], initial=AppealEffect.UNCHANGED
    )
    decision = TypedText(
        label=_("裁定"), max_length=3000, widget=forms.Textarea, help_text=_("写出内容和理由。")
    )
    decided_at = _moment(_("裁定时间"), _("不写就是现在。"))

    def __init__(self, *args: Any, appeal: Appeal, event: Event, **kwargs: Any) -> None:
        named = [name for office in event.booklet_facts.jury for name in office.names]
        kwargs["initial"] = {"jury": gettext("、").join(dict.fromkeys(named)), "based_on": appeal.version}
        super().__init__(*args, **kwargs)
        chosen: Any = self.fields["outcome"]
        chosen.choices = [(key, text) for key, text in OUTCOMES.items() if key != "withdrawn"]
        effects: Any = self.fields["effect"]
        possible = {AppealEffect.UNCHANGED: True, AppealEffect.RESULT: appeal.table is not None}
        lifts = appeal.penalty is not None and not appeal.penalty.cancelled
        possible |= {AppealEffect.PENALTY: lifts, AppealEffect.BOTH: lifts and appeal.table is not None}
        effects.choices = [(one.value, one.label) for one, can in possible.items() if can]
        if len(effects.choices) == 1:
            effects.widget = forms.HiddenInput()

    def clean_jury(self) -> list[str]:
        """The names one by one; every name is at most as long as a person's may be."""
        names = [name for name in _BETWEEN.split(self.cleaned_data["jury"]) if name]
        if any(len(name) > 50 for name in names):
            raise forms.ValidationError(_("有一个名字太长，请用顿号把各人分开。"))
        return names

    @property
    def answer(self) -> dict[str, Any]:
        """The keywords of `decide_appeal`."""
        return dict(self.cleaned_data)


class AppealReasonForm(WritingForm):
    """Why an appeal is taken back, decided anew, or announced."""

    reason = TypedText(label=_("原因"), max_length=200, required=False)

    def __init__(self, *args: Any, label: Any = "", needed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = label or self.fields["reason"].label
        self.fields["reason"].required = needed
