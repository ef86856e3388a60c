"""Facts and the constraints that keep them true."""

from tournament.models.column_mappings import ColumnMapping
from tournament.models.entries import Individual, Pair, PairStatus, Player, Unit
from tournament.models.events import Checking, Event, EventLogo, PublicView, TableEntry
from tournament.models.hall import Announcement, Screen, ScreenPage
from tournament.models.lateness import Lateness
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
from tournament.models.results import Result, ResultKind
from tournament.models.rulings import Appeal, AppealEffect, FiledAs, Penalty, PenaltyGrade
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
from tournament.models.tables import Claim, ClaimState, Running, TableLink

__all__ = [
    "Absence",
    "AbsenceKind",
    "Announcement",
    "Appeal",
    "AppealEffect",
    "Checking",
    "Claim",
    "ClaimState",
    "ColumnMapping",
    "Commitment",
    "Draw",
    "DrawKind",
    "Entry",
    "Event",
    "EventLogo",
    "FiledAs",
    "Group",
    "Individual",
    "Lateness",
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
    "Screen",
    "ScreenPage",
    "Stage",
    "StageEntry",
    "Submission",
    "TableEntry",
    "TableLink",
    "Unit",
    "Wish",
    "WishKind",
]
