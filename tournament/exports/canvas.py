"""The canvas that all papers are drawn on: every font embedded, nothing said twice."""

from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from .typefaces import Typesetter

# Seven-bit PDF was for old mail programs; without it files are a fifth smaller and quicker to write.
rl_config.useA85 = 0


class FrugalCanvas(Canvas):
    """A canvas that writes a colour or a line's weight only when it changes.

    Lists set the same ink for thousands of cells; writing it each time took a third of the time.
    """

    def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:  # reportlab's names
        """Fill and write in this colour from here on."""
        if aColor is not self._fillColorObj or alpha is not None:
            super().setFillColor(aColor, alpha)

    def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:  # reportlab's names
        """Draw lines in this colour from here on."""
        if aColor is not self._strokeColorObj or alpha is not None:
            super().setStrokeColor(aColor, alpha)

    def setLineWidth(self, width: float) -> None:  # reportlab's name
        """Draw lines with this weight, in points, from here on."""
        if width != self._lineWidth:
            super().setLineWidth(width)


def new_canvas(buffer: BytesIO, size: tuple[float, float], setter: Typesetter) -> Canvas:
    """A canvas for a new PDF that names no font but embedded ones."""
    return FrugalCanvas(buffer, pagesize=size, lang="zh-CN", initialFontName=setter.main)
