"""Every paper by its key: what it is called, when it is used, what it needs, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.exports.paper import Paper
from tournament.lists.papers import entries, groups, rounds, standings
from tournament.models import Event, Stage


class Moment(StrEnum):
    """When a paper is used."""

    BEFORE = "before"
    DRAW = "draw"
    ROUND = "round"
    RANKING = "ranking"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a paper is asked for: the event, and the stage and round where it needs them."""

    event: Event
    at: datetime
    stage: Stage | None = None
    round_number: int | None = None

    @property
    def the_stage(self) -> Stage:
        """The stage of a paper that needs one."""
        if self.stage is None:
            raise Stage.DoesNotExist
        return self.stage

    @property
    def the_round(self) -> int:
        """The round of a paper that needs one."""
        if self.round_number is None:
            raise Stage.DoesNotExist
        return self.round_number


@dataclass(frozen=True, slots=True)
class PaperKind:
    """One paper of the catalogue. `needs_round` implies a stage; `takes_round` may be narrowed to one."""

    key: str
    title: str | Promise
    moment: Moment
    build: Callable[[Wanted], Paper]
    needs_stage: bool = True
    needs_round: bool = False
    takes_round: bool = False


PAPERS: dict[str, PaperKind] = {
    kind.key: kind
    for kind in (
        PaperKind(
            "entries",
            _("参赛名单"),
            Moment.BEFORE,
            lambda want: entries.entry_list(want.event, want.at),
            needs_stage=False,
        ),
        PaperKind(
            "check-in",
            _("签到表"),
            Moment.BEFORE,
            lambda want: entries.check_in(want.event, want.at),
            needs_stage=False,
        ),
        PaperKind("groups", _("分组表"), Moment.DRAW, lambda want: groups.groups(want.the_stage, want.at)),
        PaperKind(
            "movement", _("移位表"), Moment.DRAW, lambda want: groups.movement(want.the_stage, want.at)
        ),
        PaperKind(
            "tables",
            _("对阵表（按桌号）"),
            Moment.ROUND,
            lambda want: rounds.pairings_by_table(want.the_stage, want.the_round, want.at),
            needs_round=True,
        ),
        PaperKind(
            "numbers",
            _("对阵表（按序号）"),
            Moment.ROUND,
            lambda want: rounds.pairings_by_number(want.the_stage, want.the_round, want.at),
            needs_round=True,
        ),
        PaperKind(
            "units",
            _("对阵表（按单位）"),
            Moment.ROUND,
            lambda want: rounds.pairings_by_unit(want.the_stage, want.the_round, want.at),
            needs_round=True,
        ),
        PaperKind(
            "results",
            _("本轮成绩"),
            Moment.ROUND,
            lambda want: rounds.results(want.the_stage, want.the_round, want.at),
            needs_round=True,
        ),
        PaperKind(
            "standings",
            _("各组名次"),
            Moment.RANKING,
            lambda want: standings.standings(want.the_stage, want.at, after_round=want.round_number),
            takes_round=True,
        ),
        PaperKind(
            "overall",
            _("总排名"),
            Moment.RANKING,
            lambda want: standings.standings(
                want.the_stage, want.at, after_round=want.round_number, overall=True
            ),
            takes_round=True,
        ),
    )
}
