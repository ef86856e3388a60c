"""A referee at the table: the PIN, final levels, who was first, old pages, forfeits, switched-off codes."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_stage, play_round, publish_all
from tests.tournament.tables.phones import PIN, Phone, event_of, hall, link_of, match_at, referee
from tournament.actions.change_pairing import change_pairing
from tournament.actions.edit_table_entry import edit_table_entry
from tournament.actions.renumber_tables import renumber_tables
from tournament.actions.run_round import close_round, start_round
from tournament.actions.table_links import make_links, renew_links, switch_links
from tournament.models import Claim, Entry, Result, Running, Submission, TableEntry

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


# -- the PIN --


def test_nobody_enters_without_the_pin_and_nothing_typed_is_lost() -> None:
    stage = hall()
    answer = Phone(link_of(stage)).levels("A+", "9")

    assert answer.status_code == 403
    html = answer.content.decode()
    assert "请先输入裁判员口令" in html
    assert "A+ : 9" in html
    assert results(stage) == []


@pytest.mark.parametrize("typed", ["１３５７９０", "135 790", " 135790 "])
def test_f61_the_pin_is_read_in_any_width(typed: str) -> None:
    assert Phone(link_of(hall())).send("pin", pin=typed, name="王裁判").status_code == 302


def test_a_wrong_pin_is_refused_in_words_and_ten_of_them_have_to_wait() -> None:
    stage = hall()
    phone = Phone(link_of(stage))
    for _time in range(10):
        answer = phone.send("pin", pin="000000", name="某人")
        assert answer.status_code == 422
        assert "口令不对" in answer.content.decode()

    late = phone.send("pin", pin=PIN, name="某人")

    assert late.status_code == 429
    assert "10 分钟后再试" in late.content.decode()
    other = phone.client.post(
        reverse("table-act", args=[link_of(stage).token, "pin"]),
        {"submission": "k", "pin": PIN, "name": "王裁判"},
        REMOTE_ADDR="192.168.1.77",
    )
    assert other.status_code == 302  # another phone of the hall is not locked out


def test_a_changed_pin_ends_what_the_old_one_opened() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    event = event_of(stage)
    edit_table_entry(
        event=event, table_entry="referee", table_pin="2468", lan_address="", public_address="", by=TEST
    )

    assert phone.levels("A+", "9", passed_gain="3").status_code == 403
    assert results(stage) == []


def test_the_pin_of_one_event_opens_no_other() -> None:
    phone, other = referee(link_of(hall())), hall()
    there = Phone(link_of(other))
    there.client = phone.client

    assert there.levels("A+", "9", passed_gain="3").status_code == 403


def test_a_forged_cookie_is_nobody() -> None:
    stage = hall()
    phone = Phone(link_of(stage))
    phone.client.cookies[f"guansai_referee_{stage.event.pk}"] = "eyJuYW1lIjoiUyJ9:1vXXXX:forged"

    assert phone.levels("A+", "9", passed_gain="3").status_code == 403


def test_a_referee_hands_the_phone_on() -> None:
    phone = referee(link_of(hall()))
    phone.send("leave")
    assert "裁判员入口" in phone.look()


@pytest.mark.parametrize("name", ["", " \u200b ", "王" * 21])
def test_the_name_is_needed_and_short(name: str) -> None:
    answer = Phone(link_of(hall())).send("pin", pin=PIN, name=name)
    assert answer.status_code == 422
    assert "姓名" in answer.content.decode()


def test_f72_a_name_with_markup_is_text() -> None:
    stage = hall()
    phone = referee(link_of(stage), "<script>x</script>")
    phone.levels("A+", "9", passed_gain="3")
    assert "<script>x" not in phone.look()
    assert "&lt;script&gt;x" in phone.look()


def test_the_token_and_the_pin_stand_in_no_journal() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    phone.levels("A+", "9", passed_gain="3")
    edit_table_entry(
        event=event_of(stage),
        table_entry="pairs",
        table_pin="97531",
        lan_address="",
        public_address="",
        by=TEST,
    )
    written = repr(list(Entry.objects.values())) + repr(list(Submission.objects.values()))

    assert all(link.token not in written for link in stage.event.table_links.all())
    assert PIN not in written
    assert "97531" not in written


# -- two people, lost answers --


def test_f25_the_second_referee_sees_both_values_and_overwrites_only_on_purpose() -> None:
    stage = hall()
    first, second = referee(link_of(stage), "甲裁判"), referee(link_of(stage), "乙裁判")
    first.levels("7", "A+", passed_gain="3")

    answer = second.levels("J", "6")

    assert answer.status_code == 409
    html = answer.content.decode()
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


# -- pages that are old, codes that are off or new --


def test_an_old_page_of_the_round_before_is_refused_with_both_rounds() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST)
    before = Result.objects.count()

    answer = phone.levels("A+", "J", passed_gain="3")

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "您填的是预赛第 1 轮的成绩" in html
    assert "现在是预赛" in html
    assert "第 2 轮" in html
    assert "A+ : J" in html
    assert Result.objects.count() == before


def test_an_old_page_after_the_last_round_is_refused() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    play_round(stage, 1)
    for number in (1, 2, 3):
        play_round(stage, number)
        close_round(stage=stage, number=number, by=TEST)
    before = Result.objects.count()

    answer = phone.levels("A+", "J", passed_gain="3")

    assert answer.status_code == 409
    assert "没有保存" in answer.content.decode()
    assert Result.objects.count() == before


def test_a_table_that_was_seated_anew_refuses_the_old_card() -> None:
    stage = hall(started=False)
    phone = referee(link_of(stage))
    change_pairing(stage=stage, number=1, what="turn", first=1, reason="换边", by=TEST)

    answer = phone.levels("A+", "9", passed_gain="3")

    assert answer.status_code == 409
    assert "重新编排" in answer.content.decode()
    assert results(stage) == []


def test_tables_given_anew_take_the_code_of_their_new_number() -> None:
    stage = make_stage(make_event(pairs=8, table_entry=TableEntry.REFEREE, table_pin=PIN), published=False)
    stage.event.areas = [{"name": "大厅", "tables": [11, 14]}]
    stage.event.save(update_fields=["areas"])
    renumber_tables(stage=stage, by=TEST)
    publish_all(stage)
    make_links(event=stage.event, by=TEST)
    phone = referee(link_of(stage, 11))

    assert phone.levels("K", "9").status_code == 302
    (result,) = results(stage)
    assert result.match.table == 11


def test_a_code_that_is_switched_off_while_the_page_is_open_keeps_what_was_typed() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    switch_links(event=stage.event, on=False, tables=[1], by=TEST)

    answer = phone.levels("A+", "9", passed_gain="3")

    html = answer.content.decode()
    assert answer.status_code == 403
    assert "二维码已停用" in html
    assert "A+ : 9" in html
    assert results(stage) == []


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_renewed_code_says_so_with_410(method: str) -> None:
    stage = hall()
    phone = referee(link_of(stage))
    renew_links(event=stage.event, tables=[1], by=TEST)

    answer = phone.levels("A+", "9") if method == "post" else phone.client.get(phone.address)

    assert answer.status_code == 410
    html = answer.content.decode()
    assert "这张二维码已换新" in html
    assert ("A+ : 9" in html) == (method == "post")
    assert results(stage) == []
    assert referee(link_of(stage)).levels("K", "9").status_code == 302


@pytest.mark.parametrize("token", ["x" * 22, "short", "x" * 400, "%00" * 22, "../../../../etc/passwd"])
def test_a_token_that_was_never_given_is_not_found(token: str, client) -> None:
    hall()
    assert client.get(f"/t/{token}/").status_code == 404
    assert client.post(f"/t/{token}/do/enter/", {"ns_level": "9"}).status_code == 404


@pytest.mark.parametrize("value", ["-1", "²", "9" * 30, "\x00", "<b>", "1e3"])
def test_hostile_keys_in_a_form_are_refused_in_words(value: str) -> None:
    stage = hall(TableEntry.PAIRS)
    phone = referee(link_of(stage))
    for step in ("enter", "settle", "undo", "swap", "walkover", "accept", "dispute", "withdraw", "seat"):
        sent = {"match": value, "claim": value, "based_on": value, "overwrite": value, "side": value}
        answer = phone.send(step, **sent, ns_level=value, ew_level=value, kind=value)
        assert answer.status_code in (302, 403, 409, 422), step
    assert results(stage) == []
    assert not Claim.objects.exists()


def test_a_read_only_event_takes_nothing() -> None:
    stage = hall(TableEntry.READ_ONLY)
    answer = Phone(link_of(stage)).levels("A+", "9")
    assert answer.status_code == 403
    assert "不在桌上填成绩" in answer.content.decode()
    assert Phone(link_of(stage)).send("pin", pin=PIN, name="王裁判").status_code == 422


def test_a_step_that_is_opened_by_hand_leads_back_to_the_table() -> None:
    phone = Phone(link_of(hall()))
    answer = phone.client.get(phone.address + "do/enter/")
    assert (answer.status_code, answer["Location"]) == (302, phone.address)


# -- deals and series --


def test_final_levels_that_the_deals_do_not_give_are_refused_with_both_figures() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    Running.objects.create(match=match_at(stage), deals=[["ns", 2], ["ew", 3]], at=timezone.now())

    answer = phone.levels("9", "4")

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "逐副记录打完是 5 : 4，您填的是 9 : 4" in html
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
