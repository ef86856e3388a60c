"""Who may do what: people of the site, their roles in events, one-time addresses."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


class Person(AbstractUser):
    """Somebody who can log in. Rights in an event come from `Membership`; an owner may everything."""

    first_name = None  # type: ignore[assignment]  # Chinese names are one field
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("姓名"), max_length=50)
    is_owner = models.BooleanField(_("站点负责人"), default=False)

    REQUIRED_FIELDS = ["name"]

    def get_full_name(self) -> str:
        """The name that lists and the journal show; the login name where none was given."""
        return self.name or self.username


class Role(models.TextChoices):
    """What a person is in one event."""

    DIRECTOR = "director", _("赛事负责人")
    CHIEF_REFEREE = "chief_referee", _("裁判长")
    REFEREE = "referee", _("临场裁判员")
    SCORER = "scorer", _("编排记录长")


class Membership(models.Model):
    """One person's role in one event; several roles are several rows."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    event = models.ForeignKey(Event, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "event", "role"], name="one_membership_per_role"),
        ]


class OneTimeLink(models.Model):
    """An address that works once: the first owner's, or a new password's. Only its digest is stored."""

    class Purpose(models.TextChoices):
        FIRST_OWNER = "first_owner"
        PASSWORD = "password"  # noqa: S105 — a purpose, not a secret

    purpose = models.CharField(max_length=20, choices=Purpose.choices)
    digest = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
