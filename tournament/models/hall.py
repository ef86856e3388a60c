"""What hangs on the walls: announcements, and the screens that the desk steers."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event

ANNOUNCEMENT_LIMIT = 300  # characters: what a hall reads in one look
ANNOUNCEMENT_LINES = 12
SCREEN_NAME_LIMIT = 20
MOST_SCREENS = 20
LEAST_SECONDS, MOST_SECONDS = 3, 120  # how long a page of a screen may stand


class Announcement(models.Model):
    """A sentence for everybody, on public pages and on the hall's screens, until it is taken down.

    `interrupts`: the screens show nothing else while it does (插播).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    ordinal = models.PositiveIntegerField()
    text = models.CharField(max_length=ANNOUNCEMENT_LIMIT)
    at = models.DateTimeField()
    interrupts = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["event", "ordinal"], name="announcement_ordinal_unique_in_event"),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at=None) | models.Q(interrupts=False),
                name="what_is_taken_down_interrupts_nothing",
            ),
        ]

    @property
    def is_up(self) -> bool:
        """Whether everybody can read it."""
        return self.withdrawn_at is None


class ScreenPage(models.TextChoices):
    """What a screen can show, in the order in which the choices are offered."""

    WELCOME = "welcome", _("欢迎")
    ANNOUNCEMENTS = "announcements", _("现场公告")
    LOTS_LEFT = "lots_left", _("抽签：剩下的签")
    LOTS = "lots", _("抽签：哪一签归谁")
    TABLES = "tables", _("对阵（按桌号）")
    NUMBERS = "numbers", _("对阵（按序号）")
    CLOCK = "clock", _("计时")
    STANDINGS = "standings", _("名次")
    AWARDS = "awards", _("获奖名单")


# What a screen shows that nobody has set: lots never, since showing them is the organiser's decision.
USUAL_PAGES = (ScreenPage.ANNOUNCEMENTS, ScreenPage.TABLES, ScreenPage.STANDINGS, ScreenPage.AWARDS)


class Screen(models.Model):
    """One screen in the hall, by its ordinal: which pages it `shows`, each for how many `seconds`.

    `areas` names rooms of the event: only their tables are shown; none: all of them. The first screen needs
    no row while it shows what is usual.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="screens")
    ordinal = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=SCREEN_NAME_LIMIT, blank=True)
    shows = models.JSONField(default=list)
    areas = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(default=12)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["event", "ordinal"], name="screen_ordinal_unique_in_event")
        ]

    @property
    def pages(self) -> tuple[ScreenPage, ...]:
        """What it shows, in order; the usual pages where nothing was chosen."""
        return tuple(ScreenPage(one) for one in self.shows) or USUAL_PAGES

    @property
    def shows_lots(self) -> bool:
        """Whether a draw can be followed on it while it is going on."""
        return bool({ScreenPage.LOTS, ScreenPage.LOTS_LEFT} & set(self.pages))
