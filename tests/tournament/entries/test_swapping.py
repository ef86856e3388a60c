"""A change of a player: free until check-in closes, then by the event's rule; the substitute comes in."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.pages import address, shown
from tests.tournament.entries.test_editing import code_of, values_of
from tests.tournament.entries.test_pages import form_of, tick_of
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.check_in import close_check_in
from tournament.actions.edit_pair import edit_pair
from tournament.actions.run_round import start_round
from tournament.models import Event, Match, Pair, Player, Result, Stage
from tournament.queries.swapping import SwapNeeds

pytestmark = pytest.mark.django_db
CONSENTED = "before_start_with_consent"
LEADER, CONSENT, FORFEIT = SwapNeeds.LEADER, SwapNeeds.CONSENT, SwapNeeds.FORFEIT


def at(moment: str, rule: str) -> Stage:
    """A stage of four pairs, as it stands at one moment of the morning; public but for "draft"."""
    event = make_event(pairs=4, rules={"substitution": rule}, slug="qiu")
    stage = make_stage(event, published=moment != "draft")
    if moment != "no check-in":
        event.pairs.filter(number=4).update(checked_in_at=timezone.now())
    if moment not in ("open", "no check-in"):
        close_check_in(event=event, by=TEST)
    if moment == "begun":
        start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    return stage


@pytest.mark.parametrize(
    ("rule", "moment", "agreed", "outcome"),
    [
        pytest.param("never", "open", LEADER, "done", id="S2, check-in open: the leader's word"),
        pytest.param("never", "open", None, "swap_needs_leader", id="S2, check-in open: not without it"),
        pytest.param("never", "closed", LEADER, "swap_refused", id="S2, check-in closed: never"),
        pytest.param("never", "no check-in", LEADER, "swap_refused", id="S2, tables public: never"),
        pytest.param("never", "begun", LEADER, "swap_refused", id="S2 after the start: never"),
        pytest.param("as_forfeit", "open", LEADER, "done", id="S4, check-in open: the leader's word"),
        pytest.param("as_forfeit", "draft", LEADER, "done", id="S4, closed: no table to lose yet"),
        pytest.param("as_forfeit", "closed", LEADER, "swap_is_forfeit", id="S4, closed: another price"),
        pytest.param("as_forfeit", "closed", FORFEIT, "forfeit", id="S4, closed: a forfeit"),
        pytest.param("as_forfeit", "begun", FORFEIT, "forfeit", id="S4 after the start: a forfeit"),
        pytest.param(CONSENTED, "open", LEADER, "done", id="S1b, check-in open: the leader's word"),
        pytest.param(CONSENTED, "no check-in", LEADER, "swap_needs_consent", id="S1b, tables public"),
        pytest.param(CONSENTED, "closed", CONSENT, "done", id="S1b, closed: consent"),
        pytest.param(CONSENTED, "begun", CONSENT, "swap_refused", id="S1b after the start"),
    ],
)
def test_a_change_of_player_follows_the_events_rule(
    rule: str, moment: str, agreed: SwapNeeds | None, outcome: str
) -> None:
    stage = at(moment, rule)
    pair = stage.event.pairs.get(number=1)
    change: dict[str, Any] = {"pair": pair, "values": values_of(pair, players=("新人甲", "新人乙"))}
    change |= {"swapped": True, "agreed": agreed, "reason": "生病"}

    if outcome in ("done", "forfeit"):
        edit_pair(by=TEST, **change)
        line = stage.event.journal.first()
        assert line is not None
        assert (line.verb, line.codes["ground"]) == ("swap_player", f"swap.{agreed}")
        assert Result.objects.filter(kind="forfeit").count() == (outcome == "forfeit")
    else:
        assert code_of(edit_pair, **change) == outcome
        assert "新人甲" not in Pair.objects.get(pk=pair.pk).names


def test_after_check_in_a_change_needs_a_reason() -> None:
    stage = at("closed", "before_start_with_consent")
    pair = stage.event.pairs.get(number=1)
    change = {"values": values_of(pair, players=("新人甲", "新人乙")), "swapped": True, "agreed": CONSENT}

    assert code_of(edit_pair, pair=pair, **change) == "swap_needs_reason"


def desk_of(stage: Stage) -> Client:
    return director_of(stage.event)


def test_the_page_says_the_rule_asks_and_refuses_what_it_forbids() -> None:
    stage = at("closed", "never")
    desk, pair = desk_of(stage), stage.event.pairs.get(number=3)
    typed = form_of(pair, player1="冯晓川")

    assert "换人：签到已经截止，按本赛事规定，不得换人。" in shown(desk.get(address("entry", 3)))
    asked = desk.post(address("entry", 3), typed)
    assert (asked.status_code, "是更正写法，还是换人" in shown(asked)) == (422, True)
    swapped = desk.post(address("entry", 3), typed | {"change": "swap"})
    assert (swapped.status_code, "现在不得换人" in shown(swapped)) == (422, True)
    assert 'value="冯晓川"' in shown(swapped)

    assert desk.post(address("entry", 3), typed | {"change": "correction"}).status_code == 302
    assert stage.event.pairs.get(number=3).partners[0].name == "冯晓川"


def test_before_check_in_closes_the_leaders_word_is_ticked_and_the_journal_keeps_it() -> None:
    stage = at("open", "never")
    desk, pair = desk_of(stage), stage.event.pairs.get(number=3)
    typed = form_of(pair, player1="冯晓川", change="swap")

    asked = desk.post(address("entry", 3), typed)
    assert "须领队同意" in shown(asked)
    saved = desk.post(address("entry", 3), typed | {"agreed": tick_of(asked, "agreed"), "reason": "出差"})

    assert saved.status_code == 302
    assert "3 号换人（领队同意）：选手姓名（出差）" in shown(desk.get(address("journal")))


def test_the_price_of_a_change_is_the_table_that_becomes_a_forfeit() -> None:
    stage = at("closed", "as_forfeit")
    desk, pair = desk_of(stage), stage.event.pairs.get(number=3)
    typed = form_of(pair, player1="冯晓川", change="swap", reason="生病")

    asked = desk.post(address("entry", 3), typed)
    match = Match.objects.get(Q(ns=pair) | Q(ew=pair), round__number=1)
    assert f"换人的队按弃权处理：第 1 轮第 {match.table} 桌" in shown(asked)
    saved = desk.post(address("entry", 3), typed | {"agreed": tick_of(asked, "agreed")})

    assert saved.status_code == 302
    result = Result.objects.get(kind="forfeit")
    assert (result.match_id, result.side) == (match.pk, match.side_of(pair))


def test_an_agreement_to_the_leaders_word_is_not_one_to_a_forfeit() -> None:
    stage = at("open", "as_forfeit")
    desk, pair = desk_of(stage), stage.event.pairs.get(number=3)
    typed = form_of(pair, player1="冯晓川", change="swap", reason="生病")
    asked = desk.post(address("entry", 3), typed)
    close_check_in(event=Event.objects.get(), by=TEST)

    again = desk.post(address("entry", 3), typed | {"agreed": tick_of(asked, "agreed")})

    assert (again.status_code, "按弃权处理" in shown(again)) == (422, True)
    assert not Result.objects.exists()


def with_substitute(stage: Stage) -> Pair:
    pair = stage.event.pairs.get(number=3)
    Player.objects.create(pair=pair, seat=3, name="曾可", key="曾可", pinyin="zengke", phone="13800000009")
    return stage.event.pairs.get(number=3)


def test_the_substitute_takes_the_seat_of_one_of_the_two() -> None:
    stage = at("open", "never")
    pair = with_substitute(stage)
    first, second = (player.name for player in pair.partners)
    desk = desk_of(stage)
    typed = form_of(pair, substitute="曾可", phone3="13800000009", swap_in="1")

    assert f"曾可上场，换下{first}" in shown(desk.get(address("entry", 3)))
    asked = desk.post(address("entry", 3), typed)
    assert "更正写法，还是同一个人" not in shown(asked)
    saved = desk.post(address("entry", 3), typed | {"agreed": tick_of(asked, "agreed")})

    assert saved.status_code == 302
    people = {player.seat: (player.name, player.phone) for player in pair.players.order_by("seat")}
    assert people == {1: ("曾可", "13800000009"), 2: (second, ""), 3: (first, "")}


def test_the_substitute_is_held_to_the_rule_and_to_one_change_at_a_time() -> None:
    stage = at("begun", "never")
    pair = with_substitute(stage)
    desk = desk_of(stage)
    typed = form_of(pair, substitute="曾可", phone3="13800000009", swap_in="2")

    assert "现在不得换人" in shown(desk.post(address("entry", 3), typed))
    assert "替补上场时不要同时改姓名" in shown(desk.post(address("entry", 3), typed | {"player1": "冯晓川"}))
    assert "换下" not in shown(desk.get(address("entry", 2)))
    assert pair.players.get(seat=3).name == "曾可"


def test_an_undrawn_pair_is_changed_without_questions_until_check_in_closes() -> None:
    event = make_event(pairs=2, slug="qiu")
    desk, pair = director_of(event), event.pairs.get(number=2)

    assert desk.post(address("entry", 2), form_of(pair, player1="冯晓川")).status_code == 302
    close_check_in(event=Event.objects.get(), by=TEST)
    pair = event.pairs.get(number=2)
    asked = desk.post(address("entry", 2), form_of(pair, submission="e2", player1="冯小川"))
    assert "是更正写法，还是换人" in shown(asked)
