"""The slow table: the next round prepared while the last tables still play."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import Side
from scoring.scoresheet import judge
from tests.tournament.factories import TEST, make_event, passed
from tests.tournament.rounds.swiss import pair_next, play, swiss_stage, tables
from tests.tournament.rounds.test_pages import desk as desk  # a fixture, named again for pytest
from tests.tournament.rounds.test_pages import page, post, text
from tournament.actions.enter_result import clear_result, enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.prepare_round import prepare_round
from tournament.actions.undo_round import redraw_round
from tournament.errors import ActionRefused
from tournament.models import Entry, Match, PreparedRound, Round, Running, Stage
from tournament.queries.assumed_results import assumed_sheet
from tournament.queries.slow_tables import alike, prepared_rounds, slow_groups, unlike_prepared
from tournament.queries.standings import stage_standings
from tournament.wording.prepare import ending_text

pytestmark = pytest.mark.django_db


def waiting(stage: Stage, count: int = 1) -> list[Match]:
    """Two rounds of `stage`, the second one still without results at its last `count` tables."""
    play(stage, pair_next(stage))
    number = pair_next(stage)
    drawn = tables(stage, number)
    for match in drawn[: len(drawn) - count]:
        enter_result(match=match, sheet=passed(Side.NS, loser_level=7), by=TEST)
    return drawn[len(drawn) - count :]


def prepare(stage: Stage, open_: list[Match], ending: tuple[int, bool] = (7, True)) -> None:
    endings = {match.table or 0: ending for match in open_}
    prepare_round(stage=stage, group=stage.groups.get(), endings=endings, seed=5, by=TEST)


@pytest.fixture
def stage() -> Stage:
    return swiss_stage(pairs=12, rounds=5)


def test_one_open_table_has_every_outcome_and_nothing_is_made_or_public(stage: Stage) -> None:
    open_ = waiting(stage)
    stage.event.refresh_from_db()
    before = stage.event.public_revision
    prepare(stage, open_)

    prepared = prepared_rounds(3, stage.groups.get())
    assert [one.assumed[0]["winner"] for one in prepared.outcomes] == ["ns", "ew", ""]
    for one in prepared.outcomes:
        assert sorted(pair for _, ns, ew in one.seats for pair in (ns, ew)) == list(range(1, 13))
        assert set(one.seats) == set(prepared.same) | set(one.changing)
    assert not Round.objects.filter(number=3).exists()
    stage.event.refresh_from_db()
    assert stage.event.public_revision == before
    assert Entry.objects.filter(verb="prepare_round").count() == 1


@pytest.mark.parametrize("winner", [Side.NS, Side.EW], ids=["南北 wins", "东西 wins"])
def test_the_round_comes_out_as_prepared_where_the_result_is_as_assumed(stage: Stage, winner: Side) -> None:
    open_ = waiting(stage)
    prepare(stage, open_)
    prepared = prepared_rounds(3, stage.groups.get())
    expected = next(one for one in prepared.outcomes if one.assumed[0]["winner"] == winner.value)
    sheet = assumed_sheet(stage.scoring_rules, winner, 7, passed=True)

    enter_result(match=open_[0], sheet=sheet, by=TEST)
    pair_round(stage=stage, seed=99, by=TEST)

    made = [(match.table, match.ns.number, match.ew.number) for match in tables(stage, 3)]
    assert made == list(expected.seats)
    assert unlike_prepared(3, stage.groups.get()) == ()


def test_another_result_than_assumed_is_paired_anew_and_the_tables_that_differ_are_told(
    stage: Stage, desk: Client
) -> None:
    open_ = waiting(stage)
    prepare(stage, open_, (2, True))
    for match in tables(stage, 2):
        if match.version:
            clear_result(match=match, by=TEST)
            enter_result(match=match, sheet=passed(Side.EW, loser_level=3), by=TEST)
    enter_result(match=open_[0], sheet=passed(Side.EW, loser_level=2), by=TEST)
    pair_round(stage=stage, seed=99, by=TEST)

    unlike = unlike_prepared(3, stage.groups.get())
    assert unlike
    assert f"与提前准备的对阵不同的桌：{unlike[0]}" in page(desk, stage)


def test_prepared_standings_are_those_of_the_real_result(stage: Stage) -> None:
    open_ = waiting(stage)
    sheet = passed(Side.NS, loser_level=5)
    assumed = stage_standings(stage, 2, {open_[0].pk: sheet}).overall
    enter_result(match=open_[0], sheet=sheet, by=TEST)

    assert assumed == stage_standings(stage, 2).overall


def test_preparing_again_replaces_it_and_keeps_the_seed(stage: Stage) -> None:
    open_ = waiting(stage)
    prepare(stage, open_)
    first = PreparedRound.objects.first()
    prepare_round(
        stage=stage, group=stage.groups.get(), endings={open_[0].table or 0: (7, True)}, seed=77, by=TEST
    )

    assert PreparedRound.objects.count() == 3
    again = PreparedRound.objects.first()
    assert (again.tables, again.basis["seed"]) == (first.tables, first.basis["seed"])


def test_a_redraw_of_a_prepared_round_uses_a_seed_of_its_own(stage: Stage) -> None:
    open_ = waiting(stage)
    prepare(stage, open_)
    enter_result(match=open_[0], sheet=passed(Side.NS, loser_level=8), by=TEST)
    pair_round(stage=stage, seed=99, by=TEST)
    redraw_round(stage=stage, number=3, seed=1234, by=TEST)

    draws = stage.draws.filter(round_number=3).order_by("ordinal")
    assert [draw.seed for draw in draws] == ["5", "1234"]


def test_three_open_tables_have_every_combination(stage: Stage) -> None:
    prepare(stage, waiting(stage, 3))
    assert len(prepared_rounds(3, stage.groups.get()).outcomes) == 27


@pytest.mark.parametrize(
    ("rulebook", "ending", "winners"),
    [
        pytest.param("devzone-26", (4, False), ["ns", "ew", ""], id="a draw is an outcome too"),
        pytest.param("school-grades", (4, False), ["ns", "ew"], id="where none is allowed it is not"),
    ],
)
def test_outcomes_are_those_that_the_rules_allow(
    rulebook: str, ending: tuple[int, bool], winners: list[str]
) -> None:
    stage = swiss_stage(make_event(pairs=8, rulebook=rulebook), pairs=8)
    prepare(stage, waiting(stage), ending)

    prepared = prepared_rounds(3, stage.groups.get())
    assert [one.assumed[0]["winner"] for one in prepared.outcomes] == winners


def test_four_open_tables_are_too_many(stage: Stage) -> None:
    open_ = waiting(stage, 4)
    assert slow_groups(stage) == []
    with pytest.raises(ActionRefused) as refused:
        prepare(stage, open_)
    assert refused.value.code == "nothing_to_prepare"


def test_after_the_last_round_there_is_nothing_to_prepare() -> None:
    assert slow_groups_of_last() == []


def slow_groups_of_last() -> list[object]:
    stage = swiss_stage(pairs=8, rounds=2)
    waiting(stage)
    return list(slow_groups(stage))


def test_an_ending_that_cannot_be_is_refused_beside_its_field_and_nothing_changes(
    stage: Stage, desk: Client
) -> None:
    open_ = waiting(stage)
    table = open_[0].table
    typed = {"group": 1, f"difference_{table}": "13", "based_on": 3}
    refused = post(desk, "pair-prepare", stage, **typed)

    assert refused.status_code == 422
    assert f"第 {table} 桌不可能以级差 13 这样结束" in text(refused)
    assert 'value="13"' in text(refused)
    assert not PreparedRound.objects.exists()


@pytest.mark.parametrize("typed", ["", "十", "-1", "99"])
def test_a_difference_that_is_no_number_is_refused(stage: Stage, desk: Client, typed: str) -> None:
    table = waiting(stage)[0].table
    refused = post(desk, "pair-prepare", stage, group=1, **{f"difference_{table}": typed})
    assert refused.status_code == 422
    assert not PreparedRound.objects.exists()


def test_the_page_prepares_and_shows_what_never_changes_first(stage: Stage, desk: Client) -> None:
    table = waiting(stage)[0].table
    assert "提前准备下一轮" in page(desk, stage)
    address = reverse("pair-prepare", args=[stage.event.slug, stage.ordinal])
    assert "这些桌无论结果如何都不变" not in text(desk.get(address))
    ending = {f"difference_{table}": "7", f"passed_{table}": "on"}
    assert post(desk, "pair-prepare", stage, group=1, based_on=3, **ending).status_code == 302

    shown = text(desk.get(address))
    assert shown.index("这些桌无论结果如何都不变") < shown.index("过A，胜 7 级")
    assert shown.count("过A，胜 7 级") >= 2
    assert f'name="difference_{table}" value="7"' in shown


def test_the_page_says_so_when_there_is_nothing_to_prepare(stage: Stage, desk: Client) -> None:
    address = reverse("pair-prepare", args=[stage.event.slug, stage.ordinal])
    assert "现在没有可以提前准备的轮次" in text(desk.get(address))
    assert post(desk, "pair-prepare", stage, group=1).status_code == 422


def test_the_deals_written_so_far_are_the_difference_that_is_asked_first(stage: Stage, desk: Client) -> None:
    match = waiting(stage)[0]
    Running.objects.create(
        match=match, deals=[["ns", 2], ["ns", 2]], at=match.round.group.stage.event.created_at
    )
    address = reverse("pair-prepare", args=[stage.event.slug, stage.ordinal])
    assert f'name="difference_{match.table}" value="6"' in text(desk.get(address))


@pytest.mark.parametrize("difference", range(14))
@pytest.mark.parametrize("winner", [Side.NS, Side.EW])
def test_an_assumed_sheet_says_just_what_was_assumed(difference: int, winner: Side) -> None:
    rules = make_event(pairs=0, rulebook="devzone-26").scoring_rules
    sheet = assumed_sheet(rules, winner, difference, passed=difference > 0)
    if difference == 0:
        assert sheet is None
        return
    outcome = judge(sheet, rules)
    assert (outcome.winner, abs(outcome.level_diff)) == (winner, difference)
    assert outcome.passed_a is winner


def test_a_group_whose_results_all_came_shows_no_open_table(stage: Stage) -> None:
    open_ = waiting(stage)
    assert [one.open for one in slow_groups(stage)] == [tuple(open_)]
    enter_result(match=open_[0], sheet=passed(Side.NS, loser_level=8), by=TEST)
    assert slow_groups(stage) == []


def test_twenty_seven_outcomes_are_shown_by_the_rounds_they_lead_to(desk: Client, stage: Stage) -> None:
    prepare(stage, waiting(stage, 3))
    prepared = prepared_rounds(3, stage.groups.get())
    assert prepared is not None
    together = alike(prepared.outcomes)

    assert sum(map(len, together)) == len(prepared.outcomes) == 27
    for ways in together:
        assert len({(one.seats, one.byes) for one in ways}) == 1
    assert len({(ways[0].seats, ways[0].byes) for ways in together}) == len(together)
    html = text(desk.get(reverse("pair-prepare", args=[stage.event.slug, stage.ordinal])))
    assert f"27 种结果，下一轮有 {len(together)} 种编排" in html
    assert html.count("<details>") == max(len(together) - 4, 0)
    assert all(ending_text(one.assumed[0]) in html for one in prepared.outcomes)
