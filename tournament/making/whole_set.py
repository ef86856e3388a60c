"""全套材料: everything that exists now as one ZIP, in folders by the moment of use, with its contents."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.exports.delimited import to_csv
from tournament.exports.file_names import part_name, unused_path
from tournament.exports.paper import Paper
from tournament.exports.pdf import to_pdf
from tournament.exports.word import to_docx
from tournament.exports.workbook import to_workbook
from tournament.lists.books.catalogue import BOOKS, BookKind, make_book
from tournament.lists.documents.catalogue import DOCUMENTS, DocumentKind
from tournament.lists.everything import FOLDERS, TABLES, Asked, everything, for_staff, why_empty
from tournament.lists.papers.wanted import Wanted
from tournament.lists.workbook import workbook_title
from tournament.making.tell import Tell
from tournament.models import Event
from tournament.permissions import Right
from tournament.queries.progress import EventProgress, event_progress

OF_A_BOOK, OF_THE_TABLES = 12, 6  # how much longer than a paper these take


def make_whole_set(want: Wanted, rights: Collection[Right], path: Path, tell: Tell) -> None:
    """Write the ZIP to `path`: every paper, card and book that has something to say, and who may have it.

    What has nothing to say yet is left out and named in 目录.txt, with what brings it. Names of files are
    legal on Windows, unique, and marked as UTF-8. The event may go on meanwhile; the list says so if it did.
    """
    progress = event_progress(want.event)
    asked = everything(want, progress, rights)
    books = [kind for kind in BOOKS.values() if kind.right in rights and _has_book(kind, progress)]
    documents = [
        (kind, of) for kind in DOCUMENTS.values() if kind.right in rights for of in _of(kind, want, progress)
    ]
    steps = len(asked) + OF_A_BOOK * len(books) + len(documents) + OF_THE_TABLES
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        maker = _WholeSet(want, archive, tell, steps)
        for one in asked:
            maker.add_printed(one)
        for kind in books:
            maker.add_book(kind)
        for document, of in documents:
            maker.add_word(document, of)
        maker.add_tables()
        maker.add_contents()


def _has_book(kind: BookKind, progress: EventProgress) -> bool:
    """The book of results is none before anything was played."""
    return kind.key != "result-book" or any(
        turn.entered_count for one in progress.stages for turn in one.rounds
    )


def _of(kind: DocumentKind, want: Wanted, progress: EventProgress) -> list[Wanted]:
    """What a Word document is wanted of: the event, or each stage that has rounds."""
    if not kind.has_stage:
        return [want]
    return [replace(want, stage=one.stage) for one in progress.stages if one.rounds]


@dataclass
class _WholeSet:
    """One ZIP on its way: what stands in it, what was left out, and how far it is."""

    want: Wanted
    archive: ZipFile
    tell: Tell
    steps: int
    done: int = 0
    taken: set[str] = field(default_factory=set)
    paths: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    lists: list[tuple[str, Paper]] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    has_personal: bool = False

    def add_printed(self, asked: Asked) -> None:
        """A paper or cards as PDF, unless there is nothing on it; a list is kept for the tables."""
        self._begin(asked.label)
        made = asked.kind.build(asked.want)
        if why := why_empty(made):
            self.left_out.append((asked.label, why))
        else:
            self.missing |= made.missing()
            data = to_pdf(made) if isinstance(made, Paper) else made.to_pdf()
            self._add(asked.folder, asked.title_of(made), "pdf", data)
            if isinstance(made, Paper) and asked.is_list:
                name = for_staff(made.title) if asked.for_staff else made.title
                self.lists.append((name, made))
                self.has_personal |= asked.for_staff
        self.done += 1

    def add_book(self, kind: BookKind) -> None:
        """A book on A4."""
        title = str(kind.title)
        self._begin(title)
        before = self.done

        def on(done: int, count: int) -> None:
            self.done = before + OF_A_BOOK * done // count
            self._begin("")

        self._add((str(FOLDERS[kind.moment]),), title, "pdf", make_book(kind, self.want, progress=on))
        self.done = before + OF_A_BOOK

    def add_word(self, kind: DocumentKind, want: Wanted) -> None:
        """A document for Word, unless there is nothing to say."""
        stage = want.stage.name if want.stage else ""
        label = f"{stage}{kind.title}（Word）"
        self._begin(label)
        made = kind.build(want)
        if made is None:
            self.left_out.append((label, str(kind.empty)))
        else:
            self._add((str(FOLDERS[kind.moment]),), f"{stage}{made.full_title}", "docx", to_docx(made))
        self.done += 1

    def add_tables(self) -> None:
        """Every list as a sheet of one workbook, and each as CSV."""
        top = str(TABLES)
        if self.lists:
            title = workbook_title(for_all=False)
            self._begin(title)
            event, at = self.want.event.name, self.want.at
            data = to_workbook(event, self.lists, title=title, printed_at=at, step=lambda: self._begin(""))
            self._add((top,), f"{title} {event}", "xlsx", data)
            for name, paper in self.lists:
                self._add((top, "CSV"), name, "csv", to_csv(paper))
        self.done += OF_THE_TABLES

    def add_contents(self) -> None:
        """目录.txt, as Windows's own editor reads it."""
        text = "\r\n".join(self._contents()) + "\r\n"
        self._write(f"{_('目录')}.txt", text.encode("utf-8-sig"))

    def _contents(self) -> list[str]:
        made = localtime(self.want.at).strftime("%Y-%m-%d %H:%M")
        lines = [self.want.event.name, _("全套材料"), _("制作时间：%(time)s") % {"time": made}]
        if _moved(self.want.event):
            lines.append(_("制作期间赛事又有新的录入：先做的几份可能不含最新的内容，需要时重新制作。"))
        if self.missing:
            signs = "".join(sorted(self.missing))
            lines.append(_("有字体画不出的字：%(signs)s，纸上印成 〓。") % {"signs": signs})
        if self.has_personal:
            lines.append(_("有的文件写着“仅供工作人员”：里面有报名资料、待核实或判罚的内容，不要外传。"))
        count = len(self.paths)
        lines += ["", ngettext("共 %(count)s 个文件", "共 %(count)s 个文件", count) % {"count": count}]
        folder = ""
        for path in sorted(self.paths, key=self._order):
            above, _slash, name = path.rpartition("/")
            if above != folder:
                folder = above
                lines += ["", folder.replace("/", " ／ ")]
            lines.append(f"  {name}")
        if self.left_out:
            lines += ["", _("还没有内容，没有放进来的：")]
            lines += [f"  {label}：{why}" for label, why in self.left_out]
        return lines

    def _order(self, path: str) -> tuple[str, int]:
        """By folder at the top; within it as they were made."""
        return path.split("/")[0], self.paths.index(path)

    def _begin(self, title: str) -> None:
        self.tell(100 * self.done // self.steps, title)

    def _add(self, folders: tuple[str, ...], title: str, ending: str, data: bytes) -> None:
        parts = [*(part_name(one) for one in folders), part_name(title, ending)]
        path = unused_path("/".join(parts), self.taken)
        self.paths.append(path)
        self._write(path, data)

    def _write(self, path: str, data: bytes) -> None:
        info = ZipInfo(path, localtime(self.want.at).timetuple()[:6])
        info.compress_type = ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        self.archive.writestr(info, data)


def _moved(event: Event) -> bool:
    """Whether anything was written into the event since its making began."""
    return not Event.objects.filter(pk=event.pk, revision=event.revision).exists()
