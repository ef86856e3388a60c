"""The fonts of printed papers: which draws a character, and whether any does.

Noto Sans SC is shipped and embedded as a subset. TrueType fonts that the organiser puts into the project's
`fonts` folder come after it, in the order of their file names, for characters that it lacks.
"""

import logging
import re
import threading
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

logger = logging.getLogger(__name__)

SHIPPED = Path(__file__).parent / "fonts" / "NotoSansSC-Regular.ttf"
REPLACEMENT = "〓"  # the printer's sign for a type that is not in the case

# What is no ink of its own: joiners, direction marks, variation selectors. Left out when drawn, never
# "missing".
_INKLESS = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
)
_BEYOND_BMP = re.compile("<([0-9A-F]{5,6})>")

# Faces keep a reading position of their own, so one thread at a time may load or embed them.
_lock = threading.RLock()
_loaded: dict[tuple[str, int], "EmbeddedFont | None"] = {}


class EmbeddedFont(TTFont):
    """A TrueType font whose text can be copied and searched, past U+FFFF too, and that threads may share.

    reportlab writes such a character's code as one five-digit number into the table from which viewers read
    text; the format wants UTF-16, so 𬭎 came out as other characters.
    """

    def __init__(self, name: str, path: str) -> None:
        """Read the file at `path`; raises what reportlab raises when it is no TrueType font."""
        super().__init__(name, path, shapable=False)
        self.drawable = frozenset(map(chr, self.face.charToGlyph))

    def stand_in(self, character: str) -> None:
        """Draw 〓 for `character`, which the font lacks; copying and searching give the character."""
        glyphs, widths = self.face.charToGlyph, self.face.charWidths
        glyphs[ord(character)] = glyphs.get(ord(REPLACEMENT), 0)
        widths[ord(character)] = widths.get(ord(REPLACEMENT), self.face.defaultWidth)

    def addObjects(self, doc: PDFDocument) -> None:  # reportlab's name
        """Add the font's subsets to the finished document, then mend their tables of characters."""
        with _lock:
            super().addObjects(doc)
        for name, stream in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                stream.content = _BEYOND_BMP.sub(_utf16, stream.content)

    def has(self, character: str) -> bool:
        """True when the font draws this one character."""
        return character in self.drawable


def _utf16(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


def fonts() -> tuple[EmbeddedFont, ...]:
    """The fonts at hand, the shipped one first; a font added to the folder counts from the next paper on."""
    files = [SHIPPED, *sorted(_folder().glob("*.[tT][tT][fFcC]"))]
    found = (_font(str(path), path.stat().st_mtime_ns) for path in files)
    return tuple(font for font in found if font is not None)


def _folder() -> Path:
    return Path(getattr(settings, "FONTS_DIR", settings.BASE_DIR / "fonts"))


def _font(path: str, changed_at: int) -> EmbeddedFont | None:
    """Load and register a font once; a file that is none is named in the log and left out."""
    key = (path, changed_at)
    with _lock:
        if key not in _loaded:
            _loaded[key] = _load(path)
        return _loaded[key]


def _load(path: str) -> EmbeddedFont | None:
    try:
        font = EmbeddedFont(f"face-{len(_loaded)}", path)
    except Exception as error:  # reportlab raises many kinds; a bad file must not stop the printing
        logger.warning("font %s cannot be used: %s", path, error)
        return None
    pdfmetrics.registerFont(font)
    return font


def missing_glyphs(text: str) -> set[str]:
    """The characters of `text` that no font at hand can draw.

    White space and characters without ink (joiners, variation selectors) are never missing; control
    characters are left out too: they are removed before anything is drawn.
    """
    at_hand = fonts()
    return {c for c in set(_INKLESS.sub("", text)) if not _is_blank(c) and not any(f.has(c) for f in at_hand)}


def _is_blank(character: str) -> bool:
    return character.isspace() or character < " " or "\x7f" <= character <= "\x9f"


class Typesetter:
    """Measures and splits text for one document; asks once which fonts are at hand.

    `missing` collects the characters that were replaced by 〓.
    """

    def __init__(self) -> None:
        self._fonts = fonts()
        self.main: str = self._fonts[0].fontName
        self.missing: set[str] = set()
        self.width_of_em = lru_cache(maxsize=65536)(self._width_of_em)

    def runs(self, text: str) -> tuple[tuple[str, str], ...]:
        """Split `text` into (font name, piece), each for the first font that has its characters."""
        if text.isascii() or self._fonts[0].drawable.issuperset(text):
            return ((self.main, text),)
        drawn = [self._choice(character) for character in _INKLESS.sub("", text)]
        pieces = groupby(drawn, key=lambda choice: choice[0])
        return tuple((name, "".join(piece for _name, piece in run)) for name, run in pieces)

    def _choice(self, character: str) -> tuple[str, str]:
        for font in self._fonts:
            if font.has(character):
                return font.fontName, character
        if character.isspace():
            return self.main, " "
        self.missing.add(character)
        self._fonts[0].stand_in(character)
        return self.main, character

    def width(self, text: str, size: float) -> float:
        """The width of `text` in points, set in `size` points, fallbacks and replacements included."""
        return self.width_of_em(text) * size

    def _width_of_em(self, text: str) -> float:
        return sum(pdfmetrics.stringWidth(piece, name, 1) for name, piece in self.runs(text))
