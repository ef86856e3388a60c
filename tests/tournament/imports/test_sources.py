"""Several files at once, and a ZIP of them: unpacked within limits, names readable."""

import struct
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from tests.tournament.imports.files import workbook
from tests.tournament.imports.test_docx import document
from tests.tournament.imports.test_docx import saved as saved_docx
from tournament.imports import sources
from tournament.imports.sheets import UnreadableFile
from tournament.imports.sources import Source, unpacked

LIST = workbook(("选手1", "选手2"), ("赵一鸣", "钱小满"))


def bundle(*files: tuple[str, bytes]) -> Source:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return Source("全部.zip", buffer.getvalue())


def names(found: tuple[Source, ...]) -> list[str]:
    return [one.name for one in found]


def codes(found: tuple[Source, ...]) -> list[str | None]:
    return [one.problem.code if one.problem else None for one in found]


def test_lists_by_themselves_stay_what_they_are():
    files = [Source("a.xlsx", LIST), Source("b.docx", saved_docx(document([("x",)]))), Source("", b"1. a b")]

    assert list(unpacked(files)) == files


def test_a_zip_is_replaced_by_what_is_in_it_and_by_nothing_that_systems_leave_there():
    left = ["__MACOSX/._历史系.xlsx", "报名/.DS_Store", "Thumbs.db", "报名/~$历史系.xlsx"]
    found = unpacked(
        [bundle(("报名/历史系.xlsx", LIST), ("报名/数学系.csv", b"x"), *[(one, b"x") for one in left])]
    )

    assert names(found) == ["历史系.xlsx", "数学系.csv"]
    assert found[0].data == LIST


def test_names_that_chinese_windows_wrote_are_readable():
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr(ZipInfo("AAAA.xlsx"), LIST)
    data = buffer.getvalue().replace(b"AAAA", "历史".encode("gbk"))

    assert names(unpacked([Source("a.zip", data)])) == ["历史.xlsx"]


def test_files_of_one_name_are_told_apart():
    files = [Source("报名表.xlsx", LIST), bundle(("甲/报名表.xlsx", LIST), ("乙/报名表.xlsx", LIST))]

    assert names(unpacked(files)) == ["报名表.xlsx", "报名表.xlsx (2)", "报名表.xlsx (3)"]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        pytest.param([], "empty_zip", id="nothing in it"),
        pytest.param([("b.zip", bundle(("a.xlsx", LIST)).data)], "zip_in_zip", id="a ZIP in a ZIP"),
        pytest.param([("a.csv", b"x" * (10 * 1024 * 1024 + 1))], "too_big", id="a large file"),
        pytest.param([("a.csv", b" " * 90_000_000)], "too_big_unpacked", id="a bomb"),
    ],
)
def test_what_a_zip_must_not_hold_is_one_problem(files, code):
    empty = Source("全部.zip", b"PK\x05\x06" + bytes(18))
    found = unpacked([bundle(*files)] if files else [Source("全部.zip", _without_files())])

    assert codes(found) == [code]
    assert empty.problem is None


def _without_files() -> bytes:
    return bundle(("__MACOSX/x", b"x")).data


def test_a_bomb_that_lies_about_its_size_is_read_no_further():
    data = bundle(("a.csv", b" " * 9_000_000)).data
    honest, lie = struct.pack("<I", 9_000_000), struct.pack("<I", 1000)
    assert honest in data

    found = unpacked([Source("a.zip", data.replace(honest, lie))])

    assert codes(found) == ["zip_damaged"] or len(found[0].data) <= 1001


def test_a_damaged_file_in_a_zip_is_named_and_the_others_are_read():
    data = bytearray(bundle(("a.csv", b"abc" * 500), ("b.csv", b"x")).data)
    data[45:50] = b"\xff" * 5
    found = unpacked([Source("a.zip", bytes(data))])

    assert codes(found) == ["zip_damaged", None]


def test_a_locked_zip_says_so():
    data = bytearray(bundle(("a.csv", b"abc")).data)
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1

    assert codes(unpacked([Source("a.zip", bytes(data))])) == ["zip_locked"]


def test_too_many_files_or_bytes_are_refused(monkeypatch):
    with pytest.raises(UnreadableFile) as many:
        unpacked([bundle(*[(f"{at}.csv", b"x") for at in range(sources.MOST_FILES + 1)])])
    assert many.value.remark.code == "too_many_files"

    monkeypatch.setattr(sources, "MOST_BYTES_OF_ALL", 10)
    with pytest.raises(UnreadableFile) as large:
        unpacked([Source("a.csv", b"x" * 6), Source("b.csv", b"x" * 6)])
    assert large.value.remark.code == "too_big_together"
