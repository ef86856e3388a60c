"""A whole match of three games on the table's own page: each game a scoresheet, or given away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.codecs import LEVEL_TEXTS
from scoring.records import MOST_GAMES, AwardedLoss, Forfeit, Game, Scoresheet, Series
from scoring.rules import Rules, Side
from tournament import wording
from tournament.forms.base import WritingForm
from tournament.forms.dropped_deals import MayDropDeals
from tournament.forms.scoresheet import LevelField, ScoresheetForm
from tournament.forms.typed_text import TypedText
from tournament.wording.figures import clock

FAULTS = [
    ("", ""),
    ("forfeit-ns", _("南北弃权")),
    ("forfeit-ew", _("东西弃权")),
    ("award-ns", _("南北判负")),
    ("award-ew", _("东西判负")),
]


class GameForm(ScoresheetForm):
    """One game: two levels, or who gave it away. Left blank where it was not played."""

    fault = forms.ChoiceField(label=_("未打成"), choices=FAULTS, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side in ("ns", "ew"):
            field = cast(LevelField, self.fields[f"{side}_level"])
            field.required, field.may_be_blank = False, True

    @property
    def sides(self) -> list[forms.BoundField]:
        """The two answers that name a side."""
        return [self["winner"], self["in_play"]]

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed for this game."""
        typed = [*self.levels_typed().values(), self["fault"].value() or ""]
        return not any(text.strip() for text in typed)

    def game(self) -> Game | None:
        """The game; None where it is blank or wrong. A game that was given away needs no levels."""
        if what := self.cleaned_data.get("fault"):
            kind, _dash, side = what.partition("-")
            return Forfeit(Side(side)) if kind == "forfeit" else AwardedLoss(Side(side))
        if self.sheet is None and not self.is_blank and not self.errors:
            self.add_error(None, wording.sentence("level_blank"))
        return self.sheet


class SeriesForm(MayDropDeals, WritingForm):
    """All games of a match. After `is_valid`, `series` has those that were played."""

    reason = TypedText(label=_("更正原因"), required=False, max_length=200)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: Rules,
        games: tuple[Game, ...] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.series: Series | None = None
        self.games = [
            GameForm(
                None if data is None else _with_key(data, number),
                prefix=f"game{number}",
                initial=_as_typed(games[number - 1]) if number <= len(games) else None,
                rules=rules,
                knockout=True,
            )
            for number in range(1, MOST_GAMES + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Put the games together; a gap between them is refused, and what is wrong in one stands there."""
        data = super().clean() or self.cleaned_data
        games = [one.game() if not one.is_blank and one.is_valid() else None for one in self.games]
        wrong = [bool(one.errors) for one in self.games if not one.is_blank]
        played = [game for game in games if game is not None]
        if any(wrong):
            self.add_error(None, wording.sentence("game_wrong"))
        elif not played:
            self.add_error(None, wording.sentence("series_without_games"))
        elif games[: len(played)] != played:
            self.add_error(None, wording.sentence("game_left_out"))
        else:
            self.series = Series(tuple(played))
        return data


def _with_key(data: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Each game's form wants a key of its own; the match's will do."""
    return {**{key: data[key] for key in data}, f"game{number}-submission": data.get("submission", "")}


def _as_typed(game: Game) -> dict[str, Any]:
    """A game as one would type it."""
    if isinstance(game, Forfeit):
        return {"fault": f"forfeit-{game.side}"}
    if isinstance(game, AwardedLoss):
        return {"fault": f"award-{game.side}"}
    return _levels_typed(game) | {
        "ended": game.ended,
        "winner": game.winner or "",
        "in_play": game.in_play or "",
        "seconds": "" if game.seconds is None else clock(game.seconds),
    }


def _levels_typed(game: Scoresheet) -> dict[str, str]:
    typed = {}
    for side, level in ((Side.NS, game.ns_level), (Side.EW, game.ew_level)):
        text = "" if level is None else LEVEL_TEXTS[level]
        typed[f"{side}_level"] = f"{text}+{game.passed_gain or ''}" if game.passed_a is side else text
    return typed
