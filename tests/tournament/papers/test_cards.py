"""Cards of an event: everybody gets one, with where he plays, and each way to them is guarded."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_pair, make_stage
from tests.tournament.knockout.knockouts import make_knockout
from tournament.actions.draw_groups import draw_groups
from tournament.exports.cards.sheet import CardSet
from tournament.exports.cards.tables import SeatCard, TableCard
from tournament.exports.cards.ways import WayCard
from tournament.exports.paper import Column
from tournament.lists.cards.catalogue import CARDS
from tournament.lists.cards.codes import table_codes
from tournament.lists.papers.catalogue import PAPERS, Needs, Wanted
from tournament.models import Match, Stage

pytestmark = pytest.mark.django_db
SITE = "http://192.168.1.23:8000"
AREAS = [{"name": "东厅", "tables": [1, 6]}, {"name": "西厅", "tables": [11, 16]}]


def built(stage: Stage, what: str, **asked: object) -> CardSet:
    kind = CARDS[what]
    if kind.needs is Needs.EVENT:
        made = kind.build(Wanted(stage.event, timezone.now(), site=SITE))
    else:
        number = asked.pop("round_number", 1 if kind.needs_round else None)
        made = kind.build(Wanted(stage.event, timezone.now(), stage, number, site=SITE, **asked))  # type: ignore[arg-type]
    assert isinstance(made, CardSet)
    return made


def text_of(data: bytes) -> str:
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    return "".join(text.split())


def ways(made: CardSet) -> list[WayCard]:
    return [card for card in made.cards if isinstance(card, WayCard)]


@pytest.mark.parametrize("pairs", [4, 15, 41])
def test_everybody_gets_a_movement_card_with_all_rounds_as_they_are_stored(pairs: int) -> None:
    stage = make_stage(pairs=pairs)
    cards = ways(built(stage, "movement-cards"))
    assert [card.owner.number for card in cards] == list(range(1, pairs + 1))
    stored = {}
    for match in Match.objects.filter(round__group__stage=stage).select_related("round", "ns", "ew"):
        for pair, side in ((match.ns, "南北"), (match.ew, "东西")):
            if pair:
                stored[pair.number, match.round.number] = (str(match.table or ""), side)
    for card in cards:
        for row in card.rows:
            table, side = stored[card.owner.number, row[0]]  # type: ignore[index]
            assert row[1] == table
            assert row[2] == (side if table else "轮空")


def test_a_movement_card_says_where_to_go_next() -> None:
    card = ways(built(make_stage(pairs=15), "movement-cards"))
    then = {str(row[4]) for one in card for row in one.rows}
    assert {"不动", "轮空", ""} <= then
    assert any(word.startswith("去第") for word in then)
    assert any(word.startswith("本桌换到") for word in then)
    assert all(one.rows[-1][4] == "" for one in card)


def test_a_hall_with_rooms_names_them_on_every_card() -> None:
    stage = make_stage(make_event(pairs=16, areas=AREAS))
    rooms = {str(row[1]) for card in ways(built(stage, "movement-cards")) for row in card.rows}
    assert {"1 东厅", "11 西厅"} <= rooms
    seats = [card for card in built(stage, "seat-cards").cards if isinstance(card, SeatCard)]
    assert {card.below.partition(" · ")[2] for card in seats} == {"东厅", "西厅"}


def test_a_pairs_card_is_filled_in_as_far_as_results_are_known() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    for card in ways(built(stage, "pair-cards")):
        known, open_row = card.rows[0], card.rows[1]
        assert "过A" in str(known[4])
        assert known[5] is not None
        assert open_row[3]
        assert (open_row[4], open_row[5], open_row[6]) == ("", None, None)


def test_a_pairs_card_of_a_swiss_has_lines_for_rounds_to_come() -> None:
    stage = make_stage(
        make_event(pairs=8),
        drawn=False,
        grouping={"method": "one"},
        pairing={"method": "swiss", "rounds": 5, "first": "draw"},
    )
    assert "还没有抽签分组" in built(stage, "pair-cards").empty
    draw_groups(stage=stage, seed=1, by=TEST)
    cards = ways(built(stage, "pair-cards"))
    assert [card.rows for card in cards] == [tuple((n, *[None] * 6) for n in range(1, 6))] * 8


def test_both_seats_of_a_table_stand_beside_each_other_ns_left() -> None:
    cards = [card for card in built(make_stage(pairs=12), "seat-cards").cards if isinstance(card, SeatCard)]
    assert len(cards) == 12
    assert [card.side for card in cards] == ["ns", "ew"] * 6
    assert [left.place for left in cards[::2]] == [right.place for right in cards[1::2]]
    assert [card.place for card in cards[::2]] == [f"第 1 轮 第 {n} 桌" for n in range(1, 7)]


@pytest.mark.parametrize("drawn", [True, False])
def test_there_is_a_slip_for_every_place_before_the_draw_and_after(drawn: bool) -> None:
    stage = make_stage(pairs=14, drawn=drawn)
    text = text_of(built(stage, "draw-slips").to_pdf())
    for group, size in (("A", 4), ("B", 4), ("C", 3), ("D", 3)):
        assert [f"{group}组{n}号签" in text for n in range(1, size + 1)] == [True] * size
        assert f"{group}组{size + 1}号签" not in text
    assert len(built(stage, "draw-slips").cards) == 14


def test_slips_of_one_group_lie_in_a_pile_of_their_own() -> None:
    made = built(make_stage(pairs=14), "draw-numbers")
    assert [len(sheet) for sheet in made.sheets()] == [4, 4, 3, 3]


def test_every_table_of_the_hall_has_its_card() -> None:
    stage = make_stage(make_event(pairs=16, areas=AREAS))
    tents = [card for card in built(stage, "table-cards").cards if isinstance(card, TableCard)]
    assert [card.table for card in tents] == [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16]
    assert {card.area for card in tents} == {"东厅", "西厅"}
    plain = built(make_stage(make_event(pairs=9), drawn=False), "small-table-cards").cards
    assert [card.table for card in plain if isinstance(card, TableCard)] == [1, 2, 3, 4]


@pytest.mark.parametrize("what", CARDS)
def test_cards_with_nothing_on_them_yet_say_what_is_missing(what: str) -> None:
    kind = CARDS[what]
    stage = make_stage(make_event(pairs=0), drawn=False)
    if kind.needs is Needs.EVENT:
        want = Wanted(stage.event, timezone.now(), site=SITE)
    else:
        want = Wanted(stage.event, timezone.now(), stage, 1 if kind.needs_round else None, site=SITE)
    text = text_of(kind.build(want).to_pdf())
    if what in ("event-code", "nameless"):  # the public page and empty sheets are there from the first day
        assert stage.event.get_absolute_url() in text or "计分表" in text
        return
    assert ("还没有" in text) or ("没有要打印的" in text)


@pytest.mark.parametrize("what", CARDS)
def test_every_kind_is_a_pdf_with_the_events_name(what: str) -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    query = {} if CARDS[what].needs is Needs.EVENT else {"stage": 1}
    if CARDS[what].needs_round:
        query["round"] = 1
    answer = open_desk(stage.event).get(reverse("cards", args=[stage.event.slug, what]), query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert "".join(stage.event.name.split()) in text_of(answer.content)


def test_unpublished_cards_say_so() -> None:
    made = built(make_stage(pairs=8, published=False), "movement-cards")
    assert made.note == "未公布"
    assert built(make_stage(pairs=8), "movement-cards").note == ""


def test_one_group_of_a_stage_is_printed_by_itself() -> None:
    stage = make_stage(pairs=12)
    group = stage.groups.get(name="B")
    members = set(group.entries.values_list("pair__number", flat=True))
    cards = ways(built(stage, "movement-cards", group=group))
    assert {card.owner.number for card in cards} == members


@pytest.mark.parametrize("query", [{"stage": 9}, {"stage": "x"}, {"stage": 1, "group": "Z"}])
def test_an_unknown_stage_or_group_is_not_found(query: dict[str, object]) -> None:
    stage = make_stage(pairs=4)
    desk = open_desk(stage.event)
    assert desk.get(reverse("cards", args=[stage.event.slug, "movement-cards"]), query).status_code == 404
    assert desk.get(reverse("cards", args=[stage.event.slug, "nothing"])).status_code == 404
    assert desk.get(reverse("cards", args=[stage.event.slug, "seat-cards"]), {"stage": 1}).status_code == 404


def test_the_page_of_papers_offers_every_kind(client: Client) -> None:
    awards = [{"prizes": [{"name": "一等奖", "count": 1}]}]
    stage = make_stage(make_event(pairs=8, awards=awards), rounds_played=1)
    page = open_desk(stage.event).get(reverse("papers", args=[stage.event.slug])).content.decode()
    before = make_stage(pairs=8, drawn=False)
    early = open_desk(before.event, "other").get(reverse("papers", args=[before.event.slug])).content.decode()
    bracket = make_knockout(pairs=8).event
    drawn = open_desk(bracket, "third").get(reverse("papers", args=[bracket.slug])).content.decode()
    for what in CARDS:
        offered = [(page, stage.event), (early, before.event), (drawn, bracket)]
        assert any(reverse("cards", args=[event.slug, what]) in html for html, event in offered), what
    assert reverse("cards", args=[stage.event.slug, "bracket"]) not in page


def test_the_leaders_sign_what_was_drawn() -> None:
    event = make_event(pairs=6)
    make_pair(event, 7, unit="某某省图书馆学会公共图书馆分会")
    stage = make_stage(event)
    made = PAPERS["draw-result"].build(Wanted(event, timezone.now(), stage))
    assert [section.heading for section in made.sections] == ["A 组", "B 组"]
    assert [column.title for column in made.sections[0].columns] == [
        "签号",
        "序号",
        "参赛队",
        "单位",
        "领队签名",
    ]
    assert isinstance(made.sections[0].columns[-1], Column)
    numbers = {row[1] for section in made.sections for row in section.rows}
    assert numbers == set(range(1, 8))


def test_codes_lead_to_addresses_that_others_in_the_hall_can_open() -> None:
    stage = make_stage(make_event(pairs=8, slug="qiu-sai"))
    made = {what: built(stage, what).cards for what in ("event-code", "table-codes", "pair-codes")}
    addresses = {what: [getattr(card, "address", "") for card in cards] for what, cards in made.items()}
    assert addresses["event-code"] == [f"{SITE}/e/qiu-sai/"]
    assert addresses["table-codes"] == [f"{SITE}/e/qiu-sai/"] * 4
    assert addresses["pair-codes"] == [f"{SITE}{reverse('pair', args=['qiu-sai', n])}" for n in range(1, 9)]


def test_a_tables_code_opens_whatever_address_it_is_given() -> None:
    event = make_stage(pairs=8).event
    made = table_codes(Wanted(event, timezone.now(), site=SITE), lambda _event, table: f"/t/{table}/")
    assert [getattr(card, "address", "") for card in made.cards] == [f"{SITE}/t/{n}/" for n in range(1, 5)]


def test_the_organisers_own_address_is_not_printed_but_the_halls(settings: Any) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.9:8000"
    event = make_stage(pairs=4).event
    desk = open_desk(event)
    answer = desk.get(reverse("cards", args=[event.slug, "event-code"]), headers={"host": "127.0.0.1:8000"})
    assert f"http://192.168.1.9:8000/e/{event.slug}/" in text_of(answer.content)


@pytest.mark.parametrize("pairs", [8, 24])
def test_a_card_for_every_pair_costs_no_query_of_its_own(pairs: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(pairs=pairs, rounds_played=1)
    for what, queries in (("movement-cards", 5), ("pair-cards", 9)):
        fresh = Stage.objects.select_related("event").get(pk=stage.pk)
        with django_assert_num_queries(queries):
            built(fresh, what)
