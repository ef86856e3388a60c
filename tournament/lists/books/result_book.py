"""成绩册: winners, rankings with what decided them, every result, records, and who signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.book import Chapter, Line, Piece, Words
from tournament.exports.paper import Paper
from tournament.lists.books import chapters, records
from tournament.lists.books.bracket import bracket
from tournament.lists.books.plan import BookPlan, Maker
from tournament.lists.papers.awards import awards, unit_ranks
from tournament.lists.papers.cross import LARGEST, cross
from tournament.lists.papers.results import results
from tournament.lists.papers.standings import by_group, overall
from tournament.lists.papers.wanted import Wanted
from tournament.models import Stage
from tournament.queries.entrants import open_matches
from tournament.queries.rounds import round_numbers


def result_book(want: Wanted) -> BookPlan:
    """The book after an event, or as far as it has come; stages with the last one first."""
    stages = [stage for stage in want.event.stages.order_by("-ordinal") if stage.groups.exists()]
    makers: tuple[Maker, ...] = (
        lambda: _awards(want),
        lambda: _units(want),
        lambda: chapters.chapter_of(pgettext("page", "名次"), _rankings(want, stages)),
        lambda: chapters.chapter_of(_("对阵成绩表"), _crosses(want, stages)),
        lambda: chapters.chapter_of(_("签表"), _brackets(want, stages)),
        *(_round_maker(replace(want, stage=stage)) for stage in reversed(stages)),
        lambda: records.penalties(want),
        lambda: records.appeals(want),
        lambda: records.notices(want),
        lambda: chapters.participants(want),
        lambda: _signatures(),
    )
    return BookPlan(chapters.cover_of(want.event, _("成绩册")), makers)


def _awards(want: Wanted) -> Chapter | None:
    return chapters.chapter_of(_("获奖名单"), (awards(want),) if want.event.awards else ())


def _units(want: Wanted) -> Chapter | None:
    if not want.event.unit_ranking:
        return None
    made = unit_ranks(want)
    return Chapter(made.title, (made,), new_page=False)


def _rankings(want: Wanted, stages: list[Stage]) -> Iterator[Paper]:
    """Stage by stage, the last one first: of several groups one ranking of all, then the groups'."""
    for stage in stages:
        settled = _settled(want, stage)
        if stage.groups.count() > 1:
            yield overall(settled)
        yield by_group(settled)


def _settled(want: Wanted, stage: Stage) -> Wanted:
    """The stage after its last round, where nothing is open: so its announcement's number stands there."""
    number = None if open_matches(stage).exists() else max(round_numbers(stage), default=None)
    return replace(want, stage=stage, round_number=number)


def _crosses(want: Wanted, stages: list[Stage]) -> Iterator[Paper]:
    """Cross tables of the stages whose groups a page can hold; a knock-out has its bracket."""
    for stage in stages:
        sizes = stage.groups.annotate(size=Count("entries")).values_list("size", flat=True)
        if not stage.is_knockout and sizes and max(sizes) <= LARGEST:
            yield cross(_settled(want, stage))


def _brackets(want: Wanted, stages: list[Stage]) -> Iterator[Piece]:
    for stage in stages:
        if stage.is_knockout and (made := bracket(stage)) is not None:
            yield made


def _round_maker(want: Wanted) -> Maker:
    """A chapter for a stage: its rounds one after the other."""

    def make() -> Chapter | None:
        stage = want.the_stage
        made = [results(replace(want, round_number=number)) for number in round_numbers(stage)]
        played = [one for one in made if any(section.rows for section in one.sections)]
        return chapters.chapter_of(_("%(stage)s各轮成绩") % {"stage": stage.name}, played)

    return make


def _signatures() -> Chapter:
    """The last page: who answers for the book."""
    sentence = _("本成绩册所载的成绩和名次经核对无误。")
    signs = (_("裁判长"), _("编排记录长"), _("仲裁委员会主任"), _("赛事负责人"))
    return Chapter(_("签字"), (Words((Line(sentence),), signatures=signs),), new_page=False)
