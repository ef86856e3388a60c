"""A book's cover: logo, the event's full name, what book it is, days and place, the houses behind it."""

from __future__ import annotations

from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from .book import Cover
from .paper import Kind, cleaned
from .typefaces import Typesetter
from .typeset import INK, QUIET, Lines, draw, draw_lines, fit, fit_box

SHORTEST_SPREAD = 4  # characters of a title up to which it is spread (秩　序　册)


def draw_cover(canvas: Canvas, setter: Typesetter, cover: Cover, size: tuple[float, float]) -> None:
    """Draw the cover on a page of `size`, everything in proportion to it; nothing leaves the page."""
    width, height = size
    unit = height / A4[1]
    middle = width / 2
    _frame(canvas, width, height, unit)
    top = _logo(canvas, cover, middle, height * 0.9, unit)
    top = _name(canvas, setter, cover, middle, top, width * 0.78, unit)
    _title(canvas, setter, cover, middle, min(top - 74 * unit, height * 0.52), width * 0.78, unit)
    foot = _houses(canvas, setter, cover, middle, width * 0.74, unit)
    _facts(canvas, setter, cover, middle, foot + 22 * unit, width * 0.74, unit)


def _frame(canvas: Canvas, width: float, height: float, unit: float) -> None:
    """Two lines round the page: a strong one and a thin one inside."""
    canvas.setStrokeColor(INK)
    for inset, weight in ((34 * unit, 1.6 * unit), (39 * unit, 0.5 * unit)):
        canvas.setLineWidth(weight)
        canvas.rect(inset, inset, width - 2 * inset, height - 2 * inset, stroke=1, fill=0)


def _logo(canvas: Canvas, cover: Cover, middle: float, top: float, unit: float) -> float:
    """Draw the logo; returns where the event's name may begin."""
    if cover.logo is None:
        return top - 70 * unit
    image = ImageReader(BytesIO(cover.logo))
    wide, high = image.getSize()
    scale = min(220 * unit / wide, 100 * unit / high)
    wide, high = wide * scale, high * scale
    canvas.drawImage(image, middle - wide / 2, top - high, wide, high, mask="auto")
    return top - high - 34 * unit


def _name(
    canvas: Canvas, setter: Typesetter, cover: Cover, middle: float, top: float, width: float, unit: float
) -> float:
    """The event's name and the subtitle; returns where they end."""
    lines = _balanced(setter, cover.event_name, 29 * unit, width, 150 * unit)
    draw_lines(canvas, setter, lines, x=middle, top=top, align="center", bold=True)
    top -= lines.height
    if cover.subtitle:
        below = fit_box(setter, cleaned(cover.subtitle), Kind.TEXT, 15 * unit, width, 60 * unit)
        draw_lines(canvas, setter, below, x=middle, top=top - 10 * unit, align="center", colour=QUIET)
        top -= below.height + 10 * unit
    return top


def _balanced(setter: Typesetter, text: str, size: float, width: float, height: float) -> Lines:
    """Text in as few lines as it needs; two of them are about equal, and no quotation is torn."""
    lines = fit_box(setter, cleaned(text), Kind.TEXT, size, width, height)
    if len(lines.lines) != 2:
        return lines
    halves = [halves for at in range(1, len(text)) if (halves := _torn_at(text, at))]
    fitting = [
        (max(widths), pair)
        for pair in halves
        if max(widths := [setter.width(half, lines.size) for half in pair]) <= width
    ]
    return Lines(min(fitting)[1], lines.size) if fitting else lines


def _torn_at(text: str, at: int) -> tuple[str, str] | None:
    """Both halves, where a line may end there: outside quotes and words, not before a closing sign."""
    before, after = text[:at], text[at:]
    inside = any(
        before.count(one) > before.count(other) for one, other in ("“”", "《》", "（）", "()", "「」")
    )
    word = before[-1].isascii() and after[0].isascii() and not (before[-1] + after[0]).isspace()
    if inside or (word and before[-1] != " ") or after[0] in "”》）)」，。、；：！？ ":
        return None
    return before.strip(), after.strip()


def _title(
    canvas: Canvas, setter: Typesetter, cover: Cover, middle: float, y: float, width: float, unit: float
) -> None:
    """What book it is, the largest word of the page; a short Chinese one is spread."""
    title = cleaned(cover.title)
    if len(title) <= SHORTEST_SPREAD and not title.isascii():
        title = "\u3000".join(title)
    lines = fit_box(setter, title, Kind.TEXT, 46 * unit, width, 110 * unit)
    draw_lines(canvas, setter, lines, x=middle, top=y, align="center", bold=True)


def _houses(
    canvas: Canvas, setter: Typesetter, cover: Cover, middle: float, width: float, unit: float
) -> float:
    """主办, 承办 …: labels in one column, names in the other, up from the page's foot; returns their top."""
    foot, size, gap = 82 * unit, 13 * unit, 8 * unit
    if not cover.houses:
        return foot
    labels = [_("%s：") % label for label, _names in cover.houses]
    room = max(setter.width(label, size) for label in labels)
    blocks = [_names_of(setter, names, size, width - room) for _label, names in cover.houses]
    most = sum(block.height + gap for block in blocks)
    if most > 170 * unit:
        size *= 170 * unit / most
        room = max(setter.width(label, size) for label in labels)
        blocks = [_names_of(setter, names, size, width - room) for _label, names in cover.houses]
    widest = max(setter.width(line, block.size) for block in blocks for line in block.lines)
    left = middle - (room + widest) / 2
    top = foot + sum(block.height + gap for block in blocks)
    y = top
    for label, block in zip(labels, blocks, strict=True):
        draw(canvas, setter, label, x=left, y=y - size * 1.0, size=size, colour=QUIET)
        draw_lines(canvas, setter, block, x=left + room, top=y)
        y -= block.height + gap
    return top


def _names_of(setter: Typesetter, names: tuple[str, ...], size: float, width: float) -> Lines:
    """Names below each other, none broken that fits."""
    wrapped = [line for name in names for line in fit(setter, cleaned(name), Kind.TEXT, size, width).lines]
    return Lines(tuple(wrapped), size)


def _facts(
    canvas: Canvas, setter: Typesetter, cover: Cover, middle: float, foot: float, width: float, unit: float
) -> None:
    """Days and place, the last line lowest."""
    for fact in reversed(cover.facts):
        lines = fit_box(setter, cleaned(fact), Kind.TEXT, 15 * unit, width, 44 * unit)
        draw_lines(canvas, setter, lines, x=middle, top=foot + lines.height, align="center")
        foot += lines.height + 4 * unit
