"""Each contradiction is refused with its path and a sentence, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pairing.lots import commitment
from tests.tournament.archive.documents import Json, counts, load, pair, passed, small
from tournament import archive, wording

pytestmark = pytest.mark.django_db

Spoil = Callable[[Json], Any]
R1 = "$.stages[0].rounds[0]"


def stage(document: Json) -> Json:
    return document["stages"][0]


def match(document: Json, index: int = 0) -> Json:
    return stage(document)["rounds"][0]["matches"][index]


def put(*steps: str | int, value: Any) -> Spoil:
    """Spoil a document by writing `value` at the place that `steps` lead to."""

    def spoil(document: Json) -> None:
        place: Any = document
        for step in steps[:-1]:
            place = place[step]
        if isinstance(place, list) and steps[-1] == "+":
            place.append(value)
        else:
            place[steps[-1]] = value

    return spoil


S0 = ("stages", 0)
M0 = ("stages", 0, "rounds", 0, "matches", 0)
FINAL = {"name": "决赛", "entry": {"from": "预赛", "top": 2}}


def knockout(result: Json, **rules: Any) -> Spoil:
    def spoil(document: Json) -> None:
        stage(document).update(pairing={"method": "knockout"}, rules=rules)
        match(document)["result"] = result
        del match(document, 1)["result"]

    return spoil


BASIS = {"upto": 1, "order": [1, 2], "points": {"1": "3"}}


def stage_with(**more: Any) -> Json:
    return small()["stages"][0] | more


def bracket(*places: Json) -> Spoil:
    """A knock-out whose two first matches stand at `places`."""

    def spoil(document: Json) -> None:
        knockout({"ns_level": "9", "ew_level": "8", "ended": "time"}, level_tie="extra_deal")(document)
        for index, place in enumerate(places):
            match(document, index).update(place)

    return spoil


INPUTS = {"draw": "lots", "tied": [1, 2]}
COMMITTED = {"stage": "预赛", "what": "groups", "digest": commitment(INPUTS), "depends_on": INPUTS,
             "source": "骰子", "at": "2013-04-27T12:00:00"}  # fmt: skip
TOLD = {"seed_text": "6", "revealed_at": "2013-04-27T13:00:00"}
GROUPS_DRAWN = {"stage": "预赛", "what": "groups", "seed": "1", "result": [[1, 2, 3, 4]]}


def commitments(*rows: Json, draws: Any = (GROUPS_DRAWN,)) -> Spoil:
    def spoil(document: Json) -> None:
        document["event"] |= {"draws": list(draws), "commitments": list(rows)}

    return spoil


LEVEL_9 = {"ns_level": "9", "ew_level": "9", "ended": "time"}
CASES = [
    # shape
    ("unknown key", put("evnet", value=1), "archive_unknown_key", "$.evnet"),
    ("unknown key in a match", put(*M0, "winner", value="ns"), "archive_unknown_key", "winner"),
    ("wrong type of a number", put("pairs", 0, "number", value="1"),
     "archive_wrong_type", "$.pairs[0].number"),
    ("a float for a number", put("pairs", 0, "number", value=1.0), "archive_wrong_type", "$.pairs[0].number"),
    ("one player", put("pairs", 0, "players", value=["赵一"]), "archive_too_few", "$.pairs[0].players"),
    ("three players", put("pairs", 0, "players", value=list("甲乙丙")),
     "archive_too_many", "$.pairs[0].players"),
    ("no name", put("event", "name", value=""), "archive_empty_text", "$.event.name"),
    ("unknown rule book", put("event", "rulebook", value="own"),
     "archive_unknown_choice", "$.event.rulebook"),
    ("unknown status", put("pairs", 0, "status", value="gone"),
     "archive_unknown_choice", "$.pairs[0].status"),
    ("a slug with a slash", put("event", "slug", value="a/b"), "archive_wrong_form", "$.event.slug"),
    ("a slug with a line end", put("event", "slug", value="a\n"), "archive_wrong_form", "$.event.slug"),
    ("no such day", put("event", "starts_on", value="2013-02-30"),
     "archive_no_such_day", "$.event.starts_on"),
    ("days reversed", put("event", "ends_on", value="2013-04-27"),
     "archive_dates_reversed", "$.event.ends_on"),
    ("a zero character", put("event", "venue", value="一\0楼"), "archive_broken_text", "$.event.venue"),
    ("half a character", put("event", "venue", value="\ud842"), "archive_broken_text", "$.event.venue"),
    ("points as a number", put("penalties", 0, "points", value=-2),
     "archive_wrong_type", "penalties[0].points"),
    ("three decimals", put("penalties", 0, "points", value="0.125"),
     "archive_wrong_form", "$.penalties[0].points"),
    # rules
    ("unknown rule", put("event", "rules", value={"minuts": 50}), "unknown_key", "$.event.rules.minuts"),
    ("points of a rule as a number", put("event", "rules", value={"walkovers": {"bye": 100}}), "wrong_type",
     "$.event.rules.walkovers.bye"),
    ("draws under a scheme without", put(*S0, "rules", value={"scheme": "win-loss-2-1-0"}),
     "draw_without_scheme",
     "$.stages[0].rules.level_tie"),
    ("a knock-out with draws", put(*S0, "pairing", value={"method": "knockout"}), "draw_in_knockout",
     "$.stages[0].rules.level_tie"),
    # people
    ("number twice", put("pairs", "+", value=pair(2)), "archive_number_twice", "$.pairs[5].number"),
    ("unit unknown", put("pairs", 0, "unit", value="丙队"), "archive_unit_unknown", "$.pairs[0].unit"),
    ("unit twice", put("units", "+", value={"name": "甲 队"}), "archive_unit_twice", "$.units[2].name"),
    ("a player called 待定", put("pairs", 0, "players", 0, value="待定"), "archive_no_name",
     "$.pairs[0].players[0]"),
    ("a table twice in one area", put("event", "areas", value=[{"name": "甲", "tables": [[1, 5], [3, 9]]}]),
     "archive_table_in_two_areas", "$.event.areas[0].tables"),
    ("a table in two areas", put("event", "areas", value=[{"name": "甲", "tables": [1, 5]},
     {"name": "乙", "tables": [5, 9]}]), "archive_table_in_two_areas", "$.event.areas[1].tables"),
    # stages
    ("stage name twice", put("stages", "+", value={"name": "预赛"}), "archive_name_twice",
     "$.stages[1].name"),
    ("size and count", put(*S0, "grouping", "count", value=2),
     "archive_size_and_count", "$.stages[0].grouping"),
    ("legs of a rotation", put(*S0, "pairing", "legs", value=2), "archive_not_of_method",
     "$.stages[0].pairing.legs"),
    ("from a later stage", put(*S0, "entry", value={"from": "决赛", "top": 2}), "archive_source_unknown",
     "$.stages[0].entry.from"),
    ("two ways of entering", put("stages", "+", value=FINAL | {"entry": {"from": "预赛", "top": 2,
     "ranks": [1, 2]}}),
     "archive_two_ways", "$.stages[1].entry.ranks"),
    ("group name twice", put(*S0, "groups", "+", value={"name": "A"}), "archive_name_twice",
     "$.stages[0].groups[1].name"),
    ("pair unknown", put(*S0, "groups", 0, "pairs", 0, value=99), "archive_pair_unknown",
     "$.stages[0].groups[0].pairs[0]"),
    ("pair in two groups", put(*S0, "groups", "+", value={"name": "B", "pairs": [4]}),
     "archive_pair_in_two_groups",
     "$.stages[0].groups[1].pairs[0]"),
    ("pair twice in a group", put(*S0, "groups", 0, "pairs", "+", value=4), "archive_pair_in_two_groups",
     "$.stages[0].groups[0].pairs[4]"),
    ("a late pair from elsewhere", put(*S0, "joined", value={"5": 2}), "archive_pair_not_in_stage",
     '$.stages[0].joined["5"]'),
    ("lots among strangers", put(*S0, "lots", value={"A": [1, 5]}), "archive_pair_not_in_group",
     '$.stages[0].lots["A"]'),
    ("lots of no group", put(*S0, "lots", value={"Z": [1, 2]}),
     "archive_group_unknown", '$.stages[0].lots["Z"]'),
    ("an area of another hall", put(*S0, "areas", value=["地下室"]), "archive_area_unknown",
     "$.stages[0].areas[0]"),
    ("an absence of nobody", put(*S0, "absent", value={"9": [1]}), "archive_pair_unknown",
     '$.stages[0].absent["9"]'),
    ("absent and with a bye", put(*S0, value=stage_with(absent={"1": [2]}, byes_given={"1": [2]})),
     "archive_absent_twice", '$.stages[0].byes_given["1"][0]'),
    ("a wish for nothing", put(*S0, "wishes", value=[{"round": 2}]), "archive_missing_key",
     "$.stages[0].wishes[0]"),
    ("a wish both ways", put(*S0, "wishes", value=[{"force": [1, 2], "forbid": [1, 2], "round": 2}]),
     "archive_wish_both", "$.stages[0].wishes[0]"),
    ("a penalty made of itself", put("penalties", 0, "made_of", value=[1]), "archive_made_of_later",
     "$.penalties[0].made_of"),
    ("a wish about one pair", put(*S0, "wishes", value=[{"forbid": [2, 2]}]), "archive_pair_twice",
     "$.stages[0].wishes[0].forbid[1]"),
    ("a wish about nobody", put(*S0, "wishes", value=[{"forbid": [2, 8]}]), "archive_pair_unknown",
     "$.stages[0].wishes[0].forbid[1]"),
    ("a forced meeting at no time", put(*S0, "wishes", value=[{"force": [1, 2]}]), "archive_missing_key",
     "$.stages[0].wishes[0]"),
    ("best of two", put(*S0, "pairing", value={"method": "knockout", "best_of": 2}),
     "archive_unknown_choice", "$.stages[0].pairing.best_of"),
    ("best of three in a rotation", put(*S0, "pairing", "best_of", value=3), "archive_not_of_method",
     "$.stages[0].pairing.best_of"),
    ("a first round of a knock-out", put(*S0, "pairing", value={"method": "knockout", "first_round": "draw"}),
     "archive_not_of_method", "$.stages[0].pairing.first_round"),
    # rounds
    ("a round from no group", put(*S0, "rounds", 0, "basis", value={"Z": BASIS}), "archive_group_unknown",
     R1 + '.basis["Z"]'),
    ("a round from strangers", put(*S0, "rounds", 0, "basis", value={"A": BASIS | {"order": [1, 9]}}),
     "archive_pair_unknown", R1 + '.basis["A"].order[1]'),
    ("points of one who was not there", put(*S0, "rounds", 0, "basis", value={"A": BASIS | {"order": [2]}}),
     "archive_pair_unknown", R1 + '.basis["A"].points["1"]'),
    ("notes of no group", put(*S0, "rounds", 0, "notes", value={"Z": []}), "archive_group_unknown",
     R1 + '.notes["Z"]'),
    ("a note that says nothing known", put(*S0, "rounds", 0, "notes", value={"A": [{"code": "weather"}]}),
     "archive_note_unknown", R1 + '.notes["A"][0]'),
    ("a note about nobody", put(*S0, "rounds", 0, "notes", value={"A": [{"code": "rematch", "a": 1}]}),
     "archive_note_unknown", R1 + '.notes["A"][0]'),
    ("a bracket in a rotation", put(*M0, "places", value=[1, 4]), "archive_not_of_method",
     f"{R1}.matches[0].places"),
    ("round twice", put(*S0, "rounds", "+", value={"number": 1}), "archive_round_twice",
     "$.stages[0].rounds[1].number"),
    ("table twice", lambda document: match(document, 1).update(table=1), "archive_table_twice",
     f"{R1}.matches[1].table"),
    ("pair twice in a round", lambda document: match(document, 1).update(ns=1), "archive_pair_twice_in_round",
     f"{R1}.matches[1].ns"),
    ("a pair against itself", put(*M0, "ew", value=1), "archive_pair_twice_in_round", f"{R1}.matches[0].ew"),
    ("a pair that is not in the group", put(*M0, "ew", value=5), "archive_pair_not_in_group",
     f"{R1}.matches[0].ew"),
    ("a bye beside a match", put(*S0, "rounds", 0, "matches", "+", value={"group": "A", "bye": 1}),
     "archive_pair_twice_in_round", f"{R1}.matches[2].bye"),
    ("late without a seat", put(*S0, "rounds", 0, "late", value=[{"pair": 5}]), "archive_late_not_seated",
     f"{R1}.late[0].pair"),
    ("late twice", put(*S0, "rounds", 0, "late", value=[{"pair": 1}, {"pair": 1}]),
     "archive_pair_twice_in_round", f"{R1}.late[1].pair"),
    ("a pause of no group", put(*S0, "rounds", 0, "paused_seconds", value={"Z": 5}), "archive_group_unknown",
     f"{R1}.paused_seconds"),
    ("a bye with a result", put(*M0, value={"group": "A", "bye": 1, "result": {"forfeit": "ns"}}),
     "archive_unknown_key", f"{R1}.matches[0].result"),
    ("group unknown", put(*M0, "group", value="Z"), "archive_group_unknown", f"{R1}.matches[0].group"),
    ("a result in a draft", put(*S0, "rounds", 0, "state", value="draft"), "archive_result_in_draft",
     f"{R1}.matches[0].result"),
    # results
    ("a level that is none", put(*M0, "result", "ew_level", value="B"), "unknown_choice",
     f"{R1}.matches[0].result.ew_level"),
    ("passed A below A", put(*M0, "result", "ns_level", value="K"), "passed_not_at_a",
     f"{R1}.matches[0].result.passed_a"),
    ("both passed A", put(*M0, "result", "passed_a", value="both"), "unknown_choice",
     f"{R1}.matches[0].result.passed_a"),
    ("a gain that the rules exclude", put(*M0, "result", "passed_gain", value=1), "passing_gain_excluded",
     f"{R1}.matches[0].result.passed_gain"),
    ("levels that the deals do not give", put("stages", 0, "rounds", 0, "matches", 1, "result",
     "ns_level", value="9"),
     "levels_disagree_with_deals", f"{R1}.matches[1].result.ns_level"),
    ("deals without a number of deals", put(*M0, "result", value={"ns_level": "5", "ew_level": "3",
     "ended": "deals"}),
     "deals_without_number", f"{R1}.matches[0].result.ended"),
    ("minutes and seconds", put(*M0, "result", "seconds", value=1), "minutes_and_seconds",
     f"{R1}.matches[0].result.minutes"),
    ("a knock-out without a winner", knockout({"forfeit": "both"}, level_tie="extra_deal"),
     "knockout_without_winner", f"{R1}.matches[0].result"),
    ("a knock-out tie that names nobody", knockout(LEVEL_9, level_tie="extra_deal"), "winner_needed",
     f"{R1}.matches[0].result"),
    ("ranks of a match reversed", bracket({"places": [4, 1]}), "archive_range_reversed",
     f"{R1}.matches[0].places"),
    ("a slot of no ranks", bracket({"slot": 1}), "archive_missing_key", f"{R1}.matches[0]"),
    ("a slot twice", bracket({"places": [1, 4], "slot": 1}, {"places": [1, 4], "slot": 1}),
     "archive_slot_twice", f"{R1}.matches[1].slot"),
    # draws and commitments
    ("a draw of nothing known", put("event", "draws", value=[GROUPS_DRAWN | {"what": "weather"}]),
     "archive_unknown_choice", "$.event.draws[0].what"),
    ("groups of no stage", put("event", "draws", value=[{"what": "groups", "result": []}]),
     "archive_draw_without_stage", "$.event.draws[0]"),
    ("partners of a stage",
     put("event", "draws", value=[{"what": "partners", "stage": "预赛", "result": []}]),
     "archive_draw_of_event", "$.event.draws[0].stage"),
    ("a draw with another digest", put("event", "draws", value=[GROUPS_DRAWN | {"depends_on": INPUTS,
     "inputs": "ab" * 32}]), "archive_digest_disagrees", "$.event.draws[0].inputs"),
    ("a draw that depends on a fraction", put("event", "draws", value=[GROUPS_DRAWN | {"depends_on":
     {"x": 0.5}}]), "inputs_not_exact", "$.event.draws[0].depends_on"),
    ("a commitment to something else", commitments(COMMITTED | {"digest": "ab" * 32}),
     "archive_digest_disagrees", "$.event.commitments[0].digest"),
    ("a seed told at no time", commitments(COMMITTED | {"seed_text": "6"}), "archive_seed_half_told",
     "$.event.commitments[0]"),
    ("a draw that was not", commitments(COMMITTED | TOLD | {"draw": 2}), "archive_draw_unknown",
     "$.event.commitments[0].draw"),
    ("a draw before its seed", commitments(COMMITTED | {"draw": 1}), "archive_draw_other",
     "$.event.commitments[0].draw"),
    ("a draw of two commitments", commitments(COMMITTED | TOLD | {"draw": 1}, COMMITTED | TOLD | {"draw": 1}),
     "archive_draw_other", "$.event.commitments[1].draw"),
    ("a draw about something else", commitments(COMMITTED | TOLD | {"draw": 1},
     draws=[GROUPS_DRAWN | {"what": "cut", "result": [1, 2]}]), "archive_draw_other",
     "$.event.commitments[0].draw"),
    # awards
    ("an award of nothing", put("event", "awards", value=[{"name": "一等奖", "count": 0}]), "out_of_range",
     "$.event.awards[0].count"),
    ("an award of no stage", put("event", "awards", value=[{"stage": "决赛", "counts": [4]}]),
     "archive_stage_unknown", "$.event.awards"),
    ("an award to nobody", put("event", "awards", value=[{"name": "风格奖", "given_to": [99]}]),
     "archive_pair_unknown", "$.event.awards"),
    ("units ranked by no pairs", put("event", "unit_ranking", value={"best": 0}), "out_of_range",
     "$.event.unit_ranking.best"),
    # people who entered alone
    ("a person without a name", put("event", "individuals", value=[{"name": "待定"}]), "archive_no_name",
     "$.event.individuals[0].name"),
    ("a person of no unit", put("event", "individuals", value=[{"name": "林一", "unit": "丙"}]),
     "archive_unit_unknown", "$.event.individuals[0].unit"),
    ("a person in no pair", put("event", "individuals", value=[{"name": "林一", "pair": 99}]),
     "archive_pair_unknown", "$.event.individuals[0].pair"),
    ("a check-in at no time", put("event", "check_in_closes_at", value="2013-02-30T08:00"),
     "archive_no_such_moment", "$.event.check_in_closes_at"),
    # records
    ("penalty of nobody", put("penalties", 0, "pair", value=9),
     "archive_pair_unknown", "$.penalties[0].pair"),
    ("penalty in no stage", put("penalties", 0, "stage", value="复赛"), "archive_stage_unknown",
     "$.penalties[0].stage"),
    ("a round of no stage", lambda document: document["penalties"][0].pop("stage"),
     "archive_round_without_stage",
     "$.penalties[0].round"),
    ("unknown grade", put("penalties", 0, "grade", value="red card"), "archive_unknown_choice",
     "$.penalties[0].grade"),
    ("lots that are no order", put("event", "draws", value=[{"stage": "预赛", "what": "lots",
     "result": "1,2"}]),
     "archive_no_order", "$.event.draws[0].result"),
    ("a publication number twice", put("published", value=[
        {"stage": "预赛", "what": "pairings", "round": number, "number": 1, "rows": []}
        for number in (1, 2)]),
     "archive_publication_twice", "$.published[1].number"),
    ("a publication without what its page shows", put("published", value=[
        {"stage": "预赛", "what": "standings", "round": 1, "number": 1, "rows": {"groups": [{"group": "A"}],
         "overall": [], "results": [], "tiebreaks": [], "after_round": 1}}]), "archive_missing_key",
     "$.published[0].rows.groups[0]"),
    ("history of no match", put("history", value=[
        {"stage": "预赛", "group": "A", "round": 9, "table": 1, "version": 1}]), "archive_match_unknown",
     "$.history[0]"),
    ("a result checked on a day that there is not", put("history", value=[
        {"stage": "预赛", "group": "A", "round": 1, "table": 1, "version": 1, "result": passed(),
         "checked_at": "2013-02-30T09:00:00"}]), "archive_no_such_moment", "$.history[0].checked_at"),
    ("a result entered on a day that there is not", put("history", value=[
        {"stage": "预赛", "group": "A", "round": 1, "table": 1, "version": 1, "result": passed(),
         "at": "2013-02-30T09:00:00"}]), "archive_no_such_moment", "$.history[0].at"),
    ("history that ends elsewhere", put("history", value=[
        {"stage": "预赛", "group": "A", "round": 1, "table": 1, "version": 1, "result": passed("ew")}]),
     "archive_history_disagrees", "$.history[0]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spoil", "code", "path"),
    [pytest.param(*case[1:], id=case[0]) for case in CASES],
)
def test_a_contradiction_is_refused_and_nothing_is_stored(spoil: Spoil, code: str, path: str) -> None:
    load(small(), slug="before")
    standing, document = counts(), small()
    spoil(document)

    with pytest.raises(archive.ArchiveRefused) as refused:
        load(document)

    assert refused.value.code == code
    assert refused.value.path.endswith(path)
    assert "%(" not in wording.of_error(refused.value)
    assert counts() == standing
