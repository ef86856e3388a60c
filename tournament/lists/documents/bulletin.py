"""成绩公告: a stage's standings as announced, with number, reason of a correction, and who signs."""

from __future__ import annotations

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.exports.book import Chapter
from tournament.exports.paper import Paper
from tournament.exports.word import WordDocument
from tournament.lists.papers.standings import announced
from tournament.lists.papers.wanted import Wanted
from tournament.models import Publication, PublicationKind, Stage


def bulletins_of(stage: Stage) -> list[Publication]:
    """The stage's announcements of standings that stand, the newest last; one query."""
    return list(stage.publications.filter(kind=PublicationKind.STANDINGS, is_current=True).order_by("number"))


def bulletin(want: Wanted) -> WordDocument | None:
    """The newest announcement of the wanted stage; None while nothing is announced. Sessions that announce
    for themselves stand below each other where their round is the same."""
    found = bulletins_of(want.the_stage)
    if not found:
        return None
    last = found[-1]
    mine = [one for one in found if one.round_number == last.round_number]
    papers = [_paper(want, one, is_last=one is mine[-1]) for one in mine]
    title = _("成绩公告")
    return WordDocument(
        want.event.name,
        title,
        (Chapter(title, tuple(papers)),),
        number=papers[0].number if len(papers) == 1 else "",
        made_at=want.at,
    )


def _paper(want: Wanted, one: Publication, *, is_last: bool) -> Paper:
    notes = [_("公布时间：%(time)s") % {"time": localtime(one.at).strftime("%Y-%m-%d %H:%M")}]
    if one.reason:
        notes.append(_("更正原因：%(reason)s") % {"reason": one.reason})
    return announced(want, one, more_notes=notes, signed=is_last)
