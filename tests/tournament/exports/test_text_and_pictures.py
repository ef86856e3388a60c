"""What goes to the group: lines to paste, and long pictures."""

from io import BytesIO

import pytest
from PIL import Image

from tournament.exports.paper import Column, Kind, Section
from tournament.exports.picture import to_pngs
from tournament.exports.qr import svg
from tournament.exports.text import to_text

from .papers import COLUMNS, EVENT, names_of, paper, standings


def picture(data: bytes) -> Image.Image:
    """The picture as a phone opens it."""
    return Image.open(BytesIO(data))


def test_text_has_name_title_heads_and_a_line_each() -> None:
    text = to_text(paper(standings(2), notes=("按净级差。",)))

    assert text.splitlines() == [
        EVENT,
        "预赛第 3 轮后名次 · 成绩公告第 3 号（更正）",
        "",
        "名次 序号 参赛队 单位 积分 净级差",
        "1 1 赵一 钱一 第一分工会 299 +2",
        "2 2 赵二 钱二 第二分工会 298 +1",
        "",
        "按净级差。",
    ]


def test_text_lines_read_as_their_columns_say() -> None:
    columns = (
        Column("桌", Kind.INT, text="第 {} 桌"),
        Column("参赛队", Kind.NAME, group="南北", text="{} :"),
        Column("参赛队", Kind.NAME, group="东西"),
        Column("单位", text=""),
        Column("备注", text="（{}）"),
    )
    section = Section(columns, ((3, "赵一鸣 钱小满", "孙百川  李清和", "历史系", None),), heading="第 2 轮")

    assert to_text(paper(section)).splitlines()[3:] == [
        "第 2 轮",
        "第 3 桌 赵一鸣 钱小满 : 孙百川 李清和",
    ]


def test_text_of_an_empty_section_says_what_is_missing() -> None:
    assert to_text(paper(Section(COLUMNS, empty="还没有成绩。"))).endswith("还没有成绩。")


def test_text_holds_no_control_characters() -> None:
    assert "东风队" in to_text(paper(names_of(["东\x0b风\x00队"])))


@pytest.mark.parametrize(
    ("rows", "pictures"),
    [
        pytest.param(0, 1, id="nothing yet"),
        pytest.param(4, 1, id="one group"),
        pytest.param(36, 1, id="a short rest stays"),
        pytest.param(41, 2, id="two even parts"),
        pytest.param(200, 7, id="a big event"),
    ],
)
def test_pictures_have_about_thirty_rows_and_a_phones_width(rows: int, pictures: int) -> None:
    files = to_pngs(paper(standings(rows)))

    assert len(files) == pictures
    for data in files:
        opened = picture(data)
        assert opened.format == "PNG"
        assert opened.width == 1080
        assert min(opened.convert("L").tobytes()) < 80  # something is written on it


def test_small_groups_share_a_picture() -> None:
    groups = [standings(4, heading=f"{name} 组") for name in "ABCDEFGHIJ"]

    assert len(to_pngs(paper(*groups))) == 2


def test_parts_of_a_long_list_are_even() -> None:
    heights = [picture(data).height for data in to_pngs(paper(standings(61)))]

    assert len(heights) == 3
    assert max(heights) - min(heights) < 0.12 * max(heights)


def test_a_paper_without_sections_is_one_picture() -> None:
    assert picture(to_pngs(paper())[0]).width == 1080


def test_qr_code_is_svg_without_a_fixed_size() -> None:
    code = svg("http://192.168.1.5:8000/t/3?a=1&b=2", title="第 3 桌 <二楼>")

    assert code.startswith("<svg")
    assert "viewBox" in code.partition(">")[0]
    assert "width=" not in code.partition(">")[0]
    assert "第 3 桌 &lt;二楼&gt;" in code
    assert "style=" not in code
