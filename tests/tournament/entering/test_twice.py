"""Two people at one table, slips sent twice, undo, forfeits."""

from __future__ import annotations

from html import unescape

import pytest

from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import make_stage
from tournament.models import Entry, Result, Stage
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def test_f25_the_second_of_two_referees_sees_both_values_and_chooses(desk: Desk, stage: Stage) -> None:
    other = Desk(stage, username="second")
    desk.slip(2, "7", "A3", shown="2", based_on="0")
    told = other.slip(2, "J", "6", shown="2", based_on="0")

    assert told.status_code == 409
    text = read(told)
    assert "第 2 桌已有不同的成绩" in text
    assert "7 : 过A" in text
    assert "李负责" in text
    assert "J : 6" in text
    assert [row.passed_a for row in desk.match(2).results.all()] == ["ew"]

    overwritten = other.slip(2, "J", "6", overwrite="1")
    assert overwritten.status_code == 200
    assert [row.version for row in desk.match(2).results.all()] == [1, 2]
    assert Entry.objects.filter(verb="correct_result").count() == 1


def test_f25_overwriting_what_has_changed_again_asks_again(desk: Desk, stage: Stage) -> None:
    other = Desk(stage, username="second")
    desk.slip(2, "7", "A3")
    other.slip(2, "J", "6")
    desk.slip(2, "8", "A3", overwrite="1")
    again = other.slip(2, "J", "6", overwrite="1")
    assert again.status_code == 409
    assert "8 : 过A" in read(again)


def test_f25_the_same_value_is_accepted_quietly_once(desk: Desk, stage: Stage) -> None:
    other = Desk(stage, username="second")
    assert desk.slip(2, "7", "A3").status_code == 200
    assert other.slip(2, "7", "Ａ＋３").status_code == 200
    assert Result.objects.count() == 1


def test_an_existing_result_is_never_replaced_by_a_mistyped_table_number(desk: Desk) -> None:
    desk.slip(1, "7", "A3")
    told = desk.slip(1, "9", "4", shown="1", based_on="1")
    assert told.status_code == 409
    assert desk.result(1).ew_level == 14


def test_sides_swapped_meanwhile_are_said_before_levels_go_to_the_wrong_pair(desk: Desk) -> None:
    address = desk.address("match-act", 2, "swap")
    desk.client.post(address, {"submission": "swap", "based_on": "0"})
    told = desk.slip(2, "A3", "7", shown="2", based_on="0")
    assert told.status_code == 409
    assert "别人已经改过" in read(told)
    assert desk.result(2) is None
    assert desk.slip(2, "A3", "7", shown="2", based_on="1").status_code == 200


def test_f31_f33_sent_three_times_is_one_row_of_history(desk: Desk) -> None:
    answers = [desk.slip(3, "A3", "9", submission="once") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert "已登记第 3 桌" in read(answers[2])
    assert Result.objects.count() == 1
    assert Entry.objects.filter(verb="enter_result").count() == 1


def test_f31_after_a_lost_answer_the_next_slip_is_not_taken_for_the_last(desk: Desk) -> None:
    desk.slip(3, "A3", "9", submission="lost")
    response = desk.slip(4, "8", "5", submission="lost")
    assert response.status_code == 200
    assert "已登记第 4 桌" in read(response)
    assert desk.result(4).ns_level == 8
    told = desk.slip(3, "A3", "8", submission="lost")
    assert told.status_code == 409
    assert desk.result(3).ew_level == 9


# -- undo, forfeits --


def test_undo_stands_right_after_saving_and_takes_it_back(desk: Desk) -> None:
    html = desk.slip(3, "A3", "9").content.decode()
    address = desk.address("match-act", 3, "undo")
    assert f'action="{address}"' in html
    back = desk.client.post(address, {"submission": "u", "based_on": "1"}, follow=True)
    assert "已撤销，第 3 桌现在是：没有成绩" in read(back)
    assert desk.result(3).kind == "cleared"
    assert "未录 4" in read(back)


def test_f39_a_forfeit_is_asked_first_undone_and_restores_the_former_levels(desk: Desk) -> None:
    page = desk.slip(2, "", "").content.decode()
    match = desk.match(2)
    assert f"第 2 桌南北 {match.ns.names} 弃权？" in unescape(page)
    desk.slip(2, "A3", "5")
    before = {row.pair: row.points for row in stage_standings(desk.stage).overall}

    walkover = desk.address("match-act", 2, "walkover")
    done = desk.client.post(walkover, {"submission": "f", "based_on": "1", "kind": "forfeit-ns"}, follow=True)
    assert "已登记第 2 桌：南北弃权" in read(done)
    assert desk.result(2).kind == "forfeit"
    undo = desk.client.post(desk.address("match-act", 2, "undo"), {"submission": "u", "based_on": "2"})
    assert undo.status_code == 302
    assert (desk.result(2).ns_level, desk.result(2).ew_level) == (14, 5)
    assert {row.pair: row.points for row in stage_standings(desk.stage).overall} == before


@pytest.mark.parametrize(
    ("kind", "words", "points"),
    [
        pytest.param("forfeit-ns", "南北弃权", "0 : 100", id="南北弃权"),
        pytest.param("forfeit-ew", "东西弃权", "100 : 0", id="东西弃权"),
        pytest.param("forfeit-both", "双方弃权", "0 : 0", id="双方弃权"),
        pytest.param("award-ew", "东西判负", "100 : 0", id="东西判负, as a forfeit"),
    ],
)
def test_f39_every_walkover_stands_in_the_list_with_its_points(
    desk: Desk, kind: str, words: str, points: str
) -> None:
    address = desk.address("match-act", 1, "walkover")
    desk.client.post(address, {"submission": "w", "based_on": "0", "kind": kind})
    page = desk.page()
    assert words in page
    assert points in page
    assert "未录 3" in page


def test_f39_a_forfeit_counts_between_the_two_and_the_round_can_close(desk: Desk) -> None:
    for table in (1, 2, 3):
        desk.slip(table, "A3", "5")
    address = desk.address("match-act", 4, "walkover")
    desk.client.post(address, {"submission": "w", "based_on": "0", "kind": "forfeit-ew"})
    closed = desk.client.post(desk.address("round-act", "close"), {"submission": "c"}, follow=True)
    assert "第 1 轮已结束" in read(closed)


def test_byes_stand_below_the_tables_with_what_they_are_worth() -> None:
    desk = Desk(make_stage(pairs=3, group_size=3))
    page = desk.page()
    assert "轮空" in page
    assert page.rindex("轮空") > page.rindex("未录")
    assert "全部 1" in page
