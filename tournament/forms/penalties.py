"""The penalty that a referee writes down, and the reason for taking one back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.rules import Grade
from scoring.sanctions import Sanction
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField
from tournament.forms.typed_text import TypedText
from tournament.models import Event, Penalty, Stage
from tournament.wording.rules import GRADES

_DASHES = re.compile("[‐‑‒–—―−﹣]")
_POINTS = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?|[-+]?\.[0-9]+")
MOST_KEY = 2**63 - 1
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


WHO = re.compile(r"(?P<number>[0-9]{1,6})(号|#)?")
AT_TABLE = re.compile(r"第?(?P<table>[0-9]{1,6})桌?(?P<side>南北|东西|南|北|东|西|NS|EW)(方)?")
SIDE_OF = {"南北": "ns", "南": "ns", "北": "ns", "NS": "ns", "东西": "ew", "东": "ew", "西": "ew", "EW": "ew"}


class NoteForm(WritingForm):
    """One line: who, which grade, a few words. `who` is a number, or a table and a side (3南, 第3桌东西).

    After `is_valid()`, `number` is the pair's number, or None where `table` and `side` say who it is.
    """

    who = TypedText(
        label=_("序号或桌号"), max_length=20,
        widget=forms.TextInput(
            attrs={"class": "short", "autocomplete": "off", "placeholder": _("12 或 3南")}
        ),
    )  # fmt: skip
    grade = forms.TypedChoiceField(label=_("判罚"), choices=[], coerce=Grade)
    text = TypedText(label=_("经过"), required=False, max_length=200)
    back = TypedText(required=False, max_length=200, widget=forms.HiddenInput)
    match = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_KEY, widget=forms.HiddenInput, localize=False
    )

    def __init__(self, *args: Any, grades: Iterable[Grade] = Grade, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number: int | None = None
        self.table, self.side = 0, ""
        _choose_grade(self, grades)

    def clean_who(self) -> str:
        """Read what was typed in any width."""
        typed = str(self.cleaned_data["who"])
        plain = "".join(unicodedata.normalize("NFKC", typed).upper().split())
        if found := WHO.fullmatch(plain):
            self.number = int(found["number"])
        elif found := AT_TABLE.fullmatch(plain):
            self.table, self.side = int(found["table"]), SIDE_OF[found["side"]]
        else:
            raise _invalid("note_who", typed=typed)
        return typed


class SideNoteForm(WritingForm):
    """The same at one table: only the side is asked."""

    side = forms.ChoiceField(
        label=_("哪一方"), choices=[("ns", _("南北")), ("ew", _("东西"))], widget=forms.RadioSelect
    )
    grade = forms.TypedChoiceField(label=_("判罚"), choices=[], coerce=Grade)
    text = TypedText(label=_("经过"), required=False, max_length=200)
    match = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, grades: Iterable[Grade] = Grade, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_grade(self, grades)


def _choose_grade(form: forms.Form, grades: Iterable[Grade]) -> None:
    choose: Any = form.fields["grade"]
    choose.choices = [(grade.value, GRADES[grade.value]) for grade in grades]


def _few(label: Any, help_text: Any = "") -> NumberField:
    short = forms.TextInput(attrs={"class": "short", "inputmode": "numeric"})
    return NumberField(
        label=label, required=False, min_value=1, max_value=12, help_text=help_text, widget=short
    )


class PenaltyForm(WritingForm):
    """A ruling: against whom, what, why, with or without figures."""

    number = NumberField(
        label=_("序号"), min_value=1, widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"})
    )
    player = TypedText(label=_("选手"), required=False, max_length=50, help_text=_("只罚其中一人时写姓名。"))
    grade = forms.TypedChoiceField(label=_("判罚"), choices=[], coerce=Grade)
    article = TypedText(
        label=_("依据条款"), required=False, max_length=60,
        widget=forms.TextInput(attrs={"list": "articles", "autocomplete": "off"}),
    )  # fmt: skip
    text = TypedText(label=_("经过"), required=False, max_length=3000, widget=forms.Textarea)
    effect = TypedText(
        label=_("其他处理"), required=False, max_length=100, help_text=_("例如：停止一轮出牌、收回重出。"),
        widget=forms.TextInput(attrs={"list": "effects", "autocomplete": "off"}),
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
    points = PointsField(
        label=_("罚分"), required=False, max_length=20,
        help_text=_("扣 2 分写 −2；只记录不扣分就留空。罚分只影响总积分，不影响级差。"),
        widget=forms.TextInput(attrs={"class": "short"}),
    )  # fmt: skip
    down = _few(_("犯规方降几级"))
    up = _few(_("对方升几级"))
    cancels_gain = forms.BooleanField(label=_("取消这一副的升级"), required=False)
    out_of_play = forms.BooleanField(label=_("降台（对方上台）"), required=False)
    awards_deal = forms.BooleanField(label=_("判给对方一副双下（升3级）"), required=False)
    after_deal = NumberField(
        label=_("第几副之后"), required=False, min_value=0, max_value=200,
        help_text=_("升级、降级记在哪一副之后；不写就是现在，0 是开局之前。"),
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip
    loses_match = forms.BooleanField(label=_("登记本局判负"), required=False)
    takes_out = forms.BooleanField(
        label=_("取消比赛资格"), required=False, help_text=_("没打完的各轮记为弃权，不再编排，列在最后。")
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
        _choose_grade(self, Grade)

    @property
    def ruling(self) -> dict[str, Any]:
        """The keywords of `give_penalty`."""
        apart = ("based_on", "down", "up", "cancels_gain", "out_of_play", "awards_deal", "stage")
        values = {key: value for key, value in self.cleaned_data.items() if key not in apart}
        told = self.cleaned_data
        sanction = Sanction(
            levels=-(told["down"] or 0),
            opponents_levels=told["up"] or 0,
            cancels_gain=told["cancels_gain"],
            out_of_play=told["out_of_play"],
            awards_deal=told["awards_deal"],
        )
        return values | {"stage": self.stages.get(told["stage"]), "sanction": sanction}


class ProposalForm(WritingForm):
    """One press on something proposed: which, and for letting off why."""

    which = TypedText(widget=forms.HiddenInput, max_length=200)
    reason = TypedText(label=_("免予的原因"), required=False, max_length=200)


class CancelPenaltyForm(WritingForm):
    """Why a penalty is taken back."""

    reason = TypedText(label=_("撤销的原因"), max_length=200)

    def show_current(self, penalty: Penalty) -> None:
        """After a conflict: what was written meanwhile."""
        if penalty.cancelled:
            self.add_error("reason", _("已由别人撤销，原因：%(reason)s") % {"reason": penalty.cancelled})
        self.stand_on(penalty.version)
