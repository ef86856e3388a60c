"""The script that opens a table's page without network; its address decides what it may answer for: /t/."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Browsers ask for it anew each time, so that a mended one is used at once."""
    found = finders.find("tournament/table-worker.js")
    if not isinstance(found, str):
        raise Http404
    answer = HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer
