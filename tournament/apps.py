"""The one Django app."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Stores facts, asks the pure packages, shows people."""

    name = "tournament"
