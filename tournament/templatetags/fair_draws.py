"""How draws and commitments read in templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Commitment, Draw
from tournament.queries.draw_record import DrawLine
from tournament.queries.rerun import Part
from tournament.queries.standing_sheets import Who
from tournament.wording import fair_draws

register = template.Library()


@register.filter
def what_was_drawn(one: Draw | Commitment) -> str:
    """What it decides: 分组, 第 3 轮编排."""
    return fair_draws.what_was_drawn(one)


@register.filter
def drawn_in(one: Draw | Commitment) -> str:
    """The group it is about, also one that is no more."""
    return fair_draws.drawn_in(one)


@register.filter
def how_made(line: DrawLine) -> str:
    """By computer, by hand, or with a commitment before it."""
    return fair_draws.how_it_was_made(line.is_computed, line.draw.seed, line.commitment is not None)


@register.simple_tag
def part_name(part: Part) -> str:
    """The heading of a part of a result: a group, the byes."""
    return fair_draws.part_name(part.kind, part.name)


@register.simple_tag
def told_pairs(numbers: Sequence[int], names: Mapping[int, Who]) -> SafeString:
    """Who was drawn at one place: number and names, two of them at a table; a dash for nobody."""
    if not numbers:
        return format_html("{}", "–")
    return format_html_join(" ", '<span class="pair">{}</span>', ((_who(one, names),) for one in numbers))


def _who(number: int, names: Mapping[int, Who]) -> SafeString:
    found = names.get(number)
    told = format_html_join(
        "", ' <span class="name">{}</span>', ((name,) for name in (found.names if found else ()))
    )
    return format_html('<span class="number">{}</span>{}', _("%(number)s 号") % {"number": number}, told)
