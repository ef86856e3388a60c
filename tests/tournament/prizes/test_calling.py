"""Prize giving: the order of calling, who hands over, the list to sign and what the announcer says."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tournament.actions.copy_event import copy_event
from tournament.actions.enter_result import enter_result
from tournament.actions.set_printing import set_printing
from tournament.exports.paper import Paper
from tournament.exports.text import to_text
from tournament.lists.calling import called_awards
from tournament.lists.papers.catalogue import PAPERS, Wanted
from tournament.models import Entry, Event, Match, Stage
from tournament.models.printing import Handing, Printing, read_printing, write_printing
from tournament.queries.awards import awards_desk

pytestmark = pytest.mark.django_db

PRIZES = [{"name": "一等奖", "count": 1}, {"name": "二等奖", "count": 1}, {"name": "三等奖", "count": 2}]
GIVEN = {"name": "优秀组织奖", "given_to": ["历史系", 3]}
AWARDS = [{"prizes": PRIZES, "scope": "overall"}, GIVEN]


def played(awards: list[Any] | None = None, pairs: int = 8, **fields: Any) -> Stage:
    """One round in which every winner wins by another difference."""
    event = make_event(pairs=pairs, rulebook="devzone-26", awards=awards or AWARDS, **fields)
    stage = make_stage(event, group_size=pairs, rounds=1)
    for table, match in enumerate(
        Match.objects.filter(round__group__stage=stage, kind="play").order_by("pk")
    ):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=min(3 + table, 13)), by=TEST)
    return stage


def built(stage: Stage, what: str = "calling") -> Paper:
    event = Event.objects.get(pk=stage.event_id)
    return PAPERS[what].build(Wanted(event, timezone.now()))


def called(stage: Stage) -> list[str]:
    event = Event.objects.get(pk=stage.event_id)
    return [one.award for one in called_awards(awards_desk(event), event.printing_facts.handings)]


def column(made: Paper, title: str) -> list[object]:
    section = made.sections[0]
    at = [one.title for one in section.columns].index(title)
    return [row[at] for row in section.rows]


def test_the_third_prizes_are_called_first_and_the_champion_last() -> None:
    made = built(played([AWARDS[0]]))
    assert column(made, "奖项") == ["三等奖", "三等奖", "二等奖", "一等奖"]
    assert column(made, "名次") == [4, 3, 2, 1]
    assert column(made, "次序") == [1, 2, 3, 4]
    assert column(made, "领取签名") == [None] * 4
    assert made.landscape


def test_typed_awards_stand_where_they_are_put() -> None:
    stage = played()
    assert called(stage) == ["优秀组织奖", "三等奖", "二等奖", "一等奖"]
    order = tuple(Handing(name) for name in ("三等奖", "优秀组织奖", "二等奖", "一等奖"))
    set_printing(event=stage.event, printing=Printing(order), by=TEST)
    assert called(stage) == ["三等奖", "优秀组织奖", "二等奖", "一等奖"]
    rows = built(stage).sections[0].rows
    assert next(row[4] for row in rows if row[1] == "优秀组织奖") == "历史系"


def test_an_award_that_was_added_later_is_called_where_it_belongs() -> None:
    stage = played([{"prizes": [*PRIZES, {"name": "优胜奖", "count": 2}], "scope": "overall"}, GIVEN])
    order = tuple(Handing(name) for name in ("三等奖", "二等奖", "优秀组织奖", "一等奖"))
    set_printing(event=stage.event, printing=Printing(order), by=TEST)
    assert called(stage) == ["三等奖", "二等奖", "优秀组织奖", "优胜奖", "一等奖"]


def test_an_award_that_is_gone_is_called_no_more() -> None:
    stage = played([AWARDS[0]])
    printing = Printing((Handing("纪念奖", presenter="王主任"), Handing("三等奖")))
    set_printing(event=stage.event, printing=printing, by=TEST)
    assert called(stage) == ["三等奖", "二等奖", "一等奖"]
    assert "王主任" not in to_text(built(stage, "announcer"))


def test_groups_of_one_award_come_up_together_and_are_named() -> None:
    event = make_event(pairs=8, rulebook="devzone-26", awards=[{"prizes": PRIZES[:2], "scope": "group"}])
    stage = make_stage(event, rounds_played=3)
    made = built(stage)
    places = list(zip(column(made, "奖项"), column(made, "范围"), strict=True))
    assert places == [(award, f"{stage.name} {group} 组") for award in ("二等奖", "一等奖") for group in "AB"]


def test_the_announcer_calls_names_presenter_and_prize() -> None:
    stage = played([AWARDS[0]])
    printing = Printing((Handing("三等奖", presenter="张主任", prize="茶具一套"),))
    set_printing(event=stage.event, printing=printing, by=TEST)
    made = built(stage, "announcer")
    calling = built(stage)
    text = to_text(made)
    assert text.index("三等奖") < text.index("二等奖") < text.index("一等奖")
    assert "请获得三等奖的" in text
    assert "上台领奖。 请张主任颁奖。奖品：茶具一套。" in text
    for names in column(calling, "参赛队"):
        assert "、".join(str(names).split(" ")) in text
    assert text.splitlines()[3].startswith("1. ")


def test_an_open_award_is_not_called_as_if_it_were_settled() -> None:
    event = make_event(pairs=8, rulebook="devzone-26", rules={"tiebreaks": []}, awards=[AWARDS[0]])
    stage = make_stage(event, group_size=8, rounds=1)
    for match in Match.objects.filter(round__group__stage=stage, kind="play"):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    assert "一等奖的名单还没有定。" in to_text(built(stage, "announcer"))
    made = built(stage)
    assert "一等奖（待定）" in column(made, "奖项")
    assert any("请决定给谁" in note for note in made.notes)


def test_without_awards_the_papers_say_so() -> None:
    stage = make_stage(pairs=4)
    for what in ("calling", "announcer"):
        assert "还没有设奖项。" in to_text(built(stage, what))


def test_the_page_stores_presenters_prizes_and_order() -> None:
    stage = played()
    desk, place = open_desk(stage.event), reverse("calling", args=[stage.event.slug])
    page = desk.get(place).content.decode()
    assert page.index("优秀组织奖") < page.index("三等奖") < page.index("一等奖")
    sent = {"submission": "one", "based_on": stage.event.version}
    for at, order in enumerate([3, 1, 2, 9], 1):
        sent |= {f"order_{at}": order, f"presenter_{at}": f"嘉宾{at}", f"prize_{at}": ""}
    assert desk.post(place, sent).status_code == 302
    assert called(stage) == ["三等奖", "二等奖", "优秀组织奖", "一等奖"]
    assert column(built(stage), "颁奖人")[0] == "嘉宾2"
    assert Entry.objects.filter(event=stage.event, verb="set_printing").count() == 1
    assert desk.post(place, sent).status_code == 302  # sent twice: one effect
    assert Entry.objects.filter(event=stage.event, verb="set_printing").count() == 1


def test_wrong_input_stays_beside_its_field_and_changes_nothing() -> None:
    stage = played()
    desk, place = open_desk(stage.event), reverse("calling", args=[stage.event.slug])
    sent = {"submission": "one", "based_on": stage.event.version}
    for at in range(1, 5):
        sent |= {f"order_{at}": at, f"presenter_{at}": "", f"prize_{at}": ""}
    answer = desk.post(place, sent | {"order_2": "先", "presenter_3": "王" * 61})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "请填整数。" in page
    assert "最多 60 个字" in page
    assert "王" * 61 in page
    assert Event.objects.get(pk=stage.event_id).printing is None


def test_a_second_person_sees_that_somebody_was_faster() -> None:
    stage = played()
    desk, place = open_desk(stage.event), reverse("calling", args=[stage.event.slug])
    sent = {"submission": "two", "based_on": stage.event.version}
    for at in range(1, 5):
        sent |= {f"order_{at}": at, f"presenter_{at}": "", f"prize_{at}": "杯"}
    set_printing(event=stage.event, printing=Printing((Handing("三等奖"),)), by=TEST)
    answer = desk.post(place, sent)
    assert answer.status_code == 409
    again = answer.context["form"]["based_on"].value()
    assert desk.post(place, sent | {"submission": "three", "based_on": again}).status_code == 302


def test_what_is_stored_reads_back_and_leaves_out_what_is_empty() -> None:
    printing = Printing((Handing("三等奖", prize="杯"), Handing("一等奖", "决赛", "王主任")))
    raw = write_printing(printing)
    assert raw == {
        "handings": [
            {"award": "三等奖", "prize": "杯"},
            {"award": "一等奖", "stage": "决赛", "presenter": "王主任"},
        ]
    }
    assert read_printing(raw) == printing
    assert write_printing(Printing()) is None


def test_next_years_event_has_the_prizes_but_asks_people_anew() -> None:
    stage = played()
    printing = Printing((Handing("三等奖", presenter="王主任", prize="杯"),))
    set_printing(event=stage.event, printing=printing, by=TEST)
    source = Event.objects.get(pk=stage.event_id)
    copied = copy_event(source=source, name="下一届", by=TEST)
    assert copied.printing == {"handings": [{"award": "三等奖", "prize": "杯"}]}


@pytest.mark.parametrize("pairs", [8, 24])
def test_the_page_asks_the_database_a_fixed_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    stage = played(pairs=pairs)
    desk = open_desk(stage.event)
    with django_assert_num_queries(21):
        desk.get(reverse("calling", args=[stage.event.slug]))
