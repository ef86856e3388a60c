"""Every paper by its key: what it is called, when it is used, what it needs, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.paper import Paper
from tournament.lists.papers import (
    appeal_form,
    awards,
    calling,
    calls,
    check_results,
    cross,
    draws,
    entries,
    groups,
    penalties,
    questions,
    results,
    rounds,
    standings,
)
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Stage
from tournament.permissions import Right
from tournament.wording.movement import movement_name

__all__ = ["PAPERS", "Moment", "Needs", "PaperKind", "Wanted"]


class Moment(StrEnum):
    """When a paper is used."""

    BEFORE = "before"
    DRAW = "draw"
    ROUND = "round"
    RANKING = "ranking"
    RULING = "ruling"
    AWARDS = "awards"
    EMERGENCY = "emergency"


class Needs(StrEnum):
    """What an address must say: nothing more, a stage, a stage and a round, a stage and perhaps a round."""

    EVENT = "event"
    STAGE = "stage"
    ROUND = "round"
    ANY_ROUND = "any round"


@dataclass(frozen=True, slots=True)
class PaperKind:
    """One paper of the catalogue. `right` is what its reader must hold in the event.

    `for_staff` marks what is not meant for others even when it is not secret: what people entered beside
    their names, what is to be asked, what was ruled and why. `is_form` marks what is filled in by hand: it
    has nothing of the event to list.
    """

    key: str
    title: str | Promise
    moment: Moment
    build: Callable[[Wanted], Paper]
    needs: Needs = Needs.STAGE
    right: Right = Right.ENTER
    for_staff: bool = False
    is_form: bool = False

    def title_in(self, stage: Stage) -> str:
        """What it is called in a stage: by how its pairs move, and without groups where there are none."""
        if self.key == "movement":
            return movement_name(stage)
        if not stage.has_groups and self.key in ("groups", "standings"):
            return gettext("签号表") if self.key == "groups" else pgettext("page", "名次")
        return str(self.title)

    def is_of(self, event: Event) -> bool:
        """Whether an event has any use for it: appeals are taken where its settings say so."""
        return self.key != "appeal-form" or event.hears_appeals

    def is_for(self, stage: Stage) -> bool:
        """Whether it says anything of its own there: one group's ranking is the whole stage's, and a
        knock-out has its bracket."""
        if self.key == "cross":
            return not stage.is_knockout
        return stage.has_groups or self.key != "overall"

    @property
    def needs_round(self) -> bool:
        """Whether there is no such paper without a round."""
        return self.needs is Needs.ROUND

    @property
    def by_group(self) -> bool:
        """Whether it can be narrowed to one group."""
        return self.has_stage and self.key != "overall"

    @property
    def has_stage(self) -> bool:
        """Whether it speaks of one stage."""
        return self.needs is not Needs.EVENT


PAPERS: dict[str, PaperKind] = {
    kind.key: kind
    for kind in (
        PaperKind("entries", _("参赛名单"), Moment.BEFORE, entries.entry_list, Needs.EVENT),
        PaperKind("individuals", _("单独报名名单"), Moment.BEFORE, entries.waiting_list, Needs.EVENT),
        PaperKind(
            "entries-full",
            _("报名资料表"),
            Moment.BEFORE,
            entries.full_list,
            Needs.EVENT,
            right=Right.DIRECT,
            for_staff=True,
        ),
        PaperKind(
            "questions",
            _("待领队核实"),
            Moment.BEFORE,
            questions.questions,
            Needs.EVENT,
            right=Right.DIRECT,
            for_staff=True,
        ),
        PaperKind("check-in", _("签到表"), Moment.BEFORE, entries.check_in, Needs.EVENT),
        PaperKind("groups", _("分组表"), Moment.DRAW, groups.groups),
        PaperKind("draw-result", _("抽签结果确认表"), Moment.DRAW, groups.draw_confirmation),
        PaperKind("movement", _("移位表"), Moment.DRAW, groups.movement),
        PaperKind("rounds", _("各轮对阵表（按桌号）"), Moment.DRAW, rounds.all_rounds),
        PaperKind("draws", _("抽签记录"), Moment.DRAW, draws.draw_record, Needs.EVENT, right=Right.DIRECT),
        PaperKind("tables", _("对阵表（按桌号）"), Moment.ROUND, rounds.pairings_by_table, Needs.ROUND),
        PaperKind("numbers", _("对阵表（按序号）"), Moment.ROUND, rounds.pairings_by_number, Needs.ROUND),
        PaperKind("units", _("对阵表（按单位）"), Moment.ROUND, rounds.pairings_by_unit, Needs.ROUND),
        PaperKind("calls", _("催交名单"), Moment.ROUND, calls.calls, Needs.ROUND),
        PaperKind("results", _("本轮成绩"), Moment.ROUND, results.results, Needs.ROUND),
        PaperKind("check-results", _("成绩核对单"), Moment.ROUND, check_results.check_results, Needs.ROUND),
        PaperKind("standings", _("各组名次"), Moment.RANKING, standings.by_group, Needs.ANY_ROUND),
        PaperKind("overall", _("总排名"), Moment.RANKING, standings.overall, Needs.ANY_ROUND),
        PaperKind("cross", _("对阵成绩表"), Moment.RANKING, cross.cross, Needs.ANY_ROUND),
        PaperKind("unit-ranks", _("单位排名"), Moment.AWARDS, awards.unit_ranks, Needs.EVENT),
        PaperKind("awards", _("获奖名单"), Moment.AWARDS, awards.awards, Needs.EVENT),
        PaperKind("calling", _("领奖名单"), Moment.AWARDS, calling.calling, Needs.EVENT),
        PaperKind("announcer", _("颁奖主持词"), Moment.AWARDS, calling.announcer, Needs.EVENT),
        PaperKind(
            "appeal-form",
            _("申诉书"),
            Moment.RULING,
            appeal_form.blank_form,
            Needs.EVENT,
            right=Right.RULE,
            is_form=True,
        ),
        PaperKind(
            "penalties",
            _("判罚与申诉记录"),
            Moment.RULING,
            penalties.penalties,
            Needs.EVENT,
            right=Right.RULE,
            for_staff=True,
        ),
    )
}
