"""What goes into a file comes out of it again, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.tournament.archive.documents import LOADER, load, pair, small
from tests.tournament.archive.everything import rich
from tests.tournament.factories import make_event, make_stage, publish_all
from tournament import archive
from tournament.actions.check_results import check_results
from tournament.actions.make_rounds import make_rounds
from tournament.actions.publish import publish_standings
from tournament.actions.run_round import close_round
from tournament.models import Draw, Event, Match, Pair, Result, Round, StageEntry
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def dumped(event: Event, **more: Any) -> bytes:
    return archive.dumps(archive.dump(event, **more))


def loaded_again(data: bytes, slug: str, **more: Any) -> bytes:
    """Load a dump under another slug and dump it as if it had the first one."""
    first = json.loads(data)["event"]["slug"]
    event = archive.load(archive.read(data), slug=slug, by=LOADER)
    Event.objects.filter(pk=event.pk).update(slug=f"{slug}-x")
    Event.objects.filter(slug=first).update(slug=f"{first}-before")
    Event.objects.filter(pk=event.pk).update(slug=first)
    event.refresh_from_db()
    return dumped(event, **more)


@pytest.mark.parametrize("personal", [False, True], ids=["public facts", "personal data too"])
@pytest.mark.parametrize("document", [small(), rich()], ids=["small", "every format"])
def test_a_dump_loaded_and_dumped_again_has_the_same_bytes(document: dict, personal: bool) -> None:
    first = dumped(load(document), personal=personal)

    assert loaded_again(first, "again", personal=personal) == first


def test_every_fact_of_the_file_is_in_its_dump() -> None:
    given_document, written = rich(), archive.dump(load(rich()), personal=True)

    for key in ("units", "pairs", "penalties", "appeals"):
        assert _plain(written[key]) == _plain(given_document[key]), key
    for one, other in zip(written["stages"], given_document["stages"], strict=True):
        assert _without_defaults(one) == _without_defaults(other), one["name"]
    draws = [draw | {"seed": str(draw["seed"])} for draw in given_document["event"].pop("draws")]
    assert written["event"].pop("draws") == draws
    assert {key: written["event"][key] for key in given_document["event"]} == given_document["event"]
    assert written["published"] == given_document["published"]


def test_who_checked_a_version_goes_along_and_the_name_only_when_asked_for() -> None:
    event = load(rich())
    for personal, name in ((True, "周复核"), (False, None)):
        first, *later = archive.dump(event, personal=personal)["history"]
        assert (first["checked_at"], first.get("checked_by")) == ("2013-04-28T09:50:30+08:00", name)
        assert not any("checked_at" in one for one in later)


def test_a_mark_alone_makes_a_history() -> None:
    stage = make_stage(make_event(checking="read_back"), rounds_played=1)
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=1)
    check_results(stage=stage, seen=[(match, 1)], by=LOADER)
    event = archive.load(archive.read(dumped(stage.event)), slug="again", by=LOADER)
    assert Event.objects.get(pk=event.pk).checking == "read_back"
    loaded = Result.objects.filter(match__round__group__stage__event=event, checked_at__isnull=False)
    assert loaded.get().match.table == 1


def _plain(rows: list[dict]) -> list[dict]:
    """Phones without the empty ones at the end; a unit in the spelling of the list of units."""
    return [{key: value for key, value in row.items() if key not in ("phones", "unit")} for row in rows]


def _without_defaults(stage: dict) -> dict:
    left_out = {"entry": "all", "first_table": 1, "grouping": {"method": "one"}}
    kept = {key: value for key, value in stage.items() if left_out.get(key) != value and key != "resolved"}
    if kept.get("grouping", {}).get("method") == "one":
        del kept["grouping"]
    if "carried" not in stage or not stage["carried"]:
        kept.pop("carried", None)
    kept.pop("carried", None) if kept["name"] == "单位内循环" else None
    for one in kept.get("rounds", []):
        one["matches"] = [
            {key: value for key, value in match.items() if (key, value) != ("rematch", False)}
            for match in one["matches"]
        ]
    return kept


def test_phones_and_notes_are_in_the_file_only_when_asked_for() -> None:
    event = load(rich())

    assert "13800000001" not in dumped(event).decode()
    assert "靠窗" not in dumped(event).decode()
    assert "王记录" not in dumped(event).decode()
    assert "13800000001" in dumped(event, personal=True).decode()
    assert "王记录" in dumped(event, personal=True).decode()
    assert "13900000001" not in dumped(event).decode()
    assert "13900000001" in dumped(event, personal=True).decode()


@pytest.mark.parametrize("document", [small(), rich()], ids=["small", "every format"])
def test_dumps_and_hand_made_files_fit_the_printed_schema(document: dict) -> None:
    validator = Draft202012Validator(archive.schema())

    assert list(validator.iter_errors(document)) == []
    assert list(validator.iter_errors(archive.dump(load(document), personal=True))) == []


@settings(max_examples=8)
@given(
    pairs=st.integers(2, 14),
    size=st.integers(2, 6),
    rounds=st.integers(1, 4),
    played=st.integers(0, 2),
    seed=st.integers(0, 2**40),
)
def test_events_made_on_the_site_come_back_with_the_same_standings(pairs, size, rounds, played, seed) -> None:
    stage = make_stage(
        make_event(pairs=pairs),
        group_size=min(size, pairs),
        rounds=rounds,
        rounds_played=min(played, rounds, pairs - 1),
        seed=seed,
    )
    data = dumped(stage.event)
    again = archive.load(archive.read(data), slug=f"{stage.event.slug}-again", by=LOADER)

    before, after = stage_standings(stage), stage_standings(again.stage(1))
    assert [part.rows for part in after.groups] == [part.rows for part in before.groups]
    assert after.overall == before.overall
    assert dumped(again).replace(b"-again", b"") == data


def test_real_publications_are_carried_as_they_were_frozen() -> None:
    stage = make_stage(rounds_played=1)
    close_round(stage=stage, number=1, by=LOADER)
    made = publish_standings(stage=stage, number=1, by=LOADER)

    data = dumped(Event.objects.get(pk=stage.event_id))
    again = archive.load(archive.read(data), slug="again", by=LOADER)

    copied = again.publications.get(kind="standings")
    assert (copied.rows, copied.rules, copied.at, copied.number) == (
        made.rows,
        made.rules,
        made.at,
        made.number,
    )
    assert again.publications.count() == 5
    assert again.slug_frozen


def test_what_the_file_leaves_unsaid_is_not_written() -> None:
    document = json.loads(dumped(load(small())))

    assert "history" not in document
    assert "draws" not in document["event"]
    assert document["stages"][0].keys() == {"name", "grouping", "pairing", "groups", "rounds"}


@pytest.mark.parametrize(
    "keep",
    [
        pytest.param(("format", "version", "event"), id="only the event"),
        pytest.param(("format", "version", "event", "units", "pairs"), id="only pairs"),
    ],
)
def test_a_file_may_stop_anywhere(keep: tuple[str, ...]) -> None:
    event = load({key: value for key, value in small().items() if key in keep})

    assert event.stages.count() == 0
    assert loaded_again(dumped(event), "again")


def test_groups_without_rounds_can_be_paired_after_loading() -> None:
    document = small()
    del document["stages"][0]["rounds"], document["penalties"], document["pairs"][4]

    stage = load(document).stage(1)
    make_rounds(stage=stage, by=LOADER)
    publish_all(stage)

    assert Match.objects.filter(round__group__stage=stage).count() == 6


def test_rounds_of_groups_that_play_no_more_are_not_made_up() -> None:
    heats = load(rich()).stage(1)

    assert sorted(Round.objects.filter(group__stage=heats).values_list("group__name", "number")) == [
        ("A", 1), ("A", 2), ("A", 3), ("B", 1), ("B", 2),
    ]  # fmt: skip


def test_what_is_carried_is_counted_where_the_file_does_not_say_it() -> None:
    document = small()
    document["stages"].append(
        {
            "name": "决赛",
            "entry": {"from": "预赛", "top": 2, "carry": "half"},
            "pairing": {"method": "rotation", "rounds": 1},
            "groups": [{"name": "A", "pairs": [1, 3]}],
        }
    )

    event = load(document)

    carried = dict(StageEntry.objects.filter(stage__name="决赛").values_list("pair__number", "carried"))
    assert carried == {1: 54, 3: 3.5}  # 108 and 7 points in the heats
    written = archive.dump(event)["stages"][1]
    assert written["carried"] == {"1": "54", "3": "3.5"}


def test_one_version_of_a_result_stands_and_the_others_stay_readable() -> None:
    event = load(rich())
    match = Match.objects.get(round__group__stage=event.stage(1), round__number=1, table=1, ns__number=1)

    versions = list(match.results.values_list("version", "kind", "is_current", "ns__number", "actor_name"))
    assert versions == [
        (1, "played", False, 3, "王记录"),
        (2, "cleared", False, 1, "测试员"),
        (3, "played", True, 1, "测试员"),
    ]
    assert match.version == 3


def test_the_last_draw_of_its_kind_stands_unless_the_file_says_otherwise() -> None:
    event = load(rich())

    standing = (
        Draw.objects.filter(stage__event=event).order_by("pk").values_list("kind", "ordinal", "is_current")
    )
    assert list(standing) == [
        ("groups", 1, False),
        ("groups", 2, True),
        ("lots", 1, False),
        ("lots", 2, True),
        ("cut", 1, False),
        ("pairings", 1, True),
        ("pairings", 2, True),
        ("groups", 1, True),
    ]


def test_hand_drawn_lots_decide_the_ranking() -> None:
    document = small()
    document["stages"][0]["lots"] = {"A": [4, 2]}

    rows = stage_standings(load(document).stage(1)).groups[0].rows

    assert [(row.pair, row.rank, row.decided_by) for row in rows[2:]] == [(4, 3, None), (2, 4, "lots")]


def test_the_journal_has_one_line_and_no_names() -> None:
    event = load(rich())

    (line,) = event.journal.all()
    assert (line.verb, line.codes) == ("load_event", {"count": 13})


def test_a_bracket_more_or_less_is_the_same_unit() -> None:
    load(rich())

    assert Pair.objects.get(number=3).unit.name == "城东（老年）大学"


def test_event_wide_facts_may_stand_at_the_top_of_the_file() -> None:
    document = rich()
    for key in ("areas", "awards", "unit_ranking", "entries", "individuals", "draws", "commitments"):
        document[key] = document["event"].pop(key)

    event = load(document)

    assert event.unit_ranking == {"best": 3}
    assert event.max_per_unit == 4
    assert event.column_mappings.get().roles[1] == "players"
    assert Draw.objects.filter(stage__event=event).count() == 8
    assert event.individuals.count() == 2


def test_another_edition_of_the_rule_book_is_named_and_the_files_values_kept() -> None:
    document = archive.dump(load(small()))
    document["event"] |= {"slug": "older", "rulebook_version": "0", "rulebook_digest": "0" * 64}
    document["event"]["resolved"] |= {"minutes": 50}

    parsed = archive.read(json.dumps(document))
    event = archive.load(parsed, by=LOADER)

    assert parsed.differing == (("", "minutes"),)
    assert event.scoring_rules.play.minutes == 50
    assert event.stage(1).scoring_rules.play.minutes == 50
    assert (event.rulebook_version, event.rulebook_digest) == ("0", "0" * 64)
    assert archive.dump(event)["event"]["resolved"] == document["event"]["resolved"]


def test_rules_of_the_file_lie_over_what_it_was_resolved_to() -> None:
    document = archive.dump(load(small()))
    document["event"] |= {"slug": "mended", "rules": {"minutes": 70}}

    assert load(document).scoring_rules.play.minutes == 70


@pytest.mark.parametrize("count", [4, 12])
def test_dumping_asks_the_database_the_same_number_of_times(count, django_assert_num_queries) -> None:
    stage = make_stage(pairs=count, rounds_played=2)
    event = Event.objects.get(pk=stage.event_id)

    with django_assert_num_queries(22):
        archive.dump(event)


def test_a_result_without_deals_is_kept_as_two_all() -> None:
    document = small()
    document["stages"][0]["rounds"][0]["matches"][1]["result"] = {"deals": [], "ended": "time"}

    load(document)

    assert Result.objects.get(match__table=2).ns_level == 2


def test_pairs_helper_makes_different_people() -> None:
    assert len({name for number in range(1, 14) for name in pair(number)["players"]}) == 26


def test_names_are_cleaned_as_in_the_entry_form() -> None:
    document = small()
    document["pairs"][0]["players"] = ["赵\u200b一\x07鸣", "Ann\t  Lee"]
    document["pairs"][0]["name"] = "东\x1b风 队"

    pair = load(document).pairs.get(number=document["pairs"][0]["number"])

    assert [player.name for player in pair.partners] == ["赵一鸣", "Ann Lee"]
    assert pair.name == "东风 队"
