"""Names of files that every system can store, made of what people typed."""

from __future__ import annotations

from .paper import cleaned

# What Windows forbids in a file's name, and the same signs in full width, which read alike.
_SAFE = str.maketrans('/\\:*?"<>|', "／＼：＊？＂＜＞｜")
LONGEST = 200  # bytes of the name before its ending; most systems take 255 for both


def file_name(event: str, title: str, ending: str) -> str:
    """`event title.ending` without signs that a system forbids; an event's long name is cut, never the title.

    A title beyond 200 bytes of UTF-8 is cut too; dots and spaces at its end, which Windows drops, go.
    """
    title = _cut(_safe(title), LONGEST)
    room = LONGEST - len(title.encode()) - 1
    return f"{_cut(_safe(event), max(room, 0))} {title}".strip(" .") + f".{ending}"


def _safe(text: str) -> str:
    return " ".join(cleaned(text).translate(_SAFE).split())


def _cut(text: str, room: int) -> str:
    return text.encode()[:room].decode(errors="ignore").strip()
