"""What is held about whom: the list, and everything about one person as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.paper import Cell, Column, Paper, Section
from tournament.lists.entries import masked
from tournament.lists.papers.parts import paper
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Penalty
from tournament.queries.personal import ALONE, STAFF, HeldPerson, rulings_about


class HeldTable(tables.Table):
    """A person a row: who it is, the phone masked, what else is held."""

    name = tables.Column(verbose_name=_("姓名"), attrs={"td": {"class": "name"}})
    what = tables.Column(verbose_name=_("身份"), empty_values=())
    unit = tables.Column(verbose_name=_("单位"), default="")
    phone = tables.Column(verbose_name=_("手机"), default="")
    more = tables.Column(verbose_name=_("另存有"), empty_values=(), attrs={"td": {"class": "own"}})
    act = tables.TemplateColumn(
        template_name="tournament/people/held_actions.html",
        verbose_name="",
        attrs={"td": {"class": "act"}},
    )
    caption = _("存有谁的资料")

    class Meta:
        orderable = False
        empty_text = _("没有找到。")

    def __init__(self, people: Sequence[HeldPerson], *, event: Event, **kwargs: Any) -> None:
        super().__init__(people, **kwargs)
        self.event = event
        self.columns["unit"].column.verbose_name = event.unit_term

    def render_what(self, record: HeldPerson) -> str:
        """Player, alone, or the role."""
        return identity(record)

    def render_phone(self, value: str) -> str:
        """Masked: lists are shown on projectors."""
        return masked(value)

    def render_more(self, record: HeldPerson) -> str:
        """What there is beside name, unit and phone, by its title."""
        titles = [gettext("备注")] if record.note else []
        return gettext("、").join([*titles, *(title for title, _text in record.own)]) or "–"

    def file_of(self, record: HeldPerson) -> str:
        """Where everything about a person is."""
        return reverse("personal-file", args=[self.event.slug, record.kind, record.key])


def identity(one: HeldPerson) -> str:
    """What somebody is in the event: 12 号选手, 12 号替补, 单人报名, 赛事负责人."""
    if one.kind == STAFF:
        return one.role
    if one.kind == ALONE:
        return gettext("单人报名")
    said = gettext("%(number)s 号替补") if one.seat == 3 else gettext("%(number)s 号选手")
    return said % {"number": one.number}


def about(want: Wanted, one: HeldPerson) -> Paper:
    """Everything that the event holds about one person, a line each, nothing masked: for that person."""
    rows = tuple((title, value) for title, value in _lines(want.event, one) if value)
    columns = (Column(gettext("项目")), Column(gettext("内容")))
    return paper(want, gettext("个人资料"), subtitle=one.name, sections=(Section(columns, rows),))


def _lines(event: Event, one: HeldPerson) -> Iterator[tuple[str, Cell]]:
    yield gettext("姓名"), one.name
    yield gettext("身份"), identity(one)
    yield gettext("序号"), one.number
    yield event.unit_term, one.unit
    yield gettext("组别"), one.category
    yield gettext("手机"), one.phone
    yield gettext("备注"), one.note
    yield from one.own
    yield gettext("账号"), one.account
    if one.checked_in_at:
        yield gettext("签到时间"), localtime(one.checked_in_at).strftime("%Y-%m-%d %H:%M")
    for ruling in rulings_about(event, one):
        yield gettext("判罚"), _ruling(ruling)


def _ruling(one: Penalty) -> str:
    """A penalty in a line: where, how grave, what happened, and whether it was taken back."""
    stage = one.stage.name if one.stage else ""
    taken_back = gettext("已撤销：%(reason)s") % {"reason": one.cancelled} if one.cancelled else ""
    return gettext("；").join(part for part in (stage, one.get_grade_display(), one.text, taken_back) if part)
