"""The cleaning of names, as the imports offer it; it lives where actions reach it too."""

from tournament.names.cleaning import *  # noqa: F403
