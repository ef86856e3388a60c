"""How a maker says how far it is."""

from __future__ import annotations

from typing import Protocol


class Tell(Protocol):
    """Called from the maker's own thread; what it raises stops the making."""

    def __call__(self, percent: int, now: str = "") -> None:
        """`percent` of the file is made, and `now` is being made ("" where nothing new began)."""
        ...
