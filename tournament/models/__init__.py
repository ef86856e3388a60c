"""Facts and the constraints that keep them true."""

from tournament.models.entries import Pair, PairStatus, Player, Unit
from tournament.models.events import Event, PublicView
from tournament.models.people import Membership, OneTimeLink, Person, Role
from tournament.models.records import (
    Draw,
    DrawKind,
    Entry,
    Publication,
    PublicationKind,
    Submission,
)
from tournament.models.results import Result, ResultKind, Running
from tournament.models.rulings import Appeal, Penalty, PenaltyGrade
from tournament.models.stages import (
    Group,
    Match,
    MatchKind,
    Round,
    RoundState,
    Stage,
    StageEntry,
)

__all__ = [
    "Appeal",
    "Draw",
    "DrawKind",
    "Entry",
    "Event",
    "Group",
    "Match",
    "MatchKind",
    "Membership",
    "OneTimeLink",
    "Pair",
    "PairStatus",
    "Penalty",
    "PenaltyGrade",
    "Person",
    "Player",
    "PublicView",
    "Publication",
    "PublicationKind",
    "Result",
    "ResultKind",
    "Role",
    "Round",
    "RoundState",
    "Running",
    "Stage",
    "StageEntry",
    "Submission",
    "Unit",
]
