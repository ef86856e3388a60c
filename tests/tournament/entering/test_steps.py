"""The steps of a round on its page, and what the page costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.entering.desk import BACKEND, Desk, read
from tests.tournament.factories import make_person, make_stage, play_round
from tournament import wording
from tournament.lists.round_tables import RoundTables
from tournament.models import Membership, Publication, Role, Round
from tournament.queries.rounds import table_rows

pytestmark = pytest.mark.django_db


def take(desk: Desk, step: str, **more: Any) -> Any:
    desk.sent += 1
    data = {"submission": f"{step}{desk.sent}"} | more
    return desk.client.post(desk.address("round-act", step), data, follow=True)


def test_a_round_from_its_draft_to_its_announcement() -> None:
    stage = make_stage(pairs=4, published=False)
    desk = Desk(stage)
    assert "公布第 1 轮对阵" in desk.page()
    assert "已公布第 1 轮对阵，可以录成绩了" in read(take(desk, "publish"))
    assert "开赛计时" in desk.page()
    started = read(take(desk, "start"))
    assert "第 1 轮开赛，开始计时" in started
    assert "时间到" in started
    assert Round.objects.get(group__stage=stage, number=1).ends_at is not None
    play_round(stage, 1)
    assert "第 1 轮已结束" in read(take(desk, "close"))
    announced = read(take(desk, "announce"))
    assert "已公布第 1 轮后的名次" in announced
    assert Publication.objects.filter(stage=stage, kind="standings", is_current=True).count() == 1
    assert "还有" not in announced


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        pytest.param("close", "还有 4 桌没有成绩：1、2、3、4", id="not closed while tables are missing"),
        pytest.param("announce", "还有 4 桌没有成绩：1、2、3、4", id="nor announced"),
        pytest.param("reopen", "请写明原因", id="nor reopened without a reason"),
    ],
)
def test_a_step_that_is_not_due_says_why_and_changes_nothing(desk: Desk, step: str, sentence: str) -> None:
    told = take(desk, step)
    assert told.status_code == 422
    assert sentence in read(told)
    assert set(Round.objects.values_list("state", flat=True)) == {"published"}


def test_reopening_takes_a_reason_and_keeps_results(desk: Desk) -> None:
    play_round(desk.stage, 1)
    take(desk, "close")
    assert "这一轮已结束" in desk.page()
    done = read(take(desk, "reopen", reason="补录一桌"))
    assert "第 1 轮已重新打开" in done
    assert "已录 4" in done


def test_pairings_come_down_only_before_the_first_result(desk: Desk) -> None:
    assert "撤下对阵" in desk.page()
    desk.slip(1, "A3", "9")
    assert "撤下对阵" not in desk.page()
    refused = take(desk, "withdraw")
    assert refused.status_code == 422
    assert "已有成绩，不能撤下" in read(refused)


def test_taking_pairings_down_keeps_the_reason_in_the_journal(desk: Desk) -> None:
    take(desk, "withdraw", reason="有一队缺席")
    entry = desk.stage.event.journal.first()
    assert wording.of_entry(entry) == "撤下预赛的对阵公告第 1 号（有一队缺席）"


def test_f33_closing_sent_twice_is_one_line_in_the_journal(desk: Desk) -> None:
    play_round(desk.stage, 1)
    for _ in range(2):
        desk.client.post(desk.address("round-act", "close"), {"submission": "twice"})
    assert desk.stage.event.journal.filter(verb="close_round").count() == 1


def test_one_session_goes_on_while_the_other_still_plays() -> None:
    stage = make_stage(pairs=8)
    for group, session in zip(stage.groups.all(), ("上午", "下午"), strict=True):
        group.session = session
        group.save()
    play_round(stage, 1)
    desk = Desk(stage)
    take(desk, "close", session="上午")
    states = Round.objects.filter(number=1).values_list("group__session", "state")
    assert dict(states) == {"上午": "closed", "下午": "published"}


def test_a_scorer_enters_but_takes_no_step(desk: Desk) -> None:
    scorer = make_person("scorer", name="周记录")
    Membership.objects.create(person=scorer, event=desk.stage.event, role=Role.SCORER)
    desk.client.force_login(scorer, backend=BACKEND)
    assert desk.slip(1, "A3", "9").status_code == 200
    assert "结束本轮" not in desk.page()
    assert desk.client.post(desk.address("round-act", "close"), {"submission": "x"}).status_code == 404


def test_unknown_rounds_and_steps_are_not_found(desk: Desk) -> None:
    assert desk.client.get(desk.address("round-act", "close"))["Location"] == desk.address("round")
    assert desk.client.post(desk.address("round-act", "burn"), {"submission": "x"}).status_code == 404
    desk.number = 9
    assert desk.client.get(desk.address("round")).status_code == 404


@pytest.mark.parametrize("pairs", [8, 32])
def test_the_pages_queries_do_not_grow_with_the_hall(pairs: int, django_assert_num_queries: Any) -> None:
    desk = Desk(make_stage(pairs=pairs, rounds_played=1))
    for address, count in ((desk.address("round"), 26), (desk.address("round-grid"), 16)):
        with django_assert_num_queries(count):
            assert desk.client.get(address).status_code == 200


@pytest.mark.parametrize("pairs", [8, 32])
def test_a_saved_slip_asks_the_same_of_any_hall(pairs: int, django_assert_num_queries: Any) -> None:
    desk = Desk(make_stage(pairs=pairs))
    with django_assert_num_queries(28):
        assert desk.slip(1, "A3", "9").status_code == 200


def test_the_list_gives_the_same_values_to_exports(desk: Desk) -> None:
    desk.slip(10 // 5, "6", "A2")
    rows = table_rows(desk.stage, 1)
    table = RoundTables(rows, stage=desk.stage, slug=desk.stage.event.slug, number=1, groups=2)
    heads, *lines = table.as_values()
    assert heads == ["桌", "组", "南北", "级数", "东西", "级数", "级差", "积分", "状态"]
    assert [line[0] for line in lines] == [1, 2, 3, 4]
    match = desk.match(2)
    assert lines[1][2:] == [
        f"{match.ns.number} 号 {match.ns.names}",
        "6",
        f"{match.ew.number} 号 {match.ew.names}",
        "过A",
        -10,
        "4 : 110",
        "已录",
    ]
