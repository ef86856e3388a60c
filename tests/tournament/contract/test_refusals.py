"""What `loadevent` refuses: with the JSON path and a sentence, and nothing is stored, the journal neither."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import connection

from tests.tournament.contract.hall import Json, at_time, command, document, load, meet

pytestmark = pytest.mark.django_db

WIN = at_time("9", "5")
STAGE, MATCH = "$.stages[0]", "$.stages[0].rounds[0].matches[0]"
KNOCKOUT = {"method": "knockout"}
EXTRA = {"level_tie": "extra_deal"}


def counts() -> dict[str, int]:
    """How many rows every table has."""
    with connection.cursor() as cursor:
        found = {}
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT COUNT(*) FROM "{name}"')
            found[name] = cursor.fetchone()[0]
        return found


def stage(archive: Json) -> Json:
    first: Json = archive["stages"][0]
    return first


def result(**keys: Any) -> Callable[[Json], object]:
    return lambda archive: stage(archive)["rounds"][0]["matches"][0].update(result=keys)


@pytest.mark.parametrize(
    ("path", "spoil"),
    [
        ("$.format", lambda d: d.update(format="other")),
        ("$.version", lambda d: d.update(version=2)),
        ("$.guests", lambda d: d.update(guests=[])),
        ("$.event.rules.minuts", lambda d: d["event"]["rules"].update(minuts=50)),
        ("$.event.rules.minutes", lambda d: d["event"]["rules"].update(minutes="50")),
        ("$.event.rules.walkovers.bye", lambda d: d["event"]["rules"].update(walkovers={"bye": 17})),
        ("$.event.rules.level_tie", lambda d: d["event"]["rules"].update(scheme="win-loss-2-1-0")),
        (f"{STAGE}.rules.level_tie", lambda d: stage(d).update(rules={"scheme": "ace-time"})),
        (f"{STAGE}.rules.level_tie", lambda d: stage(d).update(pairing=KNOCKOUT)),
        (f"{STAGE}.rules.scheme", lambda d: stage(d).update(rules={"scheme": None})),
        (f"{STAGE}.rules.tiebreaks[1]", lambda d: stage(d).update(rules={"tiebreaks": ["wins", "buchholz"]})),
        (f"{STAGE}.grouping", lambda d: stage(d).update(grouping={"method": "draw", "size": 4, "count": 2})),
        (f"{STAGE}.pairing.legs", lambda d: stage(d).update(pairing={"method": "rotation", "legs": 2})),
        (f"{STAGE}.groups[0].pairs[4]", lambda d: stage(d)["groups"][0]["pairs"].append(9)),
        (f"{STAGE}.rounds[0].state", lambda d: stage(d)["rounds"][0].update(state="done")),
        ("$.stages[1].entry.from", lambda d: d["stages"].append({"name": "决赛", "entry": {"from": "复赛"}})),
        ("$.pairs[1].players", lambda d: d["pairs"][1].update(players=["甲"])),
        ("$.pairs[1].unit", lambda d: d["pairs"][1].update(unit="没有的单位")),
        ("$.pairs[1].number", lambda d: d["pairs"][1].update(number=1)),
        ("$.penalties[0].pair", lambda d: d.update(penalties=[{"pair": 9, "grade": "warning"}])),
        (f"{MATCH}.ew", lambda d: stage(d)["rounds"][0]["matches"][0].update(ew=1)),
        (
            f"{STAGE}.rounds[0].matches[1].table",
            lambda d: stage(d)["rounds"][0]["matches"][1].update(table=1),
        ),
        (f"{MATCH}.result.ns_level", result(**at_time("1", "5"))),
        (f"{MATCH}.result.ended", result(**at_time("A", "5", passed_a="ns"))),
        (f"{MATCH}.result.passed_a", result(ns_level="K", ew_level="5", passed_a="ns", ended="passed_a")),
        (f"{MATCH}.result.deals", result(deals=[["ns", 2]] * 6, ended="passed_a")),
        (f"{MATCH}.result.deals[0][1]", result(deals=[["ns", 1]], ended="time")),
        (f"{MATCH}.result.ns_level", result(deals=[["ns", 2]], ended="time", ns_level="4", ew_level="2")),
        (f"{MATCH}.result.ended", result(ns_level="9", ew_level="5", ended="ace_failed", winner="ew")),
        (
            f"{MATCH}.result",
            lambda d: (stage(d).update(pairing=KNOCKOUT, rules=EXTRA), result(**at_time("9", "9"))(d)),
        ),
        (
            f"{MATCH}.result",
            lambda d: (stage(d).update(pairing=KNOCKOUT, rules=EXTRA), result(forfeit="both")(d)),
        ),
    ],
)
def test_a_refusal_names_the_place_and_stores_nothing(path: str, spoil: Callable[[Json], object]) -> None:
    archive = copy.deepcopy(document(4, [[meet(1, 2, WIN), meet(3, 4)]]))
    spoil(archive)
    before = counts()

    with pytest.raises(CommandError) as refused:
        load(archive)

    said = str(refused.value)
    assert said.startswith(f"{path}：")
    assert said.endswith("。")
    assert "\n" not in said
    assert counts() == before


def test_a_slug_that_exists_is_refused_with_the_way_out() -> None:
    archive = document(2)
    load(archive)
    before = counts()

    with pytest.raises(CommandError, match="--slug"):
        load(archive)

    assert counts() == before
    assert load(archive, "sai-2") == "sai-2"


@pytest.mark.parametrize(
    "archive",
    [
        pytest.param(document(4, [[meet(1, 2, WIN), meet(3, 4)]]), id="half a round"),
        pytest.param({**document(2), "stages": []}, id="only pairs"),
        pytest.param(document(2, rulebook="school-grades"), id="groups without rounds"),
        pytest.param(
            document(2, rules={"minutes": None, "walkovers": {"bye": "16.50"}}), id="a lifted limit"
        ),
        pytest.param(
            document(
                2, [[meet(1, 2, {"deals": [{"ruling": {"ew": 1}}, ["ns", 2, "awarded"]], "ended": "time"})]]
            ),
            id="rulings and an awarded deal",
        ),
    ],
)
def test_a_dump_loaded_and_dumped_again_is_the_same_bytes(archive: Json, tmp_path: Any) -> None:
    file = tmp_path / "sai.json"
    load(archive)
    command("dumpevent", "sai", "-o", file)
    first = file.read_bytes()
    slug = command("loadevent", file, "--slug", "again").strip()

    second = command("dumpevent", slug).encode()

    assert second.replace(b'"slug": "again"', b'"slug": "sai"') == first
