"""Doubles in a list and beside the pairs already entered (field F59, F60)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.imports.files import codes
from tournament.imports.doubles import ExistingPair, Fate, compare, rows_to_enter
from tournament.imports.entries import EntryList
from tournament.imports.report import import_report
from tournament.imports.rows import EntryRow
from tournament.imports.sheets import Remark

ENTERED = ExistingPair(5, ("赵一鸣", "钱小满"), "历史系", ("13800000001",), "东风队", substitute="孙志远")


def row(first="周国庆", second="吴晓梅", *, at=2, number=None, unit="数学系", phone="", **more):
    return EntryRow(at, number=number, players=(first, second), unit=unit, phones=(phone, ""), **more)


def judge(*rows, existing=(ENTERED,)):
    return compare(rows, existing)


@pytest.mark.parametrize(
    ("entry", "fate", "told"),
    [
        pytest.param(row(), Fate.NEW, [], id="other people"),
        pytest.param(row("赵一鸣", "钱小满", unit="历史系"), Fate.EXISTING, ["already_entered"], id="there"),
        pytest.param(
            row("钱小满", "赵一鸣", unit="历史系"), Fate.EXISTING, ["already_entered"], id="reversed"
        ),
        pytest.param(
            row("赵一鸣", "钱小满", unit=""), Fate.EXISTING, ["already_entered"], id="unit left out"
        ),
        pytest.param(
            row("赵一鸣", "钱小满", unit="历史系", phone="13900000009"),
            Fate.EXISTING,
            ["already_entered_differs"],
            id="another phone in one unit",
        ),
        pytest.param(
            row("赵一鸣", "钱小满", phone="13800000001"),
            Fate.EXISTING,
            ["already_entered_differs"],
            id="one phone in another unit",
        ),
        pytest.param(
            row("赵一鸣", "钱小满", phone="13900000009"), Fate.NEW, ["same_names_elsewhere"], id="other two"
        ),
        pytest.param(row("赵一鸣", unit="历史系"), Fate.CONFIRM, ["person_twice"], id="same person"),
        pytest.param(row("孙志远", unit="历史系"), Fate.CONFIRM, ["person_twice"], id="a substitute"),
        pytest.param(
            row(unit="历史系", substitute="赵一鸣"), Fate.CONFIRM, ["person_twice"], id="as substitute"
        ),
        pytest.param(row("赵一鸣"), Fate.NEW, ["namesake"], id="namesake of another unit"),
        pytest.param(row("赵一鸣", unit=""), Fate.CONFIRM, ["person_twice"], id="nothing tells them apart"),
        pytest.param(row("赵一鸣", unit="", phone="13900000009"), Fate.NEW, ["namesake"], id="other phone"),
        pytest.param(row("赵一鸣", phone="13800000001"), Fate.CONFIRM, ["person_twice"], id="one phone"),
        pytest.param(row(number=5), Fate.CONFIRM, ["number_taken"], id="number taken"),
        pytest.param(row("周国庆", "周国庆"), Fate.CONFIRM, ["partners_same_name"], id="with himself"),
        pytest.param(row(substitute="周国庆"), Fate.CONFIRM, ["partners_same_name"], id="own substitute"),
        pytest.param(row(problems=(Remark("two_names"),)), Fate.ERROR, ["two_names"], id="own problem"),
    ],
)
def test_f59_f60_fate_beside_an_entered_pair(entry, fate, told):
    (judged,) = judge(entry)

    assert (judged.fate, codes(judged.remarks)) == (fate, told)
    assert judged.existing == (5 if fate is Fate.EXISTING else None)
    assert (judged.number is not None) == (fate in (Fate.NEW, Fate.CONFIRM))


def test_numbers_own_ones_first_then_the_next_free():
    judged = judge(
        row("甲一", "甲二", at=2),
        row("乙一", "乙二", at=3, number=5),
        row("丙一", "丙二", at=4, number=9),
        row("丁一", "丁二", at=5),
    )

    assert [one.number for one in judged] == [10, 12, 9, 11]


def test_a_confirmed_row_goes_in_and_others_do_not():
    judged = judge(row(number=5), row("赵一鸣", "钱小满", at=3, unit="历史系"), row("丙一", "丙二", at=4))

    assert [one.row.row for one in rows_to_enter(judged)] == [4]
    assert [one.row.row for one in rows_to_enter(judged, confirmed={"2", "3"})] == [2, 4]


def test_a_row_with_problems_blocks_nobody():
    judged = judge(row(number=1, problems=(Remark("too_long"),)), row(number=1, at=3), existing=())

    assert [one.fate for one in judged] == [Fate.ERROR, Fate.NEW]


def test_units_take_the_spelling_that_the_event_has():
    (judged,) = compare([row(unit="城东(老年)大学")], [], units=["城东（老年）大学"])

    assert judged.row.unit == "城东（老年）大学"
    assert codes(judged.remarks) == ["unit_respelled"]


NAMES = st.sampled_from(["王伟", "李娜", "张强", "刘洋", "陈静"])
LISTS = st.lists(
    st.builds(
        row,
        NAMES,
        NAMES,
        number=st.none() | st.integers(1, 4),
        unit=st.sampled_from(["", "甲", "乙"]),
        phone=st.sampled_from(["", "13800000001", "13800000002"]),
    ),
    max_size=8,
).map(
    lambda rows: [
        EntryRow(at, one.number, "", one.unit, one.players, "", one.phones) for at, one in enumerate(rows, 2)
    ]
)


@given(LISTS)
def test_numbers_never_clash_and_counts_add_up(rows):
    judged = judge(*rows)
    going_in = rows_to_enter(judged, confirmed=map(str, range(2, 20)))
    numbers = [one.number for one in going_in] + [ENTERED.number]
    assert len(set(numbers)) == len(numbers)
    assert len(judged) == len(rows)

    report = import_report(EntryList(tuple(rows)), judged, [one.row.mark for one in going_in])
    assert report["read"] == report["imported"] + report["skipped"] == len(rows)


@given(LISTS)
def test_r3_the_second_time_nothing_is_new(rows):
    entered = [
        ExistingPair(one.number, one.row.players, one.row.unit, one.row.phones)
        for one in rows_to_enter(judge(*rows, existing=()), confirmed=map(str, range(2, 20)))
    ]

    assert Fate.NEW not in {one.fate for one in compare(rows, entered)}


@pytest.mark.parametrize("unit", ["数学系", ""])
def test_a_name_that_everybody_has_is_told_a_few_times_only(unit):
    rows = [row("王伟", f"选手{at}", at=at, unit=unit and f"{unit}{at}") for at in range(2, 40)]

    assert max(len(one.remarks) for one in judge(*rows)) == 3
