"""Entries passed on in a group chat (接龙), as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.imports.files import as_entered, codes, fates, problems_by_row
from tournament.imports.chain_words import words_of
from tournament.imports.chains import looks_like_chain
from tournament.imports.doubles import Fate, compare
from tournament.imports.entries import read_entries, read_pasted
from tournament.imports.messages import sentence

CHAIN = """#接龙
🎉掼蛋比赛报名啦🎉 10月25日
每队两人，报名格式：两人姓名 单位 电话
例：张某 李某 某单位 13800000000

1. 张三 李四 财务处 13800000001
2、王五/赵六（工会）
３．孙小满　钱多多　后勤中心　１３８００００００３１
4️⃣ 👍 周一鸣、吴晓梅，退休教师协会，138 0000 0005/13900000006 （候补）
5. 冯小川
陈大山 基建处
收到👌
6 张伟 王芳 取消报名
"""


def read(entries):
    return [(row.row, row.players, row.unit, row.phones) for row in entries.good]


def test_a_chain_is_read_line_by_line():
    entries = read_pasted(CHAIN)

    assert read(entries) == [
        (6, ("张三", "李四"), "财务处", ("13800000001", "")),
        (7, ("王五", "赵六"), "工会", ("", "")),
        (8, ("孙小满", "钱多多"), "后勤中心", ("13800000031", "")),
        (9, ("周一鸣", "吴晓梅"), "退休教师协会", ("13800000005", "13900000006")),
        (10, ("冯小川", "陈大山"), "基建处", ("", "")),
    ]
    assert [row.status for row in entries.good][3] == "reserve"
    assert problems_by_row(entries) == {12: ["line_without_names"], 13: ["line_called_off"]}
    assert entries.read == 8  # 5 entries, of which one stands in two lines, and two lines that are none
    assert codes(entries.notices) == ["lines_before", "numbers_of_lines"]
    assert set(fates(entries).values()) == {Fate.NEW, Fate.ERROR}


def test_lines_before_the_chain_are_told_without_phones():
    told = sentence(read_pasted(CHAIN).notices[0])

    assert "每队两人" in told
    assert "某单位 …" in told
    assert "13800000000" not in told


def test_the_chains_numbers_are_no_pair_numbers():
    rows = read_pasted("3. 张三 李四\n4. 王五 赵六").good

    assert [row.number for row in rows] == [None, None]


@pytest.mark.parametrize(
    ("line", "players", "unit"),
    [
        pytest.param("1. 张三 李四", ("张三", "李四"), "", id="names only"),
        pytest.param("1.财务处 张三 李四", ("张三", "李四"), "财务处", id="the unit first"),
        pytest.param("1) 张三+李四 财务处", ("张三", "李四"), "财务处", id="plus"),
        pytest.param("(1) 张三&李四 财务处", ("张三", "李四"), "财务处", id="and"),
        pytest.param("1、张三-李四-财务处", ("张三", "李四"), "财务处", id="dashes"),
        pytest.param("1 张三 和 李四 财务处", ("张三", "李四"), "财务处", id="a word between"),
        pytest.param("① 张三，李四；财务处", ("张三", "李四"), "财务处", id="a number in a ring"),
        pytest.param("一、张三 李四 财务处", ("张三", "李四"), "财务处", id="a Chinese number"),
        pytest.param("1. 姓名：张三、李四 单位：东城分行", ("张三", "李四"), "东城分行", id="labels"),
        pytest.param(
            "1. 单位：东城 选手1：张三 选手2：李四", ("张三", "李四"), "东城", id="a label for each"
        ),
        pytest.param("1. 张三（男） 李四（女） 【工会】", ("张三", "李四"), "工会", id="brackets"),
        pytest.param(
            "1. 阿依古丽·买买提 热合曼·艾山 天山社区",
            ("阿依古丽·买买提", "热合曼·艾山"),
            "天山社区",
            id="dots",
        ),
        pytest.param("1. Li Wei / Anna Smith (外事办)", ("Li Wei", "Anna Smith"), "外事办", id="Latin names"),
        pytest.param("1. 欧阳修 司马光 文学院", ("欧阳修", "司马光"), "文学院", id="surnames of two"),
        pytest.param("1. 张三 王小会 李院", None, "", id="three that may be names"),
    ],
)
def test_ways_to_write_a_line(line, players, unit):
    entries = read_pasted(f"{line}\n2. 孙百川 李清和 数学系")

    if players is None:
        assert entries.rows[0].doubts or entries.rows[0].problems
        return
    assert (entries.rows[0].players, entries.rows[0].unit) == (players, unit)
    assert entries.rows[0].doubts == ()


def test_what_else_a_line_may_say():
    words = words_of("“东风队” 张三 李四 财务处 混双 1号种子 替补：王五")

    assert (words.names, words.units) == (["张三", "李四"], ["财务处"])
    assert (words.team, words.category, words.seed, words.substitute) == ("东风队", "混双", "1", "王五")


def test_a_word_that_may_be_a_name_or_a_unit_must_be_agreed_to():
    judged = compare(read_pasted("1. 张三 王小会\n2. 孙百川 李清和").rows, [])

    assert [one.fate for one in judged] == [Fate.CONFIRM, Fate.NEW]
    assert sentence(judged[0].remarks[0]) == "拿不准“王小会”是姓名还是单位，请对照原文核对：1. 张三 王小会"


def test_a_line_without_a_number_must_be_agreed_to():
    judged = compare(read_pasted("张三 李四 财务处\n孙百川 李清和 数学系").rows, [])

    assert {one.fate for one in judged} == {Fate.CONFIRM}
    assert codes(judged[0].remarks) == ["line_without_number"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("2. 蔡一 蔡二 蔡三", "line_of_many_names", id="three names"),
        pytest.param("2. 何老师", "line_of_one_name", id="one name"),
        pytest.param("2. 收到", "line_without_names", id="chatter"),
        pytest.param("例：张某 李某", "example_line", id="an example"),
        pytest.param("报名格式：姓名 姓名 单位", "example_line", id="the format"),
        pytest.param("2. 张伟 王芳 取消", "line_called_off", id="called off"),
        pytest.param("#接龙", "example_line", id="the mark again"),
    ],
)
def test_lines_that_are_no_entry_are_named(line, code):
    entries = read_pasted(f"1. 张三 李四\n{line}\n3. 王五 赵六")

    assert problems_by_row(entries) == {2: [code]}
    assert entries.read == 3


def test_an_example_below_its_label_is_no_entry():
    entries = read_pasted("例：\n1. 张某 李某 单位 13800000000\n\n1. 张三 李四 财务处\n2. 王五 赵六 工会")

    assert [row.players for row in entries.good] == [("张三", "李四"), ("王五", "赵六")]


def test_a_person_a_line_is_a_pair_with_the_next_only_when_somebody_agrees():
    entries = read_pasted("1. 张三 财务处\n2. 李四 财务处 13800000002\n3. 王五 工会\n4. 赵六 工会")

    assert [(row.row, *row.also, row.players, row.phones) for row in entries.good] == [
        (1, 2, ("张三", "李四"), ("", "13800000002")),
        (3, 4, ("王五", "赵六"), ("", "")),
    ]
    assert codes(entries.doubts) == ["joined_by_order"]


def test_a_table_pasted_from_excel_is_a_table():
    entries = read_pasted("序号\t选手1\t选手2\t单位\n7\t张三\t李四\t财务处\n")

    assert [(row.row, row.number, row.players, row.unit) for row in entries.good] == [
        (2, 7, ("张三", "李四"), "财务处")
    ]
    assert codes(read_pasted("7\t张三\t李四\t财务处").problems) == ["no_header"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty_file"), ("大家好", "no_entries_in_text"), ("1. 收到", "no_entries_in_text")],
)
def test_a_text_without_entries_is_one_problem(text, code):
    assert codes(read_pasted(text).problems) == [code]


def test_a_chain_in_a_text_file_is_a_chain_and_a_table_without_a_head_is_not():
    assert len(read_entries(CHAIN.encode("gb18030", "replace"), "接龙.txt").good) == 5
    assert not looks_like_chain("1,东风队,张三,李四\n2,松涛队,王五,赵六")
    assert codes(read_entries("1,东风队,张三,李四\n2,松涛队,王五,赵六".encode()).problems) == ["no_header"]


def test_r3_a_chain_twice_and_one_that_grew_makes_no_second_copy():
    first = compare(read_pasted(CHAIN).rows, [])
    grown = read_pasted(CHAIN.replace("6 张伟", "6. 何小慧 许一凡 工会\n7 张伟"))

    again = compare(grown.rows, as_entered(first))

    assert [one.row.players for one in again if one.fate is Fate.NEW] == [("何小慧", "许一凡")]


@given(st.text(max_size=200) | st.lists(st.sampled_from(CHAIN.split()), max_size=30).map("\n1. ".join))
def test_r1_no_text_breaks_the_reader(text):
    entries = read_pasted(text)

    assert entries.read == sum(row.lines for row in (*entries.good, *entries.skipped))
    assert entries.problems or entries.rows
