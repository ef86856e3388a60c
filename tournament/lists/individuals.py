"""The list of people who entered alone and wait for a partner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.lists.entries import masked
from tournament.lists.events import FIGURES
from tournament.lists.sorting import EmptiesLast
from tournament.models import Event, Individual
from tournament.names.pinyin import title_key


class IndividualTable(tables.Table):
    """Who waits, in the order of entry; sorted by pinyin where a head is pressed, empties last."""

    at = tables.Column(attrs=FIGURES, verbose_name=_("序"))
    name = tables.Column(
        verbose_name=_("姓名"),
        order_by="pinyin",
        linkify=lambda record: reverse("individual", args=[record.event.slug, record.at]),
        attrs={"td": {"class": "name"}},
    )
    unit = tables.Column(verbose_name=_("单位"), accessor="unit__name", order_by="unit_pinyin", default="")
    category = tables.Column(verbose_name=_("组别"), order_by="category_or_none", default="")
    phone = tables.Column(verbose_name=_("手机"), orderable=False, default="")
    caption = _("等待搭档")

    class Meta:
        empty_text = _("没有人等待搭档。")

    def __init__(self, people: Sequence[Individual], *, event: Event, **kwargs: Any) -> None:
        for at, person in enumerate(people, 1):
            _prepare(person, at, event)
        super().__init__(EmptiesLast(people), **kwargs)
        self.columns["unit"].column.verbose_name = event.unit_term

    def render_phone(self, value: str) -> str:
        """Masked: lists are shown on projectors."""
        return masked(value)


def _prepare(person: Any, at: int, event: Event) -> None:
    """What the list sorts by, None for nothing; and the person's place among those who wait."""
    person.at, person.event = at, event
    person.unit_pinyin = title_key(person.unit.name) if person.unit else None
    person.category_or_none = person.category or None
