"""Figures as people read them: exact, without trailing zeros, with a real minus sign."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from scoring.codecs import decimal_text

MINUS = "−"


@lru_cache(maxsize=4096)  # a table of standings has thousands of cells and few different figures
def plain(value: int | Decimal) -> str:
    """A figure without trailing zeros and with a real minus sign: 17, 0.5, −2."""
    return decimal_text(value).replace("-", MINUS)


def signed(value: int | Decimal) -> str:
    """A difference with its sign: +8, −11, 0."""
    return plain(value) if value <= 0 else f"+{plain(value)}"


def clock(seconds: int | Decimal) -> str:
    """A time as minutes and seconds: 41:30."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
