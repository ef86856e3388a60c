"""The short name of an event in addresses: its pinyin, free in the whole site."""

from __future__ import annotations

from django.utils.text import slugify

from tournament.models import Event
from tournament.names.words import lazy_pinyin

LONGEST = 48  # leaves room for a number behind it in the column's 60
FALLBACK = "sai"


def pinyin_slug(name: str) -> str:
    """`name` as lower-case letters, figures and hyphens; a name without any of them gives `sai`.

    A long one ends with a whole syllable.
    """
    slug = slugify(" ".join(lazy_pinyin(name)))
    if len(slug) > LONGEST and "-" in slug[: LONGEST + 1]:
        slug = slug[: LONGEST + 1].rpartition("-")[0]
    return slug[:LONGEST].strip("-") or FALLBACK


def free_slug(name: str) -> str:
    """The pinyin of `name`, with -2, -3 … where another event has it already; one query."""
    slug = pinyin_slug(name)
    taken = set(Event.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 2))
    return next((one for one in (slug, *numbered) if one not in taken), slug)
