"""importpairs with several files, a ZIP, lists of people, and text from a group chat."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournament.commands.commands import run
from tests.tournament.factories import make_event
from tests.tournament.imports.files import workbook
from tests.tournament.imports.test_sources import bundle
from tournament.models import Event, Pair

pytestmark = pytest.mark.django_db

HEAD = ("序号", "选手1", "选手2")


@pytest.fixture
def event(db: None) -> Event:
    return make_event(pairs=0, slug="sai")


def answer_of(*arguments: object) -> tuple[dict[str, Any], str]:
    """The JSON answer, and the sentence with which the command failed, if it did."""
    out = StringIO()
    try:
        call_command("importpairs", "sai", *map(str, arguments), "--json", stdout=out, stderr=StringIO())
    except CommandError as error:
        return json.loads(out.getvalue()), str(error)
    return json.loads(out.getvalue()), ""


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_several_files_go_in_as_one_and_an_unreadable_one_is_told(event: Event, tmp_path: Path) -> None:
    first = written(tmp_path, "报名-历史系.xlsx", workbook(HEAD, (1, "赵一鸣", "钱小满")))
    second = written(tmp_path, "报名-数学系.xlsx", workbook(HEAD, (1, "孙志远", "李若兰")))
    broken = written(tmp_path, "报名-坏.xlsx", b"PK\x03\x04")

    answer, failed = answer_of(first, second, broken)

    assert (answer["read"], answer["imported"], answer["skipped"]) == (2, 2, 0)
    assert [(one["file"], one["unit"], one["imported"]) for one in answer["files"]] == [
        ("报名-历史系.xlsx", "历史系", 1),
        ("报名-数学系.xlsx", "数学系", 1),
        ("报名-坏.xlsx", "", 0),
    ]
    assert failed == "有 1 份文件没有读取。"
    assert answer_of(first, second)[0]["imported"] == 0
    assert Pair.objects.count() == 2


def test_a_zip_of_lists(event: Event, tmp_path: Path) -> None:
    lists = [("历史系.xlsx", workbook(HEAD, (1, "赵一鸣", "钱小满"))), ("数学系.csv", b"")]
    path = written(tmp_path, "all.zip", bundle(*lists).data)

    with pytest.raises(CommandError, match="有 1 份文件没有读取"):
        run("importpairs", "sai", path)
    assert Pair.objects.get().names == "赵一鸣 钱小满"


def test_neighbours_are_a_pair_only_with_agree(event: Event, tmp_path: Path) -> None:
    data = workbook(("姓名", "单位"), ("赵一鸣", "甲"), ("钱小满", "甲"))
    path = written(tmp_path, "a.xlsx", data)

    refused, failed = answer_of(path)
    assert (refused["imported"], refused["skipped"], failed) == (0, 2, "有 2 行没有导入。")
    assert [one["code"] for one in refused["problems"]] == ["joined_by_order"]

    agreed, failed = answer_of(path, "--agree")
    assert (agreed["read"], agreed["imported"], agreed["imported_rows"], failed) == (2, 1, 2, "")


def test_a_chain_in_a_text_file(event: Event, tmp_path: Path) -> None:
    path = written(tmp_path, "接龙.txt", "#接龙\n1. 张三 李四 财务处\n2. 王五 赵六 工会".encode())

    answer, failed = answer_of(path)

    assert (answer["imported"], failed) == (2, "")


def test_too_many_files_are_one_sentence(event: Event, tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b"x")

    with pytest.raises(CommandError, match="一次至多导入 60 份文件"):
        run("importpairs", "sai", *[path] * 61)
