"""What the tests of the entry list's pages share."""

from __future__ import annotations

import html
from typing import Any

from django.urls import reverse

NEW = {
    "submission": "s1",
    "player1": "林徽",
    "player2": "梁成",
    "unit": "建筑系",
    "status": "active",
    "number": "",
}


def address(name: str, *args: Any) -> str:
    return reverse(name, args=["qiu", *args])


def shown(response: Any) -> str:
    return html.unescape(response.content.decode())


def numbers(response: Any) -> list[int]:
    return [row.record.number for row in response.context["table"].page.object_list]
