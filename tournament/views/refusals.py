"""What pages do when an action refuses."""

from __future__ import annotations

from pairing.errors import PairingError
from scoring.errors import ScoringError
from tournament.errors import ActionRefused, Conflict

REFUSALS = (ActionRefused, PairingError, ScoringError)
"""All that a person can mend."""


def status_of(error: Exception) -> int:
    """409 when somebody else was first, 422 for everything else that a person can mend."""
    return 409 if isinstance(error, Conflict) else 422
