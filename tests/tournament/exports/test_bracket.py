"""Brackets on paper: every box once, parts that meet, sheets that can be read."""

import pypdfium2
import pytest

from tournament.exports.bracket import BracketBox, BracketColumn, BracketSeat, BracketTree, parts
from tournament.exports.bracket_drawing import BracketPaper

from .papers import EVENT, MOMENT, field_texts, pdf_pages, solid


def tree(pairs: int, **more: object) -> BracketTree:
    """A bracket of `pairs` (a power of two) in which the upper pair of each box has won."""
    columns, standing = [], list(range(1, pairs + 1))
    while len(standing) > 1:
        boxes = tuple(
            BracketBox(seat(one, won=True), seat(other), f"第 {at} 桌")
            for at, (one, other) in enumerate(zip(standing[::2], standing[1::2], strict=True), start=1)
        )
        columns.append(BracketColumn(f"{len(standing)} 进 {len(standing) // 2}", boxes))
        standing = standing[::2]
    return BracketTree(tuple(columns), **more)  # type: ignore[arg-type]


def seat(number: int, *, won: bool = False) -> BracketSeat:
    return BracketSeat(
        f"{number} 赵{number} 钱{number}", f"{number} 分会", "过A" if won else "9", won, not won
    )


def paper(*trees: BracketTree, **more: object) -> BracketPaper:
    return BracketPaper(EVENT, "淘汰赛签表", trees, printed_at=MOMENT, **more)  # type: ignore[arg-type]


def sizes(data: bytes) -> list[tuple[int, int]]:
    """Width and height of every page in millimetres."""
    with pypdfium2.PdfDocument(data) as document:
        return [
            (round(page.get_width() / 72 * 25.4), round(page.get_height() / 72 * 25.4)) for page in document
        ]


@pytest.mark.parametrize(
    ("pairs", "large", "expected"),
    [
        pytest.param(8, False, [(297, 210)], id="8: one sheet, lying"),
        pytest.param(16, False, [(297, 210)], id="16: one sheet, lying"),
        pytest.param(32, False, [(210, 297)], id="32: one sheet"),
        pytest.param(64, False, [(210, 297)] * 2 + [(297, 210)], id="64: two halves and the final"),
        pytest.param(128, False, [(210, 297)] * 4 + [(297, 210)], id="128: four quarters and the end"),
        pytest.param(64, True, [(297, 420)], id="64 on A3"),
        pytest.param(128, True, [(297, 420)] * 2 + [(420, 297)], id="128 on A3"),
    ],
)
def test_a_large_bracket_is_cut_into_parts(pairs: int, large: bool, expected: list[tuple[int, int]]) -> None:
    data = paper(tree(pairs), large=large).to_pdf()
    pages = [solid(page) for page in pdf_pages(data)]

    assert sizes(data) == expected
    for number, page in enumerate(pages, start=1):
        assert solid(EVENT) in page
        assert "淘汰赛签表" in page
        assert f"第{number}页，共{len(pages)}页" in page
        assert solid("2013-04-28 10:32 制表") in page
    text = "".join(pages)
    assert [n for n in range(1, pairs + 1) if f"{n}赵{n}钱{n}" not in text] == []
    assert [n for n in range(1, pairs + 1) if f"{n}分会" not in text] == []


@pytest.mark.parametrize(("pairs", "most"), [(8, 16), (32, 16), (64, 16), (128, 16), (128, 32), (64, 4)])
def test_the_parts_hold_every_match_and_fit(pairs: int, most: int) -> None:
    whole = tree(pairs)
    cut = parts(whole, most)
    boxes = {box for part in cut for column in part.columns for box in column.boxes}

    assert boxes == {box for column in whole.columns for box in column.boxes}
    assert max(part.rows for part in cut) <= most
    assert cut[-1].columns[-1] == whole.columns[-1]
    joints = [part.columns[-1].boxes[0] for part in cut[:-1] if part.rows == most]
    if len(cut) > 1:
        assert tuple(joints) == cut[-1].columns[0].boxes or most == 4


def test_halves_and_quarters_are_named() -> None:
    assert [part.title for part in parts(tree(64), 16)] == ["上半区", "下半区", "各区会合"]
    assert [part.title for part in parts(tree(128), 16)][:4] == [f"第 {n} 区，共 4 区" for n in range(1, 5)]


def test_rounds_drawn_afresh_are_cut_between_boxes() -> None:
    afresh = tree(64, linked=False, title="第 5 至 68 名")
    cut = parts(afresh, 16)

    assert [part.rows for part in cut] == [16, 16]
    assert [part.title for part in cut] == ["第 5 至 68 名", "第 5 至 68 名（续）"]
    assert sum(len(column.boxes) for part in cut for column in part.columns) == 63
    assert parts(tree(64, linked=False), 16)[1].title == "（续）"


def test_small_trees_share_a_sheet_and_name_their_winner() -> None:
    places = BracketTree(tree(2).columns, "三四名决赛", champion="第 3 名：1 赵1 钱1")
    pages = pdf_pages(paper(tree(8, champion="冠军：1 赵1 钱1"), places).to_pdf())

    assert len(pages) == 1
    assert solid("冠军：1 赵1 钱1") in solid(pages[0])
    assert solid("第 3 名：1 赵1 钱1") in solid(pages[0])


@pytest.mark.parametrize(
    ("pairs", "large", "pages"),
    [
        pytest.param(16, False, 1, id="16 lying"),
        pytest.param(32, False, 1, id="32"),
        pytest.param(64, True, 1, id="64 on A3"),
        pytest.param(64, False, 3, id="64 in halves: beside the final"),
    ],
)
def test_the_match_for_the_third_place_stands_below_the_final(pairs: int, large: bool, pages: int) -> None:
    places = BracketTree(tree(2).columns, "三四名决赛", champion="第 3 名：1 赵1 钱1")
    made = paper(tree(pairs, champion="冠军：1 赵1 钱1"), places, places, large=large).to_pdf()
    texts = [solid(page) for page in pdf_pages(made)]

    assert solid("冠军：1 赵1 钱1") in texts[pages - 1]
    assert solid("第 3 名：1 赵1 钱1") in texts[pages - 1]
    assert len(texts) == pages + (pairs < 64 or large)  # a second one finds no room there


def test_f68_long_and_hostile_names_stay_whole() -> None:
    for name in [*field_texts("26_long_names.xlsx"), *field_texts("24_hostile_names.xlsx")]:
        box = BracketBox(BracketSeat(f"1 {name}", name, "过A"), BracketSeat("2 乙"))
        text = solid("".join(pdf_pages(paper(BracketTree((BracketColumn("决赛", (box,)),))).to_pdf())))
        assert text.count(solid(name)) == 2


def test_f67_missing_characters_are_named_and_nothing_drawn_says_so() -> None:
    box = BracketBox(BracketSeat("1 赵𫰠"), BracketSeat())
    made = paper(BracketTree((BracketColumn("决赛", (box, None)),)))

    assert made.missing() == {"𫰠"}
    assert "U+2BC20" in "".join(pdf_pages(made.to_pdf()))
    assert "还没有签表" in solid("".join(pdf_pages(paper(empty="还没有签表").to_pdf())))
    assert "这里还没有内容" in solid("".join(pdf_pages(BracketPaper(EVENT, "签表").to_pdf())))
