"""Addresses of static files that change with the file, without a build step."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage


class DatedStaticFilesStorage(StaticFilesStorage):
    """Add `?v=<digest>` to each address, so that browsers may keep files for a day."""

    def url(self, name: str | None) -> str:
        """Return the address of `name`; a file that no finder knows keeps its plain address (and 404s)."""
        address = super().url(name)
        version = _version(name or "")
        return f"{address}?v={version}" if version else address


def _version(name: str) -> str:
    return _digest(name) if settings.DEBUG else _kept_digest(name)


def _digest(name: str) -> str:
    found = finders.find(name)
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:10] if isinstance(found, str) else ""


_kept_digest = lru_cache(maxsize=None)(_digest)
