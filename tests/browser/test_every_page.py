"""Every page of the site as its list of addresses has it: readable by everybody, whole on a phone, and the
browser's console has nothing to say."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.browser.looks import PHONE, faults
from tests.tournament.addresses import ADDRESSES
from tests.tournament.test_visitors import event, visitor
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["event"]  # the fixture: an event with something on every page


PARTS = 4  # of the pages: one test would take minutes


def pages_of(client: Client, part: int) -> dict[str, str]:
    """The addresses of one part that answer a whole page, by name; files and parts of pages are none."""
    found = {}
    for name, address in list(ADDRESSES.items())[part::PARTS]:
        if address.get != 200:
            continue
        path = reverse(name, args=address.args) + address.query
        answer = client.get(path)
        html = answer.headers["Content-Type"].startswith("text/html") and not answer.streaming
        if html and b"</html>" in answer.content:
            found[name] = path
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_and_fits(
    part: int, context: BrowserContext, live_server: Any, event: Event
) -> None:
    owner = visitor("owner", event)
    key = owner.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    wrong: dict[str, list[str]] = {}
    for name, path in (pages := pages_of(owner, part)).items():
        page.set_viewport_size(PHONE)
        page.goto(live_server.url + path)
        wrong[name] = [*faults(page), *said]
        said.clear()
    assert {name: found for name, found in wrong.items() if found} == {}
    assert len(pages) > 60 / PARTS
