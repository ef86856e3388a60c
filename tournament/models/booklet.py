"""What a 秩序册 says beside the plan: offices, referees, leaders, timetable; values and how they are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scoring.codecs import Group, Listing, as_object, read_settings, setting, settings_schema, write_settings
from scoring.errors import InvalidRules

TITLE_LIMIT = 80
OFFICE_LIMIT = 30
NAME_LIMIT = 50
UNIT_LIMIT = 80
PLACE_LIMIT = 60
TEXT_LIMIT = 6000


@dataclass(frozen=True, slots=True)
class Words:
    """Text of at most `longest` characters, in one line unless `lines`; it may be empty unless `needed`."""

    longest: int
    lines: bool = False
    needed: bool = False
    kind: str = "text"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> str:
        if not isinstance(raw, str):
            raise InvalidRules("wrong_type", path, wanted="text")
        if self.needed and not raw.strip():
            raise InvalidRules("booklet_empty", path)
        if len(raw) > self.longest:
            raise InvalidRules("booklet_too_long", path, most=self.longest)
        if not self.lines and len(raw.splitlines()) > 1:
            raise InvalidRules("booklet_line_end", path)
        return raw

    def write(self, value: str) -> object:
        return value

    def schema(self) -> dict[str, object]:
        least = {"minLength": 1} if self.needed else {}
        return {"type": "string", "maxLength": self.longest, **least}


_NAMES = Listing(Words(NAME_LIMIT, needed=True))
_HOUSES = Listing(Words(TITLE_LIMIT, needed=True))


@dataclass(frozen=True, slots=True)
class Office:
    """Those who hold one office; `tables` says which tables or area they look after."""

    office: str = setting(Words(OFFICE_LIMIT, needed=True))
    names: tuple[str, ...] = setting(_NAMES)
    tables: str = setting(Words(PLACE_LIMIT), "")


@dataclass(frozen=True, slots=True)
class Leaders:
    """A unit's 领队 and 教练, as it is called in the booklet."""

    unit: str = setting(Words(UNIT_LIMIT, needed=True))
    leaders: tuple[str, ...] = setting(_NAMES, ())
    coaches: tuple[str, ...] = setting(_NAMES, ())


@dataclass(frozen=True, slots=True)
class Appointment:
    """A line of the timetable; day and time are told in the organiser's own words."""

    what: str = setting(Words(TITLE_LIMIT, needed=True))
    day: str = setting(Words(OFFICE_LIMIT), "")
    time: str = setting(Words(OFFICE_LIMIT), "")
    place: str = setting(Words(PLACE_LIMIT), "")


_OFFICES = Listing(Group(Office))


@dataclass(frozen=True, slots=True)
class Booklet:
    """All facts of a 秩序册 that people enter; what is not entered is empty.

    `hosts` 主办, `organisers` 承办, `co_organisers` 协办, `supporters` 支持; without hosts the event's own
    主办单位 stands. `supplement` is the event's additions to the rules, `logistics` tells board, lodging and
    ways; both in lines.
    """

    subtitle: str = setting(Words(TITLE_LIMIT), "")
    hosts: tuple[str, ...] = setting(_HOUSES, ())
    organisers: tuple[str, ...] = setting(_HOUSES, ())
    co_organisers: tuple[str, ...] = setting(_HOUSES, ())
    supporters: tuple[str, ...] = setting(_HOUSES, ())
    committee: tuple[Office, ...] = setting(_OFFICES, ())
    jury: tuple[Office, ...] = setting(_OFFICES, ())
    referees: tuple[Office, ...] = setting(_OFFICES, ())
    leaders: tuple[Leaders, ...] = setting(Listing(Group(Leaders)), ())
    timetable: tuple[Appointment, ...] = setting(Listing(Group(Appointment)), ())
    supplement: str = setting(Words(TEXT_LIMIT, lines=True), "")
    logistics: str = setting(Words(TEXT_LIMIT, lines=True), "")

    def without_days(self) -> Booklet:
        """The same for another year: the timetable keeps its times and loses its days."""
        return replace(self, timetable=tuple(replace(one, day="") for one in self.timetable))

    def texts(self) -> Iterable[str]:
        """Every text of it, for finding characters that no font has."""
        yield from (self.subtitle, self.supplement, self.logistics)
        yield from (*self.hosts, *self.organisers, *self.co_organisers, *self.supporters)
        for office in (*self.committee, *self.jury, *self.referees):
            yield from (office.office, *office.names, office.tables)
        for one in self.leaders:
            yield from (one.unit, *one.leaders, *one.coaches)
        for appointment in self.timetable:
            yield from (appointment.day, appointment.time, appointment.what, appointment.place)


def read_booklet(raw: object, path: str = "booklet") -> Booklet:
    """Read the archive's `booklet`; None is an empty one.

    Raises InvalidRules with the path: `wrong_type`, `unknown_key`, `missing_key`, `booklet_empty`,
    `booklet_too_long` (most), `booklet_line_end`.
    """
    return Booklet() if raw is None else Booklet(**read_settings(Booklet, as_object(raw, path), path))


def write_booklet(one: Booklet) -> dict[str, Any] | None:
    """The same in the archive's shape without what is empty; None where all is."""
    return _filled(write_settings(one)) or None


def _filled(value: Any) -> Any:
    """A value without empty texts and lists in its objects."""
    if isinstance(value, dict):
        parts = {key: _filled(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in ("", [])}
    return [_filled(part) for part in value] if isinstance(value, list) else value


def booklet_schema() -> dict[str, Any]:
    """The JSON Schema of what `read_booklet` reads."""
    return settings_schema(Booklet)
