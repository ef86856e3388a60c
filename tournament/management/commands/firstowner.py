"""`manage.py firstowner`: the one-time address of the site's first owner."""

from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from tournament.actions.make_first_owner import issue_first_owner_link
from tournament.actions.work import COMMAND


class Command(BaseCommand):
    """Print the path, or nothing when the site has an owner."""

    help = "Prints the one-time path at which the first owner is made; nothing when there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make a new token; earlier ones stop working."""
        token = issue_first_owner_link(by=COMMAND)
        if token:
            self.stdout.write(reverse("first-owner", args=[token]))
