"""Brackets and the emergency kit on paper."""

from __future__ import annotations

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tests.tournament.knockout.knockouts import make_knockout, next_round, play_whole
from tests.tournament.knockout.knockouts import play as play_out
from tests.tournament.papers.test_records import built, pages_of, table, text_of
from tournament.actions.enter_result import enter_result
from tournament.exports.kit import Kit, laid_part, page_count
from tournament.lists.cards.catalogue import CARDS
from tournament.lists.papers.catalogue import Wanted

pytestmark = pytest.mark.django_db
NS, EW = Side.NS, Side.EW


# -- the bracket


@pytest.mark.parametrize("pairs", [8, 13, 32])
def test_the_bracket_on_paper_is_the_pages_own(pairs: int) -> None:
    stage = make_knockout(pairs=pairs)
    play_out(stage, next_round(stage))
    made = built(stage, "bracket")
    page = open_desk(stage.event).get(reverse("bracket", args=[stage.event.slug, 1]))
    boxes = [box for column in made.trees[0].columns for box in column.boxes if box]
    shown = page.context["pictures"][0].boxes
    assert len(boxes) == len(shown)
    assert [seat.text for box in boxes for seat in (box.upper, box.under)] == [
        seat.name.text for box in shown for seat in box.seats
    ]
    assert [seat.score for box in boxes for seat in (box.upper, box.under)] == [
        seat.score for box in shown for seat in box.seats
    ]
    text = text_of(made.to_pdf())
    names = [f"{pair.number}{pair.names}".replace(" ", "") for pair in stage.event.pairs.all()]
    assert [name for name in names if name not in text] == []


def test_the_winner_and_the_third_stand_below_their_last_match() -> None:
    stage = make_knockout(pairs=8, pairing={"placing": 4})
    play_whole(stage)
    made = built(stage, "bracket-a3")
    assert [tree.champion.partition("：")[0] for tree in made.trees] == ["冠军", "第 3 名"]
    assert made.note == ""
    assert made.large


def test_a_draft_says_so_and_no_knock_out_has_no_bracket() -> None:
    stage = make_knockout(pairs=6, pairing={"redraw": True})
    next_round(stage, publish=False)
    made = built(stage, "bracket")
    assert made.note == "未公布"
    assert not made.trees[0].linked
    assert built(make_stage(pairs=8), "bracket").trees == ()


# -- the emergency kit


def test_the_kit_holds_all_that_is_needed_to_go_on() -> None:
    stage = make_stage(pairs=15, rounds_played=2)
    made = built(stage, "emergency-kit")
    assert isinstance(made, Kit)
    assert [bound.part.title for bound in made.parts] == [
        "怎样用手继续",
        "预赛名次",
        "预赛还没有打的对阵",
        "参赛名单",
        "积分换算表",
        "手工积分表",
        "成绩登记表",
        "计分表（不写名字）",
    ]
    pages = pages_of(made.to_pdf())
    with pypdfium2.PdfDocument(made.to_pdf()) as document:
        marks = [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    cover = pages[0]
    assert "应急包" in cover
    counts = [page_count(laid_part(bound.part)) for bound in made.parts]
    assert len(pages) == 1 + sum(counts)
    begins = [1 + sum(counts[:at]) for at in range(len(counts))]
    assert marks == [("应急包", 0), *zip([bound.part.title for bound in made.parts], begins, strict=True)]
    assert "第3轮" in pages[sum(counts[:2]) + 1]
    assert len(made.parts[-1].part.sheets) == 7  # type: ignore[union-attr]


def test_the_kit_says_which_tables_lack_results_and_names_those_left() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    enter_result(match=table(stage, 2, 1), sheet=passed(NS), by=TEST)
    how, _standings, left, *_rest = [bound.part for bound in built(stage, "emergency-kit").parts]
    assert "第 2 轮还缺 3 桌：2、3、4" in [row[2] for row in how.sections[0].rows]
    assert [section.heading for section in left.sections] == ["第 2 轮", "第 3 轮"]
    assert [len(section.rows) for section in left.sections] == [3, 4]


@pytest.mark.parametrize(
    ("rulebook", "winner", "loser"),
    [
        pytest.param("devzone-26", "过A", {"9": "19 : 7", "2": "26 : 0", "A": "14 : 12"}, id="26 分制"),
        pytest.param("library-rotation", "过A，升 3 级", {"9": "108 : 7", "2": "115 : 0"}, id="总得分制"),
        pytest.param("school-grades", "过A", {"9": "2 : 1", "A": "2 : 1"}, id="胜 2 负 1"),
    ],
)
def test_the_points_table_is_what_the_computer_would_count(
    rulebook: str, winner: str, loser: dict[str, str]
) -> None:
    stage = make_stage(make_event(pairs=8, rulebook=rulebook))
    paper = next(b.part for b in built(stage, "emergency-kit").parts if b.part.title == "积分换算表")
    section = paper.sections[0]  # type: ignore[union-attr]
    row = next(row for row in section.rows if row[0] == winner)
    found = {column.title: cell for column, cell in zip(section.columns, row, strict=True)}
    assert {level: found[level] for level in loser} == loser


def test_the_points_table_of_stopped_matches_has_equal_levels_as_the_rules_decide() -> None:
    for rulebook, expected in (("devzone-26", "13 : 13"), ("school-grades", "2 : 1")):
        stage = make_stage(make_event(pairs=8, rulebook=rulebook))
        paper = next(b.part for b in built(stage, "emergency-kit").parts if b.part.title == "积分换算表")
        stopped = paper.sections[1]  # type: ignore[union-attr]
        nine = next(row for row in stopped.rows if row[0] == "9")
        assert nine[8] == expected
        assert nine[9] == ""


def test_second_points_that_break_ties_have_their_tables_too() -> None:
    """national-2017 ranks by 场分 and breaks ties by the points of the 26 table."""
    stage = make_stage(make_event(pairs=8, rulebook="national-2017"))
    paper = next(b.part for b in built(stage, "emergency-kit").parts if b.part.title == "积分换算表")
    sections = {section.heading: section for section in paper.sections}  # type: ignore[union-attr]
    passed = {heading: dict(zip("-23456789", one.rows[0], strict=False)) for heading, one in sections.items()}
    assert passed["一方过A：胜方 : 负方的积分"]["9"] == "2 : 0"
    assert passed["第二积分：一方过A：胜方 : 负方的积分"]["9"] == "19 : 7"


def test_the_kit_follows_the_way_of_pairing_and_the_tie_breaks_in_order() -> None:
    swiss = make_stage(
        make_event(pairs=8), drawn=False, grouping={"method": "one"},
        pairing={"method": "swiss", "rounds": 5, "first": "draw"},
    )  # fmt: skip
    for stage, words in (
        (swiss, "打过的不再相遇"),
        (make_knockout(pairs=8), "胜方按签表进入下一格"),
        (make_stage(pairs=8), "已经全部排好"),
        (make_stage(pairs=8, drawn=False, pairing={"method": "random"}), "当场抽签"),
    ):
        how = built(stage, "emergency-kit").parts[0].part
        steps = next(section for section in how.sections if section.heading == "每一轮怎样做")
        assert words in str(steps.rows[6][1])
        ties = next(section for section in how.sections if section.heading == "积分相同怎样排")
        assert [row[0] for row in ties.rows] == list(range(1, len(ties.rows) + 1))
        assert len(ties.rows) == 1 + len(stage.scoring_rules.ranking.tiebreaks)
    totals = next(b.part for b in built(swiss, "emergency-kit").parts if b.part.title == "手工积分表")
    assert [c.title for c in totals.sections[0].columns][3:-3] == [f"第 {n} 轮" for n in range(1, 6)]


def test_the_kit_of_an_event_that_has_not_begun_has_its_list() -> None:
    stage = make_stage(make_event(pairs=3), drawn=False)
    stage.delete()
    made = CARDS["emergency-kit"].build(Wanted(stage.event, timezone.now()))
    assert isinstance(made, Kit)
    assert [bound.part.title for bound in made.parts] == ["怎样用手继续", "参赛名单"]
    assert "还没有定赛制" in text_of(made.to_pdf())
    assert made.missing() == set()
