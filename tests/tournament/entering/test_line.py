"""The scorer's line: slips in any order, what is refused, what is asked, what is missing."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scoring.rules import Side
from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.publish import withdraw_publication
from tournament.models import Match, Publication, Result, Stage
from tournament.queries.rounds import table_rows

pytestmark = pytest.mark.django_db


def test_a_slip_is_a_table_number_and_two_levels(desk: Desk) -> None:
    response = desk.slip(3, "A3", "9")

    assert response.status_code == 200
    result = desk.result(3)
    assert (result.ns_level, result.ew_level, result.passed_a, result.passed_gain) == (14, 9, "ns", 3)
    text = read(response)
    assert "已登记第 3 桌" in text
    assert "过A : 9" in text
    assert "108 : 7" in text  # the table's row comes along


def test_without_script_the_same_line_works_in_two_steps(desk: Desk) -> None:
    shown = desk.slip(3, "", "", htmx=False)
    assert shown.status_code == 200
    assert desk.match(3).ns.names in read(shown)
    assert 'role="alert"' not in shown.content.decode()
    assert Result.objects.count() == 0

    saved = desk.slip(3, "9", "A3", htmx=False, shown="3", based_on="0")
    assert saved.status_code == 302
    page = desk.client.get(saved["Location"])
    assert "已登记第 3 桌" in read(page)
    assert reverse("match-act", args=[desk.stage.event.slug, 1, 1, 3, "undo"]) in page.content.decode()


def test_looking_shows_the_names_and_what_saving_will_do(desk: Desk) -> None:
    match = desk.match(2)
    assert match.ns.names in desk.look(table="2")
    assert match.ew.names in desk.look(table="2")
    assert "南北过A升 3 级，胜 · 级差 +8 · 积分 108 : 7" in desk.look(table="2", ns_level="A3", ew_level="9")
    assert "东西过A升 2 级，胜 · 级差 −10 · 积分 4 : 110" in desk.look(
        table="2", ns_level="6", ew_level="a+2"
    )
    assert Result.objects.count() == 0


@pytest.mark.parametrize(
    ("ns", "ew", "sentence"),
    [
        pytest.param("A3", "A2", "两方不可能都过A", id="both past A"),
        pytest.param("1", "9", "南北级数：级数应在 2 到 A 之间", id="level 1"),
        pytest.param("9", "15", "东西级数：级数应在 2 到 A 之间", id="level 15"),
        pytest.param("-2", "9", "南北级数：级数应在 2 到 A 之间", id="level -2"),
        pytest.param("－２", "9", "南北级数：级数应在 2 到 A 之间", id="F61: level －２"),
        pytest.param("0", "9", "南北级数：级数应在 2 到 A 之间", id="level 0"),
        pytest.param("十", "9", "南北级数：级数“十”看不懂", id="a Chinese numeral"),
        pytest.param("9", "2.5", "东西级数：级数“2.5”不是整数级", id="level 2.5"),
        pytest.param("", "9", "南北级数：请填写级数", id="one blank"),
        pytest.param("K+", "9", "写了过A，级数就应当是 A", id="past A at K"),
        pytest.param("A1", "9", "过A时不可能升 1 级", id="a gain that passes nothing"),
    ],
)
def test_f27_what_cannot_be_is_refused_in_words_and_stays_typed(
    desk: Desk, ns: str, ew: str, sentence: str
) -> None:
    response = desk.slip(4, ns, ew, shown="4", based_on="0")

    assert response.status_code == 422
    assert sentence in read(response)
    html = response.content.decode()
    assert f'name="ns_level" value="{ns}"' in html
    assert f'name="ew_level" value="{ew}"' in html
    assert 'name="table" value="4"' in html
    assert Result.objects.count() == 0


def test_f27_both_blank_is_refused_once_the_names_were_shown(desk: Desk) -> None:
    response = desk.slip(4, "", "", shown="4", based_on="0")
    assert response.status_code == 422
    assert read(response).count("请填写级数") == 2


@pytest.mark.parametrize(
    ("ns", "ew", "winner", "sentence"),
    [
        pytest.param("9", "5", "ew", "写的胜方与级数不一致", id="the lower side named"),
        pytest.param("9", "9", "ns", "级数相同按平局计算，不能写胜方", id="equal levels and a winner"),
        pytest.param("9", "5", "both", "“both”不在可选的答案里", id="nobody's name"),
    ],
)
def test_f27_the_server_checks_the_winner_too(
    desk: Desk, ns: str, ew: str, winner: str, sentence: str
) -> None:
    response = desk.slip(4, ns, ew, winner=winner)
    assert response.status_code == 422
    assert sentence in read(response)
    assert Result.objects.count() == 0


@pytest.mark.parametrize(
    ("ns", "ew"),
    [
        pytest.param("k", "１０", id="F61: k and １０"),
        pytest.param("Ｋ", "10", id="F61: Ｋ"),
        pytest.param(" K ", "10 ", id="blanks"),
    ],
)
def test_f61_levels_in_any_case_and_width(desk: Desk, ns: str, ew: str) -> None:
    assert desk.slip("２", ns, ew).status_code == 200
    result = desk.result(2)
    assert (result.ns_level, result.ew_level, result.ended) == (13, 10, "time")


@pytest.mark.parametrize("passing", ["过A", "Ａ＋", "a+"])
def test_f61_passing_a_without_the_gain_is_asked_where_the_rules_need_it(desk: Desk, passing: str) -> None:
    asked = desk.slip(1, passing, "9")
    assert asked.status_code == 422
    assert "过A时升了几级？" in read(asked)
    assert re.search(r'name="passed_gain" value="2"[^>]*aria-invalid="true"', asked.content.decode())

    saved = desk.slip(1, passing, "9", passed_gain="2")
    assert saved.status_code == 200
    assert desk.result(1).passed_gain == 2


def test_f28_the_winner_may_sit_on_either_side_and_the_difference_follows(desk: Desk) -> None:
    desk.slip(1, "A3", "8")
    desk.slip(2, "8", "A3")
    rows = {row.match.table: row.outcome for row in table_rows(desk.stage, 1)}
    assert (rows[1].winner, rows[1].level_diff) == (Side.NS, 9)
    assert (rows[2].winner, rows[2].level_diff) == (Side.EW, -9)

    pair = desk.match(1).ns
    address = desk.address("match-act", 1, "swap")
    desk.client.post(address, {"submission": "sw", "based_on": "1"})
    row = next(row for row in table_rows(desk.stage, 1) if row.match.table == 1)
    assert row.match.ew == pair
    assert (row.outcome.winner, row.outcome.level_diff) == (Side.EW, -9)


def test_f28_the_stated_winner_that_agrees_is_accepted(desk: Desk) -> None:
    assert desk.slip(1, "A3", "8", winner="ns").status_code == 200
    assert desk.slip(2, "8", "A3", winner="ew").status_code == 200


def test_f30_names_stand_beside_each_input_and_南北_first(desk: Desk) -> None:
    match = desk.match(3)
    html = desk.slip(3, "", "").content.decode()
    places = [html.index(text) for text in (match.ns.names.split()[0], 'name="ns_level"', 'name="ew_level"')]
    places.append(html.rindex(match.ew.names.split()[0], 0, html.index("弃权…")))
    assert places == sorted(places)
    row = read(desk.client.get(desk.address("round")))
    assert row.index(match.ns.names) < row.index(match.ew.names)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        pytest.param("", "请先键入桌号", id="none"),
        pytest.param("十七", "桌号“十七”看不懂", id="no number"),
        pytest.param("17", "第 1 轮没有第 17 桌，本轮是第 1 至 4 桌", id="no such table"),
    ],
)
def test_a_table_that_is_not_there_is_said_and_the_levels_stay(desk: Desk, table: str, sentence: str) -> None:
    response = desk.slip(table, "9", "4")
    assert response.status_code == 422
    assert sentence in read(response)
    assert 'name="ns_level" value="9"' in response.content.decode()
    assert sentence in desk.look(table=table, ns_level="9", ew_level="4") or table == ""


def test_a_table_that_rests_names_the_bye() -> None:
    stage = make_stage(pairs=5, group_size=5)
    desk = Desk(stage)
    bye = Match.objects.get(round__group__stage=stage, round__number=1, kind="bye")
    spare = Match.objects.filter(round__group__stage=stage, round__number=1).exclude(kind="bye")
    gone = spare.order_by("table").last()
    Match.objects.filter(pk=gone.pk).update(table=9)
    response = desk.slip(gone.table, "9", "4")
    assert response.status_code == 422
    assert f"这一轮空着：{bye.round.group.name} 组 {bye.ns.number} 号轮空" in read(response)


def test_a_table_of_another_stage_is_named() -> None:
    event = make_event(pairs=8)
    desk = Desk(make_stage(event))
    make_stage(event, name="决赛", first_table=21)
    assert "第 21 桌在决赛，不在这一轮" in read(desk.slip("21", "9", "4"))


@pytest.fixture
def two_sessions() -> Desk:
    """Groups A (上午) and B (下午), which use the same tables one after the other."""
    stage = make_stage(pairs=8)
    for group, session in zip(stage.groups.all(), ("上午", "下午"), strict=True):
        group.session = session
        group.save()
    later = Match.objects.filter(round__group__session="下午", kind="play")
    for match in later.order_by("table"):
        match.table = (match.table or 0) - 1
        match.save()
    return Desk(stage)


def test_tables_of_two_sessions_are_told_apart(two_sessions: Desk) -> None:
    desk = two_sessions
    tables = dict.fromkeys(desk.stage.groups.values_list("rounds__matches__table", flat=True))
    assert set(tables) - {None} == {1, 2, 3}
    assert "上午、下午都有第 2 桌，请先选好场次" in read(desk.slip("2", "9", "4"))
    assert "第 3 桌是下午场的，请先切换到下午场" in read(desk.slip("3", "9", "4", session="上午"))
    assert desk.slip("2", "9", "4", session="下午").status_code == 200
    found = Result.objects.get()
    assert found.match.round.group.session == "下午"
    html = desk.client.get(desk.address("round"), {"session": "上午"}).content.decode()
    assert re.findall(r'id="row-([\d-]+)"', html) == ["1-1", "1-2"]


# -- what the rules ask --


def test_equal_levels_ask_who_is_in_play_where_the_rules_say_so() -> None:
    desk = Desk(make_stage(event=make_event(pairs=8, rulebook="school-grades")))
    asked = desk.slip(1, "9", "9")
    assert asked.status_code == 422
    assert "级数相同，按规程台上方胜。最后哪一方在台上？" in read(asked)
    assert desk.look(table="1", ns_level="9", ew_level="9").count("哪一方在台上") == 1
    saved = desk.slip(1, "9", "9", in_play="ew")
    assert saved.status_code == 200
    assert desk.result(1).in_play == "ew"
    assert "在台上" in read(saved)


@pytest.mark.parametrize(
    ("typed", "seconds"), [("41", 2460), ("41:30", 2490), ("４１：３０", 2490), ("41 分钟", 2460)]
)
def test_time_is_asked_where_it_ranks(typed: str, seconds: int) -> None:
    desk = Desk(make_stage(event=make_event(pairs=8, rulebook="school-grades-final")))
    asked = desk.slip(1, "A3", "9")
    assert asked.status_code == 422
    assert "用时多少？" in read(asked)
    wrong = desk.slip(1, "A3", "9", seconds="很久")
    assert wrong.status_code == 422
    assert "用时“很久”看不懂" in read(wrong)
    assert desk.slip(1, "A3", "9", seconds=typed).status_code == 200
    assert desk.result(1).seconds == seconds


def test_a_draft_takes_no_slip_and_says_so(stage: Stage, desk: Desk) -> None:
    publication = Publication.objects.get(stage=stage, kind="pairings", round_number=1)
    withdraw_publication(publication=publication, by=TEST)
    assert "这一轮的对阵还没有公布" in desk.page()
    response = desk.slip(1, "A3", "9")
    assert response.status_code == 422
    assert "公布以后才能录成绩" in read(response)


def test_what_is_missing_is_listed_and_filtered(desk: Desk) -> None:
    for table in (1, 3):
        desk.slip(table, "A3", "9")
    page = desk.page()
    assert "还没有成绩：第 2、4 桌" in page
    assert "结束本轮（还差 2 桌：2、4）" in page
    assert "公布成绩（还差 2 桌）" in page
    html = desk.client.get(desk.address("round"), {"show": "missing"}).content.decode()
    assert re.findall(r'id="row-\d+-(\d+)"', html) == ["2", "4"]
    html = desk.client.get(desk.address("round"), {"show": "entered"}).content.decode()
    assert re.findall(r'id="row-\d+-(\d+)"', html) == ["1", "3"]


def test_a_table_number_moves_no_figures_of_another_group(desk: Desk) -> None:
    enter_result(match=desk.match(1), sheet=passed(Side.NS), by=TEST)
    aside = read(desk.client.get(desk.address("round-standings"), {"group": "2"}))
    assert aside.startswith("B 组名次（暂定）")
    assert "115" not in aside
    first = read(desk.client.get(desk.address("round-standings"), {"group": "1"}))
    assert "115" in first


def test_f72_a_name_with_markup_is_shown_as_typed(stage: Stage, desk: Desk) -> None:
    player = desk.match(1).ns.players.first()
    player.name = "<script>alert(1)</script>"
    player.save()
    for html in (
        desk.client.get(desk.address("round")).content.decode(),
        desk.client.get(desk.address("round-look"), {"table": "1"}).content.decode(),
        desk.client.get(desk.address("match", 1)).content.decode(),
        desk.client.get(desk.address("round-grid")).content.decode(),
        desk.slip(1, "9", "4").content.decode(),
    ):
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
