"""What an import did, in figures and sentences, for the command's JSON and for the page."""

from collections.abc import Collection, Sequence
from typing import Final, TypedDict

from tournament.imports.batch import Batch
from tournament.imports.doubles import JudgedRow
from tournament.imports.entries import EntryList
from tournament.imports.messages import sentence
from tournament.imports.sheets import Remark

_ONLY_WARNINGS: Final = frozenset(
    {"namesake", "partners_namesakes", "person_again_below", "same_names_elsewhere"}
)


class Problem(TypedDict):
    """One line about a row; `row` is None where the whole file is meant, `file` "" where there is only one.

    `level` is `error` for what kept the row out, else `warning`.
    """

    row: int | None
    message: str
    code: str
    level: str
    file: str


class FileReport(TypedDict):
    """What became of one of several files; `unit` is the one taken for a list that names none."""

    file: str
    sheet: str
    unit: str
    read: int
    imported: int
    imported_rows: int
    skipped: int


class ImportReport(TypedDict):
    """The fields that `importpairs --json` prints; `read` is always `imported_rows` and `skipped` together.

    `imported` counts pairs: as many as rows, save where each person has a row.
    """

    read: int
    imported: int
    imported_rows: int
    skipped: int
    problems: list[Problem]
    sheet: str
    ignored_columns: list[str]
    hidden_rows: list[int]
    other_sheets: list[str]
    files: list[FileReport]


def batch_report(batch: Batch, judged: Sequence[JudgedRow], imported: Collection[str]) -> ImportReport:
    """Report several lists like one; `files` has the figures of each, and every problem its file."""
    if batch.is_single:
        return import_report(batch.lists[0], judged, imported)
    whole: ImportReport = import_report(EntryList(), (), ())
    for place, entries in enumerate(batch.lists, 1):
        own = [one for one in judged if one.row.file == place]
        report = import_report(entries, own, imported)
        file = entries.label
        whole["files"].append(
            FileReport(
                file=file,
                sheet=report["sheet"],
                unit=batch.units[place - 1],
                read=report["read"],
                imported=report["imported"],
                imported_rows=report["imported_rows"],
                skipped=report["skipped"],
            )
        )
        for problem in report["problems"]:
            whole["problems"].append({**problem, "file": file})
        for key in ("read", "imported", "imported_rows", "skipped"):
            whole[key] += report[key]
        for column in report["ignored_columns"]:
            if column not in whole["ignored_columns"]:
                whole["ignored_columns"].append(column)
    return whole


def import_report(entries: EntryList, judged: Sequence[JudgedRow], imported: Collection[str]) -> ImportReport:
    """Report a list of which the rows marked `imported` went in (or would, in a dry run).

    Every row that stayed out has at least one problem of level `error`; what is only to be looked at has
    the level `warning`. Counts are rows of the file: totals and notes are read and skipped.
    """
    entered = frozenset(imported)
    problems = [_problem(None, remark, "error") for remark in entries.problems]
    problems += [_problem(None, remark, "warning" if entered else "error") for remark in entries.doubts]
    for one in judged:
        for remark in one.remarks:
            mild = one.row.mark in entered or remark in one.row.warnings or remark.code in _ONLY_WARNINGS
            problems.append(_problem(one.row.row, remark, "warning" if mild else "error"))
    return ImportReport(
        read=entries.read,
        imported=sum(one.row.mark in entered for one in judged),
        imported_rows=sum(one.row.lines for one in judged if one.row.mark in entered),
        skipped=sum(one.row.lines for one in judged if one.row.mark not in entered),
        problems=problems,
        sheet=entries.sheet,
        ignored_columns=list(entries.ignored_columns),
        hidden_rows=list(entries.hidden_rows),
        other_sheets=list(entries.other_sheets),
        files=[],
    )


def _problem(row: int | None, remark: Remark, level: str) -> Problem:
    return Problem(row=row, message=sentence(remark), code=remark.code, level=level, file="")
