"""The draw page of a stage that is paired round by round: what it offers, says and refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import Side
from tests.tournament.desks import open_desk, page, url
from tests.tournament.factories import TEST, passed
from tests.tournament.rounds.swiss import couples, pair_next, pair_of, play, sitting_out, swiss_stage, tables
from tournament.actions.enter_result import enter_result
from tournament.actions.withdraw_pair import reinstate_pair, withdraw_pair
from tournament.models import (
    Absence,
    Draw,
    DrawKind,
    Match,
    Publication,
    PublicationKind,
    Result,
    Round,
    Stage,
    Wish,
)
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return swiss_stage(pairs=7, rounds=5)


@pytest.fixture
def desk(stage: Stage) -> Client:
    return open_desk(stage.event)


def post(client: Client, name: str, stage: Stage, key: str = "k1", **data: Any) -> Any:
    return client.post(url(name, stage), {"submission": key, **data})


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_the_rounds_come_one_by_one(stage: Stage, desk: Client) -> None:
    assert "编排第 1 轮" in page(desk, stage)
    assert post(desk, "pair-run", stage, number=1).status_code == 302
    shown = page(desk, stage)
    assert "公布第 1 轮对阵" in shown
    assert "编排第 2 轮" not in shown
    desk.post(url("draw-publish", stage), {"submission": "up", "what": "all", "based_on": 1})
    assert "编排第 2 轮（还差 3 桌）" in page(desk, stage)
    play(stage, 1)
    assert "编排第 2 轮" in page(desk, stage)
    post(desk, "pair-run", stage, "k2", number=2)
    assert Round.objects.get(number=2).state == "draft"


def test_f06_two_requests_for_round_two_make_one_and_the_second_is_told(stage: Stage, desk: Client) -> None:
    play(stage, pair_next(stage))
    answers = [post(desk, "pair-run", stage, key, number=2) for key in ("a", "a", "b")]

    assert [answer.status_code for answer in answers] == [302, 302, 409]
    assert "本轮已编排" in text(answers[2])
    assert len(tables(stage, 2)) == 3
    assert len(sitting_out(stage, 2)) == 1


def test_f06_a_redraw_over_results_names_what_is_lost_and_wants_a_tick(stage: Stage, desk: Client) -> None:
    play(stage, pair_next(stage))
    number = pair_next(stage)
    enter_result(match=tables(stage, number)[1], sheet=passed(Side.NS, loser_level=7), by=TEST)
    shown = page(desk, stage)
    assert "作废已录的 1 桌成绩：第 2 桌" in shown

    refused = post(desk, "pair-redraw", stage, number=2, count=1)
    assert refused.status_code == 422
    assert "第 2 轮已有 1 桌成绩（2 桌），撤销就会作废" in text(refused)
    assert Result.objects.filter(match__round__number=2).count() == 1
    stale = post(desk, "pair-redraw", stage, "k2", number=2, count=0, lose="on")
    assert stale.status_code == 422

    assert post(desk, "pair-redraw", stage, "k3", number=2, count=1, lose="on").status_code == 302
    assert not Result.objects.filter(match__round__number=2).exists()
    assert Round.objects.get(number=2).state == "draft"
    assert Draw.objects.filter(kind=DrawKind.PAIRINGS, round_number=2).count() == 2
    journal = desk.get(reverse("journal", args=[stage.event.slug])).content.decode()
    assert "第 2 轮第 2 桌成绩作废" in journal or "作废预赛第 2 轮第 2 桌成绩" in journal
    assert "过A : 7" in journal
    assert not Publication.objects.filter(
        kind=PublicationKind.PAIRINGS, round_number=2, is_current=True
    ).exists()


def test_a_draft_is_undone_at_once_and_a_published_round_comes_down(stage: Stage, desk: Client) -> None:
    post(desk, "pair-run", stage, number=1)
    assert post(desk, "pair-undo", stage, "k2", number=1).status_code == 302
    assert not Round.objects.exists()
    pair_next(stage)
    assert "这一轮已经公布：公告会撤下" in page(desk, stage)
    public = reverse("public-round", args=[stage.event.slug, 1, 1])
    assert Client().get(public).status_code == 200
    assert post(desk, "pair-undo", stage, "k3", number=1).status_code == 302
    assert Client().get(public).status_code == 404
    for name, args in [("round", (1, 1)), ("match", (1, 1, 1)), ("round-grid", (1, 1))]:
        address = reverse(name, args=[stage.event.slug, *args])
        assert desk.get(address).status_code == 404
        assert (
            desk.post(
                address, {"submission": "x", "table": "1", "ns_level": "A3", "ew_level": "2"}
            ).status_code
            == 404
        )


@pytest.mark.parametrize("step", ["pair-undo", "pair-redraw"])
def test_a_closed_round_is_taken_back_by_whoever_types_the_events_name(
    stage: Stage, desk: Client, step: str
) -> None:
    play(stage, pair_next(stage))
    assert "这一轮已经结束，请输入赛事名称" in page(desk, stage)
    for key, typed in [("k1", ""), ("k2", "另一场赛事")]:
        sent = {"number": 1, "count": 3, "lose": "on", "typed_name": typed, "reason": "排错了"}
        refused = post(desk, step, stage, key, **sent)
        assert refused.status_code == 422
        assert "这一轮已经结束，要输入赛事名称才能撤销" in text(refused)
        assert 'value="排错了"' in text(refused)
        assert Result.objects.count() == 3
    name = stage.event.name
    done = post(desk, step, stage, "k3", number=1, count=3, lose="on", typed_name=f" {name} ")
    assert done.status_code == 302
    assert not Result.objects.exists()


def test_only_the_last_round_is_undone(stage: Stage, desk: Client) -> None:
    play(stage, pair_next(stage))
    pair_next(stage)
    refused = post(desk, "pair-undo", stage, number=1, count=3, lose="on")
    assert refused.status_code == 422
    assert "只能撤销最后一轮" in text(refused)
    assert Result.objects.count() == 3


def test_f05_the_page_takes_absences_and_says_when_too_few_are_left(stage: Stage, desk: Client) -> None:
    assert post(desk, "pair-absent", stage, number=1, missed="5、 6", byes="4").status_code == 302
    shown = page(desk, stage)
    assert "缺席 2 队，指定轮空 1 队" in shown
    post(desk, "pair-run", stage, "k2", number=1)
    assert (sitting_out(stage, 1), sitting_out(stage, 1, "missed")) == ([4], [5, 6])
    assert len(tables(stage, 1)) == 2
    post(desk, "pair-undo", stage, "k3", number=1)
    post(desk, "pair-absent", stage, "k4", number=1, missed="1 2 3 4 5 6", byes="")
    refused = post(desk, "pair-run", stage, "k5", number=1)
    assert refused.status_code == 422
    assert "至少要有 2 队才能编排，现在只有 1 队" in text(refused)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        pytest.param({"missed": "99"}, "99 号不在这一阶段的名单里", id="unknown pair"),
        pytest.param({"missed": "3", "byes": "3"}, "3 号不能又缺席又轮空", id="both"),
        pytest.param({"missed": "三"}, "“三”不是序号", id="no number"),
    ],
)
def test_wrong_absences_are_refused_beside_the_field(
    stage: Stage, desk: Client, sent: dict[str, str], said: str
) -> None:
    refused = post(desk, "pair-absent", stage, number=1, **sent)
    assert refused.status_code == 422
    assert said in text(refused)
    assert f'value="{sent["missed"]}"' in text(refused)
    assert not Absence.objects.exists()


def test_f22_a_bye_has_no_form_and_takes_no_result(stage: Stage, desk: Client) -> None:
    number = pair_next(stage)
    resting = sitting_out(stage, number)[0]
    shown = desk.get(reverse("round", args=[stage.event.slug, 1, 1])).content.decode()
    assert shown.count("/rounds/1/tables/") == 3
    assert desk.get(reverse("match", args=[stage.event.slug, 1, 1, 4])).status_code == 404
    bye = Match.objects.get(round__number=1, kind="bye")
    with pytest.raises(Exception, match="no_result_for_a_bye"):
        enter_result(match=bye, sheet=passed(Side.NS), by=TEST)
    play(stage, number, close=False)
    busy = next(one for one in range(1, 8) if one != resting)
    refused = post(desk, "pair-absent", stage, number=1, missed="", byes=str(busy))
    assert refused.status_code == 422
    assert f"{busy} 号第 1 轮已有成绩，不能再改为缺席或轮空" in text(refused)
    row = next(row for row in stage_standings(stage).overall if row.pair == resting)
    assert (row.byes, row.played, row.level_diff_sum) == (1, 0, row.level_diff_sum)
    assert row.points == 100


def test_wishes_are_kept_and_met(stage: Stage, desk: Client) -> None:
    post(desk, "pair-wish", stage, kind="force", first="1", second="７", round_number="1")
    post(desk, "pair-wish", stage, "k2", kind="forbid", first="2", second="3")
    shown = page(desk, stage)
    assert "1 号与 7 号第 1 轮必须相遇" in shown
    assert "2 号与 3 号不要相遇" in shown
    post(desk, "pair-run", stage, "k3", number=1)
    assert frozenset((1, 7)) in couples(stage, 1)
    assert frozenset((2, 3)) not in couples(stage, 1)
    wish = Wish.objects.get(kind="forbid")
    assert post(desk, "pair-wish-remove", stage, "k4", number=wish.pk).status_code == 302
    assert Wish.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        pytest.param({"kind": "force", "first": "1", "second": "2"}, "必须相遇要写明第几轮", id="no round"),
        pytest.param({"kind": "forbid", "first": "1", "second": "1"}, "请写两个不同的序号", id="one pair"),
        pytest.param({"kind": "forbid", "first": "1", "second": "88"}, "88 号不在", id="unknown"),
        pytest.param({"kind": "forbid", "first": "6", "second": "5"}, "这一条已经有了", id="twice"),
        pytest.param(
            {"kind": "force", "first": "5", "second": "6", "round_number": "1"}, "相反的要求", id="against"
        ),
        pytest.param({"kind": "forbid", "first": "一", "second": "2"}, "请输入序号", id="no number"),
    ],
)
def test_wrong_wishes_are_refused_and_stay_typed(
    stage: Stage, desk: Client, sent: dict[str, str], said: str
) -> None:
    post(desk, "pair-wish", stage, kind="forbid", first="5", second="6")
    refused = post(desk, "pair-wish", stage, "k2", **sent)
    assert refused.status_code == 422
    assert said in text(refused)
    assert f'value="{sent["first"]}"' in text(refused)
    assert Wish.objects.count() == 1


def test_f11_a_pair_that_leaves_a_draft_leaves_no_ghost(stage: Stage, desk: Client) -> None:
    for _ in range(2):
        play(stage, pair_next(stage))
    post(desk, "pair-run", stage, number=3)
    withdraw_pair(pair=pair_of(stage, 6), by=TEST)

    drawn = Match.objects.filter(round__number=3)
    assert not drawn.filter(ns__number=6).exists()
    assert not drawn.filter(ew__number=6).exists()
    named = [n for one in drawn for n in (one.ns.number, one.ew.number if one.ew else 0) if n]
    assert sorted(named) == [1, 2, 3, 4, 5, 7]
    shown = page(desk, stage)
    assert "编排以后退出的，已从对阵里去掉" in shown
    assert "对手 6 号退赛" in shown or sitting_out(stage, 3) == []
    assert post(desk, "pair-redraw", stage, "k2", number=3).status_code == 302
    assert len(tables(stage, 3)) == 3
    assert "编排以后退出的" not in page(desk, stage)
    desk.post(url("draw-publish", stage), {"submission": "up", "what": "all", "based_on": 1})
    seats = desk.get(f"/e/{stage.event.slug}/desk/papers/tables.txt?stage=1&round=3").content.decode()
    assert "6 号" not in seats.replace("16 号", "")


def test_f11_between_rounds_the_pair_is_gone_and_comes_back(stage: Stage) -> None:
    play(stage, pair_next(stage))
    gone = withdraw_pair(pair=pair_of(stage, 6), by=TEST)
    assert gone.stage_entries.get().left == 2
    play(stage, pair_next(stage))
    assert 6 not in {number for couple in couples(stage, 2) for number in couple} | set(sitting_out(stage, 2))
    reinstate_pair(pair=pair_of(stage, 6), by=TEST)
    pair_next(stage)
    assert 6 in {number for couple in couples(stage, 3) for number in couple} | set(sitting_out(stage, 3))


@pytest.mark.parametrize("entered", [False, True], ids=["a: result open", "b: result entered"])
def test_f12_a_pair_that_leaves_in_mid_round_does_not_stop_the_next(
    stage: Stage, desk: Client, entered: bool
) -> None:
    play(stage, pair_next(stage))
    number = pair_next(stage)
    leaving = tables(stage, number)[1]
    assert leaving.ew is not None
    if entered:
        enter_result(match=leaving, sheet=passed(Side.EW, loser_level=5), by=TEST)
    withdraw_pair(pair=leaving.ew, by=TEST)
    kind = leaving.results.get(is_current=True).kind
    assert kind == ("played" if entered else "forfeit")
    for match in tables(stage, number):
        if not match.results.exists():
            enter_result(match=match, sheet=passed(Side.NS, loser_level=4), by=TEST)
    assert post(desk, "pair-run", stage, number=3).status_code == 302

    third = couples(stage, 3)
    assert all(len(couple) == 2 for couple in third)
    assert leaving.ew.number not in {one for couple in third for one in couple}
    for address in ("standings/?stage=1", "stages/1/standings/", "stages/1/rounds/2/", "stages/1/cross/"):
        answer = desk.get(f"/e/{stage.event.slug}/desk/{address}")
        assert answer.status_code in (200, 404)
    for form in ("pdf", "xlsx", "csv", "txt"):
        paper = desk.get(f"/e/{stage.event.slug}/desk/papers/standings.{form}?stage=1&round=2")
        assert paper.status_code == 200


def test_f33_every_step_pressed_twice_is_one(stage: Stage, desk: Client) -> None:
    steps: list[tuple[str, dict[str, Any]]] = [
        ("pair-absent", {"number": 1, "missed": "5", "byes": ""}),
        ("pair-wish", {"kind": "forbid", "first": "1", "second": "2"}),
        ("pair-run", {"number": 1}),
        ("pair-redraw", {"number": 1}),
        ("pair-undo", {"number": 1}),
        ("pair-planned", {"rounds": 6}),
    ]
    for name, sent in steps:
        answers = [post(desk, name, stage, f"key-{name}", **sent).status_code for _ in range(2)]
        assert answers == [302, 302], name
    assert (Absence.objects.count(), Wish.objects.count(), Round.objects.count()) == (1, 1, 0)
    assert Draw.objects.filter(kind=DrawKind.PAIRINGS).count() == 2
    journal = list(stage.event.journal.values_list("verb", flat=True))
    assert sorted(journal).count("set_absences") == 1
    assert journal.count("undo_round") == 2


def test_the_page_of_a_closed_round_pairs_the_next_by_one_press(stage: Stage, desk: Client) -> None:
    number = pair_next(stage)
    play(stage, number)
    shown = desk.get(reverse("round", args=[stage.event.slug, stage.ordinal, number]))
    form = re.search(
        rf'<form method="post" action="{url("pair-run", stage)}">(.*?)</form>', text(shown), re.S
    )
    assert form is not None
    sent = dict(re.findall(r'name="(submission|number)" value="([^"]+)"', form[1]))
    assert sent["number"] == "2"

    first, again = (desk.post(url("pair-run", stage), sent) for _press in range(2))

    assert (first.status_code, again.status_code) == (302, 302)
    assert list(Round.objects.filter(number=2).values_list("state", flat=True)) == ["draft"]
    assert "先登记缺席和轮空" in text(shown)
