"""Running commands in tests: what they print, and how they end."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

FIELD = Path(__file__).resolve().parents[2] / "field"


def run(name: str, *args: Any, **options: Any) -> str:
    """A command's stdout; CommandError where it refuses."""
    out = StringIO()
    call_command(name, *map(str, args), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def run_with_notices(name: str, *args: Any) -> tuple[str, str]:
    """A command's stdout and stderr."""
    out, err = StringIO(), StringIO()
    call_command(name, *map(str, args), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def standings(slug: str, *args: Any) -> list[dict[str, Any]]:
    """The JSON standings of an event."""
    return json.loads(run("standings", slug, "--format", "json", *args))


def write(folder: Path, document: dict[str, Any]) -> Path:
    """A document as a file."""
    path = folder / "event.json"
    path.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    return path
