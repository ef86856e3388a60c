"""The journal: who did what, when, from where, before and after; what it is narrowed to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.db.models import QuerySet
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from tournament import wording
from tournament.forms.numbers import number_of
from tournament.models import Entry, Event, Stage
from tournament.wording.topics import TOPICS

# Whoever wrote so, as one choice.
TOGETHER = {"table": gettext_lazy("各桌（扫码）"), "command": gettext_lazy("命令行")}
MOMENT = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class JournalTable(tables.Table):
    """What was done in an event, newest first."""

    at = tables.Column(verbose_name=gettext_lazy("时间"), orderable=False, attrs={"td": {"class": "nowrap"}})
    verb = tables.Column(
        verbose_name=gettext_lazy("做了什么"), orderable=False, attrs={"td": {"class": "long"}}
    )
    changes = tables.Column(
        verbose_name=gettext_lazy("改动（前 → 后）"),
        accessor="codes",
        orderable=False,
        attrs={"td": {"class": "long"}},
    )
    actor_name = tables.Column(
        verbose_name=gettext_lazy("谁"), orderable=False, attrs={"td": {"class": "nowrap"}}
    )
    source = tables.Column(
        verbose_name=gettext_lazy("从哪里"), orderable=False, attrs={"td": {"class": "nowrap"}}
    )
    caption = gettext_lazy("操作记录")

    class Meta:
        empty_text = gettext_lazy("还没有操作记录")

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

    def render_changes(self, record: Entry) -> str:
        """What stood before, and what stands."""
        return wording.changes_of_entry(record)

    def render_actor_name(self, record: Entry) -> str:
        """A person's name, or the command line."""
        return wording.of_actor(record)

    def render_source(self, record: Entry) -> str:
        """A page, a private link, a table's code or a command, and on what."""
        words = wording.WORDS
        told = [words.get(f"source.{record.source}", record.source)]
        told += [words[f"device.{record.device}"]] if record.device else []
        return " · ".join(map(str, told))


class JournalFilter(filters.FilterSet):
    """Find lines by pair, table, person, what they are about, and time; whoever wrote is offered by name."""

    pair = filters.CharFilter(label=gettext_lazy("序号"), method="of_pair", max_length=10)
    table = filters.CharFilter(label=gettext_lazy("桌号"), method="at_table", max_length=10)
    who = filters.ChoiceFilter(label=gettext_lazy("谁"), method="by_whom", empty_label=gettext_lazy("全部"))
    topic = filters.ChoiceFilter(
        label=gettext_lazy("做了什么"), method="about", empty_label=gettext_lazy("全部"),
        choices=[(key, label) for key, (label, _areas) in TOPICS.items()],
    )  # fmt: skip
    since = filters.DateTimeFilter(
        label=gettext_lazy("从"), field_name="at", lookup_expr="gte", widget=MOMENT
    )
    until = filters.DateTimeFilter(label=gettext_lazy("到"), field_name="at", lookup_expr="lt", widget=MOMENT)

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ()

    def __init__(self, data: Any, queryset: QuerySet[Entry], *, event: Event) -> None:
        super().__init__(data, queryset)
        wrote = event.journal.order_by().values_list("actor_name", "source").distinct()
        names = sorted({name for name, source in wrote if source not in TOGETHER})
        sources = {source for _name, source in wrote}
        groups = [(f"-{source}", label) for source, label in TOGETHER.items() if source in sources]
        self.filters["who"].extra["choices"] = [*((name, name) for name in names), *groups]

    def of_pair(self, rows: QuerySet[Entry], _name: str, value: str) -> QuerySet[Entry]:
        """Lines about the pair with this number; none for what is no number."""
        return _about(rows, "pairs", value)

    def at_table(self, rows: QuerySet[Entry], _name: str, value: str) -> QuerySet[Entry]:
        """Lines about this table."""
        return _about(rows, "tables", value)

    def by_whom(self, rows: QuerySet[Entry], _name: str, value: str) -> QuerySet[Entry]:
        """What one person did; or everybody at the tables, or all commands."""
        source = value.removeprefix("-")
        named = value.startswith("-") and source in TOGETHER
        return rows.filter(source=source) if named else rows.filter(actor_name=value)

    def about(self, rows: QuerySet[Entry], _name: str, value: str) -> QuerySet[Entry]:
        """Lines of one topic."""
        return rows.filter(verb__in=verbs_of(value))


def _about(rows: QuerySet[Entry], field: str, value: str) -> QuerySet[Entry]:
    number = number_of(value)
    return rows.none() if number is None else rows.filter(**{f"{field}__contains": f",{number},"})


@cache
def verbs_of(topic: str) -> frozenset[str]:
    """The verbs of a topic's areas."""
    areas = [import_module(f"tournament.wording.{area}") for area in TOPICS[topic][1]]
    return frozenset(verb for area in areas for verb in getattr(area, "VERBS", {}))
