"""Figures and rule words in templates: exact, with a real minus sign, in the referee's words."""

from __future__ import annotations

from decimal import Decimal

from django import template

from tournament.wording.figures import plain as plain_figure
from tournament.wording.figures import signed as signed_figure
from tournament.wording.rules import grade_name, tiebreak_name
from tournament.wording.standings import group_name

register = template.Library()


@register.filter
def plain(value: Decimal | int | None) -> str:
    """A figure without trailing zeros; a dash for nothing."""
    return "–" if value is None else plain_figure(value)


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
