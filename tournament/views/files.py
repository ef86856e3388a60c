"""Files as answers: named so that every browser keeps the name, and never taken from a cache."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.http import content_disposition_header

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ZIP = "application/zip"
_OF_ENDING = {"pdf": PDF, "xlsx": XLSX, "docx": DOCX, "zip": ZIP}


def of_ending(ending: str) -> str:
    """The content type of files that end so."""
    return _OF_ENDING[ending]


def file_answer(data: bytes, content_type: str, name: str, *, attachment: bool = False) -> HttpResponse:
    """An answer that is kept under `name`; asked for again it is made again, because results move."""
    disposition = content_disposition_header(attachment, name) or "inline"
    return HttpResponse(
        data,
        content_type=content_type,
        headers={"Content-Disposition": disposition, "Cache-Control": "private, no-cache"},
    )
