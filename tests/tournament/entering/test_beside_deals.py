"""What is entered deal by deal and what is signed agree, whichever way the result comes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.scoresheet import AwardedLoss, Ended, Scoresheet, Series, Side
from tests.tournament.entering import test_grid, test_import_results
from tests.tournament.entering.desk import Desk, read
from tests.tournament.running.phones import match_at, send
from tests.tournament.running.table_phone import TablePhone, hall
from tournament import wording
from tournament.actions.claims import enter_claim
from tournament.actions.enter_result import clear_result, enter_game, enter_result
from tournament.actions.signed_deals import DealsDiffer
from tournament.actions.work import COMMAND
from tournament.making.playing import Rehearsal
from tournament.models import Checking, Entry, Result, Running, Stage, TableEntry

pytestmark = pytest.mark.django_db
PASSED = "N3 N3 N3 N3 N3"
LEFT = "未用逐副记录 4 : 5：东西双下、南北头游三游"
DROP = {"drop_deals": "1"}
Way = Callable[[Stage, bool], Any]


@pytest.fixture(autouse=True)
def uploads(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def desk() -> Desk:
    return Desk(hall())


def desk_of(stage: Stage, drop: bool) -> Desk:
    """Each time another scorer: nobody needs to have been asked himself."""
    return Desk(stage, username=f"scorer-{drop}")


def by_line(stage: Stage, drop: bool) -> Any:
    return desk_of(stage, drop).slip(1, "9", "J", **(DROP if drop else {}))


def by_line_without_script(stage: Stage, drop: bool) -> Any:
    return desk_of(stage, drop).slip(1, "9", "J", htmx=False, **(DROP if drop else {}))


def on_its_page(stage: Stage, drop: bool) -> Any:
    told = {"ns_level": "9", "ew_level": "J", "based_on": 0, "submission": f"page-{drop}"}
    desk = desk_of(stage, drop)
    return desk.client.post(desk.address("match", 1), told | (DROP if drop else {}))


def by_walkover(stage: Stage, drop: bool) -> Any:
    desk, told = desk_of(stage, drop), {"kind": "forfeit-ns", "based_on": 0, "submission": f"walk-{drop}"}
    return desk.client.post(desk.address("match-act", 1, "walkover"), told | (DROP if drop else {}))


def in_the_grid(stage: Stage, drop: bool) -> Any:
    desk = desk_of(stage, drop)
    return test_grid.send(desk, "save", {1: ("9", "J")}, **({"t1-1-drop": "1"} if drop else {}))


def by_import(stage: Stage, drop: bool) -> Any:
    desk = desk_of(stage, drop)
    told = {"submission": f"up-{drop}", "text": test_import_results.HEAD + "1,9,J\n"}
    page = desk.client.post(desk.address("round-import"), told, follow=True)
    if not drop:
        return page
    values = {"submission": "in", "fates": page.context["form"].stamp, "rows": ["2"]}
    return desk.client.post(page.redirect_chain[-1][0], values, follow=True)


def by_a_referees_keys(stage: Stage, drop: bool) -> Any:
    phone = TablePhone(stage, name=f"keys-{drop}").as_referee()
    told = {"match": phone.match.pk, "based_on": 0, "ns_level": "9", "ew_level": "J", "ended": "time"}
    return phone.act("enter", **told, **(DROP if drop else {}))


def by_a_referees_walkover(stage: Stage, drop: bool) -> Any:
    phone = TablePhone(stage, name=f"given-{drop}").as_referee()
    told = {"match": phone.match.pk, "based_on": 0, "kind": "forfeit-ns"}
    return phone.act("walkover", **told, **(DROP if drop else {}))


def by_both_pairs(stage: Stage, drop: bool) -> Any:
    stage.event.__class__.objects.update(table_entry=TableEntry.PAIRS)
    mine = TablePhone(stage, name=f"mine-{drop}").as_pair("ns")
    told = {"match": mine.match.pk, "based_on": 0, "ns_level": "9", "ew_level": "J", "ended": "time"}
    answer = mine.act("enter", **told, **(DROP if drop else {}))
    if drop:
        theirs = TablePhone(stage, name="theirs").as_pair("ew")
        claim = theirs.match.claims.get(state="waiting")
        return theirs.act("accept", match=theirs.match.pk, claim=claim.pk)
    return answer


def by_a_dispute(stage: Stage, drop: bool) -> Any:
    stage.event.__class__.objects.update(table_entry=TableEntry.PAIRS)
    match, agreed = match_at(stage), Scoresheet(ns_level=4, ew_level=5, ended=Ended.TIME)
    if not drop:
        enter_claim(match=match, sheet=agreed, side="ns", device="a", by=COMMAND)
    claim = match.claims.get()
    assert len(claim.record["deals"]) == 2
    theirs = TablePhone(stage, name=f"theirs-{drop}").as_pair("ew")
    told = {"match": match.pk, "claim": claim.pk, "ns_level": "9", "ew_level": "J", "ended": "time"}
    answer = theirs.act("dispute", **told, **(DROP if drop else {}))
    if drop:
        desk, choice = (
            desk_of(stage, drop),
            {"claim": claim.pk, "side": "ew", "based_on": 0, "submission": "settle"},
        )
        return desk.client.post(desk.address("match-act", 1, "settle"), choice)
    return answer


LEVELS = (by_line, by_line_without_script, on_its_page, in_the_grid, by_import, by_a_referees_keys)
PAIRS = (by_both_pairs, by_a_dispute)
GIVEN = (by_walkover, by_a_referees_walkover)


@pytest.mark.parametrize("way", [*LEVELS, *PAIRS, *GIVEN], ids=lambda way: way.__name__)
def test_what_the_deals_contradict_is_asked_about_and_stored_on_purpose(way: Way) -> None:
    stage = hall()
    send(match_at(stage), "E3 N2")

    answer = way(stage, False)
    said = read(answer)
    assert "4 : 5（2 副，南北台上，周裁判记）" in said
    assert "按填写的登记，不用逐副记录" in said or "按我的登记，不用逐副记录" in said or way is by_import
    assert not Result.objects.exists()
    shown = answer.content.decode()  # what was typed stays
    assert 'value="9"' in shown or ">9<" in shown or 'value="forfeit-ns" checked' in shown

    way(stage, True)
    result = Result.objects.get()
    assert (result.kind, result.deals) == ("forfeit" if way in GIVEN else "played", [])
    assert (result.ns_level, result.ew_level) == ((None, None) if way in GIVEN else (9, 11))
    assert Running.objects.get().deals == [["ew", 2], ["ns", 3]]  # to go on from, should it be taken back
    assert LEFT in " ".join(map(wording.of_entry, Entry.objects.filter(codes__has_key="dropped")))


@pytest.mark.parametrize("way", [by_line, on_its_page, in_the_grid, by_import, by_a_referees_keys])
def test_levels_that_the_deals_give_are_stored_with_the_deals(way: Way) -> None:
    stage = hall()
    send(match_at(stage), "E3 E3 N2 E3 N3 N2")  # 9 : J
    way(stage, False) if way is not by_import else way(stage, True)
    assert len(Result.objects.get().deals) == 6
    assert not Entry.objects.filter(codes__has_key="dropped").exists()


def test_a_correction_keeps_the_deals_or_is_asked_once(desk: Desk) -> None:
    send(match_at(desk.stage), PASSED)
    desk.slip(1, "A3", "2")
    told = {"ns_level": "A3", "ew_level": "2", "seconds": "41", "submission": "one", "based_on": 1}
    assert desk.client.post(desk.address("match", 1), told).status_code == 302
    assert len(match_at(desk.stage).results.get(version=2).deals) == 5
    other = told | {"ns_level": "9", "ew_level": "J", "ended": "time", "based_on": 2, "submission": "two"}
    assert desk.client.post(desk.address("match", 1), other).status_code == 422
    assert desk.client.post(desk.address("match", 1), other | DROP).status_code == 302
    again = other | {"ns_level": "8", "based_on": 3, "submission": "three"}
    assert desk.client.post(desk.address("match", 1), again).status_code == 302
    assert "未采用的逐副记录" in read(desk.client.get(desk.address("match", 1)))
    back = told | {"based_on": 4, "submission": "four"}
    assert desk.client.post(desk.address("match", 1), back).status_code == 302
    assert len(match_at(desk.stage).results.get(version=5).deals) == 5  # what they give takes them along
    assert Entry.objects.filter(codes__has_key="dropped").count() == 1


@pytest.mark.parametrize(
    ("rulebook", "played", "typed", "said"),
    [
        ("school-grades", "E3 N3", {"ns_level": "5", "ew_level": "5", "in_play": "ew"}, ("南北", "东西")),
        ("library-rotation", "N3 N3 N3 N3 N2", {"ns_level": "A3", "ew_level": "2"}, ("升 2 级", "升 3 级")),
    ],
)
def test_equal_levels_tell_what_else_differs(
    rulebook: str, played: str, typed: dict[str, str], said: tuple[str, str]
) -> None:
    stage = hall(rulebook=rulebook)
    send(match_at(stage), played)
    desk = Desk(stage)
    told = typed | {"ended": "time" if "in_play" in typed else "", "based_on": 0, "submission": "one"}
    answer = read(desk.client.post(desk.address("match", 1), told))
    deals, written = answer.split("的逐副记录是")[1].split("不同")[0].split("与要登记的")
    assert said[0] in deals
    assert said[1] in written


def test_who_types_a_second_time_reads_which_deals_his_reading_leaves_out(desk: Desk) -> None:
    send(match_at(desk.stage), "E3 N2")
    desk.slip(1, "4", "5")
    desk.stage.event.__class__.objects.update(checking=Checking.TWICE)
    other = Desk(desk.stage, username="other")
    grid = other.address("round-grid")
    told = {"submission": "second", "t1-1-version": 1, "t1-1-ns_level": "9", "t1-1-ew_level": "J"}
    assert "不用逐副记录 4 : 5（2 副，南北台上）（留在操作记录里）" in read(other.client.post(grid, told))


def test_a_table_that_keeps_no_deals_any_more_asks_nothing(desk: Desk) -> None:
    send(match_at(desk.stage), "E3 N2")
    event = desk.stage.event
    event.table_entry = TableEntry.READ_ONLY
    event.save()
    assert desk.slip(1, "9", "J").status_code == 200
    assert LEFT in wording.of_entry(Entry.objects.get(verb="enter_result"))


def test_a_loss_by_ruling_agrees_with_the_levels_reached_or_names_none() -> None:
    stage = hall()
    match = match_at(stage)
    send(match, "E3 N2")
    with pytest.raises(DealsDiffer):
        enter_result(match=match, sheet=AwardedLoss(Side.NS, 9, 5), by=COMMAND)
    enter_result(match=match, sheet=AwardedLoss(Side.NS, 4, 5), by=COMMAND)
    assert LEFT in wording.of_entry(Entry.objects.get(verb="enter_result"))


def test_each_game_of_three_has_its_own_deals_and_none_is_lost() -> None:
    stage = hall(pairing={"method": "rotation", "rounds": 1, "best_of": 3})
    match, passed = (
        match_at(stage),
        Scoresheet(ns_level=14, ew_level=2, passed_a=Side.NS, ended=Ended.PASSED_A),
    )
    send(match, PASSED)
    enter_game(match=match, game=passed, by=COMMAND)
    send(match, "E3 N2", game=2)
    with pytest.raises(DealsDiffer) as refused:
        enter_game(match=match, game=passed, by=COMMAND)
    assert wording.of_error(refused.value).startswith("第 1 桌的逐副记录是 第 2 局 4 : 5")
    enter_game(match=match, game=passed, by=COMMAND, drop_deals=True)
    assert "第 2 局未用逐副记录 4 : 5" in wording.of_entry(Entry.objects.get(codes__has_key="dropped"))
    first, second = match.results.get(is_current=True).games
    assert (len(first["deals"]), second.get("deals")) == (5, None)

    whole = Series((passed, passed))  # as the whole match's form sends it
    assert enter_result(match=match, sheet=whole, by=COMMAND).version == 2
    clear_result(match=match, by=COMMAND)
    assert len(Running.objects.get().deals) == 5  # play goes on in the first game


def test_a_rehearsal_plays_past_deals_that_somebody_recorded() -> None:
    stage = hall(pairing={"method": "rotation", "rounds": 1})
    send(match_at(stage), "E3 N2")
    assert [*Rehearsal(stage.event, 7).play_all()]
    assert Result.objects.filter(match=match_at(stage)).exists()
