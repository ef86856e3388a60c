"""Lists of the entry list: pairs and units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.db.models import Case, F, QuerySet, Value, When
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.lists.events import FIGURES
from tournament.models import Event, Pair, PairStatus, Unit
from tournament.names.own_columns import column_id
from tournament.queries.own_columns import own_texts_of
from tournament.queries.pair_lists import categories_of, ordered_by_unit, searched, units_of

HIDDEN = "••••"
NO_UNIT = "-"
FILLED, EMPTY, SAYS = "+", "-", "="
MOST_CHOICES = 12  # different texts of a column that are offered one by one


def masked(phone: str) -> str:
    """A phone number of which only the first three and last four figures show."""
    return f"{phone[:3]}{HIDDEN}{phone[-4:]}" if len(phone) > 7 else HIDDEN if phone else ""


def address_of(record: Pair) -> str:
    """Where a pair is edited."""
    return reverse("entry", args=[record.event.slug, record.number])


def row_class(record: Pair) -> str:
    """Pairs that left are shown as gone."""
    return "gone" if record.status in (PairStatus.WITHDRAWN, PairStatus.DISQUALIFIED) else ""


class OwnTextColumn(tables.Column):
    """One of the event's own columns: text as it was given, never a figure."""

    def __init__(self, title: str) -> None:
        super().__init__(
            verbose_name=title, empty_values=(), orderable=False, attrs={"td": {"class": "long"}}
        )
        self.title = title

    def render(self, record: Pair) -> str:
        """The pair's text."""
        return str(record.own.get(self.title, ""))


class PairTable(tables.Table):
    """Pairs by number, unit or name, as staff see them."""

    number = tables.Column(attrs=FIGURES, verbose_name=_("序号"), linkify=address_of)
    players = tables.TemplateColumn(
        template_name="tournament/entries/names.html", verbose_name=_("选手（拼音序）"), orderable=True
    )
    unit = tables.Column(verbose_name=_("单位"), accessor="unit__name", default="")
    name = tables.Column(verbose_name=_("队名"), default="")
    category = tables.Column(verbose_name=_("组别"), default="")
    phone = tables.Column(
        verbose_name=_("手机"), empty_values=(), orderable=False, attrs={"td": {"class": "nowrap"}}
    )
    status = tables.TemplateColumn(template_name="tournament/entries/status.html", verbose_name=_("状态"))
    caption = _("参赛队")

    class Meta:
        empty_text = _("没有符合条件的参赛队。")
        order_by = "number"
        row_attrs = {"class": row_class}

    def __init__(self, data: Any, *, event: Event, own: Sequence[str] = (), **kwargs: Any) -> None:
        self.event = event
        more = [(f"own-{column_id(title)}", OwnTextColumn(title)) for title in own]
        super().__init__(data, extra_columns=more, **kwargs)
        self.columns["unit"].column.verbose_name = event.unit_term

    def render_phone(self, record: Pair) -> str:
        """The partners' phones, masked: lists are shown on projectors."""
        return str(_("、")).join(masked(player.phone) for player in record.partners if player.phone)

    def value_players(self, record: Pair) -> str:
        """The names as text, for exports."""
        return record.names

    def value_status(self, record: Pair) -> str:
        """The status in a word."""
        return str(record.get_status_display())

    def order_players(self, pairs: QuerySet[Pair], is_descending: bool) -> tuple[QuerySet[Pair], bool]:
        """By the first player's name in pinyin, then the second's."""
        sign = "-" if is_descending else ""
        return pairs.order_by(f"{sign}first_pinyin", f"{sign}second_pinyin", "number"), True

    def order_unit(self, pairs: QuerySet[Pair], is_descending: bool) -> tuple[QuerySet[Pair], bool]:
        """By the unit's name in pinyin."""
        return ordered_by_unit(pairs, self.event, descending=is_descending), True

    def order_name(self, pairs: QuerySet[Pair], is_descending: bool) -> tuple[QuerySet[Pair], bool]:
        """Pairs without a name of their own come last, whichever way."""
        return _empties_last(pairs, "name", is_descending), True

    def order_category(self, pairs: QuerySet[Pair], is_descending: bool) -> tuple[QuerySet[Pair], bool]:
        """Pairs without a category come last, whichever way."""
        return _empties_last(pairs, "category", is_descending), True


def _empties_last(pairs: QuerySet[Pair], field: str, is_descending: bool) -> QuerySet[Pair]:
    empty = Case(When(**{field: ""}, then=Value(1)), default=Value(0))
    return pairs.order_by(empty, F(field).desc() if is_descending else F(field).asc(), "number")


class PairFilter(filters.FilterSet):
    """Find pairs by what is typed, by unit, status and category."""

    q = filters.CharFilter(
        label=_("查找"),
        method="search",
        widget=forms.TextInput(attrs={"placeholder": _("姓名、拼音首字母、序号、手机"), "type": "search"}),
    )
    unit = filters.ChoiceFilter(label=_("单位"), method="of_unit", empty_label=_("全部"))
    status = filters.ChoiceFilter(label=_("状态"), choices=PairStatus.choices, empty_label=_("全部"))
    category = filters.ChoiceFilter(label=_("组别"), empty_label=_("全部"))
    col = filters.MultipleChoiceFilter(
        label=_("另显示这些列"), method="show_columns", widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Pair
        fields: Iterable[str] = ()

    def __init__(self, data: Any, queryset: QuerySet[Pair], *, event: Event) -> None:
        super().__init__(data, queryset)
        units = [(unit.key, unit.name) for unit in units_of(event)]
        self.filters["unit"].extra["choices"] = [*units, (NO_UNIT, _("（没有填写）"))]
        self.filters["unit"].label = event.unit_term
        categories = categories_of(event)
        self.filters["category"].extra["choices"] = [(one, one) for one in categories]
        if not categories:
            del self.filters["category"]
        self._offer_own_columns(event)

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


class UnitTable(tables.Table):
    """Units with how many pairs they have entered."""

    name = tables.Column(verbose_name=_("名称"), attrs={"td": {"class": "long"}}, order_by="pinyin")
    pair_count = tables.Column(verbose_name=_("报名"), attrs=FIGURES)
    active_count = tables.Column(verbose_name=_("参赛"), attrs=FIGURES)
    act = tables.TemplateColumn(
        template_name="tournament/entries/unit_actions.html",
        verbose_name=_("操作"),
        orderable=False,
        attrs={"td": {"class": "act"}},
    )

    class Meta:
        empty_text = _("还没有单位。添加或导入参赛队时会自动加入。")

    def __init__(self, units: list[Unit], *, event: Event, **kwargs: Any) -> None:
        self.event = event
        super().__init__(units, **kwargs)

    def render_active_count(self, record: Any, value: int) -> str | SafeString:
        """The number, and beside it the limit where it is passed."""
        limit = self.event.max_per_unit
        if limit is not None and value > limit:
            return str(_("%(count)s（超过 %(limit)s）") % {"count": value, "limit": limit})
        return str(value)
