"""The files of one upload: several at once, or a ZIP of them, unpacked within limits."""

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final
from zipfile import ZipFile, ZipInfo

from tournament.imports.packages import DAMAGE, DOCUMENT, WORKBOOK, open_package
from tournament.imports.sheets import Remark, UnreadableFile

MOST_FILES: Final = 60
MOST_BYTES_OF_ONE: Final = 10 * 1024 * 1024
MOST_BYTES_OF_ALL: Final = 40 * 1024 * 1024
_ZIP: Final = b"PK\x03\x04"
_UTF8_NAME: Final = 0x800  # the flag of a name that is not in the old character set
_LEFT_BY_SYSTEMS: Final = ("__MACOSX/", "Thumbs.db", ".DS_Store", "desktop.ini")


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its name ("" for a text that was pasted) and bytes, or why there are none."""

    name: str
    data: bytes = b""
    problem: Remark | None = None


def unpacked(files: Sequence[Source]) -> tuple[Source, ...]:
    """The lists themselves: a ZIP of lists is replaced by what is in it, and no two have one name.

    Raises UnreadableFile: `too_many_files`, `too_big_together`. A ZIP that cannot be opened is one file with
    its problem, and so is a file in it.
    """
    found = [one for file in files for one in (_members(file) if _is_bundle(file.data) else [file])]
    if len(found) > MOST_FILES:
        raise UnreadableFile("too_many_files", limit=MOST_FILES)
    if sum(len(one.data) for one in found) > MOST_BYTES_OF_ALL:
        raise UnreadableFile("too_big_together", limit=MOST_BYTES_OF_ALL // 1024 // 1024)
    return tuple(_told_apart(found))


def _is_bundle(data: bytes) -> bool:
    """Whether a ZIP is no workbook and no document, but holds files."""
    if not data.startswith(_ZIP) or len(data) > MOST_BYTES_OF_ALL:
        return False
    try:
        with open_package(data) as archive:
            names = archive.namelist()
    except UnreadableFile as error:
        # What is too big unpacked is refused as the kind of file that it is.
        return error.remark.code == "too_big_unpacked" and not any(
            name.encode() in data for name in (WORKBOOK, DOCUMENT)
        )
    return not {WORKBOOK, DOCUMENT} & set(names) and not any(
        name.startswith(("ppt/", "xl/")) for name in names
    )


def _members(bundle: Source) -> Iterator[Source]:
    try:
        with open_package(bundle.data) as archive:
            entries = [entry for entry in archive.infolist() if _is_a_list(entry)]
            if len(entries) > MOST_FILES:
                raise UnreadableFile("too_many_files", limit=MOST_FILES)
            if not entries:
                yield replace(bundle, data=b"", problem=Remark("empty_zip"))
            yield from [_member(archive, entry) for entry in entries]
    except UnreadableFile as error:
        if error.remark.code == "too_many_files":
            raise
        yield replace(bundle, data=b"", problem=error.remark)


def _is_a_list(entry: ZipInfo) -> bool:
    name = PurePosixPath(entry.filename).name
    left_over = entry.filename.startswith(_LEFT_BY_SYSTEMS) or name.startswith((".", "~$"))
    return not entry.is_dir() and not left_over and name not in _LEFT_BY_SYSTEMS


def _member(archive: ZipFile, entry: ZipInfo) -> Source:
    name = _name_of(entry)
    if entry.file_size > MOST_BYTES_OF_ONE:
        return Source(name, problem=Remark("too_big", {"limit": MOST_BYTES_OF_ONE // 1024 // 1024}))
    try:
        # No more is read than the archive's list says, which was added up before.
        with archive.open(entry) as stream:
            data = stream.read(entry.file_size + 1)
    except DAMAGE:
        return Source(name, problem=Remark("zip_locked" if entry.flag_bits & 1 else "zip_damaged"))
    if _is_bundle(data):
        return Source(name, problem=Remark("zip_in_zip"))
    return Source(name, data)


def _name_of(entry: ZipInfo) -> str:
    """The file's own name; Chinese Windows writes names in GBK, which ZIP calls cp437."""
    name = entry.filename
    if not entry.flag_bits & _UTF8_NAME:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("gb18030")
    return PurePosixPath(name.replace("\\", "/")).name[:200]


def _told_apart(files: Iterable[Source]) -> Iterator[Source]:
    seen: Counter[str] = Counter()
    for one in files:
        seen[one.name] += 1
        yield one if seen[one.name] == 1 else replace(one, name=f"{one.name} ({seen[one.name]})")
