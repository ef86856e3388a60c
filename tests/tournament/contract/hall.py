"""One group of a made-up event, played as a test says, and read back through the command line."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command

Json = dict[str, Any]


def document(pairs: int, rounds: list[list[Json]] | None = None, **stage: Any) -> Json:
    """An event of `pairs` pairs in one group; every round given is closed."""
    made = [
        {"number": number, "state": "closed", "matches": [{"group": "A", **match} for match in matches]}
        for number, matches in enumerate(rounds or [], start=1)
    ]
    rules, rulebook = stage.pop("rules", {}), stage.pop("rulebook", "devzone-26")
    plan: Json = {
        "name": "预赛",
        "pairing": {"method": "rotation", "rounds": max(len(made), 1)},
        "groups": [{"name": "A", "pairs": list(range(1, pairs + 1))}],
        **({"rounds": made} if made else {}),
    }
    return {
        "format": "guansai-event",
        "version": 1,
        "event": {"slug": "sai", "name": "城北掼蛋赛", "rulebook": rulebook, "rules": rules},
        "pairs": [{"number": n, "players": [f"甲{n}", f"乙{n}"]} for n in range(1, pairs + 1)],
        "stages": [{**plan, **stage}],
    }


def meet(ns: int, ew: int, result: Json | None = None, table: int | None = None) -> Json:
    """A table at which two pairs meet; without a number it is the one of the first-named pair."""
    return {"table": table or ns, "ns": ns, "ew": ew, **({"result": result} if result else {})}


def at_time(ns: str, ew: str, **more: Any) -> Json:
    """Final levels when time was called."""
    return {"ns_level": ns, "ew_level": ew, "ended": "time", **more}


def passed(side: str, other: str, gain: int | None = 3, **more: Any) -> Json:
    """`side` passed A, the others stood at `other`."""
    levels = {"ns_level": "A", "ew_level": other} if side == "ns" else {"ns_level": other, "ew_level": "A"}
    told = {} if gain is None else {"passed_gain": gain}
    return {**levels, "passed_a": side, **told, "ended": "passed_a", **more}


def command(name: str, *arguments: object) -> str:
    """What a command writes to stdout; CommandError where it refuses."""
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def load(archive: Json, slug: str = "") -> str:
    """Load an archive from a file and give back the slug that the command prints."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sai.json"
        path.write_text(json.dumps(archive, ensure_ascii=False), "utf-8")
        return command("loadevent", path, *(["--slug", slug] if slug else [])).strip()


def ranking(archive: Json, *arguments: object) -> list[Json]:
    """Load an archive and rank it: the JSON of `standings`."""
    rows: list[Json] = json.loads(command("standings", load(archive), "--format", "json", *arguments))
    return rows


def by_pair(archive: Json) -> dict[int, Json]:
    """The same, by pair number."""
    return {row["pair"]: row for row in ranking(archive)}
