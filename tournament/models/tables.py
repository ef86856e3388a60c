"""The table on match day: its permanent address, what a phone has sent, what both pairs said."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event
from tournament.models.stages import Match


class TableLink(models.Model):
    """The address behind a table's QR code: good for all rounds, for whatever is played there now.

    A renewed link leaves its predecessor behind as a row that is not current, so that whoever scans the old
    sheet reads that there is a new one. One that is off shows the table and takes nothing.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="table_links")
    table = models.PositiveIntegerField()
    token = models.CharField(max_length=32, unique=True)
    is_on = models.BooleanField(default=True)
    is_current = models.BooleanField(default=True)
    made_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["table", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "table"], condition=Q(is_current=True), name="one_current_link_per_table"
            ),
            models.CheckConstraint(condition=~Q(token=""), name="table_link_has_a_token"),
        ]


class Running(models.Model):
    """The deals of a match being played: a draft without effect on standings.

    In a best of three they are those of the game that is on. They stay when the result is entered, so that
    play can go on where that is taken back.

    `version` counts what phones have sent: the second phone at a table is told when it goes on from an older
    one. It is a lock, no history.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="running")
    deals = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)  # what the sheet's column 备注 says
    actor_name = models.CharField(max_length=60, blank=True)
    device = models.CharField(max_length=64, blank=True)  # digest of the phone's own mark
    at = models.DateTimeField()


class ClaimState(models.TextChoices):
    """How far two pairs have come with what one of them entered."""

    WAITING = "waiting", _("待对方确认")
    ACCEPTED = "accepted", _("双方一致")
    DISPUTED = "disputed", _("双方填报不一致")
    WITHDRAWN = "withdrawn", _("已收回")
    SETTLED = "settled", _("裁判员已处理")


class Claim(models.Model):
    """What one pair entered from the table for both to agree on; it becomes a result when the other accepts.

    `record` is in the archive's shape of a result, `other_record` what the other side says instead (None: it
    only disagrees). `based_on` is the match version it was entered on. At most one claim of a match is open.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="claims")
    side = models.CharField(max_length=2)  # who entered: "ns" or "ew"
    record = models.JSONField()
    based_on = models.PositiveIntegerField(default=0)
    device = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=ClaimState.choices, default=ClaimState.WAITING)
    other_record = models.JSONField(null=True)
    other_device = models.CharField(max_length=64, blank=True)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(state__in=["waiting", "disputed"]),
                name="one_open_claim_per_match",
            ),
            models.CheckConstraint(condition=Q(side__in=["ns", "ew"]), name="claim_side_is_ns_or_ew"),
        ]
