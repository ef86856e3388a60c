"""Wrong opponents who really played (F21), and rounds paired by results that were corrected since (F23)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from scoring.rules import Grade, Side
from tests.tournament.factories import TEST, make_director, make_event, make_stage, passed, play_round
from tournament.actions.enter_result import enter_result, undo_result
from tournament.actions.give_penalty import give_penalty
from tournament.actions.publish import publish_pairings
from tournament.actions.record_played import record_played
from tournament.actions.run_round import close_round
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Match, Pair, Publication, Result, ResultKind, Round, RoundState, Stage
from tournament.queries.basis_change import basis_changes
from tournament.queries.results import standing_result
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db

PAGE = "/e/sai/desk/stages/1/rounds/2/played/"
ROUND_1 = [(1, 2), (3, 7), (5, 8), (4, 6)]
ROUND_2 = [(1, 7), (3, 4), (5, 6), (2, 8)]
ROUND_3 = [(1, 8), (3, 6), (4, 5), (2, 7)]


@pytest.fixture
def stage() -> Stage:
    """Eight pairs in one group; table 2 of round 2 is 3 v 4, table 3 is 5 v 6, and round 3 has 3 v 6."""
    event = make_event(pairs=8, slug="sai", name="中秋赛", rulebook="devzone-26")
    stage = make_stage(event, group_size=8, rounds=3, published=False)
    pairs = {pair.number: pair for pair in event.pairs.all()}
    group = stage.groups.get()
    group.rounds.all().delete()
    for number, tables in enumerate((ROUND_1, ROUND_2, ROUND_3), 1):
        state = RoundState.PLAYING if number < 3 else RoundState.DRAFT
        one = Round.objects.create(group=group, number=number, state=state)
        for table, (ns, ew) in enumerate(tables, 1):
            Match.objects.create(round=one, table=table, ns=pairs[ns], ew=pairs[ew])
    play_round(stage, 1)
    return stage


@pytest.fixture
def desk(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def match_at(stage: Stage, number: int, table: int) -> Match:
    return Match.objects.select_related("ns", "ew", "round__group__stage__event").get(
        round__group__stage=stage, round__number=number, table=table
    )


def seats_of(stage: Stage, number: int) -> list[tuple[int, int]]:
    matches = Match.objects.filter(round__group__stage=stage, round__number=number).order_by("table")
    return list(matches.values_list("ns__number", "ew__number"))


def swap(stage: Stage, **more: Any) -> Stage:
    """3 v 6 and 5 v 4 were played instead of 3 v 4 and 5 v 6."""
    seats = {match_at(stage, 2, 2).pk: (3, 6), match_at(stage, 2, 3).pk: (5, 4)}
    return record_played(
        **{"stage": stage, "number": 2, "seats": seats, "reason": "2、3 桌坐错", "by": TEST, **more}
    )


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", "", re.sub(r"<[^>]*>", " ", answer.content.decode()))


# -- the deed --


def test_f21_the_round_has_its_real_opponents_and_takes_their_results(stage: Stage) -> None:
    swap(stage)
    assert seats_of(stage, 2) == [(1, 7), (3, 6), (5, 4), (2, 8)]
    match = match_at(stage, 2, 2)
    enter_result(match=match, sheet=passed(Side.EW, loser_level=9), by=TEST, based_on=match.version)
    wins = {row.pair: row.wins for row in stage_standings(stage, 2).overall}
    assert wins[6] == 1 + (6 in winners(stage, 1))


def winners(stage: Stage, number: int) -> set[int]:
    found = set()
    for match in Match.objects.filter(round__group__stage=stage, round__number=number):
        result = standing_result(match)
        assert result is not None
        found.add(match.ns.number if result.passed_a == "ns" else match.ew.number if match.ew else 0)
    return found


def test_f21_what_was_entered_is_cleared_by_a_version_and_never_comes_back(stage: Stage) -> None:
    enter_result(match=match_at(stage, 2, 2), sheet=passed(Side.NS, loser_level=5), by=TEST)
    swap(stage)
    match = match_at(stage, 2, 2)
    assert standing_result(match) is None
    kept = list(Result.objects.filter(match=match).order_by("version").values_list("kind", flat=True))
    assert kept == [ResultKind.PLAYED, ResultKind.CLEARED, ResultKind.CLEARED]
    undo_result(match=match, by=TEST)
    assert standing_result(match) is None


@pytest.mark.parametrize("entered", [False, True], ids=["nothing entered yet", "a result stood there"])
def test_f21_old_cards_take_no_scores(stage: Stage, entered: bool) -> None:
    if entered:
        enter_result(match=match_at(stage, 2, 2), sheet=passed(Side.NS, loser_level=5), by=TEST)
    card = match_at(stage, 2, 2).version
    swap(stage)
    with pytest.raises(Conflict):
        enter_result(
            match=match_at(stage, 2, 2), sheet=passed(Side.EW, loser_level=4), by=TEST, based_on=card
        )
    assert standing_result(match_at(stage, 2, 2)) is None


def test_f21_the_next_round_says_that_3_against_6_is_a_rematch_now(stage: Stage) -> None:
    swap(stage)
    flags = dict(
        Match.objects.filter(round__group__stage=stage, round__number=3).values_list("table", "rematch")
    )
    assert flags == {1: False, 2: True, 3: True, 4: False}
    # … and no more when it is taken back.
    seats = {match_at(stage, 2, 2).pk: (3, 4), match_at(stage, 2, 3).pk: (5, 6)}
    record_played(stage=stage, number=2, seats=seats, reason="看错了", by=TEST)
    assert not Match.objects.filter(round__group__stage=stage, rematch=True).exists()


def test_f21_the_journal_names_the_tables_and_the_reason(stage: Stage) -> None:
    swap(stage)
    line = Entry.objects.get(verb="record_played")
    assert line.codes == {"stage": "预赛", "round": 2, "tables": [2, 3], "reason": "2、3 桌坐错"}


def test_f21_public_pairings_are_announced_again_as_a_correction(stage: Stage, client: Client) -> None:
    publish_pairings(stage=stage, number=2, as_drawn=True, by=TEST)
    swap(stage)
    made = Publication.objects.get(stage=stage, round_number=2, is_current=True)
    assert (made.number, made.reason) == (2, "2、3 桌坐错")
    seats = [(row["ns"]["number"], row["ew"]["number"]) for row in made.rows]
    assert seats == [(1, 7), (3, 6), (5, 4), (2, 8)]
    assert "对阵公告第2号（更正）" in text_of(client.get("/e/sai/"))


def test_sides_are_those_that_are_told(stage: Stage) -> None:
    record_played(stage=stage, number=2, seats={match_at(stage, 2, 2).pk: (4, 3)}, reason="反了", by=TEST)
    assert seats_of(stage, 2)[1] == (4, 3)


def test_all_tables_of_a_round_may_change_at_once(stage: Stage) -> None:
    keys = [match_at(stage, 2, table).pk for table in (1, 2, 3, 4)]
    turned = [(7, 3), (4, 5), (6, 2), (8, 1)]
    record_played(stage=stage, number=2, seats=dict(zip(keys, turned, strict=True)), reason="全坐错", by=TEST)
    assert seats_of(stage, 2) == turned
    assert list(Round.objects.filter(group__stage=stage).values_list("number", flat=True)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("two", "three", "code"),
    [
        pytest.param((3, 4), (5, 6), "nobody_sat_otherwise", id="nothing changed"),
        pytest.param((3, 3), (5, 6), "played_himself", id="against itself"),
        pytest.param((3, 6), (5, 6), "not_at_these_tables", id="only one of the two tables told"),
        pytest.param((3, 5), (5, 4), "played_twice", id="at two tables"),
        pytest.param((3, 99), (5, 4), "not_at_these_tables", id="a stranger"),
        pytest.param((3, 1), (5, 4), "not_at_these_tables", id="a pair of a third table"),
    ],
)
def test_what_cannot_have_been_is_refused_and_nothing_changes(
    stage: Stage, two: tuple[int, int], three: tuple[int, int], code: str
) -> None:
    seats = {match_at(stage, 2, 2).pk: two, match_at(stage, 2, 3).pk: three}
    with pytest.raises(ActionRefused) as refused:
        swap(stage, seats=seats)
    assert refused.value.code == code
    assert seats_of(stage, 2) == ROUND_2


def test_it_needs_a_reason_a_published_round_and_no_bracket(stage: Stage) -> None:
    with pytest.raises(ActionRefused, match="played_needs_reason"):
        swap(stage, reason=" ")
    seats = {match_at(stage, 3, 1).pk: (1, 6), match_at(stage, 3, 2).pk: (3, 8)}
    with pytest.raises(ActionRefused, match="round_not_published"):
        swap(stage, number=3, seats=seats)
    with pytest.raises(ActionRefused, match="no_such_round"):
        swap(stage, number=4)
    stage.pairing = {"method": "knockout"}
    with pytest.raises(ActionRefused, match="played_in_knockout"):
        swap(stage)


def test_somebody_who_entered_meanwhile_is_not_overwritten(stage: Stage) -> None:
    seen = {match_at(stage, 2, 2).pk: 0, match_at(stage, 2, 3).pk: 0}
    enter_result(match=match_at(stage, 2, 3), sheet=passed(Side.NS, loser_level=5), by=TEST)
    with pytest.raises(Conflict):
        swap(stage, based_on=seen)


def test_a_closed_round_may_be_told_too(stage: Stage) -> None:
    play_round(stage, 2)
    close_round(stage=stage, number=2, by=TEST)
    swap(stage)
    match = match_at(stage, 2, 2)
    with pytest.raises(ActionRefused, match="reason_needed"):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=5), by=TEST)
    enter_result(match=match, sheet=passed(Side.NS, loser_level=5), by=TEST, reason="坐错桌，重录")


# -- its page --


def sent(stage: Stage, **more: str) -> dict[str, str]:
    plain = {"submission": "k"}
    for place, (ns, ew) in enumerate([(1, 7), (3, 6), (5, 4), (2, 8)], 1):
        version = match_at(stage, 2, place).version
        plain |= {f"ns_{place}": str(ns), f"ew_{place}": str(ew), f"version_{place}": str(version)}
    return {**plain, **more}


def test_the_page_shows_what_follows_before_it_is_done(desk: Client, stage: Stage) -> None:
    play_round(stage, 2)
    assert "第2桌实际南北" in text_of(desk.get(PAGE))
    preview = desk.post(PAGE, sent(stage))
    assert preview.status_code == 200
    said = text_of(preview)
    assert "3号:4号" in said
    assert "清除，要重录" in said
    assert "第3轮第2桌3号与6号成为再次相遇" in said
    assert seats_of(stage, 2) == ROUND_2
    refused = desk.post(PAGE, sent(stage, confirm="1"))
    assert refused.status_code == 422
    assert "请写明原因" in refused.content.decode()
    assert desk.post(PAGE, sent(stage, confirm="1", reason="坐错")).status_code == 302
    assert seats_of(stage, 2)[1:3] == [(3, 6), (5, 4)]
    again = sent(stage, confirm="1", reason="坐错")
    assert desk.post(PAGE, again).status_code == 302
    assert Entry.objects.filter(verb="record_played").count() == 1


def test_the_page_refuses_in_words_and_keeps_what_was_typed(desk: Client, stage: Stage) -> None:
    answer = desk.post(PAGE, sent(stage, ew_3="6"))
    assert answer.status_code == 422
    assert "改动的各桌里没有6号。请把与它对调的那一桌也改过来。" in text_of(answer)
    assert 'value="6"' in answer.content.decode()
    assert 'value="六"' in desk.post(PAGE, sent(stage, ew_3="六")).content.decode()


def test_somebody_else_first_is_told_on_the_page(desk: Client, stage: Stage) -> None:
    old = sent(stage, confirm="1", reason="坐错")
    enter_result(match=match_at(stage, 2, 2), sheet=passed(Side.NS, loser_level=5), by=TEST)
    answer = desk.post(PAGE, old)
    assert answer.status_code == 409
    assert "第2桌已有新的录入" in text_of(answer)


def test_the_table_leads_to_it_and_a_draft_does_not_take_it(desk: Client, stage: Stage) -> None:
    assert PAGE in desk.get("/e/sai/desk/stages/1/rounds/2/tables/2/").content.decode()
    assert "请直接改编排" in text_of(desk.get(PAGE.replace("/2/played", "/3/played")))
    assert desk.get(PAGE.replace("/2/played", "/7/played")).status_code == 404


@pytest.mark.parametrize("pairs", [4, 24])
def test_page_query_count(pairs: int, django_assert_num_queries: Any) -> None:
    event = make_event(pairs=pairs, slug="sai")
    make_stage(event, group_size=4, rounds=3, rounds_played=1)
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    with django_assert_num_queries(14):
        client.get(PAGE)


# -- a round that was paired by results which were corrected --


@pytest.fixture
def swiss(stage: Stage) -> Stage:
    """The same stage, its rounds paired by results: round 2 by the standings after round 1."""
    stage.pairing = {"method": "swiss", "rounds": 3}
    stage.save()
    rows = stage_standings(stage, 1).groups[0].rows
    stage.groups.get().rounds.filter(number=2).update(
        basis={
            "upto": 1,
            "order": [row.pair for row in rows],
            "points": {str(row.pair): str(row.points) for row in rows},
        }
    )
    return stage


def changes(stage: Stage) -> list[Any]:
    return basis_changes(stage, Round.objects.filter(group__stage=stage).select_related("group"))


def test_f23_an_old_result_corrected_says_what_the_round_was_paired_from(desk: Client, swiss: Stage) -> None:
    round_2, table = "/e/sai/desk/stages/1/rounds/2/", "/e/sai/desk/stages/1/rounds/1/tables/1/"
    assert changes(swiss) == []
    assert "已按旧成绩编排" not in text_of(desk.get(round_2))
    tables = seats_of(swiss, 2)
    match = match_at(swiss, 1, 1)
    wrong = standing_result(match)
    assert wrong is not None
    right = Side.EW if wrong.passed_a == "ns" else Side.NS
    enter_result(match=match, sheet=passed(right, loser_level=2), by=TEST)

    (change,) = changes(swiss)
    assert (change.number, change.upto) == (2, 1)
    assert {one.number for one in change.moved if one.has_other_points} == {1, 2}
    assert change.then != change.now
    assert seats_of(swiss, 2) == tables
    for page in (round_2, table):
        said = text_of(desk.get(page))
        assert "第2轮已按旧成绩编排" in said
        assert "、".join(map(str, change.then)) in said
        assert "、".join(map(str, change.now)) in said


def test_f23_in_a_rotation_nothing_was_paired_by_results(desk: Client, stage: Stage) -> None:
    said = text_of(desk.get("/e/sai/desk/stages/1/rounds/1/tables/1/"))
    assert "已按旧成绩编排" not in said
    assert "第2轮的对阵不看成绩，照旧有效" in said


def test_f46_a_penalty_given_after_the_round_was_paired_is_told_too(swiss: Stage) -> None:
    first = stage_standings(swiss, 1).groups[0].rows[0].pair
    give_penalty(
        event=swiss.event,
        stage=swiss,
        number=first,
        grade=Grade.WARNING,
        points=Decimal(-30),
        round_number=1,
        by=TEST,
    )
    (change,) = changes(swiss)
    assert change.moved[0].number == first
    assert change.moved[0].points_now == change.moved[0].points - 30


def test_equal_pairs_ordered_by_lot_are_no_change(swiss: Stage) -> None:
    Match.objects.filter(round__group__stage=swiss, round__number=1).update(version=0)
    Result.objects.all().delete()
    order = sorted(Pair.objects.values_list("number", flat=True), reverse=True)
    swiss.groups.get().rounds.filter(number=2).update(
        basis={"upto": 1, "order": order, "points": dict.fromkeys(map(str, order), "0")}
    )
    assert changes(swiss) == []
