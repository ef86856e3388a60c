"""The list of copies, and of the events in one."""

from __future__ import annotations

import django_tables2 as tables
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.lists.events import FIGURES
from tournament.queries.site_backups import KeptCopy
from tournament.wording.backups import REASONS


def size_words(size: int) -> str:
    """A file's size as people read it."""
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.0f} KB"


class BackupTable(tables.Table):
    """Copies of the site, the newest first."""

    at = tables.Column(
        verbose_name=_("时间"),
        accessor="copy__at",
        orderable=False,
        linkify=lambda record: reverse("backup", args=[record.name]),
        attrs={"td": {"class": "nowrap"}},
    )
    reason = tables.Column(verbose_name=_("为什么"), accessor="copy__reason", orderable=False)
    size = tables.Column(
        verbose_name=_("大小"),
        orderable=False,
        attrs={"th": {"class": "n"}, "td": {"class": "n nowrap"}},
    )
    state = tables.Column(verbose_name=_("状态"), empty_values=(), orderable=False)
    caption = _("备份")

    class Meta:
        empty_text = _("还没有备份")

    def render_at(self, record: KeptCopy) -> str:
        """Local time to the second."""
        return localtime(record.copy.at).strftime("%Y-%m-%d %H:%M:%S")

    def render_reason(self, record: KeptCopy) -> str:
        """Why it was made."""
        return str(REASONS[record.copy.reason])

    def render_size(self, record: KeptCopy) -> str:
        """The file's size."""
        return size_words(record.size)

    def render_state(self, record: KeptCopy) -> str:
        """A copy comes into the list only when it has been read back."""
        return str(_("写入时已核对") if record.manifest else _("已损坏，不能恢复"))


class BackupEventTable(tables.Table):
    """The events in a copy."""

    name = tables.Column(verbose_name=_("赛事"), orderable=False, attrs={"td": {"class": "long"}})
    starts_on = tables.Column(
        verbose_name=_("日期"), orderable=False, default="–", attrs={"td": {"class": "nowrap"}}
    )
    pairs = tables.Column(verbose_name=pgettext_lazy("several", "参赛队"), orderable=False, attrs=FIGURES)
    results = tables.Column(verbose_name=_("成绩"), orderable=False, attrs=FIGURES)
    caption = _("备份里的赛事")

    class Meta:
        empty_text = _("里面没有赛事")
