"""Numbers as people type them: any width, with 号 behind them, several in a row."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.forms.typed_text import TypedText

_NUMBER = re.compile(r"\s*([0-9]{1,6})\s*号?\s*")
_BETWEEN = re.compile(r"[\s,;、/>]+")


def number_of(text: str) -> int | None:
    """A whole number below a million; None for anything else. Addresses are read by it too."""
    found = _NUMBER.fullmatch(unicodedata.normalize("NFKC", text))
    return int(found[1]) if found else None


def words_of(text: str) -> list[str]:
    """The parts of a row of numbers, with anything usual between them."""
    plain = re.sub(r"(?<=[0-9])\s*号", " ", unicodedata.normalize("NFKC", text))
    return [word for word in _BETWEEN.split(plain) if word]


def numbers_of(text: str) -> list[int | None]:
    """Several numbers; None for each part that is no number."""
    return [number_of(word) for word in words_of(text)]


class NumberField(forms.IntegerField):
    """A whole number in any width: １２ is 12."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        """Fold full-width figures before they are read."""
        return super().to_python(unicodedata.normalize("NFKC", value) if isinstance(value, str) else value)


class NumbersField(TypedText):
    """Participants' numbers in an order: 11、30 or 11 30, in any width."""

    def clean(self, value: Any) -> list[int]:
        """The numbers; a sentence names what is none."""
        numbers = []
        for word in words_of(str(super().clean(value) or "")):
            number = number_of(word)
            if number is None:
                raise ValidationError(
                    _("“%(word)s”不是序号。"), params={"word": word[:20]}, code="not_a_number"
                )
            numbers.append(number)
        return numbers
