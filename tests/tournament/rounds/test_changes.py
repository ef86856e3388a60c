"""Changes by hand in a paired round: the consequences first, then the change, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import Side
from tests.tournament.desks import open_desk, page, url
from tests.tournament.factories import TEST, make_event, make_pair, passed
from tests.tournament.rounds.swiss import couples, pair_next, pair_of, play, sitting_out, swiss_stage, tables
from tournament.actions.change_pairing import change_pairing
from tournament.actions.edit_wishes import add_wish
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_pairings
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, Publication, PublicationKind, Round, Stage, WishKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Seven pairs, round 1 played, round 2 a draft."""
    stage = swiss_stage(pairs=7, rounds=5)
    play(stage, pair_next(stage))
    pair_round(stage=stage, seed=1, by=TEST)
    return stage


@pytest.fixture
def desk(stage: Stage) -> Client:
    return open_desk(stage.event)


def preview(client: Client, stage: Stage, **asked: Any) -> Any:
    return client.get(url("pair-change", stage), {"number": 2, **asked})


def confirm(client: Client, stage: Stage, answer: Any, key: str = "k1", **more: Any) -> Any:
    """Press the preview's button."""
    form = answer.context["form"]
    sent = {name: form[name].value() for name in ("number", "what", "first", "second", "seen")}
    sent = {name: value for name, value in sent.items() if value is not None}
    return client.post(url("pair-change", stage), {"submission": key, **sent, **more})


def test_an_exchange_shows_a_rematch_before_it_is_made(stage: Stage, desk: Client) -> None:
    met = sorted(couples(stage, 1)[0])
    place = next(couple for couple in couples(stage, 2) if met[0] in couple)
    partner = next(iter(place - {met[0]}))
    before = couples(stage, 2)
    shown = preview(desk, stage, what="exchange", first=partner, second=met[1])
    text = shown.content.decode()
    assert f"{met[0]} 号与 {met[1]} 号再次相遇（此前 1 次）" in text
    assert couples(stage, 2) == before

    assert confirm(desk, stage, shown).status_code == 302
    assert frozenset(met) in couples(stage, 2)
    changed = next(
        one for one in tables(stage, 2) if {one.ns.number, one.ew.number if one.ew else 0} == set(met)
    )
    assert changed.rematch
    assert changed.reasons == [{"code": "by_hand"}]
    assert "rematch_by_hand" in [note["code"] for note in Round.objects.get(number=2).notes]
    named = [number for couple in couples(stage, 2) for number in couple] + sitting_out(stage, 2)
    assert sorted(named) == list(range(1, 8))
    assert "再次相遇" in page(desk, stage)


def test_an_exchange_back_takes_the_note_away_again(stage: Stage) -> None:
    met = sorted(couples(stage, 1)[0])
    place = next(couple for couple in couples(stage, 2) if met[0] in couple)
    partner = next(iter(place - {met[0]}))
    for first, second in [(partner, met[1]), (met[1], partner)]:
        change_pairing(stage=stage, number=2, what="exchange", first=first, second=second, by=TEST)
    assert Round.objects.get(number=2).notes == []
    assert not Match.objects.filter(rematch=True).exists()


def test_a_bye_changes_hands_and_a_second_one_is_told(stage: Stage, desk: Client) -> None:
    had = sitting_out(stage, 1)[0]
    now = sitting_out(stage, 2)[0]
    shown = preview(desk, stage, what="exchange", first=had, second=now)
    assert f"{had} 号改为轮空" in shown.content.decode()
    assert f"{had} 号再次轮空（此前 1 次）" in shown.content.decode()
    confirm(desk, stage, shown)
    assert sitting_out(stage, 2) == [had]


def test_one_unit_and_a_forbidden_meeting_are_told() -> None:
    event = make_event(pairs=0)
    for number, unit in enumerate(["历史系", "历史系", "数学系", "图书馆"], 1):
        make_pair(event, number, unit=unit)
    stage = swiss_stage(event)
    add_wish(stage=stage, kind=WishKind.FORBID, first=3, second=4, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    place = next(couple for couple in couples(stage, 1) if 1 in couple)
    other = next(iter(place - {1}))
    shown = open_desk(event).get(
        url("pair-change", stage), {"number": 1, "what": "exchange", "first": other, "second": 2}
    )
    assert "1 号与 2 号同属历史系" in shown.content.decode()
    assert "3 号与 4 号要求不相遇" in shown.content.decode()


def test_a_match_moves_to_a_free_table_and_two_matches_change_tables(stage: Stage, desk: Client) -> None:
    before = {one.table: one.ns.number for one in tables(stage, 2)}
    shown = preview(desk, stage, what="move", first=1, second=9)
    assert "第 1 桌的两队移到第 9 桌" in shown.content.decode()
    confirm(desk, stage, shown)
    shown = preview(desk, stage, what="move", first=2, second=3)
    assert "第 3 桌已有人，两桌互换" in shown.content.decode()
    confirm(desk, stage, shown, "k2")
    after = {one.table: one.ns.number for one in tables(stage, 2)}
    assert after == {9: before[1], 3: before[2], 2: before[3]}


def test_sides_turn(stage: Stage, desk: Client) -> None:
    before = tables(stage, 2)[0]
    confirm(desk, stage, preview(desk, stage, what="turn", first=1))
    after = tables(stage, 2)[0]
    assert (after.ns, after.ew) == (before.ew, before.ns)


def test_a_public_round_needs_a_reason_and_is_published_again(stage: Stage, desk: Client) -> None:
    publish_pairings(stage=stage, number=2, by=TEST)
    shown = preview(desk, stage, what="turn", first=1)
    assert "改后会重新公布" in shown.content.decode()
    refused = confirm(desk, stage, shown)
    assert refused.status_code == 422
    assert "改动请写明原因" in refused.content.decode()
    assert confirm(desk, stage, shown, "k2", reason="坐反了").status_code == 302
    up = Publication.objects.filter(kind=PublicationKind.PAIRINGS, round_number=2).order_by("pk")
    assert [(one.is_current, one.reason) for one in up] == [(False, ""), (True, "坐反了")]
    journal = desk.get(reverse("journal", args=[stage.event.slug])).content.decode()
    assert "第 2 轮：第 1 桌南北、东西互换（坐反了）" in journal


def test_a_change_made_meanwhile_is_a_conflict_and_shows_what_stands_now(stage: Stage, desk: Client) -> None:
    shown = preview(desk, stage, what="turn", first=1)
    change_pairing(stage=stage, number=2, what="turn", first=2, by=TEST)
    again = confirm(desk, stage, shown)
    assert again.status_code == 409
    assert "别人已经改过" in again.content.decode()
    assert confirm(desk, stage, again, "k2").status_code == 302


def test_pressed_twice_it_is_one_change(stage: Stage, desk: Client) -> None:
    before = tables(stage, 2)[0]
    shown = preview(desk, stage, what="turn", first=1)
    answers = [confirm(desk, stage, shown, "same").status_code for _ in range(2)]
    assert answers == [302, 302]
    assert tables(stage, 2)[0].ns == before.ew


def test_an_old_card_of_a_changed_table_is_told_so(stage: Stage, desk: Client) -> None:
    publish_pairings(stage=stage, number=2, by=TEST)
    first, second = sorted(couples(stage, 2)[0])[0], sorted(couples(stage, 2)[1])[0]
    change_pairing(stage=stage, number=2, what="exchange", first=first, second=second, reason="换位", by=TEST)
    slip = {
        "table": "1",
        "ns_level": "A3",
        "ew_level": "9",
        "shown": "1",
        "based_on": "0",
        "submission": "card",
    }
    answer = desk.post(reverse("round", args=[stage.event.slug, 1, 2]), slip)
    assert answer.status_code == 409
    assert not tables(stage, 2)[0].results.exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        pytest.param({"what": "exchange", "first": "1"}, "请写第二个号码", id="one number"),
        pytest.param({"what": "exchange", "first": "1", "second": "77"}, "77 号不在第 2 轮", id="unknown"),
        pytest.param({"what": "move", "first": "8", "second": "1"}, "没有第 8 桌", id="no table"),
        pytest.param({"what": "move", "first": "1", "second": "1"}, "本来就在第 1 桌", id="same table"),
        pytest.param({"what": "turn", "first": "一"}, "请输入数字", id="no number"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(
    stage: Stage, desk: Client, asked: dict[str, str], said: str
) -> None:
    answer = preview(desk, stage, **asked)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f'value="{asked["first"]}"' in answer.content.decode()


def test_a_table_with_a_result_stays(stage: Stage, desk: Client) -> None:
    publish_pairings(stage=stage, number=2, by=TEST)
    match = tables(stage, 2)[0]
    enter_result(match=match, sheet=passed(Side.NS, loser_level=3), by=TEST)
    answer = preview(desk, stage, what="move", first=1, second=5)
    assert answer.status_code == 422
    assert "第 1 桌第 2 轮已录过成绩，不能再动" in answer.content.decode()
    with pytest.raises(ActionRefused, match="table_has_result"):
        change_pairing(stage=stage, number=2, what="turn", first=1, reason="x", by=TEST)


def test_a_stale_action_is_a_conflict(stage: Stage) -> None:
    with pytest.raises(Conflict):
        change_pairing(stage=stage, number=2, what="turn", first=1, seen="old", by=TEST)


def test_a_closed_round_is_not_changed(stage: Stage) -> None:
    pair = pair_of(stage, 1)
    assert pair.number == 1
    with pytest.raises(ActionRefused, match="round_is_closed"):
        change_pairing(stage=stage, number=1, what="turn", first=1, reason="x", by=TEST)
