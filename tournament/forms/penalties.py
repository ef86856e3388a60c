"""The penalty that a referee writes down, and the reason for taking one back."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.rules import Grade
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.forms.typed_text import TypedText
from tournament.models import Event, Penalty, Stage
from tournament.wording.rules import GRADES

_DASHES = re.compile("[‐‑‒–—―−﹣]")
_POINTS = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?|[-+]?\.[0-9]+")
LARGEST = Decimal(99_999)


class PointsField(TypedText):
    """Points as people type them: －２, -2, −2, -0.5, in any width and with any dash; empty is 0."""

    def clean(self, value: Any) -> Decimal:
        """The exact number; a sentence for what is none, too fine or too large."""
        typed = str(super().clean(value) or "")
        plain = _DASHES.sub("-", unicodedata.normalize("NFKC", typed)).replace("。", ".")
        plain = "".join(plain.split())
        if not plain:
            return Decimal(0)
        if not _POINTS.fullmatch(plain):
            raise _invalid("points_not_a_number", typed=typed)
        points = Decimal(plain)
        if points != round(points, 2):
            raise _invalid("points_too_fine")
        if abs(points) > LARGEST:
            raise _invalid("points_too_large")
        return points


def _invalid(code: str, **params: Any) -> ValidationError:
    return ValidationError(wording.sentence(code, params), code=code)


class PenaltyForm(WritingForm):
    """A ruling: against whom, what, why, with or without points."""

    number = NumberField(
        label=_("序号"), min_value=1, widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"})
    )
    player = TypedText(label=_("选手"), required=False, max_length=50, help_text=_("只罚其中一人时写姓名。"))
    grade = forms.TypedChoiceField(label=_("判罚"), choices=[], coerce=Grade)
    points = PointsField(
        label=_("罚分"), required=False, max_length=20,
        help_text=_("扣 2 分写 −2；只记录不扣分就留空。罚分只影响总积分，不影响级差。"),
        widget=forms.TextInput(attrs={"class": "short"}),
    )  # fmt: skip
    stage = forms.TypedChoiceField(label=_("阶段"), required=False, coerce=int, empty_value=None)
    round_number = NumberField(
        label=_("轮次"),
        required=False,
        min_value=1,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )
    table = NumberField(
        label=_("桌号"), required=False, min_value=1, help_text=_("写了轮次可以不写桌号。"),
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip
    article = TypedText(label=_("依据条款"), required=False, max_length=60)
    text = TypedText(label=_("经过"), required=False, max_length=3000, widget=forms.Textarea)
    effect = TypedText(
        label=_("其他处理"), required=False, max_length=100, help_text=_("例如：本副升级取消、补贡。")
    )
    referee = TypedText(label=_("裁判员"), required=False, max_length=50)

    def __init__(
        self, *args: Any, event: Event, stages: list[Stage], at_hand: Stage | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.stages = {stage.ordinal: stage for stage in stages}
        choose: Any = self.fields["stage"]
        choose.choices = [("", _("不属于任何阶段")), *((one.ordinal, one.name) for one in stages)]
        choose.initial = at_hand.ordinal if at_hand else ""
        grades: Any = self.fields["grade"]
        grades.choices = [(grade.value, GRADES[grade.value]) for grade in Grade]

    @property
    def ruling(self) -> dict[str, Any]:
        """The keywords of `give_penalty`."""
        values = {key: value for key, value in self.cleaned_data.items() if key not in ("based_on",)}
        return values | {"stage": self.stages.get(values["stage"])}


class CancelPenaltyForm(WritingForm):
    """Why a penalty is taken back."""

    reason = TypedText(label=_("撤销的原因"), max_length=200)

    def show_current(self, penalty: Penalty) -> None:
        """After a conflict: what was written meanwhile."""
        if penalty.cancelled:
            self.add_error("reason", _("已由别人撤销，原因：%(reason)s") % {"reason": penalty.cancelled})
        self.stand_on(penalty.version)
