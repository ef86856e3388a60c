"""What a person can mend: codes, worded in `wording/`, never sentences here."""

from __future__ import annotations

from typing import Any


class ActionRefused(Exception):
    """An action that cannot be done now; nothing was changed.

    `code` finds the sentence, `params` fill it, `field` says beside which field it belongs ("" for the page).
    """

    def __init__(self, code: str, *, field: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params


class Conflict(ActionRefused):
    """Somebody else was first: the form was based on a version that is no longer current.

    `current` is what stands now, so that the person sees both and chooses.
    """

    def __init__(self, code: str = "changed_by_another", *, current: object = None, **params: Any) -> None:
        super().__init__(code, **params)
        self.current = current
