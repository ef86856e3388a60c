"""Field cases F25, F31, F33, F36, F37, F39 as the desk sees them while phones and other desks write."""

from __future__ import annotations

import pytest

from scoring.rules import Side
from tests.tournament.entering.desk import Desk, read
from tests.tournament.entering.test_calls import listed
from tests.tournament.entering.test_news import ask, mark_of
from tests.tournament.entering.test_phases import dispute, links, row
from tests.tournament.factories import TEST, make_stage, passed, play_round
from tests.tournament.tables.phones import hall, link_of, match_at, referee
from tournament.actions.enter_result import enter_result
from tournament.actions.run_round import close_round
from tournament.actions.swap_sides import swap_sides
from tournament.models import Claim, TableEntry

pytestmark = pytest.mark.django_db


def test_f25_a_phone_was_first_and_the_desk_sees_both_before_it_overwrites() -> None:
    stage = hall(TableEntry.REFEREE)
    desk, phone = Desk(stage), referee(link_of(stage, 3))
    desk.look(table="3")
    assert phone.levels("7", "A3").status_code == 302

    told = desk.slip(3, "J", "6")
    assert told.status_code == 409
    assert "第 3 桌已有不同的成绩，还没有保存您的" in read(told)
    assert "7 : 过A" in read(told)
    assert "J : 6" in read(told)
    assert desk.match(3).results.count() == 1
    desk.slip(3, "J", "6", overwrite="1")
    assert desk.match(3).results.count() == 2
    assert row(desk, 3).endswith("已录（改过）")


def test_a_first_result_after_the_sides_were_changed_is_no_correction() -> None:
    """The match has a version more, and nothing was entered before."""
    desk = Desk(make_stage(pairs=8))
    swap_sides(match=desk.match(3), by=TEST)
    enter_result(match=desk.match(3), sheet=passed(Side.NS, loser_level=9), by=TEST)
    assert row(desk, 3).endswith("已录")


def test_f25_the_desk_was_first_and_equal_values_from_the_phone_are_accepted_once() -> None:
    stage = hall(TableEntry.REFEREE)
    desk, phone = Desk(stage), referee(link_of(stage, 3))
    desk.slip(3, "7", "A3")
    assert phone.levels("7", "A3").status_code in (200, 302)
    assert desk.match(3).results.count() == 1


def test_f31_what_did_not_arrive_stays_on_the_list_of_what_is_missing() -> None:
    desk = Desk(hall(TableEntry.READ_ONLY))
    desk.slip(1, "A3", "9", submission="again")
    for _ in range(2):  # the answer was lost, it is sent once more
        assert "已登记第 1 桌" in read(desk.slip(1, "A3", "9", submission="again"))
    assert desk.match(1).results.count() == 1
    assert [line.split()[0] for line in listed(desk)] == ["2", "3", "4"]


def test_f33_a_dispute_that_two_people_settle_at_once_is_settled_once() -> None:
    stage = hall(TableEntry.PAIRS)
    dispute(stage, 2, ("K", "10"), ("Q", "10"))
    claim = Claim.objects.get().pk
    first, second = Desk(stage), Desk(stage, username="second")
    sent = {"based_on": "0", "claim": claim}
    for desk, side in ((first, "ns"), (second, "ew")):
        desk.client.post(
            desk.address("match-act", 2, "settle"), {"submission": desk.username, "side": side, **sent}
        )
    result = first.result(2)
    assert result is not None
    assert (result.version, result.ns_level) == (1, 13)


def test_f36_a_correction_after_closing_is_news_for_every_desk() -> None:
    stage = make_stage()
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    desk = Desk(stage)
    held = mark_of(desk)
    enter_result(match=match_at(stage, 1), sheet=passed(Side.EW, loser_level=4), by=TEST, reason="看错了行")
    answer = ask(desk, held)
    assert answer.status_code == 200
    assert "已录（改过）" in read(answer)


def test_f37_a_cleared_table_is_open_again_and_swapped_sides_keep_their_levels() -> None:
    desk = Desk(hall(TableEntry.READ_ONLY))
    for table in (1, 2):
        desk.slip(table, "A3", "9")
    before = desk.match(2)
    desk.client.post(desk.address("match-act", 2, "swap"), {"submission": "w", "based_on": "1"})
    desk.client.post(desk.address("match-act", 1, "clear"), {"submission": "c", "based_on": "1"})
    assert links(desk) == ["[全部 4]", "未录 3", "已录 1"]
    assert row(desk, 1).endswith("比赛中")
    assert [line.split()[0] for line in listed(desk)] == ["1", "3", "4"]
    assert desk.match(2).ns_id == before.ew_id
    assert " 9 " in row(desk, 2).split("过A")[0]  # the pair that passed A is 东西 now


def test_f39_a_forfeit_that_is_undone_gives_the_table_its_state_back() -> None:
    desk = Desk(hall(TableEntry.READ_ONLY))
    address = desk.address("match-act", 2, "walkover")
    desk.client.post(address, {"submission": "f", "based_on": "0", "kind": "forfeit-ns"})
    assert row(desk, 2).endswith("南北弃权")
    assert links(desk) == ["[全部 4]", "未录 3", "已录 1"]
    desk.client.post(desk.address("match-act", 2, "undo"), {"submission": "u", "based_on": "1"})
    assert row(desk, 2).endswith("比赛中")
    assert links(desk) == ["[全部 4]", "未录 4"]
