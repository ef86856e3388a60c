"""A section drawn as a ledger: heading, heads, rows between thin lines; heads repeat on each page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from .columns import widths
from .paper import Align, Column, Kind, Section, cleaned, places, shown
from .typefaces import Typesetter
from .typeset import (
    HAIR,
    INK,
    LEADING,
    NS_TINT,
    SIDE_INK,
    WHITE,
    Lines,
    draw_lines,
    fit,
    fit_cell,
    hatch,
    tick_box,
)

LINES_CENTRED = 3  # in a row with more lines, short cells stand at its top
STRIKE = 0.7  # of a line's size above its foot: through the middle of a Chinese character
SMALLEST_PART = 3  # lines of a row that may stand alone before or after a page's end


@dataclass(frozen=True, slots=True)
class GridStyle:
    """Sizes of a section's type and room, in points; `page` is the height that a page offers."""

    body: float
    head: float
    heading: float
    pad_x: float
    pad_y: float
    roomy: float
    page: float


@dataclass(frozen=True, slots=True)
class LaidRow:
    """A row whose cells were fitted into their columns."""

    cells: tuple[Lines, ...]
    height: float
    strong: bool = False  # a stronger line follows
    struck: bool = False  # it no longer counts
    whole: "LaidRow | None" = None  # as it looks at a page's top, where cells that stand once are told again


@dataclass(frozen=True, slots=True)
class Layout:
    """What all parts of a split section share."""

    section: Section
    style: GridStyle
    setter: Typesetter
    widths: tuple[float, ...]
    heading: Lines
    heads: tuple[Lines, ...]
    groups: tuple[tuple[int, int, Lines], ...]  # first column, one past the last, text

    @property
    def heading_height(self) -> float:
        return self.heading.height + self.style.pad_y * 2 if self.heading.lines[0] else 0.0

    @property
    def group_height(self) -> float:
        if not self.groups:
            return 0.0
        return max(lines.height for _first, _end, lines in self.groups) + self.style.pad_y * 1.4

    @property
    def head_height(self) -> float:
        return max(lines.height for lines in self.heads) + self.style.pad_y * 2


def lay_out(sections: Sequence[Section], width: float, style: GridStyle, setter: Typesetter) -> list["Grid"]:
    """Lay sections out for a page `width` points wide: column widths by content, every cell fitted.

    Sections with the same columns get the same widths, so that their columns stand below each other.
    A section without rows shows its sentence in their place. One grid a section, in their order.
    """
    texts = {id(section): texts_of(section) for section in sections}
    shared: dict[tuple[Column, ...], tuple[float, ...]] = {}
    for columns in {section.columns: None for section in sections}:
        rows = [row for section in sections if section.columns == columns for row in texts[id(section)]]
        shared[columns] = widths(columns, rows, width, style.body, style.pad_x, setter)
    return [
        _grid(section, texts[id(section)], shared[section.columns], width, style, setter)
        for section in sections
    ]


def texts_of(section: Section) -> list[tuple[str, ...]]:
    """A section's cells as people read them, each decimal column with as many places as it needs."""
    columns = section.columns
    decimals = [places([row[n] for row in section.rows]) for n in range(len(columns))]
    return [
        tuple(shown(cell, column, d) for cell, column, d in zip(row, columns, decimals, strict=True))
        for row in section.rows
    ]


def _grid(
    section: Section,
    texts: list[tuple[str, ...]],
    column_widths: tuple[float, ...],
    width: float,
    style: GridStyle,
    setter: Typesetter,
) -> "Grid":
    heads = tuple(
        fit(setter, cleaned(column.title), Kind.TEXT, style.head, room - 2 * style.pad_x)
        for column, room in zip(section.columns, column_widths, strict=True)
    )
    layout = Layout(
        section=section,
        style=style,
        setter=setter,
        widths=column_widths,
        heading=fit(setter, cleaned(section.heading), Kind.TEXT, style.heading, width),
        heads=heads,
        groups=_groups(section.columns, column_widths, style, setter),
    )
    return Grid(layout, list(_rows(layout, texts)))


def _rows(layout: Layout, texts: list[tuple[str, ...]]) -> Iterator[LaidRow]:
    """Every row; one that repeats a cell of a `once` column leaves it out and keeps its whole self beside."""
    columns = layout.section.columns
    for number, row in enumerate(texts):
        before = texts[number - 1] if number else ()
        seen = tuple(
            "" if column.once and before and before[n] == row[n] else row[n]
            for n, column in enumerate(columns)
        )
        laid = _row(layout, number, seen)
        yield laid if seen == row else replace(laid, whole=_row(layout, number, row))


def _groups(
    columns: tuple[Column, ...], column_widths: tuple[float, ...], style: GridStyle, setter: Typesetter
) -> tuple[tuple[int, int, Lines], ...]:
    found = []
    for name, members in groupby(range(len(columns)), key=lambda n: columns[n].group):
        if name:
            first, *rest = members
            end = (rest or [first])[-1] + 1
            room = sum(column_widths[first:end]) - 2 * style.pad_x
            found.append((first, end, fit(setter, cleaned(name), Kind.TEXT, style.head, room)))
    return tuple(found)


def _row(layout: Layout, number: int, texts: tuple[str, ...]) -> LaidRow:
    style = layout.style
    cells = tuple(
        fit_cell(layout.setter, text, column.kind, style.body, width - 2 * style.pad_x)
        for text, column, width in zip(texts, layout.section.columns, layout.widths, strict=True)
    )
    height = max(cell.height for cell in cells) + 2 * style.pad_y
    least = style.roomy if layout.section.roomy else 0.0
    section = layout.section
    return LaidRow(cells, max(height, least), number in section.rule_after, number in section.struck)


class Grid(Flowable):
    """The drawable part of a section: its rows from one page's top to its end."""

    def __init__(self, layout: Layout, rows: list[LaidRow], *, continued: bool = False) -> None:
        super().__init__()
        if continued and rows and rows[0].whole:
            rows = [rows[0].whole, *rows[1:]]
        self.layout, self.rows, self.continued = layout, rows, continued
        self.width = sum(layout.widths)
        self.top = layout.heading_height + layout.group_height + layout.head_height
        self._empty = None if rows or continued else self._empty_lines()
        self.height = self.top + sum(row.height for row in rows) + self._empty_height()

    def _empty_lines(self) -> Lines:
        style = self.layout.style
        sentence = self.layout.section.empty_sentence
        return fit(self.layout.setter, cleaned(sentence), Kind.TEXT, style.body, self.width - 2 * style.pad_x)

    def _empty_height(self) -> float:
        return self._empty.height + 4 * self.layout.style.pad_y if self._empty else 0.0

    @property
    def least(self) -> float:
        """The height in which it can begin: heads and two rows, or what stands in the place of rows."""
        return self.top + sum(row.height for row in self.rows[:2]) + self._empty_height()

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """The size it takes; it was laid out for its page's width already."""
        return self.width, self.height

    def split(self, _width: float, height: float) -> list["Grid"]:
        """Split into what fits into `height` and the rest; [] sends all to the next page.

        A row too tall for any page is split between its lines, so that a long note never stops the printing.
        """
        room, count = height - self.top, 0
        while count < len(self.rows) and self.rows[count].height <= room:
            room -= self.rows[count].height
            count += 1
        head, tail = self.rows[:count], self.rows[count:]
        if tail and tail[0].height > self.layout.style.page - self.top:
            head, tail = self._split_row(head, tail, room)
        elif count < min(2, len(self.rows) - 1):
            return []  # no heading with a single row below it at a page's foot
        if not head or not tail:
            return []
        return [
            Grid(self.layout, head, continued=self.continued),
            Grid(self.layout, tail, continued=True),
        ]

    def parted(self, count: int) -> tuple["Grid | None", "Grid"]:
        """Its rows but the last `count`, and those; None and all of it where few more would stay before."""
        if len(self.rows) < 2 * count:
            return None, self
        before = Grid(self.layout, self.rows[:-count], continued=self.continued)
        return before, Grid(self.layout, self.rows[-count:], continued=True)

    def _split_row(
        self, head: list[LaidRow], tail: list[LaidRow], room: float
    ) -> tuple[list[LaidRow], list[LaidRow]]:
        row, style = tail[0], self.layout.style
        size = max(cell.size for cell in row.cells)
        fitting = int((room - 2 * style.pad_y) / (size * LEADING))
        if fitting < SMALLEST_PART:
            return head, tail
        upper, lower = (_part(row, slice(fitting), style), _part(row, slice(fitting, None), style))
        return [*head, replace(upper, strong=False)], [lower, *tail[1:]]

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it."""
        canvas: Canvas = self.canv
        top = self._draw_heading(canvas, self.height)
        top = self._draw_heads(canvas, top)
        for row in self.rows:
            self._draw_row(canvas, row, top)
            top -= row.height
            _line(canvas, self.width, top, 0.9 if row.strong else 0.35, INK if row.strong else HAIR)
        if self._empty:
            pad = self.layout.style.pad_y
            setter = self.layout.setter
            draw_lines(canvas, setter, self._empty, x=self.width / 2, top=top - 2 * pad, align="center")
        _line(canvas, self.width, 0, 0.9, INK)

    def _draw_heading(self, canvas: Canvas, top: float) -> float:
        if self.layout.heading_height:
            lines = self.layout.heading
            if self.continued:
                lines = replace(lines, lines=(*lines.lines[:-1], _("%s（续）") % lines.lines[-1]))
            draw_lines(canvas, self.layout.setter, lines, x=0, top=top - self.layout.style.pad_y, bold=True)
        return top - self.layout.heading_height

    def _draw_heads(self, canvas: Canvas, top: float) -> float:
        layout, pad = self.layout, self.layout.style.pad_x
        middle, foot = top - layout.group_height, top - layout.group_height - layout.head_height
        self._draw_sides(canvas, top, foot)
        edges = self._edges()
        for first, end, lines in layout.groups:
            side = layout.section.columns[first].side
            x = (edges[first] + edges[end]) / 2
            _plate(canvas, layout, lines, x, top - layout.style.pad_y * 0.7, side)
            _line(canvas, edges[end] - pad, middle, 0.35, HAIR, start=edges[first] + pad)
        for n, (column, lines) in enumerate(zip(layout.section.columns, layout.heads, strict=True)):
            x, align = _anchor(column, edges[n], edges[n + 1], pad)
            base = foot + layout.style.pad_y + lines.height
            colour = SIDE_INK[column.side]
            draw_lines(canvas, layout.setter, lines, x=x, top=base, align=align, colour=colour)
        _line(canvas, self.width, top, 0.9, INK)
        _line(canvas, self.width, foot, 0.9, INK)
        return foot

    def _draw_sides(self, canvas: Canvas, top: float, foot: float) -> None:
        """Mark the heads of 南北 with a tint and of 东西 with hatching; the words stand there too."""
        edges = self._edges()
        columns = self.layout.section.columns
        for side, members in groupby(range(len(columns)), key=lambda n: columns[n].side):
            first, *rest = members
            left, right = edges[first], edges[(rest or [first])[-1] + 1]
            marked = top if not self.layout.groups else top - self.layout.group_height
            if side == "ns":
                canvas.setFillColor(NS_TINT)
                canvas.rect(left, foot, right - left, top - foot, stroke=0, fill=1)
            elif side == "ew" and self.layout.groups:
                hatch(canvas, left, marked, right - left, top - marked)
            elif side == "ew":
                hatch(canvas, left, foot, right - left, self.layout.style.pad_y * 0.8)

    def _draw_row(self, canvas: Canvas, row: LaidRow, top: float) -> None:
        layout = self.layout
        edges = self._edges()
        tallest = max(cell.height for cell in row.cells)
        long = max(len(cell.lines) for cell in row.cells) > LINES_CENTRED
        first = top - (row.height - tallest) / 2
        for n, (column, cell) in enumerate(zip(layout.section.columns, row.cells, strict=True)):
            if column.kind is Kind.BLANK and n:
                _upright(canvas, edges[n], top, row.height)
            if column.kind is Kind.BOX:
                side = layout.style.body
                tick_box(canvas, (edges[n] + edges[n + 1] - side) / 2, top - (row.height + side) / 2, side)
            elif cell.lines != ("",):
                x, align = _anchor(column, edges[n], edges[n + 1], layout.style.pad_x)
                lower = 0 if long else (tallest - cell.height) / 2
                draw_lines(canvas, layout.setter, cell, x=x, top=first - lower, align=align)
                if row.struck and not column.kept:
                    _strike(canvas, layout.setter, cell, x, first - lower, align)

    def _edges(self) -> list[float]:
        edges = [0.0]
        for width in self.layout.widths:
            edges.append(edges[-1] + width)
        return edges


def _part(row: LaidRow, lines: slice, style: GridStyle) -> LaidRow:
    cells = tuple(replace(cell, lines=cell.lines[lines] or ("",)) for cell in row.cells)
    return LaidRow(cells, max(cell.height for cell in cells) + 2 * style.pad_y, row.strong, row.struck)


def _plate(canvas: Canvas, layout: Layout, lines: Lines, x: float, top: float, side: str) -> None:
    """Draw a common head; over hatching on a white plate, so that the word stays readable."""
    if side == "ew":
        width = max(layout.setter.width(text, lines.size) for text in lines.lines) + 8
        canvas.setFillColor(WHITE)
        canvas.rect(x - width / 2, top - lines.height, width, lines.height, stroke=0, fill=1)
    draw_lines(canvas, layout.setter, lines, x=x, top=top, align="center", colour=SIDE_INK[side])


def _anchor(column: Column, left: float, right: float, pad: float) -> tuple[float, Align]:
    align = column.align or ("right" if column.is_number else "left")
    if column.kind is Kind.BOX:
        align = "center"
    x = {"left": left + pad, "center": (left + right) / 2, "right": right - pad}[align]
    return x, align


def _line(canvas: Canvas, end: float, y: float, weight: float, colour: object, *, start: float = 0) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(weight)
    canvas.line(start, y, end, y)


def _strike(canvas: Canvas, setter: Typesetter, cell: Lines, x: float, top: float, align: Align) -> None:
    """Strike out a cell's lines, as long as their text."""
    shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
    for number, text in enumerate(cell.lines, start=1):
        width = setter.width(text, cell.size)
        start = x - width * shift
        y = top - number * cell.size * LEADING + cell.size * STRIKE
        _line(canvas, start + width, y, 0.7, INK, start=start)


def _upright(canvas: Canvas, x: float, top: float, height: float) -> None:
    canvas.setStrokeColor(HAIR)
    canvas.setLineWidth(0.35)
    canvas.line(x, top, x, top - height)
