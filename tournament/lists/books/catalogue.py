"""Every book by its key, and how one is made: chapters asked for one by one, then printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.exports.book import Book, BookForm, Chapter, Progress
from tournament.exports.book_printing import make_book as print_book
from tournament.lists.books.order_book import order_book
from tournament.lists.books.plan import BookPlan
from tournament.lists.books.result_book import result_book
from tournament.lists.papers.catalogue import Moment
from tournament.lists.papers.wanted import Wanted
from tournament.permissions import Right


@dataclass(frozen=True, slots=True)
class BookKind:
    """One book of the catalogue. `right` is what its maker must hold in the event."""

    key: str
    title: str | Promise
    moment: Moment
    plan: Callable[[Wanted], BookPlan]
    right: Right = Right.ENTER


BOOKS: dict[str, BookKind] = {
    kind.key: kind
    for kind in (
        BookKind("order-book", _("秩序册"), Moment.BEFORE, order_book),
        BookKind("result-book", _("成绩册"), Moment.AWARDS, result_book),
    )
}

FORMS: dict[BookForm, str | Promise] = {
    BookForm.A4: _("A4"),
    BookForm.A5: _("A5"),
    BookForm.FOLDED: _("A5 骑马钉（A4 双面，短边翻页）"),
}


def gather(kind: BookKind, want: Wanted, progress: Progress | None = None) -> Book:
    """The book's values: every chapter that has something to print. `progress` counts the chapters."""
    plan = kind.plan(want)
    chapters: list[Chapter] = []
    for number, make in enumerate(plan.makers, 1):
        if (chapter := make()) is not None:
            chapters.append(chapter)
        if progress:
            progress(number, len(plan.makers))
    return Book(plan.cover, tuple(chapters), want.at)


def make_book(
    kind: BookKind, want: Wanted, form: BookForm = BookForm.A4, progress: Progress | None = None
) -> bytes:
    """A whole book as a PDF. `progress(done, total)` is called as it goes, from the same thread, in percent.

    Half of it is asking the database for the chapters, half laying out and drawing. Nothing is kept: a book
    that fails leaves nothing behind. What `progress` raises stops the making.
    """
    book = gather(kind, want, _part(progress, 0))
    return print_book(book, form, _part(progress, 50))


def _part(progress: Progress | None, begin: int) -> Progress | None:
    """Half of the way, from `begin` percent."""
    if progress is None:
        return None
    return lambda done, total: progress(begin + 50 * done // total, 100)
