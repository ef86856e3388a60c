"""Blank scoresheets: the boxes that the rules need, and nobody's name cut off."""

from dataclasses import replace
from typing import Any

import pytest

from tournament.exports.scoresheets import BlankSheet, Seat, SheetRules, to_scoresheets

from .papers import EVENT, field_texts, pdf_pages, pdf_text, solid
from .test_pdf import ink_beyond

SHEET = BlankSheet(
    event_name=EVENT,
    rules=SheetRules(minutes=60, equal_levels="in_play"),
    stage="预赛",
    group="A 组",
    round=2,
    table=3,
    ns=Seat(1, ("赵一鸣", "钱小满"), "历史系"),
    ew=Seat(3, ("周子衿", "吴𠅤"), "数学系"),
)


def text_of(**rules: Any) -> str:
    """The text of one sheet under other rules."""
    return pdf_text(to_scoresheets([replace(SHEET, rules=SheetRules(**rules))]))


@pytest.mark.parametrize(("sheets", "pages"), [(1, 1), (2, 1), (3, 2), (13, 7)])
def test_two_sheets_to_a_page(sheets: int, pages: int) -> None:
    found = pdf_pages(to_scoresheets([replace(SHEET, table=n + 1) for n in range(sheets)]))

    assert len(found) == pages
    assert [f"第{n + 1}桌" in solid(found[n // 2]) for n in range(sheets)] == [True] * sheets


def test_f30_a_sheet_names_everything_with_ns_first() -> None:
    text = pdf_text(to_scoresheets([SHEET]))

    for part in (EVENT, "第3桌", "预赛A组", "第2轮", "限时60分钟", "南北签名", "东西签名", "裁判员签名"):
        assert solid(part) in text
    assert text.index("赵一鸣钱小满") < text.index("周子衿吴𠅤")
    assert text.index("南北级数") < text.index("东西级数")
    assert text.index("南北最终级数") < text.index("东西最终级数")


@pytest.mark.parametrize(
    ("condition", "boxes", "absent"),
    [
        pytest.param("partner_not_last", "过A时：双下头游三游", "头游末游", id="partner not last"),
        pytest.param("any_win", "过A时：双下头游三游头游末游", "无", id="any win"),
        pytest.param("double_down", "过A方：南北东西", "过A时", id="double down only: nothing to choose"),
    ],
)
def test_boxes_for_passing_a_follow_the_pass_condition(condition: str, boxes: str, absent: str) -> None:
    text = text_of(pass_condition=condition)

    assert boxes in text
    assert absent not in text


@pytest.mark.parametrize(
    ("rules", "endings"),
    [
        ({}, "结束：过A裁判判定"),
        ({"minutes": 60}, "结束：过A时间到裁判判定"),
        ({"deals": 8}, "结束：过A满8副裁判判定"),
        ({"minutes": 40, "deals": 8, "third_failure": True}, "结束：过A时间到满8副三次不过A裁判判定"),
        ({"finish": "10"}, "结束：过10裁判判定"),
    ],
)
def test_endings_follow_the_rules(rules: dict[str, Any], endings: str) -> None:
    assert endings in text_of(**rules)


@pytest.mark.parametrize(
    ("equal_levels", "question"),
    [("in_play", "平级台上方：南北东西"), ("winner", "平级胜方：南北东西"), ("", "")],
)
def test_equal_levels_are_asked_only_where_the_rules_need_it(equal_levels: str, question: str) -> None:
    text = text_of(equal_levels=equal_levels)

    assert question in text
    assert ("平级" in text) is bool(question)


@pytest.mark.parametrize(("deals", "columns"), [(None, 14), (8, 8), (20, 20), (30, 20)])
def test_the_grid_has_a_column_for_each_deal(deals: int | None, columns: int) -> None:
    text = text_of(deals=deals)

    assert text.count("321") == columns
    assert ("第21副起记在背面" in text) is (deals == 30)


def test_boxes_are_shapes_not_characters() -> None:
    assert not set(pdf_text(to_scoresheets([SHEET]))) & set("☐□▢")


def test_a_nameless_sheet_has_lines_to_write_on() -> None:
    text = pdf_text(to_scoresheets([BlankSheet(EVENT)]))

    assert text.count("序号：") == text.count("姓名：") == text.count("单位：") == 2
    assert "None" not in text


def test_f68_long_names_stay_inside_their_box_and_whole() -> None:
    for name in field_texts("26_long_names.xlsx"):
        seat = Seat(12, (name, "阿卜杜热合曼·吐尔逊"), name)
        data = to_scoresheets([replace(SHEET, event_name=name, ns=seat, ew=seat)])
        assert pdf_text(data).count(solid(name)) >= 5
        assert not ink_beyond(data)


def test_f67_a_character_no_font_has_is_told_on_its_sheet_only() -> None:
    rare = replace(SHEET, ew=Seat(3, ("赵𫰠", "吴晓岚"), "数学系"))

    assert rare.missing() == {"𫰠"}
    assert SHEET.missing() == set()
    text = pdf_text(to_scoresheets([SHEET, rare]))
    assert "赵𫰠" in text
    assert text.count("U+2BC20，请手写补上") == 1


def test_without_sheets_the_page_says_so() -> None:
    assert "没有要打印的计分表" in pdf_text(to_scoresheets([]))
