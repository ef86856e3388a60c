"""Results of a round from a file or pasted text (rules R1 to R3; field F22, F25, F27, F30, F61)."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.rules import Side
from tests.tournament.entries.conftest import director_of
from tests.tournament.factories import TEST, make_event, make_person, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.run_round import close_round
from tournament.imports.results import read_results
from tournament.models import Match, Membership, Result, Role, Stage

HEAD = "桌,南北级数,东西级数\n"


@pytest.fixture(autouse=True)
def uploads(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def stage(db: None) -> Stage:
    """Two groups of four with the first round open, 60 minutes a round (library-rotation)."""
    return make_stage(make_event(pairs=8, slug="sai"))


@pytest.fixture
def desk(stage: Stage) -> Client:
    return director_of(stage.event)


def place(name: str, *args: Any) -> str:
    return reverse(name, args=["sai", 1, 1, *args])


def paste(client: Client, text: str) -> Any:
    return client.post(place("round-import"), {"submission": "u1", "text": text}, follow=True)


def confirm(client: Client, page: Any, **more: Any) -> Any:
    values = {"submission": "i1", "fates": page.context["form"].stamp, **more}
    return client.post(page.redirect_chain[-1][0], values, follow=True)


def shown(page: Any) -> str:
    return str(page.content.decode())


def fates(page: Any) -> dict[int, str]:
    return {one.line.row: str(one.fate) for one in page.context["form"].judged}


def match_at(stage: Stage, table: int) -> Match:
    return Match.objects.get(round__group__stage=stage, round__number=1, table=table)


def levels(stage: Stage, table: int) -> tuple[Any, ...]:
    result = Result.objects.get(match=match_at(stage, table), is_current=True)
    return result.ns_level, result.ew_level, result.passed_a, result.passed_gain, result.ended, result.source


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        pytest.param("3 A3 9", [("3", "A3", "9")], id="pasted, without a head"),
        pytest.param(
            "第３桌：Ａ＋３，９\n4\t10\tK", [("第3桌", "A+3", "9"), ("4", "10", "K")], id="full width"
        ),
        pytest.param("桌号\t东西级数\t南北级数\n3\t9\tA3", [("3", "A3", "9")], id="by name, not by place"),
        pytest.param(
            "标题\n桌,南北 级数,东西 级数,积分\n3,过A,9,108", [("3", "过A", "9")], id="our own export"
        ),
        pytest.param("Table,N-S,E-W\n3,K,9", [("3", "K", "9")], id="English"),
    ],
)
def test_what_is_read(data: str, rows: list[tuple[str, str, str]]) -> None:
    read = read_results(data.encode())

    assert [(line.table, line.ns_level, line.ew_level) for line in read.lines] == rows


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty_file", id="empty"),
        pytest.param(b"%PDF-1.7", "not_a_table", id="a PDF"),
        pytest.param("姓名,单位\n甲,乙".encode(), "no_result_head", id="an entry list"),
        pytest.param(HEAD.encode(), "no_rows", id="only a head"),
        pytest.param("今天 打 得 很 好".encode(), "no_result_head", id="prose"),
        pytest.param(b"PK\x03\x04broken", "damaged", id="half a workbook"),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, code: str) -> None:
    assert [one.code for one in read_results(data).problems] == [code]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        pytest.param("1,A3,A2", "两", id="F27: both past A"),
        pytest.param("1,15,9", "级数应在 2 到 A 之间", id="F27: level 15"),
        pytest.param("1,十,9", "十", id="F27: level 十"),
        pytest.param("1,2.5,9", "2.5", id="F27: level 2.5"),
        pytest.param("1,K,", "级数", id="F27: one side blank"),
        pytest.param("99,K,9", "第 99 桌", id="no such table"),
        pytest.param("三,K,9", "“三”不是桌号", id="no table number"),
        pytest.param(",K,9", "没有桌号", id="no table"),
    ],
)
def test_f27_what_cannot_be_is_refused_in_words(desk: Client, stage: Stage, row: str, said: str) -> None:
    page = paste(desk, HEAD + row + "\n2,k,９\n")

    assert page.status_code == 200
    assert fates(page) == {2: "error", 3: "new"}
    (wrong,) = page.context["error_rows"]
    assert said in "".join(wrong.told)
    done = confirm(desk, page)
    assert "读取 2 行，录入 1 桌，与已录相同 0 桌，跳过 1 行" in shown(done)
    assert levels(stage, 2) == (13, 9, "", None, "time", "import")


def test_each_row_has_its_fate_and_each_change_one_version(desk: Client, stage: Stage) -> None:
    enter_result(match=match_at(stage, 1), sheet=passed(Side.NS, loser_level=9), by=TEST)
    enter_result(match=match_at(stage, 2), sheet=passed(Side.EW, loser_level=6), by=TEST)

    page = paste(desk, HEAD + "1,过A,9\n2,6,J\n3,A3,9\n4,,\n1,5,6\n")

    assert fates(page) == {2: "same", 3: "differs", 4: "new", 5: "blank", 6: "error"}
    assert "已录：6 : 过A" in shown(page)
    assert "第 1 桌在第 2 行已经有了" in shown(page)
    done = confirm(desk, page)
    assert "读取 5 行，录入 1 桌，与已录相同 1 桌，跳过 3 行" in shown(done)
    assert "没有改写：6 : 过A" in shown(done)
    assert [match_at(stage, table).version for table in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert levels(stage, 3) == (14, 9, "ns", 3, "passed_a", "import")
    line = stage.event.journal.latest("pk")
    assert (line.verb, line.codes["count"], line.codes["tables"]) == ("import_results", 1, [3])
    assert "导入" in shown(desk.get(reverse("journal", args=["sai"])))


def test_f25_a_different_result_is_overwritten_only_on_purpose(desk: Client, stage: Stage) -> None:
    enter_result(match=match_at(stage, 2), sheet=passed(Side.EW, loser_level=6), by=TEST)

    confirm(desk, paste(desk, HEAD + "2,6,J\n"), rows=["2"])

    assert levels(stage, 2) == (6, 11, "", None, "time", "import")
    assert list(match_at(stage, 2).results.values_list("version", "source")) == [
        (1, "command"),
        (2, "import"),
    ]


def test_f25_somebody_else_was_first(desk: Client, stage: Stage) -> None:
    page = paste(desk, HEAD + "2,6,J\n3,A3,9\n")
    enter_result(match=match_at(stage, 2), sheet=passed(Side.EW, loser_level=6), by=TEST)

    again = confirm(desk, page)

    assert again.status_code == 409
    assert "刚刚有变动" in shown(again)
    assert fates(again) == {2: "differs", 3: "new"}
    assert match_at(stage, 3).version == 0, "nothing went in"
    assert again.context["differs_count"] == 1


def test_r3_the_same_list_twice(desk: Client, stage: Stage) -> None:
    text = HEAD + "1,A3,9\n2,6,J\n"
    confirm(desk, paste(desk, text))

    page = paste(desk, text)

    assert fates(page) == {2: "same", 3: "same"}
    assert "没有可以导入的成绩" in shown(page)
    confirm(desk, page, submission="i2")
    assert Result.objects.count() == 2


def test_pressed_twice_one_import(desk: Client, stage: Stage) -> None:
    page = paste(desk, HEAD + "1,A3,9\n")

    answers = [confirm(desk, page) for _press in range(2)]

    assert all("录入 1 桌" in shown(answer) for answer in answers)
    assert Result.objects.count() == 1


def test_f30_numbers_are_a_check(desk: Client, stage: Stage) -> None:
    first, second = match_at(stage, 1), match_at(stage, 2)
    assert first.ew is not None
    text = "桌,南北序号,南北级数,东西级数,东西序号\n"
    text += f"1,{first.ew.number},A3,9,{first.ns.number}\n2,77,6,J,{second.ew.number if second.ew else ''}\n"

    page = paste(desk, text)

    assert fates(page) == {2: "error", 3: "error"}
    assert "这一行写反了" in shown(page)
    assert f"第 2 桌的南北是 {second.ns.number} 号" in shown(page)


@pytest.mark.django_db
def test_f22_a_bye_takes_no_result() -> None:
    stage = make_stage(make_event(pairs=7, slug="sai"), pairs=7, group_size=7)
    desk = director_of(stage.event)
    bye = Match.objects.get(round__group__stage=stage, round__number=1, kind="bye")

    page = paste(desk, HEAD + "4,A3,9\n,A3,9\n")

    assert set(fates(page).values()) == {"error"}
    assert f"{bye.ns.number} 号轮空" in shown(page) or "没有第 4 桌" in shown(page)
    confirm(desk, page)
    assert Result.objects.count() == 0


@pytest.mark.django_db
def test_equal_levels_ask_for_what_the_rules_need() -> None:
    event = make_event(pairs=8, slug="sai", rules={"level_tie": "in_play_side"})
    stage = make_stage(event)
    desk = director_of(event)
    head = "桌,南北级数,东西级数,台上方\n"

    asked = paste(desk, head + "1,8,8,\n2,8,8,东西\n3,8,8,中间\n")

    assert fates(asked) == {2: "error", 3: "new", 4: "error"}
    assert "最后哪一方在台上" in shown(asked)
    confirm(desk, asked)
    assert Result.objects.get(match=match_at(stage, 2)).in_play == "ew"


def test_a_draft_and_a_closed_round(desk: Client, stage: Stage) -> None:
    for table in (1, 2, 3, 4):
        enter_result(match=match_at(stage, table), sheet=passed(Side.NS, loser_level=9), by=TEST)
    close_round(stage=stage, number=1, by=TEST)
    scorer = Client()
    person = make_person("jilu")
    Membership.objects.create(person=person, event=stage.event, role=Role.SCORER)
    scorer.force_login(person, backend="django.contrib.auth.backends.ModelBackend")

    refused = paste(scorer, HEAD + "1,6,J\n")
    assert fates(refused) == {2: "error"}
    page = paste(desk, HEAD + "1,6,J\n")
    assert confirm(desk, page, rows=["2"]).status_code == 422
    assert match_at(stage, 1).version == 1
    confirm(desk, page, rows=["2"], reason="计分表录错", submission="i3")
    result = Result.objects.get(match=match_at(stage, 1), is_current=True)
    assert (result.ns_level, result.reason) == (6, "计分表录错")


def test_neither_file_nor_text(desk: Client, stage: Stage) -> None:
    nothing = desk.post(place("round-import"), {"submission": "u1"})
    file = SimpleUploadedFile("a.csv", (HEAD + "1,A3,9\n").encode())
    both = desk.post(place("round-import"), {"submission": "u1", "text": "1 A3 9", "file": file})

    assert (nothing.status_code, both.status_code) == (422, 422)
    assert "请选择文件，或者粘贴文字" in shown(nothing)
    assert "只能用一样" in shown(both)


def test_the_template_is_filled_in_and_comes_back(desk: Client, stage: Stage) -> None:
    enter_result(match=match_at(stage, 1), sheet=passed(Side.NS, loser_level=9, gain=2), by=TEST)
    book = openpyxl.load_workbook(io.BytesIO(desk.get(place("round-import-template")).content))
    sheet = book["成绩"]
    heads = [cell.value for cell in sheet[1]]
    assert heads[:5] == ["桌", "南北序号", "南北选手", "南北级数", "东西级数"]
    assert [row[0].value for row in sheet.iter_rows(min_row=2)] == [1, 2, 3, 4]
    assert sheet["D2"].value == "A+2"
    assert {cell.number_format for cell in sheet["D"][1:]} == {"@"}
    assert sheet.data_validations.dataValidation[0].formula1.startswith('"过A,时间到')
    sheet["D3"], sheet["E3"] = 10, "k"
    data = io.BytesIO()
    book.save(data)

    file = SimpleUploadedFile("成绩.xlsx", data.getvalue())
    page = desk.post(place("round-import"), {"submission": "u1", "file": file}, follow=True)

    assert fates(page) == {2: "same", 3: "new", 4: "blank", 5: "blank"}
    confirm(desk, page)
    assert levels(stage, 2)[:3] == (10, 13, "")


def test_our_own_list_of_results_comes_back(desk: Client, stage: Stage) -> None:
    for table in (1, 2, 3, 4):
        enter_result(match=match_at(stage, table), sheet=passed(Side.NS, loser_level=9), by=TEST)
    place_of_paper = reverse("paper", args=["sai", "results", "xlsx"]) + "?stage=1&round=1"
    file = SimpleUploadedFile("成绩.xlsx", desk.get(place_of_paper).content)

    page = desk.post(place("round-import"), {"submission": "u1", "file": file}, follow=True)

    assert [fate for fate in fates(page).values() if fate != "error"] == ["same"] * 4


@pytest.mark.django_db
@pytest.mark.parametrize("pairs", [8, 24])
def test_the_preview_asks_a_fixed_number_of_queries(pairs: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(make_event(pairs=pairs, slug="sai"), pairs=pairs)
    desk = director_of(stage.event)
    page = paste(desk, HEAD + "".join(f"{table},A3,9\n" for table in range(1, pairs // 2 + 1)))
    with django_assert_num_queries(18):
        again = desk.get(page.redirect_chain[-1][0])
    assert again.context["new_count"] == pairs // 2
