"""`manage.py passwordlink USERNAME`: mend a forgotten password."""

import argparse
from typing import Any

from django.core.management.base import CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actions.set_password import issue_password_link
from tournament.actions.work import COMMAND
from tournament.management.sentences import SentenceCommand
from tournament.models import Person


class Command(SentenceCommand):
    """Print a one-time path at which the person sets a new password."""

    help = "Prints a one-time path, good for 24 hours, at which USERNAME sets a new password."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the account's name."""
        parser.add_argument("username")

    def work(self, **options: Any) -> None:
        """Make a new token; the password stays until the page is used."""
        name = options["username"]
        person = Person.objects.filter(username__iexact=name, is_active=True).first()
        if person is None:
            known = Person.objects.filter(is_active=True).order_by("pk").values_list("username", flat=True)
            raise CommandError(
                _("没有账号“%(name)s”。现有账号：%(known)s")
                % {"name": name, "known": _("、").join(known) or "–"}
            )
        self.stdout.write(reverse("password-link", args=[issue_password_link(person=person, by=COMMAND)]))
