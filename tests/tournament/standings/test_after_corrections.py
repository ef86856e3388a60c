"""One order everywhere, also after a correction and as of any round, for a Swiss (F23, F36, F48)."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdfium2 import PdfDocument

from scoring.rules import Side
from tests.tournament.factories import TEST, make_director, make_event, passed
from tests.tournament.rounds.swiss import pair_next, play, swiss_stage, tables
from tournament.actions.enter_result import enter_result
from tournament.actions.publish import publish_standings
from tournament.models import Publication, PublicView, Stage
from tournament.queries.pairing_field import group_field
from tournament.queries.results import standing_result
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db

STANDINGS = "/e/sai/desk/stages/1/standings/"
PUBLIC = "/e/sai/stages/1/standings/"
PAPER = "/e/sai/desk/papers/standings"
ORDER = ["opponents_points", "wins", "levels_sum", "lots"]  # a club


@pytest.fixture
def stage() -> Stage:
    """A Swiss of eight pairs, two rounds played, ties broken by 对手积分和; shown as it is entered."""
    event = make_event(
        pairs=8, slug="sai", rulebook="devzone-26", rules={"tiebreaks": ORDER}, public_view=PublicView.LIVE
    )
    made = swiss_stage(event, rounds=4)
    for number in (1, 2):
        pair_next(made)
        play(made, number, close=False)
    return made


@pytest.fixture
def desk(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def on_page(client: Client, url: str) -> list[int]:
    page = client.get(url).content.decode()
    return [
        int(one) for one in re.findall(r'pairs/(\d+)/"', page[page.index("<tbody") : page.index("</tbody>")])
    ]


def rank_on_own_page(number: int) -> int:
    page = Client().get(f"/e/sai/pairs/{number}/").content.decode()
    found = re.search(r"<h2>[^<]*第 (\d+) 名", page)
    return int(found[1]) if found else 0


def in_xlsx(client: Client, query: str = "") -> list[int]:
    book = load_workbook(BytesIO(client.get(f"{PAPER}.xlsx{query}").content))
    rows = list(book.worksheets[0].values)
    head = next(at for at, row in enumerate(rows) if "序号" in row)
    column = rows[head].index("序号")
    return [row[column] for row in rows[head + 1 :] if isinstance(row[column], int)]


def in_pdf(client: Client, query: str = "") -> str:
    pages = PdfDocument(client.get(f"{PAPER}.pdf{query}").content)
    return "".join(page.get_textpage().get_text_range() for page in pages)


def everywhere(desk: Client, stage: Stage, query: str = "") -> list[list[int]]:
    """The order of numbers at the desk, in public, in the spreadsheet, in text, and in the next draw."""
    text = desk.get(f"{PAPER}.txt{query}").content.decode()
    lines = [int(one) for one in re.findall(r"第 \d+ 名\D+?(\d+) 号", text)]
    return [
        on_page(desk, STANDINGS + query),
        on_page(Client(), PUBLIC + query),
        in_xlsx(desk, query),
        lines,
        in_next_draw(stage),
    ]


def in_next_draw(stage: Stage) -> list[int]:
    group = stage.groups.get()
    return [one.number for one in group_field(group, group.rounds.count() + 1).contestants]


def turn(stage: Stage, number: int, table: int) -> None:
    """The slip of a table was read from the wrong side."""
    match = next(one for one in tables(stage, number) if one.table == table)
    standing = standing_result(match)
    assert standing is not None
    winner = Side.EW if standing.passed_a == "ns" else Side.NS
    enter_result(match=match, sheet=passed(winner, loser_level=5), by=TEST, reason="填反了")


def test_f48_one_order_in_all_places_and_at_once_after_a_correction(desk: Client, stage: Stage) -> None:
    rows = stage_standings(stage).groups[0].rows
    assert any(row.decided_by == "opponents_points" for row in rows)
    before = everywhere(desk, stage)
    assert all(order == [row.pair for row in rows] for order in before)

    turn(stage, 1, 1)
    after = everywhere(desk, stage)
    now = [row.pair for row in stage_standings(stage).groups[0].rows]
    assert now != before[0]
    assert all(order == now for order in after)


def test_f48_table_numbers_on_paper_are_those_of_the_page(desk: Client, stage: Stage) -> None:
    pair_next(stage)
    book = load_workbook(BytesIO(desk.get("/e/sai/desk/papers/tables.xlsx?stage=1&round=3").content))
    printed = {tuple(cell for cell in row if isinstance(cell, int)) for row in book.worksheets[0].values}
    page = Client().get("/e/sai/stages/1/rounds/3/").content.decode()
    public = re.sub(r"\s+", "", re.sub(r"<[^>]*>", " ", page))
    for one in tables(stage, 3):
        assert one.ew is not None
        assert (one.table, one.ns.number, one.ew.number) in printed
        assert re.search(rf"{one.table}{one.ns.number}号\D+{one.ew.number}号", public)


@pytest.mark.parametrize("number", [1, 2])
def test_standings_of_a_swiss_as_of_any_round(desk: Client, stage: Stage, number: int) -> None:
    wanted = [row.pair for row in stage_standings(stage, number).groups[0].rows]
    query = f"?round={number}"
    assert on_page(desk, STANDINGS + query) == wanted
    assert on_page(Client(), PUBLIC + query) == wanted
    assert in_xlsx(desk, f"?stage=1&round={number}") == wanted
    for page in (desk.get(STANDINGS), Client().get(PUBLIC)):
        assert f"round={number}" in page.content.decode()


def test_f23_a_correction_after_the_next_draw_changes_then_and_now_and_no_table(stage: Stage) -> None:
    pair_next(stage)
    play(stage, 3, close=False)
    drawn = [(one.pk, one.ns_id, one.ew_id, one.version) for one in tables(stage, 3)]
    then = {row.pair: row.points for row in stage_standings(stage, 2).overall}
    now = {row.pair: row.points for row in stage_standings(stage).overall}
    turn(stage, 2, 1)
    assert {row.pair: row.points for row in stage_standings(stage, 2).overall} != then
    assert {row.pair: row.points for row in stage_standings(stage).overall} != now
    assert [(one.pk, one.ns_id, one.ew_id, one.version) for one in tables(stage, 3)] == drawn


def test_f36_a_corrected_result_is_the_same_on_all_pages_and_files(desk: Client, stage: Stage) -> None:
    stage.event.public_view = PublicView.PUBLISHED
    stage.event.save()
    publish_standings(stage=stage, number=2, by=TEST)
    first = on_page(Client(), f"{PUBLIC}?round=2")
    turn(stage, 1, 1)
    assert on_page(Client(), f"{PUBLIC}?round=2") == first
    assert "第 1 号公布以后有更正" in re.sub(r"[\r\n]", "", in_pdf(desk, "?stage=1&round=2"))

    made = publish_standings(stage=stage, number=2, reason="第 1 桌填反", by=TEST)
    now = [row.pair for row in stage_standings(stage, 2).groups[0].rows]
    assert now != first
    assert on_page(Client(), f"{PUBLIC}?round=2") == now
    assert in_xlsx(desk, "?stage=1&round=2") == now
    assert [rank_on_own_page(one) for one in now] == [
        row.rank for row in stage_standings(stage, 2).groups[0].rows
    ]
    paper = in_pdf(desk, "?stage=1&round=2")
    assert f"成绩公告第 {made.number} 号（更正）" in paper
    public: Any = Client().get(f"{PUBLIC}?round=2").content.decode()
    assert f"成绩公告第 {made.number} 号（更正）" in public
    assert "更正原因：第 1 桌填反" in public
    assert Publication.objects.get(pk=made.pk).at > Publication.objects.order_by("pk")[0].at
