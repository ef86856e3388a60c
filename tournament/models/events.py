"""The event: its rules, what the public sees, and the two counters that pages follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.rules import Rules, resolve
from tournament.models.booklet import Booklet, read_booklet
from tournament.models.printing import Printing, read_printing

if TYPE_CHECKING:
    from tournament.models.stages import Stage


# The usual words for units and pairs: what several of them are called stands in the catalogue by these.
SEVERAL = (
    pgettext_lazy("several", "单位"),
    pgettext_lazy("several", "分工会"),
    pgettext_lazy("several", "部门"),
    pgettext_lazy("several", "支部"),
    pgettext_lazy("several", "代表队"),
    pgettext_lazy("several", "参赛队"),
    pgettext_lazy("several", "组合"),
)


class PublicView(models.TextChoices):
    """What the public pages of an event show of results."""

    LIVE = "live", _("随录随看")
    PUBLISHED = "published", _("只看已公布的")
    NOTHING = "nothing", _("不对外公开")


class TableEntry(models.TextChoices):
    """What the page behind a table's QR code takes. Paper is the default: then it only shows."""

    READ_ONLY = "read_only", _("只看不填")
    REFEREE = "referee", _("裁判员凭口令填")
    PAIRS = "pairs", _("双方互相确认")


class Checking(models.TextChoices):
    """How a slip that was entered is checked before a round is closed."""

    NONE = "none", _("不复核")
    READ_BACK = "read_back", _("唱录复核")
    TWICE = "twice", _("两人各录一遍")


class Event(models.Model):
    """One competition. `rules` holds the differences from the rule book, `resolved_rules` the outcome.

    `public_revision` moves only when something public changes (ETags, fragment cache);
    `revision` moves with every action (the desk). `version` finds two people editing the event itself.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("赛事名称"), max_length=80)
    starts_on = models.DateField(_("开始日期"), null=True, blank=True)
    ends_on = models.DateField(_("结束日期"), null=True, blank=True)
    venue = models.CharField(_("地点"), max_length=80, blank=True)
    organiser = models.CharField(_("主办单位"), max_length=80, blank=True)

    rulebook = models.CharField(max_length=40)
    rulebook_version = models.CharField(max_length=20)
    rulebook_digest = models.CharField(max_length=64)
    rules = models.JSONField(default=dict)
    resolved_rules = models.JSONField(default=dict)

    unit_word = models.CharField(_("单位的叫法"), max_length=10, default="单位")
    pair_word = models.CharField(_("参赛队的叫法"), max_length=10, default="参赛队")
    public_view = models.CharField(
        _("对外公开"), max_length=10, choices=PublicView.choices, default=PublicView.PUBLISHED
    )
    areas = models.JSONField(default=list)
    awards = models.JSONField(null=True)
    unit_ranking = models.JSONField(null=True)
    booklet = models.JSONField(null=True)  # what the 秩序册 says beside the plan
    printing = models.JSONField(null=True)  # prize giving: presenters, prizes, certificates
    logo_digest = models.CharField(max_length=16, blank=True)  # of its `EventLogo`; empty: it has none
    max_per_unit = models.PositiveIntegerField(_("每单位至多几队"), null=True, blank=True)
    entries_close_at = models.DateTimeField(_("报名截止"), null=True, blank=True)
    check_in_closes_at = models.DateTimeField(_("签到截止"), null=True, blank=True)
    check_in_closed_at = models.DateTimeField(null=True, blank=True)
    own_columns = models.JSONField(default=list)  # titles of the entry list's own columns, in order
    made_from = models.CharField(max_length=60, blank=True)  # slug of the event it was copied from

    table_entry = models.CharField(
        _("桌上填报"), max_length=10, choices=TableEntry.choices, default=TableEntry.READ_ONLY
    )
    table_pin = models.CharField(_("裁判员口令"), max_length=12, blank=True)  # said aloud in the hall
    # Where the codes on the tables lead: the laptop in the hall, and the site's public address if it has one.
    lan_address = models.CharField(_("场内地址"), max_length=100, blank=True)
    public_address = models.CharField(_("公网地址"), max_length=100, blank=True)
    checking = models.CharField(_("成绩复核"), max_length=10, choices=Checking.choices, default=Checking.NONE)

    uses_ladder = models.BooleanField(_("判罚累计"), default=False)  # counts them, and proposes what follows
    hears_appeals = models.BooleanField(_("受理申诉"), default=False)

    is_practice = models.BooleanField(default=False)  # a rehearsal: marked as such wherever it is seen
    is_demo = models.BooleanField(default=False)
    slug_frozen = models.BooleanField(default=False)
    public_revision = models.PositiveBigIntegerField(default=1)
    revision = models.PositiveBigIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="event_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The public page."""
        return reverse("event", args=[self.slug])

    def get_desk_url(self) -> str:
        """The director's page, which names the next step."""
        return reverse("desk", args=[self.slug])

    @property
    def is_live(self) -> bool:
        """Whether the public sees results as they are entered."""
        return self.public_view == PublicView.LIVE

    @property
    def unit_term(self) -> str:
        """The event's word for a unit as the reader sees it: usual words have a translation, others stay."""
        return gettext(self.unit_word) if self.unit_word else ""

    @property
    def pair_term(self) -> str:
        """The event's word for a pair, likewise."""
        return gettext(self.pair_word) if self.pair_word else ""

    @property
    def unit_terms(self) -> str:
        """The event's word for units where several are meant, as heads of lists and counts."""
        return pgettext("several", self.unit_word)

    @property
    def pair_terms(self) -> str:
        """The event's word for pairs, likewise."""
        return pgettext("several", self.pair_word)

    @property
    def scoring_rules(self) -> Rules:
        """The event's rules as the pure package wants them."""
        return resolve(self.resolved_rules)

    @property
    def booklet_facts(self) -> Booklet:
        """What was entered for the 秩序册; an empty one where nothing was."""
        return read_booklet(self.booklet)

    @property
    def printing_facts(self) -> Printing:
        """What was entered for the prize giving; an empty one where nothing was."""
        return read_printing(self.printing)

    def stage(self, ordinal: int) -> Stage:
        """The stage with this ordinal; raises `Stage.DoesNotExist`."""
        return self.stages.get(ordinal=ordinal)


class EventLogo(models.Model):
    """The event's logo as a PNG. A row of its own: the event's is read with every request."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="logo")
    image = models.BinaryField()
