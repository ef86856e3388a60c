"""Fields for rules: figures in any width, lists of figures, radios that start empty, an order to be moved."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.options import HeadToHead, Tiebreak
from tournament.forms.typed_text import TypedText
from tournament.names.cleaning import has_controls, tidy
from tournament.wording.rules import CHOICES

_MINUS = str.maketrans("−–—－", "----")
_PARTED = re.compile(r"[\s,，、;；/|]+")
USUAL_TIEBREAKS = ("head_to_head", "wins", "level_diff_sum", "levels_sum", "lots")
# Orders that are in use (RULES section 5), as ready choices; 相互间成绩 in them compares exactly two.
KNOWN_ORDERS: Mapping[str, tuple[str, ...]] = {
    "usual": USUAL_TIEBREAKS,
    "swiss": ("progressive_cut1", "wins", "level_diff_sum", "levels_sum", "lots"),
    "best": ("head_to_head", "wins", "best_round", "second_best_round"),
    "club": ("opponents_points", "wins", "levels_sum", "lots"),
}


def plain(text: str) -> str:
    """Typed figures as ASCII: full-width digits, points and signs folded, outer spaces gone."""
    return unicodedata.normalize("NFKC", text.translate(_MINUS)).translate(_MINUS).strip()


def date_input() -> forms.DateInput:
    """A date in the form that browsers' calendars want."""
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class TextField(TypedText):
    """One line of text, cleaned as names are: no invisible signs, single spaces."""

    def clean(self, value: Any) -> str:
        typed = str(value or "")
        return str(super().clean(typed if has_controls(typed) else tidy(typed)))


class FigureField(TypedText):
    """Points or a whole number as typed, folded to plain figures; the domain judges them. Empty is ""."""

    widget = forms.TextInput(attrs={"class": "short", "inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: Any) -> str:
        return str(super().clean(plain(value or "")))


class WholeField(FigureField):
    """A whole number, or None when left empty; bounds are the domain's."""

    widget = forms.TextInput(attrs={"class": "short", "inputmode": "numeric", "autocomplete": "off"})

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        text = super().clean(value)
        if not text:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
            raise forms.ValidationError(_("请填整数，例如 60。"))
        return int(text)


class FiguresField(TypedText):
    """A row of figures parted by spaces, commas or line ends, as a list of plain texts."""

    widget = forms.Textarea(attrs={"rows": 3, "inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: Any) -> list[str]:
        text = plain(super().clean(value))
        return [part for part in _PARTED.split(text) if part]


class AnswerField(forms.ChoiceField):
    """One answer of a setting as radio buttons; nothing is chosen unless the form says so."""

    widget = forms.RadioSelect

    def __init__(self, key: str, *, choices: Iterable[tuple[str, Any]] | None = None, **kwargs: Any) -> None:
        offered = CHOICES[key].items() if choices is None else choices
        super().__init__(choices=list(offered), required=False, **kwargs)


class OrderField(forms.Field):
    """Tie-breaks in the order that people chose: one hidden input each, moved by buttons."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[str]:
        known = {key.value for key in Tiebreak}
        order = [str(key) for key in value or ()]
        if set(order) - known or len(set(order)) < len(order):
            raise forms.ValidationError(_("判定次序有误，请重排。"))
        return order


def moved(order: Sequence[str], move: str) -> list[str]:
    """`order` after a press on a button `up:wins`, `down:wins`, `off:wins`, `add:wins` or `take:club`.

    A move that is not possible (the first one up, an unknown word) changes nothing.
    """
    order = [key for key in dict.fromkeys(order) if key in set(Tiebreak)]
    verb, _colon, key = move.partition(":")
    if verb == "take":
        return list(KNOWN_ORDERS.get(key, order))
    if verb == "add" and key in set(Tiebreak) and key not in order:
        return [*order, key]
    if key not in order:
        return order
    place = order.index(key)
    order.pop(place)
    if verb in ("up", "down"):
        order.insert(max(place - 1, 0) if verb == "up" else place + 1, key)
    elif verb != "off":
        order.insert(place, key)
    return order


def move_tiebreaks(data: QueryDict) -> None:
    """Change what was sent as its button `move` says. A known order brings its way of 相互间成绩 along."""
    move = str(data["move"])
    data.setlist("tiebreaks", moved(data.getlist("tiebreaks"), move))
    taken = KNOWN_ORDERS.get(move.removeprefix("take:"), ()) if move.startswith("take:") else ()
    if Tiebreak.HEAD_TO_HEAD in taken:
        data["head_to_head"] = HeadToHead.TWO.value
