"""秩序册 and 成绩册: what stands in them, what must not, and what they cost the database."""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO

import pypdfium2
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.rules import Grade
from tests.tournament.desks import open_desk
from tests.tournament.exports.papers import pdf_pages, pdf_text, solid
from tests.tournament.factories import TEST, make_event, make_person, make_stage, play_round
from tournament.actions.draw_groups import draw_groups
from tournament.actions.edit_booklet import edit_booklet
from tournament.actions.give_penalty import give_penalty
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings, publish_standings
from tournament.exports.book import BookForm
from tournament.exports.book_bracket import Bracket
from tournament.exports.paper import Paper
from tournament.lists.books import records
from tournament.lists.books.catalogue import BOOKS, gather, make_book
from tournament.lists.books.order_book import left_out
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, Group, Membership, Role, Round, RoundState, Stage
from tournament.models.booklet import Appointment, Booklet, Leaders, Office
from tournament.queries.progress import event_progress
from tournament.wording.appeals import OUTCOMES

pytestmark = pytest.mark.django_db

FACTS = Booklet(
    subtitle="暨读书节",
    organisers=("市图书馆工会",),
    committee=(Office("主任", ("陈一帆", "林小溪")),),
    jury=(Office("仲裁主任", ("叶知秋",)),),
    referees=(Office("裁判长", ("王守拙",)), Office("临场裁判员", ("顾南枝",), "1–4 桌")),
    leaders=(Leaders("历史系", ("陆星野",), ("白露",)), Leaders("数学系", ("方知行",))),
    timetable=(
        Appointment("报到", "4月28日", "8:30", "一楼大厅"),
        Appointment("预赛", "4月28日", "9:00", "二楼"),
        Appointment("决赛", "4月29日", "9:00", "二楼"),
    ),
    supplement="一、着装\n请穿软底鞋。",
    logistics="午餐在二楼食堂。",
)


def book_text(event: Event, key: str, form: BookForm = BookForm.A4) -> str:
    return pdf_text(make_book(BOOKS[key], Wanted(event, timezone.now()), form))


def chapters(event: Event, key: str) -> list[str]:
    return [chapter.title for chapter in gather(BOOKS[key], Wanted(event, timezone.now())).chapters]


def outline(data: bytes) -> list[tuple[int, str, int]]:
    with pypdfium2.PdfDocument(BytesIO(data)) as document:
        return [(one.level, one.get_title(), one.get_dest().get_index()) for one in document.get_toc()]


@pytest.fixture
def event() -> Event:
    """Eight pairs in two groups, all rounds played, the last one announced."""
    event = make_event(
        pairs=8,
        starts_on=date(2013, 4, 28),
        ends_on=date(2013, 4, 30),
        venue="二楼报纸阅览室",
        organiser="市总工会",
        awards=[{"counts": [1, 1]}],
        unit_ranking={"best": 1},
    )
    publish_standings(stage=make_stage(event, rounds_played=3), number=3, by=TEST)
    return event


def test_a_programme_holds_what_was_entered_drawn_and_decided(event: Event) -> None:
    edit_booklet(event=event, booklet=FACTS, by=TEST)
    event.refresh_from_db()

    text = book_text(event, "order-book")

    assert chapters(event, "order-book") == [
        "组织机构", "领队和教练", "竞赛日程", "竞赛规程", "食宿和交通", "参赛单位和人员", "预赛分组表",
        "预赛移位表",
    ]  # fmt: skip
    for said in (
        "组织委员会", "仲裁委员会", "裁判员名单",
        "2013年4月28日至30日", "主办单位：市总工会", "承办单位：市图书馆工会", "暨读书节",
        "主任陈一帆林小溪", "裁判长王守拙", "临场裁判员顾南枝1–4桌", "历史系陆星野白露",
        "4月28日8:30报到一楼大厅", "9:00预赛二楼", "4月29日9:00决赛二楼", "60分钟",
        "一、着装", "请穿软底鞋。", "午餐在二楼食堂。",
    ):  # fmt: skip
        assert said in text
    for pair in event.pairs.all():
        # By unit, in its group, and its way through the rounds.
        assert text.count(solid(pair.names)) == 3


def test_sections_without_facts_are_left_out() -> None:
    event = make_event(pairs=4)
    assert chapters(event, "order-book") == ["竞赛规程", "参赛单位和人员"]
    assert chapters(event, "result-book") == ["参赛单位和人员", "签字"]


def test_a_stage_without_groups_lacks_its_draw() -> None:
    stage = make_stage(pairs=4, group_size=4, published=False)

    assert left_out(event_progress(stage.event).stages) == ["预赛的抽签结果还没有公布，秩序册里先不印。"]


def test_what_is_not_public_is_not_printed_for_all_to_read() -> None:
    stage = make_stage(published=False)

    assert chapters(stage.event, "order-book") == ["竞赛规程", "参赛单位和人员"]
    assert left_out(event_progress(stage.event).stages) == ["预赛的分组还没有公布，秩序册里先不印。"]
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    text = book_text(stage.event, "order-book")
    assert chapters(stage.event, "order-book")[-2:] == ["预赛分组表", "预赛移位表"]
    assert left_out(event_progress(stage.event).stages) == []
    assert "第1轮" in text.partition("预赛移位表")[2]
    assert "第2轮" not in text.partition("预赛移位表")[2]


def test_groups_of_a_session_that_is_not_public_are_not_printed() -> None:
    stage = make_stage(published=False)
    morning, afternoon = stage.groups.order_by("ordinal")
    Group.objects.filter(pk=morning.pk).update(session="上午")
    Group.objects.filter(pk=afternoon.pk).update(session="下午")
    publish_groups(stage=stage, by=TEST)
    stage.publications.update(session="上午")

    text = book_text(stage.event, "order-book").rpartition("预赛分组表")[2]

    assert "上午" in text
    assert "下午" not in text


def test_a_swiss_stage_has_the_tables_of_its_public_rounds() -> None:
    stage = make_stage(drawn=False, grouping={"method": "one"}, pairing={"method": "swiss", "rounds": 3})
    draw_groups(stage=stage, seed=1, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    assert "预赛各轮对阵" not in chapters(stage.event, "order-book")
    publish_pairings(stage=stage, number=1, by=TEST)
    assert chapters(stage.event, "order-book")[-1] == "预赛各轮对阵"
    assert "未公布" not in book_text(stage.event, "order-book")


def test_a_book_of_results_has_every_ranking_with_what_decided_it(event: Event) -> None:
    stage = event.stages.get()
    give_penalty(
        event=event, stage=stage, number=3, grade=Grade.WARNING, text="出牌后收回", referee="裁判某", by=TEST
    )
    event.appeals.create(
        stage=stage, round_number=1, table=2, pair=event.pairs.get(number=2), text="判罚不当",
        decision="维持原判。", outcome="rejected",
    )  # fmt: skip

    text = book_text(event, "result-book")

    assert chapters(event, "result-book") == [
        "获奖名单", "单位排名", "名次", "预赛对阵成绩表", "预赛各轮成绩", "判罚", "申诉", "公告一览",
        "参赛单位和人员", "签字",
    ]  # fmt: skip
    assert "名次依据：积分→相互间成绩→胜场→净级差→级数和→抽签" in text
    assert "名次判定" in text
    assert "成绩公告第1号" in text
    assert "第3轮后" in text
    assert re.search(r"3\D*预赛警告", text)
    assert "维持原判。驳回" in text
    # The book is handed to everybody: what happened, and who complained, stays with the referees.
    for kept in ("出牌后收回", "裁判某", "判罚不当"):
        assert kept not in text
    assert re.search("裁判长：.*编排记录长：.*仲裁委员会主任：.*赛事负责人：.*日期：", text)
    assert text.count("南北东西") == 3


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_book_of_results_words_an_appeal_as_the_referees_record_does(outcome: str, event: Event) -> None:
    for number in (1, 2):
        event.appeals.create(pair=event.pairs.get(number=number), text="判罚不当", outcome=outcome)

    chapter = records.appeals(Wanted(event, timezone.now()))
    assert chapter is not None
    (made,) = chapter.pieces
    assert isinstance(made, Paper)

    assert [(row[0], row[-1]) for row in made.sections[0].rows] == [
        (1, str(OUTCOMES[outcome])), (2, str(OUTCOMES[outcome])),
    ]  # fmt: skip


@pytest.mark.parametrize("form", list(BookForm))
def test_every_pair_of_a_larger_event_stands_in_every_list(form: BookForm) -> None:
    event = make_event(pairs=41)
    make_stage(event, rounds_played=1)
    text = book_text(event, "result-book", form)

    for pair in event.pairs.prefetch_related("players"):
        # Overall, in its group, in its cross table, in three rounds, among the entries.
        assert text.count(solid(pair.names)) >= 6


def test_the_bookmarks_of_a_book_open_at_its_groups_and_rounds(event: Event) -> None:
    data = make_book(BOOKS["result-book"], Wanted(event, timezone.now()))
    pages, marks = [solid(page) for page in pdf_pages(data)], outline(data)

    titles = [(level, title) for level, title, _page in marks]
    at = titles.index((0, "名次"))
    assert titles[at : at + 6] == [
        (0, "名次"), (1, "预赛总排名"), (2, "总排名"), (1, "预赛名次"), (2, "A 组"), (2, "B 组"),
    ]  # fmt: skip
    at = titles.index((0, "预赛各轮成绩"))
    assert titles[at : at + 4] == [
        (0, "预赛各轮成绩"), (1, "预赛第 1 轮成绩"), (1, "预赛第 2 轮成绩"), (1, "预赛第 3 轮成绩"),
    ]  # fmt: skip
    for _level, title, number in marks:
        assert solid(title) in pages[number]


def test_a_round_that_is_open_is_said_to_be_and_nothing_is_announced() -> None:
    stage = make_stage(rounds_played=2)
    text = book_text(stage.event, "result-book")
    assert "目前" in text
    assert "未公布" in text
    assert "还有4桌没有成绩。" in text


@pytest.mark.parametrize(
    ("pairs", "columns"), [(8, [[4, 2, 1]]), (41, [[16, 8, 4, 2, 1], [16, 8, 4, 2, 1], [2, 1]])]
)
def test_a_knock_out_is_drawn_on_as_many_pages_as_it_needs(pairs: int, columns: list[list[int]]) -> None:
    event = make_event(pairs=pairs, rulebook="devzone-26", rules={"level_tie": "extra_deal"})
    stage = make_stage(event, drawn=False, grouping={"method": "one"}, pairing={"method": "knockout"})
    draw_groups(stage=stage, seed=1, by=TEST)
    pair_round(stage=stage, seed=1, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    play_round(stage, 1)

    book = gather(BOOKS["result-book"], Wanted(event, timezone.now()))
    (chapter,) = (one for one in book.chapters if one.title == "预赛签表")
    (piece,) = chapter.pieces
    names = {name for name in piece.texts() if name}

    assert isinstance(piece, Bracket)
    assert [[len(column.boxes) for column in tree.columns] for tree in piece.trees] == columns
    assert {f"{pair.number} {pair.names}" for pair in event.pairs.all()} <= names
    assert "预赛签表" in book_text(event, "result-book")


@pytest.mark.parametrize("key", list(BOOKS))
def test_a_book_asks_the_same_number_of_questions_for_any_number_of_pairs(key: str) -> None:
    asked = []
    for pairs in (8, 24):
        event = make_event(pairs=pairs, awards=[{"counts": [1]}], unit_ranking={"best": 1})
        stage = make_stage(event, rounds_played=3)
        publish_standings(stage=stage, number=3, by=TEST)
        give_penalty(event=event, stage=stage, number=3, grade=Grade.WARNING, by=TEST)
        event = Event.objects.get(pk=event.pk)
        with CaptureQueriesContext(connection) as queries:
            gather(BOOKS[key], Wanted(event, timezone.now()))
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_progress_goes_from_the_first_question_to_the_last_page(event: Event) -> None:
    told: list[tuple[int, int]] = []
    make_book(
        BOOKS["result-book"],
        Wanted(event, timezone.now()),
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (100, 100)
    assert [done for done, _total in told] == sorted(done for done, _total in told)
    assert {total for _done, total in told} == {100}


def test_whoever_waits_no_longer_stops_the_making(event: Event) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int, _total: int) -> None:
        if done > 60:
            raise Stopped

    with pytest.raises(Stopped):
        make_book(BOOKS["result-book"], Wanted(event, timezone.now()), progress=stop)


@pytest.mark.parametrize("form", ["a4", "a5", "folded"])
@pytest.mark.parametrize("key", list(BOOKS))
def test_a_book_is_a_file_for_the_scorer(form: str, key: str, event: Event) -> None:
    person = make_person("scorer")
    Membership.objects.create(person=person, event=event, role=Role.SCORER)
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")

    answer = client.get(reverse("book", args=[event.slug, key, form]))

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")
    assert "filename*=utf-8''" in answer["Content-Disposition"]


def test_there_are_no_other_books(event: Event) -> None:
    client = open_desk(event)
    assert client.get(reverse("book", args=[event.slug, "cook-book", "a4"])).status_code == 404
    assert client.get(f"/e/{event.slug}/desk/papers/books/order-book-a3.pdf").status_code == 404


def test_the_page_of_papers_offers_both_books_and_names_what_is_missing(event: Event) -> None:
    page = open_desk(event).get(reverse("papers", args=[event.slug])).content.decode()

    for key in BOOKS:
        for form in BookForm:
            assert reverse("book", args=[event.slug, key, form.value]) in page
    assert "秩序册里还没有：承办单位、组织委员会、仲裁委员会、裁判员名单、领队和教练" in page
    assert reverse("booklet", args=[event.slug]) in page


def test_an_english_book_holds_no_chinese_of_ours(event: Event) -> None:
    Event.objects.update(name="Autumn Cup", organiser="", venue="", unit_word="unit", awards=None)
    Stage.objects.update(name="Heats")
    want = Wanted(Event.objects.get(), timezone.now())
    with override("en"):
        books = [gather(kind, want) for kind in BOOKS.values()]
    heads = [text for book in books for text in book.cover.texts()]
    for chapter in (one for book in books for one in book.chapters):
        heads.append(chapter.title)
        for piece in chapter.pieces:
            heads += [piece.title, *getattr(piece, "notes", ()), *getattr(piece, "signatures", ())]
            heads += [
                text
                for section in getattr(piece, "sections", ())
                for text in (section.heading, section.note, *(one.full_title for one in section.columns))
            ]
    assert [text for text in heads if re.search("[\u4e00-\u9fff]", text)] == []


def test_a_round_taken_back_to_a_draft_leaves_the_book() -> None:
    stage: Stage = make_stage()
    Round.objects.filter(group__stage=stage).update(state=RoundState.DRAFT)
    assert chapters(stage.event, "order-book")[-1] == "预赛分组表"
