"""What must never be lost: draws, publications, the journal, answers already given."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.events import Event
from tournament.models.stages import Group, Stage


class DrawKind(models.TextChoices):
    """What chance decided."""

    GROUPS = "groups"  # who sits in which group at which position
    LOTS = "lots"  # the order of pairs that stayed equal in one group
    CUT = "cut"  # the order of pairs that stayed equal across groups at a qualifying edge
    AWARD = "award"  # the order of pairs that stayed equal at the edge of an award
    PAIRINGS = "pairings"  # who meets whom in one round
    PARTNERS = "partners"  # which individuals make a pair


class Draw(models.Model):
    """One draw as it fell: inputs, seed or typed lots, algorithm, result, and the how-manieth it was.

    It belongs to a stage (with `group` and `round_number` where it is about those), or to the `event` when it
    comes before all stages. `group_name` names the group also when that is no more: groups are drawn again
    and merged, draws stay. `inputs` is everything it depended on but the seed, as `pairing.rerun` reads it,
    so that it can be run again when the entry list has changed; `inputs_digest` is its digest. None for lots
    drawn by hand.
    """

    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="draws")
    stage = models.ForeignKey(Stage, models.CASCADE, null=True, related_name="draws")
    group = models.ForeignKey(Group, models.SET_NULL, null=True, related_name="draws")
    group_name = models.CharField(max_length=40, blank=True)  # empty: of no single group
    round_number = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=DrawKind.choices)
    ordinal = models.PositiveIntegerField()
    inputs = models.JSONField(null=True)
    inputs_digest = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=200, blank=True)  # empty: lots drawn by hand and typed in
    algorithm = models.CharField(max_length=80, blank=True)
    result = models.JSONField()
    is_current = models.BooleanField(default=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            # Two halves, because SQLite counts every NULL as different.
            models.UniqueConstraint(
                fields=["stage", "group_name", "kind", "ordinal"],
                condition=Q(stage__isnull=False),
                name="draw_ordinal_unique_in_stage",
            ),
            models.UniqueConstraint(
                fields=["event", "kind", "ordinal"],
                condition=Q(stage__isnull=True),
                name="draw_ordinal_unique_in_event",
            ),
            models.CheckConstraint(
                condition=Q(stage__isnull=False, event__isnull=True)
                | Q(stage__isnull=True, event__isnull=False),
                name="draw_of_a_stage_or_of_the_event",
            ),
        ]

    @property
    def is_of_former_group(self) -> bool:
        """Whether its group is no more: drawn again, or merged with another."""
        return bool(self.group_name) and self.group_id is None


class Commitment(models.Model):
    """A digest of everything a draw depends on but its seed, made public before the seed is known.

    `seed_text` comes afterwards (a lottery number, dice); `draw` is the draw that was made from both.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="commitments")
    group = models.ForeignKey(Group, models.SET_NULL, null=True, related_name="commitments")
    group_name = models.CharField(max_length=40, blank=True)
    kind = models.CharField(max_length=10, choices=DrawKind.choices)
    round_number = models.PositiveSmallIntegerField(null=True)
    digest = models.CharField(max_length=64)
    inputs = models.JSONField()  # what the digest is of, as the public may see it
    source = models.CharField(max_length=200, blank=True)  # where the seed will come from, in words
    at = models.DateTimeField()
    seed_text = models.CharField(max_length=200, blank=True)
    revealed_at = models.DateTimeField(null=True)
    draw = models.OneToOneField(Draw, models.SET_NULL, null=True, related_name="commitment")
    is_current = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]

    @property
    def is_of_former_group(self) -> bool:
        """As of a draw."""
        return bool(self.group_name) and self.group_id is None


class PublicationKind(models.TextChoices):
    """What was made public; each goes up and comes down by itself."""

    GROUPS = "groups"
    PAIRINGS = "pairings"
    STANDINGS = "standings"


class Publication(models.Model):
    """Rows as the public saw them, frozen with the rules they were computed by.

    `number` counts the event's publications of one kind (成绩公告第 n 号); a correction is a
    new one with its reason.
    `withdrawn_at` takes it down; it stays in the record.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="publications")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="publications")
    kind = models.CharField(max_length=10, choices=PublicationKind.choices)
    round_number = models.PositiveSmallIntegerField(null=True)
    session = models.CharField(max_length=40, blank=True)  # only the groups of this session; empty: all
    number = models.PositiveIntegerField()
    rows = models.JSONField()
    rules = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    is_current = models.BooleanField(default=True)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind", "number"], name="publication_number_unique_in_kind"
            ),
            models.UniqueConstraint(
                fields=["stage", "kind", "session"],
                condition=Q(is_current=True, round_number__isnull=True),
                name="one_current_publication_of_stage",
            ),
            models.UniqueConstraint(
                fields=["stage", "kind", "round_number", "session"],
                condition=Q(is_current=True, round_number__isnull=False),
                name="one_current_publication_of_round",
            ),
        ]


class Unchangeable(models.QuerySet["Entry"]):
    """Lines that are only added: nothing in the program changes one or takes one away.

    They go with their event alone, which is deleted as a whole.
    """

    def update(self, **_fields: Any) -> int:
        """Never."""
        raise TypeError("a line of the journal is never changed")

    def bulk_update(self, *_args: Any, **_kwargs: Any) -> int:
        """Never."""
        raise TypeError("a line of the journal is never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        """Never."""
        raise TypeError("a line of the journal is never deleted")


class Entry(models.Model):
    """One line of the journal: who did what, as a verb and codes, worded when shown.

    `codes` names personal fields that changed, never their values; its `changes` are what stood before and
    what stands now. `device` is the kind of device it came from. `pairs` and `tables` are the numbers that it
    is about, each between commas, for finding it.
    """

    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="journal")
    at = models.DateTimeField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    actor_name = models.CharField(max_length=60)
    source = models.CharField(max_length=20)
    device = models.CharField(max_length=10, blank=True)
    verb = models.CharField(max_length=40)
    codes = models.JSONField(default=dict)
    pairs = models.TextField(blank=True)
    tables = models.TextField(blank=True)

    objects = models.Manager.from_queryset(Unchangeable)()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "entries"
        indexes = [models.Index(fields=["event", "-id"], name="journal_of_event")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the line; one that stands is never changed."""
        if self.pk is not None and not self._state.adding:
            raise TypeError("a line of the journal is never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        """Never; it goes with its event."""
        raise TypeError("a line of the journal is never deleted")


class Submission(models.Model):
    """A write that was asked for under this key, and the answer it got: asked again, it gets the same."""

    key = models.CharField(max_length=64, unique=True)
    verb = models.CharField(max_length=40)
    actor = models.CharField(max_length=80)
    answer = models.JSONField(null=True)
    at = models.DateTimeField()
