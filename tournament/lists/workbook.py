"""The whole event as one workbook: every list that has rows, as its sheet; the staff's, or everybody's."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.book import Progress
from tournament.exports.paper import Paper
from tournament.exports.workbook import to_workbook
from tournament.lists.everything import Asked, everything, for_staff, why_empty
from tournament.lists.papers.catalogue import Moment
from tournament.lists.papers.wanted import Wanted
from tournament.permissions import Right
from tournament.queries.progress import EventProgress, StageProgress, event_progress


def event_workbook(
    want: Wanted, rights: Collection[Right], progress: Progress | None = None, *, for_all: bool = False
) -> bytes:
    """Every list of the event that somebody with `rights` may have and that has rows, as an .xlsx file.

    `for_all` leaves out what is for the staff alone or needs more than a scorer's right, groups and pairings
    that are not published, and results and standings that are neither announced nor shown as they come in.
    Without it the workbook says that it is for the staff.

    `progress` is called with sheets done and their count, from the same thread; what it raises stops it.
    """
    allowed = {Right.ENTER} & set(rights) if for_all else rights
    progressed = event_progress(want.event)
    listed = everything(replace(want, public_only=for_all), progressed, allowed)
    asked = [one for one in listed if one.is_list and not (for_all and _is_withheld(one, progressed))]
    tell = progress or (lambda _done, _count: None)
    papers: list[tuple[str, Paper]] = []
    for number, one in enumerate(asked):
        tell(number, 2 * len(asked))
        made = one.kind.build(one.want)
        if isinstance(made, Paper) and not why_empty(made):
            papers.append((for_staff(made.title) if one.for_staff else made.title, made))
    written = iter(range(len(asked), 2 * len(asked)))
    data = to_workbook(
        want.event.name,
        papers,
        title=workbook_title(for_all=for_all),
        printed_at=want.at,
        step=lambda: tell(next(written), 2 * len(asked)),
    )
    tell(1, 1)
    return data


def _is_withheld(one: Asked, progressed: EventProgress) -> bool:
    """Whether a list is not for everybody: the staff's own, or built on results that nobody was told."""
    if one.for_staff:
        return True
    if progressed.event.is_live or not _tells_results(one):
        return False
    stage, number = one.want.stage, one.want.round_number
    concerned = [part for part in progressed.stages if stage is None or part.stage == stage]
    return not all(_is_told(part, number) for part in concerned)


def _tells_results(one: Asked) -> bool:
    return one.moment in (Moment.RANKING, Moment.AWARDS) or one.kind.key == "results"


def _is_told(one: StageProgress, number: int | None) -> bool:
    """Whether an announcement has told the results of round `number` (None: of the last one that has any)."""
    entered = max((turn.number for turn in one.rounds if turn.missing_count < turn.table_count), default=0)
    told = max((turn.number for turn in one.rounds if turn.standings_published), default=0)
    return told >= (number or entered)


def workbook_title(*, for_all: bool) -> str:
    """What the workbook is called: the one for everybody, or the staff's."""
    return _("全部表格（可公开）") if for_all else for_staff(_("全部表格"))
