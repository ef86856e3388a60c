"""Every page of the site as its list of addresses has it: readable by everybody, whole on a phone, and the
browser's console has nothing to say."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

from tests.tournament.test_visitors import ADDRESSES, event, visitor
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["event"]  # the fixture: an event with something on every page
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PHONE: Any = {"width": 360, "height": 740}
LAPTOP: Any = {"width": 1280, "height": 800}


def pages_of(client: Client) -> dict[str, str]:
    """The addresses that answer a whole page, by name; files and parts of pages are none."""
    found = {}
    for name, address in ADDRESSES.items():
        if address.get != 200:
            continue
        path = reverse(name, args=address.args) + address.query
        answer = client.get(path)
        html = answer.headers["Content-Type"].startswith("text/html") and not answer.streaming
        if html and b"</html>" in answer.content:
            found[name] = path
    return found


def test_every_page_is_accessible_and_fits(context: BrowserContext, live_server: Any, event: Event) -> None:
    """Whole on a phone in the dark; colours and width again on a laptop by daylight."""
    owner = visitor("owner", event)
    key = owner.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    wrong = {}
    for name, path in (pages := pages_of(owner)).items():
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        page.goto(live_server.url + path)
        faults = [*violations(page, WCAG), *too_wide(page)]
        page.set_viewport_size(LAPTOP)
        page.emulate_media(color_scheme="light")
        faults += [*violations(page, ["color-contrast"]), *too_wide(page), *said]
        if faults:
            wrong[name] = faults
        said.clear()
    assert wrong == {}
    assert len(pages) > 60


def violations(page: Page, rules: list[str]) -> list[str]:
    """What axe-core finds by these rules or sets of rules, each with the first places."""
    found = Axe().run(page, options={"runOnly": rules}).response["violations"]
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]


def too_wide(page: Page) -> list[str]:
    """Whether the page can be pushed sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{wide} px too wide"] if wide > 0 else []
