"""The tables of one round: who sits where, what was entered, what it is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.areas import area_of
from scoring.rules import Rules, Side
from scoring.walkovers import WalkOver, walkover_table
from tournament.lists.cells import chip, late_chip, pair_cell, pair_text
from tournament.models import Match, MatchKind, ResultKind, Stage
from tournament.queries.hall import areas_of
from tournament.queries.lateness import LatePair
from tournament.queries.rounds import TableRow
from tournament.wording.figures import plain, signed
from tournament.wording.scores import level_words, pair_of_points, result_words, walkover_words, winner_words

FIGURE = {"th": {"class": "n"}, "td": {"class": "n"}}


def match_url(match: Match, slug: str, ordinal: int, number: int) -> str:
    """The page of one table: history, corrections. Groups of several sessions share table numbers."""
    address = reverse("match", args=[slug, ordinal, number, match.table])
    session = match.round.group.session
    return f"{address}?{urlencode({'session': session})}" if session else address


def row_id(record: TableRow) -> str:
    """The row's id in the page: the group's ordinal keeps tables of two sessions apart."""
    match = record.match
    return f"row-{match.round.group.ordinal}-{match.table or f'bye{match.ns.number}'}"


class RoundTables(tables.Table):
    """One line a table, byes last. Levels, 级差 and points stay empty until something is entered."""

    caption = gettext_lazy("各桌成绩")

    table = tables.Column(verbose_name=gettext_lazy("桌"), accessor="match__table", attrs=FIGURE, default="")
    session = tables.Column(verbose_name=gettext_lazy("场次"), accessor="match__round__group__session")
    area = tables.Column(verbose_name=gettext_lazy("场地"), accessor="match__table", default="")
    group = tables.Column(verbose_name=gettext_lazy("组"), accessor="match__round__group__name")
    ns = tables.Column(verbose_name=gettext_lazy("南北"), accessor="match__ns")
    ns_level = tables.Column(verbose_name=gettext_lazy("级数"), attrs=FIGURE, empty_values=())
    ew_level = tables.Column(verbose_name=gettext_lazy("级数"), attrs=FIGURE, empty_values=())
    ew = tables.Column(verbose_name=gettext_lazy("东西"), accessor="match__ew", empty_values=())
    level_diff = tables.Column(verbose_name=gettext_lazy("级差"), attrs=FIGURE, empty_values=())
    points = tables.Column(verbose_name=gettext_lazy("积分"), attrs=FIGURE, empty_values=())
    state = tables.Column(verbose_name=gettext_lazy("状态"), empty_values=())

    class Meta:
        sequence = (
            "session",
            "area",
            "table",
            "group",
            "ns",
            "ns_level",
            "ew",
            "ew_level",
            "level_diff",
            "points",
            "state",
        )
        orderable = False
        row_attrs = {
            "id": row_id,
            "class": lambda record: "gone" if record.match.kind != MatchKind.PLAY else "",
        }

    def __init__(
        self,
        rows: Any,
        *,
        stage: Stage,
        slug: str,
        number: int,
        groups: int,
        sessions: int = 1,
        begun: Collection[int] = (),
        late: Iterable[LatePair] = (),
        now: datetime | None = None,
        **kwargs: Any,
    ) -> None:
        out = ([] if groups > 1 else ["group"]) + ([] if stage.event.areas else ["area"])
        out += [] if sessions > 1 else ["session"]
        super().__init__(rows, exclude=tuple(out), **kwargs)
        self.areas = areas_of(stage.event)
        self.stage, self.slug, self.number = stage, slug, number
        self.rules: Rules = stage.scoring_rules
        self.begun = begun
        self.late, self.now = [one for one in late if one.is_awaited], now

    def walkover(self, record: TableRow) -> WalkOver:
        """What a bye or a missed round is worth."""
        table = walkover_table(self.rules)
        return table.bye if record.match.kind == MatchKind.BYE else table.missed

    def render_area(self, record: TableRow) -> str:
        return area_of(self.areas, record.match.table)

    def render_table(self, record: TableRow) -> str:
        url = match_url(record.match, self.slug, self.stage.ordinal, self.number)
        return format_html('<a href="{}">{}</a>', url, record.match.table)

    def value_table(self, record: TableRow) -> int | None:
        return record.match.table

    def render_ns(self, record: TableRow) -> str:
        return pair_cell(record.match.ns, "ns" if record.match.ew_id else "")

    def value_ns(self, record: TableRow) -> str:
        return pair_text(record.match.ns)

    def render_ew(self, record: TableRow) -> str:
        match = record.match
        return pair_cell(match.ew, "ew") if match.ew else str(match.get_kind_display())

    def value_ew(self, record: TableRow) -> str:
        match = record.match
        return pair_text(match.ew) if match.ew else str(match.get_kind_display())

    def render_ns_level(self, record: TableRow) -> str:
        return _level(record, Side.NS)

    def render_ew_level(self, record: TableRow) -> str:
        return _level(record, Side.EW)

    def render_level_diff(self, record: TableRow) -> str:
        return signed(record.outcome.level_diff) if record.outcome and record.outcome.is_played else ""

    def value_level_diff(self, record: TableRow) -> int | None:
        return record.outcome.level_diff if record.outcome and record.outcome.is_played else None

    def render_points(self, record: TableRow) -> str:
        if record.match.kind != MatchKind.PLAY:
            # Drawn ahead, a bye counts for nothing before its group has played.
            counts = record.match.round_id in self.begun
            return plain(self.walkover(record).points) if counts else ""
        if record.ns_points is None or record.ew_points is None:
            return ""
        return pair_of_points(record.ns_points, record.ew_points)

    def render_state(self, record: TableRow) -> str:
        text, kind = state_of_table(record)
        return format_html_join(" ", "{}", ((one,) for one in [chip(text, kind), *self._of_time(record)]))

    def _of_time(self, record: TableRow) -> list[SafeString]:
        """Who is awaited at a table that has no result, and the minutes that it alone was given."""
        if not record.is_missing or self.now is None:
            return []
        told = [late_chip(one, self.now) for one in self.late if one.match.pk == record.match.pk]
        if minutes := record.match.extra_minutes:
            told.append(chip(_("加时 %(minutes)s 分钟") % {"minutes": minutes}, "wait"))
        return told

    def value_state(self, record: TableRow) -> str:
        return state_of_table(record)[0]


def _level(record: TableRow, side: Side) -> str:
    if record.outcome is None:
        return ""
    return level_words(record.outcome.level(side), passed=record.outcome.passed_a is side)


def state_of_table(record: TableRow) -> tuple[str, str]:
    """The state in words and the chip's kind: 未录, 已录, 南北弃权, 轮空."""
    if record.match.kind != MatchKind.PLAY:
        return str(record.match.get_kind_display()), "quiet"
    if record.running is not None:
        return _("已打 %(words)s") % {"words": result_words(record.running)}, "now"
    if record.result is None:
        return _("未录"), "wait"
    if record.result.kind == ResultKind.SERIES:
        return result_words(record.result), "ok"
    if words := walkover_words(record.result):
        return words, "bad"
    if words := winner_words(record.outcome):  # an extra deal, the side in play, lots, a ruling
        return _("已录，%(words)s") % {"words": words}, "ok"
    if record.result.version > 1:
        return _("已录（改过）"), "ok"
    return _("已录"), "ok"
