"""A scheme of points between form and JSON: a ready one, own figures, or the one that stands."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.errors import InvalidRules
from tournament.wording.rules import SCHEMES

OWN_TABLE, OWN_MATCH_POINTS, STANDING = "own-table", "own-match-points", "standing"
CHOICES = [
    *SCHEMES.items(),
    (OWN_MATCH_POINTS, _("自定场分：胜、平、负各多少")),
    (OWN_TABLE, _("自定换算表：级差 0、1、2……各得多少")),
]
# Where a mistake in a scheme's JSON belongs on the form.
FIELD_OF_PATH = {
    "scheme.winner": "own_winner",
    "scheme.loser": "own_loser",
    "scheme.draw": "own_draw",
    "scheme.win": "own_win",
    "scheme.loss": "own_loss",
}


def choices_for(standing: object) -> list[tuple[str, Any]]:
    """The choices of a form; a scheme of a kind that the form cannot edit is offered as it stands."""
    if isinstance(standing, Mapping) and standing["kind"] not in ("table", "match-points"):
        return [(STANDING, _("保持现在的自定办法")), *CHOICES]
    return CHOICES


def initial_of(scheme: object) -> dict[str, Any]:
    """A scheme's JSON as the form shows it."""
    if isinstance(scheme, str):
        return {"scheme": scheme}
    figures: Mapping[str, Any] = scheme if isinstance(scheme, Mapping) else {}
    if figures.get("kind") == "table":
        return {
            "scheme": OWN_TABLE,
            "own_winner": " ".join(figures["winner"]),
            "own_loser": " ".join(figures["loser"]),
            "own_draw": " ".join(figures.get("draw") or ()),
        }
    if figures.get("kind") == "match-points":
        return {
            "scheme": OWN_MATCH_POINTS,
            "own_win": figures["win"],
            "own_even": figures["draw"] or "",
            "own_loss": figures["loss"],
        }
    return {"scheme": STANDING}


def scheme_of(data: Mapping[str, Any], standing: object) -> object:
    """The chosen scheme as JSON, from cleaned data; "" while none is chosen."""
    chosen = data.get("scheme", "")
    if chosen == OWN_TABLE:
        return _table(data)
    if chosen == OWN_MATCH_POINTS:
        return _match_points(data)
    return standing if chosen == STANDING else chosen


def _match_points(data: Mapping[str, Any]) -> dict[str, object]:
    for key in ("win", "loss"):
        if not data.get(f"own_{key}"):
            raise InvalidRules("figure_missing", f"scheme.{key}")
    figures = {key: data[f"own_{key}"] for key in ("win", "loss")}
    return {"kind": "match-points", "draw": data.get("own_even") or None, **figures}


def _table(data: Mapping[str, Any]) -> dict[str, object]:
    winner, loser, draw = (data.get(key, []) for key in ("own_winner", "own_loser", "own_draw"))
    if not winner:
        raise InvalidRules("table_is_empty", "scheme.winner")
    table: dict[str, object] = {"kind": "table", "winner": winner, "loser": loser or _mirrored(winner)}
    if draw:
        table["draw"] = [*draw, *draw] if len(draw) == 1 else draw
    return table


def _mirrored(winner: list[str]) -> list[str]:
    """The loser's row when only the winner's was typed: both sides together get the same in every row."""
    try:
        total = 2 * Decimal(winner[0])
        return [f"{total - Decimal(points):f}" for points in winner]
    except InvalidOperation:
        return winner  # the codec names the figure that is wrong
