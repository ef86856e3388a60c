"""Copies of the site as a person asks for them: made, taken in, named a second folder, restored."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from django.utils import timezone

from tournament.actions.work import Actor, action, record
from tournament.backups import making, places
from tournament.backups.copyfile import Manifest, Reason, need_room, written_whole
from tournament.backups.restoring import Restored, Who, inspect, restore
from tournament.backups.rotation import CopyName, named
from tournament.backups.troubles import disk_in_words
from tournament.errors import ActionRefused
from tournament.models import Submission


def make_backup(*, by: Actor, submission: str = "") -> None:
    """Make a copy in the site's folder. The same submission again makes none.

    The copy is written outside the transaction that notes it, so that nobody waits for the disk.
    """
    if submission and Submission.objects.filter(key=submission).exists():
        return
    making.keep(Reason.MANUAL)
    _note_backup(by=by, submission=submission)


def write_backup(*, target: Path, by: Actor, at: datetime) -> Manifest:
    """Make a copy at a place of one's own, whole or not at all, and note it."""
    manifest = making.make_file(target, at)
    _note_backup(by=by)
    return manifest


@action
def _note_backup(*, by: Actor, submission: str = "") -> None:
    record(None, by, "make_backup")


def take_backup(*, pieces: Iterable[bytes], size: int) -> CopyName:
    """Put an uploaded copy among the others, once it has been checked to its last byte.

    Raises what `inspect` raises; nothing of a refused file stays.
    """
    copy = named(Reason.UPLOADED, timezone.now())
    with disk_in_words():
        need_room(places.folder(), size)
        with written_whole(making.path_of(copy)) as part:
            with part.open("wb") as file:
                for piece in pieces:
                    file.write(piece)
            inspect(part)
    making.rotate(places.folder(), timezone.now())
    return copy


def set_second_folder(*, path: str, by: Actor, submission: str = "") -> None:
    """Name the folder that every copy goes to a second time; "" for none.

    Raises `ActionRefused` beside the field `path`: `backup_folder_relative`, `backup_no_such_place`,
    `backup_same_folder`, `backup_not_written`.
    """
    if path:
        _judge_folder(Path(path))
    _note_second_folder(by=by, submission=submission)
    places.name_second_folder(path)


def _judge_folder(wanted: Path) -> None:
    if not wanted.is_absolute():
        raise ActionRefused("backup_folder_relative", field="path")
    if not wanted.is_dir():
        raise ActionRefused("backup_no_such_place", field="path")
    if os.path.samefile(wanted, places.folder()):
        raise ActionRefused("backup_same_folder", field="path")
    if not os.access(wanted, os.W_OK):
        raise ActionRefused("backup_not_written", field="path")


@action
def _note_second_folder(*, by: Actor, submission: str = "") -> None:
    record(None, by, "set_second_folder")


def restore_backup(*, path: Path, by: Actor, at: datetime) -> Restored:
    """Let the site become what a copy holds; the journal's line is written in what is restored.

    `path` is the file. The caller has asked for the password again. Raises what `restoring.restore` raises.
    """
    username = by.person.username if by.person else ""
    return restore(path, by=Who(by.name, by.source, username), at=at)
