"""A real browser for the tests: the system's Chromium, driven by Playwright."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.browser.looks import LAPTOP
from tests.hall import shared_database

# Playwright's synchronous interface runs a loop in this thread, which Django would take for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
HERE = Path(__file__).parent
PATIENCE = 60_000  # ms: what is waited for is true sooner or later; a slow machine is no failure
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m browser` finds them all."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    path = find_chromium()
    if not path and "browser" in os.environ.get("GUANSAI_REQUIRE", ""):
        pytest.fail("GUANSAI_REQUIRE names browser, but no Chromium is found")
    if not path:
        pytest.skip("no Chromium found")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_visitor(
    chromium: Browser, request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes visitors with cookies of their own, in Chinese, who leave when the test ends, before the server.

    They take no service worker: a visitor who leaves while one of his starts can make Chromium wait for it
    for ever (https://github.com/puppeteer/puppeteer/issues/11627). The test about the worker asks for it.
    """
    if "live_server" in request.fixturenames:
        request.getfixturevalue("live_server")  # made first, so that it goes last
    made: list[BrowserContext] = []

    def opened(**look: Any) -> BrowserContext:
        visitor = chromium.new_context(**{"locale": "zh-CN", "service_workers": "block", **look})
        visitor.set_default_timeout(PATIENCE)
        made.append(visitor)
        return visitor

    yield opened
    for visitor in made:
        visitor.close()


@pytest.fixture
def context(open_visitor: Callable[..., BrowserContext]) -> BrowserContext:
    """One visitor on a laptop's screen."""
    return open_visitor(viewport=LAPTOP)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A tab of that visitor."""
    return context.new_page()


@pytest.fixture
def threaded_server(tmp_path: Path, django_db_blocker: Any) -> Iterator[LiveServer]:
    """A server whose threads do not share one connection, as those of `live_server` do: for tests in which
    one page asks while another writes, marked `COMMITTED`."""
    with django_db_blocker.unblock(), shared_database(tmp_path):
        server = LiveServer("localhost")
        yield server
        server.stop()
