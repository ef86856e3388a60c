"""Which copies are kept: pure, told the names alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from tournament.backups.copyfile import Reason

HOURLY, BEFORE, BY_HAND, DAYS = 24, 48, 20, 14
KINDS: Final[tuple[tuple[frozenset[Reason], int], ...]] = (
    (frozenset({Reason.HOURLY}), HOURLY),
    (frozenset({Reason.DRAW, Reason.PUBLICATION, Reason.DELETION}), BEFORE),
    (frozenset({Reason.MANUAL}), BY_HAND),
    (frozenset({Reason.SAFETY}), BY_HAND),
    (frozenset({Reason.UPLOADED}), BY_HAND),
)
_NAME: Final = re.compile(rf"guansai-(\d{{8}}-\d{{6}}-\d{{6}})-({'|'.join(Reason)})\.zip")
_STAMP: Final = "%Y%m%d-%H%M%S-%f"


@dataclass(frozen=True, slots=True, order=True)
class CopyName:
    """A copy's file name taken apart; `at` is the site's local time."""

    at: datetime
    reason: Reason

    @property
    def name(self) -> str:
        """The file's name."""
        return f"guansai-{self.at.strftime(_STAMP)}-{self.reason}.zip"


def named(reason: Reason, at: datetime) -> CopyName:
    """The name of a copy made `at` this moment."""
    return CopyName(timezone.localtime(at), reason)


def read_name(name: str) -> CopyName | None:
    """The copy of this file name; None for a file that is none of ours."""
    found = _NAME.fullmatch(name)
    try:
        at = datetime.strptime(found[1], _STAMP) if found else None  # noqa: DTZ007 - made aware below
    except ValueError:
        return None
    return CopyName(timezone.make_aware(at), Reason(found[2])) if found and at else None


def which_go(copies: Iterable[CopyName], now: datetime) -> list[CopyName]:
    """The copies that are not kept any more, the oldest first.

    Kept are the last 24 of every hour, the last 48 from before a draw, a publication or a deletion, the last
    20 each of those made by hand, uploaded, or made before a restore, and the last one of each of 14 days.
    """
    newest_first = sorted(copies, reverse=True)
    kept = {one for kinds, most in KINDS for one in [c for c in newest_first if c.reason in kinds][:most]}
    first_day = (timezone.localtime(now) - timedelta(days=DAYS - 1)).date()
    days: set[object] = set()
    for one in newest_first:
        if one.at.date() >= first_day and one.at.date() not in days:
            days.add(one.at.date())
            kept.add(one)
    return [one for one in reversed(newest_first) if one not in kept]
