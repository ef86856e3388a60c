"""One slip as a second person types it: levels, or who gave the match away, game by game in a series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.scoresheet import Record
from tournament.forms.scoresheet import ScoresheetForm, WalkoverForm
from tournament.forms.series import FAULTS, SeriesForm
from tournament.models import Stage

# A forfeit may not be told from a match that was played: every row has the same fields.
NOT_PLAYED = [
    ("", _("打完")),
    ("forfeit-ns", _("南北弃权")),
    ("forfeit-ew", _("东西弃权")),
    ("forfeit-both", _("双方弃权")),
    ("award-ns", _("南北判负")),
    ("award-ew", _("东西判负")),
]


class SecondReading:
    """What was typed for one table (`data`: the row's own fields). `record` is None while it is blank or
    cannot be, and `errors` say why; `parts` is what a page draws, one a game."""

    def __init__(self, data: Mapping[str, str], stage: Stage) -> None:
        self.data = {**data, "submission": "second"}
        self.kind = data.get("kind", "")
        self.is_blank = not any(text.strip() for text in data.values())
        rules, given = stage.scoring_rules, None if self.is_blank else self.data
        self.whole = WalkoverForm(self.data) if self.kind else None
        self.series = SeriesForm(given, rules=rules) if stage.best_of > 1 else None
        self.sheet = ScoresheetForm(given, rules=rules, knockout=stage.is_knockout)

    @property
    def record(self) -> Record | None:
        """The reading, if it can be one."""
        if self.is_blank:
            return None
        if self.whole is not None:
            return self.whole.record if self.whole.is_valid() else None
        if self.series is not None:
            return self.series.series if self.series.is_valid() else None
        return self.sheet.sheet if self.sheet.is_valid() else None

    @property
    def errors(self) -> list[str]:
        """Every sentence once; what is still asked stands at its question."""
        forms: list[Any] = [self.whole] if self.whole is not None else [self.series or self.sheet]
        if self.whole is None and self.series is not None:
            forms += [one for one in self.series.games if not one.is_blank]
        said = [
            str(error)
            for form in forms
            for name, errors in form.errors.items()
            if name not in getattr(form, "questions", {})
            for error in errors
        ]
        return list(dict.fromkeys(said))

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The fields to draw: of the match, or of each of its three games."""
        if self.series is None:
            return [_part("", "", self.sheet, []) | ({"wrong": set(), "asked": []} if self.kind else {})]
        return [
            _part(f"game{at}-", gettext("第 %(number)s 局") % {"number": at}, game, FAULTS)
            for at, game in enumerate(self.series.games, 1)
        ]


def _part(prefix: str, title: str, form: ScoresheetForm, faults: list[Any]) -> dict[str, Any]:
    asked = form.asked() if form.is_bound and form.errors else []
    fault = form["fault"].value() or "" if faults else ""
    wrong = set(form.errors) if form.is_bound else set()
    drawn = {"prefix": prefix, "title": title, "faults": faults, "fault": fault, "asked": asked}
    return drawn | form.levels_typed() | {"wrong": wrong}
