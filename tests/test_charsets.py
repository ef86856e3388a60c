"""A request says in which letters it is written; whatever it says, it is read as UTF-8."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory

from config.charsets import in_utf8

FORM = "application/x-www-form-urlencoded"


def asked(content_type: str) -> dict[str, Any]:
    """The form as the program sees it."""
    seen: list[WSGIRequest] = []

    def program(environ: dict[str, Any], _start: Any) -> list[bytes]:
        seen.append(WSGIRequest(environ))
        return []

    environ = RequestFactory().generic("POST", "/", b"name=%E5%91%A8", content_type=FORM).environ
    environ["CONTENT_TYPE"] = content_type
    in_utf8(program)(environ, lambda *_told: None)
    return seen[0].POST.dict()


@pytest.mark.parametrize(
    "charset", ["hex", "undefined", "rot13", "utf-16", "no-such", "gb18030", "u\0", "utf-8"]
)
def test_a_form_is_read_as_utf8_whatever_it_claims(charset: str) -> None:
    assert asked(f"{FORM}; charset={charset}") == {"name": "周"}
    assert asked(f"{FORM};CHARSET = {charset}; other=1") == {"name": "周"}


def test_the_line_between_the_parts_of_a_form_stays() -> None:
    environ = {"CONTENT_TYPE": "multipart/form-data; charset=hex; boundary=x1"}
    in_utf8(lambda _environ, _start: [])(environ, lambda *_told: None)
    assert environ["CONTENT_TYPE"] == "multipart/form-data; boundary=x1"
