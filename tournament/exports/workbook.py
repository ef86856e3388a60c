"""Many papers as one Excel workbook: a sheet a paper, and in front a list that leads to each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from io import BytesIO

from django.utils.translation import gettext as _
from openpyxl import Workbook

from .paper import Column, Kind, Paper, Section, cleaned
from .xlsx import sheet_names, write_sheet


def to_workbook(
    event_name: str,
    papers: Iterable[tuple[str, Paper]],
    *,
    title: str,
    printed_at: datetime | None = None,
    step: Callable[[], None] = lambda: None,
) -> bytes:
    """Write every paper as one sheet of a workbook, in their order, with a contents sheet in front.

    `papers` are names of sheets (made legal and unique here) with their papers, `title` stands above the
    list. The sections of a paper with the same columns become one table with the section's name in front;
    others stand below each other. Cells are as in `to_xlsx`. `step` is called before each sheet is written;
    what it raises stops the writing.
    """
    listed = list(papers)
    names = sheet_names([_("目录"), *(name for name, _paper in listed)])
    book = Workbook(write_only=True)
    book.properties.title = book.properties.creator = cleaned(event_name)
    contents = _contents(event_name, title, names[1:], listed, printed_at)
    write_sheet(book.create_sheet(title=names[0]), contents, contents.sections, linked=names[1:])
    for name, (_name, paper) in zip(names[1:], listed, strict=True):
        step()
        write_sheet(book.create_sheet(title=name), paper, sections_of(paper))
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def sections_of(paper: Paper) -> tuple[Section, ...]:
    """What stands on the paper's sheet: one table where that can be, else its sections below each other."""
    merged = paper.merged()
    return (merged,) if merged else paper.sections


def _contents(
    event_name: str,
    title: str,
    names: list[str],
    papers: list[tuple[str, Paper]],
    printed_at: datetime | None,
) -> Paper:
    columns = (Column(_("工作表")), Column(_("内容")), Column(_("行数"), Kind.INT))
    rows = tuple(
        (name, paper.full_title, sum(len(section.rows) for section in paper.sections))
        for name, (_name, paper) in zip(names, papers, strict=True)
    )
    section = Section(columns, rows, empty=_("这场赛事还没有名单、对阵和成绩。"))
    return Paper(event_name, title, (section,), printed_at=printed_at)
