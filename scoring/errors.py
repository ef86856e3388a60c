"""Every mistake that a person can mend, as a code with its figures; the sentences are the site's business."""

from __future__ import annotations


class ScoringError(Exception):
    """Something that a person wrote cannot stand.

    `code` is a stable word such as `level_out_of_range`; `params` are the figures that a sentence about it
    needs. Nothing here is meant to be read by people.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class InvalidRules(ScoringError):
    """A rule set that contradicts itself or is not of the agreed shape; `path` leads to the key."""

    def __init__(self, code: str, path: str, **params: object) -> None:
        super().__init__(code, **params)
        self.path = path


class InvalidScoresheet(ScoringError):
    """A scoresheet that cannot be true.

    `field` is the sheet's own name of the place (`ns_level`, `ew_level`, `passed_a`, `passed_gain`,
    `in_play`, `winner`, `ended`, `deals`, `seconds`, `forfeit`, `awarded_loss`) or None when it is the whole.
    """

    def __init__(self, code: str, field: str | None = None, **params: object) -> None:
        super().__init__(code, **params)
        self.field = field


class NeedsMore(ScoringError):
    """Typed levels that the rules cannot score yet.

    `fields` names what is still to be asked, in asking order; `choices` has the possible answers by field.
    """

    def __init__(self, fields: tuple[str, ...], choices: dict[str, tuple[str, ...]]) -> None:
        super().__init__("needs_more", fields=fields, choices=choices)
        self.fields = fields
        self.choices = choices
