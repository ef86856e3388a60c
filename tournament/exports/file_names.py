"""Names of files that every system can store, made of what people typed."""

from __future__ import annotations

import re

from .paper import cleaned

# What Windows forbids in a file's name, and the same signs in full width, which read alike.
_SAFE = str.maketrans('/\\:*?"<>|', "／＼：＊？＂＜＞｜")
# Names of Windows's own devices, which it takes for no file, whatever ending they have.
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)")
LONGEST_PART = 120  # bytes of one folder or file in an archive: three deep must fit into Windows's 260 signs
MOST_SIGNS = 90  # of one: what other programs that unpack still take
LONGEST = 200  # bytes of the name before its ending; most systems take 255 for both


def file_name(event: str, title: str, ending: str) -> str:
    """`event title.ending` without signs that a system forbids; an event's long name is cut, never the title.

    A title beyond 200 bytes of UTF-8 is cut too; dots and spaces at its end, which Windows drops, go.
    """
    title = _cut(_safe(title), LONGEST)
    room = LONGEST - len(title.encode()) - 1
    return f"{_cut(_safe(event), max(room, 0))} {title}".strip(" .") + f".{ending}"


def part_name(text: str, ending: str = "") -> str:
    """`text` as the name of one folder or file that Windows, macOS and Linux can store, at most 90 signs and
    120 bytes.

    Forbidden signs become full-width ones, dots and spaces at the ends go, names of Windows's devices get a
    line added. Nothing left gives "_".
    """
    name = _cut(_safe(text).strip(" .")[:MOST_SIGNS], LONGEST_PART).rstrip(" .") or "_"
    return _DEVICE.sub(r"\1_", name) + (f".{ending}" if ending else "")


def unused_path(path: str, taken: set[str]) -> str:
    """`path`, with （2）, （3） … before its ending where it is taken; what is returned is taken from now on.

    Upper and lower case are the same, as on Windows and macOS.
    """
    stem, dot, ending = path.rpartition(".")
    name, number = path, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}（{number}）{dot}{ending}"
    taken.add(name.casefold())
    return name


def _safe(text: str) -> str:
    return " ".join(cleaned(text).translate(_SAFE).split())


def _cut(text: str, room: int) -> str:
    return text.encode()[:room].decode(errors="ignore").strip()
