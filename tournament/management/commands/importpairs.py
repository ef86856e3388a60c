"""`manage.py importpairs`: the entry list from a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.actions.work import COMMAND
from tournament.imports.batch import read_batch
from tournament.imports.doubles import rows_to_enter
from tournament.imports.entering import enter_rows, judge_rows
from tournament.imports.messages import sentence
from tournament.imports.own_columns import chosen_columns, column_offers
from tournament.imports.report import ImportReport, batch_report
from tournament.imports.sheets import UnreadableFile
from tournament.imports.sources import Source, unpacked
from tournament.management.sentences import SentenceCommand, event_named
from tournament.queries.entries import column_layouts


class Command(SentenceCommand):
    """Enter the good rows in one transaction; name every row that stayed out by the file's own number."""

    help = "Imports pairs from xlsx, xls, docx, csv, chat lines; prints counts and each problem."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, the file, and how to answer."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("file", metavar="FILE", nargs="+", help="several lists, or a ZIP of them, too")
        parser.add_argument(
            "--agree", action="store_true", help="take neighbouring rows for a pair where nothing else tells"
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
        parser.add_argument(
            "--own-columns", action="store_true", help="keep unknown columns as the event's own"
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def work(self, **options: Any) -> None:
        """Judge all rows beside the entry list, enter the new ones, report; status 1 unless all went in."""
        event = event_named(options["slug"])
        try:
            sources = unpacked([Source(Path(one).name, Path(one).read_bytes()) for one in options["file"]])
        except UnreadableFile as error:
            raise CommandError(sentence(error.remark)) from error
        entries = read_batch(sources, layouts=column_layouts(event))
        judgement = judge_rows(event, entries.rows)
        if entries.doubts and not options["agree"]:
            imported: list[str] = []
        elif options["dry_run"]:
            imported = [one.row.mark for one in rows_to_enter(judgement.rows)]
        else:
            # Whoever types a command does so on purpose: closing time and limits of units do not stop it.
            offers = column_offers(entries, event.own_columns) if options["own_columns"] else []
            kept = chosen_columns(offers, {one.id for one in offers if one.is_kept})
            imported = enter_rows(
                event=event, judgement=judgement, by=COMMAND, own_columns=kept, on_purpose=True
            )
        report = batch_report(entries, judgement.rows, imported)
        self._answer(report, as_json=options["json"])
        self._end(report, unread=sum(not one.rows for one in entries.lists))

    def _answer(self, report: ImportReport, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=2))
            return
        counts = {key: report[key] for key in ("read", "imported", "skipped")}
        self.stdout.write(_("读取 %(read)s 行，导入 %(imported)s 队，跳过 %(skipped)s 行。") % counts)
        for problem in report["problems"]:
            where = _("第 %(row)s 行：") % {"row": problem["row"]} if problem["row"] else ""
            file = _("“%(file)s”：") % {"file": problem["file"]} if problem["file"] else ""
            self.stdout.write(f"{file}{where}{problem['message']}")

    def _end(self, report: ImportReport, *, unread: int) -> None:
        """Status 0 only when every row of every file went in."""
        unreadable = next((one["message"] for one in report["problems"] if one["row"] is None), None)
        if report["read"] == 0:
            raise CommandError(unreadable or _("没有数据行，没有导入。"))
        if unread:
            raise CommandError(_("有 %(count)s 份文件没有读取。") % {"count": unread})
        if report["skipped"]:
            raise CommandError(_("有 %(count)s 行没有导入。") % {"count": report["skipped"]})
