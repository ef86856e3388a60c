"""How one setting is read from JSON, written to it, and described: the only place where the three meet.

A dataclass says what each of its fields is with `setting(codec, default)`. The reader, the writer, the JSON
Schema and the forms of the site all follow from that, so they cannot drift apart.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any, Protocol

from scoring.errors import InvalidRules

ACE = 14
LOWEST = 2
LEVEL_TEXTS = {level: str(level) for level in range(2, 11)} | {11: "J", 12: "Q", 13: "K", ACE: "A"}
LEVELS_BY_TEXT = {text: level for level, text in LEVEL_TEXTS.items()}

_POINTS = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,6})?")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Codec(Protocol):
    """One kind of value: `read` raises InvalidRules, `write` gives canonical JSON, `schema` JSON Schema."""

    @property
    def kind(self) -> str: ...
    @property
    def choices(self) -> tuple[str, ...]: ...
    def read(self, raw: object, path: str) -> Any: ...
    def write(self, value: Any) -> object: ...
    def schema(self) -> dict[str, object]: ...


def decimal_text(value: Decimal | int) -> str:
    """Write exact points without exponent and trailing zeros: 17, 0.5, -1; zero is never negative."""
    text = f"{value:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """One word of a fixed list."""

    options: type[StrEnum]
    kind: str = "choice"

    @property
    def choices(self) -> tuple[str, ...]:
        """The words, in the order in which they are offered."""
        return tuple(option.value for option in self.options)

    def read(self, raw: object, path: str) -> StrEnum:
        if not isinstance(raw, str):
            raise InvalidRules("wrong_type", path, wanted="text")
        if raw not in self.choices:
            raise InvalidRules("unknown_choice", path, value=raw, choices=self.choices)
        return self.options(raw)

    def write(self, value: StrEnum) -> object:
        return value.value

    def schema(self) -> dict[str, object]:
        return {"enum": list(self.choices)}


@dataclasses.dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    kind: str = "flag"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> bool:
        if not isinstance(raw, bool):
            raise InvalidRules("wrong_type", path, wanted="flag")
        return raw

    def write(self, value: bool) -> object:
        return value

    def schema(self) -> dict[str, object]:
        return {"type": "boolean"}


@dataclasses.dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds; with `text` it may also be written as digits in quotes."""

    low: int
    high: int
    text: bool = False
    kind: str = "whole"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> int:
        if self.text and isinstance(raw, str) and _WHOLE.fullmatch(raw):
            raw = int(raw)
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise InvalidRules("wrong_type", path, wanted="whole")
        if not self.low <= raw <= self.high:
            raise InvalidRules("out_of_range", path, value=raw, low=self.low, high=self.high)
        return raw

    def write(self, value: int) -> object:
        return value

    def schema(self) -> dict[str, object]:
        number: dict[str, object] = {"type": "integer", "minimum": self.low, "maximum": self.high}
        if self.text:
            return {"anyOf": [number, {"type": "string", "pattern": f"^{_WHOLE.pattern}$"}]}
        return number


@dataclasses.dataclass(frozen=True, slots=True)
class Points:
    """Exact points, written as decimal text ("17", "0.5", "-1"): JSON's own numbers are not exact."""

    kind: str = "points"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> Decimal:
        if not isinstance(raw, str):
            raise InvalidRules("wrong_type", path, wanted="points")
        if not _POINTS.fullmatch(raw):
            raise InvalidRules("not_points", path, value=raw)
        return Decimal(raw)

    def write(self, value: Decimal) -> object:
        return decimal_text(value)

    def schema(self) -> dict[str, object]:
        return {"type": "string", "pattern": f"^{_POINTS.pattern}$"}


@dataclasses.dataclass(frozen=True, slots=True)
class LevelText:
    """A level from `low` to A, written "2"…"10", "J", "Q", "K", "A"."""

    low: int = LOWEST
    kind: str = "level"

    @property
    def choices(self) -> tuple[str, ...]:
        """The levels' texts, lowest first."""
        return tuple(text for level, text in LEVEL_TEXTS.items() if level >= self.low)

    def read(self, raw: object, path: str) -> int:
        if not isinstance(raw, str):
            raise InvalidRules("wrong_type", path, wanted="text")
        if raw not in self.choices:
            raise InvalidRules("unknown_choice", path, value=raw, choices=self.choices)
        return LEVELS_BY_TEXT[raw]

    def write(self, value: int) -> object:
        return LEVEL_TEXTS[value]

    def schema(self) -> dict[str, object]:
        return {"enum": list(self.choices)}


@dataclasses.dataclass(frozen=True, slots=True)
class Maybe:
    """Another kind, or null: no limit, not set."""

    inner: Codec

    @property
    def kind(self) -> str:
        """The kind of the value when there is one."""
        return self.inner.kind

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices of the value when there is one."""
        return self.inner.choices

    def read(self, raw: object, path: str) -> Any:
        return None if raw is None else self.inner.read(raw, path)

    def write(self, value: Any) -> object:
        return None if value is None else self.inner.write(value)

    def schema(self) -> dict[str, object]:
        return {"anyOf": [self.inner.schema(), {"type": "null"}]}


@dataclasses.dataclass(frozen=True, slots=True)
class Listing:
    """A list of values of one kind; `unique` refuses a repetition, `size` any other length."""

    inner: Codec
    unique: bool = False
    low: int = 0
    size: int | None = None
    kind: str = "list"

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices of each member."""
        return self.inner.choices

    def read(self, raw: object, path: str) -> tuple[Any, ...]:
        if not isinstance(raw, Sequence) or isinstance(raw, str):
            raise InvalidRules("wrong_type", path, wanted="list")
        values = tuple(self.inner.read(item, f"{path}[{index}]") for index, item in enumerate(raw))
        if self.unique and len(set(values)) < len(values):
            raise InvalidRules("repeated", path)
        if len(values) < self.low or (self.size is not None and len(values) != self.size):
            raise InvalidRules("wrong_length", path, length=len(values), wanted=self.size or self.low)
        return values

    def write(self, value: tuple[Any, ...]) -> object:
        return [self.inner.write(item) for item in value]

    def schema(self) -> dict[str, object]:
        schema: dict[str, object] = {"type": "array", "items": self.inner.schema()}
        if self.unique:
            schema["uniqueItems"] = True
        least = self.low if self.size is None else self.size
        if least:
            schema["minItems"] = least
        if self.size is not None:
            schema["maxItems"] = self.size
        return schema


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """An object whose keys are the settings of one dataclass; keys left out take the defaults."""

    of: type[Any]
    kind: str = "group"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> Any:
        return self.of(**read_settings(self.of, as_object(raw, path), path))

    def write(self, value: Any) -> object:
        return write_settings(value)

    def schema(self) -> dict[str, object]:
        return settings_schema(self.of)


def as_object(raw: object, path: str) -> Mapping[str, object]:
    """The JSON object at `path`, or InvalidRules."""
    if not isinstance(raw, Mapping):
        raise InvalidRules("wrong_type", path, wanted="object")
    return raw


def under(path: str, key: str) -> str:
    """The path of `key` in the object at `path` ("" is the whole)."""
    return f"{path}.{key}" if path else key


def setting(codec: Codec, default: Any = dataclasses.MISSING, *, key: str = "") -> Any:
    """A dataclass field that knows how it is written in JSON; `key` where its name cannot be Python's."""
    return dataclasses.field(default=default, metadata={"codec": codec, "key": key})


def settings_of(of: type[Any]) -> dict[str, dataclasses.Field[Any]]:
    """The JSON keys of a dataclass and the fields behind them, in declaration order."""
    return {
        field.metadata["key"] or field.name: field
        for field in dataclasses.fields(of)
        if "codec" in field.metadata
    }


def read_settings(of: type[Any], raw: Mapping[str, object], path: str) -> dict[str, Any]:
    """Read an object's keys into keyword arguments for `of`; unknown and missing keys are refused."""
    fields = settings_of(of)
    for key in raw:
        if key not in fields:
            raise InvalidRules("unknown_key", under(path, str(key)), key=key)
    for key, field in fields.items():
        if field.default is dataclasses.MISSING and key not in raw:
            raise InvalidRules("missing_key", under(path, key), key=key)
    return {
        field.name: field.metadata["codec"].read(raw[key], under(path, key))
        for key, field in fields.items()
        if key in raw
    }


def write_settings(value: Any) -> dict[str, object]:
    """All settings of a dataclass instance as JSON, defaults included."""
    return {
        key: field.metadata["codec"].write(getattr(value, field.name))
        for key, field in settings_of(type(value)).items()
    }


def settings_schema(of: type[Any]) -> dict[str, object]:
    """The JSON Schema of the object that `read_settings` reads."""
    fields = settings_of(of)
    schema: dict[str, object] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: field.metadata["codec"].schema() for key, field in fields.items()},
    }
    required = [key for key, field in fields.items() if field.default is dataclasses.MISSING]
    if required:
        schema["required"] = required
    return schema
