"""The list of appeals: whose, against what, until when, what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.exports.paper import Kind
from tournament.lists.cells import clock_data
from tournament.lists.sorting import EmptiesLast
from tournament.lists.standings import FigureColumn, NamesColumn
from tournament.queries.appeals import AppealCase
from tournament.queries.standing_sheets import who
from tournament.wording.appeals import against_text, late_text, moment_text, result_text
from tournament.wording.clocks import clock_text


class AppealTable(tables.Table):
    """Appeals in the order in which they were filed; the open ones tell how long the jury still has."""

    number = FigureColumn(verbose_name=gettext_lazy("编号"), kind=Kind.INT)
    pair = NamesColumn(verbose_name=gettext_lazy("参赛队"), accessor="appeal__pair", orderable=False)
    against = tables.Column(
        verbose_name=gettext_lazy("申诉对象"),
        accessor="appeal",
        orderable=False,
        attrs={"td": {"class": "long"}},
    )
    filed_at = tables.Column(
        verbose_name=gettext_lazy("递交时间"),
        accessor="appeal__filed_at",
        default="",
        attrs={"td": {"class": "nowrap"}},
    )
    state = tables.Column(verbose_name=gettext_lazy("状态"), accessor="appeal", orderable=False)
    caption = gettext_lazy("申诉")

    class Meta:
        empty_text = gettext_lazy("还没有申诉。")

    def __init__(self, listed: Iterable[AppealCase], *, slug: str, now: datetime, **kwargs: Any) -> None:
        super().__init__(EmptiesLast(list(listed)), **kwargs)
        self.slug, self.now = slug, now

    def render_number(self, record: AppealCase) -> SafeString:
        """It leads to the appeal."""
        words = _("第 %(number)s 号") % {"number": record.number}
        return format_html('<a href="{}">{}</a>', reverse("appeal", args=[self.slug, record.number]), words)

    def render_pair(self, record: AppealCase) -> SafeString:
        """Number and names."""
        pair = record.appeal.pair
        number = _("%(number)s 号") % {"number": pair.number}
        return format_html("{} {}", number, NamesColumn().render(who(pair)))

    def render_against(self, record: AppealCase) -> str:
        """The match, the penalty."""
        return against_text(record.appeal)

    def render_filed_at(self, record: AppealCase) -> SafeString:
        """When it came, and whether that was late."""
        late = late_text(record.appeal)
        chip = format_html(' <span class="chip bad">{}</span>', late) if late else SafeString("")
        return format_html("{}{}", moment_text(record.appeal.filed_at), chip)

    def render_state(self, record: AppealCase) -> SafeString:
        """The outcome; while it is open the time that is left to answer."""
        if not record.is_open:
            return format_html("{}", result_text(record.appeal))
        open_ = format_html('<span class="chip wait">{}</span>', _("待裁定"))
        clock = record.answer_clock
        if clock is None or clock.ends_at is None:
            return open_
        told = _("%(time)s 前答复") % {"time": localtime(clock.ends_at).strftime("%H:%M")}
        running = '{} <span class="nowrap">{}</span> <span class="clock nowrap" role="timer" {}>{}</span>'
        return format_html(
            running, open_, told, clock_data(clock, "minutes", ""), clock_text(clock, self.now)
        )
