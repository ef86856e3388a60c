"""The tables of one round: who sits where, what was entered, what it is worth."""

from __future__ import annotations

from collections.abc import Collection
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
from tournament.models import Checking, Claim, Match, MatchKind, Result, ResultKind, Stage
from tournament.queries.claims import sheets_said
from tournament.queries.hall import areas_of
from tournament.queries.rounds import TableRow
from tournament.queries.running import RunningMatch
from tournament.queries.table_phases import RoundLook, TablePhase
from tournament.wording.figures import plain, signed
from tournament.wording.phases import phase_name
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
        changed: Collection[int] = (),
        look: RoundLook | None = None,
        now: datetime | None = None,
        **kwargs: Any,
    ) -> None:
        out = ([] if groups > 1 else ["group"]) + ([] if stage.event.areas else ["area"])
        out += [] if sessions > 1 else ["session"]
        super().__init__(rows, exclude=tuple(out), empty_text=_("现在没有这样的桌。"), **kwargs)
        self.areas = areas_of(stage.event)
        self.stage, self.slug, self.number = stage, slug, number
        self.rules: Rules = stage.scoring_rules
        self.begun, self.changed = begun, changed
        self.look, self.now = look or RoundLook(), now

    def walkover(self, record: TableRow) -> WalkOver:
        """What a bye or a missed round is worth."""
        table = walkover_table(self.rules)
        return table.bye if record.match.kind == MatchKind.BYE else table.missed

    def render_area(self, record: TableRow) -> str:
        return area_of(self.areas, record.match.table)

    def render_table(self, record: TableRow) -> str:
        url = match_url(record.match, self.slug, self.stage.ordinal, self.number)
        # The id lets the focus stay where it is when news are swapped in.
        return format_html('<a id="at-{}" href="{}">{}</a>', row_id(record), url, record.match.table)

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
        return self._level(record, Side.NS)

    def render_ew_level(self, record: TableRow) -> str:
        return self._level(record, Side.EW)

    def _level(self, record: TableRow, side: Side) -> str:
        """The level that counts, or as far as it is known: what the pairs say, else the deals so far."""
        if record.outcome is not None:
            return level_words(record.outcome.level(side), passed=record.outcome.passed_a is side)
        if claim := self.look.claims.get(record.match.pk):
            return claimed_level(claim, side)
        running = self.look.running.get(record.match.pk)
        return level_words(running.state.level(side)) if running else ""

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
        awaited = self.look.awaited.get(record.match.pk, ())
        if self._phase(record) is TablePhase.LATE and awaited and self.now:
            found = late_chip(awaited[0], self.now, *awaited[1:])
        else:
            found = chip(*self._state(record))
        told = [found, *_of_time(record), *self._of_checking(record)]
        return format_html_join(" ", "{}", ((one,) for one in told))

    def _of_checking(self, record: TableRow) -> list[SafeString]:
        """Whether the result was checked, where the event checks slips."""
        if record.result is None or self.stage.event.checking == Checking.NONE:
            return []
        return [chip(_("待复核"), "wait") if record.is_unchecked else chip(_("已复核"), "ok")]

    def value_state(self, record: TableRow) -> str:
        return self._state(record)[0]

    def _phase(self, record: TableRow) -> TablePhase | None:
        return self.look.phases.get(record.match.pk)

    def _state(self, record: TableRow) -> tuple[str, str]:
        running, changed = self.look.running.get(record.match.pk), record.match.pk in self.changed
        return state_of_table(record, self._phase(record), running, changed=changed)


def _of_time(record: TableRow) -> list[SafeString]:
    """The minutes that a table without a result was given for itself."""
    minutes = record.match.extra_minutes
    if not minutes or not record.is_missing:
        return []
    return [chip(_("加时 %(minutes)s 分钟") % {"minutes": minutes}, "wait")]


def claimed_level(claim: Claim, side: Side) -> str:
    """What the pairs of a table say of one side's level: K, or K / Q where they differ."""
    said = (
        level_words(sheet.ns_level if side is Side.NS else sheet.ew_level, passed=sheet.passed_a is side)
        for sheet in sheets_said(claim).values()
    )
    return " / ".join(dict.fromkeys(said))


KINDS = {
    TablePhase.READY: "quiet",
    TablePhase.PLAYING: "wait",
    TablePhase.LATE: "bad",
    TablePhase.WAITING: "wait",
    TablePhase.DISPUTED: "bad",
}


def state_of_table(
    record: TableRow,
    phase: TablePhase | None = None,
    running: RunningMatch | None = None,
    *,
    changed: bool = False,
) -> tuple[str, str]:
    """The state in words and the chip's kind: 比赛中 · 第 9 副, 双方填报不一致, 已录, 南北弃权, 轮空.

    Without a `phase` only what is entered is known. `changed`: what stands is not what was entered first.
    """
    if record.match.kind != MatchKind.PLAY:
        return str(record.match.get_kind_display()), "quiet"
    if record.result is not None:
        return _entered(record, record.result, changed=changed)
    if phase is TablePhase.PLAYING or (phase is None and record.running is not None):
        return _playing(record, running), "wait"
    return phase_name(phase or TablePhase.MISSING), KINDS.get(phase or TablePhase.MISSING, "wait")


def _playing(record: TableRow, running: RunningMatch | None) -> str:
    """比赛中 · 已打 1 : 0 · 第 9 副, as far as it is known."""
    told = [phase_name(TablePhase.PLAYING)]
    if record.running is not None:
        told.append(_("已打 %(words)s") % {"words": result_words(record.running)})
    if running is not None:
        told.append(_("第 %(deal)s 副") % {"deal": running.next_deal})
    return " · ".join(told)


def _entered(record: TableRow, result: Result, *, changed: bool) -> tuple[str, str]:
    if result.kind == ResultKind.SERIES:
        return result_words(result), "ok"
    if words := walkover_words(result):
        return words, "bad"
    if words := winner_words(record.outcome):  # an extra deal, the side in play, lots, a ruling
        return _("已录，%(words)s") % {"words": words}, "ok"
    return (_("已录（改过）") if changed else _("已录")), "ok"
