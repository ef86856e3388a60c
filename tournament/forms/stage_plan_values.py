"""Between the answers of a stage's form and the archive's shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament.models import Stage

FROM_STAGE = ("top_per_group", "top", "ranks", "everybody")
DIVIDED = ("draw", "snake")
WITH_ROUNDS = ("rotation", "swiss", "random", "howell")

Json = dict[str, Any]


def entry_of(data: Json) -> Any:
    """Who enters, from the answers."""
    enter = data["enter"]
    if enter == "all":
        return "all"
    if enter == "category":
        return {"category": data["category"]}
    entry: Json = {"from": data["source"], "carry": data.get("carry") or "none"}
    if enter in ("top", "top_per_group"):
        entry[enter] = data["top"]
    if enter == "top_per_group" and data.get("best_next"):
        entry["best_next"] = data["best_next"]
    if enter == "ranks":
        entry["ranks"] = [data["low"], data["high"]]
    cut_tie = data.get("cut_tie") or "lots"
    return entry if cut_tie == "lots" else {**entry, "cut_tie": cut_tie}


def grouping_of(data: Json) -> Json:
    """How the stage is divided, from the answers."""
    method, number = data["group_by"], data.get("group_number")
    if method in DIVIDED or (method == "manual" and number):
        return {"method": method, data["divide"]: number}
    return {"method": method}


def pairing_of(data: Json) -> Json:
    """Who meets whom, from the answers; what is as usual is left out."""
    method = data["method"]
    if method in ("round_robin", "double"):
        return {"method": "round_robin", "legs": 2 if method == "double" else 1}
    if method == "knockout":
        return _knockout(data)
    pairing: Json = {"method": method, "rounds": data["rounds"]}
    if method == "swiss":
        pairing["first_round"] = data.get("first_round") or "draw"
    return pairing


def _knockout(data: Json) -> Json:
    pairing: Json = {"method": "knockout"}
    placing = data.get("placing") or "0"
    if placing != "0":
        pairing["placing"] = True if placing == "all" else int(placing)
    if data.get("bracket") == "redraw":
        pairing["redraw"] = True
        if data.get("lucky_losers"):
            pairing["lucky_losers"] = True
    if data.get("best_of") == "3":
        pairing["best_of"] = 3
    return pairing


def same_unit_of(data: Json) -> Any:
    """Whether pairs of one unit are kept apart, from the answers."""
    choice = data.get("same_unit") or "apart"
    return {"soft_rounds": data["soft_rounds"]} if choice == "soft" else choice


def initial_of(stage: Stage | None, sources: Sequence[Stage]) -> Json:
    """The form's beginning: the stage as it is, or the usual final after the last stage."""
    usual: Json = {
        "enter": "top_per_group" if sources else "all",
        "source": sources[-1].name if sources else None,
        "carry": "none",
        "cut_tie": "lots",
        "group_by": "one",
        "divide": "size",
        "method": "rotation",
        "rounds": 3,
        "first_round": "draw",
        "bracket": "bracket",
        "placing": "0",
        "best_of": "1",
        "same_unit": "apart",
        "first_table": 1,
        "rulebook": "",
    }
    return usual if stage is None else usual | _entry(stage) | _groups(stage) | _rounds(stage) | _rest(stage)


def _entry(stage: Stage) -> Json:
    entry = stage.entry
    if not isinstance(entry, dict):
        return {"enter": "all"}
    if "category" in entry:
        return {"enter": "category", "category": entry["category"]}
    way = next((key for key in ("top_per_group", "top", "ranks") if key in entry), "everybody")
    low, high = entry.get("ranks", (None, None))
    return {
        "enter": way,
        "source": entry["from"],
        "top": entry.get(way) if way in ("top", "top_per_group") else None,
        "best_next": entry.get("best_next") or None,
        "low": low,
        "high": high,
        "carry": entry.get("carry", "none"),
        "cut_tie": entry.get("cut_tie", "lots"),
    }


def _groups(stage: Stage) -> Json:
    grouping = stage.grouping
    divide = "count" if "count" in grouping else "size"
    return {
        "group_by": grouping.get("method", "one"),
        "divide": divide,
        "group_number": grouping.get(divide),
    }


def _rounds(stage: Stage) -> Json:
    pairing = stage.pairing
    method = pairing.get("method", "rotation")
    placing = pairing.get("placing", False)
    usual_rounds = {"rotation": 3, "random": 1}.get(method)
    return {
        "method": "double" if method == "round_robin" and pairing.get("legs") == 2 else method,
        "rounds": pairing.get("rounds", usual_rounds),
        "first_round": pairing.get("first_round", "draw"),
        "bracket": "redraw" if pairing.get("redraw") else "bracket",
        "lucky_losers": bool(pairing.get("lucky_losers")),
        "placing": "all" if placing is True else str(int(placing)),
        "best_of": str(pairing.get("best_of", 1)),
    }


def _rest(stage: Stage) -> Json:
    is_soft = isinstance(stage.same_unit, dict)
    return {
        "name": stage.name,
        "same_unit": "soft" if is_soft else (stage.same_unit or "apart"),
        "soft_rounds": stage.same_unit["soft_rounds"] if is_soft else None,
        "first_table": stage.first_table,
        "rulebook": stage.rulebook,
        "based_on": stage.version,
    }
