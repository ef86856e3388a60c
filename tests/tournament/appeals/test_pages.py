"""The pages of appeals, from the paper on the desk to the corrected notice everywhere (F36)."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from pypdfium2 import PdfDocument

from scoring.rules import Grade, Side
from tests.tournament.factories import TEST, make_director, passed
from tournament.actions.appeals import decide_appeal, file_appeal
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import give_penalty
from tournament.lists.slides import slides_of
from tournament.models import Appeal, Event, Match, Publication, Screen, ScreenPage, Stage
from tournament.queries.public import public_event
from tournament.queries.results import standing_result

pytestmark = pytest.mark.django_db

DESK = "/e/sai/desk/"
REASON = "第 1 号申诉成立"


def typed(**fields: Any) -> dict[str, Any]:
    """An appeal as the form sends it."""
    return {
        "submission": "k1", "number": "3", "filed_by": "王芳", "filed_as": "leader", "stage": "1",
        "round_number": "1", "text": "第 5 副判错", "filed_at": "",
    } | fields  # fmt: skip


def in_pdf(answer: Any) -> str:
    text = "".join(page.get_textpage().get_text_range() for page in PdfDocument(answer.content))
    return text.replace("\r", "").replace("\n", "")


def test_out_of_sight_until_switched_on(referee: Client, stage: Stage) -> None:
    Event.objects.update(hears_appeals=False)
    director = Client()
    director.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    for url in (DESK, f"{DESK}stages/1/standings/", f"{DESK}penalties/"):
        assert f"{DESK}appeals/" not in director.get(url).content.decode()
    page = referee.get(f"{DESK}appeals/").content.decode()
    assert "没有启用申诉" in page
    assert "登记一件申诉" not in page
    assert referee.post(f"{DESK}appeals/", typed()).status_code == 422
    assert not Appeal.objects.exists()


def test_taken_in_at_the_desk_and_running_there(referee: Client, stage: Stage) -> None:
    answer = referee.post(f"{DESK}appeals/", typed(), follow=True)
    page = answer.content.decode()
    assert "已登记3 号的申诉" in page
    assert "剩余 120 分钟" in page  # to answer
    assert "申诉期限" in page
    assert "剩余 30 分钟" in page
    director = Client()
    director.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    home = director.get(DESK).content.decode()
    assert "待办的申诉" in home
    assert "剩余 120 分钟" in home
    paper = in_pdf(referee.get(f"{DESK}appeals/1/form.pdf"))
    assert all(text in paper for text in ("申诉书", "王芳（领队）", "第 5 副判错", "30 分钟内书面递交"))
    assert "王芳" not in in_pdf(referee.get(f"{DESK}appeals/0/form.pdf"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        pytest.param({"number": "99"}, "没有 99 号", id="an unknown number"),
        pytest.param({"round_number": ""}, "请写明对哪一轮的比赛", id="against nothing"),
        pytest.param({"stage": ""}, "请同时选择阶段", id="a round of no stage"),
        pytest.param({"filed_at": "2999-01-01T10:00"}, "还没有到", id="tomorrow"),
        pytest.param({"text": ""}, "必填", id="no words"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    referee: Client, stage: Stage, fields: dict[str, str], sentence: str
) -> None:
    answer = referee.post(f"{DESK}appeals/", typed(**fields))
    page = answer.content.decode()
    assert (answer.status_code, sentence in page, "王芳" in page) == (422, True, True)
    assert not Appeal.objects.exists()


def test_f36_an_upheld_appeal_reaches_every_place_under_one_notice(referee: Client, stage: Stage) -> None:
    referee.post(f"{DESK}appeals/", typed())
    decided = {
        "submission": "k2", "based_on": "1", "jury": "赵一、钱二、孙三",
        "votes_for": "2", "votes_against": "1", "outcome": "upheld", "effect": "result",
        "decision": "改判另一方胜。", "decided_at": "",
    }  # fmt: skip
    page = referee.post(f"{DESK}appeals/1/do/decide/", decided, follow=True).content.decode()
    assert "仲裁委员会 3 人表决，赞成 2 票，反对 1 票，按简单多数裁定：申诉成立，改判成绩。" in page
    assert "去更正成绩" in page
    assert "发布更正公告" not in page

    match = Match.objects.get(pk=_match(stage))
    standing = standing_result(match)
    assert standing is not None
    winner = Side.EW if standing.passed_a == "ns" else Side.NS
    enter_result(match=match, sheet=passed(winner, loser_level=4), reason=REASON, by=TEST)
    page = referee.get(f"{DESK}appeals/1/").content.decode()
    assert "发布更正公告" in page
    assert "成绩公告第 1 号" in page
    assert "成绩公告第 2 号" in page

    sent = {"submission": "k3", "based_on": "2", "reason": f"{REASON}：第 1 轮改判"}
    page = referee.post(f"{DESK}appeals/1/do/announce/", sent, follow=True).content.decode()
    assert "已发布 2 份更正公告" in page
    assert "与现在的成绩不一致" not in page
    assert list(
        Publication.objects.filter(kind="standings", is_current=True).values_list("number", flat=True)
    ) == [3, 4]

    public = Client().get("/e/sai/stages/1/standings/").content.decode()
    assert "成绩公告第 4 号（更正）" in public
    assert f"更正原因：{REASON}" in public
    pdf = in_pdf(referee.get(f"{DESK}papers/standings.pdf?stage=1&round=2"))
    assert "成绩公告第 4 号（更正）" in pdf
    assert f"更正原因：{REASON}" in pdf
    docx = ZipFile(BytesIO(referee.get(f"{DESK}papers/word/bulletin.docx?stage=1").content))
    assert REASON in docx.read("word/document.xml").decode()
    fresh = Event.objects.get(pk=stage.event_id)
    wall = slides_of(public_event(fresh), Screen(event=fresh, ordinal=1, shows=[ScreenPage.STANDINGS]))
    assert all(REASON in one.foot and "第 4 号（更正）" in one.foot for one in wall)
    assert wall


def _match(stage: Stage) -> int:
    return next(
        one.pk
        for one in Match.objects.filter(round__group__stage=stage, round__number=1)
        if 3 in (one.ns.number, one.ew.number if one.ew else 0)
    )


def test_a_lifted_penalty_is_announced_too_and_a_rejected_appeal_announces_nothing(
    referee: Client, stage: Stage
) -> None:
    given = give_penalty(
        event=stage.event, stage=stage, number=3, round_number=1, grade=Grade.VIOLATION, points=-4, by=TEST
    )  # fmt: skip
    referee.post(f"{DESK}appeals/", typed(penalty="1"))
    appeal = Appeal.objects.get()
    assert appeal.penalty == given
    sent = {"submission": "k9", "based_on": "1", "reason": "试"}
    answer = referee.post(f"{DESK}appeals/1/do/announce/", sent)
    assert (answer.status_code, "没有成立，不用发布更正公告" in answer.content.decode()) == (422, True)
    decide_appeal(
        appeal=appeal,
        outcome="upheld",
        effect="penalty",
        decision="撤销。",
        votes_for=3,
        votes_against=0,
        by=TEST,
    )
    # The notices were made before the penalty: lifted again, they say what stands.
    answer = referee.post(f"{DESK}appeals/1/do/announce/", sent | {"based_on": "2"})
    assert "没有要更正的公告" in answer.content.decode()


def test_the_page_of_appeals_asks_the_same_however_many_there_are(
    referee: Client, stage: Stage, django_assert_num_queries: Any
) -> None:
    for count in (1, 4):
        while Appeal.objects.count() < count:
            number = Appeal.objects.count() + 1
            file_appeal(event=stage.event, stage=stage, round_number=1, number=number, by=TEST)
        with django_assert_num_queries(22):
            assert referee.get(f"{DESK}appeals/").status_code == 200
