"""Results: versions of what two pairs signed. No points are stored here; scoring gives them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.entries import Pair
from tournament.models.stages import Match


class ResultKind(models.TextChoices):
    """What a version says."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    AWARDED_LOSS = "awarded_loss"
    SERIES = "series"
    CLEARED = "cleared"


class Result(models.Model):
    """One version of a match's outcome, in columns; `deals` as JSON where they were written down.

    "Cleared" is a version too. Exactly one version of a match is current, and the database says so.
    For a forfeit or an awarded loss `side` is the one at fault (empty: both forfeited). A series without a
    `winner` is not over: it is kept game by game and counts for nothing yet.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    version = models.PositiveIntegerField()
    # Who sat 南北 when this was written: older versions stay readable after the sides were swapped.
    ns = models.ForeignKey(Pair, models.RESTRICT, related_name="+")
    is_current = models.BooleanField(default=True)
    kind = models.CharField(max_length=15, choices=ResultKind.choices)
    ns_level = models.PositiveSmallIntegerField(null=True)
    ew_level = models.PositiveSmallIntegerField(null=True)
    passed_a = models.CharField(max_length=2, blank=True)
    passed_gain = models.PositiveSmallIntegerField(null=True)
    in_play = models.CharField(max_length=2, blank=True)
    winner = models.CharField(max_length=2, blank=True)
    ended = models.CharField(max_length=12, blank=True)
    seconds = models.PositiveIntegerField(null=True)
    deals = models.JSONField(default=list)
    games = models.JSONField(default=list)  # of a series: as the archive writes results, with who `won`
    side = models.CharField(max_length=4, blank=True)

    reason = models.CharField(max_length=200, blank=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    # Who typed these figures: not who only turned them with the pairs, or put them back.
    typist = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    actor_name = models.CharField(max_length=60)  # stays when the account goes
    source = models.CharField(max_length=20)
    at = models.DateTimeField()
    # Read back or typed a second time (`Event.checking`): belongs to this version alone.
    checked_at = models.DateTimeField(null=True)
    checked_name = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="one_result_per_version"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(is_current=True), name="one_current_result_per_match"
            ),
            models.CheckConstraint(
                condition=Q(ns_level__isnull=True) | Q(ns_level__gte=2, ns_level__lte=14),
                name="ns_level_in_2_to_a",
            ),
            models.CheckConstraint(
                condition=Q(ew_level__isnull=True) | Q(ew_level__gte=2, ew_level__lte=14),
                name="ew_level_in_2_to_a",
            ),
        ]
