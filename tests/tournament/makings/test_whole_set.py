"""全套材料: one ZIP with everything that exists now and nothing empty."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pypdfium2
import pytest
from django.utils import timezone, translation
from openpyxl import load_workbook

from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.knockout.knockouts import make_knockout, next_round
from tournament.actions.draw_groups import draw_groups
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_standings
from tournament.exports.file_names import part_name, unused_path
from tournament.lists.everything import FOLDERS
from tournament.lists.papers.catalogue import Moment
from tournament.lists.papers.wanted import Wanted
from tournament.making.whole_set import make_whole_set
from tournament.models import Event, Role, Stage
from tournament.permissions import RIGHTS_OF_ROLE, Right

pytestmark = pytest.mark.django_db


def whole_set(event: Event, folder: Path, rights: frozenset[Right] = frozenset(Right)) -> ZipFile:
    path = folder / "set.zip"
    told: list[int] = []
    make_whole_set(Wanted(event, timezone.now()), rights, path, lambda percent, now="": told.append(percent))
    assert told == sorted(told)
    assert told[0] >= 0
    assert told[-1] <= 100
    return ZipFile(path)


def contents(archive: ZipFile) -> str:
    return archive.read("目录.txt").decode("utf-8-sig")


def test_files_stand_in_folders_by_the_moment_of_use(tmp_path: Path) -> None:
    event = make_stage(
        make_event(pairs=8, name="图书馆掼蛋赛", awards=[{"counts": [1]}]), rounds_played=1
    ).event

    names = whole_set(event, tmp_path).namelist()

    assert set(FOLDERS) == set(Moment)
    for wanted in (
        "01 报名和签到/参赛名单.pdf",
        "01 报名和签到/秩序册.pdf",
        "02 抽签/预赛分组表.pdf",
        "03 每轮/预赛 第 1 轮/预赛第 1 轮成绩.pdf",
        "03 每轮/预赛 第 3 轮/预赛第 3 轮计分表.pdf",
        "03 每轮/预赛 第 1 轮/预赛第 1 轮对阵（按序号）.pdf",
        "04 名次/预赛总排名.pdf",
        "05 颁奖/赛事总结报告.docx",
        "05 颁奖/获奖名单.pdf",
        "05 颁奖/成绩册.pdf",
        "06 应急/应急包.pdf",
        "07 电子表格/全部表格（仅供工作人员） 图书馆掼蛋赛.xlsx",
        "07 电子表格/CSV/参赛名单.csv",
        "目录.txt",
    ):
        assert wanted in names
    assert not [name for name in names if name.startswith("03 每轮/预赛 第 2 轮") and "成绩" in name]


def test_every_file_opens_and_none_is_empty(tmp_path: Path) -> None:
    event = make_stage(make_event(pairs=9), rounds_played=2).event
    archive = whole_set(event, tmp_path)

    assert archive.testzip() is None
    for info in archive.infolist():
        data = archive.read(info)
        assert data
        if info.filename.endswith(".pdf"):
            with pypdfium2.PdfDocument(data) as document:
                assert len(document) > 0
        elif info.filename.endswith(".xlsx"):
            assert load_workbook(BytesIO(data)).sheetnames[0] == "目录"
    assert sorted(set(archive.namelist())) == sorted(archive.namelist())


def test_the_list_names_every_file_and_what_was_left_out_with_what_brings_it(tmp_path: Path) -> None:
    event = make_stage(make_event(pairs=8), rounds_played=1).event
    archive = whole_set(event, tmp_path)

    text = contents(archive)

    for name in archive.namelist():
        assert name == "目录.txt" or f"  {name.rpartition('/')[2]}\r\n" in text
    left_out = text.split("还没有内容，没有放进来的：\r\n")[1]
    assert "单独报名名单：还没有人等待搭档。" in left_out
    assert "获奖名单：还没有设奖项。" in left_out
    assert not any("获奖名单" in name for name in archive.namelist())


def test_an_event_without_anybody_has_rules_and_a_list_that_says_what_is_missing(tmp_path: Path) -> None:
    archive = whole_set(make_event(pairs=0), tmp_path)

    assert "参赛名单：还没有人报名。" in contents(archive)
    assert not [name for name in archive.namelist() if name.startswith(("02", "03", "04", "07"))]


def test_a_scorer_gets_what_a_scorer_may_have(tmp_path: Path) -> None:
    event = make_stage(make_event(pairs=8), rounds_played=1).event

    names = whole_set(event, tmp_path, RIGHTS_OF_ROLE[Role.SCORER]).namelist()

    assert "01 报名和签到/规则确认书.pdf" not in names
    assert "02 抽签/抽签记录.pdf" not in names
    assert not [name for name in names if name.startswith("08")]
    assert "02 抽签/抽签记录.pdf" in whole_set(event, tmp_path).namelist()


def test_names_are_legal_on_windows_and_marked_as_utf_8(tmp_path: Path) -> None:
    event = make_event(pairs=4, name='新年“杯” <A/B>: 第1届*?|"尾.')
    make_stage(event, name="预赛/上:下", rounds_played=1)
    make_stage(event, name="预赛/上:下 ", drawn=False)
    archive = whole_set(event, tmp_path)

    for info in archive.infolist():
        assert info.flag_bits & 0x800 or info.filename.isascii()
        for part in info.filename.split("/"):
            assert not re.search(r'[<>:"\\|?*\x00-\x1f]', part)
            assert part == part.strip(" .")
            assert len(part.encode()) <= 200
            assert len(part) <= 100
    assert any("预赛／上：下" in name for name in archive.namelist())


def test_results_that_came_meanwhile_are_said(tmp_path: Path) -> None:
    event = make_event(pairs=4)
    Event.objects.filter(pk=event.pk).update(revision=event.revision + 1)

    assert "制作期间赛事又有新的录入" in contents(whole_set(event, tmp_path))
    event.refresh_from_db()
    assert "制作期间" not in contents(whole_set(event, tmp_path))


def test_characters_without_a_font_are_named(tmp_path: Path) -> None:
    event = make_event(pairs=4)
    event.pairs.update(name="\U0002ffff\ue000")

    assert "字体画不出的字：\ue000\U0002ffff，纸上印成 〓" in contents(whole_set(event, tmp_path))


def test_an_english_set_has_no_chinese_of_ours(tmp_path: Path) -> None:
    event = make_event(pairs=0, name="Cup")
    with translation.override("en"):
        archive = whole_set(event, tmp_path)

    text = archive.read("Contents.txt").decode("utf-8-sig")
    assert "01 Entries and check-in" in text
    assert "没有" not in text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("con", "con_"),
        ("Aux.表", "Aux_.表"),
        ("控制", "控制"),
        ('a/b\\c:d*e?f"g<h>i|j', "a／b＼c：d＊e？f＂g＜h＞i｜j"),
        (" .. ", "_"),
        ("名\x00次\u200b", "名次\u200b"),
        ("王" * 80, "王" * 40),
        ("w" * 100, "w" * 90),
    ],
)
def test_a_part_of_a_path_is_a_name_that_windows_can_store(text: str, name: str) -> None:
    assert part_name(text) == name
    assert part_name(text, "pdf") == f"{name}.pdf"


def test_a_second_file_of_a_name_is_numbered_whatever_its_case() -> None:
    taken: set[str] = set()

    paths = [unused_path(path, taken) for path in ("A/b.pdf", "a/B.pdf", "A/b.pdf", "A/b.csv")]

    assert paths == ["A/b.pdf", "a/B（2）.pdf", "A/b（3）.pdf", "A/b.csv"]


def test_nothing_is_numbered_where_a_word_tells_it_apart(tmp_path: Path) -> None:
    stage = make_stage(make_event(pairs=4), rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    names = whole_set(stage.event, tmp_path).namelist()

    assert not [name for name in names if "（2）" in name]
    for wanted in (
        "03 每轮/预赛 第 1 轮/预赛第 1 轮计分表.pdf",
        "03 每轮/预赛 第 1 轮/预赛第 1 轮计分表（A5）.pdf",
        "03 每轮/预赛 第 1 轮/预赛名次（第 1 轮后）.pdf",
        "04 名次/预赛成绩公告第 1 号.docx",
    ):
        assert wanted in names


def test_brackets_of_both_sizes_are_told_apart(tmp_path: Path) -> None:
    stage = make_knockout(pairs=4)
    next_round(stage)
    names = [name.rpartition("/")[2] for name in whole_set(stage.event, tmp_path).namelist()]

    assert {f"{stage.name}签表.pdf", f"{stage.name}签表（A3）.pdf"} <= set(names)
    assert not [name for name in names if "（2）" in name]


def test_what_says_nothing_there_is_left_out(tmp_path: Path) -> None:
    """No certificates without awards, no forms before they are set up, no plan of unknown rounds."""
    event = make_event(pairs=4)
    stage = make_stage(
        event, drawn=False, pairing={"method": "swiss", "rounds": 2}, grouping={"method": "one"}
    )
    play_pairs(stage)
    archive = whole_set(event, tmp_path)

    names = [name.rpartition("/")[2] for name in archive.namelist()]
    assert not {"奖状.pdf", "套打.pdf", "预赛轮次对阵表.pdf", "预赛移位卡.pdf"} & set(names)
    assert {"预赛各轮对阵.pdf", "预赛对局卡.pdf"} <= set(names)
    assert "套打：还没有设套打的纸张和各栏的位置。" in contents(archive)


def play_pairs(stage: Stage) -> None:
    """Draw a stage that is paired one by one, and pair its first round."""
    draw_groups(stage=stage, seed=1, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)


def test_nobody_has_an_award_so_no_certificate_is_in_it(tmp_path: Path) -> None:
    archive = whole_set(make_stage(pairs=8, rounds_played=1).event, tmp_path)
    assert not [name for name in archive.namelist() if "奖状" in name or "套打" in name]
    assert "奖状：还没有人获奖" in contents(archive)
