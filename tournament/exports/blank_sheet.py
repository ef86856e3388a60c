"""What stands on a blank scoresheet, as values."""

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
class BlankSheet:
    """One table's scoresheet before play; what is None or "" is left as a line to write on."""

    event_name: str
    rules: SheetRules = SheetRules()
    stage: str = ""
    group: str = ""
    round: int | None = None
    table: int | None = None
    ns: Seat | None = None
    ew: Seat | None = None

    def missing(self) -> set[str]:
        """The characters on this sheet that no font at hand can draw."""
        seats = [seat for seat in (self.ns, self.ew) if seat]
        texts = [self.event_name, self.stage, self.group]
        texts += [text for seat in seats for text in (*seat.players, seat.unit)]
        return missing_glyphs("".join(texts))
