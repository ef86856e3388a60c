"""The rules as a paper that the units' leaders sign before the first round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.exports.paper import Column, Kind, Paper, Section
from tournament.exports.pdf import to_pdf
from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.rule_lines import RuleLine, RuleSection, book_of, event_sections, stage_differences
from tournament.views.files import PDF, file_answer
from tournament.wording.plans import stage_text
from tournament.wording.rule_values import scheme_rows

WIDEST = 16  # differences that fit side by side on an upright page


@director_required
@require_GET
def rules_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rules as a PDF: question, answer, source; then a line for every unit's leader."""
    made = paper_of(event)
    return file_answer(to_pdf(made), PDF, file_name(event.name, made.title, "pdf"))


def paper_of(event: Event) -> Paper:
    """All that the leaders agree to, with room for their names."""
    book = book_of(event.rulebook)
    based = _("规则依据：%(title)s") % {"title": book.title} if book else ""
    return Paper(
        event_name=event.name,
        title=_("规则确认书"),
        subtitle=based,
        sections=(
            _plan(event),
            *(_lines(section) for section in event_sections(event)),
            *_points(event),
            *_differences(event),
            _leaders(event),
        ),
        notes=(_("以上规则在比赛开始前经各领队确认，比赛中按此执行。"),),
        signatures=(_("赛事负责人"), _("裁判长")),
        printed_at=timezone.now(),
    )


def _plan(event: Event) -> Section:
    rows = [
        (stage.name, stage_text(stage.entry, stage.grouping, stage.pairing)) for stage in event.stages.all()
    ]
    columns = (Column(_("阶段"), weight=0), Column(_("打法")))
    return Section(columns, tuple(rows), heading=_("赛制"), empty=_("还没有定赛制。"))


def _lines(section: RuleSection) -> Section:
    return _rule_table(section.title, section.lines)


def _rule_table(heading: str, lines: tuple[RuleLine, ...]) -> Section:
    columns = (Column(_("问题"), weight=3), Column(_("规定"), weight=4), Column(_("依据"), weight=2))
    rows = tuple((line.label, line.text, line.source) for line in lines)
    return Section(columns, rows, heading=heading)


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


def _differences(event: Event) -> list[Section]:
    found = [(stage, stage_differences(event, stage)) for stage in event.stages.all()]
    return [
        _rule_table(_("%(stage)s另外规定") % {"stage": stage.name}, lines) for stage, lines in found if lines
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
