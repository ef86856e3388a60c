"""Groups that are short before the start: merged with another, or smaller; the rest stays as it is."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from pairing.errors import PairingError
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tests.tournament.rounds.swiss import swiss_stage
from tournament.actions.regroup import close_ranks, merge_groups
from tournament.actions.run_round import start_round
from tournament.actions.withdraw_pair import withdraw_pair
from tournament.errors import ActionRefused, Conflict
from tournament.models import Event, Group, Match, MatchKind, Publication, Result, Round, RoundState, Stage
from tournament.queries.regrouping import outlook, short_groups
from tournament.queries.standings import stage_standings
from tournament.wording.regrouping import outlook_text

pytestmark = pytest.mark.django_db


def lose_one(stage: Stage, group: str) -> int:
    """The first pair of a group withdraws; its number."""
    pair = stage.groups.get(name=group).entries.order_by("position")[0].pair
    withdraw_pair(pair=pair, by=TEST)
    return pair.number


def group_of(stage: Stage, name: str) -> Group:
    return stage.groups.select_related("stage").get(name=name)


def numbers_in(stage: Stage, name: str) -> list[int]:
    entries = stage.groups.get(name=name).entries.order_by("position")
    return list(entries.values_list("pair__number", flat=True))


def meetings(stage: Stage, name: str) -> list[tuple[int, int | None, int | None]]:
    matches = Match.objects.filter(round__group__stage=stage, round__group__name=name).order_by("pk")
    return list(matches.values_list("round__number", "ns__number", "ew__number"))


@pytest.mark.parametrize("published", [False, True], ids=["draft", "published"])
def test_a_smaller_group_plays_everybody_with_a_bye_each(published: bool) -> None:
    stage = make_stage(make_event(pairs=12), published=published)
    gone = lose_one(stage, "B")
    others = meetings(stage, "A"), meetings(stage, "C")
    rest = [number for number in numbers_in(stage, "B") if number != gone]
    close_ranks(group=group_of(stage, "B"), by=TEST)

    assert numbers_in(stage, "B") == rest
    assert (meetings(stage, "A"), meetings(stage, "C")) == others
    matches = Match.objects.filter(round__group__name="B")
    assert matches.filter(kind=MatchKind.BYE).count() == matches.filter(kind=MatchKind.PLAY).count() == 3
    assert gone not in {number for _round, *pairs in meetings(stage, "B") for number in pairs}
    assert not Result.objects.exists()
    states = set(Round.objects.values_list("state", flat=True))
    assert states == {RoundState.PUBLISHED if published else RoundState.DRAFT}
    assert len(list(matches.filter(round__number=1).exclude(table=None))) == 1


def test_what_is_public_goes_up_again_without_the_pair_that_left() -> None:
    stage = make_stage(make_event(pairs=12))
    gone = lose_one(stage, "B")
    close_ranks(group=group_of(stage, "B"), by=TEST)

    up = Publication.objects.filter(stage=stage, is_current=True)
    assert sorted((one.kind, one.round_number) for one in up if one.round_number) == [
        ("pairings", 1),
        ("pairings", 2),
        ("pairings", 3),
    ]
    assert all(f"'number': {gone}," not in str(one.rows) for one in up)
    assert {one.reason for one in up} == {"B 组重新编排"}


@pytest.mark.parametrize("published", [False, True], ids=["draft", "published"])
def test_two_short_groups_become_one(published: bool) -> None:
    stage = make_stage(make_event(pairs=12), published=published)
    gone = {lose_one(stage, "B"), lose_one(stage, "C")}
    first, second = numbers_in(stage, "B"), numbers_in(stage, "C")
    untouched = meetings(stage, "A")
    tables = set(Match.objects.exclude(round__group__name="A").values_list("table", flat=True)) - {None}
    merge_groups(group=group_of(stage, "C"), into=group_of(stage, "B"), by=TEST)

    assert sorted(stage.groups.values_list("name", flat=True)) == ["A", "B"]
    assert numbers_in(stage, "B") == [one for one in [*first, *second] if one not in gone]
    assert meetings(stage, "A") == untouched
    matches = Match.objects.filter(round__group__name="B")
    assert matches.filter(kind=MatchKind.PLAY).count() == 9
    assert set(matches.values_list("table", flat=True)) <= tables
    assert len({frozenset(pairs) for _round, *pairs in meetings(stage, "B")}) == 9
    for number in (1, 2, 3):
        if published:
            play_round(stage, number)
    assert len(stage_standings(stage).groups[1].rows) == 6


def test_a_merged_group_takes_further_tables_where_its_own_do_not_suffice() -> None:
    stage = make_stage(make_event(pairs=9), group_size=3)
    lose_one(stage, "A")
    merge_groups(group=group_of(stage, "A"), into=group_of(stage, "B"), by=TEST)
    merge_groups(group=group_of(stage, "C"), into=group_of(stage, "B"), by=TEST)

    tables = set(Match.objects.values_list("table", flat=True))
    assert tables == {1, 2, 3, 4}


def test_a_hall_that_is_too_small_says_so_and_nothing_changes() -> None:
    event = make_event(pairs=12, areas=[{"name": "一楼", "tables": [1, 4]}])
    stage = make_stage(event, group_size=3)  # a table each, and the hall is full
    before = meetings(stage, "C") + meetings(stage, "D")
    with pytest.raises(PairingError, match="not_enough_tables"):
        merge_groups(group=group_of(stage, "C"), into=group_of(stage, "D"), by=TEST)
    assert meetings(stage, "C") + meetings(stage, "D") == before
    assert stage.groups.count() == 4


@pytest.mark.parametrize(
    ("act", "code"),
    [
        pytest.param(lambda s: close_ranks(group=group_of(s, "A"), by=TEST), "group_is_whole", id="whole"),
        pytest.param(
            lambda s: merge_groups(group=group_of(s, "B"), into=group_of(s, "B"), by=TEST),
            "merge_with_itself",
            id="into itself",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(act: Any, code: str) -> None:
    stage = make_stage(make_event(pairs=12))
    lose_one(stage, "B")
    before = meetings(stage, "B")
    with pytest.raises(ActionRefused) as refused:
        act(stage)
    assert refused.value.code == code
    assert meetings(stage, "B") == before


@pytest.mark.parametrize("how", ["started", "played"])
def test_a_group_that_has_begun_stands(how: str) -> None:
    stage = make_stage(make_event(pairs=12))
    lose_one(stage, "B")
    if how == "started":
        start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    else:
        play_round(stage, 1)
    with pytest.raises(ActionRefused, match="group_has_begun"):
        close_ranks(group=group_of(stage, "B"), by=TEST)
    assert short_groups(stage.event) == []


def test_one_pair_alone_is_no_group() -> None:
    stage = make_stage(make_event(pairs=12))
    for _time in range(3):
        pair = next(e.pair for e in group_of(stage, "B").entries.all() if e.pair.status == "active")
        withdraw_pair(pair=pair, by=TEST)
    with pytest.raises(ActionRefused, match="group_too_small"):
        close_ranks(group=group_of(stage, "B"), by=TEST)
    merge_groups(group=group_of(stage, "B"), into=group_of(stage, "A"), by=TEST)
    assert len(numbers_in(stage, "A")) == 5


def test_a_stage_paired_round_by_round_needs_none_of_it() -> None:
    stage = swiss_stage(pairs=8)
    withdraw_pair(pair=stage.event.pairs.get(number=3), by=TEST)
    assert short_groups(stage.event) == []
    with pytest.raises(ActionRefused, match="regroup_not_here"):
        close_ranks(group=stage.groups.get(), by=TEST)


def test_who_agreed_to_another_size_is_told() -> None:
    stage = make_stage(make_event(pairs=12))
    lose_one(stage, "B")
    with pytest.raises(Conflict):
        close_ranks(group=group_of(stage, "B"), by=TEST, based_on=4)


@pytest.mark.parametrize(
    ("pairing", "size", "told"),
    [
        ({"method": "rotation", "rounds": 3}, 3, "3 队，打 3 轮，每轮 1 桌，各轮空 1 次"),
        ({"method": "rotation", "rounds": 3}, 6, "6 队，打 3 轮，每轮 3 桌，没有轮空"),
        ({"method": "rotation", "rounds": 3}, 5, "5 队，打 3 轮，每轮 2 桌，每队轮空 0 到 1 次"),
        ({"method": "round_robin", "legs": 2}, 3, "3 队，打 6 轮，每轮 1 桌，各轮空 2 次"),
        ({"method": "howell"}, 4, "4 队，打 3 轮，每轮 2 桌，没有轮空"),
    ],
)
def test_the_consequences_are_said_before(pairing: dict[str, Any], size: int, told: str) -> None:
    found = outlook(Stage(pairing=pairing), size)
    assert found is not None
    assert outlook_text(found) == told


def test_one_pair_has_no_outlook() -> None:
    assert outlook(Stage(pairing={"method": "rotation", "rounds": 3}), 1) is None


# -- the page --


def shown(answer: Any) -> str:
    return html.unescape(answer.content.decode())


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_event(pairs=12, slug="qiu"))


def address(how: str = "", group: int = 2) -> str:
    if how:
        return reverse("regroup", args=["qiu", 1, group, how])
    return reverse("absent", args=["qiu"])


def test_the_page_names_the_short_group_and_what_each_way_means(stage: Stage) -> None:
    gone = lose_one(stage, "B")
    page = shown(open_desk(stage.event).get(address()))

    assert f'B 组 <span class="quiet">{gone} 号退出</span>' in page
    assert "A 组：合成 7 队，打 3 轮，每轮 3 桌，每队轮空 0 到 1 次" in page
    assert "缩小：3 队，打 3 轮，每轮 1 桌，各轮空 1 次。" in page
    assert page.index("并组") < page.index("缩小小组</button>")
    assert "去打印" in page


def test_pressed_twice_the_group_is_made_smaller_once(stage: Stage) -> None:
    lose_one(stage, "B")
    desk = open_desk(stage.event)
    sent = {"smaller-1-2-submission": "s", "smaller-1-2-based_on": "3"}
    for _press in range(2):
        assert desk.post(address("smaller"), sent).status_code == 302
    assert len(numbers_in(stage, "B")) == 3
    assert stage.event.journal.filter(verb="close_ranks").count() == 1
    assert "缺队的小组" not in shown(desk.get(address()))


def test_groups_are_merged_by_the_page(stage: Stage) -> None:
    lose_one(stage, "B")
    desk = open_desk(stage.event)
    sent = {"merge-1-2-submission": "m", "merge-1-2-into": "3.7"}
    answer = desk.post(address("merge"), sent, follow=True)
    assert "B 组已并入 C 组。" in shown(answer)
    assert len(numbers_in(stage, "C")) == 7
    assert "B 组并入 C 组，共 7 队" in shown(desk.get(reverse("journal", args=["qiu"])))


@pytest.mark.parametrize(
    ("how", "sent", "status", "told"),
    [
        ("merge", {"merge-1-2-into": ""}, 422, "请选择并入哪一组"),
        ("merge", {"merge-1-2-into": "9.7"}, 422, "这个组刚刚有变动"),
        ("merge", {"merge-1-2-into": "3.8"}, 422, "这个组刚刚有变动"),
        ("smaller", {"smaller-1-2-based_on": "4"}, 409, "现在是 3 队"),
    ],
)
def test_what_cannot_be_is_said_at_its_place(
    stage: Stage, how: str, sent: dict[str, str], status: int, told: str
) -> None:
    lose_one(stage, "B")
    keys = {"merge-1-2-submission": "k", "smaller-1-2-submission": "k"}
    answer = open_desk(stage.event).post(address(how), keys | sent)
    assert (answer.status_code, told in shown(answer)) == (status, True)
    assert stage.groups.count() == 3


def test_unknown_groups_and_ways(stage: Stage) -> None:
    desk = open_desk(stage.event)
    assert desk.post(address("fly"), {}).status_code == 404
    assert desk.post(address("smaller", group=9), {}).status_code == 404


@pytest.mark.parametrize("pairs", [12, 48])
def test_the_page_asks_the_database_the_same_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    event: Event = make_event(pairs=pairs, slug="qiu")
    stage = make_stage(event)
    for name in ("A", "B"):
        lose_one(stage, name)
    client = open_desk(event)
    with django_assert_num_queries(22):
        assert len(client.get(address()).context["short"]) == 2
