"""Sentences about a round that is prepared before the last tables have ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "nothing_to_prepare": _("现在没有可以提前准备的轮次：本轮剩下 1 至 3 桌没有成绩时才能准备下一轮。"),
    "ending_missing": _("第 %(table)s 桌还没有成绩，请写明假定的级差。"),
    "ending_not_possible": _("第 %(table)s 桌不可能以级差 %(difference)s 这样结束，请改级差或过A一项。"),
}

VERBS = {
    "prepare_round": _("提前准备%(stage)s%(round)s对阵，按 %(count)s 种结果各编一次"),
}

ENDINGS = {
    "ns": _("第 %(table)s 桌南北 %(ns)s 号胜 %(difference)s 级"),
    "ew": _("第 %(table)s 桌东西 %(ew)s 号胜 %(difference)s 级"),
    "": _("第 %(table)s 桌打平"),
}
PASSED = {
    "ns": _("第 %(table)s 桌南北 %(ns)s 号过A，胜 %(difference)s 级"),
    "ew": _("第 %(table)s 桌东西 %(ew)s 号过A，胜 %(difference)s 级"),
}


def ending_text(assumed: Mapping[str, Any]) -> str:
    """How one table is assumed to end."""
    words = PASSED if assumed.get("passed") else ENDINGS
    return str(words[assumed["winner"]]) % assumed


AS_PREPARED = _("对阵与提前准备的相同。")
UNLIKE = _("与提前准备的对阵不同的桌：%(tables)s，其余相同。")


def as_prepared_text(tables: str) -> str:
    """Which tables (their numbers in a row, "" for none) of a round came out otherwise than prepared."""
    return str(UNLIKE) % {"tables": tables} if tables else str(AS_PREPARED)
