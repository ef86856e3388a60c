"""Every list as paper, workbook, picture and text: the same rows in the same order as the page."""

from __future__ import annotations

import csv
from decimal import Decimal
from io import BytesIO, StringIO
from urllib.parse import unquote

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from scoring.rules import Grade, Side
from tests.tournament.factories import (
    TEST,
    make_event,
    make_pair,
    make_person,
    make_stage,
    passed,
    play_round,
)
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import give_penalty
from tournament.actions.publish import publish_standings
from tournament.exports.paper import Paper
from tournament.exports.pdf import to_pdf
from tournament.exports.text import to_text
from tournament.exports.xlsx import to_xlsx
from tournament.lists.papers.catalogue import PAPERS, Wanted
from tournament.lists.papers.scoresheets import blank_sheets, sheet_rules
from tournament.models import Group, Match, Stage
from tournament.queries.standings import stage_standings
from tournament.views.papers import FILES

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return make_stage(pairs=14, rounds_played=3)


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_person(owner=True))
    return client


def paper(stage: Stage, what: str, number: int | None = None) -> Paper:
    return PAPERS[what].build(Wanted(stage.event, timezone.now(), stage, number))


def text_of(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return "".join(page.get_textpage().get_text_bounded() for page in document).replace("\r\n", "")


def cells_of(data: bytes) -> list[list[object]]:
    book = load_workbook(BytesIO(data))
    return [list(row) for tab in book for row in tab.iter_rows(values_only=True)]


def lines_of(data: bytes) -> list[list[str]]:
    """A CSV as Chinese Excel reads it (F63): by its mark, which is not part of the first cell."""
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("what", PAPERS)
@pytest.mark.parametrize("pairs", [2, 32])
def test_f63_every_paper_in_every_form_says_the_same(desk: Client, what: str, pairs: int) -> None:
    stage = make_stage(pairs=pairs, rounds_played=1)
    match = Match.objects.filter(round__group__stage=stage).order_by("pk")[0]
    give_penalty(event=stage.event, stage=stage, number=match.ns.number, grade=Grade.WARNING, by=TEST)
    made = paper(stage, what, 1 if PAPERS[what].needs_round else None)
    query = {"stage": 1, **({"round": 1} if PAPERS[what].needs_round else {})}
    files = {
        form: desk.get(reverse("paper", args=[stage.event.slug, what, form]), query)
        for form in ("pdf", "xlsx", "csv", "txt", "png")
    }
    assert [answer.status_code for answer in files.values()] == [200] * 5
    names = {
        cell for section in made.sections for row in section.rows for cell in row if isinstance(cell, str)
    }
    printed, pasted = text_of(files["pdf"].content), files["txt"].content.decode()
    booked = {cell for row in cells_of(files["xlsx"].content) for cell in row}
    assert files["png"].content.startswith(b"\x89PNG")
    told = {cell for row in lines_of(files["csv"].content) for cell in row}
    for name in names:
        assert name.replace(" ", "") in printed.replace(" ", "")
        assert name in told
        assert name in booked or name == ""
    assert stage.event.name in printed
    assert made.title in pasted


def test_f41_f48_ranks_are_the_same_numbers_in_page_pdf_and_xlsx(stage: Stage) -> None:
    made = paper(stage, "overall", 3)
    rows = stage_standings(stage, 3).overall
    expected = [(row.rank, row.pair, row.points) for row in rows]
    points = next(at for at, column in enumerate(made.sections[0].columns) if column.title == "积分")
    assert [(row[0], row[1], row[points]) for row in made.sections[0].rows] == expected
    booked = [row for row in cells_of(to_xlsx(made)) if isinstance(row[0], int)]
    assert [(row[0], row[1], Decimal(str(row[points]))) for row in booked] == expected
    printed = text_of(to_pdf(made))
    order = [printed.index(made.sections[0].rows[place][2]) for place in range(len(rows))]  # type: ignore[arg-type]
    assert order == sorted(order)


def test_f48_a_corrected_result_shows_at_once_on_paper(stage: Stage) -> None:
    before = to_text(paper(stage, "overall"))
    match = Match.objects.filter(round__group__stage=stage, kind="play").order_by("pk")[0]
    standing = match.results.get(is_current=True)
    other = Side.EW if standing.passed_a == "ns" else Side.NS
    enter_result(match=match, sheet=passed(other, loser_level=12), by=TEST, reason="抄反")
    after = paper(stage, "overall")
    assert to_text(after) != before
    assert [row[1] for row in after.sections[0].rows] == [row.pair for row in stage_standings(stage).overall]


def test_f49_tables_and_numbers_are_numbers_in_order(stage: Stage) -> None:
    tables = [row[0] for row in paper(make_stage(pairs=48), "tables", 1).sections[0].rows]
    assert tables == list(range(1, 25))
    numbers = [row[0] for row in paper(stage, "entries").sections[0].rows]
    assert numbers == list(range(1, 15))


def test_f30_north_south_stands_first_on_slip_board_and_results(stage: Stage) -> None:
    match = Match.objects.select_related("ns", "ew").get(round__group__stage=stage, round__number=1, table=3)
    slip = blank_sheets(stage, 1)[2]
    assert slip.ns is not None
    assert slip.ew is not None
    assert match.ew is not None
    assert (slip.table, slip.ns.number, slip.ew.number) == (3, match.ns.number, match.ew.number)
    for what in ("tables", "results"):
        made = paper(stage, what, 1)
        columns = made.sections[0].columns
        row = made.sections[0].rows[2]
        sides = [column.side for column in columns if column.side]
        assert sides == sorted(sides, key=["ns", "ew"].index)
        numbers = [row[at] for at, column in enumerate(columns) if column.title == "序号"]
        assert numbers == [match.ns.number, match.ew.number]


def test_f65_files_open_whatever_the_names(desk: Client) -> None:
    name = "2026/10 金秋[A]组: 混双?*第三届掼蛋邀请赛总排名表"
    stage = make_stage(make_event(pairs=6, name=name), group_size=3, rounds_played=3)
    long = "城东老年大学二〇二六年秋季掼蛋友谊赛预赛阶段上午场第一大组"
    Group.objects.filter(stage=stage, ordinal=1).update(name=long + "甲")
    Group.objects.filter(stage=stage, ordinal=2).update(name="历史/History")
    answer = desk.get(reverse("paper", args=[stage.event.slug, "standings", "xlsx"]), {"stage": 1})
    book = load_workbook(BytesIO(answer.content))
    assert len(book.sheetnames) == len({title.lower() for title in book.sheetnames}) == 2
    assert all(len(title) <= 31 and not set(title) & set("[]:*?/\\") for title in book.sheetnames)
    disposition = unquote(answer["Content-Disposition"])
    assert "2026／10 金秋" in disposition
    assert "/" not in disposition.split("''")[-1]


def test_f65_a_file_that_cannot_be_made_is_a_page_and_no_broken_file(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(made: Paper) -> bytes:
        raise ValueError(made.title)

    monkeypatch.setitem(FILES, "xlsx", (fails, FILES["xlsx"][1]))
    desk.raise_request_exception = False

    answer = desk.get(reverse("paper", args=[make_event(pairs=2).slug, "entries", "xlsx"]))

    assert answer.status_code == 500
    assert answer["Content-Type"].startswith("text/html")
    assert "Content-Disposition" not in answer


def test_f63_a_workbook_is_offered_before_a_csv(desk: Client, stage: Stage) -> None:
    page = desk.get(reverse("papers", args=[stage.event.slug])).content.decode()

    for what in ("entries", "overall"):
        assert 0 < page.index(f"/{what}.xlsx") < page.index(f"/{what}.csv")


def test_f68_f72_names_print_as_typed(desk: Client) -> None:
    event = make_event(pairs=2)
    make_pair(event, 3, names=("A&B<br/>队", "J&C 餐厅 <二楼>"), unit="=SUM(1)")
    answer = desk.get(reverse("paper", args=[event.slug, "entries", "pdf"]))
    assert "A&B<br/>队" in text_of(answer.content)
    page = desk.get(reverse("share", args=[event.slug, "entries"])).content.decode()
    assert "A&amp;B&lt;br/&gt;队" in page
    assert "<br/>队" not in page
    book = load_workbook(BytesIO(desk.get(reverse("paper", args=[event.slug, "entries", "xlsx"])).content))
    formulas = [cell for row in book.active.iter_rows() for cell in row if cell.data_type == "f"]
    assert formulas == []


def test_f67_a_character_that_no_font_has_is_named_before_printing(desk: Client) -> None:
    event = make_event(pairs=2)
    make_pair(event, 3, names=("𠮷田", "赟堃"))
    page = desk.get(reverse("papers", args=[event.slug])).content.decode()
    assert "𠮷" in page
    assert "赟" not in page


def test_unpublished_lists_say_so_on_paper() -> None:
    stage = make_stage(pairs=8, published=False)
    assert "未公布" in paper(stage, "tables", 1).notes
    assert "未公布" in paper(stage, "groups").notes


def test_the_announcements_number_and_its_correction_stand_on_the_paper(stage: Stage) -> None:
    assert paper(stage, "standings", 3).number == ""
    publish_standings(stage=stage, number=3, by=TEST)
    assert paper(stage, "standings", 3).number == "成绩公告第 1 号"
    publish_standings(stage=stage, number=3, by=TEST, reason="第 2 桌更正")
    assert paper(stage, "standings", 3).number == "成绩公告第 2 号（更正）"


def test_the_movement_says_who_stays(stage: Stage) -> None:
    made = paper(stage, "movement")
    first = made.sections[0]
    assert [column.title for column in first.columns] == ["桌", "第 1 轮", "第 2 轮", "第 3 轮"]
    ways = [str(cell) for row in made.sections[1].rows for cell in row[3:]]
    assert sum("不动" in way for way in ways) > 0
    assert any("轮空" in str(cell) for section in made.sections for row in section.rows for cell in row)


@pytest.mark.parametrize(
    ("rules", "equal", "third"),
    [
        pytest.param({}, "", False, id="library-rotation: a draw needs nothing"),
        pytest.param({"level_tie": "in_play_side"}, "in_play", False, id="school-grades: 台上方"),
        pytest.param({"level_tie": "lots"}, "winner", False, id="lots name a winner"),
        pytest.param({"ace_failure": "match_lost"}, "", True, id="third failure loses"),
    ],
)
def test_the_slips_boxes_follow_the_rules(rules: dict[str, object], equal: str, third: bool) -> None:
    made = sheet_rules(make_event(pairs=2, rules=rules).scoring_rules)
    assert (made.equal_levels, made.third_failure, made.finish) == (equal, third, "A")


@pytest.mark.parametrize("pairs", [8, 64])
def test_the_page_of_papers_costs_the_same_for_any_size(
    desk: Client, pairs: int, django_assert_num_queries
) -> None:
    stage = make_stage(pairs=pairs)
    play_round(stage, 1)
    with django_assert_num_queries(QUERIES):
        desk.get(reverse("papers", args=[stage.event.slug]))


QUERIES = 12


@pytest.mark.parametrize("address", ["paper", "share"])
def test_an_unknown_paper_stage_or_round_is_not_found(desk: Client, stage: Stage, address: str) -> None:
    rest = ["pdf"] if address == "paper" else []
    place = reverse(address, args=[stage.event.slug, "tables", *rest])
    for query in ({"stage": 9, "round": 1}, {"stage": 1, "round": 9}, {"stage": "x"}, {"stage": 1}):
        assert desk.get(place, query).status_code == 404
    assert desk.get(reverse(address, args=[stage.event.slug, "nothing", *rest])).status_code == 404
