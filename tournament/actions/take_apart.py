"""Take a pair that left out of the drafts of rounds that are paired one by one."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import Match, MatchKind, Pair


def take_apart(matches: Iterable[Match], gone: Pair) -> None:
    """Dissolve drafts of `gone`: its opponent gets a bye that says why, its own bye goes.

    Nobody has seen these tables, so there is no forfeit; the draw page offers to pair the round again.
    """
    for match in list(matches):
        other = match.ew if match.ns_id == gone.pk else match.ns
        Match.objects.filter(pk=match.pk).delete()
        if other is not None and other.pk != gone.pk:
            Match.objects.create(
                round=match.round,
                kind=MatchKind.BYE,
                ns=other,
                reasons=[{"code": "opponent_left", "pair": gone.number}],
            )
