"""秩序册: who organises, who judges, when, by which rules, who takes part, who meets whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.paper import Paper
from tournament.lists.books import chapters
from tournament.lists.books.plan import BookPlan, Maker
from tournament.lists.papers.groups import groups, movement
from tournament.lists.papers.rounds import all_rounds
from tournament.lists.papers.wanted import Wanted
from tournament.models import Round, RoundState, Stage
from tournament.queries.paired_rounds import is_by_rounds
from tournament.queries.progress import StageProgress


def order_book(want: Wanted) -> BookPlan:
    """The book before an event: sections of which nothing was entered or published are left out."""
    public = replace(want, public_only=True)
    makers: tuple[Maker, ...] = (
        lambda: chapters.organisation(want),
        lambda: chapters.leaders(want),
        lambda: chapters.timetable(want),
        lambda: chapters.rules(want),
        lambda: chapters.logistics(want),
        lambda: chapters.participants(want),
        lambda: chapters.chapter_of(_("分组"), _groups(public)),
        lambda: chapters.chapter_of(_("对阵"), _pairings(public)),
    )
    return BookPlan(chapters.cover_of(want.event, _("秩序册")), makers)


def _groups(want: Wanted) -> Iterator[Paper]:
    """The groups of every stage of which any are public."""
    for stage in want.event.stages.all():
        made = groups(replace(want, stage=stage))
        if any(section.rows for section in made.sections):
            yield made


def _pairings(want: Wanted) -> Iterator[Paper]:
    """What is public of who meets whom: a movement table where all rounds are known beforehand."""
    for stage in want.event.stages.all():
        if _has_public_round(stage):
            asked = replace(want, stage=stage)
            yield all_rounds(asked) if is_by_rounds(stage) else movement(asked)


def _has_public_round(stage: Stage) -> bool:
    return Round.objects.filter(group__stage=stage).exclude(state=RoundState.DRAFT).exists()


def left_out(stages: Iterable[StageProgress]) -> list[str]:
    """What is drawn but not public, and so is not in the book: a sentence for each stage. No query."""
    hidden = [one.stage for one in stages if one.placed_count and not one.groups_published]
    return [_left_out(stage) % {"stage": stage.name} for stage in hidden]


def _left_out(stage: Stage) -> str:
    if stage.has_groups:
        return _("%(stage)s的分组还没有公布，秩序册里先不印。")
    return _("%(stage)s的抽签结果还没有公布，秩序册里先不印。")
