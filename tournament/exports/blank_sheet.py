"""What stands on a scoresheet, as values: before play, and after it."""

from dataclasses import dataclass
from typing import Literal

from .typefaces import missing_glyphs

PassCondition = Literal["partner_not_last", "double_down", "any_win"]
EqualLevels = Literal["", "in_play", "winner"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A pair as it stands on a scoresheet: its number, the players, who entered it."""

    number: int | None = None
    players: tuple[str, ...] = ()
    unit: str = ""


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What the boxes of a scoresheet depend on.

    `minutes` and `deals` are the limits that can end a match (None: there is none). `equal_levels` is what
    equal levels need to be decided: "in_play", "winner", or "" for nothing (a draw, or plain from the
    deals). `third_failure` says that a third failure to pass A loses the match. `finish` is the last level,
    "A" as a rule.
    """

    pass_condition: PassCondition = "partner_not_last"  # noqa: S105  # passing A, not a password
    minutes: int | None = None
    deals: int | None = None
    equal_levels: EqualLevels = ""
    third_failure: bool = False
    finish: str = "A"


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal as it was recorded: who had 头游 ("ns", "ew"), the gain, and both levels after it in words.

    A ruling that cancelled the gain or moved a level shows in the levels.
    """

    winner: Literal["ns", "ew"]
    gain: int
    ns_level: str
    ew_level: str


@dataclass(frozen=True, slots=True)
class FilledIn:
    """What was recorded at a table. Levels are words (过A, 9), "" where none was written.

    `ended` is how play ended ("" where nothing was played), `passed` who passed the last level and with what
    `gain`, `tie` who was in play or won on equal levels. `verdict` says in one line what it came to,
    `remarks` what was ruled.
    """

    ns_level: str = ""
    ew_level: str = ""
    ended: Literal["", "passed_a", "time", "deals", "ace_failed", "ruling"] = ""
    passed: Literal["", "ns", "ew"] = ""
    gain: int | None = None
    tie: Literal["", "ns", "ew"] = ""
    minutes: str = ""
    verdict: str = ""
    remarks: str = ""
    deals: tuple[DealLine, ...] = ()


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """One table's scoresheet; what is None or "" is left as a line to write on.

    Before play `filled` is None; for the record it is what was entered.
    """

    event_name: str
    rules: SheetRules = SheetRules()
    stage: str = ""
    group: str = ""
    round: int | None = None
    table: int | None = None
    ns: Seat | None = None
    ew: Seat | None = None
    filled: FilledIn | None = None

    def missing(self) -> set[str]:
        """The characters on this sheet that no font at hand can draw."""
        seats = [seat for seat in (self.ns, self.ew) if seat]
        texts = [self.event_name, self.stage, self.group]
        texts += [self.filled.verdict, self.filled.remarks] if self.filled else []
        texts += [text for seat in seats for text in (*seat.players, seat.unit)]
        return missing_glyphs("".join(texts))
