"""The text field of all forms: what cannot be seen is taken away or refused in words, never stored."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.names.cleaning import has_controls, without_invisible


class TypedText(forms.CharField):
    """Text that a person types or pastes; every form takes it in the place of Django's field.

    Zero-width signs, marks of direction and the like go; line and paragraph separators of other programs are
    line ends, or spaces where the field has one line. Control characters, NUL among them, are refused at the
    field: nobody typed them, so what was copied may be damaged.
    """

    def to_python(self, value: Any) -> str:
        """The visible text; ValidationError where there are control characters."""
        text = without_invisible(str(value or ""), lines=isinstance(self.widget, forms.Textarea))
        _refuse_controls(text)
        return str(super().to_python(text) or "")


class Secret(forms.CharField):
    """A password: every sign of it counts, but for control characters, which no keyboard gives."""

    def to_python(self, value: Any) -> str:
        """The password as it was typed."""
        _refuse_controls(str(value or ""))
        return str(super().to_python(value) or "")


def _refuse_controls(text: str) -> None:
    if has_controls(text):
        raise forms.ValidationError(
            _("里面有看不见的控制字符，多半是复制时带来的。请删去后重新输入。"), code="control_characters"
        )
