"""A referee at the table: final levels, who was first, corrections, forfeits, deals, matches of three."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tests.tournament.tables.phones import PIN, Phone, hall, link_of, match_at, referee
from tournament.actions.run_round import start_round
from tournament.actions.table_links import make_links
from tournament.models import Result, Running, TableEntry

pytestmark = pytest.mark.django_db


def results(stage) -> list[Result]:
    return list(Result.objects.filter(match__round__group__stage=stage))


def test_a_referee_enters_final_levels_under_the_name_he_gave() -> None:
    stage = hall()
    phone = referee(link_of(stage), "李裁判")

    answer = phone.levels("A+", "9", passed_gain="3")

    assert answer.status_code == 302
    (result,) = results(stage)
    assert (result.ns_level, result.ew_level, result.passed_a, result.passed_gain) == (14, 9, "ns", 3)
    assert (result.actor_name, result.source) == ("李裁判", "table")
    html = phone.client.get(answer["Location"]).content.decode()
    assert "已保存" in html
    assert "过A" in html


@pytest.mark.parametrize(
    ("ns", "ew", "said"),
    [
        pytest.param("k", "９", "", id="F27: k in any case, full width"),
        pytest.param("A+", "A+", "过A", id="both past A"),
        pytest.param("1", "9", "2", id="level 1"),
        pytest.param("15", "9", "2", id="level 15"),
        pytest.param("十", "9", "十", id="a Chinese ten"),
        pytest.param("", "9", "级数", id="blank"),
        pytest.param("<b>", "9", "看不懂", id="markup"),
        pytest.param("\x00", "9", "", id="a NUL"),
    ],
)
def test_f27_impossible_levels_are_refused_and_kept(ns: str, ew: str, said: str) -> None:
    stage = hall()
    phone = referee(link_of(stage))

    answer = phone.levels(ns, ew)

    is_good = ns == "k"
    assert answer.status_code == (302 if is_good else 422)
    assert len(results(stage)) == int(is_good)
    if not is_good:
        html = answer.content.decode()
        assert said in html
        assert 'value="9" checked' in html or ew != "9"


def test_what_the_rules_need_to_know_is_asked_and_then_saved() -> None:
    stage = hall()
    phone = referee(link_of(stage))

    asked = phone.levels("A+", "9")

    assert asked.status_code == 422
    assert "过A时升了几级" in asked.content.decode()
    assert 'name="passed_gain"' in asked.content.decode()
    assert phone.levels("A+", "9", passed_gain="2").status_code == 302


def test_the_look_says_what_saving_will_come_to_and_stores_nothing() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    html = phone.client.get(phone.address + "look/", {"ns_level": "K", "ew_level": "9"}).content.decode()

    assert "南北胜" in html
    assert "级差 +4" in html
    assert results(stage) == []


def test_levels_at_time_with_minutes_left_are_meant_twice() -> None:
    stage = hall(started=False)
    start_round(stage=stage, number=1, at=timezone.now() - timedelta(minutes=37), by=TEST)
    phone = referee(link_of(stage))
    ask = "计时还剩 23 分钟，本桌确实已按时间到结束"
    look = phone.client.get(phone.address + "look/", {"ns_level": "K", "ew_level": "10"})
    assert ask in look.content.decode()
    refused = phone.levels("K", "10")
    assert (refused.status_code, ask in refused.content.decode()) == (422, True)
    assert results(stage) == []
    assert phone.levels("K", "10", early="1").status_code == 302
    phone.look()
    assert phone.levels("Q", "10").status_code == 302  # corrected: that it was the time is said already
    other = referee(link_of(stage, 2))
    assert other.levels("A3", "9").status_code == 302  # past A, nobody asks for the clock
    assert sorted(one.ended for one in results(stage)) == ["passed_a", "time", "time"]


def test_f25_the_second_referee_sees_both_values_and_overwrites_only_on_purpose() -> None:
    stage = hall()
    first, second = referee(link_of(stage), "甲裁判"), referee(link_of(stage), "乙裁判")
    first.levels("7", "A+", passed_gain="3")

    answer = second.levels("J", "6")

    assert answer.status_code == 409
    html = " ".join(answer.content.decode().split())
    assert "已由甲裁判于" in html
    assert "7 : 过A" in html
    assert "J : 6" in html
    assert len(results(stage)) == 1
    # Pressing again from the old page changes nothing either; the button that says so does.
    assert second.levels("J", "6").status_code == 409
    done = second.levels("J", "6", overwrite=answer.context["conflict"]["version"], based_on="")
    assert done.status_code == 302
    assert [one.actor_name for one in results(stage)] == ["甲裁判", "乙裁判"]


def test_f25_the_same_values_are_accepted_quietly_once() -> None:
    stage = hall()
    first, second = referee(link_of(stage), "甲裁判"), referee(link_of(stage), "乙裁判")
    first.levels("7", "A+", passed_gain="3")

    assert second.levels("7", "A+", passed_gain="3").status_code == 302
    assert len(results(stage)) == 1


def test_f31_a_form_sent_again_after_a_lost_answer_is_answered_as_saved() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    answers = [phone.levels("A+", "9", passed_gain="3", key="same") for _time in range(3)]

    assert {answer["Location"] for answer in answers} == {answers[0]["Location"]}
    assert "已保存" in phone.look("?" + answers[0]["Location"].partition("?")[2])
    assert len(results(stage)) == 1
    assert stage.event.journal.filter(verb="enter_result").count() == 1


def test_a_mistake_after_anothers_entry_does_not_turn_into_an_overwrite() -> None:
    stage = hall()
    phone = referee(link_of(stage), "甲裁判")
    referee(link_of(stage), "乙裁判").levels("7", "A+", passed_gain="3")

    wrong = phone.levels("J", "")
    again = phone.levels("J", "6", based_on=wrong.context["form"]["based_on"].value())

    assert wrong.status_code == 422
    assert again.status_code == 409
    assert len(results(stage)) == 1


def test_a_referee_corrects_what_stands() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    phone.levels("A+", "9", passed_gain="3")
    html = phone.look()

    assert "更正成绩" in html
    assert phone.levels("A+", "10", passed_gain="3").status_code == 302
    assert [one.ew_level for one in results(stage)] == [9, 10]


@pytest.mark.parametrize(
    ("step", "levels"),
    [
        pytest.param("undo", None, id="undo"),
        pytest.param("clear", None, id="F37: clear"),
        pytest.param("swap", (9, 14), id="F37: swap, the levels go with the pairs"),
    ],
)
def test_f37_small_steps_stand_alone(step: str, levels) -> None:
    stage = hall()
    phone = referee(link_of(stage))
    phone.levels("A+", "9", passed_gain="3")
    phone.look()

    answers = [phone.send(step, key=f"same-{step}") for _time in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    current = match_at(stage).results.get(is_current=True)
    assert (current.ns_level, current.ew_level) == (levels or (None, None))
    assert current.version == 2


def test_a_forfeit_is_a_referees() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    assert Phone(link_of(stage)).send("walkover", kind="forfeit-ns").status_code == 403
    assert phone.send("walkover").status_code == 422
    assert phone.send("walkover", kind="forfeit-ns").status_code == 302
    (result,) = results(stage)
    assert (result.kind, result.side, result.actor_name) == ("forfeit", "ns", "王裁判")


@pytest.mark.parametrize("step", ["settle", "walkover", "undo", "clear", "swap"])
def test_what_is_a_referees_nobody_else_does(step: str) -> None:
    stage = hall(TableEntry.PAIRS)
    play_round(stage, 1)
    before = Result.objects.count()
    answer = Phone(link_of(stage)).send(step, kind="forfeit-ns")

    assert answer.status_code == 403
    assert Result.objects.count() == before


def test_final_levels_that_the_deals_do_not_give_are_refused_with_both_figures() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    Running.objects.create(match=match_at(stage), deals=[["ns", 2], ["ew", 3]], at=timezone.now())

    answer = phone.levels("9", "4")

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "逐副记录是 5 : 4（2 副，东西台上），与要登记的 9 : 4 不同" in html
    assert phone.levels("5", "4").status_code == 302
    (result,) = results(stage)
    assert result.deals == [["ns", 2], ["ew", 3]]


def test_a_match_of_three_is_entered_game_by_game() -> None:
    event = make_event(pairs=4, rulebook="devzone-26", table_entry=TableEntry.REFEREE, table_pin=PIN)
    stage = make_stage(event, pairing={"method": "rotation", "rounds": 1, "best_of": 3})
    make_links(event=event, by=TEST)
    phone = referee(link_of(stage))
    for ns, ew in (("K", "9"), ("8", "J")):
        assert phone.levels(ns, ew).status_code == 302
        assert "三局两胜" in phone.look()
    assert phone.levels("Q", "9").status_code == 302
    current = match_at(stage).results.get(is_current=True)
    assert (current.kind, current.winner, len(current.games)) == ("series", "ns", 3)
    assert 'name="ns_level"' not in phone.look()
