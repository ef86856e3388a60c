"""Papers at their edges: nothing yet, one group of many, walk-overs, corrections, rights, file names."""

from __future__ import annotations

from decimal import Decimal
from io import BytesIO
from urllib.parse import unquote

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from openpyxl import load_workbook

from scoring.rules import Grade, Side
from scoring.scoresheet import Forfeit
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_pair, make_person, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.publish import publish_standings
from tournament.exports.file_names import file_name
from tournament.exports.paper import Paper, Size
from tournament.exports.pdf import to_pdf
from tournament.exports.text import to_text
from tournament.exports.xlsx import to_xlsx
from tournament.lists.papers.catalogue import PAPERS, Needs, Wanted
from tournament.models import Match, Membership, PairStatus, Role, Stage
from tournament.queries.rounds import table_rows
from tournament.queries.standings import stage_standings
from tournament.views.papers import pictures_of

pytestmark = pytest.mark.django_db


def built(stage: Stage, what: str, number: int | None = None, group: str = "") -> Paper:
    only = stage.groups.get(name=group) if group else None
    return PAPERS[what].build(Wanted(stage.event, timezone.now(), stage, number, only))


def columns_of(made: Paper) -> list[str]:
    return [column.title for column in made.sections[0].columns]


def pages_of(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.parametrize(
    "what", [key for key, kind in PAPERS.items() if kind.needs is not Needs.ROUND and not kind.is_form]
)
def test_a_paper_with_nothing_on_it_yet_says_what_is_missing(what: str) -> None:
    stage = make_stage(make_event(pairs=0), drawn=False)
    made = built(stage, what)
    assert [section.rows for section in made.sections] == [()]
    assert "没有" in made.sections[0].empty  # 还没有 …, or nothing to ask about: 没有要核实的
    assert made.sections[0].empty in to_text(made)
    assert made.sections[0].empty in "".join(pages_of(to_pdf(made))).replace("\r\n", "")


@pytest.mark.parametrize("what", ["groups", "movement", "rounds", "tables", "results", "standings", "cross"])
def test_one_group_of_a_stage_is_a_paper_of_its_own(what: str) -> None:
    stage = make_stage(pairs=12, group_size=4, rounds_played=1)
    number = 1 if PAPERS[what].needs_round else None
    whole, made = built(stage, what, number), built(stage, what, number, "B")
    assert made.title.startswith("预赛 B 组")
    assert set(to_text(made).split("\n")[2:]) < set(to_text(whole).split("\n"))
    members = {entry.pair.number for entry in stage.entries.filter(group__name="B").select_related("pair")}
    others = {entry.pair.number for entry in stage.entries.exclude(group__name="B").select_related("pair")}
    at = columns_of(made).index("序号") if "序号" in columns_of(made) else None
    if at is not None:
        shown = {row[at] for section in made.sections for row in section.rows}
        assert shown <= members
        assert not shown & others


def test_a_group_that_the_stage_does_not_have_is_not_found() -> None:
    stage = make_stage(pairs=8)
    place = reverse("paper", args=[stage.event.slug, "groups", "txt"])
    desk = open_desk(stage.event)
    assert desk.get(place, {"stage": 1, "group": "A"}).status_code == 200
    assert desk.get(place, {"stage": 1, "group": "Z"}).status_code == 404


def test_the_page_for_the_chat_is_narrowed_and_widened_again() -> None:
    stage = make_stage(pairs=12, group_size=4)
    page = open_desk(stage.event).get(
        reverse("share", args=[stage.event.slug, "groups"]), {"stage": 1, "group": "C"}
    )
    assert [(one["name"], one["is_chosen"]) for one in page.context["groups"]] == [
        ("全部", False),
        ("A 组", False),
        ("B 组", False),
        ("C 组", True),
    ]
    assert page.context["image_url"].endswith("groups.png?stage=1&group=C&page=1")


def test_all_rounds_stand_below_each_other_and_each_on_a_sheet_of_its_own() -> None:
    made = built(make_stage(pairs=14), "rounds")
    assert [section.heading for section in made.sections] == ["第 1 轮", "第 2 轮", "第 3 轮"]
    assert load_workbook(BytesIO(to_xlsx(made))).sheetnames == ["第 1 轮", "第 2 轮", "第 3 轮"]
    assert len(pages_of(to_pdf(made))) == 3
    assert all("轮空" in section.note for section in made.sections)


@pytest.mark.parametrize(("pairs", "size"), [(40, Size.NOTICE_BOARD), (42, Size.NORMAL)])
def test_all_rounds_of_a_large_event_are_a_list_for_the_desk(pairs: int, size: Size) -> None:
    made = built(make_stage(pairs=pairs, group_size=pairs, rounds=1), "rounds")

    assert (made.size, len(made.sections[0].rows)) == (size, pairs // 2)


def test_a_round_by_unit_names_each_unit_once_and_those_without_one_last() -> None:
    event = make_event(pairs=10, name="秋赛")
    make_pair(event, 11, unit="")
    make_pair(event, 12, unit="")
    made = built(make_stage(event), "units", 1)
    units = [row[0] for row in made.sections[0].rows]
    assert len(set(units)) == 9
    assert units[-2:] == ["", ""]
    assert [row[1] for row in made.sections[0].rows][-2:] == [11, 12]
    printed = "".join(pages_of(to_pdf(made)))
    assert [printed.count(unit) for unit in {str(one) for one in units} - {""}] == [1] * 8
    booked = load_workbook(BytesIO(to_xlsx(made))).active
    assert [
        cell for row in booked.iter_rows(max_col=1, values_only=True) for cell in row if cell in units
    ] == [unit for unit in units if unit]


@pytest.mark.parametrize("what", ["check-in", "units"])
def test_a_unit_is_told_again_at_the_top_of_a_page(what: str) -> None:
    event = make_event(pairs=0)
    for number in range(1, 61):
        make_pair(event, number, unit="外语系")
    made = built(make_stage(event, same_unit="ignore"), what, 1)
    pages = pages_of(to_pdf(made))
    assert len(pages) > 1
    assert [page.count("外语系") for page in pages] == [1] * len(pages)
    assert to_text(made).count("外语系") == 1


def test_results_say_who_gave_up_and_leave_the_column_out_where_nobody_did() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    assert "备注" not in columns_of(built(stage, "results", 1))
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=2)
    enter_result(match=match, sheet=Forfeit(Side.EW), by=TEST, reason="未到场")
    made = built(stage, "results", 1)
    remarks = {row[0]: row[-1] for row in made.sections[0].rows}
    assert remarks == {1: "", 2: "东西弃权", 3: "", 4: ""}
    row = made.sections[0].rows[1]
    assert [row[at] for at, title in enumerate(columns_of(made)) if title in ("级数", "级差")] == [
        "",
        "",
        None,
    ]


def test_results_count_the_tables_that_are_missing() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    assert built(stage, "results", 2).notes == ("还有 4 桌没有成绩。",)
    assert built(stage, "results", 1).notes == ()


@pytest.mark.parametrize("what", ["standings", "overall"])
def test_f48_an_announcements_number_never_stands_on_other_figures(what: str) -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    assert "未公布" in built(stage, what, 1).notes
    publish_standings(stage=stage, number=1, by=TEST)
    assert built(stage, what, 1).number == "成绩公告第 1 号"
    assert "未公布" not in built(stage, what, 1).notes
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=1)
    was = match.results.get(is_current=True)
    other = Side.EW if was.passed_a == "ns" else Side.NS
    enter_result(match=match, sheet=passed(other, loser_level=3), by=TEST, reason="抄反")
    made = built(stage, what, 1)
    assert made.number == ""
    assert "成绩公告第 1 号公布以后有更正，更正未公布。" in made.notes
    publish_standings(stage=stage, number=1, by=TEST, reason="第 1 桌更正")
    assert built(stage, what, 1).number == "成绩公告第 2 号（更正）"


def test_the_cross_table_shows_each_meeting_from_both_sides() -> None:
    stage = make_stage(pairs=4, rounds_played=2)
    made = built(stage, "cross", 1)
    rows = made.sections[0].rows
    assert [row[at + 2] for at, row in enumerate(rows)] == ["—"] * 4
    places = {row[0]: at for at, row in enumerate(rows)}
    for table in table_rows(stage, 1):
        assert table.match.ew is not None
        ns, ew = places[table.match.ns.number], places[table.match.ew.number]
        assert str(rows[ns][ew + 2]).startswith(f"{table.ns_points:f}".split(".")[0])
        assert str(rows[ew][ns + 2]).startswith(f"{table.ew_points:f}".split(".")[0])
    met = sum(bool(cell) for row in rows for cell in row[2:6])
    assert met == 4 + 4  # oneself, and two tables seen from both sides
    totals = {row.pair: row.points for row in stage_standings(stage, 1).overall}
    assert {row[0]: row[-2] for row in rows} == totals


@pytest.mark.parametrize(("pairs", "is_drawn"), [(40, True), (41, False)])
def test_a_cross_table_beyond_forty_is_named_and_not_drawn(pairs: int, is_drawn: bool) -> None:
    made = built(make_stage(pairs=pairs, group_size=pairs, rounds=1), "cross")
    assert bool(made.sections[0].rows) == is_drawn
    assert ("只印 40 队以内" in made.sections[0].empty) != is_drawn


def test_a_cross_table_of_thirty_is_read_without_broken_figures() -> None:
    stage = make_stage(pairs=30, group_size=30, rounds=3, rounds_played=3)
    made = built(stage, "cross")
    pages = pages_of(to_pdf(made))
    assert len(pages) <= 2
    lines = {line.strip() for page in pages for line in page.splitlines()}
    whole = {str(cell) for row in made.sections[0].rows for cell in row[2:-2] if cell}
    assert any(len(figure) == 3 for figure in whole)
    assert {figure for figure in whole if not any(figure in line.split() for line in lines)} == set()


def test_penalties_leave_out_what_nobody_filled_in_and_mark_what_was_taken_back() -> None:
    stage = make_stage(pairs=8)
    event = stage.event
    give_penalty(event=event, stage=stage, number=2, grade=Grade.WARNING, points=Decimal(-2), by=TEST)
    assert "撤销原因" not in columns_of(built(stage, "penalties"))
    second = give_penalty(
        event=event, stage=stage, number=3, grade=Grade.VIOLATION, by=TEST, referee="周裁判"
    )
    cancel_penalty(penalty=second, reason="认错人", by=TEST)
    made = built(stage, "penalties")
    assert not {"选手", "经过", "其他处理"} & set(columns_of(made))
    assert [row[1] for row in made.sections[0].rows] == [2, 3]
    assert made.sections[0].rows[1][columns_of(made).index("撤销原因")] == "认错人"
    assert made.notes[:2] == ("仅供赛事工作人员使用。", "有效的罚分合计 −2。")
    pasted = to_text(made)
    assert "2 号" in pasted
    assert "已撤销（认错人）" in pasted
    assert "周裁判" not in pasted


def test_only_those_who_rule_read_the_penalties() -> None:
    event = make_event(pairs=2)
    person = make_person("scorer")
    Membership.objects.create(person=person, event=event, role=Role.SCORER)
    scorer = Client()
    scorer.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    for place in (
        reverse("paper", args=[event.slug, "penalties", "pdf"]),
        reverse("share", args=[event.slug, "penalties"]),
    ):
        assert scorer.get(place).status_code == 404
        assert open_desk(event, place).get(place).status_code == 200
    assert scorer.get(reverse("paper", args=[event.slug, "entries", "pdf"])).status_code == 200
    assert "penalties" not in scorer.get(reverse("papers", args=[event.slug])).content.decode()


def test_the_entry_list_counts_and_marks_who_plays() -> None:
    event = make_event(pairs=3)
    make_pair(event, 4, status=PairStatus.RESERVE)
    make_pair(event, 5, category="混双")
    stage = make_stage(event, drawn=False)
    made = built(stage, "entries")
    assert made.subtitle == "参赛 4 队"
    assert columns_of(made)[-2:] == ["组别", "状态"]
    assert [row[-2:] for row in made.sections[0].rows[3:]] == [("", "候补"), ("混双", "")]


def test_pictures_are_kept_in_each_language_until_something_moves() -> None:
    stage = make_stage(pairs=4)
    kind, want = PAPERS["entries"], Wanted(stage.event, timezone.now())
    chinese = pictures_of(kind, want)
    assert pictures_of(kind, want).files == chinese.files
    with translation.override("en"):
        assert pictures_of(kind, want).title != chinese.title
    stage.event.refresh_from_db()
    stage.event.revision += 1
    make_pair(stage.event, 5)
    moved = pictures_of(kind, Wanted(stage.event, timezone.now()))
    assert moved.files != chinese.files


@pytest.mark.parametrize("page", ["0", "2", "x", "9999999", "²"])
def test_a_picture_that_is_not_there_is_not_found(page: str) -> None:
    event = make_event(pairs=2)
    place = reverse("paper", args=[event.slug, "entries", "png"])
    answer = open_desk(event).get(place, {"page": page})
    assert answer.status_code == (200 if page == "0" else 404)


def test_files_are_never_taken_from_a_browsers_cache() -> None:
    event = make_event(pairs=2)
    answer = open_desk(event).get(reverse("paper", args=[event.slug, "entries", "pdf"]))
    assert answer["Cache-Control"] == "private, no-cache"
    assert unquote(answer["Content-Disposition"]).endswith("图书馆掼蛋赛 参赛名单.pdf")


@pytest.mark.parametrize(
    ("event", "title", "name"),
    [
        pytest.param("秋赛", "总排名", "秋赛 总排名.pdf", id="plain"),
        pytest.param('a/b\\c:d*e?"f"<g>|', "x", "a／b＼c：d＊e？＂f＂＜g＞｜ x.pdf", id="forbidden signs"),
        pytest.param("秋\n赛\x00", "名次", "秋 赛 名次.pdf", id="line ends and controls"),
        pytest.param("秋赛 .", "名次 ..", "秋赛 . 名次.pdf", id="dots and spaces at the end"),
        pytest.param("长" * 100, "名次", "长" * 64 + " 名次.pdf", id="a long event gives way to the title"),
        pytest.param("赛", "名" * 100, "名" * 66 + ".pdf", id="a title too long for any system"),
    ],
)
def test_f65_a_files_name_suits_every_system(event: str, title: str, name: str) -> None:
    made = file_name(event, title, "pdf")
    assert made == name
    assert len(made.encode()) <= 255


@pytest.mark.parametrize("pairs", [20, 22, 24, 26, 28])
def test_nobody_signs_a_page_without_rows(pairs: int) -> None:
    last = pages_of(to_pdf(built(make_stage(pairs=pairs, rounds_played=1), "overall", 1)))[-1]
    assert "裁判长" in last
    assert "名次判定" in last
