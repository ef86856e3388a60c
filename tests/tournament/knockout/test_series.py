"""Best of three in the app: game after game, the whole match, corrections, and what counts when."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.errors import InvalidScoresheet
from scoring.rules import Side
from scoring.scoresheet import Forfeit, Series
from tournament.actions.enter_result import clear_result, enter_game, enter_result, undo_result
from tournament.actions.pair_round import pair_round
from tournament.actions.swap_sides import swap_sides
from tournament.archive import dump, dumps, load, read
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, Stage
from tournament.queries.bracket import wrong_pairs
from tournament.queries.results import standing_result
from tournament.queries.rounds import missing_tables, rounds_of

from ..factories import TEST, make_director, passed
from .knockouts import make_knockout, next_round, ranks, tables

pytestmark = pytest.mark.django_db
NS, EW = Side.NS, Side.EW


def make_series(pairs: int = 4) -> Stage:
    stage = make_knockout(pairs=pairs, pairing={"best_of": 3})
    next_round(stage)
    return stage


def games(match: Match, *winners: Side) -> None:
    for winner in winners:
        enter_game(match=match, game=passed(winner, loser_level=9), by=TEST)


def test_game_after_game_until_the_second_win() -> None:
    stage = make_series()
    match = tables(stage, 1)[0]
    games(match, NS, EW)
    assert standing_result(match) is None
    assert missing_tables(rounds_of(stage, 1)) == [1, 2]
    games(match, EW)
    result = standing_result(match)
    assert result is not None
    assert (result.kind, result.winner, result.version, len(result.games)) == ("series", "ew", 3, 3)
    assert missing_tables(rounds_of(stage, 1)) == [2]


def test_no_fourth_game_and_no_single_sheet() -> None:
    stage = make_series()
    match = tables(stage, 1)[0]
    with pytest.raises(ActionRefused, match="series_wanted"):
        enter_result(match=match, sheet=passed(NS), by=TEST)
    games(match, NS, NS)
    with pytest.raises(ActionRefused, match="series_is_decided"):
        enter_game(match=match, game=passed(EW), by=TEST)
    other = make_knockout(pairs=4)
    next_round(other)
    with pytest.raises(ActionRefused, match="single_game"):
        enter_game(match=tables(other, 1)[0], game=passed(NS), by=TEST)


def test_two_scorers_never_enter_the_same_game_twice() -> None:
    match = tables(make_series(), 1)[0]
    enter_game(match=match, game=passed(NS), by=TEST, based_on=0)
    with pytest.raises(Conflict, match="result_entered_by_another"):
        enter_game(match=match, game=passed(NS), by=TEST, based_on=0)
    first = enter_game(match=match, game=passed(EW), by=TEST, based_on=1, submission="k")
    assert enter_game(match=match, game=passed(EW), by=TEST, based_on=1, submission="k") == first


def test_undo_takes_the_last_game_back_and_clear_all() -> None:
    match = tables(make_series(), 1)[0]
    games(match, NS, NS)
    undo_result(match=match, by=TEST)
    assert standing_result(match) is None
    games(match, EW, EW)
    result = standing_result(match)
    assert result is not None
    assert [game["won"] for game in result.games] == ["ns", "ew", "ew"]
    clear_result(match=match, by=TEST)
    games(match, NS, NS)
    result = standing_result(match)
    assert result is not None
    assert result.winner == "ns"


def test_swapped_sides_turn_every_game() -> None:
    match = tables(make_series(), 1)[0]
    games(match, NS, EW)
    swap_sides(match=match, by=TEST)
    match.refresh_from_db()
    games(match, EW)
    result = standing_result(match)
    assert result is not None
    assert (result.winner, [game["won"] for game in result.games]) == ("ew", ["ew", "ns", "ew"])
    assert result.games[0]["ew_level"] == "A"


def test_a_third_game_after_two_wins_is_refused() -> None:
    match = tables(make_series(), 1)[0]
    sheet = passed(NS)
    with pytest.raises(InvalidScoresheet, match="series_is_over"):
        enter_result(match=match, sheet=Series((sheet, sheet, sheet)), by=TEST)


def test_giving_up_in_the_middle_ends_the_series() -> None:
    stage = make_series()
    match = tables(stage, 1)[0]
    games(match, NS)
    enter_game(match=match, game=Forfeit(NS), by=TEST)
    result = standing_result(match)
    assert result is not None
    assert result.winner == "ew"


def test_no_next_round_while_a_series_is_open_and_then_the_winner_goes_on() -> None:
    stage = make_series()
    first, second = tables(stage, 1)
    games(first, NS, NS)
    games(second, EW)
    with pytest.raises(ActionRefused, match="earlier_tables_missing"):
        pair_round(stage=stage, by=TEST, seed=1)
    games(second, EW)
    next_round(stage)
    final = tables(stage, 2)[0]
    assert second.ew is not None
    assert final.ew is not None
    assert {final.ns.number, final.ew.number} == {first.ns.number, second.ew.number}
    games(final, EW, NS, EW)
    assert ranks(stage)[final.ew.number] == 1
    games_then = Series((passed(NS), passed(NS)))
    enter_result(match=final, sheet=games_then, by=TEST)
    assert ranks(stage)[final.ns.number] == 1
    assert wrong_pairs(stage) == []


def page(stage: Stage) -> tuple[Client, str]:
    client = Client()
    client.force_login(make_director(stage.event))
    return client, reverse("round", args=[stage.event.slug, stage.ordinal, 1])


def line(table: int, ns: str, ew: str, key: str) -> dict[str, Any]:
    return {"table": table, "shown": table, "ns_level": ns, "ew_level": ew, "submission": key}


def test_the_entry_line_takes_one_game_after_the_other() -> None:
    stage = make_series()
    client, address = page(stage)
    said = []
    for key, (ns, ew) in enumerate([("A3", "9"), ("6", "A2"), ("A3", "J")]):
        answer = client.post(address, line(1, ns, ew, f"k{key}"), headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.content.decode()
        said.append(answer.content.decode())
    assert "1 : 0（过A : 9）" in said[0]
    assert "1 : 1（过A : 9；6 : 过A）" in said[1]
    assert "2 : 1（过A : 9；6 : 过A；过A : J）" in said[2]
    again = client.post(address, line(1, "A3", "2", "k9"))
    assert again.status_code == 422
    assert "胜负已分" in again.content.decode()


def test_the_look_says_how_the_series_stands() -> None:
    stage = make_series()
    games(tables(stage, 1)[0], NS)
    client, _address = page(stage)
    look = client.get(
        reverse("round-look", args=[stage.event.slug, 1, 1]),
        line(1, "A3", "4", "a"),
        headers={"HX-Request": "true"},
    )
    assert "已打 1 : 0（过A : 9），录下一局" in look.content.decode()


def sent(**values: str) -> dict[str, str]:
    return {
        "submission": "s",
        "based_on": "0",
        **{key.replace("_", "-", 1): value for key, value in values.items()},
    }


def test_the_tables_page_takes_and_corrects_the_whole_match() -> None:
    stage = make_series()
    client, _address = page(stage)
    address = reverse("match", args=[stage.event.slug, 1, 1, 1])
    assert "三局两胜" in client.get(address).content.decode()
    both = sent(game1_ns_level="A3", game1_ew_level="9", game2_ns_level="A2", game2_ew_level="K")
    assert client.post(address, both).status_code == 302
    match = tables(stage, 1)[0]
    result = standing_result(match)
    assert result is not None
    assert result.winner == "ns"
    shown = client.get(address).content.decode()
    assert 'value="A+3"' in shown
    turned = both | {
        "submission": "t",
        "based_on": str(match.version),
        "game2-ns_level": "5",
        "game2-ew_level": "A2",
        "game3-fault": "forfeit-ns",
        "reason": "看错了计分表",
    }
    assert client.post(address, turned).status_code == 302
    result = standing_result(match)
    assert result is not None
    assert (result.winner, result.reason) == ("ew", "看错了计分表")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        pytest.param({}, "至少要录一局", id="nothing typed"),
        pytest.param({"game2_ns_level": "A3", "game2_ew_level": "9"}, "中间有一局没有填", id="a gap"),
        pytest.param({"game1_ns_level": "A3"}, "请填写级数", id="half a game"),
        pytest.param({"game1_ns_level": "X", "game1_ew_level": "9"}, "看不懂", id="no level"),
        pytest.param({"game1_ns_level": "9", "game1_ew_level": "9"}, "胜", id="no winner"),
    ],
)
def test_bad_input_stays_typed_with_its_sentence(values: dict[str, str], sentence: str) -> None:
    stage = make_series()
    client, _address = page(stage)
    answer = client.post(reverse("match", args=[stage.event.slug, 1, 1, 1]), sent(**values))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in html
    for typed in values.values():
        assert f'value="{typed}"' in html
    assert not tables(stage, 1)[0].results.exists()


def test_a_forfeit_on_the_page_ends_an_open_series() -> None:
    stage = make_series()
    match = tables(stage, 1)[0]
    games(match, NS)
    client, _address = page(stage)
    match.refresh_from_db()
    address = reverse("match-act", args=[stage.event.slug, 1, 1, 1, "walkover"])
    sheet = {"submission": "w", "based_on": match.version, "kind": "forfeit-ew"}
    assert client.post(address, sheet).status_code == 302
    result = standing_result(match)
    assert result is not None
    assert (result.kind, result.winner, len(result.games)) == ("series", "ns", 2)


def test_lists_and_the_bracket_show_games_won() -> None:
    stage = make_series()
    first, second = tables(stage, 1)
    games(first, NS, EW, NS)
    games(second, NS)
    client, address = page(stage)
    html = client.get(address).content.decode()
    assert "2 : 1（过A : 9；9 : 过A；过A : 9）" in html
    assert "已打 1 : 0" in html
    bracket = client.get(reverse("bracket", args=[stage.event.slug, 1])).content.decode()
    assert '<text class="score won"' in bracket
    assert ">2</text>" in bracket
    public = Client().get(reverse("public-round", args=[stage.event.slug, 1, 1]))
    assert "1 : 0" not in public.content.decode()


def test_a_series_in_the_archive_also_an_open_one() -> None:
    stage = make_series()
    first, second = tables(stage, 1)
    games(first, NS, EW, NS)
    games(second, EW)
    document = dump(stage.event)
    results = [match["result"] for match in document["stages"][0]["rounds"][0]["matches"]]
    assert [len(result["games"]) for result in results] == [3, 1]
    again = load(read(dumps(document)), slug="again", by=TEST).stages.get()
    assert [standing_result(match) is None for match in tables(again, 1)] == [False, True]
    assert dump(again.event)["stages"] == document["stages"]


def test_the_query_count_of_a_saved_game(django_assert_num_queries) -> None:
    match = tables(make_series(), 1)[0]
    games(match, NS)
    with django_assert_num_queries(14):
        games(match, EW)


def test_a_rehearsal_plays_a_series_on_from_where_it_stands() -> None:
    stage = make_series()
    begun, other = tables(stage, 1)
    games(begun, NS)
    before = begun.results.get(is_current=True).games
    call_command("simulate", stage.event.slug, "--seed", "4")
    result = standing_result(begun)
    assert result is not None
    assert result.games[:1] == before
    assert len(result.games) in (2, 3)
    assert standing_result(other) is not None
    assert missing_tables(rounds_of(stage, 1)) == []
