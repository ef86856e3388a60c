"""Write what the 秩序册 says beside the plan, and the event's logo."""

from __future__ import annotations

from hashlib import sha256

from tournament.actions.work import Actor, action, current, record
from tournament.models import Event, EventLogo
from tournament.models.booklet import Booklet, write_booklet


@action
def edit_booklet(
    *,
    event: Event,
    booklet: Booklet,
    by: Actor,
    logo: bytes | None = None,
    drop_logo: bool = False,
    based_on: int | None = None,
    submission: str = "",
) -> Event:
    """Replace the booklet's facts; `logo` (a PNG, as `imports.logo` makes them) replaces the logo.

    Without a `logo` the present one stays, unless `drop_logo`. Raises `Conflict`. Nothing changed: nothing is
    written.
    """
    fresh = current(event, based_on)
    written = write_booklet(booklet)
    digest = logo_digest(logo) if logo else "" if drop_logo else fresh.logo_digest
    if (written, digest) == (fresh.booklet, fresh.logo_digest):
        return fresh
    if digest != fresh.logo_digest:
        keep_logo(fresh, logo)
    fresh.booklet, fresh.logo_digest = written, digest
    fresh.version += 1
    fresh.save(update_fields=["booklet", "logo_digest", "version"])
    record(fresh, by, "edit_booklet", public=True)
    return fresh


def logo_digest(image: bytes) -> str:
    """What addresses of the logo carry, so that browsers may keep it for ever."""
    return sha256(image).hexdigest()[:16]


def keep_logo(event: Event, image: bytes | None) -> None:
    """Store, replace or (None) remove the picture itself."""
    if image is None:
        EventLogo.objects.filter(event=event).delete()
    else:
        EventLogo.objects.update_or_create(event=event, defaults={"image": image})
