"""What a hall screen shows: only what is published, page by page, right with 8 and with 400 tables."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tournament.actions.announce import announce, interrupt_screens, withdraw_announcement
from tournament.actions.publish import publish_pairings, publish_standings, withdraw_publication
from tournament.actions.run_round import close_round, start_round
from tournament.actions.set_sessions import set_sessions
from tournament.actions.type_lots import finish_lots, open_lots, type_lot
from tournament.lists.slides import Slide, slides_of
from tournament.lists.slides.slide import Block, in_columns, paged
from tournament.models import (
    Event,
    Match,
    Player,
    Publication,
    PublicationKind,
    PublicView,
    Screen,
    ScreenPage,
    Stage,
    Unit,
)
from tournament.queries.public import public_event

pytestmark = pytest.mark.django_db
P = ScreenPage


def slides(event: Event, *pages: ScreenPage, **fields: Any) -> list[Slide]:
    """The pages of a screen that shows these."""
    fresh = Event.objects.get(pk=event.pk)
    return slides_of(public_event(fresh), Screen(event=fresh, ordinal=1, shows=list(pages), **fields))


def kinds(found: list[Slide]) -> list[str]:
    return [one.what.value for one in found]


def tables_of(found: list[Slide]) -> list[int]:
    return [line.table for one in found for line in one.facts["items"] if line.is_play]


# -- which tables --


@pytest.mark.parametrize(
    ("pairs", "sizes"),
    [
        pytest.param(8, [4], id="8 pairs, one page"),
        pytest.param(16, [8], id="8 tables"),
        pytest.param(96, [24, 24], id="48 tables"),
        pytest.param(100, [17, 17, 16], id="50 tables: nearly equal pages"),
    ],
)
def test_tables_are_spread_over_pages_of_at_most_24(pairs: int, sizes: list[int]) -> None:
    stage = make_stage(pairs=pairs)
    found = slides(stage.event, P.TABLES)

    assert [len(one.facts["items"]) for one in found] == sizes
    assert [(one.at, one.of) for one in found] == [(at, len(sizes)) for at in range(1, len(sizes) + 1)]
    assert tables_of(found) == list(range(1, pairs // 2 + 1))


def test_a_very_long_name_takes_room_from_its_own_page_only() -> None:
    stage = make_stage(pairs=96)
    at_last = Match.objects.filter(round__group__stage=stage, round__number=1, table=48).get()
    Player.objects.filter(pair=at_last.ns, seat=1).update(name="古丽巴哈尔·买买提江")
    found = slides(stage.event, P.TABLES)

    assert [len(one.facts["items"]) for one in found] == [24, 23, 1]
    assert [one.facts["is_tall"] for one in found] == [False, False, True]
    assert tables_of(found) == list(range(1, 49))


def test_everybody_is_found_by_number_with_table_and_side() -> None:
    stage = make_stage(pairs=16)
    places = [place for one in slides(stage.event, P.NUMBERS) for place in one.facts["items"]]
    match = Match.objects.filter(round__group__stage=stage, round__number=1).order_by("table")[2]

    assert [place.who.number for place in places] == list(range(1, 17))
    for pair, side in ((match.ns, "ns"), (match.ew, "ew")):
        place = places[pair.number - 1]
        assert (place.table, place.side) == (match.table, side)


def test_a_bye_stands_behind_the_tables_and_in_the_list_of_numbers() -> None:
    stage = make_stage(pairs=9, group_size=9)
    (tables,) = slides(stage.event, P.TABLES)
    (numbers,) = slides(stage.event, P.NUMBERS)

    assert [line.is_play for line in tables.facts["items"]] == [True] * 4 + [False]
    assert len(numbers.facts["items"]) == 9
    assert [place.table for place in numbers.facts["items"]].count(None) == 1


def test_the_round_being_played_is_shown_then_the_next_one() -> None:
    stage = make_stage(pairs=8)

    def shown() -> str:
        return slides(stage.event, P.TABLES)[0].title

    assert shown() == "第 1 轮对阵"
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    assert shown() == "第 1 轮对阵"
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    assert shown() == "第 2 轮对阵"


def test_groups_that_are_ahead_are_shown_with_their_own_round() -> None:
    stage = make_stage(pairs=8)
    first = stage.groups.order_by("ordinal")[0]
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    play_round(stage, 1)
    close_round(stage=stage, number=1, groups=[first], by=TEST)

    assert [one.title for one in slides(stage.event, P.TABLES)] == ["第 1 轮对阵", "第 2 轮对阵"]


def test_while_a_session_plays_the_other_one_waits_unseen() -> None:
    stage = make_stage(pairs=8, published=False)
    set_sessions(stage=stage, sessions={1: "上午", 2: "下午"}, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    both = [one.about for one in slides(stage.event, P.TABLES)]
    start_round(
        stage=stage, number=1, at=timezone.now(), groups=list(stage.groups.filter(ordinal=1)), by=TEST
    )

    assert both == ["预赛 · 上午", "预赛 · 下午"]
    assert [one.about for one in slides(stage.event, P.TABLES)] == ["预赛 · 上午"]


def test_two_screens_each_with_its_own_room() -> None:
    rooms = [{"name": "二楼", "tables": [1, 3]}, {"name": "三楼", "tables": [4, 20]}]
    stage = make_stage(make_event(pairs=16, areas=rooms), pairs=16)

    assert tables_of(slides(stage.event, P.TABLES, areas=["二楼"])) == [1, 2, 3]
    assert tables_of(slides(stage.event, P.TABLES, areas=["三楼"])) == [4, 5, 6, 7, 8]
    assert "三楼" in slides(stage.event, P.TABLES, areas=["三楼"])[0].about
    assert tables_of(slides(stage.event, P.TABLES, areas=["拆掉的"])) == list(range(1, 9))


# -- only what is published (F70) --


def test_f70_nothing_of_a_draft_is_on_the_screen_and_a_withdrawn_round_goes() -> None:
    event = make_event(pairs=8)
    stage = make_stage(event, published=False)
    everything = tuple(ScreenPage)
    assert kinds(slides(event, *everything)) == ["welcome"]

    publish_pairings(stage=stage, number=1, by=TEST)
    assert kinds(slides(event, *everything)) == ["welcome", "tables", "numbers"]

    up = Publication.objects.get(kind=PublicationKind.PAIRINGS, is_current=True)
    withdraw_publication(publication=up, by=TEST)
    assert kinds(slides(event, P.TABLES, P.NUMBERS, P.CLOCK)) == ["welcome"]


def test_f70_standings_wait_for_their_publication_and_leave_the_tables_up() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    assert kinds(slides(stage.event, P.STANDINGS, P.TABLES)) == ["tables"]

    publish_standings(stage=stage, number=1, by=TEST)
    found = slides(stage.event, P.STANDINGS, P.TABLES)
    assert kinds(found) == ["standings", "tables"]
    assert found[0].foot == "成绩公告第 1 号"
    assert found[0].about == "第 1 轮后"


def test_an_event_that_is_shown_live_says_that_its_standings_are_not_checked() -> None:
    event = make_event(pairs=8, public_view=PublicView.LIVE)
    make_stage(event, rounds_played=1)

    assert slides(event, P.STANDINGS)[0].foot == "随录随看，未经核对；以成绩公告为准。"


def test_awards_come_with_the_final_standings() -> None:
    event = make_event(
        pairs=4, awards=[{"name": "一等奖", "count": 1}, {"name": "组织奖", "given_to": ["历史系"]}]
    )
    stage = make_stage(event, rounds_played=3)
    assert kinds(slides(event, P.AWARDS)) == ["welcome"]

    publish_standings(stage=stage, number=3, by=TEST)
    (found,) = slides(event, P.AWARDS)
    lines = [line for column in found.facts["blocks"] for block in column for line in block.lines]
    assert [line.mark for line in lines] == ["一等奖", "组织奖"]
    assert lines[1].text == "历史系"


def test_lots_are_seen_only_where_the_organiser_has_chosen_so() -> None:
    stage = make_stage(pairs=8, drawn=False, grouping={"method": "manual", "count": 2})
    open_lots(stage=stage, by=TEST)
    type_lot(stage=stage, number=3, lot="B2", by=TEST)
    assert P.LOTS not in Screen(ordinal=1).pages
    assert P.LOTS_LEFT not in Screen(ordinal=1).pages

    (left,) = slides(stage.event, P.LOTS_LEFT)
    (all_lots,) = slides(stage.event, P.LOTS)
    assert left.about == "剩 7 签，已抽 1 签"
    assert [number for _lot, number in left.facts["lots"]] == [None] * 7
    assert {lot.name: number for lot, number in all_lots.facts["lots"] if number} == {"B2": 3}


def test_a_draw_that_is_finished_leaves_the_screen() -> None:
    stage = make_stage(pairs=4, drawn=False, grouping={"method": "manual", "count": 2})
    open_lots(stage=stage, by=TEST)
    for number, lot in ((1, "A1"), (2, "A2"), (3, "B1")):
        type_lot(stage=stage, number=number, lot=lot, by=TEST)
    assert kinds(slides(stage.event, P.LOTS)) == ["lots"]

    finish_lots(stage=stage, by=TEST)
    assert kinds(slides(stage.event, P.LOTS)) == ["welcome"]


# -- announcements and clocks --


def test_an_announcement_stands_until_it_is_taken_down_and_interrupts_when_asked() -> None:
    stage = make_stage(pairs=8)
    event = stage.event
    lunch = announce(event=event, text="午餐 11:45 开始。", by=TEST)
    assert kinds(slides(event, P.ANNOUNCEMENTS, P.TABLES)) == ["announcements", "tables"]

    call = announce(event=event, text="请 3 号桌到裁判台。", interrupts=True, by=TEST)
    found = slides(event, P.TABLES)
    assert [one.facts["text"] for one in found] == ["请 3 号桌到裁判台。"]

    interrupt_screens(announcement=call, interrupts=False, by=TEST)
    assert [one.title for one in slides(event, P.ANNOUNCEMENTS)] == ["现场公告第 2 号", "现场公告第 1 号"]
    for one in (lunch, call):
        withdraw_announcement(announcement=one, by=TEST)
    assert kinds(slides(event, P.ANNOUNCEMENTS, P.TABLES)) == ["tables"]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        pytest.param("请 3 号桌到裁判台。", 0, id="short"),
        pytest.param("字" * 60, 1, id="two lines"),
        pytest.param("字" * 140, 2, id="a paragraph"),
        pytest.param("字" * 300, 3, id="as long as it may be"),
        pytest.param("\n".join(["一"] * 11 + ["字" * 250]), 4, id="many lines and a long one"),
    ],
)
def test_an_announcement_is_as_large_as_its_length_allows(text: str, size: int) -> None:
    event = make_event(pairs=0)
    announce(event=event, text=text, by=TEST)

    assert slides(event, P.ANNOUNCEMENTS)[0].facts["size"] == size


def test_the_clock_has_a_page_once_it_is_set() -> None:
    stage = make_stage(pairs=8)
    assert kinds(slides(stage.event, P.CLOCK)) == ["welcome"]
    start_round(stage=stage, number=1, at=timezone.now() + timedelta(minutes=5), by=TEST)

    (found,) = slides(stage.event, P.CLOCK)
    assert [line.number for line in found.facts["lines"]] == [1]


def test_later_stages_replace_those_they_were_filled_from() -> None:
    stage = make_stage(pairs=8, rounds_played=3)
    publish_standings(stage=stage, number=3, by=TEST)
    final = Stage.objects.create(
        event=stage.event,
        ordinal=2,
        name="决赛",
        entry={"from": "预赛", "top": 4},
        resolved_rules=stage.resolved_rules,
    )
    assert [one.title for one in slides(stage.event, P.STANDINGS)] == ["预赛名次"]

    again = make_stage(stage.event, name="女子", entry="all", first_table=50)
    play_round(again, 1)
    publish_standings(stage=again, number=1, by=TEST)
    assert final.source_name == "预赛"
    assert [one.title for one in slides(stage.event, P.STANDINGS)] == ["预赛名次", "女子名次"]


# -- dividing lists --


@pytest.mark.parametrize(
    ("count", "most", "sizes"),
    [(0, 24, []), (1, 24, [1]), (24, 24, [24]), (25, 24, [13, 12]), (400, 24, [24] * 16 + [16])],
)
def test_pages_are_few_and_nearly_equal(count: int, most: int, sizes: list[int]) -> None:
    assert [len(page) for page in paged(range(count), most)] == sizes


def test_a_group_that_fits_is_never_divided_and_a_long_list_repeats_its_head() -> None:
    short, long = Block("A 组", tuple(range(5))), Block("总排名", tuple(range(20)))
    columns = in_columns([short, short, long], 12)

    shape = [[(part.head, len(part.lines), part.goes_on) for part in column] for column in columns]
    assert shape == [
        [("A 组", 5, False), ("A 组", 5, False)],
        [("总排名", 11, False)],
        [("总排名", 9, True)],
    ]


def test_a_line_of_two_rows_takes_the_room_of_two() -> None:
    columns = in_columns([Block("总排名", tuple(range(8)))], 12, lambda line: 2 if line % 2 else 1)

    assert [[part.lines for part in column] for column in columns] == [[(0, 1, 2, 3, 4, 5, 6)], [(7,)]]


@pytest.mark.parametrize(
    ("names", "unit", "is_tall"),
    [
        pytest.param(("赵一鸣", "欧阳小满"), "省高校图书馆分会", False, id="usual"),
        pytest.param(("古丽巴哈尔·买买提江", "钱小满"), "图书馆", True, id="a name that fills a row"),
        pytest.param(("赵一鸣", "钱小满"), "江苏某某科技职业技术学院图书馆", True, id="a long unit"),
    ],
)
def test_standings_give_two_rows_to_words_that_need_them(
    names: tuple[str, str], unit: str, is_tall: bool
) -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    pair = stage.event.pairs.get(number=3)
    for seat, name in enumerate(names, 1):
        Player.objects.filter(pair=pair, seat=seat).update(name=name)
    Unit.objects.filter(pairs=pair).update(name=unit)
    lines = [
        line
        for one in slides(stage.event, P.STANDINGS)
        for column in one.facts["blocks"]
        for block in column
        for line in block.lines
    ]

    assert {line.is_tall for line in lines if line.who.number == 3} == {is_tall}
    assert not any(line.is_tall for line in lines if line.who.unit != unit)


@pytest.mark.parametrize("sizes", [[1], [11], [12], [4, 4, 4, 4], [3, 9, 30, 1], [10, 1, 1, 1]])
def test_columns_hold_every_line_once_in_order_and_never_more_than_fits(sizes: list[int]) -> None:
    blocks = [Block(str(at), tuple((at, line) for line in range(size))) for at, size in enumerate(sizes)]
    columns = in_columns(blocks, 12)

    assert [line for column in columns for part in column for line in part.lines] == [
        line for block in blocks for line in block.lines
    ]
    assert all(sum(len(part.lines) + 1 for part in column) <= 12 for column in columns)
    assert all(part.lines for column in columns for part in column)
