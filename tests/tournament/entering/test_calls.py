"""催交名单 and what the announcer reads: the right tables, in the order of the hall's rooms."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.entering.desk import Desk, read
from tests.tournament.entering.test_phases import dispute
from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.running.phones import send
from tests.tournament.tables.phones import hall, match_at
from tournament.actions.note_lateness import note_lateness
from tournament.actions.run_round import start_round
from tournament.models import Group, Stage, TableEntry
from tournament.queries.call_list import calls_of
from tournament.queries.round_desk import round_desk

pytestmark = pytest.mark.django_db
ROOMS = [{"name": "二楼阅览室", "tables": [3, 4]}, {"name": "三楼会议室", "tables": [1, 2]}]


def started(minutes_ago: int, **fields: Any) -> Stage:
    """Four tables by S4's rules (50 minutes a round, forfeit after 10), playing for so long."""
    stage = make_stage(make_event(pairs=8, rulebook="devzone-26", **fields))
    at = timezone.now() - timedelta(minutes=minutes_ago)
    start_round(stage=stage, number=1, at=at, by=TEST)
    return stage


def listed(desk: Desk, **query: Any) -> list[str]:
    """The lines of the list as read."""
    html = desk.client.get(desk.address("round-calls"), query).content.decode()
    body = re.search(r"<tbody>(.*?)</tbody>", html, re.S)
    rows = re.findall(r"<tr>(.*?)</tr>", body[1], re.S) if body else []
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def text(desk: Desk, key: str, **query: Any) -> str:
    """One of the texts, "" where the page has none."""
    html = desk.client.get(desk.address("round-calls"), query).content.decode()
    found = re.search(rf'<textarea id="text-{key}"[^>]*>(.*?)</textarea>', html, re.S)
    return found[1].strip() if found else ""


def test_missing_tables_stand_room_by_room_with_the_minutes_since_time() -> None:
    desk = Desk(started(53, areas=ROOMS))
    desk.slip(4, "K", "9", ended="time")
    lines = listed(desk)
    assert [line.split()[:2] for line in lines] == [
        ["二楼阅览室", "3"],
        ["三楼会议室", "1"],
        ["三楼会议室", "2"],
    ]
    match = desk.match(3)
    for word in (match.ns.names, match.ew.unit.name, "超时 3 分钟"):
        assert word.replace(" ", "") in lines[0].replace(" ", "")


def test_a_table_that_was_given_minutes_is_not_over_time() -> None:
    stage = started(53)
    table = match_at(stage, 2)
    table.extra_minutes = 5
    table.save()
    over = {one.match.table: one.over for one in calls_of(round_desk(stage, 1), timezone.now()).missing}
    assert over == {1: 3, 2: None, 3: 3, 4: 3}


def test_the_announcer_asks_for_slips_by_name_and_place() -> None:
    desk = Desk(started(53, areas=ROOMS))
    for table in (1, 2, 4):
        desk.slip(table, "K", "9", ended="time")
    match = desk.match(3)
    ns, ew = ("、".join(one.name for one in pair.partners) for pair in (match.ns, match.ew))
    assert text(desk, "missing") == (
        "预赛第 1 轮还有 1 桌没有交成绩，请下列各桌把计分表交到记录台。\n"
        f"二楼阅览室第 3 桌，{match.ns.number} 号{ns}对 {match.ew.number} 号{ew}。"
    )


def test_the_announcer_calls_everybody_to_the_tables_before_the_first_slip() -> None:
    desk = Desk(make_stage(make_event(pairs=7, rulebook="devzone-26")))
    said = text(desk, "start")
    assert said.startswith("预赛第 1 轮就要开始，请各参赛队按下列桌号入座。\n第 1 桌，南北 ")
    assert "本轮轮空：" in said
    assert said.endswith("本轮限时 50 分钟。")
    assert listed(desk) == []  # nothing to bring before play
    desk.slip(1, "K", "9", ended="time")
    assert text(desk, "start") == ""


def test_nobody_is_called_to_tables_that_are_not_published() -> None:
    desk = Desk(make_stage(published=False))
    assert text(desk, "start") == ""
    assert listed(desk) == []


def test_the_picture_for_the_group_is_of_this_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written while time runs out: the counters of the event stand still."""
    desk = Desk(started(53))
    address = reverse("paper", args=[desk.stage.event.slug, "calls", "png"])
    first = desk.client.get(address, {"stage": 1, "round": 1}).content
    later = timezone.now() + timedelta(minutes=9)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert desk.client.get(address, {"stage": 1, "round": 1}).content != first


def test_the_announcer_calls_late_pairs_and_what_the_rules_say() -> None:
    stage = started(8, areas=ROOMS)
    desk, match = Desk(stage), match_at(stage, 2)
    note_lateness(match=match, pair=match.ew, by=TEST)
    names = "、".join(one.name for one in match.ew.partners)
    assert text(desk, "late") == (
        f"请 {match.ew.number} 号{names}马上到三楼会议室第 2 桌就座。已迟到 8 分钟。"
        "开赛 10 分钟未到齐，本轮按弃权处理。"
    )
    assert "第 2 桌" not in text(desk, "missing")  # nobody can bring a slip of it
    assert any("东西 迟到 8 分钟" in line for line in listed(desk))


def test_who_has_sent_deals_is_not_called_although_nobody_pressed_that_they_came() -> None:
    stage = hall(TableEntry.REFEREE)
    for table in (1, 2):
        note_lateness(match=match_at(stage, table), pair=match_at(stage, table).ns, by=TEST)
    send(match_at(stage, 1), "N3")
    desk = Desk(stage)
    assert "第 2 桌就座" in text(desk, "late")
    assert "第 1 桌" not in text(desk, "late")
    assert "第 1 桌" in text(desk, "missing")  # its slip is what is awaited


def test_a_table_that_waits_for_a_referee_is_listed_and_not_called() -> None:
    stage = hall(TableEntry.PAIRS)
    dispute(stage, 2, ("K", "10"), ("Q", "10"))
    desk = Desk(stage)
    assert any("双方填报不一致" in line for line in listed(desk))
    assert "第 2 桌" not in text(desk, "missing")
    assert "还有 3 桌" in text(desk, "missing")


def two_sessions() -> Stage:
    """A group in the morning and one in the afternoon, both at tables 1 and 2; the morning plays."""
    stage = make_stage(published=False)
    for ordinal, session in enumerate(("上午", "下午"), start=1):
        Group.objects.filter(stage=stage, ordinal=ordinal).update(session=session)
    for match in stage.groups.get(ordinal=2).rounds.get(number=1).matches.all():
        match.table = (match.table or 0) - 2
        match.save()
    for one in stage.groups.all():
        one.rounds.update(state="published")
    morning = [stage.groups.get(ordinal=1)]
    start_round(stage=stage, number=1, at=timezone.now() - timedelta(minutes=70), groups=morning, by=TEST)
    return stage


def test_sessions_do_not_mix() -> None:
    desk = Desk(two_sessions())
    assert [line.split()[:2] for line in listed(desk)] == [["上午", "1"], ["上午", "2"]]
    assert listed(desk, session="下午") == []
    assert "上午" not in text(desk, "missing", session="上午")
    address = reverse("paper", args=[desk.stage.event.slug, "calls", "txt"])
    told = {"stage": 1, "round": 1}
    assert "催交名单" in desk.client.get(address, told | {"session": "上午"}).content.decode()
    assert "没有要催的桌" in desk.client.get(address, told | {"session": "下午"}).content.decode()
    assert desk.client.get(address, told | {"session": "晚上"}).status_code == 404


def test_the_paper_has_the_same_lines() -> None:
    desk = Desk(started(53, areas=ROOMS))
    desk.slip(4, "K", "9", ended="time")
    address = reverse("paper", args=[desk.stage.event.slug, "calls", "pdf"])
    answer = desk.client.get(address, {"stage": 1, "round": 1})
    page = pypdfium2.PdfDocument(BytesIO(answer.content))[0].get_textpage().get_text_bounded()
    for word in ("预赛第 1 轮催交名单", "二楼阅览室", "超时 3 分钟", "3 桌，名单按场地和桌号排列"):
        assert word.replace(" ", "") in page.replace(" ", "").replace("\r\n", "")
    assert desk.match(4).ns.names.replace(" ", "") not in page.replace(" ", "")


def test_the_round_leads_to_the_list_while_anything_is_missing(desk: Desk) -> None:
    assert "催交、播音" in desk.page()
    for table in range(1, 5):
        desk.slip(table, "A3", "9")
    assert "催交、播音" not in desk.page()
    assert "没有要催的桌" in read(desk.client.get(desk.address("round-calls")))


@pytest.mark.parametrize("pairs", [8, 32])
def test_the_list_asks_the_same_of_any_hall(pairs: int, django_assert_num_queries: Any) -> None:
    stage = hall(TableEntry.PAIRS, pairs=pairs)
    desk = Desk(stage)
    with django_assert_num_queries(20):
        assert len(listed(desk)) == pairs // 2
