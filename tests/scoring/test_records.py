"""Records in the archive's `result` shape, both ways."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidScoresheet
from scoring.levels import Deal, Ruling
from scoring.options import Ended, Side
from scoring.scoresheet import AwardedLoss, Forfeit, Record, Scoresheet, from_json, result_schema, to_json

NS, EW = Side.NS, Side.EW
SCHEMA = jsonschema.Draft202012Validator(result_schema())


@pytest.mark.parametrize(
    ("raw", "record"),
    [
        pytest.param(
            {
                "ns_level": "A",
                "ew_level": "9",
                "passed_a": "ns",
                "passed_gain": 3,
                "ended": "passed_a",
                "minutes": 41,
            },
            Scoresheet(
                ns_level=14, ew_level=9, passed_a=NS, passed_gain=3, ended=Ended.PASSED_A, seconds=41 * 60
            ),
            id="final levels",
        ),
        pytest.param(
            {"deals": [["ns", 2], ["ew", 3], ["ew", 4]], "ended": "time"},
            Scoresheet(deals=(Deal(NS, 2), Deal(EW, 3), Deal(EW, 4)), ended=Ended.TIME),
            id="deals",
        ),
        pytest.param(
            {
                "deals": [
                    {"ruling": {"ns": -3, "in_play": "ew", "cancel_gain": True}},
                    {"ruling": {}},
                    ["ns", 2, "awarded"],
                ],
                "ended": "time",
                "winner": "ew",
                "seconds": 95,
            },
            Scoresheet(
                deals=(Ruling(ns=-3, in_play=EW, cancel_gain=True), Ruling(), Deal(NS, 2, awarded=True)),
                ended=Ended.TIME,
                winner=EW,
                seconds=95,
            ),
            id="rulings and an awarded deal",
        ),
        pytest.param({"forfeit": "ns"}, Forfeit(NS), id="forfeit"),
        pytest.param({"forfeit": "both"}, Forfeit(None), id="double forfeit"),
        pytest.param({"awarded_loss": "ew"}, AwardedLoss(EW), id="awarded loss"),
        pytest.param(
            {"awarded_loss": "ew", "ns_level": "5", "ew_level": "10"},
            AwardedLoss(EW, 5, 10),
            id="awarded loss with levels",
        ),
    ],
)
def test_records_both_ways(raw: dict[str, object], record: Record) -> None:
    assert from_json(raw) == record
    assert to_json(record) == raw
    SCHEMA.validate(raw)


def test_no_finished_deal_is_2_to_2() -> None:
    sheet = from_json({"deals": [], "ended": "time", "winner": "ns"})
    assert sheet == Scoresheet(ns_level=2, ew_level=2, ended=Ended.TIME, winner=NS)


@pytest.mark.parametrize(
    ("raw", "code", "field", "path"),
    [
        ([], "wrong_type", None, "r"),
        ({}, "missing_key", "ended", "r.ended"),
        ({"ended": "done"}, "unknown_choice", "ended", "r.ended"),
        ({"ended": "time", "level": "5"}, "unknown_key", "level", "r.level"),
        ({"ended": "time", "ns_level": 5}, "wrong_type", "ns_level", "r.ns_level"),
        ({"ended": "time", "ns_level": "1"}, "unknown_choice", "ns_level", "r.ns_level"),
        ({"ended": "time", "ew_level": "k"}, "unknown_choice", "ew_level", "r.ew_level"),
        ({"ended": "passed_a", "passed_a": "both"}, "unknown_choice", "passed_a", "r.passed_a"),
        ({"ended": "passed_a", "passed_gain": 4}, "out_of_range", "passed_gain", "r.passed_gain"),
        ({"ended": "time", "minutes": 5, "seconds": 300}, "minutes_and_seconds", "minutes", "r.minutes"),
        ({"ended": "time", "minutes": -1}, "out_of_range", "minutes", "r.minutes"),
        ({"ended": "time", "deals": "ns2"}, "wrong_type", "deals", "r.deals"),
        ({"ended": "time", "deals": ["ns"]}, "not_a_deal", "deals", "r.deals[0]"),
        ({"ended": "time", "deals": [["ns", 2], ["ns"]]}, "not_a_deal", "deals", "r.deals[1]"),
        ({"ended": "time", "deals": [["ns", 2, "given"]]}, "not_a_deal", "deals", "r.deals[0][2]"),
        ({"ended": "time", "deals": [["north", 2]]}, "unknown_choice", "deals", "r.deals[0][0]"),
        ({"ended": "time", "deals": [["ns", 5]]}, "out_of_range", "deals", "r.deals[0][1]"),
        (
            {"ended": "time", "deals": [["ns", 3, "awarded"]]},
            "awarded_not_double_down",
            "deals",
            "r.deals[0]",
        ),
        ({"ended": "time", "deals": [{"rule": {}}]}, "not_a_deal", "deals", "r.deals[0]"),
        ({"ended": "time", "deals": [{"ruling": {"up": 1}}]}, "unknown_key", "deals", "r.deals[0].ruling.up"),
        ({"ended": "time", "deals": [{"ruling": 3}]}, "wrong_type", "deals", "r.deals[0].ruling"),
        ({"forfeit": "nobody"}, "unknown_choice", "forfeit", "r.forfeit"),
        ({"forfeit": ["ns"]}, "unknown_choice", "forfeit", "r.forfeit"),
        ({"forfeit": "ns", "ns_level": "5"}, "unknown_key", "ns_level", "r.ns_level"),
        ({"awarded_loss": "both"}, "unknown_choice", "awarded_loss", "r.awarded_loss"),
        ({"awarded_loss": "ns", "ended": "ruling"}, "unknown_key", "ended", "r.ended"),
    ],
)
def test_results_that_cannot_be_read(raw: object, code: str, field: str | None, path: str) -> None:
    with pytest.raises(InvalidScoresheet) as caught:
        from_json(raw, "r")
    assert (caught.value.code, caught.value.field, caught.value.params["path"]) == (code, field, path)
    if code not in ("minutes_and_seconds", "awarded_not_double_down"):
        with pytest.raises(jsonschema.ValidationError):
            SCHEMA.validate(raw)


SIDES = st.sampled_from(Side)
MAYBE_SIDE = st.none() | SIDES
ITEMS = st.one_of(
    st.builds(Deal, SIDES, st.integers(2, 4)),
    st.builds(Deal, SIDES, st.just(2), st.just(True)),
    st.builds(Ruling, st.integers(-12, 12), st.integers(-12, 12), MAYBE_SIDE, st.booleans()),
)
RECORDS = st.one_of(
    st.builds(Forfeit, MAYBE_SIDE),
    st.builds(AwardedLoss, SIDES, st.none() | st.integers(2, 14), st.none() | st.integers(2, 14)),
    st.builds(
        Scoresheet,
        ns_level=st.none() | st.integers(2, 14),
        ew_level=st.none() | st.integers(2, 14),
        passed_a=MAYBE_SIDE,
        passed_gain=st.none() | st.integers(1, 3),
        in_play=MAYBE_SIDE,
        winner=MAYBE_SIDE,
        ended=st.sampled_from(Ended),
        seconds=st.none() | st.integers(0, 7200),
        deals=st.lists(ITEMS, max_size=6).map(tuple),
    ),
)


@given(record=RECORDS)
def test_every_record_survives_being_written(record: Record) -> None:
    written = json.loads(json.dumps(to_json(record)))
    assert from_json(written) == record
    SCHEMA.validate(written)
