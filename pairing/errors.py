"""What people can mend, told as a code with its figures; `tournament/wording/` has the sentences."""

from __future__ import annotations

Param = int | str  # a figure or a name that a sentence speaks of


class PairingError(ValueError):
    """A grouping, movement or draw that cannot be made from what was given.

    `code` is stable and worded elsewhere; `params` are the figures that the sentence names.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: dict[str, Param] = dict(params)

    def __str__(self) -> str:
        figures = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code}({figures})"
