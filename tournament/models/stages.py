"""Stages, groups, rounds and matches: who meets whom, where and when."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from pairing.bracket import Places, bracket_size, coming_places
from scoring.rules import Rules, resolve
from tournament.models.entries import Pair
from tournament.models.events import Event

MOST_ROUNDS = 99
"""How many rounds may be planned for one stage: in forms, actions and archives alike."""


class StageManager(models.Manager["Stage"]):
    """Stages with `drawn_groups`, the number of groups that they have been drawn into: every page that names
    a group asks for it (`Stage.has_groups`)."""

    def get_queryset(self) -> QuerySet[Stage]:
        """Every stage, its groups counted in the same query."""
        groups = Group.objects.filter(stage=OuterRef("pk")).order_by().values("stage")
        counted = groups.annotate(count=Count("pk")).values("count")
        return super().get_queryset().annotate(drawn_groups=Coalesce(Subquery(counted), 0))


class Stage(models.Model):
    """One stage: grouping × pairing × rounds × rules, in the archive's shapes.

    `entry`, `grouping`, `pairing` and `same_unit` are what ARCHIVE calls them; `rules` the differences from
    the event (or, with an own `rulebook`, from that), `resolved_rules` the outcome.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    ordinal = models.PositiveSmallIntegerField()
    name = models.CharField(_("阶段名称"), max_length=40)
    entry = models.JSONField(default=str)
    grouping = models.JSONField(default=dict)
    pairing = models.JSONField(default=dict)
    same_unit = models.JSONField(default=str)
    first_table = models.PositiveIntegerField(_("起始桌号"), default=1)
    areas = models.JSONField(default=list)  # names of the event's areas it plays in; empty: all of them
    rulebook = models.CharField(max_length=40, blank=True)
    rules = models.JSONField(default=dict)
    resolved_rules = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    objects = StageManager()

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["event", "ordinal"], name="stage_ordinal_unique_in_event"),
            models.UniqueConstraint(fields=["event", "name"], name="stage_name_unique_in_event"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scoring_rules(self) -> Rules:
        """The stage's rules as the pure package wants them."""
        return resolve(self.resolved_rules)

    @property
    def planned_rounds(self) -> int | None:
        """How many rounds the pairing method was asked for; None where the method decides (round robin)."""
        rounds = self.pairing.get("rounds")
        return int(rounds) if rounds is not None else None

    @property
    def is_knockout(self) -> bool:
        """Whether a match here must have a winner."""
        return bool(self.pairing.get("method") == "knockout")

    @property
    def best_of(self) -> int:
        """How many games a match has at most (1 or 3); a match of three ends with the second win."""
        return int(self.pairing.get("best_of", 1))

    @property
    def has_groups(self) -> bool:
        """Whether people speak of its groups (A 组): not where everybody is in one, as drawn or, before that,
        as planned. What has one group only is called by the stage's own name."""
        drawn = self.__dict__.get("drawn_groups")
        if drawn is None and self.pk is not None:
            drawn = self.groups.count()
        if drawn:
            return bool(drawn > 1)
        return self.grouping.get("method", "one") != "one" and self._divides

    @property
    def _divides(self) -> bool:
        """Whether the plan may make more than one group."""
        known = self.grouping.get("method") in ("unit", "previous_rank")
        count, size = self.grouping.get("count"), self.grouping.get("size")
        return known or size is not None or (count is not None and int(count) > 1)

    @cached_property
    def round_places(self) -> dict[int, tuple[Places, ...]]:
        """By round of a knock-out the ranks that its matches are about, those of the round to come as well;
        empty elsewhere. One query; two before the first round."""
        if not self.is_knockout:
            return {}
        made: dict[int, dict[Places, list[int]]] = {}
        for number, first, last, kind, count in self._places_counted():
            met = made.setdefault(number, {}).setdefault((first, last), [0, 0])
            met[kind != MatchKind.PLAY] += count
        found = {number: tuple(sorted(places)) for number, places in made.items()}
        if made:
            last_round = {places: (met, byes) for places, (met, byes) in made[max(made)].items()}
            coming = coming_places(last_round, placing=self.pairing.get("placing", False))
        else:
            lots = self.entries.aggregate(last=Max("position"))["last"] or 0
            coming = ((1, bracket_size(lots)),) if lots > 1 else ()
        return found | ({max(made, default=0) + 1: coming} if coming else {})

    def _places_counted(self) -> QuerySet[Match, tuple[int, int, int, str, int]]:
        matches = Match.objects.filter(round__group__stage=self, places_from__isnull=False).order_by()
        keys = matches.values_list("round__number", "places_from", "places_to", "kind")
        return keys.annotate(count=Count("pk"))

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Read the row again; what was read beside it is forgotten."""
        for name in ("drawn_groups", "round_places"):
            self.__dict__.pop(name, None)
        super().refresh_from_db(*args, **kwargs)

    @property
    def source_name(self) -> str | None:
        """The name of the earlier stage whose pairs enter, if they come from one."""
        return self.entry.get("from") if isinstance(self.entry, dict) else None


class Group(models.Model):
    """Pairs of one stage that are ranked together; groups of one session play at the same time."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="groups")
    ordinal = models.PositiveSmallIntegerField()
    name = models.CharField(_("组名"), max_length=40)
    session = models.CharField(_("场次"), max_length=40, blank=True)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "ordinal"], name="group_ordinal_unique_in_stage"),
            models.UniqueConstraint(fields=["stage", "name"], name="group_name_unique_in_stage"),
        ]

    def __str__(self) -> str:
        return self.name


class StageEntry(models.Model):
    """A pair in a stage: its group and 签号, the round it joined or left at, the points it brought."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    pair = models.ForeignKey(Pair, models.RESTRICT, related_name="stage_entries")
    group = models.ForeignKey(Group, models.SET_NULL, null=True, related_name="entries")
    position = models.PositiveIntegerField(null=True)
    joined = models.PositiveSmallIntegerField(null=True)
    left = models.PositiveSmallIntegerField(null=True)
    carried = models.DecimalField(max_digits=12, decimal_places=4, default=0)

    class Meta:
        ordering = ["group__ordinal", "position", "pair__number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "pair"], name="one_entry_per_stage_and_pair"),
            models.UniqueConstraint(fields=["group", "position"], name="one_pair_per_position"),
        ]


class RoundState(models.TextChoices):
    """How far a round of a group has come."""

    DRAFT = "draft", _("未公布")
    PUBLISHED = "published", _("已公布")
    PLAYING = "playing", _("比赛中")
    CLOSED = "closed", _("已结束")


class Round(models.Model):
    """One round of one group: groups may run at different times (流水)."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    # Since when the clock stands still; what had passed before is moved on when it runs again.
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)  # of all pauses that are over
    # What a round that is paired by results was paired from, and the wishes that could not be kept.
    basis = models.JSONField(default=dict)
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ["number", "group__ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["group", "number"], name="one_round_per_group_and_number")
        ]


class MatchKind(models.TextChoices):
    """A real table, or a round in which a pair had no opponent."""

    PLAY = "play", _("对局")
    BYE = "bye", _("轮空")
    MISSED = "missed", _("未参赛")


class Match(models.Model):
    """One table in one round. A bye or a missed round has only `ns` and no table.

    `version` counts the results: a form that was based on an older one is told so. In a knock-out the match
    is about the ranks `places_from` to `places_to` (the final about 1 to 2) and is the `slot`-th of those,
    from the top of the bracket.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    kind = models.CharField(max_length=10, choices=MatchKind.choices, default=MatchKind.PLAY)
    table = models.PositiveIntegerField(null=True)
    ns = models.ForeignKey(Pair, models.RESTRICT, related_name="matches_ns")
    ew = models.ForeignKey(Pair, models.RESTRICT, related_name="matches_ew", null=True)
    rematch = models.BooleanField(default=False)
    reasons = models.JSONField(default=list)
    places_from = models.PositiveSmallIntegerField(null=True)
    places_to = models.PositiveSmallIntegerField(null=True)
    slot = models.PositiveSmallIntegerField(null=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)  # given to this table alone
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["table", "pk"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_per_round_and_table"),
            models.UniqueConstraint(fields=["round", "ns"], name="ns_once_a_round"),
            models.UniqueConstraint(fields=["round", "ew"], name="ew_once_a_round"),
            models.CheckConstraint(
                condition=Q(kind="play", ew__isnull=False, table__isnull=False)
                | Q(kind__in=["bye", "missed"], ew__isnull=True, table__isnull=True),
                name="play_has_two_sides_and_a_table",
            ),
            models.CheckConstraint(
                condition=Q(ew__isnull=True) | ~Q(ns=F("ew")), name="nobody_meets_himself"
            ),
        ]

    def side_of(self, pair: Pair) -> str:
        """`"ns"` or `"ew"`: where this pair sits."""
        return "ns" if self.ns_id == pair.pk else "ew"


class AbsenceKind(models.TextChoices):
    """Why a pair is not paired in a round that is still to come."""

    BYE = "bye", _("轮空")
    MISSED = "missed", _("本轮缺席")


class Absence(models.Model):
    """A pair that round `round_number` of a stage is to be paired without, told beforehand.

    Once the round is paired it is a match of the same kind; a bye given by hand counts like a drawn one.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="absences")
    pair = models.ForeignKey(Pair, models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=AbsenceKind.choices)

    class Meta:
        ordering = ["round_number", "pair__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "pair", "round_number"], name="one_absence_per_pair_and_round"
            )
        ]


class WishKind(models.TextChoices):
    """What the organiser asks of the pairing of two pairs."""

    FORBID = "forbid", _("不要相遇")
    FORCE = "force", _("必须相遇")


class Wish(models.Model):
    """Two pairs that must not, or must, meet in a round of a stage (`round_number` None: in any round).

    A forced meeting names its round. `first` has the lower number.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=10, choices=WishKind.choices)
    first = models.ForeignKey(Pair, models.CASCADE, related_name="+")
    second = models.ForeignKey(Pair, models.CASCADE, related_name="+")
    round_number = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "wishes"
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="wish_is_about_two_pairs"),
            models.CheckConstraint(
                condition=Q(kind="forbid") | Q(round_number__isnull=False), name="forced_meeting_has_a_round"
            ),
        ]


class PreparedRound(models.Model):
    """The next round of a group as it would be if open matches ended as assumed (the slow table).

    `assumed` says so by match (`{"table": 3, "winner": "ns", …}`), `key` is its digest; `tables`, `byes` and
    `notes` are what the pairing gave and `basis` what it was computed from.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="prepared")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64)
    assumed = models.JSONField(default=list)
    tables = models.JSONField(default=list)
    byes = models.JSONField(default=list)
    notes = models.JSONField(default=list)
    basis = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "number", "key"], name="one_preparation_per_assumption")
        ]


def json_of_reasons(reasons: Any) -> list[dict[str, Any]]:
    """Reasons of a seating as JSON: the code and its parameters, worded when shown."""
    return [{"code": reason.code, **reason.values} for reason in reasons]
