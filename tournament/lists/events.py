"""Lists of events, and of the people of one."""

from __future__ import annotations

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Event, Membership

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
