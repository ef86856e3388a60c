"""Both pairs enter: one says it, the other agrees from another phone; a referee settles what differs."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, passed, play_round
from tests.tournament.tables.phones import PIN, Phone, hall, link_of, match_at, pair, referee
from tournament import wording
from tournament.actions.enter_result import enter_result
from tournament.actions.replace_pair import replace_by_reserve
from tournament.actions.run_round import close_round, start_round
from tournament.actions.swap_sides import swap_sides
from tournament.actions.table_links import make_links
from tournament.models import Claim, ClaimState, Result, Running, TableEntry
from tournament.queries.claims import open_claims

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    return hall(TableEntry.PAIRS)


def two(stage) -> tuple[Phone, Phone]:
    return pair(link_of(stage), "ns"), pair(link_of(stage), "ew")


def test_what_one_pair_enters_counts_when_the_other_agrees(stage) -> None:
    ns, ew = two(stage)
    match = match_at(stage)

    ns.levels("A+", "9", passed_gain="3")

    assert not Result.objects.exists()
    assert "请对方用自己的手机" in ns.look()
    html = ew.look()
    assert f"{match.ns.number} 号已填报" in html
    assert "过A\xa0:\xa09" in html
    assert ew.send("accept").status_code == 302
    (result,) = Result.objects.all()
    assert result.actor_name == f"{match.ns.number} 号填报，{match.ew.number} 号确认"
    assert (result.source, result.ns_level, result.ew_level) == ("table", 14, 9)
    assert Claim.objects.get().state == ClaimState.ACCEPTED
    assert wording.of_actor(result) == result.actor_name


def test_a_phone_says_its_side_first(stage) -> None:
    answer = Phone(link_of(stage)).levels("A+", "9")
    assert answer.status_code == 403
    assert "请先选您是南北还是东西" in answer.content.decode()
    assert not Claim.objects.exists()


def test_nobody_agrees_with_himself(stage) -> None:
    ns, _ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ns.look()
    assert "这是您这一方填报的" in ns.send("accept").content.decode()
    ns.send("seat", side="ew")
    ns.look()

    answer = ns.send("accept")

    assert answer.status_code == 409
    assert "不能用同一部手机" in answer.content.decode()
    assert not Result.objects.exists()


def test_both_entering_the_same_is_an_agreement(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    assert ew.levels("A+", "9", passed_gain="3").status_code == 302
    assert Result.objects.get().ew_level == 9


def test_f25_the_second_pair_sees_both_figures_before_it_disagrees(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")

    answer = ew.levels("K", "9")

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "对方已先填报" in html
    assert "过A\xa0:\xa09" in html
    assert "K\xa0:\xa09" in html
    assert Claim.objects.get().state == ClaimState.WAITING
    assert not Result.objects.exists()


def test_a_dispute_shows_both_figures_to_everybody_and_a_referee_settles_it(stage) -> None:
    ns, ew = two(stage)
    match = match_at(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    assert ew.send("dispute", ns_level="K", ew_level="9", note="第 6 副记错").status_code == 302

    for phone in (ns, ew, Phone(link_of(stage))):
        html = phone.look()
        assert "双方填报不一致" in html
        assert "过A\xa0:\xa09" in html
        assert "K\xa0:\xa09" in html
        assert "第 6 副记错" in html
    assert open_claims([match.round])[match.pk].state == ClaimState.DISPUTED

    judge = referee(link_of(stage), "李裁判")
    assert judge.send("settle", key="once", side="ew").status_code == 302
    assert judge.send("settle", key="once", side="ew").status_code == 302  # the answer was lost
    result = Result.objects.get()
    assert (result.ns_level, result.ew_level, result.actor_name) == (13, 9, "李裁判")
    assert Claim.objects.get().state == ClaimState.SETTLED
    assert open_claims([match.round]) == {}


def test_a_referee_may_settle_with_figures_of_his_own(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    ew.send("dispute")
    assert referee(link_of(stage)).levels("Q", "9").status_code == 302
    assert Result.objects.get().ns_level == 12
    assert Claim.objects.get().state == ClaimState.SETTLED


def test_after_a_dispute_the_two_may_still_agree(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    ew.send("dispute", ns_level="K", ew_level="9")
    ns.look()
    assert ns.send("accept").status_code == 302
    result, match = Result.objects.get(), match_at(stage)
    assert result.ns_level == 13
    assert result.actor_name == f"{match.ew.number} 号填报，{match.ns.number} 号确认"


def test_a_dispute_with_the_same_figures_is_an_agreement(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    ew.send("dispute", ns_level="A+", ew_level="9", passed_gain="3")
    assert Claim.objects.get().state == ClaimState.ACCEPTED


def test_a_pair_takes_back_what_it_entered_or_enters_it_anew(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    assert "只有填报的一方能收回" in ew.send("withdraw").content.decode()
    ns.look()
    assert ns.send("withdraw").status_code == 302
    ns.levels("A+", "10", passed_gain="3")
    ns.levels("A+", "J", passed_gain="3")
    assert [one.state for one in Claim.objects.all()] == ["withdrawn", "withdrawn", "waiting"]
    stale = ew.send("accept")
    assert stale.status_code == 409
    assert "刚才已有变化" in stale.content.decode()
    assert not Result.objects.exists()


def test_f33_two_presses_make_one_claim_and_one_result(stage) -> None:
    ns, ew = two(stage)
    for _time in range(2):
        assert ns.levels("A+", "9", passed_gain="3", key="claim").status_code == 302
    ew.look()
    for _time in range(2):
        assert ew.send("accept", key="accept").status_code == 302
    assert Claim.objects.count() == 1
    assert Result.objects.count() == 1
    assert stage.event.journal.filter(verb="enter_result").count() == 1


def test_the_desk_is_quicker_and_the_claim_is_over(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    enter_result(match=match_at(stage), sheet=passed(Side.EW), by=TEST)

    answer = ew.send("accept")

    assert answer.status_code == 409
    assert "这一桌已有成绩" in answer.content.decode()
    assert Claim.objects.get().state == ClaimState.SETTLED
    assert Result.objects.count() == 1
    assert ns.levels("A+", "9", passed_gain="3").status_code == 409


def test_a_pair_changes_no_result(stage) -> None:
    ns, ew = two(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    ew.send("accept")
    html = ns.look()
    assert "请找裁判员" in html
    assert 'name="ns_level"' not in html
    assert ns.levels("A+", "2", passed_gain="3").status_code == 409
    assert Result.objects.count() == 1


def test_a_claim_and_the_deals_follow_pairs_that_change_sides(stage) -> None:
    ns, ew = two(stage)
    match = match_at(stage)
    Running.objects.create(match=match, deals=[["ns", 2], ["ew", 4]], at=timezone.now(), version=3)
    ns.levels("5", "3")
    claim = Claim.objects.get()
    before = match.ns

    swap_sides(match=match, by=TEST)

    claim.refresh_from_db()
    running = Running.objects.get()
    assert (claim.side, claim.record["ns_level"], claim.record["ew_level"]) == ("ew", "3", "5")
    assert (running.deals, running.version) == ([["ew", 2], ["ns", 4]], 4)
    assert "您这一方" in ns.look()
    assert ns.client.get(ns.address).context["phone"].seat == "ew"  # the same pair, at its new side
    ew.look()
    assert ew.send("accept").status_code == 302
    result = Result.objects.get()
    assert result.match.ew == before
    assert (result.ns_level, result.ew_level) == (3, 5)


def test_the_seat_is_asked_anew_in_the_next_round(stage) -> None:
    ns, _ew = two(stage)
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST)
    assert "您是哪一方" in ns.look()


def test_games_of_a_series_are_agreed_on_one_by_one() -> None:
    event = make_event(pairs=4, rulebook="devzone-26", table_entry=TableEntry.PAIRS, table_pin=PIN)
    stage = make_stage(event, pairing={"method": "rotation", "rounds": 1, "best_of": 3})
    make_links(event=event, by=TEST)
    ns, ew = two(stage)
    for levels in (("K", "9"), ("Q", "9")):
        ns.look()
        ns.levels(*levels)
        ew.look()
        assert ew.send("accept").status_code == 302
    current = match_at(stage).results.get(is_current=True)
    assert (current.kind, current.winner, len(current.games)) == ("series", "ns", 2)


@pytest.mark.parametrize("tables", [1, 4])
def test_open_claims_are_read_in_one_query(stage, tables: int, django_assert_num_queries) -> None:
    for table in range(1, tables + 1):
        pair(link_of(stage, table), "ns").levels("A+", "9", passed_gain="3")
    rounds = [match_at(stage, table).round for table in range(1, 5)]
    with django_assert_num_queries(1):
        found = open_claims(rounds)
        assert [one.match.table for one in found.values()] == list(range(1, tables + 1))
    assert list(found) == [one.match_id for one in found.values()]


def test_the_journal_tells_what_the_pairs_did_by_their_numbers(stage) -> None:
    ns, ew = two(stage)
    match = match_at(stage)
    ns.levels("A+", "9", passed_gain="3")
    ew.look()
    ew.send("dispute")
    said = [wording.of_entry(entry) for entry in stage.event.journal.all()[:2]]
    assert f"{match.ew.number} 号不同意对方的填报" in said[0]
    assert f"{match.ns.number} 号填报，待对方确认" in said[1]
    assert {entry.source for entry in stage.event.journal.all()[:2]} == {"table"}


def test_a_remark_that_is_too_long_is_refused_and_kept(stage) -> None:
    ns, ew = pair(link_of(stage), "ns"), pair(link_of(stage), "ew")
    ns.levels("K", "9")
    ew.look()
    answer = ew.send("dispute", note="第六副报牌不清" * 40)
    assert answer.status_code == 422
    assert "第六副报牌不清" in answer.content.decode()
    assert Claim.objects.get().state == "waiting"


def test_what_a_pair_entered_is_not_said_of_the_pair_that_takes_its_place(stage) -> None:
    """The reserve has played nothing yet: its opponent must not be able to accept figures in its name."""
    ns, ew = pair(link_of(stage), "ns"), pair(link_of(stage), "ew")
    ns.levels("K", "9")
    ew.look()
    reserve = make_pair(stage.event, 99, status="reserve")
    replace_by_reserve(pair=match_at(stage).ns, reserve=reserve, by=TEST)

    answer = ew.send("accept")
    assert answer.status_code == 409
    assert Claim.objects.get().state == "withdrawn"
    assert not Result.objects.exists()
    assert "99 号已填报" not in ew.look()
