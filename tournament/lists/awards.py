"""The lists of winners, of typed awards, and of units: page, files and papers are made of these classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prizes import Scope, fraction_text
from tournament.exports.paper import Column as PaperColumn
from tournament.exports.paper import Kind
from tournament.lists.sorting import EmptiesLast
from tournament.lists.standings import FigureColumn, NamesColumn, paper_columns
from tournament.models import Event
from tournament.queries.awards import Given, Place, PrizeList
from tournament.queries.standing_sheets import StandingLine, Who
from tournament.queries.unit_ranks import UnitLine, UnitSheet
from tournament.wording.awards import prize_text


@dataclass(frozen=True, slots=True)
class Winner:
    """One line of a list of winners; `is_open` while somebody must decide whether this pair has the award."""

    prize: str
    rank: int | None
    line: StandingLine
    is_open: bool = False

    @property
    def who(self) -> Who:
        """The participant."""
        return self.line.who

    @property
    def number(self) -> int:
        """The participant's number."""
        return self.line.number


def winners_of(one: PrizeList) -> list[Winner]:
    """The winners in order, best award first; those on an open edge stand behind its sure winners."""
    found: list[Winner] = []
    listed: set[int] = set()
    for result in one.prizes:
        found += [_winner(one, result.prize.name, place) for place in result.winners]
        waiting = [place for place in result.edge if place.pair not in listed]
        open_name = _("%(prize)s（待定）") % {"prize": result.prize.name}
        found += [_winner(one, open_name, place, is_open=True) for place in waiting]
        listed |= {place.pair for place in waiting}
    return found


def _winner(one: PrizeList, prize: str, place: Place, *, is_open: bool = False) -> Winner:
    """Within a category pairs are ranked among themselves; else the rank is that of the standings."""
    rank = place.rank if one.prize_set.scope is Scope.CATEGORY else place.line.rank
    return Winner(prize, rank, place.line, is_open)


class WinnersTable(tables.Table):
    """The winners of one group, category or stage."""

    prize = tables.Column(verbose_name=gettext_lazy("奖项"), orderable=False)
    rank = FigureColumn(verbose_name=gettext_lazy("名次"), kind=Kind.INT)
    number = FigureColumn(verbose_name=gettext_lazy("序号"), kind=Kind.INT)
    names = NamesColumn(verbose_name=gettext_lazy("参赛队"), accessor="who", order_by="who__sort_key")
    unit = tables.Column(verbose_name=gettext_lazy("单位"), accessor="who__unit", default="")
    points = FigureColumn(verbose_name=gettext_lazy("积分"), accessor="line__points")

    class Meta:
        attrs = {"class": "dense"}
        row_attrs = {"class": lambda record: "is-bad" if record.is_open else ""}

    def __init__(
        self, one: PrizeList, *, event: Event, url_of: Callable[[int], str] | None = None, **kwargs: Any
    ) -> None:
        names = NamesColumn(
            verbose_name=event.pair_term, accessor="who", order_by="who__sort_key", url_of=url_of
        )
        unit = tables.Column(verbose_name=event.unit_term, accessor="who__unit", default="")
        kwargs.setdefault("empty_text", _("还没有可以评奖的名次。"))
        super().__init__(
            EmptiesLast(winners_of(one)),
            extra_columns=[("names", names), ("unit", unit)],
            sequence=("prize", "rank", "number", "names", "unit", "points"),
            **kwargs,
        )
        self.one = one

    @property
    def caption(self) -> str:
        """For how many each award is."""
        return _("，").join(prize_text(result) for result in self.one.prizes)

    @property
    def paper_columns(self) -> tuple[PaperColumn, ...]:
        """What each column of `as_values()` is, for files and papers."""
        return paper_columns(self)


class GivenTable(tables.Table):
    """Awards that no rank gives."""

    name = tables.Column(verbose_name=gettext_lazy("奖项"), orderable=False)
    to = tables.Column(verbose_name=gettext_lazy("获奖者"), orderable=False, attrs={"td": {"class": "long"}})

    class Meta:
        attrs = {"class": "dense"}

    def __init__(self, given: Iterable[Given], **kwargs: Any) -> None:
        super().__init__(list(given), **kwargs)

    def render_to(self, value: tuple[Who | str, ...]) -> SafeString:
        """Everybody who has it, each unbroken."""
        return format_html_join(
            _("、"), '<span class="name">{}</span>', ((_text(one),) for one in value)
        ) or format_html("–")

    def value_to(self, value: tuple[Who | str, ...]) -> str:
        """The same as text."""
        return _("、").join(_text(one) for one in value)

    @property
    def caption(self) -> str:
        """Names the list."""
        return _("其他奖项")

    @property
    def paper_columns(self) -> tuple[PaperColumn, ...]:
        """What each column of `as_values()` is."""
        return paper_columns(self)


def _text(one: Who | str) -> str:
    if isinstance(one, str):
        return one
    return _("%(number)s 号 %(names)s") % {"number": one.number, "names": one.text}


class UnitsRankedTable(tables.Table):
    """The ranking of units: rank, unit, sum, and what it is made of."""

    rank = FigureColumn(verbose_name=gettext_lazy("名次"), kind=Kind.INT)
    unit = tables.Column(verbose_name=gettext_lazy("单位"), orderable=False)
    score = FigureColumn(verbose_name=gettext_lazy("得分"))
    pairs = tables.Column(
        verbose_name=gettext_lazy("计入的参赛队"),
        accessor="counted",
        orderable=False,
        attrs={"td": {"class": "long"}},
    )
    pair_count = FigureColumn(
        verbose_name=gettext_lazy("参赛队数"), accessor="pairs", kind=Kind.INT, orderable=False
    )
    remark = tables.Column(verbose_name=gettext_lazy("名次判定"), empty_values=(), orderable=False)

    class Meta:
        attrs = {"class": "dense"}

    def __init__(self, sheet: UnitSheet, *, event: Event, **kwargs: Any) -> None:
        unit = tables.Column(
            verbose_name=event.unit_term, orderable=False, attrs={"td": {"class": "unit-name"}}
        )
        kwargs.setdefault("empty_text", _("没有可以排名的单位：参赛队都没有写单位。"))
        super().__init__(
            EmptiesLast(sheet.lines),
            extra_columns=[("unit", unit)],
            sequence=("rank", "unit", "score", "pairs", "pair_count", "remark"),
            **kwargs,
        )

    def render_score(self, value: Fraction) -> str:
        """The exact sum."""
        return fraction_text(value)

    def value_score(self, value: Fraction) -> Decimal:
        """The sum as a number for files."""
        return exact(value)

    def render_pairs(self, record: UnitLine) -> str:
        """12 号（第 3 名，9 分）、…"""
        return counted_text(record)

    def value_pairs(self, record: UnitLine) -> str:
        """The same."""
        return counted_text(record)

    def render_pair_count(self, record: UnitLine) -> str:
        """How many ranked pairs the unit has."""
        return str(len(record.pairs))

    def value_pair_count(self, record: UnitLine) -> int:
        """The same as a number."""
        return len(record.pairs)

    def render_remark(self, record: UnitLine) -> str:
        """并列, where the rank is shared."""
        return _("并列") if record.tied else ""

    @property
    def caption(self) -> str:
        """Names the list."""
        return _("单位排名")

    @property
    def paper_columns(self) -> tuple[PaperColumn, ...]:
        """What each column of `as_values()` is."""
        return paper_columns(self)


def exact(value: Fraction) -> Decimal:
    """A sum as an exact decimal: scores have four places at most."""
    return Decimal(value.numerator) / Decimal(value.denominator)


def counted_text(line: UnitLine) -> str:
    """The pairs that make a unit's sum: 12 号（第 3 名，9 分）."""
    word = _("%(number)s 号（第 %(rank)s 名，%(score)s 分）")
    return _("、").join(
        word % {"number": one.who.number, "rank": one.rank, "score": fraction_text(one.score)}
        for one in line.counted
    )
