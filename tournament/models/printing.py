"""What an event prints for its prize giving, as values: who hands over what, in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scoring.codecs import Group, Listing, as_object, read_settings, setting, settings_of, settings_schema
from scoring.prizes import NAME_LIMIT
from tournament.models.booklet import Words

WHO_LIMIT = 60
WHAT_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Handing:
    """How one award is handed over: by whom, and what goes with it. `stage` as its set names it, "" for the
    last stage and for awards that no rank gives."""

    award: str = setting(Words(NAME_LIMIT, needed=True))
    stage: str = setting(Words(NAME_LIMIT), "")
    presenter: str = setting(Words(WHO_LIMIT), "")
    prize: str = setting(Words(WHAT_LIMIT), "")

    @property
    def key(self) -> tuple[str, str]:
        """Which award it speaks of."""
        return self.stage, self.award


@dataclass(frozen=True, slots=True)
class Printing:
    """Everything entered for the prize giving; `handings` stand in the order in which awards are called."""

    handings: tuple[Handing, ...] = setting(Listing(Group(Handing)), ())

    def without_presenters(self) -> Printing:
        """The same for another year: prizes and their order stay, people are asked anew."""
        return replace(self, handings=tuple(replace(one, presenter="") for one in self.handings))

    def texts(self) -> Iterable[str]:
        """Every text of it, for finding characters that no font has."""
        for one in self.handings:
            yield from (one.presenter, one.prize)


def read_printing(raw: object, path: str = "printing") -> Printing:
    """Read the archive's `printing`; None is an empty one.

    Raises InvalidRules with the path: `wrong_type`, `unknown_key`, `missing_key`, `out_of_range`,
    `booklet_empty`, `booklet_too_long` (most), `booklet_line_end`.
    """
    return Printing() if raw is None else Printing(**read_settings(Printing, as_object(raw, path), path))


def write_printing(one: Printing) -> dict[str, Any] | None:
    """The same in the archive's shape without what is as it would be anyway; None where all is."""
    return _told(one) or None


def _told(value: Any) -> dict[str, Any]:
    """The settings of a dataclass that are not its defaults."""
    told = {}
    for key, field in settings_of(type(value)).items():
        now = getattr(value, field.name)
        if now != field.default:
            told[key] = _written(field.metadata["codec"], now)
    return told


def _written(codec: Any, value: Any) -> Any:
    inner = getattr(codec, "inner", None)
    if isinstance(value, tuple):
        return [_written(inner, one) for one in value]
    return _told(value) if hasattr(type(value), "__dataclass_fields__") else (inner or codec).write(value)


def printing_schema() -> dict[str, Any]:
    """The JSON Schema of what `read_printing` reads."""
    return settings_schema(Printing)
