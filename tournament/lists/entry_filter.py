"""What the list of pairs can be narrowed to: what is typed, unit, status, category, check-in, entry, area,
and what the event's own columns say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import django_filters as filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Pair, PairStatus
from tournament.names.own_columns import column_id
from tournament.queries.hall import areas_of
from tournament.queries.own_columns import own_texts_of
from tournament.queries.pair_lists import categories_of, has_lot_pairs, in_area, searched, units_of

NO_UNIT = "-"
COME, NOT_COME = "in", "out"
TOGETHER, BY_LOT = "together", "lot"
FILLED, EMPTY, SAYS = "+", "-", "="
MOST_CHOICES = 12  # different texts of a column that are offered one by one


class PairFilter(filters.FilterSet):
    """Find pairs by what is typed, by unit, status and category, by check-in, way of entry and area.

    Categories, ways of entry and areas are offered where the event has them; so are the event's own columns,
    which are shown (`own`: their titles) and then filtered by.
    """

    q = filters.CharFilter(
        label=_("查找"),
        method="search",
        widget=forms.TextInput(attrs={"placeholder": _("姓名、拼音首字母、序号、手机"), "type": "search"}),
    )
    unit = filters.ChoiceFilter(label=_("单位"), method="of_unit", empty_label=_("全部"))
    status = filters.ChoiceFilter(label=_("状态"), choices=PairStatus.choices, empty_label=_("全部"))
    category = filters.ChoiceFilter(label=_("组别"), empty_label=_("全部"))
    come = filters.ChoiceFilter(
        label=_("签到"),
        method="has_come",
        choices=[(COME, _("已签到")), (NOT_COME, _("未签到"))],
        empty_label=_("全部"),
    )
    entered = filters.ChoiceFilter(
        label=_("报名方式"),
        method="was_entered",
        choices=[(TOGETHER, _("两人一起报名")), (BY_LOT, _("单人报名、抽签配成"))],
        empty_label=_("全部"),
    )
    area = filters.ChoiceFilter(label=_("场地"), method="plays_in", empty_label=_("全部"))
    col = filters.MultipleChoiceFilter(
        label=_("另显示这些列"), method="show_columns", widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Pair
        fields: Iterable[str] = ()

    def __init__(self, data: Any, queryset: QuerySet[Pair], *, event: Event) -> None:
        super().__init__(data, queryset)
        self.areas = {area.name: area for area in areas_of(event)}
        units = [(unit.key, unit.name) for unit in units_of(event)]
        self.filters["unit"].extra["choices"] = [*units, (NO_UNIT, _("（没有填写）"))]
        self.filters["unit"].label = event.unit_term
        self._offer("category", categories_of(event))
        self._offer("area", list(self.areas))
        if not has_lot_pairs(event):
            del self.filters["entered"]
        self._offer_own_columns(event)

    def _offer(self, name: str, choices: list[str]) -> None:
        self.filters[name].extra["choices"] = [(one, one) for one in choices]
        if not choices:
            del self.filters[name]

    def _offer_own_columns(self, event: Event) -> None:
        """A tick for each of the event's own columns; one that is shown can be filtered by."""
        by_id = {column_id(title): title for title in event.own_columns}
        asked = self.data.getlist("col") if hasattr(self.data, "getlist") else []
        self.own = [title for key, title in by_id.items() if key in asked]
        if not by_id:
            del self.filters["col"]
            return
        self.filters["col"].extra["choices"] = list(by_id.items())
        if self.own:
            self._texts = own_texts_of(event)
        for title in self.own:
            self._add_filter(title)
        self.filters.move_to_end("col")

    def _add_filter(self, title: str) -> None:
        name, counted = f"own-{column_id(title)}", self._texts.counts(title)
        choices: list[tuple[str, Any]] = [(FILLED, _("有内容")), (EMPTY, _("没有内容"))]
        if len(counted) <= MOST_CHOICES:
            told = _("%(text)s（%(count)s 队）")
            choices += [
                (f"{SAYS}{text}", told % {"text": text, "count": count})
                for text, count in counted.most_common()
            ]
        else:
            self._add(f"{name}-is", filters.CharFilter(label=_("%(column)s是") % {"column": title}))
        self._add(name, filters.ChoiceFilter(label=title, choices=choices, empty_label=_("全部")))

    def _add(self, name: str, added: filters.Filter) -> None:
        added.method, added.field_name = "of_own_text", name
        added.parent, added.model = self, self._meta.model
        self.filters[name] = added

    def show_columns(self, pairs: QuerySet[Pair], _name: str, _value: list[str]) -> QuerySet[Pair]:
        """More columns, the same pairs."""
        return pairs

    def of_own_text(self, pairs: QuerySet[Pair], name: str, value: str) -> QuerySet[Pair]:
        """By what one of the event's own columns says."""
        title = next(one for one in self.own if name.startswith(f"own-{column_id(one)}"))
        if value == EMPTY:
            return pairs.exclude(pk__in=self._texts.filled(title))
        if value == FILLED:
            return pairs.filter(pk__in=self._texts.filled(title))
        return pairs.filter(pk__in=self._texts.saying(title, value.removeprefix(SAYS)))

    def search(self, pairs: QuerySet[Pair], _name: str, value: str) -> QuerySet[Pair]:
        """By whatever was typed."""
        return searched(pairs, value)

    def of_unit(self, pairs: QuerySet[Pair], _name: str, value: str) -> QuerySet[Pair]:
        """Of one unit, or of none."""
        return pairs.filter(unit=None) if value == NO_UNIT else pairs.filter(unit__key=value)

    def has_come(self, pairs: QuerySet[Pair], _name: str, value: str) -> QuerySet[Pair]:
        """Checked in, or not."""
        return pairs.filter(checked_in_at__isnull=value == NOT_COME)

    def was_entered(self, pairs: QuerySet[Pair], _name: str, value: str) -> QuerySet[Pair]:
        """Entered as a pair, or made by lot of two who entered alone."""
        made = Pair.objects.filter(individuals__isnull=False).values("pk")
        return pairs.filter(pk__in=made) if value == BY_LOT else pairs.exclude(pk__in=made)

    def plays_in(self, pairs: QuerySet[Pair], _name: str, value: str) -> QuerySet[Pair]:
        """With its latest table, or before it has one its fixed table, in this room."""
        return in_area(pairs, self.areas[value])
