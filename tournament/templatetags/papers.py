"""Where a list's papers are, for the pages that show the list."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from tournament.models import Event

register = template.Library()


@register.simple_tag
def paper_places(event: Event, what: str, stage: object = "", number: object = "") -> dict[str, str]:
    """The addresses of one paper as PDF and XLSX, and of its page for the group.

    `stage` is the stage's ordinal, `number` the round's number; empty where the paper has none.
    """
    asked = {key: str(value) for key, value in (("stage", stage), ("round", number)) if value}
    query = f"?{urlencode(asked)}" if asked else ""
    files = {form: reverse("paper", args=[event.slug, what, form]) + query for form in ("pdf", "xlsx")}
    return {**files, "share": reverse("share", args=[event.slug, what]) + query}
