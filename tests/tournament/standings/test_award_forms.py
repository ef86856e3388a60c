"""How awards are chosen: typed one a line, changed, removed; awards that no rank gives."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournament.standings.test_awards import PAGE, TWO_PRIZES, desk, stage, text_of
from tournament.models import Event, Pair, Stage

__all__ = ["desk", "stage"]

pytestmark = pytest.mark.django_db


def add(desk: Client, event: Event, kind: str = "sets", **sent: str) -> Any:
    event.refresh_from_db()
    plain = {"scope": "overall", "edge": "ask", "stage": ""} if kind == "sets" else {}
    return desk.post(
        f"{PAGE}{kind}/new/", {**plain, "submission": "n", "based_on": str(event.version), **sent}
    )


def test_awards_are_typed_one_a_line_in_any_width(desk: Client, stage: Stage) -> None:
    assert add(desk, stage.event, prizes="一等奖 ４\n二等奖：25％\n\n三等奖 5 队").status_code == 302
    stage.event.refresh_from_db()
    assert (stage.event.awards or [])[1] == {
        "prizes": [
            {"name": "一等奖", "count": 4},
            {"name": "二等奖", "share": "25"},
            {"name": "三等奖", "count": 5},
        ],
        "scope": "overall",
    }


@pytest.mark.parametrize(
    ("prizes", "said"),
    [
        ("一等奖", "“一等奖”看不懂"),
        ("4", "“4”看不懂"),
        ("一等奖 1.5", "名额要是整数"),
        ("一等奖 0", "超出范围"),
        ("一等奖 -3", "“一等奖 -3”的数前面有负号"),
        ("一等奖－３队", "的数前面有负号"),
        ("一等奖 −15%", "的数前面有负号"),
        (f"{'特' * 41}奖 3", f"奖项名称“{'特' * 20}…”太长，最多 40 个字。"),
        ("一等奖 60%\n二等奖 50%", "各奖的比例合计 110%，超过了 100%"),
        ("", "这个字段是必填项"),
    ],
)
def test_what_cannot_be_read_is_said_beside_the_field_and_stays(
    desk: Client, stage: Stage, prizes: str, said: str
) -> None:
    answer = add(desk, stage.event, prizes=prizes)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert prizes.splitlines()[0] in page if prizes else True
    stage.event.refresh_from_db()
    assert stage.event.awards == TWO_PRIZES


def test_a_set_is_changed_and_removed(desk: Client, stage: Stage) -> None:
    page = desk.get(f"{PAGE}sets/1/").content.decode()
    assert "一等奖 2\n二等奖 3" in page
    sent = {"prizes": "冠军 1", "scope": "group", "edge": "all", "stage": "", "submission": "e"}
    assert desk.post(f"{PAGE}sets/1/", {**sent, "based_on": "1"}).status_code == 302
    stage.event.refresh_from_db()
    assert stage.event.awards == [{"prizes": [{"name": "冠军", "count": 1}], "scope": "group", "edge": "all"}]
    assert desk.post(f"{PAGE}sets/1/", {**sent, "submission": "e2", "based_on": "1"}).status_code == 409
    desk.post(f"{PAGE}sets/1/remove/", {"submission": "r", "based_on": "2"})
    stage.event.refresh_from_db()
    assert stage.event.awards is None
    assert desk.get(f"{PAGE}sets/1/").status_code == 404
    assert desk.get(f"{PAGE}else/new/").status_code == 404


def test_a_typed_award_names_units_persons_and_pairs(desk: Client, stage: Stage) -> None:
    answer = add(desk, stage.event, "given", name="优秀组织奖", given_to="历史系\n３ 号\n赵一鸣")
    assert answer.status_code == 302
    stage.event.refresh_from_db()
    assert (stage.event.awards or [])[-1] == {"name": "优秀组织奖", "given_to": ["历史系", 3, "赵一鸣"]}
    names = Pair.objects.get(event=stage.event, number=3).names
    assert f"历史系、3号{names}、赵一鸣".replace(" ", "") in text_of(desk, PAGE)
    refused = add(desk, stage.event, "given", name="风尚奖", given_to="99", submission="x")
    assert refused.status_code == 422
    assert "没有 99 号参赛队" in refused.content.decode()


def test_a_long_dash_parts_name_and_figure(desk: Client, stage: Stage) -> None:
    assert add(desk, stage.event, prizes="一等奖—4").status_code == 302
    stage.event.refresh_from_db()
    assert (stage.event.awards or [])[1]["prizes"] == [{"name": "一等奖", "count": 4}]


def test_a_name_that_is_too_long_is_said_beside_the_name(desk: Client, stage: Stage) -> None:
    answer = add(desk, stage.event, "given", name="优" * 41, given_to="历史系")

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]
    assert "奖项名称太长，最多 40 个字。" in answer.content.decode()


def test_how_shares_are_rounded_stands_with_the_awards(desk: Client, stage: Stage) -> None:
    page = desk.get(f"{PAGE}sets/new/").content.decode()

    assert page.index("看哪个阶段的名次") < page.index("每条线分别四舍五入") < page.index("<textarea")
