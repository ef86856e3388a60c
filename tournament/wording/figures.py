"""Figures as people read them: exact, without trailing zeros, with a real minus sign."""

from __future__ import annotations

from decimal import Decimal

MINUS = "−"


def plain(value: int | Decimal) -> str:
    """A figure without trailing zeros and with a real minus sign: 17, 0.5, −2."""
    text = format(value, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", MINUS)


def signed(value: int | Decimal) -> str:
    """A difference with its sign: +8, −11, 0."""
    return plain(value) if value <= 0 else f"+{plain(value)}"


def clock(seconds: int | Decimal) -> str:
    """A time as minutes and seconds: 41:30."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
