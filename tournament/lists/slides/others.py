"""The pages of a hall screen that are no lists of participants: welcome, announcements, lots, clocks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext as _

from pairing.lots_board import Lot
from tournament.lists.slides.slide import Slide, Wall, numbered, paged
from tournament.models import Announcement, Draw, DrawKind, Round, ScreenPage, Stage
from tournament.queries.lots_desk import lots_desk
from tournament.queries.public import clocks_at_hand
from tournament.wording.screens import announcement_name, hosts_of, lots_told

LOTS, MANY_LOTS = 40, 96  # lots a page: large, and where there are more of them
LONG_TEXTS = (24, 70, 150)  # characters up to which an announcement stands in the next larger letters
SHORT_LINE, FULL_LINE, FULL_LINES = 15, 36, 12  # of those: what a line counts at least, and what a page holds


def welcome_slides(wall: Wall) -> list[Slide]:
    """Name, organisers, day and place; also what is shown while nothing else is."""
    return [Slide(ScreenPage.WELCOME, key="welcome", title="", facts={"hosts": hosts_of(wall.event)})]


def announcement_slides(wall: Wall) -> list[Slide]:
    """What is up, one a page, the newest first."""
    return [announcement_slide(one) for one in wall.announcements]


def announcement_slide(one: Announcement) -> Slide:
    """One announcement, in letters as large as its length allows."""
    return Slide(
        ScreenPage.ANNOUNCEMENTS,
        key=f"announcement-{one.ordinal}",
        title=announcement_name(one.ordinal),
        about=timezone.localtime(one.at).strftime("%H:%M"),
        facts={"text": one.text, "size": _size(one.text.splitlines())},
    )


def _size(lines: Sequence[str]) -> int:
    """0 for the largest letters to 4: a short line takes room as well."""
    if sum(ceil(len(line) / FULL_LINE) for line in lines) > FULL_LINES:
        return len(LONG_TEXTS) + 1
    length = sum(max(len(line), SHORT_LINE) for line in lines)
    return sum(length > limit for limit in LONG_TEXTS)


def left_slides(wall: Wall) -> list[Slide]:
    """The lots that are left while they are drawn by hand."""
    return _lot_slides(wall, ScreenPage.LOTS_LEFT)


def lot_slides(wall: Wall) -> list[Slide]:
    """Every lot, and who has drawn it so far."""
    return _lot_slides(wall, ScreenPage.LOTS)


def _lot_slides(wall: Wall, what: ScreenPage) -> list[Slide]:
    found: list[Slide] = []
    for stage in _being_drawn(wall):
        desk = lots_desk(stage)
        if desk.board is None:
            continue
        lots = [lot for _name, places in desk.boxes for lot in places]
        shown = [lot for lot in lots if what is ScreenPage.LOTS or not lot[1]]
        told = lots_told(len(desk.board.left), desk.done_count)
        found += numbered(
            [
                Slide(
                    what,
                    key=f"{what}-{stage.ordinal}",
                    title=_("%(stage)s抽签") % {"stage": stage.name},
                    about=told,
                    facts=_laid_out(page, is_large=len(shown) > LOTS),
                )
                for page in _lot_pages(shown)
            ]
        )
    return found


def _lot_pages(
    shown: Sequence[tuple[Lot, int | None]],
) -> list[Sequence[tuple[Lot, int | None]]]:
    return paged(shown, LOTS if len(shown) <= LOTS else MANY_LOTS) or [()]


def _laid_out(page: Sequence[tuple[Lot, int | None]], *, is_large: bool) -> dict[str, object]:
    """A page of lots in its rows, at least as many as keep a lot from growing out of shape."""
    rows = ceil(len(page) / (12 if is_large else 8))
    return {"lots": page, "is_large": is_large, "rows": max(rows, 4)}


def _being_drawn(wall: Wall) -> list[Stage]:
    """Stages whose lots are laid out and not finished; one query."""
    drawn = Draw.objects.filter(stage__event=wall.event, kind=DrawKind.GROUPS, is_current=True)
    begun = Round.objects.filter(group__stage__event=wall.event)
    laid_out = Stage.objects.filter(event=wall.event, groups__isnull=False)
    open_ones = laid_out.exclude(pk__in=drawn.values("stage")).exclude(pk__in=begun.values("group__stage"))
    return list(open_ones.select_related("event").distinct())


def clock_slides(wall: Wall) -> list[Slide]:
    """Every clock of the rounds at hand, as large as it goes; nothing where no clock is set."""
    lines = [line for line in clocks_at_hand(wall.shown) if line.clock.starts_at]
    if not lines:
        return []
    return [
        Slide(ScreenPage.CLOCK, key=f"clock-{at}", title=_("计时"), facts={"lines": part, "every": lines})
        for at, part in enumerate(paged(lines, 4), 1)
    ]
