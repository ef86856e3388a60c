"""What the records of an archive may refer to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tournament.actions.archived import Place, group_of_match, members_of
from tournament.archive.check_people import moment
from tournament.archive.errors import ArchiveRefused

Json = dict[str, Any]


class Known:
    """What the records of a file may refer to."""

    def __init__(self, document: Json) -> None:
        self.pairs = {pair["number"] for pair in document.get("pairs", [])}
        self.stages = {stage["name"]: stage for stage in document.get("stages", [])}
        self.matches = dict(_matches(document))

    def check(self, record: Json, path: str) -> None:
        """A record's pair and stage exist; a round is one of a stage."""
        if "pair" in record and record["pair"] not in self.pairs:
            raise ArchiveRefused("archive_pair_unknown", f"{path}.pair", number=record["pair"])
        if "stage" in record and record["stage"] not in self.stages:
            raise ArchiveRefused("archive_stage_unknown", f"{path}.stage", value=record["stage"])
        if "round" in record and "stage" not in record:
            raise ArchiveRefused("archive_round_without_stage", f"{path}.round")
        group = record.get("group")
        if group is not None and "stage" not in record:
            raise ArchiveRefused("archive_group_unknown", f"{path}.group", value=group)
        is_former = record.get("former", False)
        if is_former and group is None:
            raise ArchiveRefused("archive_former_unnamed", f"{path}.former")
        if group is not None and not is_former and group not in self.groups(record["stage"]):
            raise ArchiveRefused("archive_group_unknown", f"{path}.group", value=group)
        for key in ("at", "filed_at", "due_at", "decided_at", "withdrawn_at", "revealed_at"):
            if key in record:
                moment(record[key], f"{path}.{key}")

    def groups(self, stage: str) -> set[str]:
        """The names of a stage's groups."""
        return {group["name"] for group in self.stages[stage].get("groups", [])}


def _matches(document: Json) -> Iterator[tuple[Place, Json]]:
    for stage in document.get("stages", []):
        members = members_of(stage)
        for one in stage.get("rounds", []):
            for match in one.get("matches", []):
                if "table" in match:
                    group = group_of_match(match, members, stage)
                    yield (stage["name"], group, one["number"], match["table"]), match
