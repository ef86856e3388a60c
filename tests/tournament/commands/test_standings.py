"""`standings`: the contract's JSON by worked examples, and the other formats by the same rows."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management.base import CommandError
from django.utils import timezone

from tests.tournament.archive.documents import Json, load, match, pair, passed, small
from tests.tournament.commands.commands import run, standings
from tests.tournament.exports.papers import pdf_text
from tournament.exports.xlsx import to_xlsx
from tournament.lists.papers.standings import by_group
from tournament.lists.papers.wanted import Wanted

pytestmark = pytest.mark.django_db


def four(rulebook: str, *rounds: list[Json], **stage: Any) -> Json:
    """Four pairs in one group, with these closed rounds."""
    document = small()
    del document["penalties"], document["pairs"][4]
    document["event"] |= {"rulebook": rulebook, "rules": {}, "slug": "sai"}
    made = [{"number": n, "state": "closed", "matches": matches} for n, matches in enumerate(rounds, 1)]
    document["stages"][0] |= {"rounds": made, **stage}
    return document


def by_pair(slug: str = "sai") -> dict[int, dict[str, Any]]:
    return {row["pair"]: row for row in standings(slug)}


def test_s2_three_passes_by_three_levels_give_345_and_who_never_leaves_2_has_none() -> None:
    high = passed("ns", "2", 3)
    rounds = [[match("A", 1, 1, other, high)] for other in (2, 3, 4)]
    load(four("library-rotation", *rounds))

    rows = by_pair()

    assert (rows[1]["points"], rows[1]["rank"], rows[1]["played"]) == ("345", 1, 3)
    assert {rows[number]["points"] for number in (2, 3, 4)} == {"0"}


LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.parametrize("diff", range(13))
def test_s4_the_whole_table_of_26_points(diff: int) -> None:
    levels = {"ns_level": LEVELS[12], "ew_level": LEVELS[12 - diff], "ended": "time"}
    load(four("devzone-26", [match("A", 1, 1, 2, levels)]))

    rows = by_pair()

    assert (rows[1]["points"], rows[2]["points"]) == (str(13 + diff), str(13 - diff))


def test_s4_passing_a_from_2_earns_all_26_and_a_forfeit_17() -> None:
    load(
        four(
            "devzone-26", [match("A", 1, 1, 2, passed("ns", "2", 3)), match("A", 2, 3, 4, {"forfeit": "ew"})]
        )
    )

    rows = by_pair()

    assert [rows[number]["points"] for number in (1, 2, 3, 4)] == ["26", "0", "17", "0"]
    assert (rows[4]["forfeits"], rows[4]["played"]) == (1, 0)


def test_s1b_winners_by_shorter_time_then_losers_by_longer() -> None:
    quick, slow = passed("ns", "5") | {"seconds": 1800}, passed("ns", "K") | {"minutes": 50}
    load(
        four(
            "school-grades-final",
            [match("A", 1, 1, 2, slow), match("A", 2, 3, 4, quick)],
            pairing={"method": "random", "rounds": 1},
        )
    )

    rows = standings("sai")

    assert [row["pair"] for row in rows] == [3, 1, 2, 4]
    assert [row["tiebreaks"]["ace_time"] for row in rows] == ["1800", "3000", "3000", "1800"]
    assert [row["points"] for row in rows] == ["1", "1", "0", "0"]
    assert rows[1]["decided_by"] == "ace_time"


def test_f41_equal_pairs_share_their_rank_and_are_listed_by_number() -> None:
    draw = {"ns_level": "9", "ew_level": "9", "ended": "time"}
    load(four("devzone-26", [match("A", 1, 1, 4, draw), match("A", 2, 3, 2, passed("ns", "9", 2))]))

    rows = standings("sai")

    assert [(row["pair"], row["rank"], row["tied"]) for row in rows] == [
        (3, 1, False), (1, 2, True), (4, 2, True), (2, 4, False),
    ]  # fmt: skip
    assert set(rows[0]) == {
        "group", "rank", "tied", "pair", "points", "played", "byes", "forfeits", "tiebreaks", "decided_by",
    }  # fmt: skip


def test_a_group_without_results_ranks_all_first_and_tied() -> None:
    load(four("devzone-26"))

    assert [(row["rank"], row["tied"], row["points"]) for row in standings("sai")] == [(1, True, "0")] * 4


def test_a_disqualified_pair_has_no_rank() -> None:
    document = four("devzone-26", [match("A", 1, 1, 2, passed())])
    document["pairs"][0]["status"] = "disqualified"
    load(document)

    assert standings("sai")[-1]["pair"] == 1
    assert standings("sai")[-1]["rank"] is None


def test_values_are_exact_and_bare() -> None:
    scheme = {"kind": "win-plus-diff", "win": "2", "draw": "1", "loss": "0", "step": "0.1"}
    load(four("devzone-26", [match("A", 1, 1, 2, passed("ns", "K", 2))], rules={"scheme": scheme}))

    assert by_pair()[1]["points"] == "2.2"
    assert by_pair()[2]["points"] == "-0.2"
    assert by_pair()[1]["tiebreaks"]["lots"] is None


def test_every_format_shows_names_units_and_the_same_order(tmp_path: Path) -> None:
    load(small())
    order = [row["pair"] for row in standings("library-2013")]
    for name in ("csv", "xlsx", "pdf", "table"):
        run("standings", "library-2013", "--format", name, "-o", tmp_path / name)

    sheet = openpyxl.load_workbook(BytesIO((tmp_path / "xlsx").read_bytes())).active
    cells = [row for row in sheet.iter_rows(values_only=True) if isinstance(row[0], int)]
    assert [row[1] for row in cells] == order
    lines = (tmp_path / "csv").read_text("utf-8-sig").splitlines()
    assert [int(line.split(",")[1]) for line in lines[1:]] == order
    text = pdf_text((tmp_path / "pdf").read_bytes())
    table = (tmp_path / "table").read_text("utf-8")
    for shown in ("甲队", "乙队", *pair(1)["players"]):
        assert shown in text
        assert shown in table


def cells_of(workbook: bytes) -> list[tuple[Any, ...]]:
    sheet = openpyxl.load_workbook(BytesIO(workbook)).active
    return [row for row in sheet.iter_rows(values_only=True) if isinstance(row[1], int)]


def test_f48_the_command_draws_the_paper_of_the_site(tmp_path: Path) -> None:
    document = small()
    document["pairs"][0]["name"] = "春风队"
    stage = load(document).stages.get()
    run("standings", "library-2013", "--format", "xlsx", "-o", tmp_path / "xlsx")

    drawn = cells_of((tmp_path / "xlsx").read_bytes())

    assert drawn == cells_of(to_xlsx(by_group(Wanted(stage.event, timezone.now(), stage=stage))))
    assert len(drawn) == 4
    assert any("（春风队）" in str(row[2]) for row in drawn)


def test_points_stand_in_a_file_without_the_zeros_of_the_database(tmp_path: Path) -> None:
    load(small())
    run("standings", "library-2013", "--format", "csv", "-o", tmp_path / "csv")

    assert (tmp_path / "csv").read_text("utf-8-sig").splitlines()[1].split(",")[4:6] == ["108", "108"]


@pytest.mark.parametrize("name", ["pdf", "xlsx"])
def test_bytes_are_not_written_where_only_text_goes(name: str) -> None:
    load(small())

    with pytest.raises(CommandError, match="-o"):
        run("standings", "library-2013", "--format", name)


def test_names_with_brackets_are_text_in_the_table_too() -> None:
    document = small()
    document["pairs"][0]["players"][0] = "[red]王[/red]"
    load(document)

    assert "[red]王[/red]" in run("standings", "library-2013")


def test_before_the_draw_there_is_nothing_to_rank() -> None:
    document = small()
    del document["stages"], document["penalties"]
    load(document)

    with pytest.raises(CommandError, match="还没有分组"):
        run("standings", "library-2013")
