"""Every entry list of the field comes out right; each test bears the number of its file."""

import json

import pytest

from tests.tournament.imports.files import (
    FIELD_FILES,
    as_entered,
    codes,
    fates,
    field_file,
    problems_by_row,
    report_of,
    warnings_by_row,
)
from tournament.imports.doubles import Fate, compare
from tournament.names.cleaning import pinyin_key

PLAIN = [
    (1, "东风队", ("赵一鸣", "钱小满"), "城东老年大学", "13800000001"),
    (2, "松涛队", ("孙志远", "李若兰"), "松江文化站", "13800000002"),
    (3, "晨光队", ("周国庆", "吴晓梅"), "晨光社区", "13800000003"),
    (4, "老友队", ("郑大海", "王伟"), "退休教师协会", "13800000004"),
]


def facts(entries):
    return [(row.number, row.name, row.players, row.unit, row.phones[0]) for row in entries.good]


def people(entries):
    return [row.players for row in entries.good]


# The three rules that hold for every file


def test_the_field_files_are_there():
    assert len(FIELD_FILES) == 34


@pytest.mark.parametrize("name", FIELD_FILES)
def test_r1_r2_what_is_read_is_imported_or_skipped_with_a_sentence(name):
    entries = field_file(name[:2])
    report = report_of(entries)

    assert report["read"] == report["imported"] + report["skipped"]
    explained = {problem["row"] for problem in report["problems"] if problem["level"] == "error"}
    judged = compare(entries.rows, [])
    assert {one.row.row for one in judged if one.fate is not Fate.NEW} <= explained
    assert bool(entries.rows) or None in explained
    assert all(problem["message"] and "%" not in problem["message"] for problem in report["problems"])
    assert json.loads(json.dumps(report)) == report


@pytest.mark.parametrize("name", FIELD_FILES)
def test_r3_a_list_imported_twice_makes_no_second_copy(name):
    entries = field_file(name[:2])
    first = compare(entries.rows, [])
    pairs = as_entered(first)
    second = compare(entries.rows, pairs)

    assert Fate.NEW not in {one.fate for one in second}
    entered = [one for one in first if one.fate is Fate.NEW]
    again = {one.row.row: one for one in second}
    assert [again[one.row.row].existing for one in entered] == [one.number for one in entered]


# Reading: character sets, quotes, heads


@pytest.mark.parametrize("number", ["01", "02", "05", "20", "29", "30", "33"])
def test_four_plain_pairs_in_whatever_kind_of_file(number):
    entries = field_file(number)

    assert facts(entries) == PLAIN
    assert not entries.skipped
    assert not entries.problems


def test_f51_01_zeros_in_front_of_numbers_are_remembered():
    assert field_file("01").number_width == 3


def test_f51_f62_03_rare_characters_survive_gb18030():
    assert people(field_file("03")) == [("𠮷春生", "赵𬱖"), ("阿依古丽·买买提", "热合曼·艾山")]


def test_f59_06_quotes_commas_and_line_breaks_inside_cells():
    entries = field_file("06")

    assert [(row.row, row.name, row.unit, row.phones[0]) for row in entries.good] == [
        (2, "东风,一队", "城东 老年大学", "13800000001"),
        (4, '"松涛"队', "松江文化站，分站", "13800000002"),
        (5, "晨光队", "晨光社区", ""),
    ]
    assert warnings_by_row(entries) == {5: ["short_row"]}


def test_f55_07_merged_heads_and_units():
    entries = field_file("07")

    assert [(row.row, row.number, row.unit) for row in entries.good] == [
        (5, 1, "城东老年大学"),
        (6, 2, "城东老年大学"),
        (7, 3, "晨光社区"),
        (8, 4, "退休教师协会"),
    ]
    assert people(entries) == [players for _, _, players, _, _ in PLAIN]
    assert problems_by_row(entries) == {9: ["note_row"]}
    assert entries.header_row == 3


def test_f55_21_columns_by_name_not_by_place():
    entries = field_file("21")

    assert [(row.number, *rest) for row, (_, *rest) in zip(entries.good, facts(entries), strict=True)] == [
        (None, *rest) for _, *rest in PLAIN
    ]
    assert entries.ignored_columns == ("是否用餐",)
    assert codes(entries.notices) == ["ignored_columns"]
    assert [one.number for one in compare(entries.rows, [])] == [1, 2, 3, 4]


def test_f55_35_no_head_is_said_with_the_expected_one():
    report = report_of(field_file("35"))

    assert report["read"] == 0
    (problem,) = report["problems"]
    assert problem["row"] is None
    assert problem["message"].startswith("没有找到表头。表头应有：序号、队名、选手1、选手2、单位、手机；")
    assert "东风队" in problem["message"]
    assert "13800000001" not in problem["message"]


@pytest.mark.parametrize(
    ("number", "code", "start"),
    [
        ("31", "empty_file", "文件是空的"),
        ("32", "damaged", "文件不完整或已损坏，不是有效的 xlsx 或 xls 文件"),
        ("34", "no_rows", "没有数据行"),
    ],
)
def test_nothing_to_read_is_one_clear_sentence(number, code, start):
    entries = field_file(number)
    (problem,) = report_of(entries)["problems"]

    assert (entries.rows, problem["row"], problem["code"]) == ((), None, code)
    assert problem["message"].startswith(start)


# Cells


def test_f53_08_phones_and_numbers_written_by_excel():
    entries = field_file("08")

    assert [(row.row, row.number, row.phones[0]) for row in entries.good] == [
        (2, 1, "13800000001"),
        (3, 2, "13800000002"),
        (4, 3, ""),
        (5, 4, "13800000004"),
        (6, 5, "13800000005"),
        (7, 6, "13800000006"),
        (8, 7, ""),
    ]
    assert warnings_by_row(entries) == {4: ["phone_scientific"], 8: ["phone_length"]}


def test_f61_10_full_width_figures_and_brackets():
    entries = field_file("10")

    assert [(row.number, row.unit) for row in entries.good] == [
        (1, "城东（老年）大学"),
        (2, "城东（老年）大学"),
        (3, "晨光社区"),
    ]
    assert [row.phones[0] for row in entries.good][1:] == ["13800000002", "13800000003"]
    # The file's first phone has twelve figures.
    assert warnings_by_row(entries) == {2: ["phone_length"], 3: ["unit_respelled"]}


def test_f59_11_spaces_in_names():
    entries = field_file("11")

    assert people(entries) == [
        ("王伟", "李娜"),
        ("张强", "刘洋"),
        ("陈静", "杨帆"),
        ("Li Wei", "O’Neil Zhang"),
        ("王伟", "李娜"),
    ]
    judged = compare(entries.rows, [])
    assert {one.fate for one in judged} == {Fate.NEW}
    assert codes(judged[-1].remarks) == ["same_names_elsewhere"]
    assert judged[-1].remarks[0].params["at"] == 2


def test_f57_15_blank_rows_are_silent_totals_and_notes_are_not():
    entries = field_file("15")

    assert [row.row for row in entries.good] == [2, 4, 6]
    assert problems_by_row(entries) == {7: ["total_row"], 8: ["note_row"]}


def test_f56_16_formulas_without_results():
    entries = field_file("16")

    assert [(row.number, row.name, row.unit, row.phones) for row in entries.good] == [
        (1, "", "城东老年大学", ("13800000001", "")),
        (None, "松涛队", "", ("", "")),
    ]
    told = [
        (row.row, remark.column)
        for row in entries.rows
        for remark in row.warnings
        if remark.code == "formula_uncalculated"
    ]
    assert told == [(2, "队名"), (3, "对号"), (3, "单位"), (3, "手机")]
    messages = [problem["message"] for problem in report_of(entries)["problems"]]
    assert "队名：公式没有计算结果，请在 Excel 中另存后再导入。" in messages


def test_f56_17_formulas_with_results():
    entries = field_file("17")

    assert [(row.number, row.name, row.unit, row.phones[0]) for row in entries.good] == [
        (1, "赵一鸣钱小满组合", "城东老年大学", "13800000001"),
        (2, "松涛队", "城东老年大学", ""),
    ]
    assert warnings_by_row(entries) == {3: ["cell_error"]}


def test_f62_22_middle_dots_are_one_sign():
    entries = field_file("22")

    assert people(entries) == [
        ("阿依古丽·买买提", "热合曼·艾山"),
        ("古丽娜尔·吐尔逊", "帕提古丽·阿不都"),
        ("买买提·艾力", "艾合买提·吐尔地"),
        ("阿依古丽·买买提", "玛依拉·阿布都热合曼·吐尔逊江"),
    ]
    first, *_, last = compare(entries.rows, [])
    assert (last.fate, codes(last.remarks), last.remarks[0].params["at"]) == (
        Fate.CONFIRM,
        ["person_twice"],
        2,
    )
    assert (first.fate, codes(first.remarks)) == (Fate.NEW, ["person_again_below"])


def test_f62_f67_23_rare_radical_and_private_characters():
    entries = field_file("23")

    assert people(entries) == [
        ("𠮷春生", "李㛃"),
        ("赵𫰠", "孙𬱖"),
        ("用之", "户小芳"),
        ("王\ue863", "郑大海"),
    ]
    assert warnings_by_row(entries) == {5: ["private_use"]}


def test_f64_f72_24_hostile_names_are_names():
    entries = field_file("24")

    assert [(row.name, row.unit) for row in entries.good] == [
        ("<script>alert(1)</script>", "城东老年大学"),
        ("@SUM(1,1)", "+松江"),
        ("-晨光队", "J&C 餐厅 <二楼>"),
        ('"><img src=x onerror=alert(2)>', "O'退休'协会"),
        ('=HYPERLINK("http://example.invalid","点我")', "五单位"),
    ]


def test_f65_25_control_characters_go():
    entries = field_file("25")

    assert [(row.name, row.players, row.unit) for row in entries.good] == [
        ("东风队", ("赵一鸣", "钱小满"), "城东老年大学"),
        ("松涛队", ("孙志远", "李若兰"), "松江文化站"),
    ]


def test_f68_26_too_long_names_are_refused_with_the_limit():
    entries = field_file("26")

    assert problems_by_row(entries) == {2: ["too_long", "too_long"], 3: ["too_long"]}
    messages = [problem["message"] for problem in report_of(entries)["problems"]]
    assert [message[-12:] for message in messages] == [f"太长，最多 {limit} 个字。" for limit in (60, 80, 60)]


def test_27_a_birthday_column_is_named_as_ignored():
    entries = field_file("27")

    assert len(entries.good) == 7
    assert entries.ignored_columns == ("出生日期",)
    days = [dict(row.extra)["出生日期"] for row in entries.good]
    assert days[:2] == ["1958-05-01"] * 2
    assert not any("2058" in day for day in days)  # as it was typed, or right: no century is made up


# People and doubles


def test_f57_28_words_for_nobody_are_not_people():
    entries = field_file("28")

    assert people(entries) == [("许一凡", "何小慧")]
    assert problems_by_row(entries) == {**{row: ["player_missing"] for row in range(2, 7)}, 7: ["two_names"]}
    assert entries.skipped[-1].problems[0].params["text"] == "冯小川、陈大山"


def test_f57_37_one_bad_row_is_named():
    entries = field_file("37")

    assert problems_by_row(entries) == {3: ["player_missing"]}
    assert entries.skipped[0].problems[0].column == "选手2"
    assert len(entries.good) == 3


def test_f59_12_the_same_two_people_in_any_order():
    judged = compare(field_file("12").rows, [])

    assert [one.fate for one in judged] == [Fate.NEW, Fate.ERROR, Fate.ERROR, Fate.ERROR, Fate.CONFIRM]
    assert [codes(one.remarks) for one in judged[1:]] == [["duplicate_in_file"]] * 3 + [["number_taken"]]
    assert all(one.remarks[0].params["at"] == 2 for one in judged[1:])
    assert (judged[0].number, judged[4].number) == (1, 2)


def test_f60_13_one_person_in_two_pairs():
    first, second, alone = compare(field_file("13").rows, [])

    assert (first.fate, codes(first.remarks)) == (Fate.NEW, ["person_again_below"])
    assert (second.fate, codes(second.remarks)) == (Fate.CONFIRM, ["person_twice"])
    assert (first.remarks[0].params["rows"], second.remarks[0].params["at"]) == ("3", 2)
    assert (alone.fate, codes(alone.remarks)) == (Fate.CONFIRM, ["partners_same_name"])


def test_f60_14_namesakes_of_other_units_go_in_with_a_warning():
    judged = compare(field_file("14").rows, [])

    assert [one.fate for one in judged] == [Fate.NEW] * 3
    assert [codes(one.remarks) for one in judged] == [
        [],
        ["namesake"],
        ["partners_namesakes", "namesake", "namesake"],
    ]


def test_f18_f19_36_fourteen_pairs_of_seven_units():
    entries = field_file("36")

    assert [row.number for row in entries.good] == list(range(1, 15))
    assert len({row.unit for row in entries.good}) == 7
    assert set(fates(entries).values()) == {Fate.NEW}


def test_f50_38_names_in_the_order_of_pinyin():
    names = sorted((row.players[0] for row in field_file("38").good), key=pinyin_key)

    assert names == ["安卡", "暗黑", "重阳", "戴安", "仇海", "单雄", "沈彩", "解明", "曾可", "Adam"]
