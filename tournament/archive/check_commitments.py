"""Contradictions among an archive's commitments: what was published before draws."""

from __future__ import annotations

from typing import Any

from pairing.errors import PairingError
from pairing.lots import commitment, digest
from tournament.actions.archived import draw_key
from tournament.archive.errors import ArchiveRefused
from tournament.archive.known import Known

Json = dict[str, Any]


def check_commitments(document: Json, known: Known) -> None:
    """Digests of what stands beside them, seeds told at a time, draws that are theirs, each one's once."""
    draws = document["event"].get("draws", [])
    taken: set[int] = set()
    for index, one in enumerate(document["event"].get("commitments", [])):
        path = f"$.event.commitments[{index}]"
        known.check(one, path)
        if _committed(one, path) != one["digest"]:
            raise ArchiveRefused("archive_digest_disagrees", f"{path}.digest")
        if ("seed_text" in one) != ("revealed_at" in one):
            raise ArchiveRefused("archive_seed_half_told", path)
        if "draw" in one:
            _check_its_draw(one, draws, taken, f"{path}.draw")


def _check_its_draw(one: Json, draws: list[Json], taken: set[int], path: str) -> None:
    number = one["draw"]
    if number > len(draws):
        raise ArchiveRefused("archive_draw_unknown", path, value=number)
    if number in taken or "seed_text" not in one or draw_key(draws[number - 1]) != draw_key(one):
        raise ArchiveRefused("archive_draw_other", path, value=number)
    taken.add(number)


def _committed(one: Json, path: str) -> str:
    try:
        return commitment(one["depends_on"])
    except PairingError as error:
        raise ArchiveRefused(error.code, f"{path}.depends_on", **error.params) from None


def digest_or_refuse(draw: Json, path: str) -> str:
    """The digest of what a draw depended on, or a refusal where it has none."""
    try:
        return digest(draw["depends_on"])
    except PairingError as error:
        raise ArchiveRefused(error.code, f"{path}.depends_on", **error.params) from None
