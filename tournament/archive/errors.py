"""What is wrong with a file, and where in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pairing.errors import PairingError
from scoring.errors import ScoringError
from tournament.errors import ActionRefused

Step = str | int


class ArchiveRefused(ActionRefused):
    """A file that cannot be loaded; nothing was stored.

    `path` is the JSON path of the place (`$.stages[0].rounds[1].matches[3].ns`).
    """

    def __init__(self, code: str, path: str, **params: Any) -> None:
        super().__init__(code, **params)
        self.path = path

    @classmethod
    def of(cls, error: ScoringError | PairingError, path: str) -> ArchiveRefused:
        """An error of the pure packages, found in the file at `path`."""
        refused = cls("archive", path)
        refused.code, refused.params = error.code, dict(error.params)
        return refused


def json_path(steps: Iterable[Step]) -> str:
    """Steps into a document as a JSON path: `$.stages[0].left["6"]`."""
    path = "$"
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif step.isidentifier() and step.isascii():
            path += f".{step}"
        else:
            path += f'["{step}"]'
    return path
