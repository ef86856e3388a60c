"""The questions about rules as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms

from tournament.forms.rule_fields import FigureField
from tournament.queries.rule_lines import RuleLine


@dataclass(frozen=True, slots=True)
class Question:
    """One question on a page: what stands now in words, its bound fields, and whether it is still open.

    A setting that is only shown has no fields.
    """

    key: str
    line: RuleLine
    fields: tuple[forms.BoundField, ...]
    asked: bool

    @property
    def has_errors(self) -> bool:
        """Whether something in it must be mended."""
        return any(field.errors for field in self.fields)

    @property
    def is_open(self) -> bool:
        """Whether its fields should be seen: something is wrong, or was changed and not saved yet."""
        form = self.fields[0].form if self.fields else None
        changed = form.changed_data if form is not None and form.is_bound else ()
        return self.has_errors or any(field.name in changed for field in self.fields)

    @property
    def is_short(self) -> bool:
        """Whether it is answered by figures alone, which fit beside each other."""
        return all(isinstance(field.field, FigureField) for field in self.fields)

    @property
    def first(self) -> forms.BoundField:
        """The field that answers it."""
        return self.fields[0]


@dataclass(frozen=True, slots=True)
class QuestionSection:
    """Questions under one heading."""

    title: str
    questions: tuple[Question, ...]
