"""What every page owes its readers, as a browser sees it: nobody is shut out, and nothing is cut off."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PHONE: Any = {"width": 360, "height": 740}
LAPTOP: Any = {"width": 1280, "height": 800}


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it stands, whole on a phone in the dark; colours and width again on a
    laptop by daylight, where the page stays."""
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found = [*violations(page), *too_wide(page)]
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return [*found, *violations(page, ["color-contrast"]), *too_wide(page)]


def violations(page: Page, rules: list[str] = WCAG) -> list[str]:
    """What axe-core finds by these rules or sets of rules, each with the first places."""
    found = Axe().run(page, options={"runOnly": rules}).response["violations"]
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]


def too_wide(page: Page) -> list[str]:
    """Whether the page can be pushed sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{wide} px too wide"] if wide > 0 else []
