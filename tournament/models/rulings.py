"""Penalties and appeals."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.sanctions import Sanction
from tournament.models.entries import Pair
from tournament.models.events import Event
from tournament.models.stages import Stage


class PenaltyGrade(models.TextChoices):
    """The ladder of RULES section 6, lowest first."""

    ORAL_WARNING = "oral_warning", _("口头警告")
    WARNING = "warning", _("警告")
    VIOLATION = "violation", _("记违例")
    DEMOTION = "demotion", _("降级")
    MATCH_LOSS = "match_loss", _("判负")
    SUSPENSION = "suspension", _("停赛")


class Penalty(models.Model):
    """A ruling against a pair or one of its players. `points` is added to the total: a deduction is negative.

    Without a stage it counts in no stage's total. Level effects live in the match's own record; `levels`,
    `cancels_gain`, `out_of_play` and `awards_deal` here are only what the ruling said. `loses_match` and
    `takes_out` say that it wrote the awarded loss, or took the pair out. `made_of` are the numbers of the
    penalties that the ladder made it of, `waived` that a referee did not give it (`cancelled` says why). A
    cancelled penalty stays, with the reason.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="penalties")
    stage = models.ForeignKey(Stage, models.CASCADE, null=True, blank=True, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(_("轮次"), null=True, blank=True)
    pair = models.ForeignKey(Pair, models.RESTRICT, related_name="penalties")
    player = models.CharField(_("选手"), max_length=50, blank=True)
    table = models.PositiveIntegerField(_("桌号"), null=True, blank=True)
    after_deal = models.PositiveSmallIntegerField(_("第几副之后"), null=True, blank=True)
    grade = models.CharField(_("判罚"), max_length=15, choices=PenaltyGrade.choices)
    article = models.CharField(_("依据条款"), max_length=60, blank=True)
    text = models.TextField(_("经过"), max_length=3000, blank=True)
    effect = models.CharField(_("其他处理"), max_length=100, blank=True)
    points = models.DecimalField(_("积分增减"), max_digits=8, decimal_places=2, default=0)
    levels = models.SmallIntegerField(null=True, blank=True)
    opponents_levels = models.SmallIntegerField(null=True, blank=True)
    cancels_gain = models.BooleanField(_("取消这一副的升级"), default=False)
    out_of_play = models.BooleanField(_("降台"), default=False)
    awards_deal = models.BooleanField(_("判给对方一副双下"), default=False)
    loses_match = models.BooleanField(_("本局判负"), default=False)
    takes_out = models.BooleanField(_("取消比赛资格"), default=False)
    made_of = models.JSONField(default=list)
    waived = models.BooleanField(default=False)
    referee = models.CharField(_("裁判员"), max_length=50, blank=True)
    at = models.DateTimeField(null=True, blank=True)
    cancelled = models.CharField(_("撤销原因"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "penalties"

    @property
    def sanction(self) -> Sanction:
        """What it does to the match's own record."""
        return Sanction(
            levels=self.levels or 0,
            opponents_levels=self.opponents_levels or 0,
            cancels_gain=self.cancels_gain,
            out_of_play=self.out_of_play,
            awards_deal=self.awards_deal,
        )

    def set_sanction(self, sanction: Sanction) -> None:
        """Set what it does to the match's own record."""
        self.levels, self.opponents_levels = sanction.levels or None, sanction.opponents_levels or None
        self.cancels_gain, self.out_of_play = sanction.cancels_gain, sanction.out_of_play
        self.awards_deal = sanction.awards_deal


class FiledAs(models.TextChoices):
    """Who may hand in an appeal: devzone-26, 十五 第1条."""

    PLAYER = "player", _("选手")
    LEADER = "leader", _("领队")


class AppealEffect(models.TextChoices):
    """What the jury's decision does to what stood before."""

    UNCHANGED = "unchanged", _("维持不变")
    RESULT = "result", _("改判成绩")
    PENALTY = "penalty", _("撤销判罚")
    BOTH = "both", _("改判成绩，并撤销判罚")


class Appeal(models.Model):
    """A written appeal against a ruling, and the jury's answer. The archive carries it.

    It is about the match that `pair` had in a round of a stage, about a `penalty`, or both. `due_at` is until
    when it had to be handed in as computed then; a late one was taken on purpose. Never deleted, so that its
    place in the list is its number.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="appeals")
    stage = models.ForeignKey(Stage, models.CASCADE, null=True, related_name="appeals")
    round_number = models.PositiveSmallIntegerField(null=True)
    pair = models.ForeignKey(Pair, models.RESTRICT, related_name="appeals")
    table = models.PositiveIntegerField(null=True)
    penalty = models.ForeignKey(Penalty, models.RESTRICT, null=True, related_name="appeals")
    filed_by = models.CharField(max_length=50, blank=True)
    filed_as = models.CharField(max_length=10, choices=FiledAs.choices, blank=True)
    filed_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    is_late = models.BooleanField(default=False)
    text = models.TextField(max_length=3000, blank=True)
    jury = models.JSONField(default=list)  # the names of those who decided
    votes_for = models.PositiveSmallIntegerField(null=True)
    votes_against = models.PositiveSmallIntegerField(null=True)
    decision = models.TextField(max_length=3000, blank=True)
    decided_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=40, blank=True)  # empty: not yet answered
    effect = models.CharField(max_length=10, choices=AppealEffect.choices, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["pk"]
