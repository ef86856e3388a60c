"""The list of penalties: who, what, why, with how many points; cancelled ones struck out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.paper import Column as PaperColumn
from tournament.exports.paper import Kind
from tournament.lists.sorting import EmptiesLast
from tournament.lists.standings import FigureColumn, NamesColumn, paper_columns
from tournament.models import Penalty
from tournament.queries.penalties import NumberedPenalty
from tournament.queries.standing_sheets import who
from tournament.wording.penalties import effect_words
from tournament.wording.rules import grade_name

LONG = {"td": {"class": "long story"}}


class PenaltyTable(tables.Table):
    """Penalties in the order in which they were given; `as_values()` feeds files and papers."""

    ordinal = FigureColumn(verbose_name=_("编号"), kind=Kind.INT)
    number = FigureColumn(verbose_name=_("序号"), accessor="penalty__pair__number", kind=Kind.INT)
    names = NamesColumn(verbose_name=_("参赛队"), accessor="penalty__pair", orderable=False)
    player = tables.Column(verbose_name=_("选手"), accessor="penalty__player", default="", orderable=False)
    grade = tables.Column(verbose_name=_("判罚"), accessor="penalty__grade", orderable=False)
    points = FigureColumn(
        verbose_name=_("罚分"), accessor="penalty__points", kind=Kind.DIFF, empty_values=(None, Decimal(0))
    )
    stage = tables.Column(
        verbose_name=_("阶段"), accessor="penalty__stage__name", default="", orderable=False
    )
    round = FigureColumn(verbose_name=_("轮次"), accessor="penalty__round_number", kind=Kind.INT, default="")
    table = FigureColumn(verbose_name=_("桌"), accessor="penalty__table", kind=Kind.INT, default="")
    article = tables.Column(
        verbose_name=_("依据条款"), accessor="penalty__article", default="", orderable=False
    )
    text = tables.Column(
        verbose_name=_("经过"), accessor="penalty__text", default="", orderable=False, attrs=LONG
    )
    effect = tables.Column(
        verbose_name=_("其他处理"), accessor="penalty", default="", orderable=False, empty_values=()
    )
    referee = tables.Column(
        verbose_name=_("裁判员"), accessor="penalty__referee", default="", orderable=False
    )
    at = tables.Column(
        verbose_name=_("时间"), accessor="penalty__at", default="", attrs={"td": {"class": "nowrap"}}
    )
    cancelled = tables.Column(
        verbose_name=_("撤销原因"), accessor="penalty__cancelled", default="", orderable=False, attrs=LONG
    )
    act = tables.TemplateColumn(
        template_name="tournament/penalties/actions.html",
        verbose_name="",
        orderable=False,
        exclude_from_export=True,
        attrs={"td": {"class": "act"}},
    )
    caption = _("判罚")

    class Meta:
        row_attrs = {"class": lambda record: "" if record.counts else "struck"}
        empty_text = _("还没有判罚。")

    def __init__(self, listed: Iterable[NumberedPenalty], *, slug: str, **kwargs: Any) -> None:
        rows = list(listed)
        left_out = (*kwargs.pop("exclude", ()), *_empty(rows))
        super().__init__(EmptiesLast(rows), exclude=left_out, **kwargs)
        self.slug = slug

    def render_names(self, record: NumberedPenalty) -> SafeString:
        """The names, unbroken."""
        return NamesColumn().render(who(record.penalty.pair))

    def value_names(self, record: NumberedPenalty) -> str:
        """The names as one text."""
        return who(record.penalty.pair).text

    def render_grade(self, record: NumberedPenalty) -> str:
        """The rung of the ladder, in words; of a proposal that was waived too."""
        name = grade_name(record.penalty.grade)
        return gettext("%(grade)s（免予）") % {"grade": name} if record.penalty.waived else name

    def render_effect(self, value: Penalty) -> str:
        """What it brings beside points: levels, the match, the pair, and what was typed."""
        return effect_words(value)

    def render_at(self, value: datetime) -> str:
        """Local time to the minute."""
        return localtime(value).strftime("%m-%d %H:%M")

    def render_cancelled(self, value: str) -> SafeString:
        """The reason is not struck out with the rest."""
        return format_html('<span class="kept">{}</span>', gettext(value))

    def value_cancelled(self, value: str) -> str:
        """The reason as text."""
        return gettext(value)

    @property
    def paper_columns(self) -> tuple[PaperColumn, ...]:
        """What each column of `as_values()` is, for files and papers."""
        return paper_columns(self)


def _empty(rows: list[NumberedPenalty]) -> list[str]:
    """Columns in which no penalty has anything; they only take room."""
    keys = {key: key for key in ("player", "table", "article", "text", "referee", "cancelled")}
    keys |= {"round": "round_number", "stage": "stage"}
    without = [] if any(effect_words(one.penalty) for one in rows) else ["effect"]
    return without + [
        name for name, key in keys.items() if not any(getattr(one.penalty, key) for one in rows)
    ]
