"""Clocks in templates: what they say without a script, and what clock.js needs to go on by itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django import template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournament.lists.cells import clock_data, late_chip
from tournament.models import Stage
from tournament.queries.clocks import Clock, ClockLine
from tournament.queries.lateness import LatePair
from tournament.wording import clocks as wording

register = template.Library()
register.simple_tag(clock_data)
register.simple_tag(late_chip)


@register.filter
def clock_says(clock: Clock, now: datetime) -> str:
    """剩余 23 分钟, 时间到, 超时 3 分钟, 暂停中，剩余 23 分钟."""
    return wording.clock_text(clock, now)


@register.filter
def clock_hours(clock: Clock) -> str:
    """09:00 开始，09:50 时间到: right at any moment, for pages that are kept."""
    return wording.clock_hours(clock)


@register.filter
def line_title(line: ClockLine) -> str:
    """预赛 第 2 轮."""
    return wording.line_title(line)


@register.filter
def line_parts(line: ClockLine, lines: Sequence[ClockLine]) -> str:
    """上午, or A 组、B 组; nothing where all of the round play by one clock."""
    return wording.line_parts(line, lines)


@register.filter
def line_extra(line: ClockLine) -> str:
    """第 7 桌加 5 分钟."""
    return wording.line_extra(line)


@register.filter
def at_time(stage: Stage) -> str:
    """What the stage's rules say about the deal in progress when the time is up."""
    return wording.at_time(stage.scoring_rules)


@register.simple_tag
def mark_data(line: ClockLine, lines: Sequence[ClockLine]) -> SafeString:
    """What bell.js calls out at the start, at ten and three minutes, and when the time is up."""
    told = wording.said_marks(line, lines).items()
    return format_html_join("", ' data-say-{}="{}"', told)


@register.simple_tag
def clock_words() -> SafeString:
    """The words of clock.js in the reader's language, and where it asks for the server's time."""
    told = [(key, str(text)) for key, text in wording.SAID.items()]
    return format_html_join(" ", 'data-{}="{}"', [*told, ("now", reverse("now"))])


@register.filter
def is_due(late: LatePair, now: datetime) -> bool:
    """Whether the rules' limit has come for a pair that is not there."""
    return late.is_due(now)


@register.filter
def due_seconds(late: LatePair) -> int:
    """The limit in seconds of play, for clock.js."""
    return int(timedelta(minutes=late.limit or 0).total_seconds())


@register.filter
def late_minutes(now: datetime, late: LatePair) -> int:
    """Whole minutes that a pair has missed, or had missed when it came."""
    return late.minutes(now)
