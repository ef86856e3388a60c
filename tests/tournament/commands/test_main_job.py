"""importpairs, drawgroups, pairround, simulate: an event from an Excel list to its last round."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st

from pairing.lots import Chance
from scoring import rulebooks
from scoring.rules import resolve
from scoring.scoresheet import judge
from tests.tournament.commands.commands import FIELD, run, standings
from tests.tournament.factories import make_event, make_stage
from tournament.making.rehearsal import Table, plausible_sheet
from tournament.models import Event, Match, Pair, Player, Result, Round, Stage

pytestmark = pytest.mark.django_db


def make_sai(**more: Any) -> Event:
    """An event without pairs whose heats are to be drawn."""
    event = make_event(pairs=0, slug="sai")
    make_stage(event, drawn=False, **more)
    return event


def import_file(number: str, *options: str) -> tuple[dict[str, Any], bool]:
    """The JSON answer of importpairs for a field file, and whether all of it went in."""
    (path,) = FIELD.glob(f"{number}_*")
    out = StringIO()
    try:
        call_command("importpairs", "sai", str(path), "--json", *options, stdout=out, stderr=StringIO())
    except CommandError:
        return json.loads(out.getvalue()), False
    return json.loads(out.getvalue()), True


def test_f51_a_plain_list_goes_in_whole() -> None:
    make_sai()

    answer, whole = import_file("02")

    assert whole
    assert (answer["read"], answer["imported"], answer["skipped"], answer["problems"]) == (4, 4, 0, [])
    assert Player.objects.exclude(phone="").count() >= 4


def test_f57_good_rows_go_in_and_the_bad_one_is_named_by_its_row() -> None:
    make_sai()

    answer, whole = import_file("37")

    assert not whole
    assert (answer["read"], answer["imported"], answer["skipped"]) == (4, 3, 1)
    assert [problem["row"] for problem in answer["problems"] if problem["level"] == "error"] == [3]
    assert Pair.objects.count() == 3


def test_a_list_imported_twice_is_there_once() -> None:
    make_sai()
    import_file("01")

    answer, whole = import_file("01")

    assert (whole, answer["imported"], answer["skipped"]) == (False, 0, 4)
    assert Pair.objects.count() == 4


def test_a_dry_run_tells_and_changes_nothing() -> None:
    make_sai()

    answer, whole = import_file("36", "--dry-run")

    assert (whole, answer["imported"]) == (True, 14)
    assert not Pair.objects.exists()


@pytest.mark.parametrize("number", ["31", "32", "34", "35"])
def test_a_file_that_cannot_be_read_ends_with_a_sentence(number: str) -> None:
    make_sai()
    (path,) = FIELD.glob(f"{number}_*")

    with pytest.raises(CommandError) as refused:
        run("importpairs", "sai", path)

    assert str(refused.value).endswith("。")
    assert not Pair.objects.exists()


def test_the_journal_keeps_no_names_of_an_import() -> None:
    event = make_sai()

    import_file("01")

    assert [entry.codes for entry in event.journal.filter(verb="import_pairs")] == [{"count": 4}]


def test_f19_from_the_list_to_the_last_round() -> None:
    make_sai(group_size=4)
    import_file("36")

    drawn = run("drawgroups", "sai", "预赛", "--seed", 3)
    paired = run("pairround", "sai", "1", "--seed", 3)
    played = run("simulate", "sai", "--seed", 3)

    assert "种子 3" in drawn
    assert paired.count("轮：6 桌，轮空 2 队。") == 3
    assert played == "模拟了 3 轮、18 桌。\n"
    rows = standings("sai")
    assert len(rows) == 14
    assert [row["group"] for row in rows] == ["A"] * 4 + ["B"] * 4 + ["C"] * 3 + ["D"] * 3
    assert {row["played"] + row["byes"] for row in rows} == {3}


def test_the_same_seed_draws_and_plays_the_same() -> None:
    answers = []
    for slug in ("one", "two"):
        make_stage(make_event(pairs=9, slug=slug), drawn=False)
        draw = run("drawgroups", slug, "预赛", "--seed", 5)
        run("simulate", slug, "--seed", 5, "--rounds", 2)
        answers.append((draw, standings(slug)))

    assert answers[0] == answers[1]


def test_f06_a_second_pairround_is_refused_in_words() -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), published=False)
    matches = set(Match.objects.values_list("pk", flat=True))

    with pytest.raises(CommandError, match="本轮已编排"):
        run("pairround", "sai", "预赛")

    assert set(Match.objects.values_list("pk", flat=True)) == matches
    assert stage.groups.count() == 2


def test_pairround_before_the_draw_says_what_comes_first() -> None:
    make_stage(make_event(pairs=8, slug="sai"), drawn=False)

    with pytest.raises(CommandError, match="还没有抽签"):
        run("pairround", "sai", "预赛")


def test_an_unknown_stage_is_answered_with_the_known_ones() -> None:
    make_stage(make_event(pairs=8, slug="sai"), drawn=False)

    with pytest.raises(CommandError, match="这一赛事的阶段：预赛。"):
        run("drawgroups", "sai", "复赛")


def test_simulate_plays_what_is_open_and_leaves_what_was_entered() -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), rounds_played=1)
    entered = set(Result.objects.values_list("pk", flat=True))

    assert run("simulate", "sai") == "模拟了 3 轮、8 桌。\n"  # the first round had only to be closed

    assert entered <= set(Result.objects.filter(is_current=True).values_list("pk", flat=True))
    assert set(Round.objects.values_list("state", flat=True)) == {"closed"}
    assert stage.groups.count() == 2


def test_simulate_again_has_nothing_to_do() -> None:
    make_stage(make_event(pairs=8, slug="sai"))
    run("simulate", "sai")
    count = Result.objects.count()

    assert run("simulate", "sai") == "没有需要模拟的对阵。\n"
    assert Result.objects.count() == count


def test_simulate_draws_pairs_and_stops_after_the_round_asked_for() -> None:
    make_stage(make_event(pairs=9, slug="sai"), drawn=False)

    run("simulate", "sai", "--rounds", 2)
    run("simulate", "sai", "--rounds", 2)

    states = set(Round.objects.values_list("number", "state"))
    assert states == {(1, "closed"), (2, "closed"), (3, "draft")}


def test_simulate_pairs_round_by_round_and_leaves_the_stage_ready_for_the_next() -> None:
    plan = {"grouping": {"method": "one"}, "pairing": {"method": "swiss", "rounds": 5}}
    make_stage(make_event(pairs=9, slug="sai"), drawn=False, **plan)

    assert run("simulate", "sai", "--rounds", 2) == "模拟了 2 轮、8 桌。\n"
    assert "第 3 轮：4 桌，轮空 1 队。" in run("pairround", "sai", "1", "--seed", 4)
    assert run("simulate", "sai") == "模拟了 1 轮、4 桌。\n"
    assert run("simulate", "sai", "--rounds", 9) == "模拟了 2 轮、8 桌。\n"  # five were planned

    with pytest.raises(CommandError, match="共 5 轮，都已编排"):
        run("pairround", "sai", "1")


def test_simulate_plays_a_whole_event_ties_at_the_cut_and_all() -> None:
    event = make_event(pairs=12, slug="sai")
    make_stage(event, drawn=False)
    for ordinal, name, source, pairing in (
        (2, "复赛", "预赛", {"method": "swiss", "rounds": 3}),
        (3, "决赛", "复赛", {"method": "knockout", "placing": True}),
    ):
        Stage.objects.create(
            event=event,
            ordinal=ordinal,
            name=name,
            entry={"from": source, "top": 12 // ordinal},
            grouping={"method": "one"},
            pairing=pairing,
            rules={"level_tie": "extra_deal"} if ordinal == 3 else {},
            resolved_rules=event.resolved_rules | ({"level_tie": "extra_deal"} if ordinal == 3 else {}),
        )

    run("simulate", "sai", "--all", "--seed", 4)

    assert [len(standings("sai", "--stage", str(number))) for number in (1, 2, 3)] == [12, 6, 4]
    assert [row["rank"] for row in standings("sai")] == [1, 2, 3, 4]
    assert set(Round.objects.values_list("state", flat=True)) == {"closed"}
    assert run("simulate", "sai", "--all") == "没有需要模拟的对阵。\n"


def test_simulate_goes_to_the_end_or_to_a_round_not_both() -> None:
    make_stage(make_event(pairs=4, slug="sai"), drawn=False)

    with pytest.raises(CommandError, match="只能用一个"):
        run("simulate", "sai", "--all", "--rounds", 1)


def test_heats_and_final_one_after_the_other() -> None:
    make_stage(make_event(pairs=16, slug="sai"))
    run("simulate", "sai", "--seed", 2)
    Stage.objects.create(
        event=Event.objects.get(),
        ordinal=2,
        name="决赛",
        entry={"from": "预赛", "top_per_group": 1},
        grouping={"method": "one"},
        pairing={"method": "rotation", "rounds": 3},
        resolved_rules=Event.objects.get().resolved_rules,
    )

    run("drawgroups", "sai", "决赛", "--seed", 2)
    run("pairround", "sai", "决赛")
    run("simulate", "sai", "--seed", 2)

    assert len(standings("sai")) == 4
    assert len(standings("sai", "--stage", "预赛")) == 16


@pytest.mark.parametrize("key", rulebooks.keys())
@given(seed=st.integers(0, 2**32), knockout=st.booleans())
def test_a_plausible_sheet_is_possible_under_every_rule_book(key: str, seed: int, knockout: bool) -> None:
    rules = resolve(rulebooks.load(key).values)

    sheet = plausible_sheet(Table(seed % 100, 50, Chance(seed, "match")), rules, knockout=knockout)

    assert judge(sheet, rules, knockout=knockout).ns_level == sheet.ns_level
    assert sheet.deals
