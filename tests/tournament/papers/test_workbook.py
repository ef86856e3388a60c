"""The whole event as one workbook: every list once, the same rows as on paper."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from openpyxl import load_workbook

from scoring.rules import Grade
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tournament.actions.give_penalty import give_penalty
from tournament.actions.publish import publish_standings
from tournament.exports.paper import Cell, Paper
from tournament.exports.workbook import sections_of, to_workbook
from tournament.lists.everything import everything, why_empty
from tournament.lists.papers.catalogue import PAPERS, Wanted
from tournament.lists.workbook import event_workbook
from tournament.models import Event, Player, Role, Round, RoundState
from tournament.permissions import RIGHTS_OF_ROLE, Right
from tournament.queries.progress import event_progress

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(pairs=9, name="中秋赛", slug="sai", awards=[{"counts": [1]}], unit_ranking={"best": 2})
    stage = make_stage(event, rounds_played=2)
    make_stage(event, name="决赛", drawn=False)
    number = event.pairs.order_by("number")[0].number
    give_penalty(event=event, stage=stage, number=number, grade=Grade.WARNING, by=TEST)
    return event


def opened(event: Event, rights: frozenset[Right] = frozenset(Right)) -> Any:
    return load_workbook(BytesIO(event_workbook(Wanted(event, timezone.now()), rights)))


def for_everybody(event: Event) -> Any:
    want = Wanted(event, timezone.now())
    return load_workbook(BytesIO(event_workbook(want, frozenset(Right), for_all=True)))


def as_written(cell: Cell) -> object:
    """A cell as openpyxl reads it back: decimals are floats there, and nothing is not an empty text."""
    if isinstance(cell, Decimal):
        return float(cell)
    return cell or None if isinstance(cell, str) else cell


def papers_of(event: Event) -> list[Paper]:
    want = Wanted(event, timezone.now())
    asked = everything(want, event_progress(event), frozenset(Right))
    made = [one.kind.build(one.want) for one in asked if one.is_list]
    return [one for one in made if isinstance(one, Paper) and not why_empty(one)]


def test_every_list_is_a_sheet_with_the_rows_of_its_paper(event: Event) -> None:
    book, papers = opened(event), papers_of(event)

    assert book.sheetnames[0] == "目录"
    assert len(book.sheetnames) == len(papers) + 1
    for sheet, paper in zip(book.worksheets[1:], papers, strict=True):
        values = [tuple(row) for row in sheet.iter_rows(values_only=True)]
        for section in sections_of(paper):
            width = len(section.columns)
            rows = {tuple(row[:width]) for row in values}
            assert tuple(column.full_title or None for column in section.columns) in rows
            assert {tuple(map(as_written, row)) for row in section.rows} <= rows


def test_its_sheets_are_those_of_the_event(event: Event) -> None:
    names = opened(event).sheetnames

    for wanted in (
        "参赛名单", "签到表", "预赛分组表", "预赛移位表", "预赛第 1 轮对阵", "预赛第 2 轮成绩",
        "预赛名次", "预赛总排名", "获奖名单", "判罚与申诉记录（仅供工作人员）", "抽签记录",
    ):  # fmt: skip
        assert wanted in names, names
    assert not [name for name in names if "决赛" in name or "按序号" in name or "第 3 轮成绩" in name]
    assert all(len(name) <= 31 for name in names)


def test_what_only_a_director_may_have_is_not_in_a_scorers(event: Event) -> None:
    names = opened(event, RIGHTS_OF_ROLE[Role.SCORER]).sheetnames

    assert "抽签记录" not in names
    assert "判罚与申诉记录（仅供工作人员）" not in names
    assert "参赛名单" in names


def test_the_staffs_workbook_says_that_it_is_the_staffs(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(own_columns=["用餐"])
    event.pairs.update(own={"用餐": "清真"})
    book = opened(Event.objects.get(pk=event.pk))
    client.force_login(make_person(owner=True))
    answer = client.get(reverse("workbook", args=["sai"]))

    assert "全部表格（仅供工作人员）" in unquote(answer["Content-Disposition"])
    assert "全部表格（仅供工作人员）" in [row[0] for row in book["目录"].iter_rows(values_only=True)]
    assert "清真" in {
        cell for row in book["报名资料表（仅供工作人员）"].iter_rows(values_only=True) for cell in row
    }


def test_everybodys_workbook_has_no_own_columns_penalties_phones_or_drafts(
    client: Client, event: Event
) -> None:
    Event.objects.filter(pk=event.pk).update(own_columns=["用餐"])
    event.pairs.update(own={"用餐": "清真"}, note="轮椅")
    Player.objects.filter(pair__event=event).update(phone="13900001234")
    Round.objects.filter(group__stage__event=event, number=3).update(state=RoundState.DRAFT)
    client.force_login(make_person(owner=True))
    answer = client.get(reverse("workbook", args=["sai"]), {"for": "all"})
    book = load_workbook(BytesIO(answer.content))
    cells = {str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row if cell}

    assert "全部表格（可公开）" in unquote(answer["Content-Disposition"])
    assert not [
        name for name in book.sheetnames if "工作人员" in name or "判罚" in name or name == "抽签记录"
    ]
    assert not [cell for cell in cells if "清真" in cell or "13900001234" in cell or "轮椅" in cell]
    assert {"参赛名单", "预赛第 2 轮对阵"} <= set(book.sheetnames)
    assert "预赛第 3 轮对阵" not in book.sheetnames


@pytest.mark.parametrize("view", ["published", "nothing"])
def test_everybodys_workbook_tells_no_results_before_they_are_announced(event: Event, view: str) -> None:
    Event.objects.filter(pk=event.pk).update(public_view=view)
    stage, fresh = event.stage(1), Event.objects.get(pk=event.pk)
    told = {"预赛总排名", "预赛名次", "预赛第 1 轮成绩"}
    before = set(for_everybody(fresh).sheetnames)
    assert told <= set(opened(fresh).sheetnames)
    assert not told & before

    publish_standings(stage=stage, number=2, by=TEST)

    assert told <= set(for_everybody(fresh).sheetnames)


def test_everybodys_workbook_tells_results_that_are_shown_live(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(public_view="live")
    assert "预赛总排名" in for_everybody(Event.objects.get(pk=event.pk)).sheetnames


def test_figures_can_be_summed_and_heads_stay(event: Event) -> None:
    sheet = opened(event)["预赛总排名"]
    head = next(row for row in sheet.iter_rows() if row[0].value == "名次")
    points = next(cell.column for cell in head if cell.value == "积分")

    below = [sheet.cell(row, points) for row in range(head[0].row + 1, head[0].row + 10)]
    assert {cell.data_type for cell in below} == {"n"}
    assert sheet.freeze_panes == f"A{head[0].row + 1}"
    assert sheet.print_title_rows == f"${head[0].row}:${head[0].row}"


def test_what_prints_is_all_of_every_sheet(event: Event) -> None:
    for sheet in opened(event).worksheets:
        last = sheet.print_area.split(":")[1].replace("$", "")
        assert sheet.print_area.endswith(f"$A$1:{sheet.print_area.split(':')[1]}")
        assert sheet[last].row == sheet.max_row
        assert sheet[last].column >= max(
            cell.column for row in sheet.iter_rows() for cell in row if cell.value
        )
        assert sheet.page_setup.fitToWidth == 1
        assert sheet.page_setup.paperSize == 9


def test_the_contents_lead_to_every_sheet(event: Event) -> None:
    book = opened(event)
    contents = book["目录"]
    linked = [row[0] for row in contents.iter_rows() if row[0].hyperlink]

    assert [cell.value for cell in linked] == book.sheetnames[1:]
    assert [cell.hyperlink.location for cell in linked] == [f"'{name}'!A1" for name in book.sheetnames[1:]]


def test_an_event_without_anybody_says_so() -> None:
    book = opened(make_event(pairs=0))

    assert book.sheetnames == ["目录"]
    texts = [row[0] for row in book["目录"].iter_rows(values_only=True)]
    assert "这场赛事还没有名单、对阵和成绩。" in texts


def test_names_of_sheets_are_legal_and_unique_whatever_papers_are_called() -> None:
    made = PAPERS["entries"].build(Wanted(make_event(pairs=2), timezone.now()))
    names = ["目录", "[a]", "[A]", "预赛/决赛:" * 9, "预赛/决赛:" * 9, "", "'x'"]

    book = load_workbook(BytesIO(to_workbook("赛", [(name, made) for name in names], title="全部表格")))

    assert len({name.casefold() for name in book.sheetnames}) == len(names) + 1
    assert all(len(name) <= 31 and not set("[]:*?/\\") & set(name) for name in book.sheetnames)


def test_a_long_note_is_wrapped_over_the_width_of_the_sheet() -> None:
    made = PAPERS["entries"].build(Wanted(make_event(pairs=2), timezone.now()))
    long = replace(made, notes=("名次依据" * 30,))
    sheet = load_workbook(BytesIO(to_workbook("赛", [("表", long)], title="全部表格")))["表"]
    note = next(row[0] for row in sheet.iter_rows() if str(row[0].value).startswith("名次依据"))

    assert note.alignment.wrap_text
    assert any(note.coordinate in merged for merged in sheet.merged_cells.ranges)
    assert sheet.row_dimensions[note.row].height >= 30


def test_it_is_fetched_under_its_name(client: Client, event: Event) -> None:
    client.force_login(make_person(owner=True))

    answer = client.get(reverse("workbook", args=["sai"]))

    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    assert load_workbook(BytesIO(answer.content)).sheetnames[0] == "目录"


@pytest.mark.parametrize("pairs", [8, 40])
def test_its_queries_do_not_grow_with_the_pairs(pairs: int, django_assert_num_queries: Any) -> None:
    event = make_stage(make_event(pairs=pairs), rounds_played=1).event
    with django_assert_num_queries(71):
        event_workbook(Wanted(event, timezone.now()), frozenset(Right))


def test_what_is_for_the_staff_alone_is_not_offered_to_the_group(client: Client, event: Event) -> None:
    client.force_login(make_person(owner=True))
    page = client.get(reverse("papers", args=["sai"]))
    lines = {str(line["title"]): line for line in (*page.context["before"], *page.context["rulings"])}
    text = page.content.decode()

    assert [title for title, line in lines.items() if line["for_staff"]] == [
        "报名资料表", "待领队核实", "判罚与申诉记录",
    ]  # fmt: skip
    for line in lines.values():
        assert (f'href="{escape(line["share"])}"' in text) != line["for_staff"]
    assert "报名资料表<br>" in text
