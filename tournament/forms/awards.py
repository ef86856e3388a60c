"""Awards as organisers type them: one award a line."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import InvalidRules
from scoring.prizes import (
    NAME_LIMIT,
    Edge,
    GivenAward,
    PrizeSet,
    Scope,
    percent,
    read_awards,
)
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import TextField, plain
from tournament.forms.typed_text import TypedText
from tournament.models import Event
from tournament.names.cleaning import tidy

SCOPES = [
    (Scope.GROUP, _("每组各评各的")),
    (Scope.CATEGORY, _("每个组别（男子、女子……）各评各的")),
    (Scope.OVERALL, _("整个阶段一起评")),
]
EDGES = [
    (Edge.ASK, _("问我：抽签、加赛或都给奖，到时候再定")),
    (Edge.ALL, _("成绩相同的都给前一等的奖，后面的名额相应减少")),
]
_LINE = re.compile(r"(?P<name>.*?\D|.*?\D(?=\d))\s*(?P<figure>\d+(?:\.\d+)?)\s*(?P<unit>%|队|对|名|个)?")
# 一等奖 -3, 一等奖-3; a long dash parts name and figure.
_NEGATIVE = re.compile(r"[-\u2212]\s*\d[\d.]*\s*(?:%|队|对|名|个)?$")
_NUMBER = re.compile(r"(\d{1,6})\s*号?")


class PrizesField(TypedText):
    """One award a line: 一等奖 4, or 二等奖 25%. Becomes the archive's list of prizes."""

    widget = forms.Textarea(attrs={"rows": 5, "autocomplete": "off"})

    def clean(self, value: Any) -> list[dict[str, Any]]:
        """The lines as prizes; a sentence names the line that cannot be read."""
        lines = [tidy(line) for line in str(super().clean(value)).splitlines()]
        return [_prize(line) for line in lines if line]


def _prize(line: str) -> dict[str, Any]:
    if _NEGATIVE.search(normalize("NFKC", line)):
        raise forms.ValidationError(
            _("“%(line)s”的数前面有负号。名额和比例要大于 0，请写成：一等奖 3，或 一等奖 15%%。")
            % {"line": line[:30]}
        )
    found = _LINE.fullmatch(plain(line))
    name = found["name"].strip(" ：:，,、—-") if found else ""
    if found is None or not name:
        raise forms.ValidationError(
            _("“%(line)s”看不懂，请写奖项和名额，例如：一等奖 4，或 一等奖 15%%。") % {"line": line[:30]}
        )
    if len(name) > NAME_LIMIT:
        raise forms.ValidationError(
            _("奖项名称“%(name)s…”太长，最多 %(limit)s 个字。") % {"name": name[:20], "limit": NAME_LIMIT}
        )
    if found["unit"] == "%":
        return {"name": name, "share": f"{found['figure']}%"}
    if "." in found["figure"]:
        raise forms.ValidationError(
            _("“%(line)s”的名额要是整数；按比例请在后面写 %%。") % {"line": line[:30]}
        )
    return {"name": name, "count": int(found["figure"])}


def stage_choices(event: Event) -> list[tuple[str, Any]]:
    """The event's stages by name; the first choice follows the plan."""
    return [("", _("最后一个阶段")), *((stage.name, stage.name) for stage in event.stages.all())]


class PrizeSetForm(WritingForm):
    """Awards by rank in one stage. After `is_valid()`, `prize_set` is what was typed."""

    stage = forms.ChoiceField(label=_("看哪个阶段的名次"), required=False)
    scope = forms.ChoiceField(label=_("范围"), choices=SCOPES, widget=forms.RadioSelect, initial=Scope.GROUP)
    prizes = PrizesField(
        label=_("奖项"),
        help_text=_(
            "一行一项，从高到低：奖项名称，再写几队，或写百分比。例如：一等奖 4，或 一等奖 15%。"
            "按比例时，各奖累计到哪一队，每条线分别四舍五入；退赛和取消资格的队不算在内。"
        ),
    )
    edge = forms.ChoiceField(
        label=_("名额边上成绩完全相同"), choices=EDGES, widget=forms.RadioSelect, initial=Edge.ASK
    )

    def __init__(self, *args: Any, event: Event, standing: PrizeSet | None = None, **kwargs: Any) -> None:
        told = {} if standing is None else _as_typed(standing)
        kwargs["initial"] = {**told, "based_on": event.version, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        stages: Any = self.fields["stage"]
        stages.choices = stage_choices(event)
        self.prize_set: PrizeSet | None = None

    def clean(self) -> dict[str, Any]:
        """Let the domain judge the whole."""
        values = super().clean() or {}
        if self.errors:
            return values
        keys = ("stage", "scope", "prizes", "edge")
        try:
            self.prize_set = read_awards([{key: values[key] for key in keys}]).sets[0]
        except InvalidRules as error:
            self.add_error("prizes", wording.of_error(error))
        return values


def _as_typed(one: PrizeSet) -> dict[str, Any]:
    lines = [
        f"{prize.name} {prize.count}" if prize.share is None else f"{prize.name} {percent(prize.share)}%"
        for prize in one.prizes
    ]
    return {"stage": one.stage, "scope": one.scope, "edge": one.edge, "prizes": "\n".join(lines)}


class GivenAwardForm(WritingForm):
    """An award that no rank gives. After `is_valid()`, `given` is what was typed."""

    name = TextField(
        label=_("奖项"),
        max_length=NAME_LIMIT,
        help_text=_("例如：优秀组织奖、体育道德风尚奖。"),
        error_messages={"max_length": _("奖项名称太长，最多 %(limit_value)s 个字。")},
    )
    given_to = TypedText(
        label=_("获奖者"),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off"}),
        help_text=_("一行一个：参赛队写序号（12 号），单位、个人写名称。"),
    )

    def __init__(self, *args: Any, event: Event, standing: GivenAward | None = None, **kwargs: Any) -> None:
        told: dict[str, Any] = {"based_on": event.version}
        if standing is not None:
            lines = [f"{to} 号" if isinstance(to, int) else to for to in standing.given_to]
            told |= {"name": standing.name, "given_to": "\n".join(lines)}
        kwargs["initial"] = {**told, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)

    @property
    def given(self) -> GivenAward:
        """The award as it was typed; a line that is a number is a pair's."""
        lines = [tidy(line) for line in self.cleaned_data["given_to"].splitlines()]
        return GivenAward(self.cleaned_data["name"], tuple(_to(line) for line in lines if line))


def _to(line: str) -> int | str:
    found = _NUMBER.fullmatch(plain(line))
    return int(found[1]) if found else line
