"""Events of every format that are still to be drawn, and what their dumps and standings say."""

from __future__ import annotations

import json
from typing import Any

from tests.tournament.contract.hall import Json, command, document, load

ONE = {"method": "one"}
DECIDED = {"level_tie": "extra_deal"}  # a knock-out never ends drawn


def field(
    pairs: int,
    units: str = "",
    *,
    rulebook: str = "devzone-26",
    stages: list[Json] | None = None,
    **stage: Any,
) -> str:
    """Load an event whose stages are still to be drawn; `units` has one character a pair."""
    archive = document(pairs, rulebook=rulebook, **stage)
    for one in archive["stages"]:
        one.pop("groups")
    archive["stages"] += stages or []
    archive["units"] = [{"name": unit} for unit in sorted(set(units))]
    for pair, unit in zip(archive["pairs"], units, strict=False):
        pair["unit"] = unit
    return load(archive)


def swiss(pairs: int, rounds: int, units: str = "", **more: Any) -> str:
    return field(pairs, units, grouping=ONE, pairing={"method": "swiss", "rounds": rounds}, **more)


def knockout(pairs: int, units: str = "", **settings_: Any) -> str:
    return field(pairs, units, grouping=ONE, pairing={"method": "knockout", **settings_}, rules=DECIDED)


def dumped(slug: str) -> Json:
    answer: Json = json.loads(command("dumpevent", slug))
    return answer


def rounds_of(slug: str, stage: int = 0) -> list[list[Json]]:
    return [one["matches"] for one in dumped(slug)["stages"][stage].get("rounds", [])]


def ranking(slug: str, *arguments: object) -> list[Json]:
    rows: list[Json] = json.loads(command("standings", slug, "--format", "json", *arguments))
    return rows


def couples(matches: list[Json]) -> list[frozenset[int]]:
    return [frozenset((match["ns"], match["ew"])) for match in matches if "table" in match]


def byes(matches: list[Json]) -> list[int]:
    return [match["bye"] for match in matches if "bye" in match]


def is_sound(matches: list[Json], everybody: set[int]) -> bool:
    """Everybody once: at a table of his own, or with a bye."""
    seated = [number for couple in couples(matches) for number in couple]
    tables = [match["table"] for match in matches if "table" in match]
    return sorted(seated + byes(matches)) == sorted(everybody) and len(set(tables)) == len(tables)


def play_on(slug: str, number: int, seed: int = 3) -> None:
    """Pair the next round and play it."""
    command("pairround", slug, "预赛", "--seed", seed)
    command("simulate", slug, "--seed", seed)
    assert len(rounds_of(slug)) == number
