"""Figures and rule words in templates: exact, with a real minus sign, in the referee's words."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from django import template
from django.urls import reverse

from scoring.prizes import fraction_text
from tournament.models import Event, Publication, PublicationKind, Stage, StageEntry
from tournament.queries.cross_table import Meeting
from tournament.queries.pair_story import Step, Story
from tournament.queries.public import Notice
from tournament.queries.standing_sheets import StandingSheet
from tournament.queries.table_lines import Score, TableLine
from tournament.wording import movement, notices, table_lines
from tournament.wording import standings as words
from tournament.wording.figures import plain as plain_figure
from tournament.wording.figures import signed as signed_figure
from tournament.wording.general import side_name
from tournament.wording.knockout import round_name
from tournament.wording.rules import grade_name, tiebreak_name
from tournament.wording.standings import group_name

register = template.Library()
NO_BREAK = "\N{NO-BREAK SPACE}"
_FIGURES = re.compile(r"\S+ : \S|第 \d+ \w|Round \d|\d+ [号桌轮局副分级]")


@register.filter
def plain(value: Decimal | int | None) -> str:
    """A figure without trailing zeros; a dash for nothing."""
    return "–" if value is None else plain_figure(value)


@register.filter
def whole(text: str) -> str:
    """Words in which no line may end inside a figure: 8 : 7, 第 2 轮, 12 号."""
    return _FIGURES.sub(lambda found: found[0].replace(" ", NO_BREAK), str(text))


@register.filter
def exact(value: Fraction) -> str:
    """An exact sum as a decimal: 21.5."""
    return fraction_text(value)


@register.filter
def signed(value: Decimal | int | None) -> str:
    """A difference with its sign; a dash for nothing."""
    return "–" if value is None else signed_figure(value)


@register.filter
def grade(key: str) -> str:
    """The rung of the penalty ladder."""
    return grade_name(key)


@register.filter
def tiebreak(key: str) -> str:
    """The short name of a tie-break."""
    return tiebreak_name(key)


@register.filter
def group(name: str) -> str:
    """A group as people call it: A 组."""
    return group_name(name)


@register.filter
def side(key: str) -> str:
    """南北 or 东西."""
    return side_name(key)


@register.filter
def score(value: Score) -> str:
    """What a table came to, 南北 first."""
    return table_lines.score_text(value)


@register.filter
def points(value: Score) -> str:
    """Both sides' points, 南北 first."""
    return table_lines.points_text(value)


@register.filter
def table_kind(line: TableLine) -> str:
    """轮空, 未参赛."""
    return table_lines.kind_name(line)


@register.filter
def own_score(seen: Step | Meeting) -> str:
    """What a table came to as one side sees it, its own level first."""
    return table_lines.score_text(seen.score, seen.side) if seen.score else ""


@register.filter
def own_lead(seen: Step | Meeting) -> str:
    """The level difference as one side sees it."""
    return signed_figure(seen.score.lead_of(seen.side)) if seen.score else ""


@register.filter
def own_points(seen: Step | Meeting) -> str:
    """The points of the side that looks."""
    return plain_figure(seen.score.points_of(seen.side)) if seen.score else ""


@register.filter
def penalty(points: str | Decimal) -> str:
    """Penalty points with their sign."""
    return signed_figure(Decimal(points))


@register.filter
def sheet_name(sheet: StandingSheet, stage: Stage) -> str:
    """A 组, 总排名; the stage's name where it has no groups."""
    return words.sheet_name(sheet, stage)


@register.filter
def group_in(name: str, stage: Stage) -> str:
    """A 组; the stage's name where it has no groups."""
    return words.group_in(stage, name)


@register.simple_tag
def entry_place(entry: StageEntry) -> str:
    """A 组 3 号签; 3 号签 where the stage has no groups."""
    group = entry.group.name if entry.group else ""
    return words.place_text(entry.stage, group, entry.position)


@register.simple_tag
def notice_number(one: Publication, stage: Stage) -> str:
    """分组公告第 1 号; 抽签公告第 1 号 where the stage has no groups."""
    return notices.notice_name(one.kind, one.number, stage=stage)


@register.filter
def draw_page_name(stage: Stage) -> str:
    """分组和对阵; 抽签和对阵 where the stage has no groups."""
    return words.draw_page_name(stage)


@register.filter
def movement_name(stage: Stage) -> str:
    """移位表, 轮次对阵表."""
    return movement.movement_name(stage)


@register.filter
def round_in(number: int, stage: Stage) -> str:
    """第 3 轮; in a knock-out 第 3 轮（半决赛）."""
    return round_name(number, stage)


@register.filter
def as_of(sheet: StandingSheet, stage: Stage) -> str:
    """第 3 轮后, 目前."""
    return words.as_of(sheet.after_round, stage)


@register.filter
def ranking_order(sheet: StandingSheet) -> str:
    """What ranks, in order."""
    return words.ranking_order(sheet)


@register.filter
def tiebreak_values(story: Story) -> list[tuple[str, str]]:
    """Name and value of every tie-break that a participant has a value for."""
    if story.sheet is None or story.standing is None:
        return []
    shown = story.standing.shown_tiebreaks
    known = {key: value for key in story.sheet.tiebreaks if (value := shown.get(key)) is not None}
    return [(tiebreak_name(key), words.figure(key, value)) for key, value in known.items()]


@register.simple_tag
def why_behind(story: Story) -> str:
    """Why a participant stands behind the one above; nothing in a knock-out, where no figure does it."""
    if story.standing is None or story.above is None or (story.sheet and story.sheet.by_bracket):
        return ""
    return words.compare(story.standing, story.above, story.standing.decided_by)


@register.simple_tag
def why_before(story: Story) -> str:
    """Why a participant stands before the one below; nothing in a knock-out."""
    if story.standing is None or story.below is None or (story.sheet and story.sheet.by_bracket):
        return ""
    return words.compare(story.standing, story.below, story.below.decided_by)


@register.filter
def notice_name(notice: Notice) -> str:
    """成绩公告第 3 号（更正）."""
    return notices.notice_name(
        notice.kind, notice.number, stage=notice.stage, is_correction=notice.is_correction
    )


@register.filter
def notice_what(notice: Notice) -> str:
    """What a notice made public: 预赛第 2 轮后名次."""
    return notices.notice_what(notice.kind, notice.stage, notice.round_number, notice.session)


@register.simple_tag
def notice_url(notice: Notice, event: Event) -> str:
    """Where a notice that is up can be read."""
    place = [event.slug, notice.stage.ordinal]
    if notice.kind == PublicationKind.GROUPS:
        return reverse("public-groups", args=place)
    if notice.kind == PublicationKind.PAIRINGS:
        return reverse("public-round", args=[*place, notice.round_number])
    return f"{reverse('public-standings', args=place)}?round={notice.round_number}"
