"""Cost of reading an entry list of 2,000 pairs of any kind: at most 2 s, doubles and report included."""

from io import BytesIO

import pytest
from docx import Document
from openpyxl import Workbook

from tournament.imports.batch import read_batch
from tournament.imports.doubles import ExistingPair, Fate, compare, rows_to_enter
from tournament.imports.entries import read_entries, read_pasted
from tournament.imports.report import batch_report, import_report
from tournament.imports.sources import Source

PAIRS = 2000
HEAD = ("序号", "队名", "选手1", "选手2", "单位", "选手1手机", "选手2手机")
SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许"


def rows() -> list[tuple[object, ...]]:
    names = [
        f"{SURNAMES[n % 20]}{chr(0x4E00 + n // 20 % 500)}{chr(0x5000 + n % 97)}" for n in range(2 * PAIRS)
    ]
    return [
        (
            n + 1,
            f"第 {n + 1} 队",
            *names[2 * n : 2 * n + 2],
            f"单位{n // 4}",
            13_800_000_000 + n,
            f"139{n:08d}",
        )
        for n in range(PAIRS)
    ]


def xlsx() -> bytes:
    book = Workbook()
    for row in (HEAD, *rows()):
        book.active.append(row)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def gbk_csv() -> bytes:
    return "\r\n".join(",".join(map(str, row)) for row in (HEAD, *rows())).encode("gb18030")


def people() -> bytes:
    """One row per person, two to a number."""
    book = Workbook()
    book.active.append(("组号", "姓名", "手机", "单位"))
    for number, _name, first, second, unit, phone, other in rows():
        book.active.append((number, first, phone, unit))
        book.active.append((number, second, other, unit))
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def people_with_more() -> bytes:
    """One row per person, with three columns that the event keeps as its own."""
    book = Workbook()
    book.active.append(("组号", "姓名", "手机", "单位", "用餐", "报名费", "发票抬头"))
    for number, _name, first, second, unit, phone, other in rows():
        book.active.append((number, first, phone, unit, "清真", 50, f"{unit}管理处"))
        book.active.append((number, second, other, unit, "", 50, ""))
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def sheets() -> bytes:
    """A sheet for each of twenty units, a hundred pairs on each."""
    book = Workbook()
    book.remove(book.active)
    for first in range(0, PAIRS, PAIRS // 20):
        sheet = book.create_sheet(f"第{first // 100 + 1}分工会")
        sheet.append(HEAD)
        for row in rows()[first : first + PAIRS // 20]:
            sheet.append(row)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def docx() -> bytes:
    document = Document()
    table = document.add_table(rows=0, cols=len(HEAD))
    for row in (HEAD, *rows()):
        # Built on the XML: python-docx looks through all rows for each new one.
        cells = table._tbl._add_tr()
        for value in row:
            cells.add_tc().p_lst[0].add_r().text = str(value)
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("make", [xlsx, gbk_csv, people, people_with_more, docx])
def test_read_two_thousand_pairs(benchmark, make):
    data = make()

    def read():
        entries = read_entries(data, "报名表")
        judged = compare(entries.rows, [])
        return import_report(entries, judged, [one.row.mark for one in rows_to_enter(judged)])

    assert benchmark(read)["imported"] == PAIRS


def test_read_two_thousand_pairs_on_twenty_sheets(benchmark):
    data = sheets()

    def read():
        batch = read_batch([Source("报名表.xlsx", data)])
        judged = compare(batch.rows, [])
        return batch_report(batch, judged, [one.row.mark for one in rows_to_enter(judged)])

    assert benchmark(read)["imported"] == PAIRS


def test_read_two_thousand_lines_from_a_chat(benchmark):
    text = "\n".join(f"{n}. {a} {b} {unit} {phone}" for n, _name, a, b, unit, phone, _other in rows())

    assert len(benchmark(lambda: compare(read_pasted(text).rows, []))) == PAIRS


def test_read_the_same_list_again(benchmark):
    data = xlsx()
    pairs = [ExistingPair(n, (a, b), unit, (str(p), q), name) for n, name, a, b, unit, p, q in rows()]

    judged = benchmark(lambda: compare(read_entries(data).rows, pairs))
    assert {one.fate for one in judged} == {Fate.EXISTING}
