"""Forms of rounds that are paired one by one: a step, absences, wishes, changes by hand, how many rounds."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.numbers import NumberField, NumbersField
from tournament.forms.typed_text import TypedText
from tournament.models import WishKind
from tournament.models.stages import MOST_ROUNDS

WHAT = [
    ("exchange", _("对调两队：写两个序号")),
    ("move", _("换桌：写原桌号和新桌号")),
    ("turn", _("南北、东西互换：写桌号")),
]
KINDS = [(WishKind.FORBID, WishKind.FORBID.label), (WishKind.FORCE, WishKind.FORCE.label)]
SHORT = {"class": "short", "inputmode": "numeric", "autocomplete": "off", "data-enter-next": True}


class RoundStepForm(WritingForm):
    """Pair, undo or redraw round `number`, of one group where `group` (its ordinal) is given.

    `lose` is ticked by whoever agrees to lose the results, `count` how many the page showed;
    `typed_name` is the event's name, where the round is closed.
    """

    number = forms.IntegerField(min_value=1)
    group = forms.IntegerField(required=False, min_value=1)
    lose = forms.BooleanField(required=False)
    count = forms.IntegerField(required=False, min_value=0)
    reason = TypedText(required=False, max_length=200)
    typed_name = TypedText(required=False, max_length=200)

    @property
    def agreed(self) -> int:
        """How many results the person agreed to lose."""
        return (self.cleaned_data["count"] or 0) if self.cleaned_data["lose"] else 0


class AbsencesForm(WritingForm):
    """Who sits the next round out."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    missed = NumbersField(
        label=_("本轮缺席"),
        required=False,
        max_length=2000,
        help_text=_("写序号，用空格或顿号隔开。缺席按未参赛计分，不算轮空。"),
    )
    byes = NumbersField(
        label=_("指定轮空"),
        required=False,
        max_length=2000,
        help_text=_("由裁判长指定的轮空，按轮空计分，以后编排时算作轮空过。"),
    )


class WishForm(WritingForm):
    """Two pairs that must not, or must, meet."""

    kind = forms.ChoiceField(
        label=_("要求"), choices=KINDS, widget=forms.RadioSelect, initial=WishKind.FORBID
    )
    first = NumberField(label=_("序号"), min_value=1, error_messages={"invalid": _("请输入序号（数字）。")})
    second = NumberField(label=_("与"), min_value=1, error_messages={"invalid": _("请输入序号（数字）。")})
    round_number = NumberField(
        label=_("第几轮"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("不要相遇可以不填，指每一轮。"),
        error_messages={"invalid": _("请输入轮次（数字）。")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second", "round_number"):
            self.fields[name].widget.attrs |= SHORT


class ChangeForm(forms.Form):
    """What is to change in a round; asked by GET, so that the consequences stand on a page of their own."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    what = forms.ChoiceField(label=_("怎么改"), choices=WHAT, widget=forms.RadioSelect, initial="exchange")
    first = NumberField(label=_("序号或桌号"), min_value=1, error_messages={"invalid": _("请输入数字。")})
    second = NumberField(
        label=_("另一队，或新桌号"),
        min_value=1,
        required=False,
        error_messages={"invalid": _("请输入数字。")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            self.fields[name].widget.attrs |= SHORT

    def clean(self) -> None:
        """Two numbers where two are needed."""
        asked = self.cleaned_data
        if asked.get("what") in ("exchange", "move") and "second" in asked and asked["second"] is None:
            self.add_error("second", _("请写第二个号码。"))


class ConfirmChangeForm(WritingForm):
    """The confirmation: what the page showed, its state, and the reason where the round is public."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    what = forms.ChoiceField(widget=forms.HiddenInput, choices=WHAT)
    first = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    second = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seen = TypedText(widget=forms.HiddenInput, max_length=64)
    reason = TypedText(label=_("原因"), max_length=200, required=False)


class PlannedRoundsForm(WritingForm):
    """How many rounds there are to be."""

    rounds = NumberField(label=_("共打几轮"), min_value=1, error_messages={"invalid": _("请输入数字。")})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rounds"].widget.attrs |= SHORT
