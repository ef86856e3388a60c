"""One state a table: what decides it, and what the round's page shows of it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tests.tournament.running.phones import send
from tests.tournament.tables.phones import hall, link_of, match_at, pair
from tournament.actions.note_lateness import note_lateness
from tournament.actions.run_round import start_round
from tournament.models import ClaimState, RoundState, Stage, TableEntry
from tournament.queries.lateness import late_pairs
from tournament.queries.round_desk import round_desk
from tournament.queries.table_phases import TableFacts, TablePhase, phase_of, round_look

PUBLISHED, PLAYING, CLOSED = RoundState.PUBLISHED, RoundState.PLAYING, RoundState.CLOSED
WAITING, DISPUTED = ClaimState.WAITING, ClaimState.DISPUTED


@pytest.mark.parametrize(
    ("facts", "phase"),
    [
        pytest.param(TableFacts(), TablePhase.READY, id="published, nothing of the round entered: 未开始"),
        pytest.param(
            TableFacts(round_state=PLAYING), TablePhase.READY, id="its start is set and still to come"
        ),
        pytest.param(
            TableFacts(has_begun=True), TablePhase.MISSING, id="no clock, other tables are entered: 未录"
        ),
        pytest.param(
            TableFacts(round_state=PLAYING, has_begun=True), TablePhase.PLAYING, id="the clock runs: 比赛中"
        ),
        pytest.param(
            TableFacts(round_state=CLOSED, has_begun=True), TablePhase.MISSING, id="cleared after closing"
        ),
        pytest.param(TableFacts(is_running=True), TablePhase.PLAYING, id="deals come before anybody pressed"),
        pytest.param(
            TableFacts(round_state=PLAYING, has_begun=True, is_awaited=True), TablePhase.LATE, id="迟到"
        ),
        pytest.param(TableFacts(is_awaited=True), TablePhase.LATE, id="marked before the start: 未到齐"),
        pytest.param(
            TableFacts(round_state=PLAYING, has_begun=True, is_running=True, is_awaited=True),
            TablePhase.PLAYING,
            id="deals prove that both are there",
        ),
        pytest.param(
            TableFacts(round_state=PLAYING, has_begun=True, claim=WAITING, is_running=True),
            TablePhase.WAITING,
            id="待对方确认",
        ),
        pytest.param(
            TableFacts(round_state=PLAYING, has_begun=True, claim=DISPUTED, is_running=True, is_awaited=True),
            TablePhase.DISPUTED,
            id="双方填报不一致",
        ),
        pytest.param(
            TableFacts(
                is_entered=True,
                round_state=PLAYING,
                has_begun=True,
                claim=DISPUTED,
                is_running=True,
                is_awaited=True,
            ),
            TablePhase.ENTERED,
            id="a result ends everything before it: 已录",
        ),
    ],
)
def test_the_last_fact_in_the_life_of_a_match_decides(facts: TableFacts, phase: TablePhase) -> None:
    assert phase_of(facts) is phase


def row(desk: Desk, table: int, **query: Any) -> str:
    """The line of a table as a person reads it."""
    html = desk.client.get(desk.address("round"), query).content.decode()
    found = re.search(rf'<tr[^>]*id="row-\d+-{table}".*?</tr>', html, re.S)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


pytestmark = pytest.mark.django_db


def dispute(stage: Stage, table: int, ns: tuple[str, str], ew: tuple[str, str] | None) -> None:
    """南北 enters, 东西 disagrees, with figures of its own or without."""
    pair(link_of(stage, table), "ns").levels(*ns)
    other = pair(link_of(stage, table), "ew")
    other.look()
    other.send("dispute", **({"ns_level": ew[0], "ew_level": ew[1]} if ew else {}))


def test_every_table_says_in_one_chip_how_far_it_is() -> None:
    stage = hall(TableEntry.PAIRS)
    desk = Desk(stage)
    send(match_at(stage, 1), "N3 E1")
    dispute(stage, 2, ("K", "10"), ("Q", "10"))
    pair(link_of(stage, 3), "ns").levels("A3", "9")
    note_lateness(match=match_at(stage, 4), pair=match_at(stage, 4).ns, by=TEST)

    assert "比赛中 · 第 3 副" in row(desk, 1)
    assert re.search(r" 5 \d+ 号 .* 3 比赛中", row(desk, 1))  # 5 : 3 after a double down and 头游末游
    assert "K / Q" in row(desk, 2)
    assert row(desk, 2).endswith("双方填报不一致")
    assert row(desk, 3).endswith("待对方确认")
    assert "过A" in row(desk, 3)
    assert row(desk, 4).endswith("南北 迟到 60 分钟")


def test_both_sides_awaited_stand_in_one_chip_with_their_minutes() -> None:
    stage = make_stage()
    start_round(stage=stage, number=1, at=timezone.now() - timedelta(minutes=8), by=TEST)
    match = match_at(stage, 1)
    for side in (match.ns, match.ew):
        note_lateness(match=match, pair=side, by=TEST)
    assert row(Desk(stage), 1).endswith("南北、东西 迟到 8 分钟")


def test_an_event_of_paper_says_not_started_playing_and_entered() -> None:
    stage = make_stage()
    desk = Desk(stage)
    assert row(desk, 1).endswith("未开始")
    desk.slip(2, "A3", "9")
    assert row(desk, 1).endswith("未录")  # nobody started a clock, and yet they play
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    assert row(desk, 1).endswith("比赛中")
    assert row(desk, 2).endswith("已录")


def test_a_table_at_its_games_is_playing_and_a_dispute_there_is_seen() -> None:
    stage = hall(TableEntry.PAIRS, pairing={"method": "rotation", "rounds": 1, "best_of": 3})
    desk = Desk(stage)
    desk.slip(1, "A3", "9")
    assert "比赛中 · 已打 1 : 0" in row(desk, 1)
    dispute(stage, 1, ("K", "10"), None)
    assert row(desk, 1).endswith("双方填报不一致")


@pytest.mark.parametrize("pairs", [8, 32])
def test_states_cost_nothing_on_paper_and_two_queries_with_codes(
    pairs: int, django_assert_num_queries: Any
) -> None:
    for entry, count in ((TableEntry.READ_ONLY, 0), (TableEntry.PAIRS, 2)):
        stage = make_stage(make_event(pairs=pairs, table_entry=entry))
        play_round(stage, 1)
        for number, deals in ((1, True), (2, False)):
            desk = round_desk(stage, number)
            late, now = late_pairs(stage, desk.rounds), timezone.now()
            with django_assert_num_queries(count):
                assert len(round_look(desk, late, now, deals=deals).phases) == pairs // 2


@pytest.mark.parametrize("pairs", [8, 32])
def test_the_page_with_codes_on_the_tables_asks_the_same_of_any_hall(
    pairs: int, django_assert_num_queries: Any
) -> None:
    stage = hall(TableEntry.PAIRS, pairs=pairs)
    for table in range(1, pairs // 2 + 1):
        send(match_at(stage, table), "N3 E1")
    desk = Desk(stage)
    with django_assert_num_queries(29):
        assert desk.client.get(desk.address("round")).status_code == 200
    seen = match_at(stage).version
    with django_assert_num_queries(30):
        assert "已登记第 1 桌" in read(desk.slip(1, "A3", "9", overwrite=seen, drop_deals=1))


# -- filters --


def links(desk: Desk, **query: Any) -> list[str]:
    """The filters in sight, the chosen one in brackets."""
    html = desk.client.get(desk.address("round"), query).content.decode()
    nav = re.search(r'id="round-filters".*?</nav>', html, re.S)
    assert nav is not None
    return [
        f"[{text.strip()}]" if "aria-current" in tag else text.strip()
        for tag, text in re.findall(r"<a([^>]*)>(.*?)</a>", nav[0])
    ]


def tables_shown(desk: Desk, **query: Any) -> list[str]:
    html = desk.client.get(desk.address("round"), query).content.decode()
    return re.findall(r'id="row-\d+-(\w+)"', html)


def test_filters_count_each_state_and_leave_empty_ones_out_of_sight() -> None:
    stage = hall(TableEntry.PAIRS, pairs=16)
    desk = Desk(stage)
    dispute(stage, 2, ("K", "10"), ("Q", "10"))
    pair(link_of(stage, 3), "ns").levels("A3", "9")
    note_lateness(match=match_at(stage, 4), pair=match_at(stage, 4).ns, by=TEST)
    desk.slip(5, "A3", "9")

    assert links(desk) == [
        "[全部 8]",
        "未录 7",
        "比赛中 4",
        "待对方确认 1",
        "双方填报不一致 1",
        "迟到 1",
        "已录 1",
    ]
    assert tables_shown(desk, show="disputed") == ["2"]
    assert tables_shown(desk, show="waiting") == ["3"]
    assert tables_shown(desk, show="late") == ["4"]
    assert tables_shown(desk, show="entered") == ["5"]
    assert tables_shown(desk, show="playing") == ["1", "6", "7", "8"]
    assert tables_shown(desk, show="missing") == ["1", "2", "3", "4", "6", "7", "8"]


def test_a_chosen_filter_that_has_become_empty_stays_in_sight() -> None:
    desk = Desk(make_stage())
    assert links(desk) == ["[全部 4]", "未录 4"]
    assert links(desk, show="disputed") == ["全部 4", "未录 4", "[双方填报不一致 0]"]
    assert "现在没有这样的桌" in desk.page(show="disputed")
    assert links(desk, show="<b>") == ["[全部 4]", "未录 4"]


def test_a_filter_stays_while_slips_are_entered(desk: Desk) -> None:
    page = desk.client.get(desk.address("round"), {"show": "missing"}).content.decode()
    assert '<input type="hidden" name="show" value="missing">' in page
    after = desk.slip(1, "A3", "9", show="missing").content.decode()
    assert re.search(r'id="show-missing"[^>]*aria-current="true">未录 3', after)
    assert '<input type="hidden" name="show" value="missing">' in after
    moved = desk.slip(2, "A3", "9", htmx=False, show="missing")
    assert "show=missing" in moved["Location"]


def test_filters_count_within_a_room_and_keep_it() -> None:
    event = make_event(
        pairs=8, areas=[{"name": "一楼", "tables": [1, 3]}, {"name": "二楼", "tables": [4, 9]}]
    )
    desk = Desk(make_stage(event))
    desk.slip(1, "A3", "9")
    assert links(desk, area="一楼") == ["[全部 3]", "未录 2", "已录 1", "[一楼]", "二楼"]
    assert tables_shown(desk, area="一楼", show="missing") == ["2", "3"]
    html = desk.client.get(desk.address("round"), {"area": "一楼", "show": "missing"}).content.decode()
    assert "?show=missing&amp;area=%E4%BA%8C%E6%A5%BC" in html
    assert re.search(r'href="[^"]*\?show=missing" aria-current="true">一楼', html)


def test_a_hundred_tables_stand_on_one_page_with_their_counts() -> None:
    desk = Desk(make_stage(pairs=200, group_size=20, rounds=1))
    desk.slip(100, "A3", "9")
    assert links(desk) == ["[全部 100]", "未录 99", "已录 1"]
    assert len(tables_shown(desk)) == 100
