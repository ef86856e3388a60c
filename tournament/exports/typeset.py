"""Setting Chinese lines: where they may break, how small they may get, and drawing them.

Cells are strings drawn straight onto the page, not marked-up paragraphs: `&` and `<` print as typed, and a
list of 2,000 rows is fast.
"""

import re
from dataclasses import dataclass

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from .paper import Align, Kind
from .typefaces import Typesetter

INK = HexColor("#1c2230")
QUIET = HexColor("#5a6172")
HAIR = HexColor("#a7a498")
WHITE = HexColor("#ffffff")
NS_TINT = HexColor("#e8eff8")
SIDE_INK = {"": INK, "ns": HexColor("#1f4f86"), "ew": HexColor("#8f4a12")}  # the words always stand there too
LEADING = 1.35  # line to line, in sizes
SMALLEST_NAME = 0.8  # a name shrinks so far before it is broken inside
SMALLEST_TEXT = 0.86  # words shrink so far to stay in one line
SMALLEST_FIGURE = 0.5
SMALLEST_LONG = 0.6  # a long name of a unit shrinks so far, where that spares lines …
SMALLEST_POINTS = 5.5  # … and no further than this: 七号, the smallest type that printers use
FEW_LINES = 3  # … beyond these
LONGEST_NAME = 40.0  # sizes: what is longer is a note and takes its lines
LONELY = 2.2  # sizes: two characters that look lost on a line of their own
MOST_DRAWN_IN = 4  # lines: in more, nobody sees the last one

_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_OPEN = "（《〈「『【“‘"
_CLOSE = "）》〉」』】”’，。、；：！？％…·"
_WORDS = re.compile(rf"\s+|[{_OPEN}]*(?:[^\s{_CJK}{_OPEN}{_CLOSE}]+|[{_CJK}])?[{_CLOSE}]*")
_NAMES = re.compile(r"\s+|[^\s、，；／/]+[、，；／/]*|[、，；／/]+")
_INSIDE_NAMES = re.compile("[^·]+·?|·")


@dataclass(frozen=True, slots=True)
class Lines:
    """A text that was fitted into a width: its lines, and the size in which they fit."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """From the top of the first line to the foot of the last, in points."""
        return len(self.lines) * self.size * LEADING


def fit(setter: Typesetter, text: str, kind: Kind, size: float, width: float) -> Lines:
    """Fit `text` into `width` points: figures shrink, names wrap between names, words anywhere.

    Words that nearly fit into fewer lines shrink a little rather than leave a character alone on the last.
    A name that is too long alone shrinks to four fifths, then breaks at its middle dots, then anywhere.
    Nothing is cut off and nothing leaves the width, except a figure beyond half size.
    """
    if "\n" not in text:
        natural = setter.width(text, size)
        if natural <= width:
            return Lines((text,), size)
        if kind not in (Kind.TEXT, Kind.NAME):
            return Lines((text,), max(size * width / natural, size * SMALLEST_FIGURE))
        if kind is Kind.TEXT and natural * SMALLEST_TEXT <= width:
            return Lines((text,), size * width / natural)
    if kind is Kind.NAME:
        size = _size_for_names(setter, text, size, width)
    lines = Lines(tuple(_wrapped(setter, text, kind, size, width)), size)
    return _drawn_in(setter, text, lines, width) if kind is Kind.TEXT else lines


def _drawn_in(setter: Typesetter, text: str, lines: Lines, width: float) -> Lines:
    """The same a little smaller, where that saves a last line of a character or two."""
    if len(lines.lines) > MOST_DRAWN_IN or setter.width_of_em(lines.lines[-1]) > LONELY:
        return lines
    size = lines.size
    while size > lines.size * SMALLEST_TEXT:
        size -= lines.size * 0.02
        fewer = _wrapped(setter, text, Kind.TEXT, size, width)
        if len(fewer) < len(lines.lines):
            return Lines(tuple(fewer), size)
    return lines


def fit_cell(setter: Typesetter, text: str, kind: Kind, size: float, width: float) -> Lines:
    """Fit a cell of a table as `fit` does; a name of up to `LONGEST_NAME` that would take more than three
    lines shrinks until three are enough, to three fifths at most: one long unit makes no row as tall as four.
    """
    lines = fit(setter, text, kind, size, width)
    long = kind is Kind.TEXT and len(lines.lines) > FEW_LINES and setter.width_of_em(text) <= LONGEST_NAME
    small, least = size, max(size * SMALLEST_LONG, SMALLEST_POINTS)
    while long and small > least and len(lines.lines) > FEW_LINES:
        small = max(small - size * 0.03, least)
        lines = Lines(tuple(_wrapped(setter, text, kind, small, width)), small)
    return lines


def fit_box(setter: Typesetter, text: str, kind: Kind, size: float, width: float, height: float) -> Lines:
    """Fit `text` into `width` by `height` points: wrapped as `fit` does, and as small as it must be."""
    lines = fit(setter, text, kind, size, width)
    while lines.height > height and size > 1:
        size *= 0.94
        lines = fit(setter, text, kind, size, width)
    return lines


def longest_token(setter: Typesetter, text: str, kind: Kind) -> float:
    """The width, in sizes, of the longest piece of `text` that should stay whole."""
    return max((setter.width_of_em(token) for token in _tokens(text, kind)), default=0.0)


def _size_for_names(setter: Typesetter, text: str, size: float, width: float) -> float:
    longest = longest_token(setter, text, Kind.NAME) * size
    if width < longest <= width / SMALLEST_NAME:
        return size * width / longest * 0.999  # a hair less, so that rounding does not break it after all
    return size


def _tokens(text: str, kind: Kind) -> list[str]:
    pattern = _NAMES if kind is Kind.NAME else _WORDS
    return [token for token in pattern.findall(text) if token]


def _wrapped(setter: Typesetter, text: str, kind: Kind, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines.extend(_fill(setter, _tokens(paragraph, kind), size, width))
    return lines


def _fill(setter: Typesetter, tokens: list[str], size: float, width: float) -> list[str]:
    """Fill lines with tokens, as many as fit; one that is wider than a line is broken."""
    lines, line, room = [], "", width
    for token in tokens:
        for piece in _pieces(setter, token, size, width):
            needed = setter.width(piece, size)
            if needed > room and line:
                lines.append(line.rstrip())
                line, room = "", width
                if piece.isspace():
                    continue
            line, room = line + piece, room - needed
    return [*lines, line.rstrip()]


def _pieces(setter: Typesetter, token: str, size: float, width: float) -> list[str]:
    if setter.width(token, size) <= width or token.isspace():
        return [token]
    parts = _INSIDE_NAMES.findall(token)
    return [part for whole in parts for part in ([whole] if setter.width(whole, size) <= width else whole)]


def draw(
    canvas: Canvas,
    setter: Typesetter,
    text: str,
    *,
    x: float,
    y: float,
    size: float,
    align: Align = "left",
    bold: bool = False,
    colour: Color = INK,
) -> None:
    """Draw one line with its foot at `y`; `x` is its left end, middle or right end as `align` says.

    Bold is the regular face with a hair line round the letters: a second face would double the download.
    """
    if align != "left":
        x -= setter.width(text, size) * (0.5 if align == "center" else 1)
    line = canvas.beginText(x, y)
    canvas.setFillColor(colour)
    if bold:
        canvas.setStrokeColor(colour)
        canvas.setLineWidth(size / 36)
        line.setTextRenderMode(2)
    for name, piece in setter.runs(text):
        line.setFont(name, size)
        line.textOut(piece)
    if bold:
        line.setTextRenderMode(0)
    canvas.drawText(line)


def draw_lines(
    canvas: Canvas,
    setter: Typesetter,
    lines: Lines,
    *,
    x: float,
    top: float,
    align: Align = "left",
    bold: bool = False,
    colour: Color = INK,
) -> None:
    """Draw fitted lines below each other, the first one's upper edge at `top`."""
    for number, text in enumerate(lines.lines, start=1):
        y = top - number * lines.size * LEADING + lines.size * 0.36
        draw(canvas, setter, text, x=x, y=y, size=lines.size, align=align, bold=bold, colour=colour)


def tick_box(canvas: Canvas, x: float, y: float, side: float) -> None:
    """Draw an empty box to tick, its lower left corner at (x, y): a shape, so that no font can lack it."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.7)
    canvas.rect(x, y, side, side, stroke=1, fill=0)


def hatch(canvas: Canvas, x: float, y: float, width: float, height: float, gap: float = 3.2) -> None:
    """Hatch a rectangle with thin slanting lines: how 东西 is told from 南北 on black-and-white paper."""
    canvas.saveState()
    frame = canvas.beginPath()
    frame.rect(x, y, width, height)
    canvas.clipPath(frame, stroke=0, fill=0)
    canvas.setStrokeColor(HexColor("#a9a190"))
    canvas.setLineWidth(0.4)
    strokes = int((width + height) / gap) + 1
    canvas.lines([(x + n * gap - height, y, x + n * gap, y + height) for n in range(strokes)])
    canvas.restoreState()
