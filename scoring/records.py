"""What was recorded of one match, as values and in the archive's `result` shape; no rules are needed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.codecs import (
    Choice,
    Flag,
    LevelText,
    Maybe,
    Whole,
    as_object,
    read_settings,
    setting,
    settings_of,
    settings_schema,
    under,
    write_settings,
)
from scoring.errors import InvalidRules, InvalidScoresheet
from scoring.levels import Deal, Item, Ruling
from scoring.options import Ended, Side

MOST_SECONDS = 24 * 60 * 60
MOST_GAMES = 3  # of a series: best of three
_SIDE = Choice(Side)
_LEVEL = LevelText()


@dataclass(frozen=True, slots=True)
class _RulingSettings:
    """A ruling's keys in JSON."""

    ns: int = setting(Whole(-12, 12), 0)
    ew: int = setting(Whole(-12, 12), 0)
    in_play: Side | None = setting(Maybe(_SIDE), None)
    cancel_gain: bool = setting(Flag(), False)


class DealsCodec:
    """The items of a match in JSON: `["ns", 2]`, `["ns", 2, "awarded"]` or `{"ruling": {…}}`."""

    kind = "deals"
    choices: tuple[str, ...] = ()

    def read(self, raw: object, path: str) -> tuple[Item, ...]:
        """The items in order."""
        if not isinstance(raw, Sequence) or isinstance(raw, str):
            raise InvalidRules("wrong_type", path, wanted="list")
        return tuple(self._item(item, f"{path}[{index}]") for index, item in enumerate(raw))

    def _item(self, raw: object, path: str) -> Item:
        if isinstance(raw, Mapping):
            if set(raw) != {"ruling"}:
                raise InvalidRules("not_a_deal", path)
            where = under(path, "ruling")
            return Ruling(**read_settings(_RulingSettings, as_object(raw["ruling"], where), where))
        if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) not in (2, 3):
            raise InvalidRules("not_a_deal", path)
        if raw[2:] and raw[2] != "awarded":
            raise InvalidRules("not_a_deal", f"{path}[2]")
        winner = _SIDE.read(raw[0], f"{path}[0]")
        place = Whole(2, 4).read(raw[1], f"{path}[1]")
        try:
            return Deal(Side(winner), place, awarded=len(raw) == 3)
        except InvalidScoresheet as error:
            raise InvalidRules(error.code, path, **error.params) from None

    def write(self, value: tuple[Item, ...]) -> object:
        """The items, a ruling's defaults left out."""
        return [_write_item(item) for item in value]

    def schema(self) -> dict[str, object]:
        """JSON Schema of the list."""
        ruling = settings_schema(_RulingSettings)
        deal = {
            "type": "array",
            "prefixItems": [_SIDE.schema(), Whole(2, 4).schema(), {"const": "awarded"}],
            "minItems": 2,
            "maxItems": 3,
        }
        held = {
            "type": "object",
            "properties": {"ruling": ruling},
            "required": ["ruling"],
            "additionalProperties": False,
        }
        return {"type": "array", "items": {"anyOf": [deal, held]}}


def _write_item(item: Item) -> object:
    if isinstance(item, Deal):
        return [item.winner.value, item.partner_place, *(["awarded"] if item.awarded else [])]
    settings = _RulingSettings(item.ns, item.ew, item.in_play, item.cancel_gain)
    return {"ruling": _without_defaults(settings)}


def _without_defaults(value: Any) -> dict[str, object]:
    fields = settings_of(type(value))
    written = write_settings(value)
    return {key: written[key] for key, field in fields.items() if getattr(value, field.name) != field.default}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoresheet:
    """What the referee read off one table's paper when play stopped. Facts only, no points.

    Levels are 2…14 (14 is A) and may be None when the deals give them. `passed_a` is the side that went past
    A, `passed_gain` how many levels beyond A it reached (A+3: 3). `in_play` is the side whose level the next
    deal would be played at, `winner` is stated where the levels alone do not tell it. `seconds` is the time
    played. `deals` are the deals and rulings in order, empty when only the final levels were written down.
    """

    ns_level: int | None = setting(Maybe(_LEVEL), None)
    ew_level: int | None = setting(Maybe(_LEVEL), None)
    passed_a: Side | None = setting(Maybe(_SIDE), None)
    passed_gain: int | None = setting(Maybe(Whole(1, 3)), None)
    in_play: Side | None = setting(Maybe(_SIDE), None)
    winner: Side | None = setting(Maybe(_SIDE), None)
    ended: Ended = setting(Choice(Ended))
    seconds: int | None = setting(Maybe(Whole(0, MOST_SECONDS)), None)
    deals: tuple[Item, ...] = setting(DealsCodec(), ())


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match not played because `side` did not come, gave up or was late; None: both sides."""

    side: Side | None


@dataclass(frozen=True, slots=True)
class AwardedLoss:
    """A match that a ruling took from `side`; the levels reached where the rules count them (2…14)."""

    side: Side
    ns_level: int | None = None
    ew_level: int | None = None


Game = Scoresheet | Forfeit | AwardedLoss


@dataclass(frozen=True, slots=True)
class Series:
    """A match of several games (三局两胜), as far as it was played; in all games the same pair sits 南北.

    It is over with the second win, or when the last game is a `Forfeit`: whoever did not go on has lost.
    """

    games: tuple[Game, ...]


Record = Game | Series


@dataclass(frozen=True, slots=True)
class _AwardedSettings:
    """An awarded loss's keys in JSON."""

    awarded_loss: Side = setting(_SIDE)
    ns_level: int | None = setting(Maybe(_LEVEL), None)
    ew_level: int | None = setting(Maybe(_LEVEL), None)


FORFEITS: dict[str, Side | None] = {Side.NS.value: Side.NS, Side.EW.value: Side.EW, "both": None}


def from_json(raw: object, path: str = "result") -> Record:
    """Read a `result` object of the archive; `path` is where it stands in the file.

    Raises InvalidScoresheet with the key as `field` and the whole path in `params["path"]`. Whether the
    record can be true under an event's rules is `judge`'s question.
    """
    try:
        return _read(as_object(raw, path), path)
    except InvalidRules as error:
        field = error.path[len(path) :].lstrip(".").partition(".")[0].partition("[")[0]
        raise InvalidScoresheet(error.code, field or None, **error.params, path=error.path) from None


def _read(raw: Mapping[str, object], path: str) -> Record:
    if "games" in raw:
        return _read_series(raw, path)
    return _read_game(raw, path)


def _read_series(raw: Mapping[str, object], path: str) -> Series:
    for key in raw:
        if key != "games":
            raise InvalidRules("unknown_key", under(path, str(key)), key=key)
    where = under(path, "games")
    games = raw["games"]
    if not isinstance(games, Sequence) or isinstance(games, str):
        raise InvalidRules("wrong_type", where, wanted="list")
    read = [
        _read_game(as_object(game, f"{where}[{index}]"), f"{where}[{index}]")
        for index, game in enumerate(games)
    ]
    return Series(tuple(read))


def _read_game(raw: Mapping[str, object], path: str) -> Game:
    if "forfeit" in raw:
        return _read_forfeit(raw, path)
    if "awarded_loss" in raw:
        awarded = _AwardedSettings(**read_settings(_AwardedSettings, raw, path))
        return AwardedLoss(awarded.awarded_loss, awarded.ns_level, awarded.ew_level)
    sheet = Scoresheet(**read_settings(Scoresheet, _minutes_as_seconds(raw, path), path))
    if "deals" in raw and not sheet.deals and sheet.ns_level is None and sheet.ew_level is None:
        # No finished deal: 2 : 2. Written out, as an empty list cannot be told from none at all.
        return Scoresheet(
            ns_level=2, ew_level=2, winner=sheet.winner, ended=sheet.ended, seconds=sheet.seconds
        )
    return sheet


def _read_forfeit(raw: Mapping[str, object], path: str) -> Forfeit:
    for key in raw:
        if key != "forfeit":
            raise InvalidRules("unknown_key", under(path, str(key)), key=key)
    side = raw["forfeit"]
    if not isinstance(side, str) or side not in FORFEITS:
        raise InvalidRules("unknown_choice", under(path, "forfeit"), value=side, choices=tuple(FORFEITS))
    return Forfeit(FORFEITS[side])


def _minutes_as_seconds(raw: Mapping[str, object], path: str) -> Mapping[str, object]:
    if "minutes" not in raw:
        return raw
    if "seconds" in raw:
        raise InvalidRules("minutes_and_seconds", under(path, "minutes"))
    minutes = Whole(0, MOST_SECONDS // 60).read(raw["minutes"], under(path, "minutes"))
    return {key: value for key, value in raw.items() if key != "minutes"} | {"seconds": minutes * 60}


def to_json(record: Record) -> dict[str, object]:
    """Write a record in the archive's `result` shape, defaults left out, whole minutes as `minutes`."""
    if isinstance(record, Series):
        return {"games": [to_json(game) for game in record.games]}
    if isinstance(record, Forfeit):
        return {"forfeit": record.side.value if record.side else "both"}
    if isinstance(record, AwardedLoss):
        return _without_defaults(_AwardedSettings(record.side, record.ns_level, record.ew_level))
    written = _without_defaults(record)
    if record.seconds is not None and record.seconds % 60 == 0:
        del written["seconds"]
        written["minutes"] = record.seconds // 60
    return written


def result_schema() -> dict[str, object]:
    """JSON Schema of a `result` object."""
    sheet: dict[str, Any] = settings_schema(Scoresheet)
    sheet["properties"]["minutes"] = Whole(0, MOST_SECONDS // 60).schema()
    forfeit = {
        "type": "object",
        "properties": {"forfeit": {"enum": list(FORFEITS)}},
        "required": ["forfeit"],
        "additionalProperties": False,
    }
    game = {"anyOf": [forfeit, settings_schema(_AwardedSettings), sheet]}
    series = {
        "type": "object",
        "properties": {"games": {"type": "array", "items": game, "minItems": 1, "maxItems": MOST_GAMES}},
        "required": ["games"],
        "additionalProperties": False,
    }
    return {"anyOf": [*game["anyOf"], series]}
