"""Lists of the draw: who enters, who goes on, who drew which lot, which tables a round has."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from pairing.areas import area_of
from tournament.models import MatchKind, Pair, Stage
from tournament.queries.hall import areas_of
from tournament.queries.qualifiers import Qualifier
from tournament.queries.rounds import TableRow
from tournament.wording.figures import plain
from tournament.wording.pairing import reason_text
from tournament.wording.standings import group_name

FIGURES = {"th": {"class": "n"}, "td": {"class": "n"}}
# Said once above the table of a round, not in every line.
COMMON_REASONS = ("not_met_before", "everyone_meets")


def names_cell(pair: Pair) -> str:
    """Both names, neither broken inside."""
    return format_html_join(" ", '<span class="name">{}</span>', ((one.name,) for one in pair.partners))


def call_unit(table: tables.Table, word: str) -> None:
    """Head the unit's column with the event's own word for it."""
    table.columns["unit"].column.verbose_name = word


class UnitCountTable(tables.Table):
    """How many pairs each unit brings."""

    unit = tables.Column(verbose_name=_("单位"))
    count = tables.Column(verbose_name=_("队数"), attrs=FIGURES)
    caption = _("各单位队数")

    def __init__(self, units: list[tuple[str, int]], *, unit_word: str, **kwargs: Any) -> None:
        none = str(_("（没有%(unit)s）")) % {"unit": unit_word}
        super().__init__([{"unit": name or none, "count": count} for name, count in units], **kwargs)
        call_unit(self, unit_word)


class QualifierTable(tables.Table):
    """Who goes on, in seeding order, and where from."""

    seeding = tables.Column(verbose_name=_("次序"), attrs=FIGURES)
    number = tables.Column(verbose_name=_("序号"), accessor="pair__number", attrs=FIGURES)
    names = tables.Column(verbose_name=_("姓名"), accessor="pair__names")
    unit = tables.Column(verbose_name=_("单位"), accessor="pair__unit__name", default="")
    group = tables.Column(verbose_name=_("来自"), order_by=("group", "group_rank"))
    overall_rank = tables.Column(verbose_name=_("总名次"), attrs=FIGURES)
    points = tables.Column(verbose_name=_("积分"), attrs=FIGURES)
    carried = tables.Column(verbose_name=_("带入"), attrs=FIGURES)
    caption = _("晋级名单")

    class Meta:
        empty_text = _("还没有人晋级")

    def __init__(
        self,
        data: list[Qualifier],
        *,
        carries: bool,
        unit_word: str,
        source: Stage | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, exclude=() if carries else ("carried",), **kwargs)
        self.source = source
        call_unit(self, unit_word)

    def render_names(self, record: Qualifier) -> str:
        """Names that never break."""
        return names_cell(record.pair)

    def render_group(self, record: Qualifier) -> str:
        """`A 组第 1 名`, of a stage without groups `第 1 名`."""
        told = {"group": group_name(record.group), "rank": record.group_rank}
        if self.source is not None and not self.source.has_groups:
            return str(_("第 %(rank)s 名")) % told
        return str(_("%(group)s第 %(rank)s 名")) % told

    def render_points(self, record: Qualifier) -> str:
        """Exact, without trailing zeros."""
        return plain(record.points)

    def render_carried(self, record: Qualifier) -> str:
        """Exact, without trailing zeros."""
        return plain(record.carried)

    def value_points(self, record: Qualifier) -> object:
        """A number for exports."""
        return record.points

    def value_carried(self, record: Qualifier) -> object:
        """A number for exports."""
        return record.carried

    def value_names(self, record: Qualifier) -> str:
        """Plain text for exports."""
        return record.pair.names


class LotTable(tables.Table):
    """Who drew which lot; each can be taken back."""

    lot = tables.Column(verbose_name=_("签"), order_by="order", attrs={"td": {"class": "nowrap"}})
    number = tables.Column(verbose_name=_("序号"), attrs=FIGURES)
    names = tables.Column(verbose_name=_("姓名"))
    unit = tables.Column(verbose_name=_("单位"), default="")
    act = tables.TemplateColumn(
        template_name="tournament/draw/take_back.html",
        verbose_name="",
        orderable=False,
        attrs={"td": {"class": "act"}},
        exclude_from_export=True,
    )
    caption = _("已抽的签")

    class Meta:
        empty_text = _("还没有录入签")

    def __init__(self, data: list[dict[str, Any]], *, unit_word: str, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        call_unit(self, unit_word)

    def render_names(self, record: dict[str, Any]) -> str:
        """Names that never break."""
        return names_cell(record["pair"])


class DraftTable(tables.Table):
    """The tables and byes of one round, before they are played."""

    area = tables.Column(
        verbose_name=_("场地"), accessor="match__table", default="", orderable=False, visible=False
    )
    table = tables.Column(verbose_name=_("桌号"), accessor="match__table", attrs=FIGURES, default="")
    group = tables.Column(verbose_name=_("组"), accessor="match__round__group__name")
    ns = tables.Column(verbose_name=_("南北"), accessor="match__ns__number")
    ew = tables.Column(verbose_name=_("东西"), accessor="match__ew__number", default="")
    why = tables.Column(verbose_name=_("说明"), accessor="match__reasons", orderable=False, empty_values=())
    caption = _("本轮对阵")

    class Meta:
        empty_text = _("这一轮没有对阵")

    def __init__(self, rows: Any, *, stage: Stage, **kwargs: Any) -> None:
        super().__init__(rows, exclude=() if stage.has_groups else ("group",), **kwargs)
        self.areas = areas_of(stage.event)
        if self.areas:
            self.columns.show("area")

    def render_area(self, record: TableRow) -> str:
        """The room in which the table stands."""
        return area_of(self.areas, record.match.table)

    def render_ns(self, record: TableRow) -> str:
        """Number, names, unit; whoever sits out has no side."""
        side = "ns" if record.match.kind == MatchKind.PLAY else ""
        return _pair_cell(record.match.ns, side)

    def render_ew(self, record: TableRow) -> str:
        """Number, names, unit."""
        return _pair_cell(record.match.ew, "ew") if record.match.ew else ""

    def render_why(self, record: TableRow) -> str:
        """The byes, whether the two have met before, and what is special about this table."""
        match = record.match
        head = [] if match.kind == MatchKind.PLAY else [str(match.get_kind_display())]
        if match.rematch:
            head.append(str(_("再次相遇")))
        special = [one for one in match.reasons if one.get("code") not in COMMON_REASONS]
        return str(_("；")).join(
            filter(None, [*head, *(reason_text(one, match.ns.number) for one in special)])
        )


def _pair_cell(pair: Pair, side: str) -> str:
    shown = {
        "number": pair.number,
        "names": [one.name for one in pair.partners],
        "unit": pair.unit.name if pair.unit else "",
        "side": side,
    }
    return render_to_string("components/pair.html", shown)
