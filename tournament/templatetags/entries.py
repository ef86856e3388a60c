"""Which characters of a name no font at hand can print."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from tournament import wording
from tournament.errors import ActionRefused
from tournament.exports.typefaces import missing_glyphs
from tournament.models import Pair

register = template.Library()


@register.simple_tag
def missing_in(text: str) -> str:
    """The characters of `text` that cannot be printed, "" where all can."""
    return _("、").join(sorted(missing_glyphs(text)))


@register.simple_tag
def missing_in_pair(pair: Pair) -> str:
    """Those of a pair: its players, its name, its unit."""
    names = [player.name for player in pair.players.all()]
    return missing_in("".join([*names, pair.name, pair.unit.name if pair.unit else ""]))


@register.filter
def sentence_of(refused: ActionRefused) -> str:
    """Why something cannot be done, in words."""
    return wording.of_error(refused)
