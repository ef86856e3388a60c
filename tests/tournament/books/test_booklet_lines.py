"""Lines of a 秩序册 as organisers type them and paste them from Word."""

from __future__ import annotations

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournament.forms.booklet_lines import (
    leaders_text,
    names_in,
    offices_text,
    read_houses,
    read_leaders,
    read_offices,
    read_timetable,
    timetable_text,
)
from tournament.models.booklet import Appointment, Leaders, Office


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        pytest.param("主任：张三、李四", [Office("主任", ("张三", "李四"))], id="office, colon, names"),
        pytest.param("主　任: 张　三，李 四", [Office("主任", ("张三", "李四"))], id="stretched by spaces"),
        pytest.param(
            "裁判长\t欧阳娜\t全场", [Office("裁判长", ("欧阳娜",), "全场")], id="a row of a Word table"
        ),
        pytest.param(
            "职务\t姓名\n裁判长\t王五\n副裁判长\t赵六、Li Wei",
            [Office("裁判长", ("王五",)), Office("副裁判长", ("赵六", "Li Wei"))],
            id="the table's heads are no person",
        ),
        pytest.param(
            "临场裁判员：王五、赵六（1–10 桌）",
            [Office("临场裁判员", ("王五", "赵六"), "1–10 桌")],
            id="tables in brackets",
        ),
        pytest.param(
            "临场裁判员：王五（1–10 桌）、赵六、钱七（11–16 桌） 孙八",
            [
                Office("临场裁判员", ("王五",), "1–10 桌"),
                Office("临场裁判员", ("赵六", "钱七"), "11–16 桌"),
                Office("临场裁判员", ("孙八",)),
            ],
            id="tables of each",
        ),
        pytest.param(
            "临场裁判员：王五（1–10 桌）\n　赵六（11–16 桌）\n　钱七",
            [
                Office("临场裁判员", ("王五",), "1–10 桌"),
                Office("临场裁判员", ("赵六",), "11–16 桌"),
                Office("临场裁判员", ("钱七",)),
            ],
            id="tables of each, a line each",
        ),
        pytest.param(
            "临场裁判员：王五、\n赵六（主赛场）",
            [Office("临场裁判员", ("王五", "赵六"), "主赛场")],
            id="names go on before their tables",
        ),
        pytest.param(
            "委员：王五（区工会）、赵六（市场部）",
            [Office("委员", ("王五（区工会）", "赵六（市场部）"))],
            id="where somebody works is no part of the hall",
        ),
        pytest.param(
            "委员：王五（女）", [Office("委员", ("王五（女）",))], id="other brackets belong to the name"
        ),
        pytest.param("秘书长 王五 赵六", [Office("秘书长", ("王五", "赵六"))], id="spaces only"),
        pytest.param(
            "委员：王五、赵六、\n钱七\n　　孙八 周九",
            [Office("委员", ("王五", "赵六", "钱七", "孙八", "周九"))],
            id="names that go on in the next lines",
        ),
        pytest.param(
            "委员\t王五\n\t赵六\n", [Office("委员", ("王五", "赵六"))], id="a merged cell of a Word table"
        ),
        pytest.param("\n  \n", [], id="nothing"),
    ],
)
def test_offices_are_read_as_they_are_meant(typed: str, rows: list[Office]) -> None:
    read = read_offices(typed)
    assert (read.rows, read.problems) == (rows, [])


@pytest.mark.parametrize(
    ("typed", "code", "line", "text"),
    [
        ("主任：张三\n张三丰也来", "booklet_office_not_read", 2, "张三丰也来"),
        ("主任：张三\n委员：", "booklet_office_without_names", 0, "委员"),
        ("主任：待定", "booklet_office_without_names", 0, "主任"),
    ],
)
def test_a_line_that_is_no_office_is_named(typed: str, code: str, line: int, text: str) -> None:
    (problem,) = read_offices(typed).problems
    assert (problem.code, problem.line, problem.text) == (code, line, text)


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("历史系｜张三｜李四", Leaders("历史系", ("张三",), ("李四",))),
        ("历史系\t张三、王五", Leaders("历史系", ("张三", "王五"))),
        ("历史系：领队 张三；教练 李四", Leaders("历史系", ("张三",), ("李四",))),
        ("历史系 领队：张三 教练员：李四", Leaders("历史系", ("张三",), ("李四",))),
        ("历史系：教练李四", Leaders("历史系", (), ("李四",))),
        ("历史系：张三；李四", Leaders("历史系", ("张三",), ("李四",))),
        ("历史系 张三", Leaders("历史系", ("张三",))),
        ("单位\t领队\t教练\n历史系\t张三\t", Leaders("历史系", ("张三",))),
    ],
)
def test_leaders_are_read_with_their_unit(typed: str, row: Leaders) -> None:
    read = read_leaders(typed)
    assert (read.rows, read.problems) == ([row], [])


@pytest.mark.parametrize("typed", ["历史系", "领队：张三", "历史系｜｜"])
def test_a_leader_without_unit_or_name_is_named(typed: str) -> None:
    assert [problem.code for problem in read_leaders(typed).problems] == ["booklet_leader_not_read"]


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("4月28日｜8:30–9:00｜报到｜一楼大厅", Appointment("报到", "4月28日", "8:30–9:00", "一楼大厅")),
        ("4月28日 8：30 报到 一楼大厅", Appointment("报到", "4月28日", "8：30", "一楼大厅")),
        ("4月28日（周日）上午 开幕式", Appointment("开幕式", "4月28日（周日）", "上午")),
        ("2013-04-28 9:00-10:00 第 1 轮 @二楼", Appointment("第 1 轮", "2013-04-28", "9:00-10:00", "二楼")),
        ("下午2点半 颁奖，地点：报告厅", Appointment("颁奖，", "", "下午2点半", "报告厅")),
        ("领队会议", Appointment("领队会议")),
        ("日期\t时间\t内容\t地点\n4月28日\t9:00\t开幕式\t", Appointment("开幕式", "4月28日", "9:00")),
        ("9:00\t开幕式\t报告厅", Appointment("开幕式", "", "9:00", "报告厅")),
    ],
)
def test_appointments_are_read_with_day_time_and_place(typed: str, row: Appointment) -> None:
    read = read_timetable(typed)
    assert (read.rows, read.problems) == ([row], [])


def test_a_day_is_written_once_and_holds_for_the_lines_below() -> None:
    read = read_timetable("4月28日 9:00 开幕式\n10:00 第一轮\n\t14:00\t第二轮\t二楼\n4月29日 9:00 决赛")
    assert [(row.day, row.what) for row in read.rows] == [
        ("4月28日", "开幕式"),
        ("4月28日", "第一轮"),
        ("4月28日", "第二轮"),
        ("4月29日", "决赛"),
    ]


def test_a_time_alone_is_no_appointment() -> None:
    assert [problem.line for problem in read_timetable("9:00 开幕式\n10:00").problems] == [2]


def test_houses_lose_the_label_that_was_pasted_with_them() -> None:
    assert read_houses("主办单位：市总工会\n 市体育局 \n\n") == ("市总工会", "市体育局")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("张 三 李 四", ("张三", "李四")),
        ("欧阳 娜 王五", ("欧阳娜", "王五")),
        ("Li Wei, 张三", ("Li Wei", "张三")),
        ("张三/李四；王五", ("张三", "李四", "王五")),
        ("阿依古丽·买买提、王五", ("阿依古丽·买买提", "王五")),
    ],
)
def test_names_are_parted_and_not_torn(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text) == names


NAMES = st.lists(
    st.sampled_from(["张三", "欧阳娜", "Li Wei", "阿依古丽·买买提", "𠮷野", "王五（2组）"]), min_size=1
)
TEXTS = st.text("主任甲乙12AB第场桌：（）", min_size=1, max_size=8)


@given(
    st.lists(st.builds(Office, TEXTS, NAMES.map(tuple), st.sampled_from(["", "1–10 桌", "全场"])), max_size=4)
)
def test_stored_offices_come_back_from_their_lines(rows: list[Office]) -> None:
    assert read_offices(offices_text(rows)).rows == rows


@given(st.lists(st.builds(Leaders, TEXTS, NAMES.map(tuple), NAMES.map(tuple)), max_size=4))
def test_stored_leaders_come_back_from_their_lines(rows: list[Leaders]) -> None:
    assert read_leaders(leaders_text(rows)).rows == rows


@given(st.lists(st.builds(Appointment, TEXTS, TEXTS, TEXTS, st.sampled_from(["", "二楼 201"])), max_size=4))
def test_stored_appointments_come_back_from_their_lines(rows: list[Appointment]) -> None:
    assert read_timetable(timetable_text(rows)).rows == rows


def test_in_english_lines_have_other_signs_and_are_read_the_same() -> None:
    offices = [Office("Chair", ("Li Wei", "Ada Wu")), Office("Referees", ("Bo Xu",), "1–10")]
    leaders = [Leaders("History", ("Li Wei",), ("Ada Wu", "Bo Xu"))]
    with override("en"):
        texts = offices_text(offices), leaders_text(leaders)
    assert texts == ("Chair: Li Wei, Ada Wu\nReferees | Bo Xu | 1–10", "History | Li Wei | Ada Wu, Bo Xu")
    assert (read_offices(texts[0]).rows, read_leaders(texts[1]).rows) == (offices, leaders)
