"""One small event of every plan: each loads, is played to its end, dumps canonically, shows every page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.commands.commands import run
from tests.tournament.factories import TEST, make_director
from tournament.actions.publish import publish_groups, publish_standings
from tournament.models import Event, Match, MatchKind, RoundState, Stage
from tournament.queries.results import standing_results
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
FILES = sorted(path for path in FIXTURES.glob("*.json") if path.stem != "demo")
IDS = [path.stem for path in FILES]
PAGES_OF_STAGE = (
    "draw",
    "standings",
    "cross-table",
    "stage-rules",
    "public-groups",
    "public-standings",
    "public-cross",
)
PAGES_OF_ROUND = ("round", "public-round")
PAGES = ("desk", "event-plan", "plan-ready", "entries", "papers", "awards", "unit-ranks", "event", "draws")


def play(path: Path) -> Event:
    slug = run("loadevent", path).strip()
    run("simulate", slug, "--all", "--seed", 5)
    return Event.objects.get(slug=slug)


def without_book(dumped: str) -> str:
    """A dump without what it copies from the rule books: the files leave that to the books themselves."""
    document = json.loads(dumped)
    for part in (document["event"], *document["stages"]):
        for key in ("resolved", "rulebook_version", "rulebook_digest"):
            part.pop(key, None)
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def test_there_is_one_for_every_way_of_pairing_and_of_grouping() -> None:
    stages = [stage for path in FILES for stage in json.loads(path.read_text("utf-8"))["stages"]]
    pairings = {stage["pairing"]["method"] for stage in stages}
    groupings = {stage.get("grouping", {}).get("method", "one") for stage in stages}
    assert pairings == {"rotation", "round_robin", "random", "swiss", "knockout", "howell"}
    assert groupings == {"one", "draw", "snake", "unit", "previous_rank"}


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_it_is_dumped_as_it_was_loaded(path: Path) -> None:
    slug = run("loadevent", path).strip()
    assert without_book(run("dumpevent", slug)) == path.read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_it_is_played_to_its_end_with_every_page_open_and_dumped_again_the_same(
    path: Path, tmp_path: Path
) -> None:
    event = play(path)
    for stage in event.stages.all():
        assert_played(stage)
        publish_groups(stage=stage, by=TEST)
        publish_standings(stage=stage, number=rounds(stage)[-1], reason="补发", by=TEST)
    assert refused_pages(event) == {}

    dumped = run("dumpevent", event.slug)
    kept = tmp_path / "played.json"
    kept.write_text(dumped, "utf-8")
    event.delete()
    assert run("dumpevent", run("loadevent", kept).strip()) == dumped


def assert_played(stage: Stage) -> None:
    """Every table has its result, every round is closed, everybody has a rank."""
    matches = Match.objects.filter(round__group__stage=stage, kind=MatchKind.PLAY)
    assert matches.exists(), stage.name
    assert not matches.exclude(pk__in=standing_results().values("match_id")).exists(), stage.name
    states = set(stage.groups.values_list("rounds__state", flat=True)) - {None}
    assert states == {RoundState.CLOSED}, stage.name
    for part in stage_standings(stage).groups:
        assert all(row.rank for row in part.rows), (stage.name, part.group.name)


def refused_pages(event: Event) -> dict[str, int]:
    """The pages of the event, of its stages and of their first and last rounds that do not open for its
    director."""
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    addresses = [reverse(name, args=[event.slug]) for name in PAGES]
    for stage in event.stages.all():
        addresses += [reverse(name, args=[event.slug, stage.ordinal]) for name in PAGES_OF_STAGE]
        for number in {rounds(stage)[0], rounds(stage)[-1]}:
            addresses += [reverse(name, args=[event.slug, stage.ordinal, number]) for name in PAGES_OF_ROUND]
    return {url: code for url in addresses if (code := client.get(url).status_code) >= 400}


def rounds(stage: Stage) -> list[int]:
    return sorted(set(stage.groups.values_list("rounds__number", flat=True)) - {None})
