"""What a paper is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event, Group, Stage


@dataclass(frozen=True, slots=True)
class Wanted:
    """The event and the time of making; the stage, round, group and table where the paper has them.

    `group` narrows a paper of a stage to one group, `session` a paper of a round to one session, `table`
    cards of a round to one table; `round_number` None is "now" for standings. `public_only` leaves out groups
    and rounds that are not published. `site` is the address under which others in the hall reach the site,
    without a slash at its end, for codes to scan.
    """

    event: Event
    at: datetime
    stage: Stage | None = None
    round_number: int | None = None
    group: Group | None = None
    public_only: bool = False
    table: int | None = None
    site: str = ""
    session: str = ""

    @property
    def the_stage(self) -> Stage:
        """The stage of a paper that needs one; LookupError without it."""
        if self.stage is None:
            raise LookupError("this paper needs a stage")
        return self.stage

    @property
    def the_round(self) -> int:
        """The round of a paper that needs one; LookupError without it."""
        if self.round_number is None:
            raise LookupError("this paper needs a round")
        return self.round_number
