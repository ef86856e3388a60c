"""Stages, groups, rounds and matches: who meets whom, where and when."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.rules import Rules, resolve
from tournament.models.entries import Pair
from tournament.models.events import Event


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
    rulebook = models.CharField(max_length=40, blank=True)
    rules = models.JSONField(default=dict)
    resolved_rules = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

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

    `version` counts the results: a form that was based on an older one is told so.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    kind = models.CharField(max_length=10, choices=MatchKind.choices, default=MatchKind.PLAY)
    table = models.PositiveIntegerField(null=True)
    ns = models.ForeignKey(Pair, models.RESTRICT, related_name="matches_ns")
    ew = models.ForeignKey(Pair, models.RESTRICT, related_name="matches_ew", null=True)
    rematch = models.BooleanField(default=False)
    reasons = models.JSONField(default=list)
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


def json_of_reasons(reasons: Any) -> list[dict[str, Any]]:
    """Reasons of a seating as JSON: the code and its parameters, worded when shown."""
    return [{"code": reason.code, **reason.values} for reason in reasons]
