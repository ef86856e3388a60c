"""The rules in words: the paper that leaders sign, and the chapter of a 秩序册."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.paper import Column, Kind, Paper, Section
from tournament.lists.papers.parts import paper
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.queries.rule_lines import RuleLine, RuleSection, book_of, event_sections, stage_differences
from tournament.wording.plans import stage_text
from tournament.wording.rule_values import scheme_rows

WIDEST = 16  # differences that fit side by side on an upright page


def rules_to_sign(want: Wanted) -> Paper:
    """All that the leaders agree to, question, answer, source, with room for their names."""
    return paper(
        want,
        _("规则确认书"),
        subtitle=_based_on(want.event),
        sections=(*_rules(want.event), _leaders(want.event)),
        notes=(_("以上规则在比赛开始前经各领队确认，比赛中按此执行。"),),
        signatures=(_("赛事负责人"), _("裁判长")),
    )


def rules_in_words(want: Wanted) -> Paper:
    """The same for everybody to read: without sources and signatures."""
    return paper(
        want, _("竞赛规程"), subtitle=_based_on(want.event), sections=tuple(_rules(want.event, sourced=False))
    )


def _based_on(event: Event) -> str:
    book = book_of(event.rulebook)
    return _("规则依据：%(title)s") % {"title": book.title} if book else ""


def _rules(event: Event, *, sourced: bool = True) -> list[Section]:
    return [
        _plan(event),
        *(_lines(section, sourced=sourced) for section in event_sections(event)),
        *_points(event),
        *_differences(event, sourced=sourced),
    ]


def _plan(event: Event) -> Section:
    rows = [
        (stage.name, stage_text(stage.entry, stage.grouping, stage.pairing)) for stage in event.stages.all()
    ]
    columns = (Column(_("阶段"), weight=0), Column(_("打法")))
    return Section(columns, tuple(rows), heading=_("赛制"), empty=_("还没有定赛制。"))


def _lines(section: RuleSection, *, sourced: bool) -> Section:
    return _rule_table(section.title, section.lines, sourced=sourced)


def _rule_table(heading: str, lines: tuple[RuleLine, ...], *, sourced: bool) -> Section:
    columns = (Column(_("问题"), weight=3), Column(_("规定"), weight=4))
    if not sourced:
        return Section(columns, tuple((line.label, line.text) for line in lines), heading=heading)
    rows = tuple((line.label, line.text, line.source) for line in lines)
    return Section((*columns, Column(_("依据"), weight=2)), rows, heading=heading)


def _points(event: Event) -> list[Section]:
    """The conversion table lying down, so that it takes three lines; a long one goes on below."""
    rows = scheme_rows(event.scoring_rules.scheme)
    return [
        _conversion(rows[start : start + WIDEST], _("级差与积分换算表") if start == 0 else "")
        for start in range(0, len(rows), WIDEST)
    ]


def _conversion(rows: list[tuple[str, str, str]], heading: str) -> Section:
    heads = [Column(difference, align="right") for difference, _won, _lost in rows]
    won, lost = (tuple(row[place] for row in rows) for place in (1, 2))
    columns = (Column(_("级差"), weight=0), *heads)
    return Section(columns, ((_("胜方"), *won), (_("负方"), *lost)), heading=heading)


def _differences(event: Event, *, sourced: bool) -> list[Section]:
    found = [(stage, stage_differences(event, stage)) for stage in event.stages.all()]
    return [
        _rule_table(_("%(stage)s另外规定") % {"stage": stage.name}, lines, sourced=sourced)
        for stage, lines in found
        if lines
    ]


def _leaders(event: Event) -> Section:
    columns = (
        Column(event.unit_term, Kind.NAME, weight=1.4),
        Column(_("领队签名"), Kind.BLANK, weight=1.6),
        Column(_("日期"), Kind.BLANK, weight=1),
    )
    rows = tuple((unit.name, None, None) for unit in event.units.all())
    blank = tuple(("", None, None) for _number in range(6))
    return Section(columns, rows or blank, heading=_("领队确认"), roomy=True)
