"""Every Word document by its key: what it is called, when it is used, what it needs, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.exports.word import WordDocument
from tournament.lists.books.catalogue import BOOKS, gather
from tournament.lists.documents.bulletin import bulletin
from tournament.lists.documents.report import report
from tournament.lists.papers.catalogue import Moment
from tournament.lists.papers.wanted import Wanted
from tournament.permissions import Right


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """One document of the catalogue. `build` gives None while there is nothing to say; `empty` says why."""

    key: str
    title: str | Promise
    moment: Moment
    build: Callable[[Wanted], WordDocument | None]
    has_stage: bool = False
    empty: str | Promise = ""
    right: Right = Right.ENTER


def _order_book(want: Wanted) -> WordDocument:
    book = gather(BOOKS["order-book"], want)
    return WordDocument(
        want.event.name, str(BOOKS["order-book"].title), book.chapters, cover=book.cover, made_at=want.at
    )


DOCUMENTS: dict[str, DocumentKind] = {
    kind.key: kind
    for kind in (
        DocumentKind("order-book", _("秩序册"), Moment.BEFORE, _order_book),
        DocumentKind(
            "bulletin",
            _("成绩公告"),
            Moment.RANKING,
            bulletin,
            has_stage=True,
            empty=_("名次还没有公布。"),
        ),
        DocumentKind("report", _("赛事总结报告"), Moment.AWARDS, report),
    )
}
