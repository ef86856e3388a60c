"""Commands that speak in sentences: what a person can mend comes as one line on stderr, never a traceback."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, ProgrammingError
from django.utils.translation import gettext as _

from pairing.errors import PairingError
from scoring.errors import ScoringError
from tournament import wording
from tournament.archive.errors import ArchiveRefused
from tournament.errors import ActionRefused
from tournament.models import Event, Stage


class SentenceCommand(BaseCommand):
    """A command whose `work` may raise any of our errors; it ends with one sentence and status 1."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the work; turn every error that a person can mend into its sentence."""
        try:
            self.work(**options)
        except (ActionRefused, ScoringError, PairingError) as error:
            raise CommandError(sentence_of(error)) from error
        except OSError as error:
            raise CommandError(_("%(file)s：%(reason)s") % _os_reason(error)) from error
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(_database_sentence(error)) from error

    def work(self, **options: Any) -> None:
        """What the command does."""
        raise NotImplementedError

    def run_from_argv(self, argv: list[str]) -> None:
        """As Django does, but the sentence stands alone on its line."""
        try:
            super().run_from_argv(argv)
        except SystemExit:
            raise
        except DatabaseError as error:  # from checks before `handle`
            self.stderr.write(_database_sentence(error))
            sys.exit(1)

    def execute(self, *args: Any, **options: Any) -> Any:
        """Say the sentence without a class name before it when run from a shell."""
        if not getattr(self, "_called_from_command_line", False):
            return super().execute(*args, **options)
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            self.stderr.write(str(error))
            sys.exit(error.returncode)

    def tell(self, line: str) -> None:
        """One line of information beside the command's answer: on stderr, so that stdout can be read by
        programs."""
        self.stderr.write(line, lambda text: text)

    def write_answer(self, data: bytes, output: str | None) -> None:
        """The command's answer: into the file `output`, or to stdout."""
        if output:
            with open(output, "wb") as file:
                file.write(data)
            return
        binary = getattr(getattr(self.stdout, "_out", None), "buffer", None)
        if binary is None:
            self._write_text(data)
            return
        self.stdout.flush()
        binary.write(data)
        binary.flush()

    def _write_text(self, data: bytes) -> None:
        """Where stdout takes text only, the bytes of a PDF or workbook need a file."""
        try:
            self.stdout.write(data.decode("utf-8-sig"), ending="")
        except UnicodeDecodeError:
            raise CommandError(_("这种格式请用 -o 写入文件。")) from None


def sentence_of(error: Any) -> str:
    """An error of ours in words; one about a file begins with the JSON path."""
    text = wording.of_error(error)
    return error.path + _("：") + text if isinstance(error, ArchiveRefused) else text


def _os_reason(error: OSError) -> dict[str, str]:
    reasons = {
        FileNotFoundError: _("没有这个文件。"),
        PermissionError: _("没有权限读写。"),
        IsADirectoryError: _("这是文件夹，不是文件。"),
    }
    reason = next(
        (str(text) for kind, text in reasons.items() if isinstance(error, kind)), str(error.strerror)
    )
    return {"file": str(error.filename or _("文件")), "reason": reason}


def _database_sentence(error: Exception) -> str:
    reason = str(error).strip().split("\n")[0]
    if "no such table" in reason or "does not exist" in reason:
        return _("数据库还没有更新，请先运行 manage.py migrate。")
    return _("数据库不能使用，请检查 DATABASE_URL：%(reason)s") % {"reason": reason}


def event_named(slug: str) -> Event:
    """The event with this slug, or a sentence."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(_("没有网址为 %(slug)s 的赛事。") % {"slug": slug})
    return event


def stage_named(event: Event, name: str) -> Stage:
    """The event's stage with this name, or with this ordinal, or a sentence that lists the stages."""
    stages = list(event.stages.select_related("event").order_by("ordinal"))
    found = next((stage for stage in stages if stage.name == name), None)
    found = found or next((stage for stage in stages if str(stage.ordinal) == name), None)
    if found is None:
        known = _("、").join(stage.name for stage in stages) or _("还没有阶段")
        raise CommandError(
            _("没有名为“%(name)s”的阶段；这一赛事的阶段：%(known)s。") % {"name": name, "known": known}
        )
    return found
