"""Archives for tests: a small one to spoil, and the pieces of larger ones. All people are invented."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from django.apps import apps

from tournament import archive
from tournament.actions.work import Actor
from tournament.models import Event

Json = dict[str, Any]
LOADER = Actor(name="测试员", source="command")
NAMES = (
    "陈一帆", "林小溪", "何望舒", "顾南枝", "陆星野", "白露", "方知行", "苏青",
    "严冬阳", "叶知秋", "林深", "许今也", "郑禾", "王守拙", "冯小川", "周子衿",
)  # fmt: skip


def load(document: Json, slug: str = "") -> Event:
    """Read and load a document as its bytes would be."""
    return archive.load(archive.read(json.dumps(document)), slug=slug, by=LOADER)


def pair(number: int, unit: str | None = "甲队", **more: Any) -> Json:
    """A pair whose players nobody else has."""
    players = [NAMES[number % 16] + "一", NAMES[number % 16] + "二"]
    return {"number": number, "players": players, **({"unit": unit} if unit else {}), **more}


def small() -> Json:
    """Four pairs of two units, one group, one round with both kinds of result."""
    return deepcopy(SMALL)


SMALL: Json = {
    "format": "guansai-event",
    "version": 1,
    "event": {
        "slug": "library-2013",
        "name": "图书馆掼蛋赛",
        "starts_on": "2013-04-28",
        "ends_on": "2013-04-30",
        "rulebook": "library-rotation",
        "rules": {"walkovers": {"bye": "100"}},
    },
    "units": [{"name": "甲队"}, {"name": "乙队"}],
    "pairs": [pair(1), pair(2, "乙队"), pair(3), pair(4, "乙队"), pair(5)],
    "stages": [
        {
            "name": "预赛",
            "entry": "all",
            "grouping": {"method": "draw", "size": 4},
            "pairing": {"method": "rotation", "rounds": 3},
            "groups": [{"name": "A", "pairs": [1, 2, 3, 4]}],
            "rounds": [
                {
                    "number": 1,
                    "state": "closed",
                    "matches": [
                        {
                            "group": "A",
                            "table": 1,
                            "ns": 1,
                            "ew": 3,
                            "result": {
                                "ns_level": "A",
                                "ew_level": "9",
                                "passed_a": "ns",
                                "passed_gain": 3,
                                "ended": "passed_a",
                                "minutes": 41,
                            },
                        },
                        {
                            "group": "A",
                            "table": 2,
                            "ns": 2,
                            "ew": 4,
                            "result": {"deals": [["ns", 2], ["ew", 3], ["ew", 4]], "ended": "time"},
                        },
                    ],
                }
            ],
        }
    ],
    "penalties": [{"pair": 2, "stage": "预赛", "round": 1, "grade": "warning", "article": "五、1(2)"}],
}


def passed(side: str = "ns", loser: str = "9", gain: int = 3) -> Json:
    """A result in which `side` passed A."""
    levels = ("A", loser) if side == "ns" else (loser, "A")
    return {
        "ns_level": levels[0],
        "ew_level": levels[1],
        "passed_a": side,
        "passed_gain": gain,
        "ended": "passed_a",
    }


def match(group: str, table: int, ns: int, ew: int, result: Json | None = None, **more: Any) -> Json:
    """A table."""
    return {
        "group": group,
        "table": table,
        "ns": ns,
        "ew": ew,
        **more,
        **({"result": result} if result else {}),
    }


def level(both: str, **told: str) -> Json:
    """A result in which time found both sides at one level."""
    return {"ns_level": both, "ew_level": both, "ended": "time", **told}


def counts() -> dict[str, int]:
    """How many rows every table of the program has."""
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return {model._meta.label: model._base_manager.count() for model in models}
