"""Lists of the entry list: pairs and units."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import django_tables2 as tables
from django.db.models import Case, F, QuerySet, Value, When
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.lists.events import FIGURES
from tournament.models import Event, Pair, PairStatus, Unit
from tournament.names.own_columns import column_id
from tournament.queries.pair_lists import ordered_by_unit

HIDDEN = "••••"


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
        super().__init__(verbose_name=title, empty_values=(), orderable=False, attrs={"td": {"class": "own"}})
        self.title = title

    def render(self, record: Pair) -> str:
        """The pair's text."""
        return str(record.own.get(self.title, ""))


class PairTable(tables.Table):
    """Pairs by number, unit or name, as staff see them."""

    tick = tables.TemplateColumn(
        template_name="tournament/entries/tick.html",
        verbose_name=_("选"),
        orderable=False,
        exclude_from_export=True,
    )
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

    def __init__(
        self,
        data: Any,
        *,
        event: Event,
        own: Sequence[str] = (),
        open_ones: Collection[int] = (),
        ticked: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        """`own`: which of the event's own columns are shown; `open_ones`: the numbers that can be ticked,
        `ticked`: those that are."""
        self.event, self.open_ones, self.ticked = event, frozenset(open_ones), frozenset(ticked)
        more = [(f"own-{column_id(title)}", OwnTextColumn(title)) for title in own]
        left_out = {} if open_ones else {"exclude": ("tick",)}
        super().__init__(data, extra_columns=more, **left_out, **kwargs)
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
