"""Two pairs that do not agree: the round names the table, its page shows both, one key settles it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tests.tournament.entering.desk import Desk, read
from tests.tournament.entering.test_phases import dispute
from tests.tournament.factories import make_event, make_stage
from tests.tournament.running.phones import match_at, send
from tests.tournament.tables.phones import hall, link_of, pair
from tournament import wording
from tournament.models import Claim, ClaimState, Stage, TableEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Four tables; the pairs of table 2 say K : 10 and Q : 10."""
    stage = hall(TableEntry.PAIRS)
    dispute(stage, 2, ("K", "10"), ("Q", "10"))
    return stage


@pytest.fixture
def desk(stage: Stage) -> Desk:
    return Desk(stage)


def test_the_tables_page_says_how_the_deals_stand(desk: Desk, stage: Stage) -> None:
    """A desk that types final levels sees that somebody is writing the deals down."""
    send(match_at(stage, 3), "N3 E1")
    html = read(desk.client.get(desk.address("match", 3)))
    assert "比赛中 · 第 3 副" in html
    assert "5 : 3" in html
    assert "周裁判" in html


def settle(desk: Desk, who: str, **more: Any) -> Any:
    data = {"submission": "s1", "based_on": "0", "claim": Claim.objects.get().pk, "side": who} | more
    return desk.client.post(desk.address("match-act", 2, "settle"), data)


def test_the_rounds_head_leads_to_the_table(desk: Desk) -> None:
    html = desk.client.get(desk.address("round")).content.decode()
    assert "双方填报不一致，等待处理： 第 2 桌" in desk.page()
    assert f'href="{desk.address("match", 2)}#claim"' in html


def test_f30_its_page_shows_both_figures_南北_first_and_a_key_for_each(desk: Desk) -> None:
    html = desk.client.get(desk.address("match", 2)).content.decode()
    match = desk.match(2)
    told = re.search(r'<dl class="versus">.*?</dl>', html, re.S)
    assert told is not None
    said = " ".join(re.sub(r"<[^>]+>", " ", told[0]).split())
    assert said.startswith(f"南北 {match.ns.number} 号填报 K : 10")
    assert f"东西 {match.ew.number} 号填报 Q : 10" in said
    for key in ("以南北填报为准：K : 10", "以东西填报为准：Q : 10", "另行录入"):
        assert key in " ".join(unescape(html).split())  # a figure is never broken


@pytest.mark.parametrize(
    ("side", "level"), [("ns", 13), ("ew", 12)], ids=["以南北填报为准", "以东西填报为准"]
)
def test_one_key_takes_a_sides_figures_and_the_phones_see_it(desk: Desk, side: str, level: int) -> None:
    answer = settle(desk, side)
    assert answer.status_code == 302
    result = desk.result(2)
    assert (result.ns_level, result.ew_level, result.source) == (level, 10, "page")
    assert Claim.objects.get().state == ClaimState.SETTLED
    assert "双方填报不一致" not in desk.page()
    entry = desk.stage.event.journal.first()
    assert (entry.verb, entry.actor_name) == ("enter_result", "李负责")
    assert "第 2 桌" in wording.of_entry(entry)
    assert "已登记" in pair(link_of(desk.stage, 2), "ns").look()


def test_settled_twice_is_settled_once(desk: Desk) -> None:
    first = settle(desk, "ns")
    again = settle(desk, "ns")
    assert (again.status_code, again.url) == (302, first.url)
    assert desk.match(2).results.count() == 1
    assert settle(desk, "ns", submission="s2").status_code == 422  # another press, on a page that is old


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param({"claim": 999}, 422, id="the pairs have said something else since"),
        pytest.param({"side": "both"}, 422, id="no such side"),
        pytest.param({"claim": "x"}, 422, id="no number"),
        pytest.param({"based_on": "7"}, 409, id="somebody has entered meanwhile"),
    ],
)
def test_what_is_on_the_table_no_more_is_refused(desk: Desk, sent: dict[str, Any], status: int) -> None:
    answer = settle(desk, "ns", **sent)
    assert answer.status_code == status
    assert desk.result(2) is None
    assert "双方填报不一致" in read(answer)


def test_who_only_disagrees_has_no_key() -> None:
    stage = hall(TableEntry.PAIRS)
    dispute(stage, 2, ("K", "10"), None)
    desk = Desk(stage)
    page = read(desk.client.get(desk.address("match", 2)))
    assert "不同意" in page
    assert "以东西填报为准" not in page
    assert settle(desk, "ew").status_code == 422
    assert settle(desk, "ns", submission="s2").status_code == 302


def test_a_claim_that_waits_may_be_taken_over_too() -> None:
    stage = hall(TableEntry.PAIRS)
    pair(link_of(stage, 2), "ew").levels("K", "10")
    desk = Desk(stage)
    page = read(desk.client.get(desk.address("match", 2)))
    assert "待对方确认" in page
    assert "以东西填报为准：K : 10" in page
    assert settle(desk, "ew").status_code == 302
    assert desk.result(2).ns_level == 13


def test_a_game_of_a_match_of_three_is_settled_as_a_game() -> None:
    stage = hall(TableEntry.PAIRS, pairing={"method": "rotation", "rounds": 1, "best_of": 3})
    dispute(stage, 2, ("A3", "10"), ("A3", "9"))
    desk = Desk(stage)
    assert settle(desk, "ew").status_code == 302
    assert len(desk.result(2).games) == 1
    assert "比赛中 · 已打 1 : 0" in desk.page()


def test_another_events_table_and_an_event_of_paper_have_no_keys() -> None:
    desk = Desk(make_stage(make_event(pairs=8)))
    assert "填报为准" not in read(desk.client.get(desk.address("match", 2)))
    sent = {"submission": "s", "claim": "1", "side": "ns"}
    assert desk.client.post(desk.address("match-act", 2, "settle"), sent).status_code == 422
