"""What an event says about itself, and the name one types to delete it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournament.forms.base import WritingForm
from tournament.forms.rule_fields import date_input
from tournament.forms.typed_text import TypedText
from tournament.models import Checking, Event, PublicView
from tournament.queries.progress import EventProgress

UNIT_WORDS = [
    gettext_noop("单位"),
    gettext_noop("分工会"),
    gettext_noop("部门"),
    gettext_noop("支部"),
    gettext_noop("代表队"),
]
PAIR_WORDS = [("参赛队", _("参赛队")), ("组合", _("组合"))]
LAST_TABLE = 9000


class SlugText(TypedText, forms.SlugField):
    """An event's short name in addresses."""


class EventSettingsForm(WritingForm):
    """Edit an event; the address only before the first publication, table numbers only before the rounds."""

    name = TypedText(label=_("赛事名称"), max_length=80, help_text=_("印在每张纸、每张图片的最上面。"))
    starts_on = forms.DateField(label=_("开始日期"), required=False, widget=date_input())
    ends_on = forms.DateField(label=_("结束日期"), required=False, widget=date_input())
    venue = TypedText(label=_("地点"), max_length=80, required=False)
    organiser = TypedText(label=_("主办单位"), max_length=80, required=False)
    public_view = forms.ChoiceField(
        label=_("对外公开"),
        choices=PublicView.choices,
        widget=forms.RadioSelect,
        help_text=_("没有登录的人在公开页面上看到什么。"),
    )
    unit_word = TypedText(
        label=_("单位的叫法"),
        max_length=10,
        help_text=_("例如：单位、分工会、部门、支部、代表队。"),
    )
    pair_word = forms.ChoiceField(label=_("参赛队的叫法"), choices=PAIR_WORDS, widget=forms.RadioSelect)
    max_per_unit = forms.IntegerField(
        label=_("每单位至多几队"), min_value=1, max_value=1000, required=False, help_text=_("不填为不限。")
    )
    entries_close_at = forms.DateTimeField(
        label=_("报名截止"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    check_in_closes_at = forms.DateTimeField(
        label=_("签到截止"),
        required=False,
        help_text=_("到时在签到页提醒；签到由工作人员结束，不会自动结束。"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    checking = forms.ChoiceField(
        label=_("成绩复核"),
        choices=Checking.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "唱录复核：一人读出已录的成绩，另一人看着计分表，逐桌确认。"
            "两人各录一遍：第二个人看不到第一遍，照计分表再录一遍，一致才算复核。"
        ),
    )
    uses_ladder = forms.BooleanField(
        label=_("判罚按规程累计"),
        required=False,
        help_text=_("例如两次警告记违例一次：只计数和提出建议，由裁判长确认或免予。不勾选时只记录判罚。"),
    )
    hears_appeals = forms.BooleanField(
        label=_("受理申诉"),
        required=False,
        help_text=_("登记书面申诉、计算递交和答复的期限、记录仲裁委员会的裁定、发布更正公告。"),
    )
    slug = SlugText(
        label=_("网址"),
        max_length=60,
        help_text=_("公开页面地址里的一段，用小写字母、数字和连字符。第一次公布之后不能再改。"),
    )

    def __init__(self, *args: Any, event: Event, progress: EventProgress, **kwargs: Any) -> None:
        initial = {key: getattr(event, key) for key in self.base_fields if hasattr(event, key)}
        kwargs["initial"] = {**initial, "based_on": event.version}
        super().__init__(*args, **kwargs)
        if event.pair_word not in dict(PAIR_WORDS):
            choices = [*PAIR_WORDS, (event.pair_word, event.pair_word)]
            self.fields["pair_word"].choices = choices  # type: ignore[attr-defined]
        self.fields["slug"].disabled = event.slug_frozen
        for one in progress.stages:
            self.fields[f"first_table_{one.stage.ordinal}"] = forms.IntegerField(
                label=gettext("%(stage)s的起始桌号") % {"stage": one.stage.name},
                min_value=1,
                max_value=LAST_TABLE,
                initial=one.stage.first_table,
                disabled=bool(one.rounds),
                help_text=gettext("对阵编好以后不能再改。") if one.rounds else "",
            )

    def clean_slug(self) -> str:
        """Addresses are lower case."""
        return str(self.cleaned_data["slug"]).lower()

    def clean(self) -> dict[str, Any]:
        """The end is not before the beginning."""
        values = super().clean() or {}
        starts, ends = values.get("starts_on"), values.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", _("结束日期早于开始日期。"))
        return values

    @property
    def first_tables(self) -> dict[int, int]:
        """First table numbers by the stage's ordinal."""
        found = {key: value for key, value in self.cleaned_data.items() if key.startswith("first_table_")}
        return {int(key.removeprefix("first_table_")): value for key, value in found.items()}

    def show_current(self, event: Event) -> None:
        """After a conflict: what stands now beside each field that differs; a second press overwrites."""
        for key in self.fields:
            now = getattr(event, key, None)
            if hasattr(event, key) and key in self.cleaned_data and self.cleaned_data[key] != now:
                self.add_error(key, gettext("现在的内容：%(now)s") % {"now": now or gettext("（空）")})
        self.stand_on(event.version)


class DeleteEventForm(WritingForm):
    """The event's name, typed to be sure."""

    typed_name = TypedText(label=_("请输入赛事名称"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
