"""Cards cut from sheets: how many fit, where they are cut, and that nothing on them is lost."""

from dataclasses import replace
from io import BytesIO

import pypdfium2
import pytest
import segno
from PIL import ImageChops
from reportlab.lib.pagesizes import A4

from tournament.exports.box import Box
from tournament.exports.canvas import new_canvas
from tournament.exports.cards.codes import CodeCard, CodePoster, draw_code
from tournament.exports.cards.sheet import STRIP, CardSet, Layout
from tournament.exports.cards.slips import DrawSlip
from tournament.exports.cards.tables import SeatCard, TableCard
from tournament.exports.cards.ways import Owner, WayCard, layout_for, layout_to_write
from tournament.exports.paper import Column, Kind
from tournament.exports.typefaces import Typesetter

from .papers import EVENT, MOMENT, field_texts, pdf_pages, pdf_text, solid

TEN = Layout(columns=2, rows=5)
SEAT = SeatCard(EVENT, "ew", "东西", 14, ("郑守拙", "王小川"), "体育部", "第 1 轮 第 2 桌", "A 组 · 东厅")
COLUMNS = (
    Column("轮", Kind.INT, weight=0),
    Column("桌", weight=0),
    Column("方位", weight=0),
    Column("对手", Kind.NAME, weight=1),
    Column("打完之后", weight=0.6),
)
WAY = WayCard(
    EVENT,
    "移位卡",
    Owner(1, "赵一鸣 钱小满", "历史系", "A 组 1 号签"),
    COLUMNS,
    (
        (1, "3 东厅", "南北", "2 号 孙百川 李清和", "不动"),
        (2, "3 东厅", "东西", "5 号 周子衿 吴𠅤", "轮空"),
    ),
    ("ns", "ew"),
)


def slips(count: int) -> CardSet:
    """`count` draw slips, ten to a sheet."""
    made = tuple(DrawSlip(EVENT, "预赛", "A 组", f"{n} 号签") for n in range(1, count + 1))
    return CardSet(EVENT, "预赛抽签条", TEN, made, printed_at=MOMENT)


def letters_between(data: bytes) -> tuple[float, float]:
    """The left end of the first and the right end of the last letter of a sheet's upper part."""
    with pypdfium2.PdfDocument(data) as document:
        page = document[0].get_textpage()
        boxes = [page.get_charbox(n) for n in range(page.count_chars())]
    found = [box for box in boxes if box[1] > STRIP and box[2] > box[0]]
    return min(box[0] for box in found), max(box[2] for box in found)


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (10, 1), (11, 2), (41, 5), (200, 20)])
def test_slips_fill_sheets_in_order_and_every_sheet_says_what_it_is(count: int, sheets: int) -> None:
    pages = [solid(page) for page in pdf_pages(slips(count).to_pdf())]

    assert len(pages) == sheets
    for number, page in enumerate(pages, start=1):
        assert f"第{number}页，共{sheets}页" in page
        assert solid("2013-04-28 10:32 制表") in page
        assert page.count("抽签条，字朝里对折") == min(10, count - 10 * (number - 1))
    assert [f"{n}号签" in pages[(n - 1) // 10] for n in range(1, count + 1)] == [True] * count


@pytest.mark.parametrize("layout", [TEN, Layout(), Layout(2, 3, landscape=True), Layout(3, 6)])
def test_cards_of_a_sheet_are_equal_and_leave_the_strip_free(layout: Layout) -> None:
    boxes = list(layout.boxes())
    width, height = layout.page

    assert len(boxes) == layout.count
    assert len({(round(box.width, 6), round(box.height, 6)) for box in boxes}) == 1
    assert min(box.y for box in boxes) == pytest.approx(STRIP)
    assert max(box.top for box in boxes) == pytest.approx(height)
    assert max(box.right for box in boxes) == pytest.approx(width)


def test_a_pile_that_begins_a_sheet_does_so() -> None:
    made = replace(slips(7), new_sheet=frozenset({0, 4}))

    assert [len(sheet) for sheet in made.sheets()] == [4, 3]


def test_without_cards_the_sheet_says_what_is_missing() -> None:
    text = pdf_text(replace(slips(0), empty="还没有可以抽签的名单。").to_pdf())

    assert "还没有可以抽签的名单。" in text
    assert "第1页，共1页" in text
    assert "这里还没有内容。" in pdf_text(slips(0).to_pdf())


def test_a_tent_reads_from_both_sides() -> None:
    tent = CardSet(EVENT, "桌牌", Layout(), (TableCard(EVENT, 12, "第 12 桌", "东厅"),))
    data = tent.to_pdf()

    assert pdf_text(data).count("第12桌·东厅") == 2
    with pypdfium2.PdfDocument(data) as document:
        page = document[0].render(scale=0.5).to_pil().convert("L")
    foot = round(STRIP * 0.5)
    face = page.crop((0, 0, page.width, page.height - foot))
    turned = face.rotate(180)
    differing = ImageChops.difference(face, turned).point(lambda value: 255 * (value > 128))
    assert differing.histogram()[255] < face.width * face.height * 0.02


@pytest.mark.parametrize(("side", "word"), [("ns", "南北"), ("ew", "东西")])
def test_f30_a_seat_card_names_its_side_and_is_told_apart_without_colour(side: str, word: str) -> None:
    made = CardSet(EVENT, "座位卡", Layout(2, 4), (replace(SEAT, side=side, side_name=word),))
    text = pdf_text(made.to_pdf())

    for part in (EVENT, *word, "14", "郑守拙", "王小川", "体育部", "第1轮第2桌", "A组·东厅"):
        assert part in text


def test_a_way_card_has_every_round_and_its_owner() -> None:
    text = pdf_text(CardSet(EVENT, "移位卡", layout_for(2), (WAY,)).to_pdf())

    for part in ("赵一鸣钱小满", "历史系", "A组1号签", "13东厅", "2号孙百川李清和", "5号周子衿吴𠅤", "不动"):
        assert part in text


@pytest.mark.parametrize(("rounds", "count"), [(3, 8), (7, 6), (15, 4), (29, 2)])
def test_more_rounds_get_larger_cards(rounds: int, count: int) -> None:
    assert layout_for(rounds).count == count


@pytest.mark.parametrize(("rounds", "count"), [(3, 6), (5, 4), (9, 4), (13, 2), (29, 2)])
def test_cards_to_write_on_leave_room_for_the_hand(rounds: int, count: int) -> None:
    assert layout_to_write(rounds).count == count


def test_f68_long_names_stay_whole_and_inside_their_card() -> None:
    for name in field_texts("26_long_names.xlsx"):
        way = replace(WAY, owner=Owner(1, name, name), event_name=name)
        seat = replace(SEAT, players=(name, "阿卜杜热合曼·吐尔逊"), unit=name, event_name=name)
        for card, times in ((way, 3), (seat, 3), (TableCard(name, 3, "第 3 桌"), 2)):
            data = CardSet(EVENT, "卡", Layout(2, 4), (card,)).to_pdf()
            assert pdf_text(data).count(solid(name)) == times
            left, right = letters_between(data)
            assert left >= 10
            assert right <= A4[0] / 2 - 10


def test_f68_markup_prints_as_typed() -> None:
    for name in field_texts("24_hostile_names.xlsx"):
        data = CardSet(EVENT, "卡", Layout(2, 4), (replace(SEAT, players=(name, "乙")),)).to_pdf()
        assert solid(name) in pdf_text(data)


def test_f67_a_character_no_font_has_is_named_at_the_foot() -> None:
    made = CardSet(EVENT, "座位卡", Layout(2, 4), (replace(SEAT, players=("赵𫰠", "吴晓岚")),))

    assert made.missing() == {"𫰠"}
    assert "U+2BC20" in pdf_text(made.to_pdf())


def test_a_box_knows_its_edges() -> None:
    box = Box(10, 20, 100, 50).inside(5)

    assert (box.x, box.y, box.right, box.top, box.middle) == (15, 25, 105, 65, 60)


def modules(data: bytes, address: str, side: float, x: float, y: float) -> list[list[bool]]:
    """The modules of a printed code, each looked at in its middle; (x, y) its upper left corner in points."""
    count = len(segno.make(address, error="m", micro=False).matrix)
    with pypdfium2.PdfDocument(data) as document:
        picture = document[0].render(scale=4).to_pil().convert("L")
    step = side / count
    return [
        [
            picture.getpixel((4 * (x + (n + 0.5) * step), 4 * (y + (m + 0.5) * step))) < 128
            for n in range(count)
        ]
        for m in range(count)
    ]


def test_the_printed_code_is_the_code_of_the_address() -> None:
    address = "http://192.168.1.23:8000/e/qiu-sai/"
    matrix = segno.make(address, error="m", micro=False).matrix
    buffer = BytesIO()
    setter = Typesetter()
    canvas = new_canvas(buffer, (300, 300), setter)
    draw_code(canvas, address, Box(50, 50, 200, 200))
    canvas.save()
    size = 200 / (len(matrix) + 8)

    found = modules(buffer.getvalue(), address, len(matrix) * size, 50 + 4 * size, 50 + 4 * size)
    assert found == [[bool(dark) for dark in row] for row in matrix]
    for card in (
        CodePoster(EVENT, "扫码看对阵", address),
        CodeCard(EVENT, "第 3 桌", "扫码看对阵", address, "东厅"),
    ):
        text = pdf_text(CardSet(EVENT, "二维码", Layout(), (card,)).to_pdf())
        assert [part for part in (address, EVENT, "扫码看对阵") if solid(part) not in text] == []
