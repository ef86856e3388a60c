"""Where the system keeps a Chromium; the tests never download one."""

import os
import shutil
from pathlib import Path

# The one without windows first: it takes a third less time than a whole browser that hides its windows.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]


def find_chromium() -> str | None:
    """Return the path of a browser: GUANSAI_CHROMIUM, one on PATH, in a usual place; or None."""
    given = os.environ.get("GUANSAI_CHROMIUM")
    on_path = (shutil.which(name) for name in NAMES)
    usual = (place for place in PLACES if Path(place).exists())
    return given or next((path for path in (*on_path, *usual) if path), None)
