"""The line on a ruling, wherever it stands."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.rules import Grade
from tournament.actions.give_penalty import FLOOR_GRADES
from tournament.forms.penalties import NoteForm
from tournament.wording.penalties import effect_words, tally_words

register = template.Library()


@register.simple_tag
def penalty_note(may_decide: Any) -> NoteForm:
    """An empty line with a key of its own; the grades are those that this person gives."""
    return NoteForm(auto_id="ruling_%s", grades=tuple(Grade) if may_decide else FLOOR_GRADES)


register.filter(effect_words)
register.filter(tally_words)
