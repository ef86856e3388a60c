"""Files that are ZIP archives inside (xlsx, docx, a ZIP of lists): looked at before anything is unpacked."""

from io import BytesIO
from typing import Final
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError

from tournament.imports.sheets import UnreadableFile

MAX_UNPACKED: Final = 80 * 1024 * 1024
WORKBOOK: Final = "xl/workbook.xml"
DOCUMENT: Final = "word/document.xml"

# What reading a damaged archive, or XML in it, trips over.
DAMAGE: Final = (
    BadZipFile,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    ValueError,
    ZlibError,
)


def open_package(data: bytes) -> ZipFile:
    """Open an archive whose sizes were added up first.

    Raises UnreadableFile: `damaged`, or `too_big_unpacked` for what unpacks to more than 80 MB.
    """
    try:
        archive = ZipFile(BytesIO(data))
    except DAMAGE as error:
        raise UnreadableFile("damaged") from error
    if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
        raise UnreadableFile("too_big_unpacked", limit=MAX_UNPACKED // 1024 // 1024)
    return archive


def refuse_lies(archive: ZipFile) -> None:
    """Raise UnreadableFile (`damaged`) for an archive whose files are not what its list says.

    Reads no further than the sizes that were added up, and so finds files that unpack to more than they say.
    """
    if archive.testzip() is not None:
        raise UnreadableFile("damaged")


def members(data: bytes) -> frozenset[str]:
    """The names of the files in an archive; raises what `open_package` raises."""
    with open_package(data) as archive:
        return frozenset(archive.namelist())
