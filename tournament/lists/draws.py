"""The record of draws: what was drawn, when, the how-manieth time, how, and whether it stands."""

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

from tournament.exports.paper import Column as PaperColumn
from tournament.exports.paper import Kind
from tournament.lists.sorting import EmptiesLast
from tournament.lists.standings import FigureColumn
from tournament.models import Event
from tournament.queries.draw_record import DrawLine
from tournament.wording.fair_draws import drawn_in, how_it_was_made, what_was_drawn

SHOWN_DIGITS = 12  # of a digest; files have all 64
LONG = {"td": {"class": "long"}}
MONO = {"td": {"class": "nowrap"}}


class DrawRecordTable(tables.Table):
    """Every draw, newest first; hand-drawn lots stand among them. `as_values()` feeds files and papers."""

    at = tables.Column(
        verbose_name=gettext_lazy("时间"), accessor="draw__at", attrs={"td": {"class": "nowrap"}}
    )
    stage = tables.Column(verbose_name=gettext_lazy("阶段"), accessor="draw", orderable=False)
    what = tables.Column(verbose_name=gettext_lazy("内容"), accessor="draw", orderable=False)
    count = FigureColumn(verbose_name=gettext_lazy("第几次"), kind=Kind.INT)
    how = tables.Column(verbose_name=gettext_lazy("方式"), accessor="draw", orderable=False)
    seed = tables.Column(
        verbose_name=gettext_lazy("种子"), accessor="draw__seed", default="", orderable=False, attrs=MONO
    )
    digest = tables.Column(
        verbose_name=gettext_lazy("内容摘要"),
        accessor="draw__inputs_digest",
        default="",
        orderable=False,
        attrs=MONO,
    )
    algorithm = tables.Column(
        verbose_name=gettext_lazy("算法"),
        accessor="draw__algorithm",
        default="",
        orderable=False,
        attrs=MONO,
    )
    state = tables.Column(verbose_name=gettext_lazy("状态"), accessor="draw__is_current", orderable=False)
    caption = gettext_lazy("抽签记录")

    class Meta:
        row_attrs = {"class": lambda record: "" if record.draw.is_current else "struck"}
        empty_text = gettext_lazy("还没有抽过签。")

    def __init__(
        self,
        lines: Iterable[DrawLine],
        *,
        event: Event,
        public: Iterable[tuple[int, str, int, int]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(EmptiesLast(list(lines)), **kwargs)
        self.event, self.public = event, set(public)

    def render_at(self, value: datetime) -> str:
        """Local time to the minute."""
        return localtime(value).strftime("%Y-%m-%d %H:%M")

    def render_stage(self, record: DrawLine) -> str:
        """The stage, and the group where it was about one."""
        draw = record.draw
        stage = draw.stage.name if draw.stage else ""
        return f"{stage} {drawn_in(draw)}".rstrip()

    def render_what(self, record: DrawLine) -> str | SafeString:
        """What was decided; it leads to the page where anybody draws it again, once that is public."""
        text = what_was_drawn(record.draw)
        if record.place not in self.public:
            return text
        return format_html(
            '<a href="{}">{}</a>', reverse("public-draw", args=[self.event.slug, *record.place]), text
        )

    def value_what(self, record: DrawLine) -> str:
        """The words alone."""
        return what_was_drawn(record.draw)

    def render_how(self, record: DrawLine) -> str:
        """By computer, by hand, or with a commitment before it."""
        return how_it_was_made(record.is_computed, record.draw.seed, record.commitment is not None)

    def render_digest(self, value: str) -> SafeString:
        """Its first digits."""
        return format_html('<code title="{}">{}…</code>', value, value[:SHOWN_DIGITS])

    def value_digest(self, value: str) -> str:
        """All of it."""
        return value

    def render_state(self, value: bool) -> SafeString:
        """In force, or given up."""
        return format_html('<span class="kept">{}</span>', self.value_state(value))

    def value_state(self, value: bool) -> str:
        """The same in words."""
        return _("有效") if value else _("已作废")

    @property
    def paper_columns(self) -> tuple[PaperColumn, ...]:
        """What each column of `as_values()` is, for files and papers."""
        return tuple(
            PaperColumn(str(bound.header), Kind.INT if bound.name == "count" else Kind.TEXT)
            for bound in self.columns.iterall()
        )
