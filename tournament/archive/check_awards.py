"""What an archive says about awards and the ranking of units: readable, and about stages and pairs it has."""

from __future__ import annotations

from typing import Any

from scoring.errors import InvalidRules
from scoring.prizes import Awards, read_awards
from scoring.unit_ranks import UnitRanking, read_unit_ranking
from tournament.archive.errors import ArchiveRefused

Json = dict[str, Any]


def check_awards(document: Json) -> None:
    """Read both with their own readers; stages and pairs that they name are in the file."""
    event = document["event"]
    stages = {stage["name"] for stage in document.get("stages", [])}
    awards, ranking = _read(event)
    for one in awards.sets:
        _refuse_other_stage(one.stage, stages, "$.event.awards")
    if ranking is not None:
        _refuse_other_stage(ranking.stage, stages, "$.event.unit_ranking.stage")
    known = {pair["number"] for pair in document.get("pairs", [])}
    for given in awards.given:
        for to in given.given_to:
            if isinstance(to, int) and to not in known:
                raise ArchiveRefused("archive_pair_unknown", "$.event.awards", number=to)


def _read(event: Json) -> tuple[Awards, UnitRanking | None]:
    try:
        return (
            read_awards(event.get("awards"), "$.event.awards"),
            read_unit_ranking(event.get("unit_ranking"), "$.event.unit_ranking"),
        )
    except InvalidRules as error:
        raise ArchiveRefused.of(error, error.path) from None


def _refuse_other_stage(name: str, stages: set[str], path: str) -> None:
    if name and name not in stages:
        raise ArchiveRefused("archive_stage_unknown", path, value=name)
