"""A real browser for the tests: the system's Chromium, driven by Playwright."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.chromium import ARGUMENTS, find_chromium
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
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """One visitor with cookies of his own, in Chinese, on a laptop's screen."""
    visitor = chromium.new_context(locale="zh-CN", viewport={"width": 1280, "height": 800})
    visitor.set_default_timeout(PATIENCE)
    yield visitor
    visitor.close()


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
