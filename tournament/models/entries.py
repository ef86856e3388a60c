"""Units, pairs, players: what the entry list says."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


class Unit(models.Model):
    """The organisation that enters pairs. `key` folds width, brackets and case, so that look-alikes meet."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="units")
    name = models.CharField(_("名称"), max_length=80)
    key = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_unit_per_key")]

    def __str__(self) -> str:
        return self.name


class PairStatus(models.TextChoices):
    """Where a pair stands in the event."""

    ACTIVE = "active", _("参赛")
    RESERVE = "reserve", _("候补")
    WITHDRAWN = "withdrawn", _("退赛")
    DISQUALIFIED = "disqualified", _("取消资格")
    HOUSE = "house", _("陪打")


class Pair(models.Model):
    """Two partners: what is drawn, seated and ranked. `number` is unique in the event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="pairs")
    unit = models.ForeignKey(Unit, models.RESTRICT, related_name="pairs", null=True, blank=True)
    number = models.PositiveIntegerField(_("序号"))
    name = models.CharField(_("队名"), max_length=60, blank=True)
    category = models.CharField(_("组别"), max_length=20, blank=True)
    status = models.CharField(_("状态"), max_length=15, choices=PairStatus.choices, default=PairStatus.ACTIVE)
    fixed_table = models.PositiveIntegerField(_("固定桌"), null=True, blank=True)
    seed = models.PositiveIntegerField(_("种子"), null=True, blank=True)
    note = models.CharField(_("备注"), max_length=200, blank=True)
    own = models.JSONField(default=dict)  # text by title of `Event.own_columns`; blank ones are left out
    checked_in_at = models.DateTimeField(_("签到时间"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="pair_number_unique_in_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.names}"

    @property
    def names(self) -> str:
        """Both partners in seat order, one space between; reads `players`, so prefetch it for lists."""
        return " ".join(player.name for player in self.partners)

    @property
    def partners(self) -> list["Player"]:
        """The two who play, in seat order."""
        # Prefetched as a list where many are read: the relation makes a new queryset each time it is asked.
        read: list[Player] | None = self.__dict__.get("seated")
        players = self.players.all() if read is None else read
        return [player for player in players if player.seat in (1, 2)]

    def get_absolute_url(self) -> str:
        """The participant's public page."""
        return reverse("pair", args=[self.event.slug, self.number])


class Player(models.Model):
    """One person of a pair: seat 1 or 2, or 3 for the substitute. Nobody is known across events."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(_("姓名"), max_length=50)
    key = models.CharField(max_length=50)  # folded for search and doubles
    pinyin = models.CharField(max_length=300)  # sort key
    phone = models.CharField(_("手机"), max_length=20, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["pair", "seat"], name="one_player_per_seat"),
            models.CheckConstraint(condition=Q(seat__in=[1, 2, 3]), name="seat_is_1_2_or_substitute"),
        ]

    def __str__(self) -> str:
        return self.name


class Individual(models.Model):
    """Someone who entered alone, until a lot finds a partner; then `pair` is the pair that was made."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="individuals")
    unit = models.ForeignKey(Unit, models.RESTRICT, related_name="individuals", null=True, blank=True)
    pair = models.ForeignKey(Pair, models.SET_NULL, related_name="individuals", null=True, blank=True)
    name = models.CharField(_("姓名"), max_length=50)
    key = models.CharField(max_length=50)  # folded for search and doubles
    pinyin = models.CharField(max_length=300)  # sort key
    phone = models.CharField(_("手机"), max_length=20, blank=True)
    category = models.CharField(_("组别"), max_length=20, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
