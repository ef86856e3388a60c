"""Importing on the page: chains, Word tables, lists of people, many files, columns told apart by hand."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.test_import_pages import HEAD, bytes_of, confirm, counted, shown, upload
from tests.tournament.factories import TEST, make_event, make_pair
from tests.tournament.imports.files import workbook
from tests.tournament.imports.test_docx import document, saved
from tournament.actions.copy_event import copy_event
from tournament.forms import imports
from tournament.imports.sources import MOST_FILES
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """An event without pairs."""
    return make_event(pairs=0, slug="qiu")


def paste(client: Client, text: str) -> Any:
    sent = {"submission": "up", "text": text}
    return client.post(reverse("entries-import", args=["qiu"]), sent, follow=True)


def test_a_chain_pasted_from_a_group_is_previewed_and_entered(desk: Client, event: Event) -> None:
    preview = paste(desk, "#接龙\n报名\n1. 张三 李四 财务处 13800000001\n2、王五/王小会（工会）\n收到")
    assert "粘贴的文字。" in shown(preview)
    assert "开头这些行没有当作报名：#接龙；报名" in shown(preview)
    assert "没有认出姓名，已跳过：收到" in shown(preview)
    assert "拿不准“王小会”是姓名还是单位" in shown(preview)

    assert counted(confirm(desk, preview, "4")) == (3, 2, 1)
    assert [pair.names for pair in event.pairs.all()] == ["张三 李四", "王五 王小会"]
    assert event.pairs.get(number=1).players.get(seat=1).phone == "13800000001"


def test_a_pasted_text_without_entries_stays_in_its_field(desk: Client, event: Event) -> None:
    answer = paste(desk, "大家好，<b>报名</b>")

    assert answer.status_code == 422
    assert "粘贴的文字没有导入，名单没有变动。" in shown(answer)
    assert "大家好，&lt;b&gt;报名" in answer.content.decode()


def test_a_file_and_a_text_at_once_are_refused(desk: Client, event: Event) -> None:
    data, name = bytes_of("01")
    sent = {"submission": "up", "text": "1. 张三 李四", "file": SimpleUploadedFile(name, data)}

    answer = desk.post(reverse("entries-import", args=["qiu"]), sent)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["text"])


def test_a_word_table_is_previewed_and_entered_once(desk: Client, event: Event) -> None:
    data = saved(document([HEAD, ("1", "赵一鸣", "钱小满", "甲", "13800000001")]))

    assert counted(confirm(desk, upload(desk, data, "报名表.docx"))) == (1, 1, 0)
    again = upload(desk, data, "报名表.docx")
    assert (again.context["new"], len(again.context["existing"])) == ([], 1)


def test_one_row_per_person_is_said_and_counted_by_rows(desk: Client, event: Event) -> None:
    data = workbook(
        ("组号", "姓名"), (1, "赵一鸣"), (1, "钱小满"), (2, "孙志远"), (2, "李若兰"), (3, "周国庆")
    )

    preview = upload(desk, data)

    assert "读取 5 行，每人一行：可导入 2 队，待确认 0 队，跳过 1 行" in shown(preview)
    assert "每行一名选手：按“组号”把相同或合并的两行读作一队，共 2 队。" in shown(preview)
    assert "周国庆没有搭档" in shown(preview)
    assert "第 2、3 行" in shown(preview)
    assert "读取 5 行，导入 2 队（共 4 行），跳过 1 行" in shown(confirm(desk, preview))


def test_neighbours_are_a_pair_only_after_a_tick(desk: Client, event: Event) -> None:
    data = workbook(("姓名", "单位"), ("赵一鸣", "甲"), ("钱小满", "甲"), ("孙志远", "乙"), ("李若兰", "乙"))
    preview = upload(desk, data)
    assert "没有组号或队名：按同单位相邻两行是一队读取，共 2 队" in shown(preview)

    assert confirm(desk, preview).status_code == 422
    assert not event.pairs.exists()

    (tag,) = re.findall(r'<input type="checkbox" name="reading"[^>]*>', preview.content.decode())
    agreed = re.findall('value="([^"]+)"', tag)[0]
    confirm(desk, preview, reading=agreed)
    assert [pair.names for pair in event.pairs.all()] == ["赵一鸣 钱小满", "孙志远 李若兰"]


# Many files at once


def send(client: Client, *files: tuple[str, bytes]) -> Any:
    """Send several files at once."""
    sent = {"submission": "up", "file": [SimpleUploadedFile(name, data) for name, data in files]}
    return client.post(reverse("entries-import", args=["qiu"]), sent, follow=True)


def of_unit(unit: str, *pairs: tuple[str, str], heading: bool = True) -> bytes:
    """One unit's list: numbers of its own, no column for the unit."""
    lines: list[tuple[object, ...]] = [(f"单位（盖章）：{unit}",)] if heading else []
    rows = [(at, *pair) for at, pair in enumerate(pairs, 1)]
    return workbook(*lines, ("序号", "选手1", "选手2"), *rows)


HISTORY = ("报名表-甲.xlsx", of_unit("历史系", ("赵一鸣", "钱小满"), ("孙志远", "李若兰")))
MATHS = ("报名表-数学系.xlsx", of_unit("", ("周国庆", "吴晓梅"), heading=False))
BROKEN = ("报名表-坏.xlsx", b"PK\x03\x04broken")


def test_one_list_per_unit_goes_in_together(desk: Client, event: Event) -> None:
    preview = send(desk, HISTORY, MATHS, BROKEN)

    assert "文件：3 份。" in shown(preview)
    assert "读取 3 行：可导入 3 行，待确认 0 行，跳过 0 行" in shown(preview)
    assert "几份文件里有相同的序号，没有用作参赛序号。" in shown(preview)
    assert "文件不完整或已损坏" in shown(preview)
    assert [(one["unit"], one["list"].read) for one in preview.context["files"]] == [
        ("历史系", 2),
        ("数学系", 1),
        ("", 0),
    ]

    done = confirm(desk, preview)
    assert counted(done) == (3, 3, 0)
    assert [(pair.number, pair.names, pair.unit.name) for pair in event.pairs.all()] == [
        (1, "赵一鸣 钱小满", "历史系"),
        (2, "孙志远 李若兰", "历史系"),
        (3, "周国庆 吴晓梅", "数学系"),
    ]
    assert [(one["file"], one["imported"]) for one in done.context["report"]["files"]] == [
        ("报名表-甲.xlsx", 2),
        ("报名表-数学系.xlsx", 1),
        ("报名表-坏.xlsx", 0),
    ]
    assert event.journal.filter(verb="import_pairs").count() == 1


def test_r3_the_same_files_again_bring_nothing_new(desk: Client, event: Event) -> None:
    confirm(desk, send(desk, HISTORY, MATHS))

    again = send(desk, MATHS, HISTORY)

    assert (again.context["new"], again.context["confirm"]) == ([], [])
    assert len(again.context["existing"]) == 3


def test_doubles_are_found_across_files_and_named_with_their_file(desk: Client, event: Event) -> None:
    double = ("报名表-乙.xlsx", of_unit("历史系", ("李若兰", "孙志远"), ("赵一鸣", "王伟")))

    preview = send(desk, HISTORY, double)

    assert "与“报名表-甲.xlsx”第 4 行“孙志远、李若兰”是同样两个人。" in shown(preview)
    assert "赵一鸣已在“报名表-甲.xlsx”第 3 行“赵一鸣、钱小满”中" in shown(preview)
    assert "本行有选手又出现在“报名表-乙.xlsx”第 4 行。" in shown(preview)
    (asked,) = preview.context["confirm"]
    assert counted(confirm(desk, preview, asked["row"].mark)) == (4, 3, 1)


def test_a_unit_taken_from_a_files_name_can_be_changed_before_the_import(desk: Client, event: Event) -> None:
    preview = send(desk, HISTORY, MATHS)

    again = confirm(desk, preview, unit1="历史系", unit2=" 数学学院 ")

    assert "已按填写的单位重新读取，请核对后再导入。" in shown(again)
    assert not event.pairs.exists()
    assert [one["unit"] for one in again.context["files"]] == ["历史系", "数学学院"]
    confirm(desk, again, unit1="历史系", unit2="数学学院")
    assert sorted(event.units.values_list("name", flat=True)) == ["历史系", "数学学院"]


def test_one_list_without_a_column_for_units_takes_the_one_typed(desk: Client, event: Event) -> None:
    preview = upload(desk, MATHS[1])
    assert preview.context["files"][0]["unit"] == ""

    confirm(desk, confirm(desk, preview, unit1="外语系"), unit1="外语系")

    assert [pair.unit.name for pair in event.pairs.all()] == ["外语系"]


def test_a_zip_of_lists_is_many_files(desk: Client, event: Event) -> None:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, data in (HISTORY, MATHS):
            archive.writestr(f"各单位/{name}", data)

    assert counted(confirm(desk, send(desk, ("全部.zip", buffer.getvalue())))) == (3, 3, 0)


def test_too_many_files_are_refused_whole(desk: Client, event: Event) -> None:
    answer = send(desk, *[(f"{at}.csv", b"x") for at in range(MOST_FILES + 1)])

    assert answer.status_code == 422
    assert "一次至多导入 60 份文件" in shown(answer)
    assert "这些文件没有导入，名单没有变动。" in shown(answer)


def test_files_of_which_none_can_be_read_are_named_one_by_one(
    desk: Client, event: Event, uploads: Path
) -> None:
    answer = send(desk, BROKEN, ("空.xlsx", b""))

    assert answer.status_code == 422
    assert "“报名表-坏.xlsx”：文件不完整" in shown(answer)
    assert "“空.xlsx”：文件是空的" in shown(answer)
    assert not uploads.exists()


def test_many_files_ask_the_database_no_more_often(desk: Client, event: Event) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    asked = []
    for count in (2, 12):
        files = [(f"{at}系.xlsx", of_unit(f"第{at}系", (f"赵{at}甲", f"钱{at}乙"))) for at in range(count)]
        preview = send(desk, *files)
        with CaptureQueriesContext(connection) as queries:
            desk.get(preview.request["PATH_INFO"])
        asked.append(len(queries))

    assert asked[0] == asked[1]


# Columns told apart by hand


ODD = workbook(("甲方人员", "乙方人员", "处所", "联络"), ("赵一鸣", "钱小满", "历史系", "13800000001"))


def address_of(answer: Any) -> str:
    """Where the page sends people to tell the columns apart."""
    found = re.search(r'href="([^"]+/import/[^"/]+/columns/[^"]*)"', answer.content.decode())
    assert found
    return found[1]


def told(page: Any, head: int, *roles: str) -> dict[str, Any]:
    return {
        "submission": page.context["form"]["submission"].value(),
        "head": head,
        **{f"c{at}": role for at, role in enumerate(roles)},
    }


def test_f55_35_no_head_is_said_first_and_then_the_columns_can_be_told(desk: Client, event: Event) -> None:
    refused = upload(desk, *bytes_of("35"))
    assert refused.status_code == 422
    assert "没有找到表头" in shown(refused)
    assert "“35_no_header.xlsx”没有导入，名单没有变动。" in shown(refused)

    page = desk.get(address_of(refused))
    assert "没有找到表头" in shown(page)
    roles = ("number", "name", "player1", "player2", "unit", "phone")
    preview = desk.post(address_of(refused), told(page, 0, *roles), follow=True)

    assert "各列按先前指定的读取。" in shown(preview)
    assert counted(confirm(desk, preview)) == (4, 4, 0)
    assert event.pairs.get(number=1).names == "赵一鸣 钱小满"
    again = upload(desk, *bytes_of("35"))
    assert (again.context["new"], len(again.context["existing"])) == ([], 4)


def test_unknown_titles_are_told_once_and_remembered_until_undone(desk: Client, event: Event) -> None:
    refused = upload(desk, ODD)
    page = desk.get(address_of(refused))
    assert page.context["form"]["head"].value() == 0
    preview = desk.post(address_of(refused), told(page, 1, "player1", "player2", "unit", "own"), follow=True)
    (row,) = [one["row"] for one in preview.context["new"]]
    assert (row.players, row.unit, row.extra) == (
        ("赵一鸣", "钱小满"),
        "历史系",
        (("联络", "13800000001"),),
    )

    next_time = upload(desk, ODD, "下一份.xlsx")
    assert "各列按先前指定的读取。" in shown(next_time)
    undone = desk.post(address_of(next_time), {"forget": "1"}, follow=True)

    assert "已取消指定的各列，重新按表头读取。" in shown(undone)
    assert not event.column_mappings.exists()
    assert upload(desk, ODD).status_code == 422
    assert list(event.journal.order_by("pk").values_list("verb", flat=True)) == [
        "map_columns",
        "forget_columns",
    ]


def test_known_titles_can_be_told_otherwise(desk: Client, event: Event) -> None:
    data = workbook((*HEAD, "备用"), (1, "赵一鸣", "钱小满", "甲", "", "乙"))
    preview = upload(desk, data)
    page = desk.get(address_of(preview))
    assert [field.value() for field in page.context["form"].columns] == [
        "number",
        "player1",
        "player2",
        "unit",
        "phone",
        "own",
    ]

    roles = ("number", "player1", "player2", "skip", "phone", "unit")
    again = desk.post(address_of(preview), told(page, 1, *roles), follow=True)

    assert [one["row"].unit for one in again.context["new"]] == ["乙"]
    assert "没有读取这些列：单位。" in shown(again)


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        pytest.param(("player1", "unit", "skip", "skip"), "请指定队员1和队员2两列", id="one player"),
        pytest.param(("player1", "player2", "players", "skip"), "只能用一种", id="both ways"),
        pytest.param(("player1", "player2", "unit", "unit"), "每项只能一列", id="twice"),
    ],
)
def test_a_choice_that_cannot_be_read_is_refused_and_kept(
    roles: tuple[str, ...], said: str, desk: Client, event: Event
) -> None:
    address = address_of(upload(desk, ODD))
    answer = desk.post(address, told(desk.get(address), 1, *roles))

    assert (answer.status_code, said in shown(answer)) == (422, True)
    assert tuple(field.value() for field in answer.context["form"].columns) == roles
    assert not event.column_mappings.exists()


def test_next_years_event_reads_the_same_columns(desk: Client, event: Event) -> None:
    address = address_of(upload(desk, ODD))
    desk.post(address, told(desk.get(address), 1, "player1", "player2", "unit", "phone"))

    copied = copy_event(source=event, name="下一届", by=TEST)

    assert list(copied.column_mappings.values_list("roles", flat=True)) == [
        ["player1", "player2", "unit", "phone"]
    ]


def test_the_demo_event_remembers_no_columns(event: Event) -> None:
    client = director_of(event)
    Event.objects.update(is_demo=True)
    address = address_of(upload(client, ODD))

    answer = client.post(address, told(client.get(address), 1, "player1", "player2", "unit", "phone"))

    assert "这是演示赛事" in shown(answer)
    assert not event.column_mappings.exists()


def test_every_odd_file_number_leads_to_a_page(desk: Client, event: Event) -> None:
    address = address_of(upload(desk, ODD)).partition("?")[0]
    for query in ("", "?file=0", "?file=99", "?file=x", "?file=-1"):
        assert desk.get(address + query).status_code == 200


def test_numbers_of_entered_pairs_do_not_stand_in_the_way_of_many_files(desk: Client, event: Event) -> None:
    make_pair(event, 1)

    preview = send(desk, HISTORY, MATHS)

    assert preview.context["confirm"] == []
    assert not event.pairs.filter(number=2).exists()
    confirm(desk, preview)
    assert event.pairs.filter(number=2).exists()


def test_of_files_that_are_too_big_together_no_more_is_read_than_shows_it(monkeypatch: Any) -> None:
    monkeypatch.setattr(imports, "MOST_BYTES_OF_ALL", 10)
    files: list[Any] = [SimpleUploadedFile(f"{at}.csv", b"x" * 6) for at in range(4)]
    form = imports.UploadForm(QueryDict("submission=k"), MultiValueDict({"file": files}))

    assert form.is_valid()
    assert [len(one.data) for one in form.sources] == [6, 5, 0, 0]


def test_of_too_many_files_no_more_is_read_than_shows_it() -> None:
    files: list[Any] = [SimpleUploadedFile(f"{at}.csv", b"x") for at in range(MOST_FILES + 5)]
    form = imports.UploadForm(QueryDict("submission=k"), MultiValueDict({"file": files}))

    assert form.is_valid()
    assert len(form.sources) == MOST_FILES + 1
