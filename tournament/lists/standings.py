"""The list of standings: the desk's page, files and papers are made of this one class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.exports.paper import Column as PaperColumn
from tournament.exports.paper import Kind
from tournament.lists.sorting import EmptiesLast
from tournament.lists.standing_columns import FigureSpec, figure_specs
from tournament.models import Event
from tournament.queries.standing_sheets import Figure, StandingLine, StandingSheet, Who
from tournament.wording.figures import clock, plain, signed
from tournament.wording.standings import remarks

FIGURES = {"th": {"class": "n"}, "td": {"class": "n"}}
NOTHING = "–"


class FigureColumn(tables.Column):
    """Numbers: right-aligned, exact, with a real minus sign; nothing shows as a dash and sorts last."""

    def __init__(self, *, kind: Kind = Kind.DECIMAL, **kwargs: Any) -> None:
        super().__init__(**{"attrs": FIGURES, "default": NOTHING, **kwargs})
        self.kind = kind

    def render(self, value: Figure) -> str:
        """The figure as people read it."""
        return signed(value) if self.kind is Kind.DIFF else plain(value)

    def value(self, value: Figure) -> Figure:
        """The figure itself, for files."""
        return value


class TimeColumn(FigureColumn):
    """Seconds, shown and exported as minutes and seconds."""

    def render(self, value: Figure) -> str:
        """41:30."""
        return clock(value)

    def value(self, value: Figure) -> str:  # type: ignore[override]
        """The same: a spreadsheet would take a bare number of seconds for points."""
        return clock(value)


class NamesColumn(tables.Column):
    """A participant's names, each unbroken; they lead to the participant's page."""

    def __init__(self, *, url_of: Callable[[int], str] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.url_of = url_of

    def render(self, value: Who) -> SafeString:
        """The names, linked where there is a page."""
        names = format_html_join(" ", '<span class="name">{}</span>', ((name,) for name in value.names))
        url = self.url_of(value.number) if self.url_of else ""
        return format_html('<a class="pair" href="{}">{}</a>', url, names) if url else names

    def value(self, value: Who) -> str:
        """The names as one text."""
        return value.text


class StandingsTable(tables.Table):
    """The standings of one group or of the whole stage.

    Columns: rank, number, names, unit, the points of every round that has a result, what was carried in and
    penalised (only where somebody has any), the total, the sum of level differences, every tie-break of the
    stage, and what decided. `as_values()` gives heads and rows for files, numbers as numbers and None for
    nothing; `paper_columns` says what each of those columns is.
    """

    rank = FigureColumn(verbose_name=gettext_lazy("名次"), kind=Kind.INT)
    number = FigureColumn(verbose_name=gettext_lazy("序号"), kind=Kind.INT)
    names = NamesColumn(verbose_name=gettext_lazy("参赛队"), accessor="who", order_by="who__sort_key")
    unit = tables.Column(verbose_name=gettext_lazy("单位"), accessor="who__unit", default="")
    remark = tables.Column(verbose_name=gettext_lazy("名次判定"), empty_values=(), orderable=False)

    class Meta:
        row_attrs = {
            "class": lambda record: "gone" if record.withdrawn or record.disqualified else "",
        }
        attrs = {"class": "dense"}

    def __init__(
        self,
        sheet: StandingSheet,
        *,
        event: Event,
        url_of: Callable[[int], str] | None = None,
        among: Sequence[StandingSheet] = (),
        **kwargs: Any,
    ) -> None:
        """`url_of` gives the address of a participant's page by number; without it names are no links.
        Sheets drawn `among` each other have the same columns."""
        self.sheet, self.remarks = sheet, remarks(sheet)
        names = NamesColumn(
            verbose_name=event.pair_term, accessor="who", order_by="who__sort_key", url_of=url_of
        )
        unit = tables.Column(verbose_name=event.unit_term, accessor="who__unit", default="")
        figures = [(spec.name, _column(spec)) for spec in figure_specs(sheet, among)]
        kwargs.setdefault("empty_text", _("这一组还没有参赛队。"))
        super().__init__(
            EmptiesLast(sheet.lines),
            extra_columns=[("names", names), ("unit", unit), *figures],
            sequence=("rank", "number", "names", "unit", "...", "remark"),
            **kwargs,
        )

    def render_remark(self, record: StandingLine) -> str:
        """What decided this rank, in words."""
        return self.remarks[record.number]

    @property
    def caption(self) -> str:
        """Names the list for those who cannot see it."""
        return _("名次表")

    @property
    def paper_columns(self) -> tuple[PaperColumn, ...]:
        """What each column of `as_values()` is, for files and papers."""
        return paper_columns(self)


def _column(spec: FigureSpec) -> FigureColumn:
    make = TimeColumn if spec.is_time else FigureColumn
    return make(verbose_name=spec.title, accessor=spec.accessor, kind=spec.kind)


def paper_columns(table: tables.Table) -> tuple[PaperColumn, ...]:
    """What each column of `table.as_values()` is, for files and papers."""
    return tuple(
        PaperColumn(str(bound.header), _kind_of(bound.column))
        for bound in table.columns.iterall()
        if not bound.column.exclude_from_export
    )


def _kind_of(column: tables.Column) -> Kind:
    if isinstance(column, TimeColumn):
        return Kind.TEXT
    if isinstance(column, FigureColumn):
        return column.kind
    return Kind.NAME if isinstance(column, NamesColumn) else Kind.TEXT
