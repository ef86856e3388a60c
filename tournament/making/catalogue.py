"""What can be made in the background: the whole set, the event's workbook, each book in each form."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.exports.book import BookForm
from tournament.lists.books.catalogue import BOOKS, FORMS, BookKind, make_book
from tournament.lists.papers.wanted import Wanted
from tournament.lists.workbook import event_workbook, workbook_title
from tournament.making.tell import Tell
from tournament.making.whole_set import make_whole_set
from tournament.permissions import Right

LARGE = 60  # pairs: from here on, books and the workbook are made in the background
WHOLE_SET, WORKBOOK, PUBLIC_WORKBOOK = "whole-set", "workbook", "workbook-for-all"


@dataclass(frozen=True, slots=True)
class MakingKind:
    """One kind: what its file is called, how it ends, and what its maker must hold in the event.

    `make` writes the whole file to a path; it tells percent and what is being made, and what telling raises
    stops it.
    """

    key: str
    title: str | Promise
    ending: str
    make: Callable[[Wanted, Collection[Right], Path, Tell], None]
    right: Right = Right.ENTER


def book_key(what: str, form: str) -> str:
    """The key of a book in one form."""
    return f"{what}-{form}"


def _workbook(key: str, title: str | Promise, *, for_all: bool) -> MakingKind:
    def make(want: Wanted, rights: Collection[Right], path: Path, tell: Tell) -> None:
        def told(done: int, count: int) -> None:
            tell(100 * done // count)

        path.write_bytes(event_workbook(want, rights, told, for_all=for_all))

    return MakingKind(key, title, "xlsx", make)


def _book(kind: BookKind, form: BookForm) -> MakingKind:
    def make(want: Wanted, _rights: Collection[Right], path: Path, tell: Tell) -> None:
        path.write_bytes(make_book(kind, want, form, lambda done, count: tell(100 * done // count)))

    title = kind.title if form is BookForm.A4 else format_lazy("{} {}", kind.title, FORMS[form])
    return MakingKind(book_key(kind.key, form.value), title, "pdf", make, kind.right)


MAKINGS: dict[str, MakingKind] = {
    kind.key: kind
    for kind in (
        MakingKind(WHOLE_SET, _("全套材料"), "zip", make_whole_set),
        _workbook(WORKBOOK, lazy(workbook_title, str)(for_all=False), for_all=False),
        _workbook(PUBLIC_WORKBOOK, lazy(workbook_title, str)(for_all=True), for_all=True),
        *(_book(book, form) for book in BOOKS.values() for form in BookForm),
    )
}
