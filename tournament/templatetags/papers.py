"""Where a list's papers are, for the pages that show the list."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from tournament.models import Event

register = template.Library()


@register.simple_tag
def paper_places(
    event: Event, what: str, stage: object = "", number: object = "", group: object = ""
) -> dict[str, str]:
    """The addresses of one paper as PDF and XLSX, and of its page for the group chat.

    `stage` is an ordinal, `number` the round's, `group` a name; empty where the paper has none.
    """
    asked = {"stage": stage, "round": number, "group": group}
    query = urlencode({key: str(value) for key, value in asked.items() if value})
    ask = f"?{query}" if query else ""
    files = {form: reverse("paper", args=[event.slug, what, form]) + ask for form in ("pdf", "xlsx")}
    return {**files, "share": reverse("share", args=[event.slug, what]) + ask}
