"""What an appeal says of itself, in templates."""

from __future__ import annotations

from django import template

from tournament.wording import appeals as wording

register = template.Library()
register.filter("filer", wording.filer_text)
register.filter("against", wording.against_text)
register.filter("majority", wording.majority_text)
