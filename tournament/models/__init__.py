"""Facts and the constraints that keep them true."""

from tournament.models.column_mappings import ColumnMapping
from tournament.models.entries import Individual, Pair, PairStatus, Player, Unit
from tournament.models.events import Event, EventLogo, PublicView
from tournament.models.people import Membership, OneTimeLink, Person, Role
from tournament.models.records import (
    Commitment,
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
    Absence,
    AbsenceKind,
    Group,
    Match,
    MatchKind,
    PreparedRound,
    Round,
    RoundState,
    Stage,
    StageEntry,
    Wish,
    WishKind,
)

__all__ = [
    "Absence",
    "AbsenceKind",
    "Appeal",
    "ColumnMapping",
    "Commitment",
    "Draw",
    "DrawKind",
    "Entry",
    "Event",
    "EventLogo",
    "Group",
    "Individual",
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
    "PreparedRound",
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
    "Wish",
    "WishKind",
]
