"""The journal: before and after in words, found by whom and what it is about, never changed."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from scoring.rules import Grade, Side
from tests.tournament.factories import TEST, make_director, make_event, make_stage, passed
from tournament import wording
from tournament.actions.change_rules import change_rules
from tournament.actions.delete_event import delete_event
from tournament.actions.edit_event import edit_event
from tournament.actions.enter_result import enter_result, undo_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.models import Entry, Event, Match, Stage
from tournament.wording.topics import TOPICS

pytestmark = pytest.mark.django_db
JOURNAL = "/e/sai/desk/journal/"


@pytest.fixture
def event() -> Event:
    return make_event(pairs=8, rulebook="devzone-26", slug="sai", name="中秋赛")


@pytest.fixture
def stage(event: Event) -> Stage:
    return make_stage(event)


@pytest.fixture
def match(stage: Stage) -> Match:
    return Match.objects.filter(round__number=1).order_by("table")[0]


@pytest.fixture
def desk(event: Event) -> Client:
    client = Client(headers={"user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0"})
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def change(verb: str) -> str:
    return wording.changes_of_entry(Entry.objects.filter(verb=verb)[0])


def test_a_result_before_and_after(match: Match) -> None:
    ns, ew = match.ns.number, match.ew.number if match.ew else 0
    enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    assert change("enter_result") == f"成绩：没有成绩 → {ns} 号 过A : 9 {ew} 号"
    enter_result(match=match, sheet=passed(Side.EW, loser_level=5), reason="填反", by=TEST)
    assert change("correct_result") == f"成绩：{ns} 号 过A : 9 {ew} 号 → {ns} 号 5 : 过A {ew} 号"
    assert "填反" in wording.of_entry(Entry.objects.get(verb="correct_result"))
    undo_result(match=match, by=TEST)
    assert change("undo_result") == f"成绩：{ns} 号 5 : 过A {ew} 号 → {ns} 号 过A : 9 {ew} 号"


def test_settings_and_rules_before_and_after(event: Event) -> None:
    edit_event(event=event, values={"venue": "体育馆", "hears_appeals": True, "public_view": "live"}, by=TEST)
    assert change("edit_event") == (
        "地点：（空） → 体育馆；对外公开：只看已公布的 → 随录随看；受理申诉：否 → 是"
    )
    change_rules(event=event, answers={"appeal_minutes": 20, "walkovers": {"bye": "15"}}, by=TEST)
    said = change("change_rules")
    assert "申诉时限：本局结束后 30 分钟内书面提出 → 本局结束后 20 分钟内书面提出" in said
    assert "17" in said
    assert "15" in said


def test_a_penalty_and_its_end(stage: Stage) -> None:
    given = give_penalty(
        event=stage.event, stage=stage, number=3, grade=Grade.VIOLATION, points=-2, article="十一、2", by=TEST
    )  # fmt: skip
    assert change("give_penalty") == "罚分：（空） → -2；依据条款：（空） → 十一、2"
    cancel_penalty(penalty=given, reason="误记", by=TEST)
    assert change("cancel_penalty") == "罚分：-2 → （空）"
    assert "误记" in wording.of_entry(Entry.objects.get(verb="cancel_penalty"))


def test_found_by_pair_table_person_topic_and_time(desk: Client, event: Event, match: Match) -> None:
    enter_result(match=match, sheet=passed(Side.NS), by=TEST)
    desk.post("/e/sai/desk/penalties/", {"submission": "k", "number": "8", "grade": "warning", "points": ""})
    line, other = f"第 {match.table} 桌成绩", "判罚 8 号：警告"
    asked = {
        f"pair={match.ns.number}": line, f"table={match.table}": line, "who=-command&topic=results": line,
        "pair=8&topic=rulings": other, "who=李负责": other, "topic=rulings&since=2000-01-01T00:00": other,
    }  # fmt: skip
    for query, wanted in asked.items():
        page = desk.get(f"{JOURNAL}?{query}").content.decode()
        assert (query, wanted in page, (other if wanted == line else line) in page) == (query, True, False)
    assert "还没有操作记录" in desk.get(f"{JOURNAL}?until=2000-01-01T00:00").content.decode()
    for hostile in ("pair=x", "table=-1", "since=gestern", "who=%00", "topic=none"):
        assert desk.get(f"{JOURNAL}?{hostile}").status_code == 200
    assert "网页 · 微信" in desk.get(f"{JOURNAL}?topic=rulings").content.decode()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_taken_along_as_it_was_found(desk: Client, event: Event, form: str) -> None:
    edit_event(event=event, values={"venue": "=1+1"}, by=TEST)
    answer = desk.get(f"{JOURNAL}list.{form}?topic=event")
    assert "attachment" in answer["Content-Disposition"]
    if form == "csv":
        rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
        assert any("=1+1" in cell for row in rows for cell in row)
        assert any(row[1:2] == ["修改赛事设置：地点"] for row in rows)


def test_no_line_is_ever_changed_or_taken_away(event: Event) -> None:
    edit_event(event=event, values={"venue": "体育馆"}, by=TEST)
    line = Entry.objects.get(verb="edit_event")
    line.verb = "add_pair"
    attempts: list[Any] = [
        line.save,
        line.delete,
        lambda: Entry.objects.update(verb="x"),
        lambda: event.journal.filter(pk=line.pk).update(verb="x"),
        lambda: event.journal.all().delete(),
        lambda: Entry.objects.bulk_update([line], ["verb"]),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError, match="never"):
            attempt()
    assert Entry.objects.get(pk=line.pk).verb == "edit_event"


def test_it_goes_with_its_event_and_an_account_leaves_its_name(event: Event) -> None:
    person = make_director(event)
    edit_event(event=event, values={"venue": "体育馆"}, by=TEST)
    Entry.objects.create(
        event=event, at=event.created_at, person=person, actor_name="王", source="page", verb="load_demo"
    )
    person.delete()
    assert Entry.objects.get(actor_name="王").person is None
    delete_event(event=event, typed_name=event.name, by=TEST)
    assert set(Entry.objects.values_list("verb", flat=True)) == {"delete_event"}


def test_every_verb_belongs_to_a_topic() -> None:
    areas = {area for _label, areas in TOPICS.values() for area in areas}
    kept = {module.__name__.rpartition(".")[2] for module in wording.AREAS if hasattr(module, "VERBS")}
    assert kept - areas == set()
