"""The whole event as one workbook: every list that has rows, as its sheet."""

from __future__ import annotations

from collections.abc import Collection

from tournament.exports.book import Progress
from tournament.exports.paper import Paper
from tournament.exports.workbook import to_workbook
from tournament.lists.everything import everything, why_empty
from tournament.lists.papers.wanted import Wanted
from tournament.permissions import Right
from tournament.queries.progress import event_progress


def event_workbook(want: Wanted, rights: Collection[Right], progress: Progress | None = None) -> bytes:
    """Every list of the event that somebody with `rights` may have and that has rows, as an .xlsx file.

    `progress` is called with sheets done and their count, from the same thread; what it raises stops it.
    """
    asked = [one for one in everything(want, event_progress(want.event), rights) if one.is_list]
    tell = progress or (lambda _done, _count: None)
    papers: list[tuple[str, Paper]] = []
    for number, one in enumerate(asked):
        tell(number, 2 * len(asked))
        made = one.kind.build(one.want)
        if isinstance(made, Paper) and not why_empty(made):
            papers.append((made.title, made))
    written = iter(range(len(asked), 2 * len(asked)))
    data = to_workbook(
        want.event.name,
        papers,
        printed_at=want.at,
        step=lambda: tell(next(written), 2 * len(asked)),
    )
    tell(1, 1)
    return data
