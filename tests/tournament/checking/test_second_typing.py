"""两人各录一遍 on its page: nothing of the first reading shows before the second is typed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.levels import Deal
from scoring.rules import Side
from scoring.scoresheet import AwardedLoss, Ended, Forfeit, Record, Scoresheet
from tests.tournament.checking.conftest import actor, checked_event, match_at, staff
from tests.tournament.entering.desk import BACKEND, Desk, read
from tests.tournament.factories import make_event, make_stage, passed
from tournament.actions.enter_result import enter_game, enter_result
from tournament.actions.run_round import close_round
from tournament.actions.type_again import type_again
from tournament.models import Checking, Membership, Person, Result, Role, Stage

pytestmark = pytest.mark.django_db


class Second(Desk):
    """The person who types the second reading, at the page of a round that another has entered."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.first = actor(staff(stage.event, "first", "孙一录"))

    def enter(self, table: int, sheet: Record) -> None:
        enter_result(match=self.match(table), sheet=sheet, by=self.first)

    def key(self, table: int) -> str:
        return f"t{self.match(table).round.group.ordinal}-{table}"

    def type(self, rows: dict[int, dict[str, str]], **more: str) -> Any:
        """Send the page's form with these rows typed, each on the version that stands."""
        self.sent += 1
        data = {"submission": f"second{self.sent}", **more}
        for table, typed in rows.items():
            data |= {f"{self.key(table)}-version": str(self.match(table).version)}
            data |= {f"{self.key(table)}-{name}": text for name, text in typed.items()}
        return self.client.post(self.address("round-grid"), data)

    def open(self) -> Any:
        return self.client.get(self.address("round-grid"))

    def checked(self) -> list[int]:
        """The tables whose standing result is checked."""
        done = Result.objects.filter(is_current=True, checked_at__isnull=False)
        return sorted(done.values_list("match__table", flat=True))


def levels(ns: str, ew: str, **more: str) -> dict[str, str]:
    return {"ns_level": ns, "ew_level": ew, **more}


@pytest.fixture
def desk(twice: Stage) -> Second:
    """Tables 1 to 3 entered by somebody else."""
    found = Second(twice)
    found.enter(1, passed(Side.NS, loser_level=9))
    found.enter(2, passed(Side.EW, loser_level=6, gain=2))
    found.enter(3, Forfeit(Side.NS))
    return found


def test_nothing_of_the_first_reading_is_on_the_page(desk: Second) -> None:
    html = desk.open().content.decode()
    main = html[html.index("<main") : html.index("</main")]

    assert "待复核 3 桌" in read(desk.open())
    assert "过A" not in main
    assert "孙一录" not in main
    assert not re.search(r'name="t\d+-\d+-(ns_level|ew_level)" value="[^"]', main)
    assert not re.search(r'<option value="[^"]+" selected', main)
    rows = [re.sub(r"t\d+-\d+", "", part) for part in main.split("<li>")[1:]]
    shapes = {tuple(re.findall(r'name="([^"]*)"', row))[:4] for row in rows}
    assert len(rows) == 3
    assert len(shapes) == 1  # a forfeit has the fields of a match that was played


def test_equal_rows_are_checked_by_name_and_go(desk: Second) -> None:
    told = desk.type({1: levels("a+3", "９"), 2: levels("6", "A2"), 3: {"kind": "forfeit-ns"}})

    assert told.status_code == 302
    assert desk.checked() == [1, 2, 3]
    assert set(Result.objects.values_list("checked_name", "actor_name")) == {("李负责", "孙一录")}
    page = read(desk.open())
    assert "已复核 3 桌" in page
    assert "已录的成绩都复核过了" in page


def test_different_readings_stand_side_by_side_and_nothing_is_stored(desk: Second) -> None:
    told = desk.type({1: levels("A3", "8"), 2: levels("6", "A2")})
    page = read(told)

    assert told.status_code == 409
    assert desk.checked() == [2]
    assert "以第一遍为准： 过A : 9（升 3 级） 孙一录" in page
    assert "以第二遍为准： 过A : 8（升 3 级） 您刚键入的" in page
    assert "待复核 2 桌 已复核 1 桌 不一致 1 桌" in page
    assert f'name="{desk.key(1)}-ns_level" value="A3"' in told.content.decode()
    assert Result.objects.count() == 3


@pytest.mark.parametrize(
    ("keep", "level", "enterer"),
    [pytest.param("first", 9, "孙一录", id="first"), pytest.param("second", 8, "李负责", id="second")],
)
def test_the_choice_is_made_on_purpose(desk: Second, keep: str, level: int, enterer: str) -> None:
    told = desk.type({1: levels("A3", "8", keep=keep)})
    result = desk.result(1)
    assert told.status_code == 302
    assert result is not None
    assert (result.ew_level, result.actor_name, result.checked_name) == (level, enterer, "李负责")


def test_what_was_mistyped_is_simply_typed_again(desk: Second) -> None:
    desk.type({1: levels("A3", "8")})
    assert desk.type({1: levels("A3", "9")}).status_code == 302
    result = desk.result(1)
    assert result is not None
    assert (result.version, result.checked_name) == (1, "李负责")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param(levels("十", "9"), "级数“十”看不懂", id="F27: no level"),
        pytest.param(levels("9", ""), "请填写级数", id="one blank"),
        pytest.param(levels("A3", "A3"), "两方不可能都过A", id="both past A"),
        pytest.param({"kind": "resigned"}, "resigned", id="no such way"),
    ],
)
def test_f27_what_cannot_be_says_why_and_stops_no_other(
    desk: Second, typed: dict[str, str], sentence: str
) -> None:
    told = desk.type({1: typed, 2: levels("6", "A2")})
    assert told.status_code == 422
    assert sentence in read(told)
    assert 'class="error-list"' in told.content.decode()
    assert desk.checked() == [2]


def test_what_the_levels_ask_is_asked_and_then_compared() -> None:
    """17 + 15 or 17 + 16 depends on the gain: 过A without it is a question, not a difference."""
    desk = Second(checked_event(Checking.TWICE))
    desk.enter(1, passed(Side.NS, loser_level=9, gain=2))
    told = desk.type({1: levels("过A", "9")})
    assert told.status_code == 422
    assert "过A时升了几级？" in read(told)
    assert desk.type({1: levels("过A", "9", passed_gain="2")}).status_code == 302
    assert desk.checked() == [1]


def test_on_equal_levels_the_winner_is_typed_again_too() -> None:
    stage = make_stage(
        make_event(pairs=8, rulebook="devzone-26", rules={"level_tie": "in_play_side"}, checking="twice")
    )
    desk = Second(stage)
    desk.enter(1, Scoresheet(ns_level=8, ew_level=8, ended=Ended.TIME, in_play=Side.NS))
    asked = desk.type({1: levels("8", "8")})
    assert "最后哪一方在台上" in read(asked)
    assert desk.type({1: levels("8", "8", in_play="ew")}).status_code == 409
    assert desk.type({1: levels("8", "8", in_play="ns")}).status_code == 302


def test_own_slips_are_left_to_somebody_else(desk: Second) -> None:
    desk.slip(4, "A3", "5")
    page = read(desk.open())
    assert "您自己录的 1 桌要由别人录第二遍：第 4 桌。" in page
    assert f"{desk.key(4)}-ns_level" not in desk.open().content.decode()
    desk.type({4: levels("A3", "5")})
    assert desk.checked() == []


def test_alone_one_types_both_and_is_told(twice: Stage) -> None:
    desk = Second(twice)
    Membership.objects.exclude(role=Role.DIRECTOR).delete()
    desk.slip(1, "A3", "5")
    assert "这项赛事只有您一人能录入成绩，两遍都由您来录。" in read(desk.open())
    assert desk.type({1: levels("A3", "5")}).status_code == 302
    assert desk.checked() == [1]


def test_a_first_reading_that_changed_meanwhile_is_not_given_away(desk: Second) -> None:
    rows = {1: levels("A3", "9", version="1")}
    desk.enter(1, passed(Side.NS, loser_level=5))
    told = desk.type(rows)
    page = read(told)
    assert told.status_code == 422
    assert "第 1 桌的第一遍刚才由孙一录改过，没有保存。请照计分表再键入一遍。" in page
    assert "过A" not in page
    assert f'name="{desk.key(1)}-version" value="2"' in told.content.decode()
    assert desk.checked() == []


def test_what_somebody_else_has_checked_meanwhile_is_compared_all_the_same(desk: Second) -> None:
    other = actor(staff(desk.stage.event, "third", "吴复核"))
    for table, sheet in ((1, passed(Side.NS, loser_level=9)), (2, passed(Side.EW, loser_level=6, gain=2))):
        type_again(match=desk.match(table), sheet=sheet, by=other, based_on=1)
    told = desk.type({1: levels("A3", "8"), 2: levels("6", "A2")})
    page = read(told)
    assert told.status_code == 409
    assert "以第二遍为准： 过A : 8（升 3 级） 您刚键入的" in page
    assert "待复核 1 桌 已复核 2 桌 不一致 1 桌" in page
    assert desk.type({1: levels("A3", "8", keep="first")}).status_code == 302
    assert set(Result.objects.filter(match__table__in=[1, 2]).values_list("checked_name", "version")) == {
        ("吴复核", 1)
    }


def test_an_awarded_loss_with_levels_is_read_again() -> None:
    stage = make_stage(
        make_event(pairs=8, rulebook="devzone-26", rules={"awarded_loss": "three_levels"}, checking="twice")
    )
    desk = Second(stage)
    desk.enter(1, AwardedLoss(Side.EW, 7, 6))
    assert desk.type({1: {"kind": "award-ew"}}).status_code == 422
    assert desk.type({1: levels("7", "5", kind="award-ew")}).status_code == 409
    assert desk.type({1: levels("7", "6", kind="award-ew")}).status_code == 302


def test_best_of_three_is_typed_game_by_game() -> None:
    stage = checked_event(Checking.TWICE, pairing={"method": "rotation", "rounds": 3, "best_of": 3})
    desk = Second(stage)
    for game in (passed(Side.NS, loser_level=9), passed(Side.EW, loser_level=4), Forfeit(Side.EW)):
        enter_game(match=match_at(stage, 1), game=game, by=desk.first)
    assert desk.open().content.decode().count('class="grid-input"') == 6
    games = {"game1-ns_level": "A3", "game1-ew_level": "9", "game2-ns_level": "4", "game2-ew_level": "A3"}
    wrong = desk.type({1: games | {"game3-fault": "forfeit-ns"}})
    assert wrong.status_code == 409
    assert "以第二遍为准" in read(wrong)
    assert desk.type({1: {"game1-ns_level": "A3"}}).status_code == 422
    assert desk.type({1: games | {"game3-fault": "forfeit-ew"}}).status_code == 302
    assert desk.checked() == [1]


def test_after_closing_a_second_reading_is_the_chiefs_and_needs_a_reason(desk: Second) -> None:
    desk.enter(4, passed(Side.NS))
    close_round(stage=desk.stage, number=1, by=desk.first, unchecked=None)
    assert "更正原因" in read(desk.open())
    assert "更正成绩请写明原因" in read(desk.type({1: levels("A3", "8", keep="second")}))
    assert desk.type({2: levels("6", "A2")}).status_code == 302  # equal: nothing is corrected
    scorer = staff(desk.stage.event, "third", "吴复核")
    desk.client.force_login(scorer, backend=BACKEND)
    told = desk.type({1: levels("A3", "8", keep="second")}, reason="看错")
    assert "要由裁判长或赛事负责人来做" in read(told)
    desk.client.force_login(Person.objects.get(username="director"), backend=BACKEND)
    assert desk.type({1: levels("A3", "8", keep="second")}, reason="看错").status_code == 302
    assert desk.checked() == [1, 2]


def test_by_deals_the_tables_are_opened_one_by_one() -> None:
    rules = {"scheme": {"kind": "deal-points"}, "deals": 2, "minutes": None}
    desk = Second(make_stage(make_event(pairs=8, rulebook="devzone-26", rules=rules, checking="twice")))
    deals = (Deal(Side.NS, 2), Deal(Side.EW, 3))
    for table in (1, 3):
        desk.enter(table, Scoresheet(ended=Ended.DEALS, deals=deals))
    page = read(desk.open())
    assert "这一阶段按逐副记录计分" in page
    assert "第 1 桌 第 3 桌" in page
    assert "复核无误" in read(desk.client.get(desk.address("match", 3)))
    desk.client.post(desk.address("match-act", 3, "check"), {"submission": "m", "based_on": "1"})
    assert desk.checked() == [3]


@pytest.mark.parametrize("pairs", [8, 24])
def test_the_page_asks_a_fixed_number_of_queries(pairs: int, django_assert_num_queries: Any) -> None:
    desk = Second(checked_event(Checking.TWICE, pairs=pairs))
    for table in range(1, pairs // 2 + 1):
        desk.enter(table, passed(Side.NS, loser_level=9))
    with django_assert_num_queries(17):
        page = desk.open()
    assert page.content.decode().count('class="second-table"') == pairs // 2
    with django_assert_num_queries(35):
        desk.type({1: levels("A3", "9")})
