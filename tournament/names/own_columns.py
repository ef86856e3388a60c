"""The event's own columns (用餐, 报名费, 发票抬头 …): titles, the texts below them, and what stays out."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from tournament.names.cleaning import CleanName, name_key, tidy

MOST_COLUMNS: Final = 20  # of one event: more is a form of its own, not an entry list
TITLE_LIMIT: Final = 30
TEXT_LIMIT: Final = 200

_MARKS = re.compile(r"^[\s*＊※]+|[\s*＊:：]+$")  # 必填 stars and colons of forms are no part of a title
_ID_TITLE = re.compile(r"身份证|证件号|证件编号|公民身份|护照|passport|id(card|number|no$)")
_ID_NUMBER = re.compile(
    r"(?<![0-9])[1-9][0-9]{5}(?:1[89]|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9X](?![0-9])"
)
_LONG_NUMBER = re.compile(r"[0-9]{14}[0-9X]")
_NO_PERSON = re.compile(r"税号|信用代码|发票|账号|帐号|卡号|账户")  # long figures that name no person


def clean_own_title(value: object) -> CleanName:
    """A column's title in one line; `missing` without a letter or figure, `too_long` beyond `TITLE_LIMIT`."""
    text = _MARKS.sub("", tidy(value))
    key = name_key(text)
    if not any(sign.isalnum() for sign in key):
        return CleanName("", "", (), "missing")
    return CleanName(text, key, (), "too_long" if len(text) > TITLE_LIMIT else None)


def title_from_list(value: object) -> str:
    """A title as an imported list has it, cut to `TITLE_LIMIT` characters; "" for one that says nothing."""
    cleaned = clean_own_title(value)
    return cleaned.text[:TITLE_LIMIT].rstrip() if cleaned.text else ""


def known_title(titles: Iterable[str], value: object) -> str | None:
    """The title among `titles` that people would call the same as `value`, None where there is none."""
    key = name_key(title_from_list(value))
    return next((title for title in titles if name_key(title) == key), None) if key else None


def column_id(title: str) -> str:
    """A short name for a column in addresses and forms, steady while its title is the same."""
    return hashlib.sha256(name_key(title).encode()).hexdigest()[:12]


def clean_own_text(value: object, title: str = "") -> tuple[str, str | None]:
    """A cell in one line, with what is wrong with it: `own_text_too_long`, `own_id_number`, or None.

    Text is text: one that begins with = stays as typed. ID numbers are never kept, whatever the column.
    """
    text = tidy(value)
    if holds_id_number(text, title):
        return "", "own_id_number"
    return text, "own_text_too_long" if len(text) > TEXT_LIMIT else None


def names_id_numbers(title: str) -> bool:
    """Whether a title says that people's ID or passport numbers stand below it."""
    return _ID_TITLE.search(name_key(title)) is not None


def holds_id_number(text: str, title: str = "") -> bool:
    """Whether a text holds an ID number: 18 figures with a birthday in the middle; any long figure under a
    title that asks for ID numbers; never where the title speaks of an invoice or an account.
    """
    figures = re.sub(r"[\s\-]", "", unicodedata.normalize("NFKC", text)).upper()
    if names_id_numbers(title):
        return _LONG_NUMBER.search(figures) is not None
    return not _NO_PERSON.search(title) and _ID_NUMBER.search(figures) is not None
