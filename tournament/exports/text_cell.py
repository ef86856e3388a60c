"""Text in a cell of a workbook that people fill in."""

from openpyxl.cell.cell import Cell, MergedCell

from .paper import cleaned

_FORMULA = ("=", "+", "-", "@")


def put_text(cell: Cell | MergedCell, text: str) -> None:
    """Write `text` as text, also where it begins like a formula, and after somebody edits it; "" leaves the
    cell empty."""
    if not text:
        return
    cell.value = cleaned(text)
    if text.startswith(_FORMULA):
        cell.data_type = "s"
        cell.quotePrefix = True
