"""Lists of events, of the people of one, and of what was done in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament import wording
from tournament.models import Entry, Event, Membership, Stage

FIGURES = {"th": {"class": "n"}, "td": {"class": "n"}}


class EventTable(tables.Table):
    """Events with their dates and places; the subclasses lead to the desk or to the public page."""

    name = tables.Column(verbose_name=_("赛事"))
    starts_on = tables.Column(verbose_name=_("日期"), empty_values=(), attrs={"td": {"class": "nowrap"}})
    venue = tables.Column(verbose_name=_("地点"), default="")
    pair_count = tables.Column(verbose_name=pgettext_lazy("several", "参赛队"), attrs=FIGURES)

    def render_starts_on(self, record: Event) -> str:
        """One day, or from when to when."""
        if record.starts_on is None:
            return "–"
        start = date_format(record.starts_on, "Y-m-d")
        ends = record.ends_on if record.ends_on not in (None, record.starts_on) else None
        return f"{start} – {date_format(ends, 'm-d')}" if ends else start

    def order_starts_on(self, queryset: QuerySet[Event], is_descending: bool) -> tuple[QuerySet[Event], bool]:
        """Events without a date come last, whichever way."""
        by = F("starts_on")
        order = by.desc(nulls_last=True) if is_descending else by.asc(nulls_last=True)
        return queryset.order_by(order, "-pk"), True


class MyEventTable(EventTable):
    """Events that one works in: they lead to the desk."""

    name = tables.Column(
        verbose_name=_("赛事"), linkify=lambda record: record.get_desk_url(), attrs={"td": {"class": "long"}}
    )
    caption = _("我的赛事")

    class Meta:
        sequence = ("name", "...")


class PublicEventTable(EventTable):
    """Events for everybody: they lead to the public page."""

    name = tables.Column(
        verbose_name=_("赛事"),
        linkify=lambda record: record.get_absolute_url(),
        attrs={"td": {"class": "long"}},
    )
    caption = _("公开的赛事")

    class Meta:
        sequence = ("name", "...")


class JournalTable(tables.Table):
    """What was done in an event, newest first."""

    at = tables.Column(verbose_name=_("时间"), orderable=False, attrs={"td": {"class": "nowrap"}})
    verb = tables.Column(verbose_name=_("做了什么"), orderable=False, attrs={"td": {"class": "long"}})
    actor_name = tables.Column(verbose_name=_("谁"), orderable=False, attrs={"td": {"class": "nowrap"}})
    source = tables.Column(verbose_name=_("从哪里"), orderable=False, attrs={"td": {"class": "nowrap"}})
    caption = _("操作记录")

    class Meta:
        empty_text = _("还没有操作记录")

    def __init__(
        self, data: Any, *, accounts: Mapping[int, str], stages: Mapping[str, Stage], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.accounts, self.stages = accounts, stages

    def render_at(self, record: Entry) -> str:
        """Local time to the second: several things happen in one minute."""
        return localtime(record.at).strftime("%Y-%m-%d %H:%M:%S")

    def render_verb(self, record: Entry) -> str:
        """The action in the referee's words."""
        return wording.of_entry(record, self.accounts, self.stages)

    def render_actor_name(self, record: Entry) -> str:
        """A person's name, or the command line."""
        return wording.of_actor(record)

    def render_source(self, record: Entry) -> str:
        """A page, a private link, or a command."""
        return str(wording.WORDS.get(f"source.{record.source}", record.source))


class MemberTable(tables.Table):
    """Who has a role in the event."""

    name = tables.Column(verbose_name=_("姓名"), accessor="person__name", orderable=False)
    username = tables.Column(verbose_name=_("账号"), accessor="person__username", orderable=False)
    role = tables.Column(verbose_name=_("职务"), orderable=False)
    state = tables.Column(verbose_name=_("状态"), accessor="person", orderable=False)
    act = tables.TemplateColumn(
        template_name="tournament/people/member_actions.html",
        verbose_name="",
        orderable=False,
        attrs={"td": {"class": "act"}},
    )
    caption = _("赛事人员")

    class Meta:
        empty_text = _("还没有赛事负责人，现在只有站点负责人能管理。")

    def render_role(self, record: Membership) -> str:
        """The role's Chinese word."""
        return str(record.get_role_display())

    def render_state(self, record: Membership) -> str:
        """Whether the account can log in yet."""
        if not record.person.is_active:
            return str(_("已停用"))
        return str(_("可以登录") if record.person.has_usable_password() else _("还没有设密码"))
