"""What a hall screen shows, page by page: only what is published, as the public pages see it."""

from __future__ import annotations

from collections.abc import Callable

from tournament.lists.slides.others import (
    announcement_slide,
    announcement_slides,
    clock_slides,
    left_slides,
    lot_slides,
    welcome_slides,
)
from tournament.lists.slides.ranks import award_slides, standing_slides
from tournament.lists.slides.seats import number_slides, table_slides
from tournament.lists.slides.slide import Slide, Wall
from tournament.models import Screen, ScreenPage
from tournament.queries.public import PublicEvent

__all__ = ["Slide", "slides_of"]

MAKERS: dict[ScreenPage, Callable[[Wall], list[Slide]]] = {
    ScreenPage.WELCOME: welcome_slides,
    ScreenPage.ANNOUNCEMENTS: announcement_slides,
    ScreenPage.LOTS_LEFT: left_slides,
    ScreenPage.LOTS: lot_slides,
    ScreenPage.TABLES: table_slides,
    ScreenPage.NUMBERS: number_slides,
    ScreenPage.CLOCK: clock_slides,
    ScreenPage.STANDINGS: standing_slides,
    ScreenPage.AWARDS: award_slides,
}


def slides_of(shown: PublicEvent, screen: Screen) -> list[Slide]:
    """The pages of a screen in the desk's order; what is not public has no page, and with none left there is
    the welcome. An announcement that interrupts stands alone."""
    wall = Wall(shown, screen)
    if urgent := [announcement_slide(one) for one in wall.announcements if one.interrupts]:
        return urgent
    return [slide for what in screen.pages for slide in MAKERS[what](wall)] or welcome_slides(wall)
