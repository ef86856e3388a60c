"""What a table's code shows: always the match that is played there now, never one that is not public."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.rules import Side
from tests.tournament.factories import TEST, make_event, make_stage, passed, play_round, publish_all
from tests.tournament.running.phones import deals
from tests.tournament.tables.phones import Phone, hall, link_of, match_at, referee
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.run_round import close_round, reopen_round, start_round
from tournament.actions.save_running import save_running
from tournament.actions.set_sessions import set_sessions
from tournament.models import Match, MatchKind, Round, RoundState, Stage, TableEntry, TableLink
from tournament.queries import seats
from tournament.queries.table_now import Shown, table_now

pytestmark = pytest.mark.django_db


def shown(stage: Stage, table: int = 1) -> tuple[Shown, int | None]:
    """Why, and the round."""
    now = table_now(link_of(stage, table))
    return now.shown, now.match.round.number if now.match else None


def test_one_code_follows_the_rounds_of_a_day() -> None:
    stage = hall(started=False)
    assert shown(stage) == (Shown.NEXT, 1)
    for number in (1, 2, 3):
        start_round(stage=stage, number=number, at=timezone.now(), by=TEST)
        assert shown(stage) == (Shown.PLAYING, number)
        play_round(stage, number)
        assert shown(stage) == (Shown.PLAYING, number)
        close_round(stage=stage, number=number, by=TEST)
    assert shown(stage) == (Shown.LAST, 3)


def test_yesterdays_last_round_is_shown_no_more() -> None:
    stage = hall()
    for number in (1, 2, 3):
        play_round(stage, number)
        close_round(stage=stage, number=number, by=TEST)
    long_ago = timezone.now() - timedelta(days=1)
    Round.objects.update(starts_at=long_ago)

    assert shown(stage) == (Shown.NOTHING, None)
    assert "这一桌现在没有比赛" in Phone(link_of(stage)).look()


def test_a_reopened_round_does_not_push_the_running_one_aside() -> None:
    stage = hall()
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST)
    reopen_round(stage=stage, number=1, reason="更正", by=TEST)

    assert shown(stage) == (Shown.PLAYING, 2)
    there = seats.match_at(stage.event, 1)  # and a ruling noted at the desk belongs to the same match
    assert there is not None
    assert (there.table, there.round.number) == (1, 2)
    assert seats.seat_of(stage.event, there.ns.number) == there


def test_f70_a_draft_is_never_shown() -> None:
    stage = make_stage(make_event(pairs=8, table_entry=TableEntry.REFEREE), published=False)
    link = TableLink.objects.create(event=stage.event, table=1, token="d" * 22, made_at=timezone.now())
    names = match_at(stage).ns.names

    assert table_now(link).shown is Shown.NOTHING
    html = Phone(link).look()
    assert names.split()[0] not in html
    assert "这一桌现在没有比赛" in html


def test_an_empty_table_says_who_rests_and_shows_no_later_round() -> None:
    stage = make_stage(make_event(pairs=5, table_entry=TableEntry.REFEREE), group_size=5)
    group = stage.groups.get()
    link = TableLink.objects.create(event=stage.event, table=9, token="r" * 22, made_at=timezone.now())
    later = Match.objects.filter(round__group=group, round__number=2, kind=MatchKind.PLAY).first()
    Match.objects.filter(pk=later.pk).update(table=9)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    resting = Match.objects.get(round__group=group, round__number=1, kind=MatchKind.BYE).ns.number

    now = table_now(link)
    html = Phone(link).look()

    assert (now.shown, now.match) == (Shown.RESTS, None)
    assert f"{resting} 号轮空" in html
    assert "不用填成绩" in html


def test_two_sessions_on_one_table_take_turns() -> None:
    stage = make_stage(make_event(pairs=8, table_entry=TableEntry.REFEREE), drawn=False)

    draw_groups(stage=stage, seed=1, by=TEST)
    first, second = stage.groups.order_by("ordinal")
    set_sessions(stage=stage, sessions={first.ordinal: "上午", second.ordinal: "下午"}, by=TEST)
    make_rounds(stage=stage, by=TEST)
    publish_all(stage)
    link = TableLink.objects.create(event=stage.event, table=1, token="s" * 22, made_at=timezone.now())
    assert Match.objects.filter(round__number=1, table=1).count() == 2

    start_round(stage=stage, number=1, at=timezone.now(), groups=[first], by=TEST)
    assert table_now(link).match.round.group == first
    assert "上午" in Phone(link).look()
    Round.objects.filter(group=first).update(state=RoundState.CLOSED)
    assert table_now(link).match.round.group == second
    start_round(stage=stage, number=1, at=timezone.now(), groups=[second], by=TEST)
    assert table_now(link).match.round.group == second


@pytest.mark.parametrize("pairs", [8, 32])
def test_the_page_asks_the_same_of_a_small_and_a_large_hall(pairs: int, django_assert_num_queries) -> None:
    phone = Phone(link_of(hall(pairs=pairs)))
    with django_assert_num_queries(7):
        phone.look()


def test_what_stands_at_the_table_is_told_to_whoever_scans_its_code() -> None:
    stage = hall(TableEntry.READ_ONLY)
    play_round(stage, 1)
    html = Phone(link_of(stage)).look()
    match = match_at(stage)

    for side in (match.ns, match.ew):
        assert f"{side.number} 号" in html
        assert all(player.name in html for player in side.partners)
    assert "过A" in html
    assert 'name="ns_level"' not in html
    assert html.index("南北") < html.index("东西")


def test_nothing_is_kept_of_the_page_and_no_other_site_learns_its_address() -> None:
    answer = Phone(link_of(hall())).client.get(Phone(link_of(Stage.objects.get())).address)

    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "noindex" in answer["X-Robots-Tag"]


def test_a_poll_answers_nothing_until_something_changes(django_assert_num_queries) -> None:
    stage = hall()
    phone = Phone(link_of(stage))
    phone.look()
    stamp = phone.client.get(phone.address).context["stamp"]
    news = phone.address + "news/"

    with django_assert_num_queries(3):
        assert phone.client.get(news, {"since": stamp}).status_code == 204
    assert phone.client.get(news, headers={"if-none-match": f'"{stamp}"'}).status_code == 304
    play_round(stage, 1)
    fresh = phone.client.get(news, {"since": stamp})
    assert fresh["HX-Redirect"] == phone.address
    typing = phone.client.get(news, {"since": stamp, "ns_level": "9"})
    assert "HX-Redirect" not in typing
    assert "刚才有变化" in typing.content.decode()


def test_a_published_round_that_nobody_starts_stays_until_it_is_closed_or_left_behind() -> None:
    """Many events start no clock: the round holds the table, also with its result, so that nobody enters the
    same levels for the next one. Once a later round was played and closed it comes up no more."""
    stage = hall(started=False)
    group = match_at(stage).round.group
    enter_result(match=match_at(stage), sheet=passed(Side.NS), by=TEST)
    assert shown(stage) == (Shown.NEXT, 1)
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST, groups=[group])
    assert shown(stage) == (Shown.PLAYING, 2)
    group.rounds.filter(number=2).update(state=RoundState.CLOSED)
    assert shown(stage) == (Shown.NEXT, 3)


def test_who_looks_on_is_told_of_each_deal_and_who_writes_them_is_not_disturbed() -> None:
    stage = hall()
    link = link_of(stage)
    onlooker, writer = Phone(link), referee(link)
    pages = {phone: phone.client.get(phone.address).context["stamp"] for phone in (onlooker, writer)}
    save_running(match=match_at(stage), deals=deals("N3"), by=TEST)

    told = {
        phone: phone.client.get(phone.address + "news/", {"since": stamp}) for phone, stamp in pages.items()
    }

    assert told[onlooker]["HX-Redirect"] == onlooker.address
    assert told[writer].status_code == 204
