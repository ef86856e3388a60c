"""Importing on the page: upload, every row's fate, all good rows at once (field F33, F51 to F62, F72)."""

from __future__ import annotations

import html
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.pages import numbers
from tests.tournament.factories import make_director, make_event, make_pair
from tests.tournament.imports.files import FIELD, FIELD_FILES, workbook
from tournament.imports.entries import read_entries
from tournament.models import Event, Pair, Player

pytestmark = pytest.mark.django_db

HEAD = ("序号", "选手1", "选手2", "单位", "手机")


@pytest.fixture
def event(db: None) -> Event:
    """An event without pairs."""
    return make_event(pairs=0, slug="qiu")


def bytes_of(number: str) -> tuple[bytes, str]:
    (name,) = [name for name in FIELD_FILES if name.startswith(f"{number}_")]
    return (FIELD / name).read_bytes(), name


def upload(client: Client, data: bytes, name: str = "报名表.xlsx") -> Any:
    """Send a file; the preview where it can be read, else the page that says why not."""
    sent = {"submission": "up", "file": SimpleUploadedFile(name, data)}
    return client.post(reverse("entries-import", args=["qiu"]), sent, follow=True)


def confirm(client: Client, preview: Any, *rows: int | str, **more: str) -> Any:
    """Press the button of a preview, with these rows ticked."""
    form = preview.context["form"]
    sent = {"submission": form["submission"].value(), "fates": form["fates"].value(), "rows": rows, **more}
    return client.post(preview.request["PATH_INFO"], sent, follow=True)


def shown(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def counted(answer: Any) -> tuple[int, int, int]:
    """Read, imported, skipped, as the result page says them."""
    found = re.search(r"读取 (\d+) 行，导入 (\d+) 队，跳过 (\d+) 行", shown(answer))
    assert found, shown(answer)
    return (int(found[1]), int(found[2]), int(found[3]))


def test_what_the_preview_says_is_what_happens(desk: Client, event: Event) -> None:
    preview = upload(desk, *bytes_of("01"))
    assert "读取 4 行：可导入 4 行，待确认 0 行，跳过 0 行" in shown(preview)
    assert "导入这 4 队" in shown(preview)
    assert not event.pairs.exists()

    assert counted(confirm(desk, preview)) == (4, 4, 0)
    assert event.pairs.count() == 4
    assert Player.objects.filter(phone__regex=r"^1[0-9]{10}$").count() == 4


@pytest.mark.parametrize("name", FIELD_FILES)
def test_every_field_file_is_imported_or_refused_in_words_and_its_counts_add_up(
    name: str, desk: Client, event: Event
) -> None:
    data = (FIELD / name).read_bytes()
    read = read_entries(data, name)

    preview = upload(desk, data, name)

    if read.problems:
        assert preview.status_code == 422
        assert "没有导入，名单没有变动。" in shown(preview)
        assert not event.pairs.exists()
        return
    if not (preview.context["new"] or preview.context["confirm"]):
        assert "没有可以导入的行" in shown(preview)
        return
    done = confirm(desk, preview, *[one["row"].mark for one in preview.context["confirm"]])
    lines, entered, skipped = counted(done)
    assert (lines, entered + skipped) == (read.read, read.read)
    assert event.pairs.count() == entered

    again = upload(desk, data, name)
    assert not again.context["new"]


@pytest.mark.parametrize(
    ("number", "row", "said"),
    [
        pytest.param("08", 4, "科学计数", id="F53: 1.38E+10"),
        pytest.param("12", 3, "同样两个人", id="F59: a copy"),
        pytest.param("13", 3, "一人不能参加两队", id="F60: in two pairs"),
        pytest.param("16", 2, "公式没有计算结果", id="F56: no result"),
        pytest.param("28", 7, "一格里有两个姓名", id="F57: two names in one cell"),
        pytest.param("37", 3, "缺少选手", id="F57: one bad row"),
        pytest.param("23", 5, "自造字", id="F62: private use"),
    ],
)
def test_problems_stand_beside_the_files_own_row_number(
    number: str, row: int, said: str, desk: Client, event: Event
) -> None:
    context = upload(desk, *bytes_of(number)).context
    told = {
        one["row"].row: " ".join(one["told"])
        for fate in ("new", "confirm", "existing", "error")
        for one in context[fate]
    }

    assert said in told[row]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        pytest.param("31", "文件是空的", id="empty"),
        pytest.param("32", "不完整或已损坏", id="cut in half"),
        pytest.param("34", "没有数据行", id="head only"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words_and_not_kept(
    number: str, said: str, desk: Client, event: Event, uploads: Path
) -> None:
    make_pair(event, 1)

    answer = upload(desk, *bytes_of(number))

    assert (answer.status_code, said in shown(answer)) == (422, True)
    assert event.pairs.count() == 1
    assert not uploads.exists() or not list(uploads.iterdir())


def test_f55_an_unknown_column_is_named(desk: Client, event: Event) -> None:
    """It can be kept as one of the event's own columns, and is offered so."""
    page = upload(desk, *bytes_of("21"))

    assert [(one.column, ticked) for one, ticked in page.context["form"].shown_offers] == [("是否用餐", True)]
    assert "是否用餐" in shown(page)
    assert "没有读取这些列" not in shown(page)


def test_f67_a_character_that_cannot_be_printed_is_named_in_the_preview(desk: Client, event: Event) -> None:
    data = workbook(HEAD, (1, "𠮷川", "李娜", "", ""))

    assert "打印时没有字形：𠮷" in shown(upload(desk, data))


def test_f62_rare_names_stand_on_the_page_as_typed_and_are_found_in_usual_characters(
    desk: Client, event: Event
) -> None:
    confirm(desk, upload(desk, *bytes_of("23")))

    listed = shown(desk.get(reverse("entries", args=["qiu"])))
    assert [name for name in ("𠮷春生", "李㛃", "赵𫰠", "孙𬱖", "用之", "户小芳") if name not in listed] == []
    wanted = [event.pairs.get(players__name="用之").number]
    for typed in ("用之", "⽤之", "户小芳"):
        assert numbers(desk.get(reverse("entries", args=["qiu"]), {"q": typed})) == wanted


def test_rows_to_be_confirmed_stay_out_unless_ticked(desk: Client, event: Event) -> None:
    rows = (HEAD, (1, "赵一", "钱二", "甲", ""), (1, "孙三", "李四", "甲", ""), (3, "周五", "吴六", "甲", ""))
    data = workbook(*rows)

    assert counted(confirm(desk, upload(desk, data))) == (3, 2, 1)
    assert [pair.number for pair in event.pairs.all()] == [1, 3]

    preview = upload(desk, data)
    assert counted(confirm(desk, preview, 3)) == (3, 1, 2)
    assert event.pairs.get(number=4).names == "孙三 李四"


def test_f33_pressed_twice_one_import(desk: Client, event: Event) -> None:
    preview = upload(desk, *bytes_of("01"))

    answers = [confirm(desk, preview) for _ in range(2)]

    assert [counted(answer) for answer in answers] == [(4, 4, 0)] * 2
    assert event.pairs.count() == 4
    assert event.journal.filter(verb="import_pairs").count() == 1


def test_f33_a_second_press_before_the_report_is_written_changes_nothing(
    desk: Client, event: Event, uploads: Path
) -> None:
    preview = upload(desk, *bytes_of("01"))
    (kept,) = uploads.iterdir()
    before = kept.read_bytes()
    confirm(desk, preview)
    kept.write_bytes(before)

    answer = confirm(desk, preview)

    assert "已在名单里：4 行" in shown(answer)
    assert event.pairs.count() == 4


def test_a_list_that_changed_meanwhile_is_shown_again(desk: Client, event: Event) -> None:
    preview = upload(desk, workbook(HEAD, (1, "赵一", "钱二", "甲", "")))
    make_pair(event, 1)

    again = confirm(desk, preview)
    assert again.status_code == 409
    assert "名单刚刚有变动" in shown(again)
    assert event.pairs.count() == 1

    assert counted(confirm(desk, again, 2)) == (1, 1, 0)


def test_a_change_that_alters_no_fate_does_not_stand_in_the_way(desk: Client, event: Event) -> None:
    preview = upload(desk, workbook(HEAD, (1, "赵一", "钱二", "甲", "")))
    make_pair(event, 5)

    assert counted(confirm(desk, preview)) == (1, 1, 0)


def test_limits_of_the_event_are_said_and_passed_on_purpose(desk: Client, event: Event) -> None:
    Event.objects.update(max_per_unit=1, entries_close_at=timezone.now())
    data = workbook(HEAD, (1, "赵一", "钱二", "甲", ""), (2, "孙三", "李四", "甲", ""))
    preview = upload(desk, data)
    assert "报名已经截止。" in shown(preview)
    assert "甲将有 2 队，超过每单位至多 1 队的规定。" in shown(preview)

    assert confirm(desk, preview).status_code == 422
    assert not event.pairs.exists()

    (tag,) = re.findall(r'<input type="checkbox" name="on_purpose"[^>]*>', preview.content.decode())
    agreed = re.findall('value="([^"]+)"', tag)[0]
    assert counted(confirm(desk, preview, on_purpose=agreed)) == (2, 2, 0)


def test_an_upload_belongs_to_its_person_and_event(desk: Client, event: Event) -> None:
    preview = upload(desk, *bytes_of("01"))
    colleague = Client()
    colleague.force_login(make_director(event, "second"), backend="django.contrib.auth.backends.ModelBackend")

    for client, path in (
        (colleague, preview.request["PATH_INFO"]),
        (desk, reverse("entries-import-preview", args=["qiu", "../../db.sqlite3".replace("/", "")])),
    ):
        answer = client.get(path, follow=True)
        assert "这份预览已经过期，请重新选择文件。" in shown(answer)


def test_uploads_lie_closed_and_go_after_a_day(desk: Client, event: Event, uploads: Path) -> None:
    preview = upload(desk, *bytes_of("01"))
    (kept,) = uploads.iterdir()
    if os.name == "posix":
        assert kept.stat().st_mode & 0o077 == 0
    yesterday = time.time() - 24 * 3600 - 1
    os.utime(kept, (yesterday, yesterday))

    assert "已经过期" in shown(desk.get(preview.request["PATH_INFO"], follow=True))
    upload(desk, *bytes_of("36"))
    assert [path.name for path in uploads.iterdir()] != [kept.name]
    assert len(list(uploads.iterdir())) == 1


def test_after_the_import_no_phone_is_left_in_the_folder(desk: Client, event: Event, uploads: Path) -> None:
    data = workbook(HEAD, (1, "赵一", "钱二", "甲", "13800000001"), (2, "孙三", "", "甲", "13800000002"))
    confirm(desk, upload(desk, data))

    (kept,) = uploads.iterdir()
    assert b"1380000000" not in kept.read_bytes()


def test_f72_hostile_cells_and_file_names_are_text(desk: Client, event: Event) -> None:
    data, _name = bytes_of("24")

    preview = upload(desk, data, "<img src=x onerror=alert(1)>.xlsx")
    done = confirm(desk, preview)

    for page in (preview, done, desk.get(reverse("entries", args=["qiu"]))):
        assert "<script>alert" not in page.content.decode()
        assert "<img" not in page.content.decode()
    assert "<script>" in shown(preview)
    assert Pair.objects.count() == 5


def test_f72_a_hostile_file_that_cannot_be_read_is_not_echoed_as_markup(desk: Client, event: Event) -> None:
    answer = upload(desk, b"<b>name</b>,<script>alert(1)</script>\n1,2\n", "<b>.csv")

    assert answer.status_code == 422
    assert "<script>alert" not in answer.content.decode()
    assert "<b>" not in answer.content.decode()


def test_the_template_is_a_workbook_that_the_import_reads(desk: Client, event: Event, tmp_path: Path) -> None:
    answer = desk.get(reverse("entries-template", args=["qiu"]))
    path = tmp_path / "template.xlsx"
    path.write_bytes(answer.content)
    book = load_workbook(path)
    book.worksheets[0].append([1, "", "赵一", "钱二", "甲"])
    book.save(path)

    preview = upload(desk, path.read_bytes())

    assert [one["row"].players for one in preview.context["new"]] == [("赵一", "钱二")]


def test_many_rows_ask_the_database_no_more_often(desk: Client, event: Event) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    asked = []
    for count in (5, 60):
        rows = [(index, f"赵{index}甲", f"钱{index}乙", f"单位{index}", "") for index in range(1, count + 1)]
        preview = upload(desk, workbook(HEAD, *rows))
        with CaptureQueriesContext(connection) as queries:
            desk.get(preview.request["PATH_INFO"])
        asked.append(len(queries))

    assert asked[0] == asked[1]


def test_nobody_without_a_file_gets_further(desk: Client, event: Event) -> None:
    answer = desk.post(reverse("entries-import", args=["qiu"]), {"submission": "up"})

    assert answer.status_code == 422
    assert answer.context["form"].errors["file"]


def test_the_demo_event_says_that_it_cannot_be_changed(event: Event) -> None:
    client = director_of(event)
    Event.objects.update(is_demo=True)

    answer = confirm(client, upload(client, *bytes_of("01")))

    assert "这是演示赛事" in shown(answer)
    assert not event.pairs.exists()
