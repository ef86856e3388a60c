"""The pages of pairs and units: what they show and refuse (field F33, F59 to F62, F72, F76)."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.entries.pages import NEW, address, numbers, shown
from tests.tournament.factories import TEST, make_stage
from tournament.actions.run_round import start_round
from tournament.models import Event, Pair, Player
from tournament.queries.leaving import GONE

pytestmark = pytest.mark.django_db


def form_of(pair: Pair, **changed: str) -> dict[str, str]:
    people = {player.seat: player for player in pair.players.all()}
    return {
        "submission": "e1",
        "based_on": str(pair.version),
        "player1": people[1].name,
        "player2": people[2].name,
        "phone1": people[1].phone,
        "phone2": people[2].phone,
        "unit": pair.unit.name if pair.unit else "",
        "number": str(pair.number),
        "status": pair.status,
        **changed,
    }


def test_f33_pressed_twice_one_pair(desk: Client, event: Event) -> None:
    answers = [desk.post(address("entry-new"), NEW, follow=True) for _ in range(2)]

    assert "已添加 9 号。" in shown(answers[0])
    assert "这一队已经添加，没有重复。" in shown(answers[1])
    assert event.pairs.count() == 9
    assert event.journal.count() == 1


def test_a_pair_added_after_the_draw_is_said_to_be_in_no_group(desk: Client, event: Event) -> None:
    make_stage(event)

    answer = desk.post(address("entry-new"), NEW, follow=True)

    assert "还没有这一队的签" in shown(answer)


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        pytest.param({"player2": ""}, "player2", "请填写姓名", id="a partner missing"),
        pytest.param({"player2": "待定"}, "player2", "请填写姓名", id="F57: a word for nobody"),
        pytest.param({"player1": "冯小川、陈大山"}, "player1", "一格里有两个姓名", id="two in one"),
        pytest.param({"player1": "长" * 51}, "player1", "最多 50 个字", id="F62: counts characters"),
        pytest.param({"phone1": "1380000"}, "phone1", "电话号码有 7 位", id="a short phone"),
        pytest.param({"number": "三"}, "number", "正整数", id="a number in words"),
        pytest.param({"number": "2"}, "number", "已由“孙百川 李清和”使用", id="a number that is taken"),
        pytest.param({"unit": "长" * 81}, "unit", "最多 80 个字", id="a long unit"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_lost(
    desk: Client, event: Event, typed: dict[str, str], field: str, said: str
) -> None:
    answer = desk.post(address("entry-new"), NEW | typed)

    assert answer.status_code == 422
    assert said in " ".join(answer.context["form"].errors[field])
    assert html.escape(NEW["unit"] if field != "unit" else typed["unit"]) in answer.content.decode()
    assert event.pairs.count() == 8


def test_f61_full_width_is_the_same_as_half_width(desk: Client, event: Event) -> None:
    typed = NEW | {"number": "００９", "phone1": "１３８０００００００１", "seed": "２"}

    assert desk.post(address("entry-new"), typed).status_code == 302

    pair = event.pairs.get(number=9)
    assert (pair.partners[0].phone, pair.seed) == ("13800000001", 2)


def test_f59_the_form_cleans_like_the_file_and_finds_the_double(desk: Client, event: Event) -> None:
    desk.post(address("entry-new"), NEW | {"player1": "王伟", "player2": "李娜"})

    again = NEW | {"submission": "s2", "player1": "王 伟\u200b", "player2": "\ufeff李\u3000娜"}
    answer = desk.post(address("entry-new"), again)

    assert answer.status_code == 422
    assert "这两人已报名（序号 9）" in shown(answer)
    assert event.pairs.count() == 9


def test_f62_dots_radicals_and_rare_characters(desk: Client, event: Event) -> None:
    typed = NEW | {"player1": "阿依古丽•买买提", "player2": "⼾小芳"}

    answer = desk.post(address("entry-new"), typed, follow=True)

    assert event.pairs.get(number=9).names == "阿依古丽·买买提 户小芳"
    assert answer.status_code == 200


def test_f67_a_character_that_no_font_has_is_named_before_printing(desk: Client, event: Event) -> None:
    answer = desk.post(address("entry-new"), NEW | {"player1": "𠮷川"}, follow=True)

    assert "“𠮷川”里的 𠮷 打印时没有字形" in shown(answer)
    assert "打印时没有字形：𠮷" in shown(desk.get(address("entry", 9)))
    assert "缺字形：𠮷" in shown(answer)


def tick_of(answer: Any, name: str) -> str:
    (tag,) = re.findall(rf'<input type="checkbox" name="{name}"[^>]*>', answer.content.decode())
    return re.findall('value="([^"]+)"', tag)[0]


def test_f60_a_player_of_another_pair_must_be_confirmed(desk: Client, event: Event) -> None:
    pair, taken = event.pairs.get(number=5), event.pairs.get(number=2).partners[0].name
    Pair.objects.update(unit=None)
    pair.refresh_from_db()
    typed = form_of(pair, player1=taken)

    asked = desk.post(address("entry", 5), typed)
    assert asked.status_code == 422
    assert f"{taken}已在序号 2" in shown(asked)
    assert event.pairs.get(number=5).partners[0].name != taken

    agreed = typed | {"confirm": tick_of(asked, "confirm")}
    assert desk.post(address("entry", 5), agreed).status_code == 302
    assert event.pairs.get(number=5).partners[0].name == taken


def test_f60_a_tick_agrees_to_what_it_stood_beside_and_nothing_else(desk: Client, event: Event) -> None:
    Pair.objects.update(unit=None)
    pair = event.pairs.get(number=5)
    first, second = (event.pairs.get(number=number).partners[0].name for number in (2, 3))
    asked = desk.post(address("entry", 5), form_of(pair, player1=first))

    other = form_of(pair, player1=second) | {"confirm": tick_of(asked, "confirm")}

    assert desk.post(address("entry", 5), other).status_code == 422


def test_f60_a_substitute_counts_too_also_after_the_start(desk: Client, event: Event) -> None:
    stage = make_stage(event)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    Pair.objects.update(unit=None)
    pair, taken = event.pairs.get(number=5), event.pairs.get(number=2).partners[0].name

    answer = desk.post(address("entry", 5), form_of(pair, substitute=taken))

    assert answer.status_code == 422
    assert f"{taken}已在序号 2" in shown(answer)


def test_the_limit_of_a_unit_is_said_and_can_be_passed_on_purpose(desk: Client, event: Event) -> None:
    Event.objects.update(max_per_unit=1)
    typed = NEW | {"unit": "数学系"}

    asked = desk.post(address("entry-new"), typed)
    assert "数学系将有 2 队，超过每单位至多 1 队的规定" in shown(asked)

    agreed = typed | {"on_purpose": tick_of(asked, "on_purpose")}
    assert desk.post(address("entry-new"), agreed).status_code == 302
    assert "2（超过 1）" in shown(desk.get(address("units")))


def test_two_people_editing_one_pair_both_values_are_shown(desk: Client, event: Event) -> None:
    pair = event.pairs.get(number=5)
    desk.post(address("entry", 5), form_of(pair, note="先写的"))

    late = desk.post(address("entry", 5), form_of(pair, submission="e2", note="后写的"))

    assert late.status_code == 409
    assert "别人已经改过" in shown(late)
    assert "现在的内容：先写的" in shown(late)
    assert 'value="后写的"' in shown(late)


def test_f76_a_pair_with_results_is_not_deleted(desk: Client, event: Event) -> None:
    make_stage(event, rounds_played=1)

    answer = desk.post(address("entry-delete", 3), {"submission": "d1", "based_on": "1"}, follow=True)

    assert "已有成绩，不能删除，可退赛" in shown(answer)
    assert event.pairs.count() == 8


def test_deleting_a_pair_that_nothing_speaks_of(desk: Client, event: Event) -> None:
    desk.post(address("entry-delete", 8), {"submission": "d1", "based_on": "1"})

    assert numbers(desk.get(address("entries"))) == [1, 2, 3, 4, 5, 6, 7]


def test_withdrawing_says_the_rule_and_what_becomes_of_the_tables(desk: Client, event: Event) -> None:
    make_stage(event, rounds_played=1)

    page = shown(desk.get(address("entry-withdraw", 3)))
    assert "本赛事规定：已打的成绩有效，余下各轮按弃权。" in page
    assert "从第 2 轮起退出。" in page
    assert "未赛的 2 场记为弃权" in page

    answer = desk.post(address("entry-withdraw", 3), {"submission": "w1", "based_on": "1"}, follow=True)
    assert "3 号已退赛。" in shown(answer)
    assert "恢复参赛" in shown(answer)


def test_a_pair_that_comes_back(desk: Client, event: Event) -> None:
    make_stage(event, rounds_played=1)
    desk.post(address("entry-disqualify", 3), {"submission": "w1", "based_on": "1"})

    assert "撤销 2 场弃权" in shown(desk.get(address("entry-reinstate", 3)))
    desk.post(address("entry-reinstate", 3), {"submission": "w2", "based_on": "2"})

    assert event.pairs.get(number=3).status == "active"


def test_units_are_renamed_and_merged_after_a_look(desk: Client, event: Event) -> None:
    unit = event.units.get(name="历史系")
    edit = address("unit-edit")
    desk.post(f"{edit}?unit=历史系", {"submission": "u1", "based_on": "1", "name": "历史 学院"})
    unit.refresh_from_db()
    assert unit.name == "历史 学院"

    page = shown(desk.get(edit, {"unit": unit.key, "into": "数学系"}))
    assert "“历史 学院”的 1 队（见上）并入“数学系”" in page
    merged = {"submission": "u2", "based_on": "2", "unit": unit.key, "into": "数学系"}
    answers = [desk.post(address("unit-merge"), merged, follow=True) for _ in range(2)]

    assert "已并入“数学系”" in shown(answers[0])
    assert answers[1].status_code == 200
    assert event.units.get(name="数学系").pairs.count() == 2


HOSTILE = '<script>alert("1")</script>'


@pytest.mark.parametrize("name", ["entries", "entry", "entry-withdraw", "units", "unit-edit", "entry-new"])
def test_f72_hostile_names_are_text_on_every_page(desk: Client, event: Event, name: str) -> None:
    Pair.objects.filter(number=1).update(name=HOSTILE, category="<b>x", note=HOSTILE)
    Player.objects.filter(pair__number=1, seat=1).update(name=HOSTILE, phone="<i>")
    event.units.filter(name="历史系").update(name=HOSTILE, key="<script>")
    Event.objects.update(name=HOSTILE, unit_word="<u>")
    args = {"entry": (1,), "entry-withdraw": (1,)}.get(name, ())
    query = {"unit": "<script>"} if name == "unit-edit" else {"q": HOSTILE} if name == "entries" else {}

    page = desk.get(address(name, *args), query).content.decode()

    assert "<script>alert" not in page
    assert "<b>x" not in page
    assert "<u>" not in page
    assert "&lt;script&gt;alert" in page


def test_the_journal_says_what_was_done_and_holds_no_name_and_no_phone(desk: Client, event: Event) -> None:
    stage = make_stage(event, rounds_played=1)
    desk.post(address("entry-new"), NEW | {"phone1": "13800000001"})
    desk.post(address("entry", 9), form_of(event.pairs.get(number=9), player1="林薇", note="领队"))
    desk.post(address("entry-withdraw", 3), {"submission": "w1", "based_on": "1"})
    desk.post(address("entry-reinstate", 3), {"submission": "w2", "based_on": "2"})
    desk.post(address("entry-delete", 9), {"submission": "d1", "based_on": "2"})
    merged = {"submission": "u2", "based_on": "1", "unit": "历史系", "into": "数学系"}
    desk.post(address("unit-merge"), merged)

    page = shown(desk.get(reverse("journal", args=["qiu"])))

    for line in (
        "添加 9 号",
        "修改 9 号：备注、选手姓名",
        "3 号退赛，2 场记弃权",
        "恢复 3 号参赛，撤销 2 场弃权",
        "删除 9 号",
        "“历史系”并入“数学系”，1 队",
    ):
        assert line in page
    assert not re.search("林徽|林薇|13800000001", page)
    assert stage.entries.count() == 8


@pytest.mark.parametrize("name", ["entry-withdraw", "entry-disqualify"])
def test_second_press_after_a_conflict_counts_upon_what_the_page_shows(
    desk: Client, event: Event, name: str
) -> None:
    pair = event.pairs.order_by("number")[0]
    Pair.objects.filter(pk=pair.pk).update(version=7)

    late = desk.post(address(name, pair.number), {"submission": "late", "based_on": "1"})
    assert late.status_code == 409
    again = desk.post(
        address(name, pair.number),
        {"submission": "again", "based_on": late.context["form"]["based_on"].value()},
    )

    assert again.status_code == 302
    pair.refresh_from_db()
    assert pair.status in GONE
