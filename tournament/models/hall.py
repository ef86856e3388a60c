"""What hangs on the walls: announcements, and the screens that the desk steers."""

from __future__ import annotations

from django.db import models

from tournament.models.events import Event


class Announcement(models.Model):
    """A sentence for everybody, on public pages and on the hall's screens, until it is taken down."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    ordinal = models.PositiveIntegerField()
    text = models.CharField(max_length=300)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["event", "ordinal"], name="announcement_ordinal_unique_in_event")
        ]


class Screen(models.Model):
    """One screen in the hall, by its ordinal: what it shows is chosen at the desk (`shows`, read by
    `tournament.queries.screens`), and for how many `seconds` each page stands."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="screens")
    ordinal = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=20, blank=True)
    shows = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(default=12)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["event", "ordinal"], name="screen_ordinal_unique_in_event")
        ]
