"""Addresses that work once. The token leaves this module once and is stored only as its SHA-256."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.utils import timezone

from tournament.errors import ActionRefused
from tournament.models import OneTimeLink, Person
from tournament.queries.people import digest_of

LIFETIME = timedelta(hours=24)


def issue(purpose: OneTimeLink.Purpose, person: Person | None) -> str:
    """Make a new token for 24 hours and forget the earlier ones of the same purpose and person."""
    OneTimeLink.objects.filter(purpose=purpose, person=person, used_at__isnull=True).delete()
    token = secrets.token_urlsafe(24)
    OneTimeLink.objects.create(
        purpose=purpose, person=person, digest=digest_of(token), expires_at=timezone.now() + LIFETIME
    )
    return token


def spend(purpose: OneTimeLink.Purpose, token: str) -> OneTimeLink:
    """Use a token up, or refuse with `link_not_valid`: unknown, used or expired, never said which."""
    found = OneTimeLink.objects.select_for_update().filter(
        purpose=purpose, digest=digest_of(token), used_at__isnull=True, expires_at__gt=timezone.now()
    )
    link = found.first()
    if link is None:
        raise ActionRefused("link_not_valid")
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    return link
