"""Who belongs to an event, and whether a one-time address still works."""

from __future__ import annotations

import hashlib

from django.utils import timezone

from tournament.models import Event, Membership, OneTimeLink, Person


def has_owner() -> bool:
    """Whether the site has somebody who owns it; until then only the first owner's address does anything."""
    return Person.objects.filter(is_owner=True, is_active=True).exists()


def digest_of(token: str) -> str:
    """What is stored of a one-time token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def open_link(purpose: OneTimeLink.Purpose, token: str) -> OneTimeLink | None:
    """The link behind `token` if it still works, with its person; looking uses nothing up."""
    links = OneTimeLink.objects.filter(purpose=purpose, digest=digest_of(token), used_at__isnull=True)
    links = links.filter(expires_at__gt=timezone.now()).exclude(person__is_active=False)
    return links.select_related("person").first()


def members_of(event: Event) -> list[Membership]:
    """Everybody with a role in `event`, in the order they were added."""
    return list(event.memberships.select_related("person").order_by("pk"))
