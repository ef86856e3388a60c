"""What an event prints for its prize giving, as values: who hands over what, in which order."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from scoring.codecs import (
    Choice,
    Flag,
    Group,
    Listing,
    Maybe,
    Whole,
    as_object,
    decimal_text,
    read_settings,
    setting,
    settings_of,
    settings_schema,
)
from scoring.errors import InvalidRules
from scoring.prizes import NAME_LIMIT
from tournament.models.booklet import Words

WHO_LIMIT = 60
WHAT_LIMIT = 60
LINE_LIMIT = 120
LINES_LIMIT = 600
SIZES = (6, 120)  # of type, in points
SHEET = (Decimal(40), Decimal(600))  # a sheet's sides, in millimetres
OFFSET = Decimal(50)  # the most that a print is moved, in millimetres
MOST_FIELDS = 12
_MM = re.compile(r"-?[0-9]{1,3}(\.[0-9])?")


class Sheet(StrEnum):
    """The paper of a certificate."""

    A4_LYING = "a4-landscape"
    A4 = "a4"
    A3_LYING = "a3-landscape"
    A3 = "a3"


class Per(StrEnum):
    """Who gets a certificate of their own."""

    PAIR = "pair"
    PLAYER = "player"


class Frame(StrEnum):
    """The border that is drawn round a certificate."""

    DOUBLE = "double"
    LINE = "line"
    NONE = "none"


class Stand(StrEnum):
    """Where text stands in its field."""

    CENTRE = "center"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Millimetres:
    """A length in millimetres with one decimal at most, written as text ("85.5"): exact."""

    low: Decimal
    high: Decimal
    kind: str = "millimetres"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> Decimal:
        if not isinstance(raw, str) or not _MM.fullmatch(raw):
            raise InvalidRules("not_millimetres", path, value=raw)
        if not self.low <= (length := Decimal(raw)) <= self.high:
            raise InvalidRules("not_millimetres", path, value=raw)
        return length

    def write(self, value: Decimal) -> object:
        return decimal_text(value)

    def schema(self) -> dict[str, object]:
        return {"type": "string", "pattern": f"^{_MM.pattern}$"}


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
class Certificate:
    """奖状 on plain paper: its words, with places like {姓名} that are filled in, and how they stand.

    `to` is the line of names, `award` the large one; sizes of type are those on A4 and grow with A3.
    """

    title: str = setting(Words(LINE_LIMIT), "")
    to: str = setting(Words(LINE_LIMIT), "")
    text: str = setting(Words(LINES_LIMIT, lines=True), "")
    award: str = setting(Words(LINE_LIMIT), "")
    closing: str = setting(Words(LINE_LIMIT), "")
    sender: str = setting(Words(LINES_LIMIT, lines=True), "")
    title_size: int = setting(Whole(*SIZES), 60)
    text_size: int = setting(Whole(*SIZES), 24)
    award_size: int = setting(Whole(*SIZES), 42)
    sheet: Sheet = setting(Choice(Sheet), Sheet.A4_LYING)
    frame: Frame = setting(Choice(Frame), Frame.DOUBLE)
    logo: bool = setting(Flag(), True)
    per: Per = setting(Choice(Per), Per.PAIR)


@dataclass(frozen=True, slots=True)
class FormField:
    """One text on a bought form. `x` is its room's left edge, `y` the line on which it stands, from the
    sheet's left and upper edges; lengths in millimetres, type in points. Text wider than `width` shrinks."""

    text: str = setting(Words(LINE_LIMIT, needed=True))
    x: Decimal = setting(Millimetres(Decimal(0), SHEET[1]))
    y: Decimal = setting(Millimetres(Decimal(0), SHEET[1]))
    width: Decimal = setting(Millimetres(Decimal(1), SHEET[1]), Decimal(100))
    size: int = setting(Whole(*SIZES), 20)
    stand: Stand = setting(Choice(Stand), Stand.CENTRE)


@dataclass(frozen=True, slots=True)
class BoughtForm:
    """套打: a form that was bought printed. `right` and `down` move everything, as the printer needs it."""

    width: Decimal = setting(Millimetres(*SHEET))
    height: Decimal = setting(Millimetres(*SHEET))
    fields: tuple[FormField, ...] = setting(Listing(Group(FormField)), ())
    right: Decimal = setting(Millimetres(-OFFSET, OFFSET), Decimal(0))
    down: Decimal = setting(Millimetres(-OFFSET, OFFSET), Decimal(0))
    per: Per = setting(Choice(Per), Per.PAIR)


@dataclass(frozen=True, slots=True)
class Printing:
    """Everything entered for the prize giving; `handings` stand in the order in which awards are called."""

    handings: tuple[Handing, ...] = setting(Listing(Group(Handing)), ())
    certificate: Certificate | None = setting(Maybe(Group(Certificate)), None)
    form: BoughtForm | None = setting(Maybe(Group(BoughtForm)), None)

    def without_presenters(self) -> Printing:
        """The same for another year: prizes and their order stay, people are asked anew."""
        return replace(self, handings=tuple(replace(one, presenter="") for one in self.handings))


def read_printing(raw: object, path: str = "printing") -> Printing:
    """Read the archive's `printing`; None is an empty one.

    Raises InvalidRules with the path: `wrong_type`, `unknown_key`, `missing_key`, `out_of_range`,
    `unknown_choice`, `not_millimetres` (value), `booklet_empty`, `booklet_too_long` (most),
    `booklet_line_end`.
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
